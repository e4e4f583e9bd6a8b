package owners_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/source"
)

func TestOf(t *testing.T) {
	const p = ".agent/team-memory/note.md"
	tests := []struct {
		name, text string
		want       []string
		line       int
		bad        []int
	}{
		{"empty", "", nil, 0, nil},
		{"comment", "# x\n\n", nil, 0, nil},
		{"folder", "* @all\n/.agent/ @org/keepers @ann # why\n", []string{"@org/keepers", "@ann"}, 2, nil},
		{"last wins", "/.agent/ @ann\n* @all\n", []string{"@all"}, 2, nil},
		{"empty owner clears", "* @all\n/.agent/\n", nil, 2, nil},
		{"address", "*.md ann@example.com\r\n", []string{"ann@example.com"}, 1, nil},
		{"another case", "/.Agent/ @ann\n", nil, 0, nil},
		{"bad lines are known", "* @all\n!x @ann\n/.agent/[a] @ann\n/.agent/ ann\n\\#x @ann\n", []string{"@all"}, 1, []int{2, 3, 4, 5}},
		{"a slash alone", "* @all\n/ @ann\n", []string{"@all"}, 1, nil},
		{"a line of another folder is no bad one", "/docs/übung, (a) & b=c/~x/ @bob\n/.agent/ @ann\n", []string{"@ann"}, 2, []int{1}},
		{"other characters", "/docs/übung,{a}&b=c/~x/ @bob\n/.agent/ @ann\n", []string{"@ann"}, 2, nil},
		{"any one character of another script", "* @all\n/日?/ @ann\n", []string{"@all"}, 1, []int{2}},
		{"an at sign", "/@scope/?x/ @bob\n/.agent/ @ann\n", []string{"@ann"}, 2, nil},
		{"a byte order mark", "\ufeff/.agent/ @ann\n", nil, 0, []int{1}},
		{"a no-break space", "/.agent/\u00a0@ann\n", nil, 0, []int{1}},
		{"a tab", "/.agent/\t@ann\n", []string{"@ann"}, 1, nil},
		{"a bracket after an escaped blank", "* @all\n/.agent\\ [x] @ann\n", []string{"@all"}, 1, []int{2}},
		{"a long domain", "/.agent/ ann@mail.example.technology\n", []string{"ann@mail.example.technology"}, 1, nil},
		{"no domain", "/.agent/ ann@example\n", nil, 0, []int{1}},
		{"a comment after a blank", "* @all\n/.agent/ # nobody\n", nil, 2, nil},
		{"a comment that may be none", "* @all\n/.agent/#x @ann\n/.agent/ @ann#x\n", []string{"@all"}, 1, []int{2, 3}},
		{"a section", "* @all\n[Memory] @ann\n^[Memory]\n", []string{"@all"}, 1, []int{2, 3}},
		{"a long line", "* @all\n/.agent/ " + strings.Repeat("@ann ", 20000), []string{"@all"}, 1, []int{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := owners.Parse(source.NewText([]byte(tt.text)))
			got, line := f.Of(p)
			if !slices.Equal(got, tt.want) || line != tt.line || !slices.Equal(f.Bad, tt.bad) {
				t.Errorf("got %q at %d, bad %v; want %q at %d, bad %v", got, line, f.Bad, tt.want, tt.line, tt.bad)
			}
		})
	}
}

func FuzzOf(f *testing.F) {
	for _, s := range []string{"", "/", "/ @a", "//", "** @a", "*** @a", "\\ @a", "a\\", "[x", "\xff @a", "@a", "# ", "a @b #c", "^caret", "[A][2] @a\n/b", "^[a]\n!x", "[", "^[]", "!"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, p := range []string{"CODEOWNERS", ".gitlab/CODEOWNERS"} {
			o := owners.Reader(p)(source.NewText([]byte(s)))
			if who, line := o.Of("a/b.md"); len(who) > 0 && line == 0 {
				t.Errorf("owners %q of no line", who)
			}
		}
	})
}

// A character that the library doesn't read stands for itself, and for nothing else.
func TestSpelled(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"/docs/übung/", "docs/übung/a.md", true},
		{"/docs/übung/", "docs/ubung/a.md", false},
		{"/docs/übung/", "docs/@fc@bung/a.md", false},
		{"/@fc@,/", "@fc@,/a", true},
		{"/@fc@,/", "ü,/a", false},
		{"/日本/*", "日本/語.md", true},
		{"/日本/*", "日本/語/a.md", false},
		{"日*", "a/b/日記", true},
		{"/日本/**/x,y", "日本/語/x,y", true},
		{"/日本\\ 語/", "日本 語/a", true},
		{"/a,b", "a,b/c", true},
		{"/a,b", "a,bc", false},
	} {
		f := owners.Parse(source.NewText([]byte(tt.pattern + " @ann\n")))
		if got, _ := f.Of(tt.path); (len(got) > 0) != tt.want || len(f.Bad) > 0 {
			t.Errorf("%q of %q: %q, bad %v", tt.pattern, tt.path, got, f.Bad)
		}
	}
}
