package promote

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
)

// maxName is how many bytes of a name stand in that of a branch, which is a file on disk.
const maxName = 100

// Branch is the name of the branch for changes, of which there is at least one. Every git
// takes it.
func Branch(changes []Change) string {
	name := branchWord(changes[0].Source.stem())
	if more := len(changes) - 1; more > 0 {
		name += fmt.Sprintf("-and-%d-more", more)
	}
	return "memory/" + name
}

// branchWord keeps letters, digits and single dashes, dots and underscores between them.
func branchWord(s string) string {
	var b strings.Builder
	gap := rune(0)
	for _, r := range strings.ToValidUTF8(s, "-") {
		if b.Len() >= maxName {
			break
		}
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) && b.Len() > 0
		switch {
		case !word && gap == 0 && (r == '_' || r == '.'):
			gap = r
		case !word:
			gap = '-'
		default:
			if gap != 0 && b.Len() > 0 {
				b.WriteRune(gap)
			}
			b.WriteRune(r)
			gap = 0
		}
	}
	word := b.String()
	for strings.HasSuffix(word, ".lock") { // which git keeps for itself
		word = strings.TrimSuffix(word, ".lock")
	}
	if memory.IsDevice(word) { // a branch is a file, and Windows has none of that name
		word += "-note"
	}
	return cmp.Or(word, "note")
}

// maxSubject is how many characters the first line of a message has at most.
const maxSubject = 72

// Message is what the commit says of changes, of which there is at least one.
func Message(changes []Change) string {
	verb, names := "update", make([]string, len(changes))
	for i, c := range changes {
		if !c.Update {
			verb = "add"
		}
		names[i] = strings.Join(strings.Fields(strings.ToValidUTF8(c.Source.stem(), "?")), " ")
	}
	subject := fmt.Sprintf("memory: %s %s", verb, strings.Join(names, ", "))
	if len(changes) == 1 || utf8.RuneCountInString(subject) <= maxSubject {
		return subject + "\n"
	}
	return fmt.Sprintf("memory: %s %d memories\n\n- %s\n", verb, len(changes), strings.Join(names, "\n- "))
}
