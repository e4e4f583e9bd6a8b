package rules

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/source"
)

func TestQuotations(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"double", `a "b" c "d e"`, `"b"|"d e"`},
		{"curly, angular, corner", "“a” «b» »c« „d“ „e” 「f」 『g』 ‹h›", "“a”|«b»|»c«|„d“|„e”|「f」|『g』|‹h›"},
		{"single", "say 'a b', don't; the users' and 'c'", "'a b'|'c'"},
		{"typographic single", "say ‘a’, don’t ‘isn’t’", "‘a’|‘isn’t’"},
		{"inside another", `"a 'b' c"`, `"a 'b' c"`},
		{"over a line end", "a \"b\nc\" d", "\"b\nc\""},
		{"not over a paragraph", "a \"b\n\nc\" d", ""},
		{"not over a list item", "- a \"b\n- c\" d", ""},
		{"never closed", `a "b`, ""},
		{"too long", `a "` + strings.Repeat("b", maxQuotation) + `"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range quotations([]byte(tt.in), 0) {
				got = append(got, tt.in[s.Start:s.End])
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "|")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestProseIsBlankElsewhere(t *testing.T) {
	in := inputOf("---\nname: a\ndescription: \"b `c` d\"\n---\n\n# E `f`\n\no <!-- g --> [h](i) ![j](k) https://l.example <b>m</b>\n\n```\nn\n```\n")
	p := in.prose(in.Snapshot.Files[0])
	if got := strings.Join(strings.Fields(string(p.text)), " "); got != "a b d E o [h ![j m" {
		t.Errorf("prose is %q", got)
	}
	if len(p.text) != in.Snapshot.Files[0].Text.Len() {
		t.Errorf("prose has %d bytes, the text %d", len(p.text), in.Snapshot.Files[0].Text.Len())
	}
}

func TestLoweredKeepsPlaces(t *testing.T) {
	in := "AbÄß \u0130\u212a Вчера 天"
	got := string(lowered([]byte(in)))
	if got != "abäß \u0130\u212a вчера 天" || len(got) != len(in) {
		t.Errorf("lowered(%q) = %q", in, got)
	}
}

func TestWindows(t *testing.T) {
	text := []byte("..abc.....abc.cde.........abc")
	got := newCueSet([]string{"abc", "cde"}).windows(text, 1, 1)
	want := []source.Span{{Start: 1, End: 6}, {Start: 9, End: 18}, {Start: 25, End: 29}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestDeceives(t *testing.T) {
	tests := []struct{ text, dest, want string }{
		{"https://example.com", "https://example.org", `the link shows "example.com" and leads to "example.org"`},
		{"see https://example.com.", "//example.org/", `the link shows "example.com" and leads to "example.org"`},
		{"example.com", "http:\\\\example.org\\@example.com", `the link shows "example.com" and leads to "example.org"`},
		{"x", "https://example%2ecom:443@example.org", `the address shows "example.com" and leads to "example.org"`},
		{"example.com", "https://EXAMPLE.com./a", ""},
		{"example.com", "https://example.com:8443", ""},
		{"a.example.com/x", "https://b.example.com", `the link shows "a.example.com" and leads to "b.example.com"`},
		{"socket.io", "https://example.com", ""},
		{"notes.md", "https://example.com", ""},
		{"example.com", "mailto:a@example.org", ""},
		{"example.com", "notes.md", ""},
		{"www.", "https://example.com", ""},
		{"http://", "https://example.com", ""},
	}
	for _, tt := range tests {
		if got := deceives(tt.text, tt.dest); got != tt.want {
			t.Errorf("deceives(%q, %q) = %q, want %q", tt.text, tt.dest, got, tt.want)
		}
	}
}

func TestSchemeOf(t *testing.T) {
	for in, want := range map[string]string{
		"https://a": "https", " JaVa\tScript:x": "javascript", "//a": "//", `\\a`: "//", `/\a`: "//", "a.md": "", "/a": "", "#a": "", "C:/a": "", "a b:c": "ab", "": "", ":a": "",
	} {
		if got := schemeOf(in); got != want {
			t.Errorf("schemeOf(%q) = %q, want %q", in, got, want)
		}
	}
}
