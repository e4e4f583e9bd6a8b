package git

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"testing"

	"pgregory.net/rapid"
)

// compressed is text as zlib compresses it at a level.
func compressed(t interface{ Fatal(...any) }, text []byte, level int) []byte {
	var out bytes.Buffer
	w, err := zlib.NewWriterLevel(&out, level)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestInflate(t *testing.T) {
	levels := []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, 3, flate.DefaultCompression, flate.BestCompression}
	piece := rapid.OneOf(rapid.SliceOfN(rapid.Byte(), 0, 300), rapid.Map(rapid.StringMatching(`([a-e ]{1,5}|line){0,40}`), func(s string) []byte { return []byte(s) }))
	var z inflater
	rapid.Check(t, func(t *rapid.T) {
		var text []byte
		for _, p := range rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces") {
			text = append(text, bytes.Repeat(p, rapid.SampledFrom([]int{1, 1, 2, 300}).Draw(t, "times"))...)
		}
		packed := compressed(t, text, rapid.SampledFrom(levels).Draw(t, "level"))
		if got, ok := z.inflate(append(packed, "what follows"...), int64(len(text))); !ok || !bytes.Equal(got, text) {
			t.Fatalf("%d bytes in %d come out as %d, %t", len(text), len(packed), len(got), ok)
		}
		cut := rapid.IntRange(0, len(packed)-5).Draw(t, "cut") // what is behind it is the checksum
		if got, ok := z.inflate(packed[:cut], int64(len(text))); ok {
			t.Fatalf("%d bytes of %d give all of %d: %q", cut, len(packed), len(text), got)
		}
		for _, size := range []int64{int64(len(text)) - 1, int64(len(text)) + 1} {
			if _, ok := z.inflate(packed, max(0, size)); ok && size >= 0 {
				t.Fatalf("%d bytes are taken for %d", len(text), size)
			}
		}
	})
}
