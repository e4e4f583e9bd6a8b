package rules

import (
	"bytes"
	"fmt"
	"net/url"
	"unicode"

	"github.com/teammem/teammem/internal/confusable"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var confusableHost = &Rule{
	ID:    "confusable-host",
	Title: "a host that looks like another",
	Class: BreaksMemory,
	Doc: `An agent follows the host that is written, a reviewer approves the one that it looks like. A
host counts, in a link, in code or bare, when some of its letters are not Latin and look Latin
among others that are, or when all of it reads as Latin letters, also in punycode, escaped or in
full-width letters. A host in a script of its own, such as a Russian or Japanese name, is what it says.
See https://www.unicode.org/reports/tr39/. Names of Latin letters alone that resemble each other are not found.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.texts() {
			for n := 1; n <= f.Text.Lines(); n++ {
				line := f.Text.Line(n)
				text := f.Text.Slice(line)
				if !mayDeceive(text) {
					continue
				}
				if found := confusable.Hosts(string(text)); len(found) > 0 {
					report(hostReport(f, source.Span{Start: line.Start + found[0].Start, End: line.Start + found[0].End}, found[0]))
				}
			}
			deceptiveLinks(f, report)
		}
	},
}

// mayDeceive reports whether a line has a letter that looks like another, or could
// have one in disguise.
func mayDeceive(line []byte) bool {
	return bytes.ContainsFunc(line, confusable.Possible) || bytes.Contains(line, []byte("%")) ||
		bytes.Contains(line, []byte("--")) && bytes.Contains(bytes.ToLower(line), []byte("xn--"))
}

// deceptiveLinks reports links whose host is only seen once entities are undone.
func deceptiveLinks(f *memory.File, report func(Report)) {
	if f.Doc == nil {
		return
	}
	for _, l := range f.Doc.Links {
		u, err := url.Parse(l.Dest)
		if err != nil || u.Host == "" {
			continue
		}
		if found, ok := confusable.Host(u.Hostname(), true); ok {
			report(hostReport(f, l.DestSpan, found))
		}
	}
}

func hostReport(f *memory.File, span source.Span, found confusable.Finding) Report {
	return Report{
		File: f, Span: span,
		Message: fmt.Sprintf("host %q reads as %q, but holds %s", found.Shown, found.Reads, letter(found.Odd)),
		Fix:     "write the host in the letters of its real name, or remove it",
	}
}

// letter names a letter that is not what it seems.
func letter(r rune) string {
	if script := confusable.ScriptOf(r); script != "" {
		return fmt.Sprintf("the %s letter U+%04X", script, r)
	}
	if unicode.Is(unicode.Sm, r) {
		return fmt.Sprintf("the sign U+%04X", r)
	}
	return fmt.Sprintf("the styled letter U+%04X", r)
}
