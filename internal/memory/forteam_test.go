package memory

import (
	"testing"

	"github.com/teammem/teammem/internal/source"
)

func TestForTeam(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "---\nname: a\nscope: private\n---\nscope: private\n", "---\nname: a\nscope: team\n---\nscope: private\n"},
		{"quotes, comment, CRLF", "---\r\nscope:  \"private\"   # mine\r\nodd : x\r\n---\r\nx", "---\r\nscope:  team   # mine\r\nodd : x\r\n---\r\nx"},
		{"below metadata", "---\nmetadata:\n  scope: private\n  type: project\n---\n", "---\nmetadata:\n  scope: team\n  type: project\n---\n"},
		{"both", "---\nscope: private\nmetadata:\n  scope: private\n---\n", "---\nscope: team\nmetadata:\n  scope: team\n---\n"},
		{"byte order mark", "\ufeff---\nscope: private\n---\n", "\ufeff---\nscope: private\n---\n"}, // no reader is sure: left
		{"case", "---\nscope: Private\n---\n", "---\nscope: team\n---\n"},
		{"none", "---\nname: a\n---\n", "---\nname: a\n---\n"},
		{"team", "---\nscope: team\n---\n", "---\nscope: team\n---\n"},
		{"another word", "---\nscope: personal\n---\n", "---\nscope: personal\n---\n"},
		{"another case of the key", "---\nScope: private\n---\n", "---\nScope: private\n---\n"},
		{"in brackets", "---\nmetadata: {scope: private}\n---\n", "---\nmetadata: {scope: private}\n---\n"},
		{"a list", "---\nscope: [private]\n---\n", "---\nscope: [private]\n---\n"},
		{"no frontmatter", "scope: private\n", "scope: private\n"},
	} {
		if got := string(Parse(source.NewText([]byte(c.in))).ForTeam()); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
