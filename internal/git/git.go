// Package git is how all others read a repository. It asks git's own plumbing, so
// that every format and every variable means here what it means to git, and it
// only ever reads: it writes nothing, fetches nothing, and runs nothing that a
// repository or its configuration names. What every commit pays for it does itself
// where all is as usual (where the repository is, what HEAD and the index say, what is
// staged, objects, what leads from one commit to another); of all else git is asked. Where there is no git, package gogit answers in its place.
//
// What cannot be read is an error or an error of one entry, never left out in
// silence. Git itself must be 2.31 or newer.
package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Options say which repository to open. The zero value means the one around the
// current directory, as git would find it from this process.
type Options struct {
	Dir string   // where to look from; "" is the current directory
	Env []string // the environment, of which the GIT_ variables of a hook are heeded; nil is os.Environ
	Git string   // the program; "" looks for git on PATH
}

// A Repo is an open repository. It may be used by several goroutines.
type Repo struct {
	runner
	ask        Plumbing
	hookEnv    []string // the environment as it was given
	top        string   // the work tree; "" when there is none
	gitDir     string
	indexFile  string // set only when the environment names it
	hexLen     int    // digits of an object id
	shallow    bool
	plain      bool   // its objects can be read from its files
	opened     string // the commit that HEAD named when Repo was opened; "" when that is not known
	openedTree string // its tree; "" when that is not known
	texts      treeTexts

	mu    sync.Mutex
	idle  *batch     // a process that waits for the next questions
	odd   string     // what lies in the place of an object and is no file; "" for nothing
	known *indexFile // the index that was found sound; its file is closed
	// commits are those that were read from files; an id stands for one commit always.
	commits map[string]commitObject
}

// Open finds a repository as git does, heeding GIT_DIR and its kin, and holds on
// to it: what changes in the environment later has no effect. Errors are
// ErrNoGit, ErrOldGit, ErrNotRepository, ErrNotTrusted, ErrBare for a bare
// repository that lies inside a work tree, ErrUnsupported and ErrMalformed.
func Open(ctx context.Context, o Options) (*Repo, error) {
	if o.Env == nil {
		o.Env = os.Environ()
	}
	name, err := findGit(o.Git, o.Env)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	r := &Repo{hookEnv: o.Env, runner: runner{git: name, dir: dir, env: cleanEnv(o.Env)}}
	r.ask = program{r}
	for _, dir := range SafeDirectories(o.Env) {
		r.args = append(r.args, "-c", "safe.directory="+dir)
	}
	if err := r.discover(ctx); err != nil {
		return nil, err
	}
	return r, nil
}

// A Place says where a repository lies that was found without git. Paths are absolute.
type Place struct {
	Top       string // the work tree; "" when there is none
	GitDir    string
	IndexFile string // when the environment names it
	Shallow   bool
	Env       []string // as it was given
}

// New gives a Repo of ids of sha1 that asks ask and starts no process. What needs the
// program git nevertheless is ErrNoGit.
func New(p Place, ask Plumbing) *Repo {
	return &Repo{ask: ask, hookEnv: p.Env, top: p.Top, gitDir: p.GitDir, indexFile: p.IndexFile, hexLen: 40, shallow: p.Shallow}
}

// Close ends the process and closes the files that Repo keeps between questions. The Repo can be used
// again; then it has to be closed again.
func (r *Repo) Close() {
	if asked, ok := r.ask.(interface{ Close() }); ok {
		asked.Close()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.idle != nil {
		r.idle.kill()
		r.idle = nil
	}
}

// Top is the absolute path of the work tree, or "" when there is none.
func (r *Repo) Top() string { return r.top }

// Shallow reports whether the clone is cut off: not all parents of its commits are here.
func (r *Repo) Shallow() bool { return r.shallow }

// findGit finds the program on the PATH of env. A relative element of PATH is
// left out: it would mean a program of the repository.
func findGit(name string, env []string) (string, error) {
	candidates := []string{name}
	if name == "" {
		candidates = nil
		list, _ := lookup(env, "PATH")
		for _, dir := range filepath.SplitList(list) {
			if filepath.IsAbs(dir) {
				candidates = append(candidates, filepath.Join(dir, "git"))
			}
		}
	}
	for _, c := range candidates {
		if program, err := exec.LookPath(c); err == nil {
			return program, nil
		}
	}
	return "", noGit()
}

func installGit() string { return "install git " + oldest.String() + " or newer" }

func noGit() error {
	return refuse(ErrNoGit, installGit(), "no git was found on PATH")
}

func (r *Repo) checkVersion(ctx context.Context) error {
	out, err := r.run(ctx, "version")
	if err != nil {
		return err
	}
	return checkVersion(out)
}

// checkVersion looks at the answer of "git version".
func checkVersion(out string) error {
	found, ok := parseVersion(out)
	if !ok {
		return refuse(ErrOldGit, installGit(), "git does not tell its version: it says %q", printable(strings.TrimSpace(out)))
	}
	if found.before(oldest) {
		return refuse(ErrOldGit, installGit(), "git %s is too old", found)
	}
	return nil
}

// needWorktree is the refusal of what a repository without a work tree lacks.
func (r *Repo) needWorktree() error {
	if r.top != "" {
		return nil
	}
	return refuse(ErrBare, "run in a work tree, or check a commit or a range", "%q is a bare repository or not inside its work tree", r.gitDir)
}

// isID reports whether s is a full object id of this repository.
func (r *Repo) isID(s string) bool { return len(s) == r.hexLen && isHex(s) }

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == ""
}

func (r *Repo) wantID(s string) error {
	if r.isID(s) {
		return nil
	}
	return refuse(ErrUnknownRevision, "resolve it first", "%q is not a full commit id", s)
}

var errMeaningless = errors.New("git gave an answer that makes no sense")
