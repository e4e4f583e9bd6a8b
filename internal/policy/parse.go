package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// maxBytes is the size up to which a policy is read. A policy is written by
// hand; one a thousand times its usual size is not a policy.
const maxBytes = 64 << 10

// An Error is a policy that can't be used: what was found, what was wanted and
// what to do, at a line of the file.
type Error struct {
	Line    int // 0 when it concerns the file as a whole
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf(".agent/teammem.yaml: %s", e.Message)
	}
	return fmt.Sprintf(".agent/teammem.yaml:%d: %s", e.Line, e.Message)
}

// RuleInfo is what a policy must know of a rule.
type RuleInfo struct {
	Title string // what is wrong, in a few words
	Fixed bool   // no policy can lower it
}

// Parse reads a policy. known holds every rule by id. What the file does not set is
// as in Default; so is everything in an empty file. The error is an *Error about
// the first thing that is wrong, and then the Policy is Default too.
func Parse(src []byte, known map[string]RuleInfo) (p Policy, err error) {
	defer func() {
		if recover() != nil { // a parser of a foreign format; it must not end the check
			p, err = Default(), &Error{Message: "the file can't be read as YAML"}
		}
	}()
	root, err := document(src)
	if err != nil || root == nil {
		return Default(), err
	}
	p = Default()
	if err := policyKind(known).read(root, "the policy", &p); err != nil {
		return Default(), err
	}
	return p, nil
}

// document returns the only document of src, nil when there is nothing in it.
func document(src []byte) (*yaml.Node, error) {
	if err := checkBytes(src); err != nil {
		return nil, err
	}
	d := yaml.NewDecoder(bytes.NewReader(src))
	var doc, more yaml.Node
	switch err := d.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, syntaxError(err, src)
	}
	if err := d.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, &Error{more.Line, "a second document begins here; want one policy"}
	}
	root := doc.Content[0]
	if isEmpty(root) {
		return nil, plainNode(root)
	}
	return root, nil
}

// checkBytes refuses what no parser should see.
func checkBytes(src []byte) error {
	switch {
	case len(src) > maxBytes:
		return &Error{0, fmt.Sprintf("the file has %d bytes; want at most %d", len(src), maxBytes)}
	case !utf8.Valid(src):
		return &Error{0, "the file is not UTF-8"}
	}
	line := 1
	for _, c := range src {
		switch {
		case c == '\n':
			line++
		case c < ' ' && c != '\t' && c != '\r', c == 0x7f:
			return &Error{line, fmt.Sprintf("the line holds the control character U+%04X; remove it", c)}
		}
	}
	return nil
}

// syntax puts what the YAML parser says into words for a person. The first part
// that its message contains decides.
var syntax = []struct{ part, words string }{
	{"mapping values are not allowed", "a colon stands where no value can follow; put the text in quotes"},
	{"cannot start any token", "a value can't begin with this character; put the text in quotes"},
	{"a tab character", indentedWithTab},
	{"end of stream", "a quote that opens here is never closed"},
	{"unknown escape", "an unknown escape in a quoted text; use single quotes"},
	{"could not find expected ':'", "the line has no colon; want a key, a colon and a value"},
	{"expected ',' or", "a bracket is never closed, or a comma is missing"},
	{"unknown anchor", "anchors and aliases are not read here; write the value out"},
	{"incompatible YAML", "directives such as %YAML are not read here; remove the line"},
	{"max depth", "the file is nested too deeply"},
	{"did not find expected", "the indentation is wrong, or a quote ends too early"},
}

const indentedWithTab = "the line is indented with a tab; use spaces"

func syntaxError(err error, src []byte) *Error {
	var line int
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, _, _ := strings.Cut(rest, ":")
		line, _ = strconv.Atoi(number)
	}
	if strings.Contains(text, "did not find expected") {
		line++ // for these, and only these, the parser counts from 0
	}
	if tabbed(src, line) {
		return &Error{line, indentedWithTab}
	}
	for _, s := range syntax {
		if strings.Contains(text, s.part) {
			return &Error{line, s.words}
		}
	}
	return &Error{line, "the file can't be read as YAML"}
}

// tabbed reports whether a tab is among the blanks that begin line n of src.
func tabbed(src []byte, n int) bool {
	for i, l := range bytes.Split(src, []byte("\n")) {
		if i == n-1 {
			return bytes.ContainsRune(l[:len(l)-len(bytes.TrimLeft(l, " \t"))], '\t')
		}
	}
	return false
}
