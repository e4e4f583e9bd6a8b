package rules

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/source"
)

// pieces makes texts of a few words and of what can stand between them.
func pieces(words ...string) *rapid.Generator[string] {
	piece := rapid.SampledFrom(append(words, " ", "\n", "x", ".", "：", "\r\n", "é"))
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces"), "")
	})
}

func TestCueSetFindsEveryCue(t *testing.T) {
	groups := [][]string{{"why", "whyever", "明天"}, {"why", "ever"}, {"天天天"}}
	set := newCueSet(groups...)
	text := pieces("why", "whyever", "whyeve", "ever", "天", "明天", "wh")
	rapid.Check(t, func(t *rapid.T) {
		src := text.Draw(t, "text")
		found := set.find([]byte(src))
		for g, words := range groups {
			var want []source.Span
			for i := range src {
				for _, w := range words {
					if strings.HasPrefix(src[i:], w) {
						want = append(want, source.Span{Start: i, End: i + len(w)})
					}
				}
			}
			byPlace := func(a, b source.Span) int { return (a.Start-b.Start)*1000 + a.End - b.End }
			got := slices.SortedFunc(slices.Values(found[g]), byPlace)
			if slices.SortFunc(want, byPlace); !slices.Equal(got, want) {
				t.Fatalf("group %d in %q: %v, want %v", g, src, got, want)
			}
		}
	})
}

// Every match of a date must hold a cue and fit into the window around one.
func TestDatesAreThoseOfTheWholeLine(t *testing.T) {
	text := pieces("today", "in", "3", "days", "ago", "last", "week", "friday", "昨天", "3天前", "oggi", "settimana scorsa", "la", "hace", "dos", "días", strings.Repeat("y", 60))
	rapid.Check(t, func(t *rapid.T) {
		src := []byte(text.Draw(t, "text"))
		for line := range bytes.Lines(src) {
			for i, found := range dateCues.Get().find(lowered(line)) {
				checkDates(t, dateWords[i].re.Get(), line, found)
			}
		}
	})
}

func checkDates(t *rapid.T, re *regexp.Regexp, line []byte, found []source.Span) {
	var got []string
	for _, near := range widened(found, len(line), longestDate, longestDate) {
		for _, m := range re.FindAll(line[near.Start:near.End], -1) {
			got = append(got, string(m))
		}
	}
	var want []string
	for _, m := range re.FindAll(line, -1) {
		want = append(want, string(m))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("dates in %q: %q, want %q", line, got, want)
	}
}
