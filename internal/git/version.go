package git

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// oldest is the oldest git that works: 2.31 of March 2021, the first with
// "rev-parse --path-format". https://github.com/git/git/blob/master/Documentation/RelNotes/2.31.0.txt
var oldest = version{2, 31}

// A version is the major and minor number of a git.
type version struct{ major, minor int }

func (v version) String() string { return fmt.Sprintf("%d.%d", v.major, v.minor) }

func (v version) before(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// parseVersion reads the answer of "git version": "git version 2.39.5 (vendor)".
func parseVersion(s string) (v version, ok bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(s), "git version ")
	if !ok {
		return v, false
	}
	major, rest, ok := strings.Cut(rest, ".")
	if !ok {
		return v, false
	}
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		rest = rest[:end]
	}
	var err1, err2 error
	v.major, err1 = strconv.Atoi(major)
	v.minor, err2 = strconv.Atoi(rest)
	return v, err1 == nil && err2 == nil && v.major >= 0 && v.minor >= 0
}

// Version gives what git says of itself after "git version". The error is ErrNoGit or ErrOldGit; the
// version is given with the latter, too.
func Version(ctx context.Context, o Options) (string, error) {
	if o.Env == nil {
		o.Env = os.Environ()
	}
	name, err := findGit(o.Git, o.Env)
	if err != nil {
		return "", err
	}
	r := &runner{git: name, dir: o.Dir, env: cleanEnv(o.Env)} // no repository has a part in it
	if err := noPipe(r.widerConfigs()); err != nil {
		return "", err
	}
	out, err := r.run(ctx, "version")
	if err != nil {
		return "", err
	}
	return printable(strings.TrimPrefix(strings.TrimSpace(out), "git version ")), checkVersion(out)
}
