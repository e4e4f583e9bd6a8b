package git

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A Glance is what the files of a usual repository say, without git being asked. Git may
// know a configuration of the system that changes the URL: before anything is done by it, it has
// to agree with what git said earlier.
type Glance struct {
	Top     string // real path of the work tree, which is the main one
	URL     string // of the remote, as the repository has it; "" when it has no remote
	Trusted TrustedRef
}

// GlanceAt reads the repository around dir, whose environment is env. False is for
// everything out of the usual: ask Open then.
func GlanceAt(dir string, env []string) (Glance, bool) {
	r := Repo{runner: runner{env: cleanEnv(env)}}
	if runtime.GOOS == "windows" || slices.ContainsFunc(notPlain, r.has) {
		return Glance{}, false
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return Glance{}, false
	}
	top, ok := plainTop(dir)
	gitDir := filepath.Join(top, ".git")
	if !ok || !isPlainRepository(gitDir) {
		return Glance{}, false
	}
	text, err := readSmall(filepath.Join(gitDir, "config"))
	if err != nil {
		return Glance{}, false
	}
	name, url, ok := plainRemote(text)
	if !ok || slices.ContainsFunc(r.widerConfigs(), aboutRemotes) {
		return Glance{}, false
	}
	trusted, ok := plainTrusted(gitDir, name)
	return Glance{top, url, trusted}, ok
}

// widerConfigs are the configurations of the user, and the one that most systems have.
// https://git-scm.com/docs/git-config#FILES
func (r *runner) widerConfigs() []string {
	system, _ := lookup(r.env, "GIT_CONFIG_SYSTEM")
	system = cmp.Or(system, "/etc/gitconfig")
	if none, _ := lookup(r.env, "GIT_CONFIG_NOSYSTEM"); !slices.Contains([]string{"", "0", "false", "no", "off"}, strings.ToLower(none)) {
		system = ""
	}
	if global, set := lookup(r.env, "GIT_CONFIG_GLOBAL"); set {
		return []string{system, global}
	}
	home, _ := lookup(r.env, "HOME")
	xdg, _ := lookup(r.env, "XDG_CONFIG_HOME")
	return []string{system, filepath.Join(home, ".gitconfig"), filepath.Join(cmp.Or(xdg, filepath.Join(home, ".config")), "git", "config")}
}

// aboutRemotes reports whether a configuration could change the URL of a remote, or can't
// be read.
func aboutRemotes(name string) bool { return mayName(name, "insteadof", "include", "[remote") }

// mayName reports whether one of the words, in lower case, stands in a configuration, or that can't be read.
func mayName(name string, words ...string) bool {
	if name == "" || name == os.DevNull {
		return false
	}
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSmall {
		return true
	}
	text, err := os.ReadFile(name)
	config := strings.ToLower(string(text))
	return err != nil || slices.ContainsFunc(words, func(word string) bool { return strings.Contains(config, word) })
}

// plainRemote gives the remote that pickRemote would choose, of a configuration that is
// plain. The name is "" when there is none.
func plainRemote(config string) (name, url string, ok bool) {
	urls := map[string]string{}
	section := ""
	for line := range strings.Lines(config) {
		line = strings.Trim(line, blanks)
		key, value, _ := strings.Cut(line, "=")
		value = strings.Trim(value, blanks)
		switch kind, header := plainSection(strings.ToLower(line)); {
		case header && (strings.HasPrefix(kind, "url") || strings.HasPrefix(kind, "remote.")):
			return "", "", false
		case header && kind == "remote":
			_, part, _ := strings.Cut(line, ` "`)
			if section = strings.TrimSuffix(part, `"]`); !isPlainRef("refs/heads/" + section) {
				return "", "", false
			}
		case header:
			section = ""
		case section != "" && strings.EqualFold(strings.Trim(key, blanks), "url"):
			if urls[section] != "" || value == "" || strings.ContainsAny(value, "\"#;") || isRelative(value) {
				return "", "", false
			}
			urls[section] = value
		}
	}
	if url, found := urls["origin"]; found {
		return "origin", url, true
	}
	for name, url := range urls {
		return name, url, len(urls) == 1
	}
	return "", "", true
}

// plainTrusted is Trusted where its refs are files of the usual form.
func plainTrusted(gitDir, remote string) (t TrustedRef, ok bool) {
	t.Remote = remote
	if remote == "" {
		t.Ref, t.Notice = "HEAD", "this clone has no remote, so HEAD is taken, reviewed or not"
		t.Commit, ok = headID(gitDir)
		return t, ok
	}
	dir := "refs/remotes/" + remote + "/"
	line, err := readLine(filepath.Join(gitDir, dir+"HEAD"))
	if err == nil {
		name, isRef := strings.CutPrefix(line, "ref: "+dir)
		t.Ref = dir + name
		t.Commit, ok = refID(gitDir, t.Ref)
		return t, ok && isRef && isPlainRef("refs/heads/"+name)
	}
	for _, branch := range []string{"main", "master"} {
		if t.Commit, ok = refID(gitDir, dir+branch); ok {
			t.Ref = dir + branch
			return t, errors.Is(err, fs.ErrNotExist)
		}
	}
	return t, false
}
