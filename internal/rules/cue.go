package rules

import (
	"strings"
	"sync"

	"github.com/teammem/teammem/internal/source"
)

// A cueSet looks for the cues of several groups in one pass over a text, so that a
// pattern is tried only where it can match. Cues have three bytes or more.
type cueSet struct {
	groups int
	first  [cueSlots]uint16 // by the hash of three bytes: 1 + the place in cues; 0 for none
	cues   []cue
}

type cue struct {
	word  string
	group int
	next  uint16 // of the same hash: 1 + the place in cues
}

const cueSlots = 1 << 12

func cueSlot(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16) * 0x9e3779b1 >> 20
}

func newCueSet(groups ...[]string) *cueSet {
	set := &cueSet{groups: len(groups)}
	for g, words := range groups {
		for _, w := range words {
			slot := &set.first[cueSlot(w[0], w[1], w[2])]
			set.cues = append(set.cues, cue{w, g, *slot})
			*slot = uint16(len(set.cues))
		}
	}
	return set
}

// find gives for each group where its cues stand in text, sorted by their beginning.
func (set *cueSet) find(text []byte) [][]source.Span {
	out := make([][]source.Span, set.groups)
	for i := 0; i+2 < len(text); i++ {
		for n := set.first[cueSlot(text[i], text[i+1], text[i+2])]; n != 0; {
			c := set.cues[n-1]
			n = c.next
			if end := i + len(c.word); end <= len(text) && string(text[i:end]) == c.word {
				out[c.group] = append(out[c.group], source.Span{Start: i, End: end})
			}
		}
	}
	return out
}

// widened gives the spans of found, sorted by their beginning, with so many bytes of
// a text of length n before and after each; those that touch become one.
func widened(found []source.Span, n, before, after int) []source.Span {
	out := found[:0]
	for _, s := range found {
		s = source.Span{Start: max(0, s.Start-before), End: min(n, s.End+after)}
		if k := len(out); k > 0 && s.Start <= out[k-1].End {
			out[k-1].End = max(out[k-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// windows gives the parts of text that hold one of the cues, with so many bytes before
// and after it; sorted, without overlap. A pattern that is tried on them alone
// costs next to nothing where there is nothing to find.
func (set *cueSet) windows(text []byte, before, after int) []source.Span {
	return widened(set.find(text)[0], len(text), before, after)
}

// A cueList is a list with bars between the cues. The set of one group is made of it when it
// is first needed.
type cueList struct {
	list string
	once sync.Once
	set  *cueSet
}

func listOfCues(list string) *cueList { return &cueList{list: list} }

func (l *cueList) Get() *cueSet {
	l.once.Do(func() { l.set = newCueSet(cues(l.list)) })
	return l.set
}

func cues(list string) []string { return strings.Split(list, "|") }
