// Package report writes what a check has to say for people and for machines. It
// decides nothing: the verdict is the engine's, and is the same in every format.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
)

// Repository is where the project lives; help links lead there.
const Repository = "https://github.com/teammem/teammem"

// Format names a way to write a result.
type Format string

// The formats.
const (
	Text   Format = "text"
	JSON   Format = "json"
	SARIF  Format = "sarif"
	GitHub Format = "github"
	GitLab Format = "gitlab" // Code Quality
	JUnit  Format = "junit"
	RDJSON Format = "rdjson" // reviewdog
)

var formats = []string{"github", "gitlab", "json", "junit", "rdjson", "sarif", "text"}

// Formats lists the names of the formats, as for a help text.
func Formats() string { return strings.Join(formats, ", ") }

// ParseFormat reads the name of a format.
func ParseFormat(word string) (Format, error) {
	if slices.Contains(formats, word) {
		return Format(word), nil
	}
	return "", fmt.Errorf("unknown format %q, want one of %s", word, Formats())
}

// Options say how to write. The zero value is plain text without notes. Each
// format takes what concerns it; JSON takes nothing.
type Options struct {
	Color bool   // text
	Links bool   // OSC 8 hyperlinks; text
	Top   string // absolute path of the repository, for Links to files; text
	// Verbose shows notes, and older findings in full. JSON and SARIF always hold
	// everything.
	Verbose bool
	// Brief is for a hook: nothing is written when nothing new is wrong, and
	// older findings are only counted. Text.
	Brief bool
	// Advice says what to do about a verdict of block. Text, when Brief.
	Advice string
	// Pages names the page of a rule in place of the command that explains it, for who may
	// have no teammem on PATH. Text, when Brief.
	Pages bool
	// Max is how many findings are written in full, the worst files first; 0
	// means all. Text, when Brief.
	Max int
	// Fingerprints shows of each finding by what the allow-list knows it. Text.
	Fingerprints bool
	// Version is teammem's own; empty leaves it out. SARIF.
	Version string
	// FailOn is the lowest severity that blocks; finding.Off is for never. It tells
	// the findings that fail from the others; the verdict is the result's. JUnit.
	FailOn finding.Severity
	// Limit is up to how many bytes findings are added to a summary; 0 means 900,000.
	// Notices may take 2,000 more.
	Limit int
}

// Write writes res. Whatever the strings in it hold, nothing that a terminal or a
// build server would obey is written. Errors are those of w.
func Write(w io.Writer, f Format, res *engine.Result, opt Options) error {
	res = safe(res)
	switch f {
	case Text:
		return writeText(w, res, opt)
	case JSON:
		return writeJSON(w, res)
	case SARIF:
		return writeSARIF(w, res, opt)
	case GitHub:
		return writeGitHub(w, res, opt)
	case GitLab:
		return writeGitLab(w, res, opt)
	case JUnit:
		return writeJUnit(w, res, opt)
	case RDJSON:
		return writeRDJSON(w, res, opt)
	}
	return fmt.Errorf("unknown format %q", string(f))
}

// WriteError writes, in place of a result, why there is none. code is the exit
// code: 2 for a wrong command line or policy, 3 for a check that could not finish.
// In Text nothing is written: there the talk is on stderr, and the caller's.
func WriteError(w io.Writer, f Format, code int, err error) error {
	text := message(err)
	switch f {
	case Text:
		return nil
	case JSON:
		return writeJSONError(w, code, text)
	case SARIF:
		return writeSARIFError(w, code, text)
	case GitHub:
		return writeGitHubError(w, text)
	case GitLab:
		return writeGitLabError(w, text)
	case JUnit:
		return writeJUnitError(w, code, text)
	case RDJSON:
		return writeRDJSONError(w, text)
	}
	return fmt.Errorf("unknown format %q", string(f))
}

// message is what err says, safe to print, its lines kept.
func message(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	for i, l := range lines {
		lines[i] = finding.Visible(strings.TrimRight(l, "\r"))
	}
	return strings.Join(lines, "\n")
}

// safe is a copy of res in which every string can be printed and no list is nil.
// The engine gives such results; one that was stored may come from anywhere.
func safe(res *engine.Result) *engine.Result {
	out := *res
	out.Base, out.Head = finding.Visible(res.Base), finding.Visible(res.Head)
	out.Notices = append([]string{}, res.Notices...)
	for i, n := range out.Notices {
		out.Notices[i] = finding.Visible(n)
	}
	out.Findings = append([]finding.Finding{}, res.Findings...)
	for i := range out.Findings {
		f := &out.Findings[i]
		for _, s := range []*string{&f.Rule, &f.Path, &f.Message, &f.Fix, &f.Commit, &f.Fingerprint, &f.Excerpt} {
			*s = finding.Visible(*s)
		}
		f.Related = append([]finding.Related{}, f.Related...)
		for j, r := range f.Related {
			f.Related[j].Path, f.Related[j].Message = finding.Visible(r.Path), finding.Visible(r.Message)
		}
	}
	return &out
}
