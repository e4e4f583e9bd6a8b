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
)

var formats = []string{"github", "json", "sarif", "text"}

// ParseFormat reads the name of a format.
func ParseFormat(word string) (Format, error) {
	if slices.Contains(formats, word) {
		return Format(word), nil
	}
	return "", fmt.Errorf("unknown format %q, want one of %s", word, strings.Join(formats, ", "))
}

// Options say how to write. The zero value is plain text without notes.
// JSON looks at none of them.
type Options struct {
	Color bool
	Links bool // OSC 8 hyperlinks; text only
	// Verbose shows notes, and older findings in full. JSON and SARIF always
	// hold everything.
	Verbose bool
	// Brief is for a hook: nothing is written when nothing new is wrong, and
	// older findings are counted in one line. Text only.
	Brief bool
	// Width is the number of characters that an excerpt may take; 0 means 100.
	Width int
	// Top is the absolute path of the repository, for Links to files.
	Top string
	// Version is teammem's own, for SARIF; empty leaves it out.
	Version string
}

// Write writes res. Errors are those of w.
func Write(w io.Writer, f Format, res *engine.Result, opt Options) error {
	switch f {
	case Text, SARIF, GitHub:
	case JSON:
		return writeJSON(w, res)
	}
	return fmt.Errorf("unknown format %q", string(f))
}

// WriteError writes, in place of a result, why there is none. code is the exit code:
// 2 for a wrong command line or policy, 3 for a check that could not finish.
func WriteError(w io.Writer, f Format, code int, err error) error {
	switch f {
	case Text, SARIF, GitHub:
	case JSON:
		return writeJSONError(w, code, err)
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
