package engine

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
)

// finding is what r comes to, in words that can be printed.
func (j *judge) finding(r judged) finding.Finding {
	f := finding.Finding{
		Rule: r.rule.ID, Severity: r.rule.Severity(r.in.Policy), Path: r.path(), Commit: r.commit,
		Line: 1, Column: 1, EndLine: 1, EndColumn: 1,
		Message: r.Message, Fix: r.Fix, Fingerprint: r.Fingerprint, Related: r.Related,
		Older: r.older,
	}
	switch {
	case r.Source != nil && r.Source.Ref != "":
		f.Ref, f.Commit = r.Source.Ref, ""
	case r.Source == nil && f.Path == "":
		f.Ref = r.in.Ref
	}
	excerpt, at := "", 0
	if text := r.text(); text != nil && !r.Span.IsZero() {
		start, end := text.Pos(r.Span.Start), text.Pos(r.Span.End)
		f.Line, f.Column, f.EndLine, f.EndColumn = start.Line, start.Column, end.Line, end.Column
		line := around(text, text.Line(start.Line), r.Span.Start)
		secrets := r.in.Secrets(text)
		excerpt = mask(text, line, secrets)
		at = utf8.RuneCountInString(j.safe(mask(text, source.Span{Start: line.Start, End: max(line.Start, r.Span.Start)}, secrets)))
	}
	f.Excerpt = j.safe(excerpt)
	f.Path, f.Ref, f.Message, f.Fix = j.safe(f.Path), j.safe(f.Ref), j.safe(f.Message), j.safe(f.Fix)
	if f.Fingerprint == "" {
		f.Fingerprint = finding.Fingerprint(f.Rule, f.Path, f.Message, strings.TrimSpace(f.Excerpt))
	}
	f.Excerpt = finding.Excerpt(f.Excerpt, at)
	f.Related = make([]finding.Related, len(r.Related))
	for i, rel := range r.Related {
		f.Related[i] = finding.Related{Path: j.safe(rel.Path), Line: rel.Line, Message: j.safe(rel.Message)}
	}
	return f
}

// safe is s as it may be printed. A clean change prints nothing, so that what the
// redactor has to know is looked up when it is first needed.
func (j *judge) safe(s string) string {
	if in := j.unlearned; in != nil {
		j.unlearned = nil
		j.learn(in)
	}
	return finding.Visible(j.redactor.Redact(s))
}

func (r judged) path() string {
	if r.File != nil {
		return r.File.Path
	}
	return r.Path
}

func (r judged) line() int {
	if text := r.text(); text != nil && !r.Span.IsZero() {
		return text.LineAt(r.Span.Start)
	}
	return 1
}

func (r judged) text() *source.Text {
	switch {
	case r.Source != nil:
		return r.Source.Text
	case r.File != nil:
		return r.File.Text
	}
	return nil
}

// longestLine is how many bytes of a line are read for an excerpt: each is looked at for
// secrets again, and a finding is not to cost as much as the scan of a line of megabytes.
const longestLine = 16 << 10

// around is line, or the part of a longer one around i, cut between characters.
func around(text *source.Text, line source.Span, i int) source.Span {
	if line.Len() <= longestLine {
		return line
	}
	src := text.Bytes()
	part := source.Span{Start: max(line.Start, i-longestLine/2), End: min(line.End, i+longestLine/2)}
	for range utf8.UTFMax - 1 { // more follow one another only where there are no characters
		if part.Start > line.Start && !utf8.RuneStart(src[part.Start]) {
			part.Start--
		}
		if part.End < line.End && !utf8.RuneStart(src[part.End]) {
			part.End++
		}
	}
	return part
}

// mask returns the line with the secrets in it blanked.
func mask(text *source.Text, line source.Span, secrets []secretscan.Match) string {
	var b strings.Builder
	at := line.Start
	first := sort.Search(len(secrets), func(i int) bool { return secrets[i].Span.End > line.Start })
	for _, m := range secrets[first:] {
		if m.Span.Start >= line.End {
			break
		}
		b.Write(text.Slice(source.Span{Start: at, End: max(at, m.Span.Start)}))
		b.WriteString("[redacted]")
		at = min(m.Span.End, line.End)
	}
	b.Write(text.Slice(source.Span{Start: at, End: line.End}))
	return b.String()
}
