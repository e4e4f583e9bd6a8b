package page

import (
	"fmt"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/teammemtest"
)

// longMemory is the page of a memory that had one text and has another, and what became of the text.
func longMemory(t *testing.T, before, after string) (*Page, []Line) {
	t.Helper()
	file := func(text string) []teammemtest.File {
		if text == "" {
			return nil
		}
		return []teammemtest.File{teammemtest.NewFile(memory.Dir+"/long.md", "---\nname: long\ndescription: x\ntype: reference\n---\n\n"+text+"\n")}
	}
	p := scene{base: file(before), head: file(after)}.page(t)
	return p, p.Memories[0].Text
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "Line %d.\n", i)
	}
	return b.String()
}

// What comes behind the lines that are shown is counted and told first, so nobody takes it for text that did not change.
func TestCut(t *testing.T) {
	for _, tt := range []struct {
		name, before, after string
		cut                 int
	}{
		{"short", "", numbered(200), 0},
		{"one line more", "", numbered(201), 1},
		{"a wide line", "", "First.\n" + strings.Repeat("wide ", 4000) + "\nLast.", 2},
		{"nothing but a wide line", "", strings.Repeat("wide ", 4000), 1},
		{"the same far below", numbered(400), "New.\n" + numbered(400), 0},
		{"a change far below", numbered(400), strings.Replace(strings.Replace(numbered(400), "Line", "Row", 150), "Line 399", "Row 399", 1), 102},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, lines := longMemory(t, tt.before, tt.after)
			if got := cut(lines); got != tt.cut {
				t.Errorf("%d lines are cut, want %d", got, tt.cut)
			}
			shown := text(t, p) + p.Markdown(wholePage)
			for _, want := range []string{"too long to be shown whole: open the file: ", "not shown: open the file", "⚠️ " + number(tt.cut, "line") + " not shown"} {
				if strings.Contains(shown, want) != (tt.cut > 0) {
					t.Errorf("%q stands there: %v\n%.2000s", want, tt.cut == 0, shown)
				}
			}
		})
	}
}

// An index of which not all is shown is told, too.
func TestIndexIsCut(t *testing.T) {
	head := []teammemtest.File{teammemtest.NewFile(memory.IndexPath, numbered(250))}
	for _, s := range []scene{{head: head}, {base: head}} {
		if out := s.page(t).Markdown(wholePage); !strings.Contains(out, "the change of the index is too long to be shown whole") || !strings.Contains(out, "@@ 50 lines that differ, not shown: open the file @@") {
			t.Errorf("it says %.1500s", out)
		}
	}
}
