package memory_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

func mend(s string) memory.Mending { return memory.Mend(source.NewText([]byte(s))) }

func TestMend(t *testing.T) {
	tests := []struct {
		name, text, want string
		done, left       int
	}{
		{"nothing to do", lines("name: a", "type: project"), lines("name: a", "type: project"), 0, 0},
		{"colon", lines("name: a: b", "type: project"), lines(`name: "a: b"`, "type: project"), 1, 0},
		{"escapes", lines(`name: "a" \ b: c`), lines(`name: "\"a\" \\ b: c"`), 1, 0},
		{"several", lines("name: `a`", "description: @b  ", "refs:", "  - c: d: e"), lines("name: \"`a`\"", "description: \"@b\"  ", "refs:", `  - c: "d: e"`), 3, 0},
		{"comment behind a broken value", lines("name: a: b # c"), lines(`name: "a: b # c"`), 1, 0},
		{"cut in a phrase", lines("name: PR #212 review", "description: x (thread #18 and mail)"), lines(`name: "PR #212 review"`, `description: "x (thread #18 and mail)"`), 2, 0},
		{"cut, perhaps a comment", lines("name: a # b"), lines("name: a # b"), 0, 1},
		{"comment at another key", lines("created: 2026-04-10 #1"), lines("created: 2026-04-10 #1"), 0, 0},
		{"comment behind a quoted value", lines(`name: "a" #1`), lines(`name: "a" #1`), 0, 1},
		{"case of the type", lines("type: Feedback", "scope: TEAM"), lines("type: feedback", "scope: team"), 2, 0},
		{"case of a private type", lines("type: User"), lines("type: User"), 0, 0},
		{"case of keys", lines("Name: a", "metadata:", "  Type: Project", "referencedfiles: [a]"), lines("name: a", "metadata:", "  type: project", "referencedFiles: [a]"), 4, 0},
		{"case of a key that is there", lines("name: a", "Name: b"), lines("name: a", "Name: b"), 0, 2},
		{"case of a private key", lines("Scope: private"), lines("scope: private"), 1, 0},
		{"byte order mark", "\ufeff" + lines("name: a: b"), lines(`name: "a: b"`), 2, 0},
		{"byte order mark alone", "\ufeff# Text\n", "\ufeff# Text\n", 0, 1},
		{"blanks after the fence", "--- \t\nname: a\n---\n", "---\nname: a\n---\n", 1, 0},
		{"crlf", strings.ReplaceAll(lines("name: a: b", "type: Project"), "\n", "\r\n"), strings.ReplaceAll(lines(`name: "a: b"`, "type: project"), "\n", "\r\n"), 2, 0},
		{"over two lines", lines("name: a: b", "  c"), lines("name: \"a: b", "  c\""), 1, 0},
		{"an alias of nothing", lines("name: *a", "description: b: c"), lines(`name: "*a"`, `description: "b: c"`), 2, 0},
		{"an anchor", lines("name: &a b", "description: b: c"), lines("name: &a b", `description: "b: c"`), 1, 1},
		{"no frontmatter", "# Text\n", "# Text\n", 0, 1},
		{"not closed", "---\nname: a: b\n", "---\nname: a: b\n", 0, 1},
		{"empty", "", "", 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := mend(tt.text)
			if diff := cmp.Diff(tt.want, string(got.Text)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if len(got.Done) != tt.done || len(got.Left) != tt.left {
				t.Errorf("done %+v\nleft %+v\nwant %d and %d", got.Done, got.Left, tt.done, tt.left)
			}
		})
	}
}

// FuzzMend holds what Mend promises for any text.
func FuzzMend(f *testing.F) {
	for _, s := range shapes() {
		f.Add(s)
	}
	for _, l := range []string{"name: a: b", "Name: a\nname: b", "type: Feedback", "SCOPE: Private", "name: PR #1", "name: \"a\" b: c # d", "x: - a", "a: `b`\n  c\ntype: USER", "scope: Team: x", "description: a #b: c\n  d"} {
		f.Add(lines(l))
		f.Add("\ufeff" + strings.ReplaceAll(lines(l), "\n", "\r\n"))
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := mend(s)
		if again := mend(string(got.Text)); len(again.Done) > 0 || string(again.Text) != string(got.Text) {
			t.Fatalf("mended again: %+v", again.Done)
		}
		if rebuilt := rebuild(s, got.Done); rebuilt != string(got.Text) {
			t.Fatalf("the edits give %q, the text is %q", rebuilt, got.Text)
		}
		before, after := parse(s), parse(string(got.Text))
		if was, is := private(before), private(after); was && !is || !was && is && !before.Has(memory.Unsafe) {
			t.Fatalf("private before: %v, after: %v: %q", private(before), private(after), got.Text)
		}
		if after.Has(memory.NeedsQuotes) && !after.Has(memory.Unsafe) {
			t.Fatalf("a value still needs quotes: %q", got.Text)
		}
		if before.Front.Len() > 0 && !before.Has(memory.Unsafe) && string(before.Text.Slice(before.Body)) != string(after.Text.Slice(after.Body)) {
			t.Fatal("the body changed")
		}
	})
}

func rebuild(s string, edits []memory.Edit) string {
	var out strings.Builder
	at := 0
	for _, e := range edits {
		out.WriteString(s[at:e.Span.Start] + e.New)
		at = e.Span.End
	}
	return out.String() + s[at:]
}

func private(m *memory.Memory) bool {
	for _, r := range m.Readings {
		if r.Private() {
			return true
		}
	}
	return false
}
