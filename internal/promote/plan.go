package promote

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/sync"
)

// A Request is what shall become team memory.
type Request struct {
	Team    *memory.Snapshot // what the team has
	Sources []Source
	// To is where it goes, relative to the team directory or to the top of the repository:
	// a file, or a folder that ends in a slash. Empty leaves it to Plan.
	To string
	// Update lets a private memory take the place of the team memory of the same name.
	Update bool
}

// A Change is one file of the team directory that is new or has another text.
type Change struct {
	Source Source
	Path   string // relative to the top of the repository
	Text   []byte
	Update bool // another text takes the place of one that the team has
}

// Plan says what becomes of each source, in order. What the team has already, byte for
// byte, is left out. The error is a *Refused where a memory is refused, and else says what
// is wrong with the request.
func Plan(r Request) ([]Change, error) {
	to, err := r.target()
	if err != nil {
		return nil, err
	}
	var out []Change
	taken := map[string]Source{}
	for _, s := range r.Sources {
		c, err := r.plan(s, to)
		if err != nil {
			return nil, err
		}
		if other, twice := taken[c.Path]; twice {
			return nil, fmt.Errorf("%q and %q would be the same file %q\npromote one of them, or name a place for it with --to", other.Path, s.Path, c.Path)
		}
		taken[c.Path] = s
		if old := r.Team.File(c.Path); old == nil || old.Text == nil || !bytes.Equal(old.Text.Bytes(), c.Text) {
			out = append(out, c)
		}
	}
	return out, nil
}

// target gives To as a path of the repository; "" when it is empty.
func (r Request) target() (string, error) {
	if r.To == "" {
		return "", nil
	}
	folder := strings.HasSuffix(r.To, "/")
	p := strings.TrimPrefix(strings.TrimSuffix(r.To, "/"), memory.Dir+"/")
	to := memory.Dir + "/" + p
	switch {
	case !fs.ValidPath(p) || p == "." || sync.Flaw(p) != "":
		return "", fmt.Errorf("--to is %q, want a path below %s", r.To, memory.Dir)
	case strings.HasPrefix(to+"/", memory.ArchiveDir+"/"):
		return "", errors.New("--to leads into archive/, which agents don't read\nname another folder")
	case !folder && memory.KindOf(to) != memory.KindMemory:
		return "", fmt.Errorf("--to is %q, want a file that ends in .md and is not the index, or a folder that ends in a slash", r.To)
	case !folder && len(r.Sources) > 1:
		return "", fmt.Errorf("--to names one file for %d memories\nname a folder that ends in a slash, or promote one at a time", len(r.Sources))
	case folder:
		return to + "/", nil
	}
	return to, nil
}

func (r Request) plan(s Source, to string) (Change, error) {
	if s.Draft && memory.Key(s.stem()) == memory.Key("MEMORY") {
		return Change{}, &Refused{Name: s.Path, Why: "it is an edit of the index and no memory", Fix: "edit MEMORY.md on a branch of your own"}
	}
	if err := refuseUser(s); err != nil {
		return Change{}, err
	}
	c := Change{Source: s, Text: s.memory().ForTeam()}
	old, err := r.original(s)
	switch {
	case err != nil:
		return c, err
	case old != nil && !s.Draft && !r.Update && !bytes.Equal(old.Text.Bytes(), c.Text):
		return c, &Refused{Name: s.Path, Why: fmt.Sprintf("the team has a memory of that name: %s", old.Path), Fix: "give it another name, or put it in the place of the team's with --update"}
	case old != nil && to != "" && to != old.Path:
		return c, fmt.Errorf("--to is %q, and the team has that memory at %q\nleave --to out: its text is replaced where it is", r.To, old.Path)
	case old != nil:
		c.Path, c.Update = old.Path, true
		return c, nil
	}
	c.Path, err = r.place(s, to)
	return c, err
}

// original is the memory that s takes the place of; nil when there is none.
func (r Request) original(s Source) (*memory.File, error) {
	var same, from []*memory.File
	for _, f := range r.Team.Memories() {
		if f.Memory == nil {
			continue
		}
		alike := identity(f.Memory, strings.TrimSuffix(f.Name(), ".md")) == s.identity()
		if alike {
			same = append(same, f)
		}
		if s.Draft && sync.DraftedFrom(s.file(), f.Rel()) {
			from = append(from, f)
			if alike {
				return f, nil
			}
		}
	}
	switch {
	case len(from) == 1:
		return from[0], nil
	case len(from) > 1:
		return nil, &Refused{Name: s.Path, Why: fmt.Sprintf("it can be an edit of %s and of %s", from[0].Path, from[1].Path), Fix: "give it the name of the one that it is an edit of, in its frontmatter"}
	case len(same) > 0:
		return same[0], nil
	}
	return nil, nil
}

// place is where a new memory goes.
func (r Request) place(s Source, to string) (string, error) {
	at := to
	if to == "" || strings.HasSuffix(to, "/") {
		at = path.Join(memory.Dir, strings.TrimPrefix(to, memory.Dir), s.stem()+".md")
		if memory.KindOf(at) != memory.KindMemory || sync.Flaw(s.stem()+".md") != "" {
			return "", fmt.Errorf("%q has a file name that no memory can have in a team\nname another one with --to", s.Path)
		}
	}
	if r.Team.Tree.Has(at) {
		return "", &Refused{Name: s.Path, Why: fmt.Sprintf("%s is there already and is another memory", at), Fix: "name another file with --to"}
	}
	return at, nil
}
