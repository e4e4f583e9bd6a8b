package teammemtest

import (
	"slices"
	"strings"
	"testing"
)

func TestExpand(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain ${HOME} ${TOKEN:-x}", "plain ${HOME} ${TOKEN:-x}"},
		{"a${u:200B 41}b", "a\u200bAb"},
		{"${x:ff00}", "\xff\x00"},
		{"${n:3:ab}${n:0:c}", "ababab"},
		{"${n:2:line\n}", "line\nline\n"},
		{"${j:a:b:c}", "abc"},
		{"${utf16:aé}", "\xff\xfea\x00\xe9\x00"},
		{"no end${noeol:}\n", "no end"},
		{"${noeol:}\nnext", "next"},
	} {
		if got := Expand(c.in); got != c.want {
			t.Errorf("Expand(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestExpandRefusesUnknownWords(t *testing.T) {
	for _, in := range []string{"${nosuch:}", "${u:xyz}", "${x:f}", "${n:many:a}"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Expand(%q) does not panic", in)
				}
			}()
			Expand(in)
		}()
	}
}

// TestSecrets holds that whatever a fixture makes is known as a canary.
func TestSecrets(t *testing.T) {
	text := "a ${ghp:1} b ${akia:2} c ${pem:3} ${rnd:4:20} ${u:41}"
	secrets := Secrets(text)
	if len(secrets) != 2+8 {
		t.Errorf("%d secrets, want a token, a key id and 8 lines of a key: %q", len(secrets), secrets)
	}
	made := Expand(text)
	if i := slices.IndexFunc(secrets, func(s string) bool { return s == "" || !strings.Contains(made, s) }); i >= 0 {
		t.Errorf("secret %q is not in what Expand makes", secrets[i])
	}
	if !strings.HasPrefix(secrets[0], "gh"+"p_") || len(secrets[0]) != 40 {
		t.Errorf("token %q has another shape", secrets[0])
	}
}
