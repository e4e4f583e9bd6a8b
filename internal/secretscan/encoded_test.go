package secretscan

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"testing"
	"unicode/utf16"
)

var encodings = map[string]func(string) string{
	"base64":     func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"base64url":  func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
	"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
	"percent":    percentEncode,
	"query":      url.QueryEscape,
	"PowerShell": func(s string) string { return base64.StdEncoding.EncodeToString(wide(s)) },
}

func wide(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// A secret is found within two encodings of any kind, at the place of the whole, in
// text before and behind it.
func TestEncodedTwice(t *testing.T) {
	inner := "call --password=" + password() + " --as=deploy"
	for outer, wrap := range encodings {
		for within, first := range encodings {
			for name, plain := range map[string]string{"token": githubToken(9) + " for ci", "flag": inner} {
				encoded := wrap(first(plain))
				if name == "flag" && within == "query" {
					continue // its blanks are plus signs then, which no command has
				}
				text := "见附件：" + encoded + "，用完删除"
				found := Scan([]byte(text))
				if len(found) != 1 {
					t.Errorf("%s of a %s in %s: %d found", within, name, outer, len(found))
					continue
				}
				if got := at(text, found[0]); got != encoded && !(within == "query" || outer == "query" || outer == "percent" || within == "percent") {
					t.Errorf("%s of a %s in %s: at %q, want %q", within, name, outer, got, encoded)
				}
			}
		}
	}
}
