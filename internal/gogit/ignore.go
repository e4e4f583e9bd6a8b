package gogit

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/rules"
)

// An ignoreRule is one line of a file of ignore rules.
type ignoreRule struct {
	rules.Ignored        // where it stands
	glob          string // without the marks around it
	base          string // the folder that it counts from, with a slash at the end; "" is the top
	negated       bool
	folders       bool // it is about folders alone
	anywhere      bool // it is about the last part of a path
}

// parseIgnore reads ignore rules (add_patterns_from_buffer in git's dir.c).
func parseIgnore(source, base, text string) []ignoreRule {
	var all []ignoreRule
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		line, _, _ = strings.Cut(line, "\x00")
		if line == "" || line[0] == '#' {
			continue
		}
		pattern := trimBlanks(line)
		r := ignoreRule{Ignored: rules.Ignored{Source: source, Line: number, Pattern: pattern}, base: base}
		r.glob, r.negated = strings.CutPrefix(pattern, "!")
		r.glob, r.folders = strings.CutSuffix(r.glob, "/")
		r.anywhere = !strings.Contains(r.glob, "/")
		r.glob = strings.TrimPrefix(r.glob, "/")
		all = append(all, r)
	}
	return all
}

// trimBlanks takes off the blanks at the end that no backslash stands before.
func trimBlanks(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ':
			continue
		case '\\':
			if i++; i == len(line) {
				return line
			}
		}
		end = i + 1
	}
	return line[:end]
}

func (r *ignoreRule) matches(p string, isFolder bool, match matchFunc) bool {
	if r.folders && !isFolder {
		return false
	}
	if r.anywhere {
		return match(r.glob, p[strings.LastIndexByte(p, '/')+1:])
	}
	name, ok := strings.CutPrefix(p, r.base)
	return ok && match(r.glob, name)
}

type matchFunc func(pattern, path string) bool

// last is the last rule that matches; nil when none does.
func (ig *ignorer) last(all []ignoreRule, p string, isFolder bool) *ignoreRule {
	for i := range slices.Backward(all) {
		if all[i].matches(p, isFolder, ig.match) {
			return &all[i]
		}
	}
	return nil
}

// An ignorer knows the rules of one work tree, and reads those of a folder when it is
// entered.
type ignorer struct {
	top    string
	own    []ignoreRule            // the user's, then those of info/exclude
	inside map[string][]ignoreRule // of .gitignore, by folder; "" is the top
	// Where core.ignoreCase is set, names that differ in the case of ASCII letters are one.
	match matchFunc
	same  func(name string) string
}

func join(dir, name string) string {
	if dir == "" {
		return name
	}
	return dir + "/" + name
}

func (a *answers) ignorer(ctx context.Context) (*ignorer, error) {
	values, err := a.Config(ctx, git.Query{Keys: `core\.ignorecase`, Type: git.BoolValue})
	if err != nil {
		return nil, err
	}
	ig := &ignorer{top: a.place.top, inside: map[string][]ignoreRule{}, match: wildmatch, same: strings.Clone}
	if n := len(values); n > 0 && values[n-1].Value == "true" {
		ig.match, ig.same = wildmatchFold, lowered
	}
	files, err := a.ignoreFiles(ctx)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
			return nil, git.PipedIgnores(file)
		}
		text, err := git.ReadFile(file)
		if err != nil && !isAbsent(err) {
			return nil, err
		}
		ig.own = append(ig.own, parseIgnore(file, "", string(text))...)
	}
	return ig, nil
}

// ignoreFiles are the files of rules outside the work tree, the strongest last.
func (a *answers) ignoreFiles(ctx context.Context) ([]string, error) {
	exclude := filepath.Join(a.place.commonDir, "info", "exclude")
	values, err := a.Config(ctx, git.Query{Keys: `core\.excludesfile`, Type: git.PathValue})
	if err != nil {
		return nil, err
	}
	file := ""
	if n := len(values); n > 0 {
		file = values[n-1].Value
	} else if dir := configHome(a.env); dir != "" {
		file = filepath.Join(dir, "git", "ignore")
	}
	if file == "" {
		return []string{exclude}, nil
	}
	return []string{under(a.place.top, file), exclude}, nil
}

// enter reads the rules of a folder; "" is the top.
func (ig *ignorer) enter(dir string) error {
	if _, known := ig.inside[dir]; known {
		return nil
	}
	source := path.Join(dir, ".gitignore")
	file := filepath.Join(ig.top, filepath.FromSlash(source))
	info, err := os.Lstat(file)
	switch {
	case isAbsent(err), err == nil && info.IsDir():
		ig.inside[dir] = nil
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeNamedPipe != 0:
		return git.PipedIgnores(source)
	case !info.Mode().IsRegular():
		return unsupported("%q is no plain file", source)
	}
	text, err := git.ReadFile(file)
	if err != nil {
		return err
	}
	base := ""
	if dir != "" {
		base = dir + "/"
	}
	ig.inside[dir] = parseIgnore(source, base, string(text))
	return nil
}

// rule is the rule in force for a path, whose folders were entered: that of the nearest
// folder, else one of the user's own; nil when none matches.
func (ig *ignorer) rule(p string, isFolder bool) *ignoreRule {
	for dir := path.Dir(p); ; dir = path.Dir(dir) {
		if dir == "." {
			dir = ""
		}
		if r := ig.last(ig.inside[dir], p, isFolder); r != nil {
			return r
		}
		if dir == "" {
			return ig.last(ig.own, p, isFolder)
		}
	}
}

// Ignored goes down to a path. What is below an ignored folder can't be taken back in.
func (a *answers) Ignored(ctx context.Context, name string) (*rules.Ignored, error) {
	ig, err := a.ignorer(ctx)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(name, "/") // after a slash at the end comes a part of no name
	dir := ""
	for i := range parts {
		if err := ig.enter(dir); err != nil {
			return nil, err
		}
		p := join(dir, parts[i])
		info, err := os.Lstat(filepath.Join(ig.top, filepath.FromSlash(p)))
		inner := i < len(parts)-1
		if inner && err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return nil, nil // no rule reaches beyond a link
		}
		if inner && isRepository(filepath.Join(ig.top, filepath.FromSlash(p))) {
			return nil, unsupported("%q lies in a repository of its own", name)
		}
		r := ig.rule(p, inner || err == nil && info.IsDir())
		if r != nil && !r.negated {
			return &r.Ignored, nil
		}
		dir = p
	}
	return nil, nil
}
