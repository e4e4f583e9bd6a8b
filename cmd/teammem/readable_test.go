package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// TestScriptsAreReadable holds that a script begins with a sentence that says what it
// shows, and hides nothing from who reads it: hidden characters are written as words.
func TestScriptsAreReadable(t *testing.T) {
	files, err := filepath.Glob("testdata/*/*.txtar")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if what := firstComment(string(raw)); !strings.HasPrefix(what, "# ") || !strings.ContainsAny(what[len(what)-1:], ".:") {
			t.Errorf("%s begins with %q, want a sentence in a comment", file, what)
		}
		for i, line := range strings.Split(string(raw), "\n") {
			if at := strings.IndexFunc(line, hides); at >= 0 {
				t.Errorf("%s:%d: byte %d: write this character as a word of Expand", file, i+1, at+1)
			}
			if line != strings.TrimRight(line, " ") {
				t.Errorf("%s:%d: write blanks at the end of a line as a word of Expand", file, i+1)
			}
		}
	}
}

// firstComment joins the comment lines at the start, up to an empty one.
func firstComment(script string) string {
	var said []string
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		if line == "#" || !strings.HasPrefix(line, "#") {
			break
		}
		said = append(said, line)
	}
	return strings.Join(said, " ")
}

func hides(r rune) bool {
	return r == unicode.ReplacementChar || r != '\t' && unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Variation_Selector) ||
		r != ' ' && unicode.Is(unicode.Zs, r)
}
