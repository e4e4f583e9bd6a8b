package remember

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// Known is what is there already.
type Known struct {
	Private []sync.File // sorted by path
	Team    []sync.File // reviewed and active
}

// A Plan is one file that will be written.
type Plan struct {
	Mode   Mode
	Name   string
	Type   string
	Path   string // below the private directory
	Before []byte // nil when there is none
	After  []byte
	// Overridden is the team memory of the same name, which wins; "" when there is none.
	Overridden string
}

// Make decides which file a request is about and what it will hold. Its error is a *Refused,
// or says why the text of the memory can't be changed.
func Make(r Request, known Known) (Plan, error) {
	r = r.complete()
	switch {
	case r.Name == "" && r.Mode != "" && !makes(r.Mode, r.Type):
		return Plan{}, &Refused{Found: "--name is missing", Hint: "name the memory to " + string(r.Mode)}
	case r.Name == "" && r.body() == "":
		return Plan{}, errNoText
	case r.Mode == "" || makes(r.Mode, r.Type):
		r = r.named()
	}
	if memory.Slug(r.Name) == "" {
		return Plan{}, &Refused{Found: fmt.Sprintf("the name is %q, want at least one letter or digit", r.Name), Hint: "give one with --name"}
	}
	old, err := find(r, known.Private)
	if err != nil {
		return Plan{}, err
	}
	if old != nil {
		return r.change(*old, known)
	}
	return r.make(known)
}

// find gives the private memory that a request names; nil when there is none.
func find(r Request, private []sync.File) (*sync.File, error) {
	var found []sync.File
	for _, f := range private {
		if f.Identity() == memory.Key(r.Name) {
			found = append(found, f)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return &found[0], nil
	}
	return nil, &Refused{Found: fmt.Sprintf("more than one private memory is named %q: %s", r.Name, paths(found)), Hint: "rename all but one of them"}
}

func paths(files []sync.File) string {
	var out []string
	for _, f := range files {
		out = append(out, strconv.Quote("private/"+f.Path))
	}
	return strings.Join(out, ", ")
}

// make plans a new memory.
func (r Request) make(known Known) (Plan, error) {
	p := Plan{Mode: Create, Name: r.Name, Type: r.Type, Overridden: overriding(r.Name, known.Team)}
	switch {
	case r.Mode != "" && !makes(r.Mode, r.Type):
		return p, &Refused{Found: fmt.Sprintf("there is no private memory named %q", r.Name), Hint: "teammem list --scope private shows their names; without --mode it is made"}
	case r.Type == "":
		return p, &Refused{Found: "--type is missing, want one of " + strings.Join(memory.Types, ", "), Hint: "user is about a person, feedback is how to work, project is what goes on and until when, reference is where to look"}
	case !slices.Contains(memory.Types, r.Type):
		return p, &Refused{Found: fmt.Sprintf("--type is %q, want one of %s", r.Type, strings.Join(memory.Types, ", ")), Hint: "choose the one that is nearest"}
	case r.body() == "":
		return p, errNoText
	case openCode(r.body()):
		return p, errOpenCode
	case p.Overridden != "" && !r.Anyway:
		return p, &Refused{Duplicate: true, Found: fmt.Sprintf("the team has a memory named %q, and it wins: %q", r.Name, p.Overridden),
			Hint: "change it there, by a commit that is reviewed, or choose another --name; --anyway writes one that is overridden"}
	}
	if err := r.suits(r.Type); r.Mode != "" && err != nil {
		return p, err
	}
	var err error
	if p.After, err = r.made(); err != nil {
		return p, err
	}
	if like := alike(p.After, known); len(like) > 0 && !r.Anyway {
		return p, r.looksLike(like)
	}
	p.Path = free(r, known.Private)
	return p, nil
}

// overriding is the path of the team memory with that name.
func overriding(name string, team []sync.File) string {
	for _, f := range team {
		if !f.Archived && f.Identity() == memory.Key(name) {
			return f.Path
		}
	}
	return ""
}

// change plans a change of a private memory.
func (r Request) change(old sync.File, known Known) (Plan, error) {
	p := Plan{Mode: r.Mode, Name: old.Name, Type: old.Type, Path: old.Path, Before: old.Data, Overridden: overriding(old.Name, known.Team)}
	if r.Mode == "" || r.Mode == Create {
		return p, &Refused{Duplicate: true, Found: fmt.Sprintf("there is a private memory named %q: %q", old.Name, "private/"+old.Path), Hint: fmt.Sprintf("--mode %s changes it; or choose another --name", better(old.Type))}
	}
	if r.Type != "" && r.Type != old.Type {
		return p, &Refused{Found: fmt.Sprintf("%q is of type %q, not %q", old.Name, old.Type, r.Type), Hint: "leave --type out, or choose another --name"}
	}
	if err := r.suits(old.Type); err != nil {
		return p, err
	}
	given := r.body() != "" || r.Why != "" || r.How != ""
	if !given && (r.Mode != Update || r.Description+r.Expires == "") && r.Mode != Invalidate {
		return p, &Refused{Found: "there is nothing to " + string(r.Mode), Hint: "give a text, --why or --how"}
	}
	if given && r.Mode == Invalidate {
		return p, &Refused{Found: "invalidate keeps the text as it is", Hint: "leave the text out, or choose another --mode"}
	}
	var err error
	p.After, err = r.changed(source.Unmarked(old.Data))
	return p, err
}
