package page_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/inerttest"
	"github.com/teammem/teammem/internal/page"
	"github.com/teammem/teammem/internal/report"
	"github.com/teammem/teammem/internal/teammemtest"
)

// elements are what a page and a summary are made of; none has an attribute that leads somewhere.
var elements = []string{"h3", "p", "ul", "li", "strong", "b", "br", "code", "code class=language-text", "code class=language-diff", "pre", "blockquote",
	"details", "details open=", "summary", "table", "thead", "tbody", "tr", "th style=text-align:left", "th style=text-align:right", "td style=text-align:left", "td style=text-align:right"}

const notes = ".agent/team-memory/"

// hostile is a change that has texts of others wherever a change can have them.
func hostile(name, text, other string) *teammemtest.Repo {
	memory := func(title, description, body string) string {
		return "---\nname: " + title + "\ndescription: " + description + "\ntype: project\nexpires: 2020-01-01\nsupersedes: " + description + "\n---\n\n" + body + "\n\nSee main.go:1.\n"
	}
	file := teammemtest.NewFile
	before := []teammemtest.File{
		file(".agent/team-memory/MEMORY.md", "- [One](one.md) — the first\n- [Gone](gone.md) — "+other+"\n"),
		file(notes+"one.md", memory("one", "the first", "Some text that stays.\n\n"+text)), file(notes+"gone.md", memory("gone", other, text)),
		file(notes+"moved.md", memory("moved", text, "A text of some words that is moved to another place.")),
		file("main.go", "package main\n"), file("CODEOWNERS", "* @ann "+other+"\n/.agent/ @olga/"+name+" "+name+"@example.com\n"),
	}
	after := []teammemtest.File{
		file(".agent/team-memory/MEMORY.md", "- [One]("+name+") — "+text+"\n- [Two](two.md) — "+other+"\n"+text+"\n"),
		file(notes+"one.md", memory(text, other, "Some text that changes.\n\n"+other+"\n"+text)), file(notes+"two.md", memory("two", text, other)),
		file(notes+"archive/moved.md", memory("moved", text, "A text of some words that is moved to another place.")),
		file(notes+"n"+name+".md", memory(name, other, text)), file(notes+name+".txt", text), file(notes+"raw.md", text),
		file("main.go", "package other\n"), file("CODEOWNERS", "* @ann\n"+text), file(".agent/teammem.yaml", "version: 1\n"+text),
	}
	return &teammemtest.Repo{History: []teammemtest.Commit{{ID: "base", Files: before}, {ID: "head", Message: text, Files: after}}, Branch: "topic"}
}

// What a comment and a summary are made of is our own, whatever a change holds and wherever the
// page is cut: findings first, then the page.
func FuzzInert(f *testing.F) {
	for i, s := range inerttest.Awkward {
		f.Add(s, s, s, []uint16{65000, 3000}[i%2])
	}
	f.Fuzz(func(t *testing.T, name, text, other string, limit uint16) {
		if len(name)+len(text)+len(other) > 4000 {
			t.Skip("longer than what is of interest")
		}
		repo := hostile(strings.NewReplacer("/", "_", "\x00", "_").Replace(name), text, other)
		now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		res, err := engine.Check(t.Context(), repo, engine.Request{Source: engine.Range, Base: "base", Rev: "head", Branch: text, FailOn: finding.Error, Now: now})
		if err != nil {
			return // the Action says so, and has no page
		}
		sides, err := engine.Compare(t.Context(), repo, new(engine.Shelf), "base", "head")
		if err != nil {
			t.Fatal(err) // what can be judged can be compared
		}
		p := page.Of(sides, page.Request{Result: res, Now: now})
		var comment, screen, object bytes.Buffer
		if err := report.WriteSummary(&comment, res, report.Options{Limit: int(limit) / 2}); err != nil {
			t.Fatal(err)
		}
		markdown := p.Markdown(max(int(limit), 2000))
		if len(markdown) > max(int(limit), 2000) {
			t.Errorf("the page has %d bytes, and the limit is %d", len(markdown), limit)
		}
		comment.WriteString("\n" + markdown)
		checkInert(t, comment.String())
		if err := p.WriteText(&screen, report.Options{}); err != nil {
			t.Fatal(err)
		}
		if c := inerttest.Commands(screen.String()); len(c) > 0 {
			t.Errorf("the runner obeys %+v", c)
		}
		for line := range strings.Lines(screen.String()) {
			if line = strings.TrimSuffix(line, "\n"); finding.Visible(line) != line {
				t.Errorf("a terminal gets %q", line)
			}
		}
		if err := p.WriteJSON(&object); err != nil || !json.Valid(object.Bytes()) {
			t.Errorf("no JSON: %v", err)
		}
	})
}

// told is a page that says s wherever a page says something of others.
func told(s string) *page.Page {
	s = finding.Visible(s)
	parts := []page.Part{{Text: s}, {Text: s, Marked: true}}
	lines := []page.Line{{Kind: page.Same, Parts: parts[:1]}, {Kind: page.Old, Parts: parts}, {Kind: page.Now, Parts: parts}, {Kind: page.Left, Lines: 3}}
	cites := []page.Citation{{In: s, Place: s, State: page.FileGone}}
	mem := page.Memory{
		Kind: page.Renamed, Path: s, Was: s, Title: s, Description: s, Type: s, Scope: s, Fields: []page.Field{{Key: s, Old: parts, New: parts}}, Text: lines,
		Similar: []page.Similar{{Path: s, Relation: page.Numbers, Words: []string{s, s}}}, Citations: cites,
		Remarks: []page.Remark{{Severity: "error", Rule: s, Line: 1, Message: s}},
	}
	other := mem
	other.Hushed = true
	return &page.Page{
		Headline: "This change.", Alerts: []page.Alert{{Error: true, Text: "look", About: []string{s, s}}, {Text: "look", About: []string{s}}},
		Lessons: []page.Lesson{{Title: s, Kind: page.New, Old: parts, New: parts}}, Index: lines, Memories: []page.Memory{mem, other}, Broken: cites,
		Approvals: []page.Approval{{Paths: slices.Repeat([]string{s}, 7), Owners: []string{s, s}, Source: s}, {Paths: []string{s}}},
		Control:   []page.Control{{Path: s}}, Others: []string{s, s}, Notices: []string{s},
	}
}

// A page has the very elements that it has with plain words.
func FuzzPage(f *testing.F) {
	for _, s := range inerttest.Awkward {
		f.Add(s)
	}
	const limit = 1 << 20
	plain := inerttest.Read(f, told("x").Markdown(limit))
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" || len(s) > 4000 {
			t.Skip("nothing to tell, or more than is of interest")
		}
		markdown := told(s).Markdown(limit)
		checkInert(t, markdown)
		if got := inerttest.Read(t, markdown).Tags; !slices.Equal(got, plain.Tags) {
			t.Errorf("the elements are %q, want %q", got, plain.Tags)
		}
		var screen bytes.Buffer
		if err := told(s).WriteText(&screen, report.Options{}); err != nil {
			t.Fatal(err)
		}
		if c := inerttest.Commands(screen.String()); len(c) > 0 {
			t.Errorf("the runner obeys %+v", c)
		}
	})
}

func checkInert(t *testing.T, markdown string) {
	t.Helper()
	read := inerttest.Read(t, markdown)
	for _, tag := range read.Tags {
		rule := strings.HasPrefix(tag, "a href="+report.Repository+"/blob/main/docs/rules/")
		if !rule && !slices.Contains(elements, tag) {
			t.Errorf("the element <%s>", tag)
		}
	}
	boxes := 0
	for _, live := range read.Live {
		if boxes++; boxes > 2 || live != "[!CAUTION]" && live != "[!WARNING]" {
			t.Errorf("live text: %q", read.Live)
		}
	}
	if c := inerttest.Commands(markdown); len(c) > 0 {
		t.Errorf("the runner obeys %+v", c)
	}
	if visible := strings.ReplaceAll(markdown, "\n", ""); finding.Visible(visible) != visible {
		t.Error("it holds what must not be printed")
	}
}
