package rules

import (
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/confusable"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var confusableWord = &Rule{
	ID:    "confusable-word",
	Title: "a word that is not spelt as it looks",
	Class: WeakensMemory,
	Doc: `A word with letters of two scripts that reads as if all were Latin is found by no search and
passes by every rule for words. Sentences in full-width, mathematical, circled or other styled
letters do the same. Whole words in one script are never found, nor abbreviations in capitals with
an ending in another script, nor single names in full-width letters. Names of files are words too.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if found := confusable.Words(f.Rel()); len(found) > 0 {
				report(wordReport(f, source.Span{}, "in the name, the word", found[0]))
			}
		}
		for _, f := range in.texts() {
			for n := 1; n <= f.Text.Lines(); n++ {
				if r, ok := confusableIn(f, f.Text.Line(n)); ok {
					report(r)
				}
			}
		}
	},
}

// confusableIn returns what is said of a line: of its first mixed word, else of its
// first styled sentence.
func confusableIn(f *memory.File, line source.Span) (Report, bool) {
	if !mayDeceive(f.Text.Slice(line)) {
		return Report{}, false
	}
	text := string(f.Text.Slice(line))
	span := func(found confusable.Finding) source.Span {
		return source.Span{Start: line.Start + found.Start, End: line.Start + found.End}
	}
	hosts := confusable.Hosts(text)
	for _, found := range confusable.Words(text) {
		if !inHost(hosts, found) {
			return wordReport(f, span(found), "the word", found), true
		}
	}
	if found := confusable.Styled(text); len(found) > 0 {
		return Report{
			File: f, Span: span(found[0]),
			Message: fmt.Sprintf("words in styled letters read as %q", shortened(found[0].Reads)),
			Fix:     "write them in ordinary letters",
		}, true
	}
	return Report{}, false
}

// inHost reports whether the word is part of a host, of which another rule speaks.
func inHost(hosts []confusable.Finding, word confusable.Finding) bool {
	i, _ := slices.BinarySearchFunc(hosts, word.End, func(h confusable.Finding, end int) int { return h.End - end })
	return i < len(hosts) && hosts[i].Start <= word.Start
}

func wordReport(f *memory.File, span source.Span, what string, found confusable.Finding) Report {
	return Report{
		File: f, Span: span,
		Message: fmt.Sprintf("%s %q reads as %q, but holds %s", what, found.Shown, found.Reads, letter(found.Odd)),
		Fix:     "write it in the letters of one script",
	}
}

// shortened cuts a text for a message.
func shortened(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
