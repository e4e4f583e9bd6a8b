package memory

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

func citations(text string) []Citation {
	return Citations(source.NewText([]byte(text)), markdown.Parse([]byte(text), 0))
}

func TestCitations(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "see src/a.go:12, then", "src/a.go:12"},
		{"in a code span", "see `src/a.go:12`", "src/a.go:12"},
		{"bare name", "util.ts:1 and Makefile:3", "util.ts:1 Makefile:3"},
		{"column and range", "a.go:3:40 b.go:3-9 c.go:3–7", "a.go:3 b.go:9 c.go:7"},
		{"hash", "a.go#L3 b.go#L3-L9", "a.go:3 b.go:9"},
		{"brackets", "(a.go:3) [b.go:4] src/[id]/page.tsx:5 at(c.go:6) <d.go:7", "a.go:3 b.go:4 src/[id]/page.tsx:5 c.go:6 d.go:7"},
		{"host and port", "example.com:8080 db.internal:5432 localhost:80 10.0.0.1:9000", ""},
		{"URL", "https://example.com/a.ts:8080 <https://example.com/b.go:1> `https://example.com/c.ts:1`", ""},
		{"absolute, home and pattern", "/src/a.go:1 ~/b.go:2 *.go:3 $X/c.go:4 <dir>/d.go:5 C:\\e.go:6", ""},
		{"block of code", "```\na.go:1\n```\n\n    b.go:2\n", ""},
		{"links", "[x](../a%20b.go#L4) [y](c.md) ![z](d.png) [w](https://example.com/e.go#L1) [v](#top)", "../a b.go:4+ c.md:0+ d.png:0+"},
		{"in order", "a.go:1 [x](b.go) c.go:3", "a.go:1 b.go:0+ c.go:3"},
		{"link text", "[a.go:3](a.go#L3)", "a.go:3+"},
		{"time and version", "10:30 v1.2:3 1.2.3:4 name:5", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, c := range citations(tt.in) {
				s := fmt.Sprintf("%s:%d", c.Path, c.Line)
				if c.Link {
					s += "+"
				} else if !strings.HasPrefix(tt.in[c.Span.Start:], c.Path) {
					t.Errorf("%q stands elsewhere than at %v", c.Path, c.Span)
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestBarePaths(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "see src/a.go, and `cmd/x/main.go`.", "src/a.go cmd/x/main.go"},
		{"brackets and the end of a sentence", "(src/a.go) [b/c.md] d/e.py: f/g.ts.", "src/a.go b/c.md d/e.py f/g.ts"},
		{"no folder, no extension, no file", "main.go src/ a/b and/or 1/2 v1.2/3", ""},
		{"with a line it is a citation of that", "src/a.go:12 src/b.go#L3", ""},
		{"addresses", "https://example.com/a.go <https://example.com/b.go> git@example.com:a/b.go example.com:80/c.go", ""},
		{"links", "[src/a.go](../../src/a.go) ![x](b/c.png)", ""},
		{"absolute, home and pattern", "/src/a.go ~/b.go src/*.go $X/c.go <dir>/d.go {a,b}/c.go", ""},
		{"block of code", "```\nsrc/a.go\n```\n\n    src/b.go\n", ""},
		{"above", "../src/a.go", "../src/a.go"},
	} {
		var got []string
		for _, c := range BarePaths(source.NewText([]byte(tt.in)), markdown.Parse([]byte(tt.in), 0)) {
			if !strings.HasPrefix(tt.in[c.Span.Start:c.Span.End], c.Path) {
				t.Errorf("%s: %q stands elsewhere than at %v", tt.name, c.Path, c.Span)
			}
			got = append(got, c.Path)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.name, diff)
		}
	}
}

func TestResolve(t *testing.T) {
	tree := NewTree([]Entry{{Path: ".agent/team-memory/a.md"}, {Path: "src/a/util.go"}, {Path: "src/b/util.go"}, {Path: "src/b/one.go"}, {Path: "README.md"}})
	tests := []struct {
		path string
		link bool
		want string
	}{
		{"src/b/one.go", false, "src/b/one.go true"},
		{"one.go", false, "src/b/one.go true"},
		{"util.go", false, "src/a/util.go src/b/util.go true"},
		{"gone.go", false, "true"},
		{"one.go", true, "true"},
		{"../../README.md", true, "README.md true"},
		{"../../src", true, "src true"},
		{"../../../x.go", true, "false"},
		{"../../../x.go", false, "false"},
		{"node_modules/x/y.js", false, "false"},
		{"a.md", true, ".agent/team-memory/a.md true"},
	}
	for _, tt := range tests {
		found, inside := Citation{Path: tt.path, Link: tt.link}.Resolve(tree, ".agent/team-memory/a.md")
		if got := strings.Join(append(found, fmt.Sprint(inside)), " "); got != tt.want {
			t.Errorf("Resolve %q (link %v) = %q, want %q", tt.path, tt.link, got, tt.want)
		}
	}
}
