package rules

import (
	"bytes"
	"sort"
	"strconv"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var relativeDate = &Rule{
	ID:    "relative-date",
	Title: "a date that moves with the reader",
	Class: WeakensMemory,
	Doc: `"Yesterday" is another day to everybody who reads it. This rule finds day and week words (today, yesterday, next week, last
Friday, in two weeks, 3 days ago) in the languages seen in real memories: English, Chinese, Japanese, Korean, Russian, Ukrainian, Spanish, Portuguese,
French, German, Italian, Dutch, Polish, Czech, Romanian, Swedish, Turkish, Vietnamese, Indonesian, Arabic, Persian, Hebrew, Hindi, Thai.

It is silent about code, quotations, thresholds ("older than 7 days", "in 3 days of downtime"), names (the Today tab), a word that is followed by its date
in parentheses, and about "this week", months, quarters and years. Archived memories are left as they are.`,
	Check: func(in *Input, report func(Report)) {
		find := func(f *memory.File) []hit { return relativeDates(in.prose(f)) }
		reportLines(living(in.Snapshot), report, find, Report{
			Message: "relative date ",
			Fix:     "write the date it had when this was written, as YYYY-MM-DD",
		})
	},
}

var dateCues = lazy.Value[*cueSet]{Make: func() *cueSet {
	groups := make([][]string, len(dateWords))
	for i, w := range dateWords {
		groups[i] = cues(w.cues)
	}
	return newCueSet(groups...)
}}

func relativeDates(p *prose) []hit {
	var out []hit
	weighed := 0
	for i, found := range dateCues.Get().find(p.lower) {
		for len(found) > 0 {
			line := p.file.Text.Line(p.file.Text.LineAt(found[0].Start))
			n := sort.Search(len(found), func(k int) bool { return found[k].Start >= line.End })
			out = append(out, p.datesIn(line, dateWords[i], found[:n], &weighed)...)
			found = found[n:]
		}
	}
	return outermost(out)
}

const (
	longestDate = 100  // bytes, and more than any has
	mostWeighed = 4000 // words of a file whose surroundings are looked at; more have no excuse
)

// datesIn gives the dates of one language in a line, of which it is told the cues.
func (p *prose) datesIn(line source.Span, w dateWord, cues []source.Span, weighed *int) []hit {
	var out []hit
	text := p.text[line.Start:line.End]
	spoken := sync.OnceValue(func() bool { return w.only == nil || w.only.Get().Match(text) })
	for _, near := range widened(cues, len(p.text), longestDate, longestDate) {
		near.Start, near.End = max(near.Start, line.Start), min(near.End, line.End)
		for _, m := range w.re.Get().FindAllIndex(p.text[near.Start:near.End], -1) {
			at := source.Span{Start: near.Start + m[0], End: near.Start + m[1]}
			s := source.Span{Start: at.Start - line.Start, End: at.End - line.Start}
			*weighed++
			if *weighed <= mostWeighed && (!w.fits(text, s) || isThreshold(text, s) || isDated(text, s)) {
				continue
			}
			if spoken() && !p.isQuoted(at) {
				out = append(out, hit{at, strconv.Quote(string(text[s.Start:s.End]))})
			}
		}
	}
	return out
}

// outermost drops hits that lie in another one: two languages can share a word.
func outermost(hits []hit) []hit {
	var out []hit
	for i, h := range hits {
		inside := false
		for k := max(0, i-50); k < min(len(hits), i+50) && !inside; k++ {
			o := hits[k].span
			inside = k != i && o.Start <= h.span.Start && h.span.End <= o.End && (o != h.span || k < i)
		}
		if !inside {
			out = append(out, h)
		}
	}
	return out
}

// fits reports whether s stands in line as words of its own that mean a date there.
func (w dateWord) fits(line []byte, s source.Span) bool {
	before, _ := utf8.DecodeLastRune(line[:s.Start])
	switch {
	case w.alone == anywhere:
	case w.alone == afterBreak:
		if unicode.Is(unicode.Hangul, before) {
			return false
		}
	case !isWhole(line, s):
		return false
	}
	return w.not == nil || !w.not.Get().Match(around(line, s))
}

// around gives the match with some of what stands before and after it, and marks its place.
func around(line []byte, s source.Span) []byte {
	var b bytes.Buffer
	b.Write(line[max(0, s.Start-24):s.Start])
	b.WriteString("⟦")
	b.Write(line[s.Start:s.End])
	b.WriteString("⟧")
	b.Write(line[s.End:min(len(line), s.End+24)])
	return b.Bytes()
}

var threshold = lazy.Regexp(`(?i)(?:[<>≤≥=+~]|\b(?:more|less|older|newer|longer|fewer|later|earlier|sooner) than|at least|at most|up to|within|over|under|every|per)\s*$`)

// isThreshold reports whether a span of time limits something instead of naming a day.
func isThreshold(line []byte, s source.Span) bool {
	return threshold.Get().Match(line[max(0, s.Start-24):s.Start])
}

var datedAfter = lazy.Regexp(`^\s*[(（\[]?\s*(?:=\s*)?\d{4}[-/.年]\d{1,2}`)
var datedBefore = lazy.Regexp(`\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?\s*[(（\[]\s*$`)

// isDated reports whether the date itself stands beside the word.
func isDated(line []byte, s source.Span) bool {
	return datedAfter.Get().Match(line[s.End:]) || datedBefore.Get().Match(line[max(0, s.Start-24):s.Start])
}

// alone says what may stand beside a word.
type alone int

const (
	wholeWord  alone = iota
	anywhere         // the script has no blanks between words
	afterBreak       // Korean: particles follow, but no syllable stands before
)

// A dateWord is how one language names days and weeks from where it stands.
type dateWord struct {
	cues  string // with bars between them, in lower case; one of them is in every match
	re    *lazy.Pattern
	alone alone
	not   *lazy.Pattern // tried on the surroundings, with the match in ⟦⟧
	only  *lazy.Pattern // must match the line
}
