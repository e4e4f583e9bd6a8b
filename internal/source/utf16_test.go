package source

import (
	"strings"
	"testing"
	"unicode/utf16"
)

func encode(text string, big, mark bool) []byte {
	units := utf16.Encode([]rune(text))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	var b []byte
	for _, u := range units {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestFromUTF16(t *testing.T) {
	const text = "# Notes\r\n密码 and 😀 at the end\n"
	for _, big := range []bool{false, true} {
		for _, mark := range []bool{false, true} {
			got, ok := FromUTF16(encode(text, big, mark))
			if !ok || string(got) != text {
				t.Errorf("big-endian %v, with a mark %v: %q, %v", big, mark, got, ok)
			}
		}
	}
}

func TestNotUTF16(t *testing.T) {
	for name, b := range map[string]string{
		"empty":        "",
		"ASCII":        "plain words of a note",
		"UTF-8":        "密码 and 😀",
		"one NUL":      "plain words\x00of a note",
		"UTF-32":       "\xff\xfe\x00\x00a\x00\x00\x00b\x00\x00\x00",
		"zeros":        strings.Repeat("\x00", 64),
		"two bytes":    "a\x00",
		"numbers":      "\x01\x00\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00",
		"mostly zeros": "\x00\x00\x00\x01" + strings.Repeat("\x00", 40),
	} {
		if text, ok := FromUTF16([]byte(b)); ok {
			t.Errorf("%s: read as %q", name, text)
		}
	}
}

// A lone surrogate and an odd byte at the end are no reason to read nothing.
func TestBrokenUTF16(t *testing.T) {
	got, ok := FromUTF16(append([]byte("\xff\xfea\x00\x00\xd8b\x00"), 'c'))
	if !ok || string(got) != "a\ufffdb" {
		t.Errorf("%q, %v", got, ok)
	}
}
