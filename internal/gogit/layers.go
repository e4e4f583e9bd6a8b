package gogit

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// A layer is a file of the configuration.
type layer struct{ scope, file string }

// layers lists the files of the configuration, the strongest last. That of the machine is
// looked for where git has it unless it was built otherwise.
func (a *answers) layers() []layer {
	all := ownLayers(a.env)
	all = append(all, layer{"local", filepath.Join(a.place.commonDir, "config")})
	if a.place.worktreeConfig {
		all = append(all, layer{"worktree", filepath.Join(a.place.gitDir, "config.worktree")})
	}
	return all
}

// ownLayers are the files that no repository can write.
func ownLayers(env []string) []layer {
	var all []layer
	if on, _ := truth(lookup(env, "GIT_CONFIG_NOSYSTEM")); !on {
		file := lookup(env, "GIT_CONFIG_SYSTEM")
		if file == "" {
			file = "/etc/gitconfig"
		}
		all = append(all, layer{"system", file})
	}
	if file, set := lookupSet(env, "GIT_CONFIG_GLOBAL"); set {
		return append(all, layer{"global", file})
	}
	if dir := configHome(env); dir != "" {
		all = append(all, layer{"global", filepath.Join(dir, "git", "config")})
	}
	if home := homeOf(env); home != "" {
		all = append(all, layer{"global", filepath.Join(home, ".gitconfig")})
	}
	return all
}

func lookupSet(env []string, name string) (value string, set bool) {
	for _, kv := range env {
		set = set || strings.HasPrefix(kv, name+"=")
	}
	return lookup(env, name), set
}

// homeOf is the home directory as git takes it: Git for Windows makes a HOME of what is set there.
func homeOf(env []string) string {
	home := lookup(env, "HOME")
	if home != "" || runtime.GOOS != "windows" {
		return home
	}
	if home = lookup(env, "HOMEDRIVE") + lookup(env, "HOMEPATH"); isFolder(home) {
		return home
	}
	return lookup(env, "USERPROFILE")
}

func configHome(env []string) string {
	if dir := lookup(env, "XDG_CONFIG_HOME"); dir != "" {
		return dir
	}
	if home := homeOf(env); home != "" {
		return filepath.Join(home, ".config")
	}
	return ""
}

// A given is a setting with where it comes from.
type given struct {
	setting
	scope     string
	condition string // of the includeIf that has it, which is not judged here; "" for none
}

// maxIncludes is how deep files may include one another, as in git.
const maxIncludes = 10

// read lists the settings of a file and of what it includes, in order. A file that is not
// there has none.
func (l layer) read(env []string) ([]given, error) { return l.include(env, "", 0) }

func (l layer) include(env []string, condition string, depth int) ([]given, error) {
	own, err := l.alone()
	if err != nil {
		return nil, err
	}
	var all []given
	for _, g := range own {
		g.condition = condition
		all = append(all, g)
		when, ok := includes(g.setting)
		if !ok {
			continue
		}
		if depth == maxIncludes {
			return nil, refuse(git.ErrMalformed, "mend the configuration", "configuration files include one another %d deep", maxIncludes)
		}
		file, err := expand(g.value, env)
		if err != nil {
			return nil, err
		}
		more, err := layer{l.scope, under(filepath.Dir(l.file), file)}.include(env, cmp.Or(when, condition), depth+1)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// includes reports whether a setting includes a file, and on which condition.
func includes(s setting) (condition string, ok bool) {
	if s.key == "include.path" {
		return "", true
	}
	condition, found := strings.CutPrefix(s.key, "includeif.")
	condition, path := strings.CutSuffix(condition, ".path")
	return condition, found && path
}

func (a *answers) Config(_ context.Context, q git.Query) ([]git.Value, error) {
	keys, err := regexp.Compile("^(" + q.Keys + ")$")
	if err != nil {
		return nil, err
	}
	all, err := a.settings(q.File)
	if err != nil {
		return nil, err
	}
	var values []git.Value
	for _, g := range all {
		if !keys.MatchString(g.key) {
			continue
		}
		if g.condition != "" {
			return nil, unsupported("%q is set by the configuration on the condition %q (includeIf)", g.key, g.condition)
		}
		value, err := typed(g, q.Type, a.env)
		if err != nil {
			return nil, err
		}
		values = append(values, git.Value{Key: g.key, Value: value, Scope: g.scope})
	}
	return values, nil
}

func (a *answers) settings(file string) ([]given, error) {
	if file != "" {
		return layer{"", file}.alone()
	}
	var all []given
	for _, l := range a.layers() {
		more, err := l.read(a.env)
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// alone lists the settings of a file without what it includes; none when there is no such
// file.
func (l layer) alone() ([]given, error) {
	text, err := git.ReadFile(l.file)
	if l.file == "" || isAbsent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	settings, ok := parseConfig(string(text))
	if !ok {
		return nil, refuse(git.ErrMalformed, "mend that configuration file", "the configuration file %q can't be read", l.file)
	}
	all := make([]given, len(settings))
	for i, s := range settings {
		all[i] = given{s, l.scope, ""}
	}
	return all, nil
}

func typed(g given, t git.ValueType, env []string) (string, error) {
	switch t {
	case git.BoolValue:
		on, ok := truth(g.value)
		if !ok {
			return "", refuse(git.ErrMalformed, "mend the configuration value", "the configuration has %s = %q, want true or false", g.key, g.value)
		}
		return strconv.FormatBool(on), nil
	case git.PathValue:
		return expand(g.value, env)
	}
	return g.value, nil
}

// truth reads a value as git does (git_parse_maybe_bool).
func truth(value string) (on, ok bool) {
	switch strings.ToLower(value) {
	case "true", "yes", "on":
		return true, true
	case "", "false", "no", "off":
		return false, true
	}
	digits := strings.TrimRight(value, "kmgKMG")
	n, err := strconv.Atoi(digits)
	return n != 0, err == nil && len(value)-len(digits) <= 1
}

// expand writes out a home directory at the start of a path.
func expand(p string, env []string) (string, error) {
	switch home := homeOf(env); {
	case p == "~" || strings.HasPrefix(p, "~/"):
		if home == "" {
			return "", unsupported("the path %q of the configuration, while HOME is not set", p)
		}
		return home + p[1:], nil
	case strings.HasPrefix(p, "~"), strings.HasPrefix(p, "%("), strings.HasPrefix(p, ":("):
		return "", unsupported("the path %q of the configuration", p)
	}
	return p, nil
}
