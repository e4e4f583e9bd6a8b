package rules

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/source"
)

// readers are the rules that read what a memory says.
var readers = []*Rule{
	importRule, hiddenElement, remoteContent, hiddenMarkup, deceptiveLink, injection, homePath, email, relativeDate, staleCitation,
	danglingWikiLink, nearDuplicate, apiDocs, codeLayout, fixedBug, aboutAgent,
}

func inputOf(text string) *Input {
	t := source.NewText([]byte(text))
	m := memory.Parse(t)
	f := &memory.File{
		Entry: memory.Entry{Path: memory.Dir + "/a.md", Mode: memory.Regular}, Kind: memory.KindMemory,
		Text: t, Memory: m, Doc: markdown.Parse(t.Bytes(), m.Body.Start),
	}
	return &Input{
		Snapshot: &memory.Snapshot{Files: []*memory.File{f}, Tree: memory.NewTree([]memory.Entry{f.Entry, {Path: "a.go"}})},
		Policy:   policy.Default(), Now: time.Unix(0, 0),
	}
}

var hostileWords = []string{
	"[[a]]", "[[", "@a", "@~/", " @./a", "\"", "'a' ", "„", "today ", "ignore ", "ignore previous ", "ignore all previous ", "<|", "/Users/", "/Users/a ",
	"a@b.cc ", "a@", "@", "<a b='c'>", "<p style='a:b;", "<!-- a -->", "[a]: b\n", "a.go:1 ", "a.go:", "(a.go:1", "天", "3天前", "в", "[a](b.go#L1)", "[https://a.com](https://b.com)",
	"https://a.com@b.com ", "├── a\n", "- `--a` — b\n", "GET /a\n", "you are ", "a\n", "\n", "a ", "。", "\xff", "week ", "projects/-Users-a", "\u0130", "> \"", "`", "</system> ",
}

// Nothing here measures time: a rule that reads a text in more than linear time keeps
// the test busy for minutes.
func TestRulesAreLinear(t *testing.T) {
	for _, w := range hostileWords {
		t.Run(fmt.Sprintf("%.20q", w), func(t *testing.T) {
			in := inputOf("---\nname: a\ndescription: b\n---\n" + strings.Repeat(w, (1<<18)/len(w)))
			for _, r := range readers {
				r.Check(in, func(Report) {})
			}
		})
	}
}

// FuzzReaders holds what the rules report to their promises.
func FuzzReaders(f *testing.F) {
	for _, w := range hostileWords {
		f.Add(w)
		f.Add("---\nname: '" + w + "'\ndescription: " + w + "\n---\n\n" + w + w + "\n> " + w + "\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := inputOf(text)
		for _, r := range readers {
			last := -1
			r.Check(in, func(rep Report) {
				if rep.Span.Start < 0 || rep.Span.End < rep.Span.Start || rep.Span.End > len(text) {
					t.Fatalf("%s: span %v of a text of %d bytes", r.ID, rep.Span, len(text))
				}
				if rep.Message == "" || rep.Fix == "" {
					t.Fatalf("%s: no message or no fix", r.ID)
				}
				if line := rep.File.Text.LineAt(rep.Span.Start); line <= last {
					t.Fatalf("%s: line %d after line %d", r.ID, line, last)
				} else {
					last = line
				}
			})
		}
	})
}
