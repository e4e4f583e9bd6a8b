package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const reports = 39

var proof = regexp.MustCompile("`([a-z0-9/]+): ([^`/]+)(?:/([^`]+))?`")

// TestReports holds docs/reports.md to the tests that it names.
func TestReports(t *testing.T) {
	row := 0
	for line := range strings.Lines(read(t, "docs/reports.md")) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, fmt.Sprintf("| %d |", row+1)) {
			continue
		}
		row++
		if len(cells) != 5 || !strings.Contains(cells[1], "](https://github.com/") || len(cells[2]) < 20 || len(cells[3]) < 20 {
			t.Fatalf("row %d is not its number, a link, what happened there, what happens here, and tests", row)
		}
		named := proof.FindAllStringSubmatch(cells[4], -1)
		if len(named) == 0 || len(named) != strings.Count(cells[4], ": ") {
			t.Errorf("row %d: can't read %q", row, cells[4])
		}
		for _, p := range named {
			if !shown(t, p[1], p[2], p[3]) {
				t.Errorf("row %d: there is no %s", row, p[0])
			}
		}
	}
	if row != reports {
		t.Errorf("there are %d rows, want %d", row, reports)
	}
}

// shown reports whether a test is there, and the case of it, if one is named.
func shown(t *testing.T, place, name, part string) bool {
	switch place {
	case "action":
		return exists("cmd/action/testdata/script/" + name + ".txtar")
	case "hooks":
		return exists("cmd/teammem/testdata/script/" + name + ".txtar")
	case "e2e":
		return declares(t, place, `{name: "`+name+`"`, "") || declares(t, place, "func "+name+"(", "")
	}
	return declares(t, place, "func "+name+"(", part)
}

func exists(file string) bool {
	_, err := os.Stat(filepath.Join(top, file))
	return err == nil
}

// declares reports whether a file of tests holds words, and below them the name of a case.
func declares(t *testing.T, dir, words, part string) bool {
	files, err := filepath.Glob(filepath.Join(top, dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, rest, ok := strings.Cut(string(text), words); ok && (part == "" || strings.Contains(rest, `"`+part+`"`)) {
			return true
		}
	}
	return false
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
