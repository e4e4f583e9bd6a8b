// Package owners reads CODEOWNERS: who must approve a change of a path. It reads a
// line at a time, so that one bad line is known and does not hide the others.
package owners

import (
	"path"
	"strings"

	"github.com/hmarr/codeowners"

	"github.com/teammem/teammem/internal/source"
)

// maxLine is the longest line that is read.
const maxLine = 32 << 10

// A File is one CODEOWNERS file.
type File struct {
	rules []rule
	// Bad are the lines, counted from 1, that can't be read. A host passes over
	// such a line, or over the whole file.
	Bad []int
}

type rule struct {
	codeowners.Rule
	line int
}

// Parse reads a CODEOWNERS file. It is total.
// https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
func Parse(text *source.Text) *File {
	f := &File{}
	for n := 1; n <= text.Lines(); n++ {
		line := strings.TrimSpace(string(text.Slice(text.Line(n))))
		if line == "" || line[0] == '#' {
			continue
		}
		rs, err := parse(line)
		if err != nil || len(rs) != 1 {
			f.Bad = append(f.Bad, n)
			continue
		}
		f.rules = append(f.rules, rule{rs[0], n})
	}
	return f
}

// parse reads one line. What GitHub says is not supported is an error too.
func parse(line string) (codeowners.Ruleset, error) {
	if len(line) > maxLine || strings.HasPrefix(line, "!") || strings.HasPrefix(line, `\#`) || strings.ContainsAny(line, "\r\n\v\f") {
		return nil, codeowners.ErrNoMatch
	}
	pattern, _, _ := strings.Cut(line, " ")
	if strings.ContainsAny(pattern, "[]") {
		return nil, codeowners.ErrNoMatch
	}
	return codeowners.ParseFile(strings.NewReader(line))
}

// Of returns the owners of p and the line that names them; nil when nobody owns it.
// The last rule that matches decides, even when it names nobody.
func (f *File) Of(p string) (owners []string, line int) {
	for i := len(f.rules) - 1; i >= 0; i-- {
		r := f.rules[i]
		if !r.matches(p) {
			continue
		}
		for _, o := range r.Owners {
			owners = append(owners, o.String())
		}
		return owners, r.line
	}
	return nil, 0
}

// A Match is a line that matches a path.
type Match struct {
	Line    int
	Pattern string
	Owners  []string
	Wide    bool // it matches files of the same kind in other folders, too
}

// Matches lists the lines that match p, in the order of the file: the last one decides.
func (f *File) Matches(p string) (all []Match) {
	for _, r := range f.rules {
		if !r.matches(p) {
			continue
		}
		m := Match{Line: r.line, Pattern: r.RawPattern(), Wide: r.matches("zzqx/zzqx" + path.Ext(p))}
		for _, o := range r.Owners {
			m.Owners = append(m.Owners, o.String())
		}
		all = append(all, m)
	}
	return all
}

func (r rule) matches(p string) bool {
	if r.RawPattern() == "/" { // matches nothing
		return false
	}
	ok, err := r.Match(p)
	return ok && err == nil
}
