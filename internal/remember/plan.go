package remember

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// What is there already.
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

// Refused is the error when a request is not carried out as it stands.
type Refused struct {
	// Duplicate says that the memory is there already, rather than that the request is wrong.
	Duplicate   bool
	Found, Hint string
}

func (r *Refused) Error() string { return r.Found + "\n" + r.Hint }

var errNoText = &Refused{Found: "there is no text", Hint: "give it as an argument, with --file, or - to read it from standard input"}

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
	if slug(r.Name) == "" {
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
		return p, &Refused{Found: "--type is missing, want one of " + strings.Join(memory.Types, ", "), Hint: "say what kind of memory it is"}
	case !slices.Contains(memory.Types, r.Type) && !r.Anyway:
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

// suits reports a mode that does not suit a type.
func (r Request) suits(kind string) error {
	allowed := Allowed(kind)
	if r.Anyway || slices.Contains(allowed, r.Mode) {
		return nil
	}
	var words []string
	for _, m := range allowed {
		words = append(words, string(m))
	}
	hint := "choose one of these, or say --anyway"
	if r.Mode == Create {
		hint = "update makes it where there is none; or leave --mode out"
	}
	return &Refused{Found: fmt.Sprintf("a memory of type %q takes %s, not %s", kind, strings.Join(words, " or "), r.Mode), Hint: hint}
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
	p.After, err = r.changed(old.Data)
	return p, err
}

// better is the mode that changes a memory of that type rather than to write another one.
func better(kind string) Mode {
	if slices.Contains(Allowed(kind), Update) {
		return Update
	}
	return Merge
}

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
	m := memory.Parse(source.NewText(data))
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

// ForTeam gives the name of the file, below the team directory, and the text of a new
// memory that is for review. Its error is a *Refused, or says why the text can't be read.
func ForTeam(r Request) (name string, text []byte, err error) {
	r = r.complete().named()
	switch {
	case r.Mode != "" && r.Mode != Create:
		return "", nil, &Refused{Found: fmt.Sprintf("--team makes a new memory and takes no --mode %s", r.Mode), Hint: "edit the file of the team, and commit it for review"}
	case r.Type == "user":
		return "", nil, &Refused{Found: "a memory of type user is private and never belongs to a team", Hint: "leave --team out"}
	case !slices.Contains(memory.TeamTypes, r.Type):
		return "", nil, &Refused{Found: fmt.Sprintf("--type is %q, want one of %s", r.Type, strings.Join(memory.TeamTypes, ", ")), Hint: "say what kind of memory it is"}
	case slug(r.Name) == "" || r.body() == "":
		return "", nil, errNoText
	}
	if text, err = r.made(); err == nil {
		text, err = memory.Set(source.NewText(text), []memory.Pair{{Key: "scope", Value: "team"}})
	}
	return free(r, nil), text, err
}

// longestStem is how many bytes of a name go into the name of a file.
const longestStem = 80

// free is a path that no private memory has, on any disk.
func free(r Request, private []sync.File) string {
	taken := map[string]bool{}
	for _, f := range private {
		taken[memory.Folded(f.Path)] = true
	}
	stem := r.Type + "_" + strings.TrimPrefix(slug(r.Name), r.Type+"-")
	name := stem + ".md"
	for n := 2; taken[memory.Folded(name)]; n++ {
		name = stem + "-" + strconv.Itoa(n) + ".md"
	}
	return name
}

// slug makes a part of a file name of a name: letters and digits, anything else a dash.
func slug(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	s := strings.ToValidUTF8(strings.Join(words, "-"), "")
	if len(s) > longestStem {
		s = strings.TrimRight(strings.ToValidUTF8(s[:longestStem], ""), "-")
	}
	return s
}
