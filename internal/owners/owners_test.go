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
	for _, s := range []string{"", "/", "/ @a", "//", "** @a", "*** @a", "\\ @a", "a\\", "[x", "\xff @a", "@a", "# ", "a @b #c", "^caret"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		o := owners.Parse(source.NewText([]byte(s)))
		if who, line := o.Of("a/b.md"); len(who) > 0 && line == 0 {
			t.Errorf("owners %q of no line", who)
		}
	})
}
