package rules

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"

	"github.com/teammem/teammem/internal/wordset"
)

var nearDuplicate = &Rule{
	ID:    "near-duplicate",
	Title: "two memories say nearly the same",
	Class: WeakensMemory,
	Wide:  true,
	Doc: `Two memories of one thing drift apart, and an agent that finds the older one is wrong. Names, descriptions and bodies are
compared as sets of words (pairs of characters in Chinese, Japanese and Korean), and reported when enough of both is shared; the longer the texts,
the more it has to be. The limits were set on labelled pairs: rewordings of one fact on the one side, facts about the same subject on the other.
Texts of fewer than 12 words are not compared, nor are those that differ in numbers alone: one memory for each port or release is
on purpose.`,
	Check: func(in *Input, report func(Report)) {
		memories := in.active()
		for _, t := range in.lookalikes(memories) {
			later, earlier := t.later, t.earlier
			if in.Changed(earlier.Path) && !in.Changed(later.Path) {
				later, earlier = earlier, later
			}
			report(Report{
				File: later, Depends: []string{earlier.Path},
				Message: fmt.Sprintf("says nearly the same as %q", earlier.Rel()),
				Fix:     "merge the two, keep the why and the how of both, and remove one",
				Related: []finding.Related{{Path: earlier.Path, Line: 1, Message: "the other memory"}},
			})
		}
	},
}

type twin struct{ later, earlier *memory.File }

// A bag is the set of words of a memory, hashed and sorted.
type bag struct {
	file  *memory.File
	words []uint64
	cjk   int    // how many of the words are pairs of characters
	plain uint64 // of the text without its numbers
	whole uint64 // of the text with them
	text  uint64 // of description and body alone
	// halves is how many half words description and body have: a pair is one, since
	// two characters make about one word.
	halves int
}

// Limits that keep a folder of thousands of memories, or one of a megabyte, cheap.
const (
	maxBagText = 64 << 10 // bytes of a memory that are compared
	maxHolders = 60       // memories that are looked up by one word
	maxRivals  = 40       // memories that one is compared with
	leastWords = 12
	leastRare  = 8  // words that a memory must have to itself and a few others
	fewBags    = 16 // memories up to which all are compared first
	fewHolders = 5  // memories up to which a word is not common
	shortBag   = 80 // words up to which the lower limit holds
	longBag    = 250
	longExtra  = 0.22 // how much more a long text must share
)

// lookalikes pairs each memory with the first that says nearly the same.
func (in *Input) lookalikes(memories []*memory.File) []twin {
	var bags []bag
	words := 0
	for _, f := range memories {
		if b := in.bagOf(f); b.comparable() {
			bags = append(bags, b)
			words += len(b.words)
		}
	}
	df := make(map[uint64]int, words)
	for _, b := range bags {
		for _, w := range b.words {
			df[w]++
		}
	}
	for i := range bags {
		bags[i].dropCommon(df, len(bags))
	}
	if len(bags) <= fewBags && !someAlike(bags) {
		return nil
	}
	return lookUp(bags, df)
}

// lookUp pairs each of bags with the first before it that says nearly the same; df counts
// the bags that hold a word.
func lookUp(bags []bag, df map[uint64]int) []twin {
	holders, copies := map[uint64][]int{}, map[uint64]int{}
	var out []twin
	for i, b := range bags {
		rare := rarest(b, df)
		if k := firstLike(b, bags, copies, rivals(rare, holders)); k >= 0 {
			out = append(out, twin{b.file, bags[k].file})
		}
		if _, ok := copies[b.text]; !ok {
			copies[b.text] = i
		}
		for _, w := range rare {
			if len(holders[w]) < maxHolders {
				holders[w] = append(holders[w], i)
			}
		}
	}
	return out
}

// someAlike reports whether two of bags say nearly the same. Of a few, to compare each
// with each costs less than to look them up by their words.
func someAlike(bags []bag) bool {
	for i, b := range bags {
		if slices.ContainsFunc(bags[:i], func(a bag) bool { return a.text == b.text || same(a, b) }) {
			return true
		}
	}
	return false
}

// firstLike gives the index of the memory that b is a copy of, or else of the
// first rival that says nearly the same; -1 when there is none.
func firstLike(b bag, bags []bag, copies map[uint64]int, rivals []int) int {
	if k, ok := copies[b.text]; ok && !inNumbersAlone(b, bags[k]) {
		return k
	}
	for _, k := range rivals {
		if same(b, bags[k]) {
			return k
		}
	}
	return -1
}

// inNumbersAlone reports whether a and b are the same but for their numbers.
func inNumbersAlone(a, b bag) bool { return a.plain == b.plain && a.whole != b.whole }

// dropCommon leaves out the words of many memories: a template makes no duplicates.
func (b *bag) dropCommon(df map[uint64]int, n int) {
	common := func(w uint64) bool { return df[w] > max(fewHolders, n/10) }
	if slices.ContainsFunc(b.words, common) { // which others may hold, too
		b.words = slices.DeleteFunc(slices.Clone(b.words), common)
	}
}

// rarest gives the words of b that a near-duplicate must share at least one of: the
// rarest, as many as the limit leaves room to differ in, and one more.
func rarest(b bag, df map[uint64]int) []uint64 {
	words := slices.Clone(b.words)
	slices.SortFunc(words, func(x, y uint64) int { return cmp.Or(cmp.Compare(df[x], df[y]), cmp.Compare(x, y)) })
	return words[:min(len(words), len(words)-int(limit(b, b)*float64(len(words)))+1)]
}

// rivals gives the earlier memories that share the most of the rare words.
func rivals(rare []uint64, holders map[uint64][]int) []int {
	shared := map[int]int{}
	for _, w := range rare {
		for _, k := range holders[w] {
			shared[k]++
		}
	}
	var out []int
	for k := range shared {
		out = append(out, k)
	}
	slices.SortFunc(out, func(x, y int) int { return cmp.Or(cmp.Compare(shared[y], shared[x]), cmp.Compare(x, y)) })
	return out[:min(len(out), maxRivals)]
}

// limit is the share of words, of all that two memories have together, from which
// they count as nearly the same.
func limit(a, b bag) float64 {
	low := 0.38
	if 2*a.cjk > len(a.words) && 2*b.cjk > len(b.words) {
		low = 0.27
	}
	n := min(len(a.words), len(b.words))
	return low + longExtra*float64(min(max(n-shortBag, 0), longBag-shortBag))/float64(longBag-shortBag)
}

func same(a, b bag) bool {
	if inNumbersAlone(a, b) || min(len(a.words), len(b.words)) < leastRare {
		return false
	}
	both, i, k := 0, 0, 0
	for i < len(a.words) && k < len(b.words) {
		switch c := cmp.Compare(a.words[i], b.words[k]); {
		case c == 0:
			both, i, k = both+1, i+1, k+1
		case c < 0:
			i++
		default:
			k++
		}
	}
	return float64(both) >= limit(a, b)*float64(len(a.words)+len(b.words)-both)
}

// mostNewWords is how many words of a hundred a memory can gain and not come to say
// what another one says.
const mostNewWords = 10

// Rewritten reports whether f says so much that it did not say before, or goes by
// another name, type or description, that it can have come to resemble another memory.
func (in *Input) Rewritten(before *source.Text, f *memory.File) bool {
	is := in.bagOf(f)
	if !is.comparable() {
		return true
	}
	start := f.Memory.Body.Start
	if start == 0 || !bytes.HasPrefix(before.Bytes(), f.Text.Bytes()[:start]) {
		return true // another frontmatter
	}
	old, now := before.Bytes()[start:], f.Text.Bytes()[start:]
	var gained bag // at most
	gained.addText(differing(now, old))
	if max(len(old), len(now)) > maxBagText || is.halves-gained.halves < 2*leastWords || !is.gainsFew(gained, nil) {
		was := makeBag(f.Memory.Value("name"), f.Memory.Value("description"), old)
		return !was.comparable() || !is.gainsFew(is, was.words)
	}
	return false
}

// gainsFew reports whether so few of some are not among known, which are sorted, that b
// can do without them.
func (b bag) gainsFew(some bag, known []uint64) bool {
	n := 0
	for _, w := range some.words {
		if _, old := slices.BinarySearch(known, w); !old {
			n++
		}
	}
	return n*100 <= mostNewWords*len(b.words)
}

// differing gives the part of now, in whole words, that old does not begin or end with.
func differing(now, old []byte) []byte {
	start, end := 0, len(now)
	for start < min(len(now), len(old)) && now[start] == old[start] {
		start++
	}
	for end > start && len(old)-(len(now)-end) > start && now[end-1] == old[len(old)-(len(now)-end)-1] {
		end--
	}
	start = bytes.LastIndexAny(now[:start], " \n") + 1
	if n := bytes.IndexAny(now[end:], " \n"); n >= 0 {
		return now[start : end+n]
	}
	return now[start:]
}

// bagOf gives the words of f, which are counted once.
func (in *Input) bagOf(f *memory.File) bag {
	if f.Memory == nil || f.Text == nil {
		return bag{}
	}
	b, ok := in.bags[f]
	if !ok {
		b = makeBag(f.Memory.Value("name"), f.Memory.Value("description"), f.Text.Slice(f.Memory.Body))
		b.file = f
		if in.bags == nil {
			in.bags = map[*memory.File]bag{}
		}
		in.bags[f] = b
	}
	return b
}

func makeBag(name, description string, body []byte) bag {
	b := bag{words: make([]uint64, 0, 16+min(len(body), maxBagText)/8)}
	eachWord([]byte(name), func(w []byte, kind wordKind) { b.add(w, kind) })
	b.addText([]byte(description))
	b.addText(body[:min(len(body), maxBagText)])
	return b
}

// addText adds the words of a description or of a body.
func (b *bag) addText(text []byte) {
	eachWord(text, func(w []byte, kind wordKind) {
		b.text = b.text*31 + b.add(w, kind)
		if b.halves += 2; kind == pair {
			b.halves--
		}
	})
	slices.Sort(b.words)
	b.words = slices.Compact(b.words)
}

// comparable reports whether b has enough words.
func (b bag) comparable() bool { return b.halves >= 2*leastWords && len(b.words) > 0 }

// add puts a word into the bag and gives its hash.
func (b *bag) add(w []byte, kind wordKind) uint64 {
	h := fnv(w)
	b.whole = b.whole*31 + h
	if kind != numeral {
		b.plain = b.plain*31 + h
	}
	if kind == pair {
		b.cjk++
	}
	if w = stem(w); len(w) > 0 {
		b.words = append(b.words, fnv(w))
	}
	return h
}

// fnv is FNV-1a, 64 bits: the same on every run, so that findings are.
func fnv(s []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range s {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

type wordKind int

const (
	word    wordKind = iota
	numeral          // holds a digit, or is a Chinese number
	pair             // two characters of a script without blanks
)

// eachWord calls each for the words of text in lower case, which it may not keep.
// Characters of scripts without blanks come as overlapping pairs; numbers among them
// stand alone.
func eachWord(text []byte, each func(w []byte, kind wordKind)) {
	var run []byte
	kind := word
	flush := func() {
		if len(run) > 0 {
			each(run, kind)
			run, kind = run[:0], word
		}
	}
	var last rune
	for _, r := range string(text) {
		switch {
		case 'a' <= r && r <= 'z':
			run, last = append(run, byte(r)), 0
		case 'A' <= r && r <= 'Z':
			run, last = append(run, byte(r)|0x20), 0
		case '0' <= r && r <= '9':
			run, kind, last = append(run, byte(r)), numeral, 0
		case r < utf8.RuneSelf:
			flush()
			last = 0
		case strings.ContainsRune("一二三四五六七八九十百千万零两", r):
			flush()
			each(utf8.AppendRune(nil, r), numeral)
			last = 0
		case isCJK(r):
			flush()
			if last != 0 {
				each(utf8.AppendRune(utf8.AppendRune(nil, last), r), pair)
			}
			last = r
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if unicode.IsDigit(r) {
				kind = numeral
			}
			run, last = utf8.AppendRune(run, unicode.ToLower(r)), 0
		default:
			flush()
			last = 0
		}
	}
	flush()
}

func isCJK(r rune) bool {
	return r >= 0x2e80 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

var stopWords = wordset.Of(`the a an and or of to in on at by for with is are was were be been it its this that these those as from not no do does did
		has have had will would can could should must may into than then when which who what how if so but use used using we you they he she his her our
		your their there here also only all any each per one two new old out up down over under about after before because while without via i
		why apply`)

const longestStopWord = 7

// stem takes the commonest English endings off a word; it is empty for a word that says
// nothing about a text.
func stem(w []byte) []byte {
	if len(w) <= longestStopWord && stopWords()[string(w)] {
		return nil
	}
	for _, end := range [...]string{"ings", "ing", "edly", "ed", "es", "s", "ly"} {
		if n := len(w) - len(end); n >= 3 && string(w[n:]) == end {
			w = w[:n]
			break
		}
	}
	if n := len(w) - 1; n >= 3 && w[n] == 'e' {
		w = w[:n]
	}
	if n := len(w); n > 4 && w[n-1] == w[n-2] {
		w = w[:n-1]
	}
	return w
}
