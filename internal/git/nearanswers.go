package git

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// nearVerify is Verify for a full id or the short name of a ref, with ^{commit} behind it, where the
// files of a plain repository tell. A name is one only where no other ref can be meant.
func (p program) nearVerify(ctx context.Context, rev string) (id string, ok bool) {
	name, peeled := strings.CutSuffix(rev, "^{commit}")
	if !p.repo.plain || !peeled {
		return "", false
	}
	if id = name; !p.repo.isID(name) {
		if id, ok = p.repo.nearRef(name); !ok || !p.repo.isID(id) {
			return "", false
		}
	}
	b, err := p.repo.startBatch(ctx)
	if err != nil {
		return "", false
	}
	defer b.Close()
	_, ok = p.repo.nearCommit(b, id)
	return id, ok
}

// refRules are where git looks for a ref of a short name.
// https://git-scm.com/docs/gitrevisions
var refRules = []string{"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}

// nearRef finds the only ref of a short name.
func (r *Repo) nearRef(name string) (id string, ok bool) {
	if name == "HEAD" {
		return headID(r.gitDir)
	}
	if !isPlainRef("refs/heads/"+name) || isHex(strings.ToLower(name)) {
		return "", false
	}
	packed, err := readSmall(filepath.Join(r.gitDir, "packed-refs"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	found := ""
	for _, rule := range refRules {
		ref := rule + name
		if !exists(filepath.Join(r.gitDir, ref)) && !strings.Contains(packed, " "+ref+"\n") {
			continue
		}
		if found != "" {
			return "", false
		}
		found = ref
	}
	remote := "refs/remotes/" + name + "/HEAD"
	if !strings.HasPrefix(found, "refs/heads/") || exists(filepath.Join(r.gitDir, remote)) || strings.Contains(packed, " "+remote+"\n") {
		return "", false
	}
	return refID(r.gitDir, found)
}

// hidesNothing reports whether the files that hold ignore rules say plainly nothing of a path: no
// pattern has parts that all occur in it. Git has to be asked of every other. The path is relative to the top.
// https://git-scm.com/docs/gitignore
func (r *Repo) hidesNothing(name string) bool {
	if !r.plain || r.top == "" || runtime.GOOS != "linux" {
		return false
	}
	// Its configuration of the system lies where widerConfigs says.
	program, err := filepath.EvalSymlinks(r.git)
	if err != nil || program != "/usr/bin/git" {
		return false
	}
	if slices.ContainsFunc(append(r.widerConfigs(), filepath.Join(r.gitDir, "config")), namesExcludes) {
		return false
	}
	files := []string{filepath.Join(r.gitDir, "info", "exclude"), r.userExcludes()}
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		at := filepath.Join(r.top, dir)
		if info, err := os.Lstat(at); err == nil && !info.IsDir() || dir != "." && exists(filepath.Join(at, ".git")) {
			return false
		}
		files = append(files, filepath.Join(at, ".gitignore"))
		if dir == "." {
			break
		}
	}
	return !slices.ContainsFunc(files, func(file string) bool { return mayHide(file, name) })
}

// userExcludes is the file of a person's own ignore rules unless core.excludesFile names another; "" for none.
func (r *Repo) userExcludes() string {
	home, _ := lookup(r.env, "HOME")
	xdg, _ := lookup(r.env, "XDG_CONFIG_HOME")
	if xdg == "" && home == "" {
		return ""
	}
	return filepath.Join(cmp.Or(xdg, filepath.Join(home, ".config")), "git", "ignore")
}

// namesExcludes reports whether a configuration could name a file of ignore rules, or can't be read.
func namesExcludes(name string) bool {
	return mayName(name, "excludesfile", "include")
}

// mayHide reports whether a file could have an ignore rule for a path, or can't be read.
func mayHide(file, name string) bool {
	if file == "" {
		return false
	}
	text, err := readSmall(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	name = strings.ToLower(name)
	for line := range strings.Lines(strings.TrimPrefix(text, "\uFEFF")) {
		if mayMatch(strings.ToLower(strings.TrimRight(line, " \t\r\n")), name) {
			return true
		}
	}
	return err != nil
}

// mayMatch reports whether the parts of a pattern between its signs all occur in a name. Both are in lower case.
func mayMatch(pattern, name string) bool {
	if pattern == "" || pattern[0] == '#' {
		return false
	}
	if i := strings.IndexAny(pattern, `[\`); i >= 0 {
		pattern = pattern[:i] // what follows has a meaning of its own
	}
	parts := strings.FieldsFunc(strings.TrimPrefix(pattern, "!"), func(c rune) bool { return strings.ContainsRune("*?/", c) })
	return !slices.ContainsFunc(parts, func(part string) bool { return !strings.Contains(name, part) })
}
