package source

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// FromUTF16 gives the text of b in UTF-8 if b is UTF-16: with a byte order mark, or
// without one where so many bytes are zero as in no other text. ok is false when b is
// something else.
func FromUTF16(b []byte) (text []byte, ok bool) {
	order := orderUTF16(b)
	if order == nil {
		return nil, false
	}
	text = make([]byte, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		r := rune(order.Uint16(b[i:]))
		if utf16.IsSurrogate(r) && i+3 < len(b) {
			if pair := utf16.DecodeRune(r, rune(order.Uint16(b[i+2:]))); pair != utf8.RuneError {
				r = pair
				i += 2
			}
		}
		text = utf8.AppendRune(text, r)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), true
}

// enough is how many bytes of a text without a byte order mark are looked at, at most.
const enough = 1024

// orderUTF16 returns the byte order of a text in UTF-16, nil of any other.
func orderUTF16(b []byte) binary.ByteOrder {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe\x00\x00")): // UTF-32
		return nil
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return binary.LittleEndian
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return binary.BigEndian
	}
	var zero [2]int
	b = b[:min(len(b), enough)&^1]
	for i, c := range b {
		if c == 0 {
			zero[i%2]++
		}
	}
	switch half := len(b) / 2; {
	case half < 4 || bytes.IndexByte(b, 0) < 0:
		return nil
	case zero[1] > half*3/4 && zero[0]*8 < half:
		return binary.LittleEndian
	case zero[0] > half*3/4 && zero[1]*8 < half:
		return binary.BigEndian
	}
	return nil
}
