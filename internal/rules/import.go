package rules

import (
	"bytes"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

var importRule = &Rule{
	ID:    "import",
	Title: "a line makes agents load another file",
	Class: MustNotPass,
	Doc: `Claude Code, Gemini CLI and Qwen Code replace @path in a memory file by the contents of
that file, five files deep, also from the home directory. So one line of a team memory can pull a private file
of everybody who reads it into the prompt. Such a path starts with ~/, ./, ../, / or a drive, ends like a
document or a settings file, or is a file of the repository.

Handles (@alex, @team/owners), scoped packages, decorators and e-mail addresses are none, and nothing in code is: agents leave
code alone.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.Snapshot.Files {
			if f.Text == nil || f.Doc == nil {
				continue
			}
			for _, hits := range hitLines(f.Text, imports(f, in.Snapshot.Tree)) {
				report(Report{
					File: f, Span: hits[0].span,
					Message: "agents replace " + named(hits) + " by the contents of that file",
					Fix:     "put the path in backticks, or write it without @",
					Depends: in.appeared(f, hits),
				})
			}
		}
	},
}

var atPath = lazy.Regexp(`@[^\s@]+`)

func imports(f *memory.File, tree *memory.Tree) []hit {
	var out []hit
	src := f.Text.Bytes()
	if bytes.IndexByte(src, '@') < 0 {
		return nil
	}
	for _, m := range atPath.Get().FindAllIndex(src, -1) {
		before, _ := utf8.DecodeLastRune(src[:m[0]])
		p := importPath(string(src[m[0]+1 : m[1]]))
		if !importsAfter(before, m[0], p) || f.Doc.InCode(m[0]) || !isImport(p, f.Path, tree) {
			continue
		}
		out = append(out, hit{source.Span{Start: m[0], End: m[0] + 1 + len(p)}, strconv.Quote("@" + p)})
	}
	return out
}

// importPath cuts off what a sentence or a fragment adds to a path.
func importPath(p string) string {
	p, _, _ = strings.Cut(p, "#")
	p, _, _ = strings.Cut(p, "](")
	if i := strings.IndexAny(p, "`\"'<>|*"); i >= 0 {
		p = p[:i]
	}
	return strings.TrimRight(p, ".,;:!?)]}_。，、；：）」")
}

// importsAfter reports whether agents take the @ before p as an import when it
// follows r: at a start, after blanks, and where Markdown opens something. What
// is plainly a path counts after an opening bracket or quote, too.
func importsAfter(r rune, off int, p string) bool {
	if off == 0 || unicode.IsSpace(r) || strings.ContainsRune("*_[|>\ufeff", r) {
		return true
	}
	isAlias := strings.HasPrefix(p, "/") && strings.ContainsRune("\"'", r) // import x from '@/lib/x'
	return explicitPath(p) && !isAlias && strings.ContainsRune("(\"'{,:;=。，：（「", r)
}

func explicitPath(p string) bool {
	for _, start := range []string{"~/", "./", "../", "/", `~\`, `.\`, `..\`} {
		if strings.HasPrefix(p, start) {
			return len(p) > len(start)
		}
	}
	return len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\')
}

// importTargets are the files of the repository that @p in the file from can mean.
func importTargets(p, from string) []string {
	return []string{path.Join(path.Dir(from), p), path.Clean(p)}
}

// appeared returns those of the files meant by hits in f that the base does not have:
// with them, a word that was none becomes an import.
func (in *Input) appeared(f *memory.File, hits []hit) []string {
	var paths []string
	for _, h := range hits {
		for _, there := range importTargets(string(f.Text.Slice(h.span)[1:]), f.Path) {
			if in.Base != nil && in.Changed(there) && in.Base.Changed[there].Old.Mode == 0 {
				paths = append(paths, there)
			}
		}
	}
	return paths
}

func isImport(p, from string, tree *memory.Tree) bool {
	if explicitPath(p) {
		return true
	}
	if p == "" || strings.HasPrefix(p, "tsconfig/") {
		return false
	}
	for _, there := range importTargets(p, from) {
		if _, ok := tree.Entry(there); ok {
			return true
		}
	}
	ext := strings.ToLower(path.Ext(p))
	return documentExt.Has(ext) && ext != p || settingsExt.Has(ext) && (p[0] == '.' || strings.Contains(p, "/"))
}

var documentExt = wordset.Of(".md .mdc .mdx .markdown .txt .rst .adoc")

// settingsExt counts only below a directory or as a dot file: "@Input.key" is code.
var settingsExt = wordset.Of(`.json .jsonc .yaml .yml .toml .env .ini .conf .cfg .pem .key .crt .log .csv .xml .sql .sh .ps1 .tfvars`)
