package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/likeness"
)

// An op says what became of a word or a line.
type op int

const (
	kept op = iota
	gone
	come
)

// An edit is one element of an edit script; i is its place in the old list, for come
// in the new one.
type edit struct {
	op op
	i  int
}

// maxEdits is up to how many elements two lists may differ in to be compared one by one.
// Beyond it all of the part that differs counts as replaced, so that time stays linear.
const maxEdits = 600

// edits turns a into b by as few edits as can be.
func edits[T comparable](a, b []T) []edit {
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out []edit
	for i := range start {
		out = append(out, edit{kept, i})
	}
	for _, e := range shortest(a[start:len(a)-end], b[start:len(b)-end]) {
		out = append(out, edit{e.op, e.i + start})
	}
	for i := len(a) - end; i < len(a); i++ {
		out = append(out, edit{kept, i})
	}
	return out
}

// shortest is the greedy algorithm of E. Myers, "An O(ND) Difference Algorithm and Its
// Variations" (1986).
func shortest[T comparable](a, b []T) []edit {
	most := min(len(a)+len(b), maxEdits)
	reach := make([]int, 2*most+3) // how far each diagonal gets in a
	at := func(k int) *int { return &reach[k+most+1] }
	var trace [][]int
	for d := 0; d <= most; d++ {
		trace = append(trace, slices.Clone(reach[most+1-d:most+2+d]))
		for k := -d; k <= d; k += 2 {
			x := *at(k - 1) + 1
			if k == -d || k != d && *at(k - 1) < *at(k + 1) {
				x = *at(k + 1)
			}
			for x < len(a) && x-k < len(b) && a[x] == b[x-k] {
				x++
			}
			*at(k) = x
			if x >= len(a) && x-k >= len(b) {
				return walkBack(trace, len(a), len(b))
			}
		}
	}
	return replaced(len(a), len(b))
}

// walkBack goes from the ends of both lists to their beginnings. trace[d] is how far the
// diagonals -d to d got with d-1 edits.
func walkBack(trace [][]int, x, y int) []edit {
	var back []edit
	for d := len(trace) - 1; d > 0; d-- {
		reach := func(k int) int { return trace[d][k+d] }
		k, before := x-y, x-y-1
		if k == -d || k != d && reach(k-1) < reach(k+1) {
			before = k + 1
		}
		for x > reach(before) && y > reach(before)-before {
			x, y = x-1, y-1
			back = append(back, edit{kept, x})
		}
		if before > k {
			y--
			back = append(back, edit{come, y})
		} else {
			x--
			back = append(back, edit{gone, x})
		}
	}
	for x > 0 {
		x--
		back = append(back, edit{kept, x})
	}
	slices.Reverse(back)
	return back
}

func replaced(n, m int) []edit {
	var out []edit
	for i := range n {
		out = append(out, edit{gone, i})
	}
	for i := range m {
		out = append(out, edit{come, i})
	}
	return out
}

// tokens cuts s into words, runs of blanks and single signs. A sign between letters or
// digits belongs to the word, as in a date or a path. Characters of scripts without blanks
// stand alone.
func tokens(s string) []string {
	var out []string
	inWord, inBlank := false, false
	for i, r := range s {
		blank := unicode.IsSpace(r)
		word := !blank && isWord(r) || inWord && strings.ContainsRune("-./:@'’", r) && startsWord(s[i+utf8.RuneLen(r):])
		if inWord && word || inBlank && blank {
			out[len(out)-1] += string(r)
		} else {
			out = append(out, string(r))
		}
		inWord, inBlank = word, blank
	}
	return out
}

func isWord(r rune) bool {
	return !likeness.IsCJK(r) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
}

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWord(r)
}

// alike is how many of the words of two texts have to be kept for the others to be marked:
// where less is left, the texts are shown as wholes. In percent.
const alike = 35

// compareWords marks which words of before and after are not in the other.
func compareWords(before, after string) (old, now []Part) {
	a, b := tokens(before), tokens(after)
	all := words(a) + words(b)
	enough := func(same int) bool { return 100*2*same >= alike*all }
	if !enough(inBoth(a, b)) { // then it needs no script
		return []Part{{Text: before}}, []Part{{Text: after}}
	}
	script := edits(plain(a), plain(b))
	same := 0
	for _, e := range script {
		if e.op == kept {
			same += words(a[e.i : e.i+1])
		}
	}
	if !enough(same) {
		return []Part{{Text: before}}, []Part{{Text: after}}
	}
	j := 0
	for _, e := range script {
		switch e.op {
		case kept:
			old, now = add(old, a[e.i], false), add(now, b[j], false)
			j++
		case gone:
			old = add(old, a[e.i], true)
		case come:
			now = add(now, b[e.i], true)
			j = e.i + 1
		}
	}
	return unlessAll(smooth(old)), unlessAll(smooth(now))
}

// inBoth is how many words can be kept at most: those of a that are in b, too, in whatever order.
func inBoth(a, b []string) (n int) {
	left := map[string]int{}
	for _, t := range b {
		left[t]++
	}
	for _, t := range a {
		if left[t] > 0 {
			left[t]--
			n += words([]string{t})
		}
	}
	return n
}

// unlessAll takes the mark off a text that is wholly marked: there is nothing to tell.
func unlessAll(parts []Part) []Part {
	if len(parts) == 1 {
		parts[0].Marked = false
	}
	return parts
}

// plain makes all blanks one: a text that was wrapped anew says the same.
func plain(tokens []string) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		if out[i] = t; strings.TrimSpace(t) == "" {
			out[i] = " "
		}
	}
	return out
}

// words counts the tokens that are no blanks and no signs.
func words(tokens []string) (n int) {
	for _, t := range tokens {
		if strings.ContainsFunc(t, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

func add(parts []Part, text string, marked bool) []Part {
	if n := len(parts); n > 0 && parts[n-1].Marked == marked {
		parts[n-1].Text += text
		return parts
	}
	return append(parts, Part{text, marked})
}

// smooth joins marked words with nothing but a blank between them, and takes blanks at
// the edges of a mark out of it.
func smooth(parts []Part) []Part {
	var joined, out []Part
	for i, p := range parts {
		between := i > 0 && i < len(parts)-1 && strings.Trim(p.Text, " ") == ""
		joined = add(joined, p.Text, p.Marked || between)
	}
	for _, p := range joined {
		word := strings.TrimSpace(p.Text)
		if !p.Marked || word == "" {
			out = add(out, p.Text, false)
			continue
		}
		start := strings.Index(p.Text, word)
		out = add(out, p.Text[:start], false)
		out = add(out, word, true)
		out = add(out, p.Text[start+len(word):], false)
	}
	return slices.DeleteFunc(out, func(p Part) bool { return p.Text == "" })
}
