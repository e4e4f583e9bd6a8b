package page

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wordset"
)

// Similar is an existing memory that a changed one repeats or may contradict.
type Similar struct {
	Path     string   `json:"path"` // below the team directory
	Relation Relation `json:"relation"`
	Share    int      `json:"share"` // of the words of both, in percent
	// Words are those that tell the two apart, or that the other still says.
	Words []string `json:"words"`
	Ahead bool     `json:"ahead"` // the base has got it since the fork
}

// A Relation says what two memories are to each other.
type Relation string

// The relations.
const (
	SameName   Relation = "same name"  // the two are one memory to sync
	Duplicate  Relation = "duplicate"  // says nearly the same
	Numbers    Relation = "numbers"    // says the same with other numbers
	Opposite   Relation = "opposite"   // one says not what the other says
	StillSays  Relation = "still says" // says what the change takes back
	Supersedes Relation = "supersedes" // by its own frontmatter
)

// contradicts reports whether another memory may say the contrary.
func (mem *Memory) contradicts() bool { return mem.is(Opposite, Numbers, StillSays) }

// repeats reports whether another memory says nearly the same.
func (mem *Memory) repeats() bool { return mem.is(Duplicate, SameName) }

func (mem *Memory) is(relations ...Relation) bool {
	return slices.ContainsFunc(mem.Similar, func(s Similar) bool { return slices.Contains(relations, s.Relation) })
}

// mostCompared is how many pairs of memories are compared.
const mostCompared = 1_000_000

// A candidate is a memory that others are compared with.
type candidate struct {
	file  *memory.File
	bag   likeness.Bag
	key   string
	not   func() bool // it says no
	ahead bool
}

// similar compares what is new or changed with the active memories there are.
func (m *maker) similar() {
	if !slices.ContainsFunc(m.pairs, func(p pair) bool { return p.now != nil }) {
		return
	}
	var all []candidate
	for _, f := range append(slices.Clone(m.After.Memories()), m.Ahead...) {
		if f.Memory != nil {
			all = append(all, candidate{
				file: f, bag: m.Words(f), key: identity(f), ahead: m.After.File(f.Path) != f,
				not: sync.OnceValue(func() bool { return denies(f) }),
			})
		}
	}
	common := commonWords(all)
	for i := range all {
		all[i].bag.Words = slices.DeleteFunc(slices.Clone(all[i].bag.Words), func(w uint64) bool { return common[w] })
	}
	budget := mostCompared
	for i, p := range m.pairs {
		k := slices.IndexFunc(all, func(c candidate) bool { return c.file == p.now })
		mem := &m.page.Memories[i]
		if k < 0 || mem.Hushed || mem.Kind == Renamed && len(mem.Fields)+len(mem.Text) == 0 {
			continue
		}
		if budget -= len(all); budget < 0 {
			m.page.Notices = append(m.page.Notices, "there are too many memories to compare all of them")
			return
		}
		mem.Similar = m.similarTo(p, all[k], all)
	}
}

// commonWords are those of many memories: a template makes no likeness.
func commonWords(all []candidate) map[uint64]bool {
	count, common := map[uint64]int{}, map[uint64]bool{}
	for _, c := range all {
		for _, w := range c.bag.Words {
			if count[w]++; count[w] > max(5, len(all)/10) {
				common[w] = true
			}
		}
	}
	return common
}

// mostSimilar is how many similar memories are named.
const mostSimilar = 5

func (m *maker) similarTo(p pair, c candidate, all []candidate) []Similar {
	out := []Similar{}
	left, come := m.swapped(p)
	for _, other := range all {
		if other.file == c.file || len(out) == mostSimilar || m.Hushed(other.file.Path) {
			continue
		}
		relation, words := relate(c, other, left, come)
		if relation == "" {
			continue
		}
		if supersedes(c.file, other.file) {
			relation = Supersedes
		}
		out = append(out, Similar{
			Path: m.Safe(other.file.Rel()), Relation: relation, Share: int(100 * likeness.Share(c.bag, other.bag)), Words: m.all(words), Ahead: other.ahead,
		})
	}
	return out
}

// relate says what other is to c. left are the words that the change took out of c, and
// come those that it brought.
func relate(c, other candidate, left, come map[string]bool) (Relation, []string) {
	switch {
	case c.key == other.key:
		return SameName, nil
	case likeness.TextsInNumbersAlone(c.bag, other.bag) && textBag(c.file).Comparable():
		if withoutDigits(c.key) == withoutDigits(other.key) {
			return "", nil
		}
		return Numbers, numbersOf(c.file, other.file)
	case !likeness.Close(c.bag, other.bag):
		return "", nil
	case c.not() != other.not():
		return Opposite, nil
	case len(left) > 0 && len(stillSaid(other.file, left, come)) > 0:
		return StillSays, stillSaid(other.file, left, come)
	case likeness.Same(c.bag, other.bag):
		return Duplicate, nil
	}
	return "", nil
}

// textBag is the description and the body of a memory without its name.
func textBag(f *memory.File) likeness.Bag {
	return likeness.Of("", f.Memory.Value("description"), f.Text.Slice(f.Memory.Body))
}

// withoutDigits tells a memory for each port or release, which is on purpose, from two that
// happen to say the same.
func withoutDigits(key string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || strings.ContainsRune(".-", r) {
			return -1
		}
		return r
	}, key)
}

// supersedes reports whether f says that it takes the place of other.
func supersedes(f, other *memory.File) bool {
	key := memory.Key(strings.TrimSuffix(lastOf(strings.TrimSpace(f.Memory.Value("supersedes"))), ".md"))
	return key != "" && (key == identity(other) || key == memory.Key(strings.TrimSuffix(other.Name(), ".md")))
}

// denials are words that turn a rule round.
var denials = wordset.Of(`not never no don't dont doesn't isn't aren't can't cannot won't shouldn't mustn't avoid stop forbidden without
	nicht nie niemals kein keine nunca jamais ne pas mai non nooit niet`)

var denialSigns = []string{"不", "别", "禁止", "切勿", "勿", "没有", "避免", "しない", "ません", "않", "금지"}

// denies reports whether what a memory says, its reasons aside, says no an odd number of
// times: then it is the opposite of what it would be without.
func denies(f *memory.File) bool {
	text := strings.ToLower(strings.ReplaceAll(f.Memory.Value("description")+" "+said(f), "’", "'"))
	n := 0
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if denials.Has(w) {
			n++
		}
	}
	for _, sign := range denialSigns {
		n += strings.Count(text, sign)
	}
	return n%2 == 1
}

// swapped are the words that the change took out of a memory, and those that it brought.
func (m *maker) swapped(p pair) (left, come map[string]bool) {
	left, come = map[string]bool{}, map[string]bool{}
	if p.old == nil || p.now == nil {
		return left, come
	}
	old, now := wordsOf(body(p.old)), wordsOf(body(p.now))
	for w := range old {
		if !now[w] {
			left[w] = true
		}
	}
	for w := range now {
		if !old[w] {
			come[w] = true
		}
	}
	if len(come) == 0 { // nothing came in its place, so nothing is contradicted
		clear(left)
	}
	return left, come
}

// shortestWord is how many bytes a word without a digit has to have to mean something.
const shortestWord = 4

func wordsOf(text []byte) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(string(text)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-'
	}) {
		if len(w) >= shortestWord || strings.ContainsAny(w, "0123456789") {
			out[w] = true
		}
	}
	return out
}

// stillSaid are the words that f says, that were taken out elsewhere, when it says none of
// those that came in their place.
func stillSaid(f *memory.File, left, come map[string]bool) []string {
	var out []string
	for w := range wordsOf(body(f)) {
		if come[w] {
			return nil
		}
		if left[w] {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), mostSimilar)]
}

// numbersOf are the words with digits that one of two memories has and the other has not.
func numbersOf(f, other *memory.File) []string {
	a, b := wordsOf(body(f)), wordsOf(body(other))
	var out []string
	for w := range a {
		if !b[w] && strings.ContainsAny(w, "0123456789") {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out[:min(len(out), mostSimilar)]
}
