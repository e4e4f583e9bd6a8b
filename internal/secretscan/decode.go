package secretscan

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/source"
)

const (
	shortestEncoded = 16
	// longestEncoded bounds the work on one run; no key is longer.
	longestEncoded = 64 << 10
)

// decode gives what is encoded in v as base64, hex or percent and turns out
// to be text.
func decode(v *view) *view {
	out := &view{depth: v.depth + 1}
	t := v.text
	for i := 0; i < len(t); {
		if !isCodeByte(t[i]) {
			i++
			continue
		}
		start, percents := i, 0
		for i < len(t) && isCodeByte(t[i]) {
			if t[i] == '%' {
				percents++
			}
			i++
		}
		if percents > 0 {
			decodePercent(out, v, start, i)
		}
		decodeRuns(out, v, start, i)
	}
	return out
}

// isCodeByte reports whether c can be part of an encoded text.
func isCodeByte(c byte) bool { return isTokenByte(c) || c == '+' || c == '/' || c == '%' || c == '.' }

// decodeRuns decodes the parts of the range that hold neither percent nor
// dot.
func decodeRuns(out, v *view, start, end int) {
	for at := start; at < end; {
		stop := at
		for stop < end && v.text[stop] != '%' && v.text[stop] != '.' {
			stop++
		}
		if stop-at >= shortestEncoded {
			decodeRun(out, v, at, stop)
		}
		at = stop + 1
	}
}

func decodeRun(out, v *view, start, end int) {
	end = min(end, start+longestEncoded)
	if bytes.HasPrefix(v.text[start:end], []byte("0x")) {
		start += 2
	}
	plain := fromHex(v.text[start:end])
	if plain == nil {
		plain = fromBase64(v.text[start:end])
	}
	if plain == nil {
		return
	}
	for end < len(v.text) && v.text[end] == '=' {
		end++
	}
	out.put(plain, v.origin(start, end))
	out.separate()
}

func fromHex(b []byte) []byte {
	if len(b) < 2*shortestEncoded || len(b)%2 != 0 || !isHex(b) {
		return nil
	}
	plain := make([]byte, len(b)/2)
	if _, err := hex.Decode(plain, b); err != nil || !isText(plain) {
		return nil
	}
	return plain
}

func fromBase64(b []byte) []byte {
	enc := base64.RawStdEncoding
	if bytes.ContainsAny(b, "-_") {
		enc = base64.RawURLEncoding
	}
	// The first bytes decide cheaply about almost everything.
	head := make([]byte, shortestEncoded*3/4)
	if _, err := enc.Decode(head, b[:shortestEncoded]); err != nil || !printable(head) && bytes.IndexByte(head, 0) < 0 {
		return nil
	}
	if len(b)%4 == 1 { // a stray character, not part of the encoding
		b = b[:len(b)-1]
	}
	plain := make([]byte, enc.DecodedLen(len(b)))
	if _, err := enc.Decode(plain, b); err != nil {
		return nil
	}
	if wide, ok := source.FromUTF16(plain); ok { // as PowerShell encodes its commands
		plain = wide
	}
	if !isText(plain) {
		return nil
	}
	return plain
}

// printable reports whether b can be the beginning of a text.
func printable(b []byte) bool {
	for _, c := range b {
		if c < 0x20 && c != '\n' && c != '\r' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

func isText(b []byte) bool { return utf8.Valid(b) && printable(b) }

// decodePercent undoes %41 and leaves the rest as it is.
func decodePercent(out, v *view, start, end int) {
	kept := start
	for i := start; i+2 < end; i++ {
		if v.text[i] != '%' {
			continue
		}
		var c [1]byte
		if _, err := hex.Decode(c[:], v.text[i+1:i+3]); err != nil {
			continue
		}
		out.copy(v, kept, i)
		out.put(c[:], v.origin(i, i+3))
		kept = i + 3
		i += 2
	}
	out.copy(v, kept, end)
	out.separate()
}
