package doctor

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// A Canary is an entry of the index that an agent knows only if the index was delivered to
// it, to its end.
type Canary struct {
	Target string // the file that the entry links, as it is written there
	Words  string // what the entry says of it
}

// CanaryOf takes the last entry that says something of a file: where an index is cut, it is
// the first to be lost. It is not ok when there is none.
func CanaryOf(index *source.Text) (c Canary, ok bool) {
	x := memory.ParseIndex(index)
	for i := len(x.Entries) - 1; i >= 0; i-- {
		e := &x.Entries[i]
		if e.Main == nil || e.Main.Target.Reach == memory.Away {
			continue
		}
		if words := afterLink(string(index.Slice(source.Span{Start: e.Main.Span.End, End: e.Span.End}))); plain(words) != "" {
			return Canary{memory.LinkTarget(e.Target()), words}, true
		}
	}
	return c, false
}

// afterLink is the text of an entry without the separator before it.
func afterLink(s string) string {
	return strings.TrimSpace(strings.TrimLeft(strings.Join(strings.Fields(s), " "), " -–—:|"))
}

// Question is what to ask an agent.
func (c Canary) Question() string {
	return fmt.Sprintf("Without opening a file or running a command: what does the index of the team memory say of %s? Repeat its words, nothing else.", c.Target)
}

// answered reports whether an answer repeats the words of the entry, and whole ones. Only
// letters and digits count, and not their case.
func (c Canary) answered(answer string) bool {
	said, want := plain(answer), plain(c.Words)
	for from := 0; ; from++ {
		i := strings.Index(said[from:], want)
		if i < 0 {
			return false
		}
		from += i
		before, after := said[:from], said[from+len(want):]
		if endsWord(before) && startsWord(after) {
			return true
		}
	}
}

// endsWord and startsWord look whether a word of a script with blanks goes on there.
func endsWord(s string) bool   { return s == "" || !isASCIIWord(s[len(s)-1]) }
func startsWord(s string) bool { return s == "" || !isASCIIWord(s[0]) }

func isASCIIWord(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }

// plain keeps letters and digits, and one blank between words.
func plain(s string) string {
	words := strings.FieldsFunc(strings.ToLower(norm.NFC.String(s)), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c)
	})
	return strings.Join(words, " ")
}

var wrongAnswer = &Fault{"canary-wrong", Fail, "the agent does not know the end of the index"}

var canaryCheck = &Check{
	Name: "canary", Wanted: "the agent repeats what the last entry of the index says", Faults: []*Fault{wrongAnswer},
	judge: func(f *Facts, r *reply) {
		if f.Delivery.Answer == nil || f.Memory == nil || f.Memory.Index == nil {
			return
		}
		c, ok := CanaryOf(f.Memory.Index)
		switch {
		case !ok:
			r.unknown("no entry of the index says anything to repeat", "run teammem index")
		case c.answered(*f.Delivery.Answer):
			r.ok("it repeats what the index says of " + c.Target)
		default:
			r.fault(wrongAnswer, fmt.Sprintf("the answer lacks what the index says of %s: %q", c.Target, c.Words), "start a new session and ask again; if it stays so, the index does not reach this agent")
		}
	},
}
