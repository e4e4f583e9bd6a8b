// Package owners reads CODEOWNERS: who must approve a change of a path. It reads a
// line at a time, so that one bad line is known and does not hide the others.
package owners

import (
	"path"
	"slices"
	"strings"

	"github.com/hmarr/codeowners"

	"github.com/teammem/teammem/internal/source"
)

// maxLine is the longest line that is read.
const maxLine = 32 << 10

// A File is one CODEOWNERS file.
type File struct {
	sections []*section // of a host that knows none, one
	// Bad are the lines, counted from 1, that can't be read. A host passes over
	// such a line, or over the whole file.
	Bad []int
	// Divided files have headings of sections: what is added at the end belongs to the last one.
	Divided bool
}

// A section is a list of rules in which the last one that matches decides.
type section struct {
	rules    []rule
	optional bool // wherever it begins
}

type rule struct {
	codeowners.Rule
	line     int
	spelled  bool // the pattern holds what spell has written
	files    bool // the pattern is one for files: what lies in a folder of such a name is not meant
	excluded bool // the section is not for what the pattern matches, whatever else it says
}

// Parse reads a CODEOWNERS file. It is total.
// https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
func Parse(text *source.Text) *File {
	f := &File{sections: []*section{{}}}
	for n := 1; n <= text.Lines(); n++ {
		line := strings.TrimSpace(string(text.Slice(text.Line(n))))
		if line == "" || line[0] == '#' {
			continue
		}
		r, ok := parse(line, onGitHub)
		if !ok {
			f.Bad = append(f.Bad, n)
			continue
		}
		r.line = n
		f.sections[0].rules = append(f.sections[0].rules, r)
	}
	return f
}

// parse reads one line. What GitHub says is not supported can't be read, nor what could be meant in two ways.
func parse(line string, matchers []codeowners.OwnerMatcher) (r rule, ok bool) {
	if len(line) > maxLine || strings.HasPrefix(line, "!") || strings.ContainsAny(line, "\r\n\v\f") {
		return rule{}, false
	}
	pattern, rest := split(line)
	if strings.ContainsAny(pattern, "[]#") || isGlued(rest) {
		return rule{}, false
	}
	if r.spelled = strings.ContainsFunc(pattern, isOther); r.spelled {
		if strings.ContainsFunc(pattern, isUnseen) || strings.Contains(pattern, "?") {
			return rule{}, false
		}
		pattern = spell(pattern)
	}
	rs, err := codeowners.ParseFile(strings.NewReader(pattern+rest), codeowners.WithOwnerMatchers(matchers))
	if err != nil || len(rs) != 1 {
		return rule{}, false
	}
	r.Rule = rs[0]
	return r, true
}

// split cuts a line where its pattern ends: at the first blank that is not escaped.
func split(line string) (pattern, rest string) {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case ' ', '\t':
			return line[:i], line[i:]
		}
	}
	return line, ""
}

// isGlued reports whether a comment follows an owner without a blank: for some it is one.
func isGlued(rest string) bool {
	before, _, commented := strings.Cut(rest, "#")
	return commented && strings.TrimRight(before, " \t") == before
}

var onGitHub = []codeowners.OwnerMatcher{
	codeowners.OwnerMatchFunc(matchAddress),
	codeowners.OwnerMatchFunc(codeowners.MatchTeamOwner),
	codeowners.OwnerMatchFunc(codeowners.MatchUsernameOwner),
}

// matchAddress takes an e-mail address of any domain; the library knows no long ones.
func matchAddress(s string) (codeowners.Owner, error) {
	local, host, _ := strings.Cut(s, "@")
	if local == "" || strings.Contains(local, "/") || strings.ContainsAny(host, "@/_%+") || !strings.Contains(strings.Trim(host, "."), ".") {
		return codeowners.Owner{}, codeowners.ErrNoMatch
	}
	return codeowners.Owner{Value: s, Type: codeowners.EmailOwner}, nil
}

// Of returns the owners of p and the line that names them, or the first of them; nil when nobody owns it.
// In each section the last rule that matches decides, even when it names nobody.
func (f *File) Of(p string) (owners []string, line int) {
	for _, s := range f.sections {
		all := s.matches(p)
		if len(all) == 0 {
			continue
		}
		last := all[len(all)-1]
		if line == 0 || len(owners) == 0 && len(last.Owners) > 0 {
			line = last.Line
		}
		for _, o := range last.Owners {
			if !slices.Contains(owners, o) {
				owners = append(owners, o)
			}
		}
	}
	return owners, line
}

// A Match is a line that matches a path.
type Match struct {
	Line    int
	Pattern string
	Owners  []string
	Wide    bool // it matches files of the same kind in other folders, too
}

// Matches lists the lines that match p, in the order of the file: the last one decides. Of several sections it is the
// first in which p has owners, or else the first with such a line.
func (f *File) Matches(p string) (first []Match) {
	for _, s := range f.sections {
		all := s.matches(p)
		if len(all) > 0 && len(all[len(all)-1].Owners) > 0 {
			return all
		}
		if first == nil {
			first = all
		}
	}
	return first
}

// matches lists the lines of a section that match p.
func (s *section) matches(p string) (all []Match) {
	for _, r := range s.rules {
		if !r.matches(p) {
			continue
		}
		if r.excluded {
			return nil
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
	if r.spelled {
		p = spell(p)
	}
	ok, err := r.Match(p)
	return ok && err == nil && !(r.files && r.matchesFolder(p))
}

// matchesFolder reports whether the pattern matches a folder in which p lies.
func (r rule) matchesFolder(p string) bool {
	for p = path.Dir(p); p != "."; p = path.Dir(p) {
		if ok, err := r.Match(p); ok && err == nil {
			return true
		}
	}
	return false
}

// Samples are paths below dir that rules of f are for, whether such files exist or not: a rule can be
// for names to come. There are at most most of them.
func (f *File) Samples(dir string, most int) (paths []string) {
	for _, r := range f.all() {
		p := strings.NewReplacer("**", "zzqx", "*", "zzqx", "?", "z").Replace(strings.TrimPrefix(r.RawPattern(), "/"))
		switch {
		case strings.HasSuffix(p, "/"):
			p += "zzqx.md"
		case path.Ext(p) == "":
			p += ".md"
		}
		if !strings.HasPrefix(p, dir+"/") {
			p = path.Join(dir, p)
		}
		if len(paths) < most && r.matches(p) {
			paths = append(paths, p)
		}
	}
	return paths
}

func (f *File) all() (rules []rule) {
	for _, s := range f.sections {
		rules = append(rules, s.rules...)
	}
	return rules
}
