package remember

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// A twin is a memory that says something like a new one.
type twin struct {
	path  string
	share float64
	name  string
	kind  string
	team  bool
}

// mostNamed is how many twins are named.
const mostNamed = 3

// alike finds what says something like a new memory, the most alike first.
func alike(text []byte, known Known) []twin {
	now := bagOf(text)
	var out []twin
	look := func(files []sync.File, dir string, team bool) {
		for _, f := range files {
			if was := bagOf(f.Data); !f.Archived && likeness.Close(was, now) {
				out = append(out, twin{dir + f.Path, likeness.Share(was, now), f.Name, f.Type, team})
			}
		}
	}
	look(known.Private, "private/", false)
	look(known.Team, "team/", true)
	slices.SortStableFunc(out, func(a, b twin) int { return cmp.Compare(b.share, a.share) })
	return out
}

func bagOf(data []byte) likeness.Bag {
	m := memory.Parse(source.NewText(source.Unmarked(data)))
	return likeness.Of(m.Value("name"), m.Value("description"), m.Text.Slice(m.Body))
}

// looksLike is the refusal that names the twins.
func (r Request) looksLike(like []twin) error {
	var names []string
	for _, t := range like[:min(len(like), mostNamed)] {
		names = append(names, strconv.Quote(t.path))
	}
	hint := fmt.Sprintf("--name %q --mode %s changes it; --anyway writes a new one", like[0].name, better(like[0].kind))
	if like[0].team {
		hint = "the team knows it already; if something is missing, change it there, by a commit that is reviewed; --anyway writes a new one"
	}
	return &Refused{Duplicate: true, Found: "there is a memory that says nearly the same: " + strings.Join(names, ", "), Hint: hint}
}
