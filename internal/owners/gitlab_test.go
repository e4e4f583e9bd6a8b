package owners_test

import (
	"slices"
	"testing"

	"github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/source"
)

// On GitLab the owners of every section have to approve, and the last line of each decides.
func TestSections(t *testing.T) {
	const p = ".agent/team-memory/note.md"
	for _, tt := range []struct {
		name, text string
		want       []string
		line       int
		bad        []int
	}{
		{"none", "* @all\n/.agent/ @ann\n", []string{"@ann"}, 2, nil},
		{"another one takes nothing away", "/.agent/ @ann\n[Docs]\n*.md @bob\n", []string{"@ann", "@bob"}, 1, nil},
		{"the last line of each", "[A]\n* @all\n/.agent/ @ann\n[B]\n/.agent/ @bob\n* @ann\n", []string{"@ann"}, 3, nil},
		{"owners of the heading", "[A][2] @ann @org/sub/team\n/.agent/\n", []string{"@ann", "@org/sub/team"}, 2, nil},
		{"nobody at all", "[A]\n/.agent/\n", nil, 2, nil},
		{"the first one with owners is named", "[A]\n/.agent/\n[B]\n/.agent/ @ann\n", []string{"@ann"}, 4, nil},
		{"nobody has to approve", "^[A] @ann\n/.agent/\n^[B]\n/.agent/ @bob\n", nil, 0, nil},
		{"one name twice", "[A]\n/.agent/ @ann\n[B]\n/src/ @bob\n[a]\n* @all\n", []string{"@all"}, 6, nil},
		{"optional and required", "^[A]\n/.agent/ @ann\n[A]\n/.agent/ @bob\n", []string{"@bob"}, 4, nil},
		{"required somewhere", "[A]\n/.agent/ @ann\n^[a] @bob\n/.agent/\n", []string{"@bob"}, 4, nil},
		{"required somewhere, and nobody asked", "[A]\n/.agent/ @ann\n^[A]\n/.agent/\n", nil, 4, nil},
		{"what is left out", "* @all\n!/.agent/\n/.agent/ @ann\n[B]\n/.agent/ @bob\n", []string{"@bob"}, 5, nil},
		{"roles and dots", "/.agent/ @@maintainers @ann.example\n", []string{"@@maintainers", "@ann.example"}, 1, nil},
		{"any depth", "team-memory/*.md @ann\n", []string{"@ann"}, 1, nil},
		{"a folder ends in a slash", "/.agent @ann\n.agent/team-memory @bob\n", nil, 0, nil},
		{"all", "** @ann\n", []string{"@ann"}, 1, nil},
		{"files of one folder", "/.agent/** @ann\n/.agent/* @ann\n", nil, 0, nil},
		{"files of the folder", "/.agent/team-memory/** @ann\n", []string{"@ann"}, 1, nil},
		{"no heading", "/.agent/ @ann\n[A\n[]\n[B][x]\n[C]x\n[D] bob\n", []string{"@ann"}, 1, []int{2, 3, 4, 5, 6}},
		{"no owner", "/.agent/ @\n/.agent/ @a//\n/.agent/ @ann!\n", nil, 0, []int{1, 2, 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := owners.ParseSections(source.NewText([]byte(tt.text)))
			got, line := f.Of(p)
			if !slices.Equal(got, tt.want) || line != tt.line || !slices.Equal(f.Bad, tt.bad) {
				t.Errorf("got %q at %d, bad %v; want %q at %d, bad %v", got, line, f.Bad, tt.want, tt.line, tt.bad)
			}
			if all := f.Matches(p); line > 0 && all[len(all)-1].Line != line {
				t.Errorf("the line that decides is %d, want %d", all[len(all)-1].Line, line)
			}
		})
	}
}

// Which host looks at a file is known by where it looks.
func TestReader(t *testing.T) {
	text := source.NewText([]byte("[Docs] @ann\n/docs/\n"))
	for at, sections := range map[string]bool{"CODEOWNERS": false, ".github/CODEOWNERS": false, ".gitlab/CODEOWNERS": true, ".gitea/CODEOWNERS": false} {
		f := owners.Reader("docs/CODEOWNERS", at)(text)
		if f.Divided != sections || (len(f.Bad) == 0) != sections {
			t.Errorf("%s: divided %v, bad lines %v", at, f.Divided, f.Bad)
		}
	}
}
