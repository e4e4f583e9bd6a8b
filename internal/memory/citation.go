package memory

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

// A Citation is a place in the repository that a memory names: path:line,
// path#L12, or the target of a link to a file.
type Citation struct {
	Span source.Span
	Path string // as written, without fragment and line; %XX undone for links
	Line int    // the last line named; 0 when none is
	Link bool   // the target of a link: always relative to the file it stands in
}

// citeForm finds path:line, path:line:column, path:line-line and path#Lline.
var citeForm = lazy.Regexp(`([\p{L}\p{N}_@~.$/\\{}<>*+%=?&()\[\]-]+)(?::([0-9]{1,7})(?::[0-9]{1,7})?|#L([0-9]{1,7}))(?:[-\x{2013}]L?([0-9]{1,7}))?`)

// mayCite reports whether line holds what every match of citeForm does.
func mayCite(line []byte) bool {
	return digitAfter(line, ":") || digitAfter(line, "#L")
}

// digitAfter reports whether a digit follows mark anywhere in line.
func digitAfter(line []byte, mark string) bool {
	for found := true; found; {
		if _, line, found = bytes.Cut(line, []byte(mark)); len(line) > 0 && found && '0' <= line[0] && line[0] <= '9' {
			return true
		}
	}
	return false
}

// Citations gives the citations in text, in order. Blocks of code are not looked
// at: they hold logs and listings of anything.
func Citations(text *source.Text, doc *markdown.Doc) []Citation {
	var out []Citation
	covered := links(doc, &out)
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		if !mayCite(text.Slice(line)) || doc.InCodeBlock(line.Start) {
			continue
		}
		for _, m := range citeForm.Get().FindAllSubmatchIndex(text.Slice(line), -1) {
			c, ok := citation(text.Slice(line), m, line.Start)
			if ok && covered.at(c.Span.Start).Len() == 0 && !doc.InCodeBlock(c.Span.Start) {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Citation) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return out
}

// links adds the links to files, and gives what links of any kind cover.
func links(doc *markdown.Doc, out *[]Citation) walk {
	var covered walk
	for _, l := range doc.Links {
		if n := len(covered.spans); n == 0 || l.Span.Start >= covered.spans[n-1].End {
			covered.spans = append(covered.spans, l.Span)
		}
		if l.Kind != markdown.Inline && l.Kind != markdown.Reference && l.Kind != markdown.Image {
			continue
		}
		p, fragment, _ := strings.Cut(l.Dest, "#")
		p, _, _ = strings.Cut(p, "?")
		p = unescape(p)
		if p == "" || path.IsAbs(p) || strings.ContainsAny(p, ":\\") {
			continue
		}
		*out = append(*out, Citation{Span: l.Span, Path: p, Line: lineOf(fragment), Link: true})
	}
	return covered
}

var lineFragment = lazy.Regexp(`^L([0-9]{1,7})(?:C[0-9]+)?(?:-L?([0-9]{1,7}))?`)

func lineOf(fragment string) int {
	if !strings.HasPrefix(fragment, "L") {
		return 0
	}
	m := lineFragment.Get().FindStringSubmatch(fragment)
	if m == nil {
		return 0
	}
	return max(number(m[1]), number(m[2]))
}

// number reads digits; anything else is 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// citation makes a citation of a match m of citeForm in line, when what stands
// before the number looks like a file and not like a host, a URL or a pattern.
func citation(line []byte, m []int, at int) (Citation, bool) {
	group := func(i int) int {
		if m[2*i] < 0 {
			return 0
		}
		return number(string(line[m[2*i]:m[2*i+1]]))
	}
	p := afterOpen(afterOpen(strings.TrimLeft(string(line[m[2]:m[3]]), "<*@"), "(", ")"), "[", "]")
	n := max(group(2), group(3), group(4))
	c := Citation{Span: source.Span{Start: at + m[3] - len(p), End: at + m[1]}, Path: p, Line: n}
	return c, n > 0 && fileLike(p)
}

// pathForm finds what is written like a path with a folder and an extension.
var pathForm = lazy.Regexp(`[\p{L}\p{N}_@.~:/\\{}<>*$%=?&#()\[\]-]*/[\p{L}\p{N}_@.~:/\\{}<>*$%=?&#()\[\]-]*`)

// BarePaths gives the paths of files that text names without a line and without a link,
// such as src/main.go. Names without a folder are not among them: they can mean anything.
func BarePaths(text *source.Text, doc *markdown.Doc) []Citation {
	var out []Citation
	covered := links(doc, new([]Citation))
	for n := 1; n <= text.Lines(); n++ {
		line := text.Line(n)
		if !bytes.Contains(text.Slice(line), []byte("/")) || doc.InCodeBlock(line.Start) {
			continue
		}
		for _, m := range pathForm.Get().FindAllIndex(text.Slice(line), -1) {
			word := string(text.Slice(line)[m[0]:m[1]])
			p := strings.Trim(strings.TrimRight(word, ".:"), "()[]<>")
			at := line.Start + m[0] + strings.Index(word, p)
			if strings.Contains(p, "/") && !strings.ContainsAny(p, ":#") && fileLike(p) && covered.at(at).Len() == 0 && !doc.InCodeBlock(at) {
				out = append(out, Citation{Span: source.Span{Start: at, End: at + len(p)}, Path: p})
			}
		}
	}
	return out
}

// afterOpen drops what stands before a bracket in p that p does not close.
func afterOpen(p, open, end string) string {
	if strings.Count(p, open) <= strings.Count(p, end) {
		return p
	}
	return p[strings.LastIndex(p, open)+1:]
}

// extensions are those of files that people cite by line. Without the list,
// host:port would be a citation.
var extensions = wordset.Of(`adoc astro bash bat bicep bzl c cc cfg cjs clj cljs cmake cmd conf config cpp cs cshtml csproj
	css csv cts cu cxx dart ejs el env erb erl ex exs f90 fs fsx gd glsl go gql gradle graphql groovy h hbs hcl hh hpp hrl
	hs html htm hxx ini ipynb java jinja jinja2 jl js json json5 jsonc jsonl jsx kt kts less lock log lua m markdown md mdc mdx mjs
	mk ml mli mm mod mts nim nix php pl plist pm po properties proto ps1 psm1 py pyi pyx r rake razor rb rego rs rst s sass
	sbt scala scm scss sh sln snap sol sql styl sum svelte svg swift tcl templ tex tf tfvars tmpl toml tpl ts tsv tsx
	twig txt v vb vert vim vue wgsl xaml xml xsl yaml yml zig zsh`)

var bareFiles = wordset.Of(`dockerfile makefile gnumakefile justfile rakefile gemfile procfile jenkinsfile vagrantfile brewfile
	codeowners license readme changelog build workspace cmakelists`)

// fileLike reports whether p could be a file of this repository.
func fileLike(p string) bool {
	if p == "" || strings.ContainsAny(p, `\{}<>*$%=?&~`) || path.IsAbs(p) || strings.Contains(p, "://") {
		return false
	}
	name := strings.ToLower(path.Base(p))
	ext := strings.TrimPrefix(path.Ext(name), ".")
	return extensions.Has(ext) && len(ext)+1 < len(name) || bareFiles.Has(name)
}

// Resolve gives the paths of the tree that c can mean when it stands in the
// file at from: the exact one, or those that end in it. inside is false when
// it leads out of the repository or can't be known.
func (c Citation) Resolve(tree *Tree, from string) (found []string, inside bool) {
	near := path.Join(path.Dir(from), c.Path)
	if near == ".." || strings.HasPrefix(near, "../") {
		return nil, false
	}
	if tree.Has(near) {
		return []string{near}, true
	}
	if c.Link {
		return nil, true
	}
	p := path.Clean(c.Path)
	if strings.HasPrefix(p, "../") || strings.HasPrefix(p, "node_modules/") {
		return nil, false
	}
	if tree.Has(p) {
		return []string{p}, true
	}
	return tree.Suffixed(p), true
}
