package report

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/lazy"
)

// maxAnnotations is how many errors, warnings and notices each GitHub shows of one
// step. It drops the rest without a word.
const maxAnnotations = 10

// commands are the workflow commands that annotate, with the severity each is for.
var commands = []struct {
	name     string
	severity finding.Severity
}{
	{"error", finding.Error},
	{"warning", finding.Warn},
	{"notice", finding.Note},
}

// writeGitHub writes annotations, worst first, and into the log what gets none. All
// that comes from memory is in escaped data, or in a line that can't be a command.
func writeGitHub(w io.Writer, res *engine.Result, opt Options) error {
	var b strings.Builder
	fs := wanted(res, opt)
	if !opt.Verbose {
		fs = slices.DeleteFunc(fs, isOlder)
	}
	forReading(fs)
	var log []finding.Finding
	for _, c := range commands {
		of := pick(fs, func(f finding.Finding) bool { return !f.Older && f.Severity == c.severity })
		n := len(of)
		if n > maxAnnotations {
			n = maxAnnotations - 1
			log = append(log, of[n:]...)
		}
		for _, f := range of[:n] {
			b.WriteString(annotation(c.name, f))
		}
		if n < len(of) {
			b.WriteString(command(c.name, "title=teammem", fmt.Sprintf("%d more: see the log of this step", len(of)-n)))
		}
	}
	for _, f := range append(log, pick(fs, isOlder)...) {
		b.WriteString(logLine("- " + oneLine(f)))
	}
	for _, n := range res.Notices {
		b.WriteString(logLine("notice: " + n))
	}
	b.WriteString(logLine(new(page).summary(res, fs)))
	_, err := io.WriteString(w, b.String())
	return err
}

func writeGitHubError(w io.Writer, text string) error {
	_, err := io.WriteString(w, command("error", "title=teammem", text))
	return err
}

func pick(fs []finding.Finding, want func(finding.Finding) bool) []finding.Finding {
	var out []finding.Finding
	for _, f := range fs {
		if want(f) {
			out = append(out, f)
		}
	}
	return out
}

// oneLine is all that must be said of f, without colour.
func oneLine(f finding.Finding) string {
	word := f.Severity.String()
	if f.Older {
		word = "older " + word
	}
	s := fmt.Sprintf("%s: %s: %s [%s]", Place(f), word, f.Message, f.Rule)
	if f.Fix != "" {
		s += "; fix: " + f.Fix
	}
	return s
}

// annotation is the workflow command that shows f beside the line it is about. What is not
// in the files as they were judged says where it is in its message, too: the line is that
// of another commit, or there is none.
func annotation(name string, f finding.Finding) string {
	props := "title=" + escapeProperty("teammem: "+f.Rule)
	text := f.Message
	if origin(f) != "" {
		text = Place(f) + ": " + text
	}
	if f.Path != "" {
		props = "file=" + escapeProperty(f.Path) + region(f) + "," + props
	}
	if f.Fix != "" {
		text += "\nfix: " + f.Fix
	}
	return command(name, props, text)
}

// region is where in its file f is. GitHub takes columns only within one line.
func region(f finding.Finding) string {
	s := ",line=" + strconv.Itoa(f.Line)
	if isWhole(f) {
		return s
	}
	s += ",endLine=" + strconv.Itoa(f.EndLine)
	if f.Line == f.EndLine {
		s += ",col=" + strconv.Itoa(f.Column) + ",endColumn=" + strconv.Itoa(f.EndColumn)
	}
	return s
}

// command writes a workflow command. props are escaped already.
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
func command(name, props, data string) string {
	return "::" + name + " " + props + "::" + escapeData(data) + "\n"
}

// The escapes are those that the runner takes back: it knows no others.
// https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
var (
	dataEscapes     = lazy.Replacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = lazy.Replacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func escapeData(s string) string { return dataEscapes.Replace(inert(s)) }

func escapeProperty(s string) string { return propertyEscapes.Replace(inert(s)) }

// logLine is a line that is no command: s must begin with a letter or a dash, which
// the runner does not look past, and it becomes a single line.
func logLine(s string) string {
	return inert(strings.NewReplacer("\r", " ", "\n", " ").Replace(s)) + "\n"
}
