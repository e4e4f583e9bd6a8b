package remember

import (
	"fmt"
	"slices"
	"strings"
)

// Refused is the error when a request is not carried out as it stands.
type Refused struct {
	// Duplicate says that the memory is there already, rather than that the request is wrong.
	Duplicate   bool
	Found, Hint string
}

func (r *Refused) Error() string { return r.Found + "\n" + r.Hint }

var errNoText = &Refused{Found: "there is no text", Hint: "give it as an argument, with --file, or - to read it from standard input"}

// suits reports a mode that does not suit a type.
func (r Request) suits(kind string) error {
	allowed := allowed(kind)
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

// better is the mode that changes a memory of that type rather than to write another one.
func better(kind string) Mode {
	if slices.Contains(allowed(kind), Update) {
		return Update
	}
	return Merge
}
