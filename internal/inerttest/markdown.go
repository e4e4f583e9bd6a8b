package inerttest

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	dom "golang.org/x/net/html"
)

// A Page is Markdown as a browser gets it.
type Page struct {
	// Tags are the elements in their order, with their attributes: what is in none of
	// them is text.
	Tags []string
	// Live is what GitHub makes of plain text: mentions, references, addresses, emoji.
	Live []string
	// Text is all that can be read.
	Text string
}

// Has reports whether an element is in the page: its name, or its name and attributes.
func (p Page) Has(tag string) bool {
	return slices.ContainsFunc(p.Tags, func(t string) bool { return t == tag || strings.HasPrefix(t, tag+" ") })
}

// Read renders Markdown with the extensions that GitHub has, raw HTML included, and reads
// what comes out as a browser does.
func Read(t testing.TB, markdown string) Page {
	t.Helper()
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(markdown), &out); err != nil {
		t.Fatal(err)
	}
	root, err := dom.Parse(&out)
	if err != nil {
		t.Fatal(err)
	}
	var p Page
	p.walk(root, true)
	return p
}

// walk reads n. GitHub leaves text in code and in links alone.
func (p *Page) walk(n *dom.Node, plain bool) {
	switch n.Type {
	case dom.TextNode:
		p.Text += n.Data
		if plain {
			p.Live = append(p.Live, recognised(n.Data)...)
		}
	case dom.CommentNode:
		p.Tags = append(p.Tags, "<!--"+n.Data+"-->")
	case dom.ElementNode:
		if !slices.Contains([]string{"html", "head", "body"}, n.Data) {
			p.Tags = append(p.Tags, tag(n))
		}
		plain = plain && !slices.Contains([]string{"code", "pre", "a", "tt"}, n.Data)
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.walk(c, plain)
	}
}

func tag(n *dom.Node) string {
	words := []string{n.Data}
	for _, a := range n.Attr {
		words = append(words, a.Key+"="+a.Val)
	}
	return strings.Join(words, " ")
}

// patterns are what GitHub looks for in text, each a little wider than it does.
// https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
var patterns = []*regexp.Regexp{
	regexp.MustCompile(`@[A-Za-z0-9]`),                                      // a mention, or an address of mail
	regexp.MustCompile(`#[0-9]+`),                                           // an issue, here or in OWNER/NAME
	regexp.MustCompile(`(?i)\bGH-[0-9]+`),                                   //
	regexp.MustCompile(`(?i)\b[0-9a-f]{7,40}\b`),                            // a commit
	regexp.MustCompile(`(?i)\b(https?|ftp|mailto|xmpp|javascript|data):\S`), //
	regexp.MustCompile(`(?i)\bwww\.`),                                       //
	regexp.MustCompile(`:[a-z0-9_+-]+:`),                                    // an emoji
	regexp.MustCompile("\\$`?[^$]+`?\\$"),                                   // mathematics
	regexp.MustCompile(`(?m)^\[!(?i:note|tip|important|warning|caution)\]`), // an alert
}

func recognised(text string) []string {
	var found []string
	for _, p := range patterns {
		found = append(found, p.FindAllString(text, -1)...)
	}
	return found
}
