package owners

import (
	"slices"
	"strings"

	"github.com/hmarr/codeowners"

	"github.com/teammem/teammem/internal/source"
)

// gitLab is the file that GitLab alone reads.
const gitLab = ".gitlab/CODEOWNERS"

// Reader gives how a host reads the file that looks for it at paths: GitLab, which alone looks into .gitlab, knows sections.
func Reader(paths ...string) func(*source.Text) *File {
	if slices.Contains(paths, gitLab) {
		return ParseSections
	}
	return Parse
}

// ParseSections reads a CODEOWNERS file as GitLab does. It is total.
// https://docs.gitlab.com/user/project/codeowners/reference/
func ParseSections(text *source.Text) *File {
	f := &File{sections: []*section{{}}}
	now, in := &heading{}, f.sections[0]
	begun := map[string]*section{} // by name: one may begin in several places
	for n := 1; n <= text.Lines(); n++ {
		line := strings.TrimSpace(string(text.Slice(text.Line(n))))
		if line == "" || line[0] == '#' {
			continue
		}
		if h, ok := parseHeading(line); ok {
			if in, ok = begun[h.name]; !ok {
				in = &section{optional: true}
				begun[h.name] = in
				f.sections = append(f.sections, in)
			}
			in.optional = in.optional && h.optional
			now, f.Divided = h, true
			continue
		}
		r, ok := parseInSection(line)
		if !ok {
			f.Bad = append(f.Bad, n)
			continue
		}
		if r.line = n; len(r.Owners) == 0 {
			r.Owners = now.owners
		}
		in.rules = append(in.rules, r)
	}
	f.sections = slices.DeleteFunc(f.sections, func(s *section) bool { return s.optional }) // there nobody has to approve
	return f
}

// A heading begins a section.
type heading struct {
	name     string
	owners   []codeowners.Owner // of lines that name none
	optional bool
}

// parseHeading reads [Name], ^[Name], [Name][2] and owners behind it.
func parseHeading(line string) (*heading, bool) {
	rest, optional := strings.CutPrefix(line, "^")
	rest, opened := strings.CutPrefix(rest, "[")
	name, rest, closed := strings.Cut(rest, "]")
	if name = strings.ToLower(strings.TrimSpace(name)); !opened || !closed || name == "" {
		return nil, false
	}
	if count, after, counted := strings.Cut(rest, "]"); counted && strings.HasPrefix(rest, "[") {
		if strings.Trim(count[1:], "0123456789") != "" {
			return nil, false
		}
		rest = after
	}
	if rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return nil, false
	}
	r, ok := parse("/"+rest, onGitLab) // owners stand behind a heading as behind a pattern
	return &heading{name, r.Owners, optional}, ok
}

// parseInSection reads a rule. A pattern means files at any depth unless it begins with a slash, and what lies in a folder only
// if it ends in one.
func parseInSection(line string) (r rule, ok bool) {
	line, excluded := strings.CutPrefix(line, "!")
	pattern, owners := split(line)
	if strings.HasSuffix(pattern, "/**") { // without a slash behind them two stars are one
		pattern = strings.TrimSuffix(pattern, "*")
	}
	if strings.Contains(strings.TrimSuffix(pattern, "/"), "/") && pattern[0] != '/' && !strings.HasPrefix(pattern, "**/") {
		pattern = "**/" + pattern
	}
	r, ok = parse(pattern+owners, onGitLab)
	r.excluded = excluded
	r.files = !strings.HasSuffix(pattern, "/") && strings.Trim(pattern[strings.LastIndexByte(pattern, '/')+1:], "*") != ""
	return r, ok
}

var onGitLab = []codeowners.OwnerMatcher{
	codeowners.OwnerMatchFunc(matchAddress),
	codeowners.OwnerMatchFunc(matchGitLab),
}

// matchGitLab takes a user, a group with the groups that it lies in, and a role (@@maintainers).
func matchGitLab(s string) (codeowners.Owner, error) {
	name, ok := strings.CutPrefix(s, "@")
	name = strings.TrimPrefix(name, "@")
	if !ok || strings.Trim(name, "/") != name || name == "" || strings.ContainsFunc(name, func(c rune) bool {
		return c != '/' && c != '_' && c != '.' && c != '-' && !isAlphanumeric(c)
	}) {
		return codeowners.Owner{}, codeowners.ErrNoMatch
	}
	return codeowners.Owner{Value: s[1:], Type: codeowners.UsernameOwner}, nil
}

func isAlphanumeric(c rune) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}
