package markdown

import (
	"slices"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gtext "github.com/yuin/goldmark/text"
)

// oracle gives the destinations of links and images and the number of code
// spans as goldmark's own inline parser reads them.
func oracle(src []byte) (dests []string, spans int) {
	root := goldmark.New().Parser().Parse(gtext.NewReader(src))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			dests = append(dests, unescape(n.Destination))
		case *ast.Image:
			dests = append(dests, unescape(n.Destination))
		case *ast.CodeSpan:
			spans++
		}
		return ast.WalkContinue, nil
	})
	slices.Sort(dests)
	return dests, spans
}

func ours(src []byte) (dests []string, spans int) {
	d := Parse(src, 0)
	for _, l := range d.Links {
		if l.Kind == Inline || l.Kind == Reference || l.Kind == Image {
			dests = append(dests, l.Dest)
		}
	}
	for _, c := range d.Code {
		if src[c.Start] == '`' && (c.Start+2 >= len(src) || string(src[c.Start:c.Start+3]) != "```") {
			spans++
		}
	}
	slices.Sort(dests)
	return dests, spans
}

// goldmark is the second opinion on what is a link and what is code.
func TestInlineAgreesWithGoldmark(t *testing.T) {
	texts := []string{
		"[a](b) ![c](<d e> \"t\") [f]( g 'x' ) [h](i(j)k) [l](m n) [o]() [p](<>)",
		"[a [b] c](d) [e [f](g) h](i) ![j [k](l) m](n) [o](p)[q](r)",
		"[a][b] [b] [b][] [c][d] [b][c] ![b] [A\n b]\n\n[b]: x\n[a b]: <y> (t)\n",
		"`a` ``b`c`` `d [e`](f) [g `h](i)` \\`j\\` [k\\](l)] [m](\\(n\\))",
		"[a](b\nc) [d](e\n\"f\") [g\nh](i)",
		"> [a](b)\n> `c\n> d`\n\n- [e](f)\n  `g`\n\n1. ![h](i)\n",
		"<a href=\"[x](y)\">z</a> <!-- [a](b) --> <https://c.example/[d](e)>",
		"# [a](b)\n\n[c](d)\n===\n\n    [e](f)\n\n~~~\n[g](h)\n~~~\n",
	}
	for _, text := range texts {
		wantDests, wantSpans := oracle([]byte(text))
		gotDests, gotSpans := ours([]byte(text))
		if !slices.Equal(gotDests, wantDests) || gotSpans != wantSpans {
			t.Errorf("%q: got %q and %d code spans, want %q and %d", text, gotDests, gotSpans, wantDests, wantSpans)
		}
	}
}
