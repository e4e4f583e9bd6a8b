package remember

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

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
	case memory.Slug(r.Name) == "" || r.body() == "":
		return "", nil, errNoText
	}
	if text, err = r.made(); err == nil {
		text, err = memory.Set(source.NewText(text), []memory.Pair{{Key: "scope", Value: "team"}})
	}
	return free(r, nil), text, err
}

// free is a path that no private memory has, on any disk. A secret in the name is not part
// of it: the memory will be refused, and its path is printed.
func free(r Request, private []sync.File) string {
	taken := map[string]bool{}
	for _, f := range private {
		taken[memory.Folded(f.Path)] = true
	}
	slug := memory.Slug(new(secretscan.Redactor).Redact(r.Name))
	stem := r.Type + "_" + strings.TrimPrefix(slug, r.Type+"-")
	name := stem + ".md"
	for n := 2; taken[memory.Folded(name)]; n++ {
		name = stem + "-" + strconv.Itoa(n) + ".md"
	}
	return name
}
