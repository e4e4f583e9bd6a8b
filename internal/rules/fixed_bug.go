package rules

import (
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var fixedBug = &Rule{
	ID:    "fixed-bug",
	Title: "the memory records a bug that is fixed",
	Class: CouldBeStronger,
	Doc: `That a bug was fixed is in the history and in the tests. What is worth remembering is what it taught: the trap, and how to
stay out of it. A name or description that says so counts ("Fixed: …", "bugfix-…", "was fixed in #12"), and a heading or a
line in bold that does ("Issue 3: the crash on start: RESOLVED", "What was fixed"); a line such as "Status: resolved" counts where the name or
description speaks of a failure. What a sentence of the text says is no matter.`,
	Check: func(in *Input, report func(Report)) {
		find := func(f *memory.File) (source.Span, bool) { return fixedBugAt(in.prose(f)) }
		in.reportOnce(report, find, Report{
			Message: "the memory records a bug that is fixed",
			Fix:     "say what the bug taught, or leave it to the history",
		})
	},
}

// fixedBugAt gives the place where a memory says that it is about a bug that is fixed.
func fixedBugAt(p *prose) (source.Span, bool) {
	f := p.file
	for _, key := range []string{"name", "description"} {
		if field, ok := f.Memory.Field(key); ok && saysFixed(field.Value) {
			return field.ValueSpan, true
		}
	}
	last := 0
	for _, near := range fixedCues.Get().windows(p.lower, 0, 0) {
		n := f.Text.LineAt(near.Start)
		if n == last || near.Start < f.Memory.Body.Start {
			continue
		}
		last = n
		s := f.Text.Line(n)
		if line := f.Text.Slice(s); fixedTitle.Get().Match(line) || fixedStatus.Get().Match(line) && isTroubled(f) {
			return s, true
		}
	}
	return source.Span{}, false
}

// isTroubled reports whether the name or description of f speaks of a failure.
func isTroubled(f *memory.File) bool {
	return trouble.Get().MatchString(f.Memory.Value("name")) || trouble.Get().MatchString(f.Memory.Value("description"))
}

// saysFixed reports whether a name or a description says that a bug is fixed.
func saysFixed(value string) bool {
	return holdsAny([]byte(strings.ToLower(value)), partsOfFixed) && fixedBugForm.Get().MatchString(value)
}

// partsOfFixed are what every match of fixedBugForm has one of, in lower case. Of
// "resolved" it is the end: the pattern takes the long s of old print for an s.
var partsOfFixed = []string{"fix", "olved", "修复", "修正", "수정"}

// fixedCues are in lower case; one is in every title and status that matches.
var fixedCues = listOfCues("fix|resolved")

const troubles = `(?:bugs?|issues?|problems?|crash(?:es)?|leaks?|regressions?|failures?|errors?|outages?|incidents?|root causes?|diagnosis)`

var (
	trouble     = lazy.Regexp(`(?i)\b` + troubles + `\b`)
	fixedStatus = lazy.Regexp(`(?i)^[\s>#*_-]*status[*_]*\s*:[\s*_]*(?:resolved|fixed)\b`)
	fixedTitle  = lazy.Regexp(`(?i)^(?:#{1,6}\s+[*_]*|\s*(?:\*\*|__))(?:` +
		`[^*_\n]*\b` + troubles + `\b[^\n]{0,120}(?:—|–|-|:|\(|\[)[\s*_]*(?:resolved|fixed)(?:[*_)\]\s]*|[*_]*\s*\([^)\n]{0,60}\)[*_]*)$` +
		`|(?:what|bugs|issues) (?:was|were|we|have been|got) fixed\b|(?:fixed (?:bugs|issues|problems)|fix(?:es)? applied|` + troubles + ` (?:found and )?(?:fixed|resolved))\b)`)
)

var fixedBugForm = lazy.Regexp(`(?i)^(?:(?:fixed|resolved)(?::| (?:a|the|an) | bug)|bug ?fix(?:ed)?(?::| -| for\b)|(?:bugfix|hotfix|fixed-bug|resolved-bug)[-_])` +
	`|\b(?:bug|issue|regression|crash|leak)\b[^.;]{0,60}\b(?:was|were|is now|has been|got|now) (?:fixed|resolved)\b|\b(?:fixed|resolved) (?:in|by|with) (?:(?:commit|PR|MR|pull request)\b|#\d|v\d)` +
	`|(?:已|问题)修复(?:$|于|在|：)|修正済み|修正しました|버그 ?수정(?: ?완료|됨)`)
