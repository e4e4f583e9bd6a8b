package rules

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var nearDuplicate = &Rule{
	ID:    "near-duplicate",
	Title: "two memories say nearly the same",
	Class: WeakensMemory,
	Wide:  true,
	OfAll: true,
	Doc: `Two memories of one thing drift apart, and an agent that finds the older one is wrong. Names, descriptions and bodies are
compared as sets of words (pairs of characters in Chinese, Japanese and Korean), and reported when enough of both is shared; the longer the texts,
the more it has to be. The limits were set on labelled pairs: rewordings of one fact on the one side, facts about the same subject on the other.
Texts of fewer than 12 words are not compared, nor are those that differ in numbers alone: one memory for each port or release is
on purpose.`,
	Check: func(in *Input, report func(Report)) {
		memories := in.active()
		if in.NewOnly && !in.anyResembles(memories) {
			return
		}
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

// A bag is the set of words of a file.
type bag struct {
	likeness.Bag
	file *memory.File
}

// Limits that keep a folder of thousands of memories, or one of a megabyte, cheap.
const (
	maxHolders = 60 // memories that are looked up by one word
	maxRivals  = 40 // memories that one is compared with
	fewBags    = 16 // memories up to which all are compared first
	fewHolders = 5  // memories up to which a word is not common
)

// lookalikes pairs each memory with the first that says nearly the same.
func (in *Input) lookalikes(memories []*memory.File) []twin {
	var bags []bag
	for _, f := range memories {
		if b := in.bagOf(f); b.Comparable() {
			bags = append(bags, b)
		}
	}
	df := countWords(bags).df
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
	shared := make([]int, len(bags))
	var out []twin
	for i, b := range bags {
		rare := rarest(b, df)
		if k := firstLike(b, bags, copies, rivals(rare, holders, shared)); k >= 0 {
			out = append(out, twin{b.file, bags[k].file})
		}
		if _, ok := copies[b.Text]; !ok {
			copies[b.Text] = i
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
		if slices.ContainsFunc(bags[:i], func(a bag) bool { return a.Text == b.Text || likeness.Same(a.Bag, b.Bag) }) {
			return true
		}
	}
	return false
}

// firstLike gives the index of the memory that b is a copy of, or else of the
// first rival that says nearly the same; -1 when there is none.
func firstLike(b bag, bags []bag, copies map[uint64]int, rivals []int) int {
	if k, ok := copies[b.Text]; ok && !likeness.InNumbersAlone(b.Bag, bags[k].Bag) {
		return k
	}
	for _, k := range rivals {
		if likeness.Same(b.Bag, bags[k].Bag) {
			return k
		}
	}
	return -1
}

// mostHolders is how many of n memories may hold a word that is not common.
func mostHolders(n int) int { return max(fewHolders, n/10) }

// dropCommon leaves out the words of many memories: a template makes no duplicates.
func (b *bag) dropCommon(df map[uint64]int, n int) {
	common := func(w uint64) bool { return df[w] > mostHolders(n) }
	if slices.ContainsFunc(b.Words, common) { // which others may hold, too
		b.Words = slices.DeleteFunc(slices.Clone(b.Words), common)
	}
}

// rarest gives the words of b that a near-duplicate must share at least one of: the
// rarest, as many as the limit leaves room to differ in, and one more.
func rarest(b bag, df map[uint64]int) []uint64 {
	type counted struct {
		holders int
		word    uint64
	}
	all := make([]counted, len(b.Words))
	for i, w := range b.Words {
		all[i] = counted{df[w], w}
	}
	slices.SortFunc(all, func(x, y counted) int { return cmp.Or(cmp.Compare(x.holders, y.holders), cmp.Compare(x.word, y.word)) })
	words := make([]uint64, min(len(all), len(all)-int(likeness.Limit(b.Bag, b.Bag)*float64(len(all)))+1))
	for i := range words {
		words[i] = all[i].word
	}
	return words
}

// rivals gives the earlier memories that share the most of the rare words. It counts in shared, which is
// of zeros before and after.
func rivals(rare []uint64, holders map[uint64][]int, shared []int) []int {
	var out []int
	for _, w := range rare {
		for _, k := range holders[w] {
			if shared[k]++; shared[k] == 1 {
				out = append(out, k)
			}
		}
	}
	slices.SortFunc(out, func(x, y int) int { return cmp.Or(cmp.Compare(shared[y], shared[x]), cmp.Compare(x, y)) })
	for _, k := range out {
		shared[k] = 0
	}
	return out[:min(len(out), maxRivals)]
}

// mostNewWords is how many words of a hundred a memory can gain and not come to say
// what another one says.
const mostNewWords = 10

// Rewritten reports whether f says so much that it did not say before, or goes by
// another name, type or description, that it can have come to resemble another memory.
func (in *Input) Rewritten(before *source.Text, f *memory.File) bool {
	is := in.bagOf(f)
	if !is.Comparable() {
		return true
	}
	start := f.Memory.Body.Start
	if start == 0 || !bytes.HasPrefix(before.Bytes(), f.Text.Bytes()[:start]) {
		return true // another frontmatter
	}
	old, now := before.Bytes()[start:], f.Text.Bytes()[start:]
	var gained bag // at most
	gained.AddText(differing(now, old))
	if max(len(old), len(now)) > likeness.MaxText || is.Halves-gained.Halves < 2*likeness.LeastWords || !is.gainsFew(gained, nil) {
		was := likeness.Of(f.Memory.Value("name"), f.Memory.Value("description"), old)
		return !was.Comparable() || !is.gainsFew(is, was.Words)
	}
	return false
}

// gainsFew reports whether so few of some are not among known, which are sorted, that b
// can do without them.
func (b bag) gainsFew(some bag, known []uint64) bool {
	n := 0
	for _, w := range some.Words {
		if _, old := slices.BinarySearch(known, w); !old {
			n++
		}
	}
	return n*100 <= mostNewWords*len(b.Words)
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

// bagOf gives f with its words.
func (in *Input) bagOf(f *memory.File) bag {
	if f.Memory == nil || f.Text == nil {
		return bag{}
	}
	return bag{in.Words(f), f}
}

// Words gives the words of f, which are counted once; none of what is no memory.
func (in *Input) Words(f *memory.File) likeness.Bag {
	if f.Memory == nil || f.Text == nil {
		return likeness.Bag{}
	}
	b, ok := in.bags[f.Text]
	if !ok {
		b = likeness.Of(f.Memory.Value("name"), f.Memory.Value("description"), f.Text.Slice(f.Memory.Body))
		if in.bags == nil {
			in.bags = map[*source.Text]likeness.Bag{}
		}
		in.bags[f.Text] = b
	}
	return b
}
