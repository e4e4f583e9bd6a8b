package git

import "slices"

// A Launch says how git is started for a repository that is open, so that who writes to it
// writes to the same one.
type Launch struct {
	Git  string   // the program
	Dir  string   // where it runs
	Args []string // before the command: nothing that the repository or its configuration names runs
	Env  []string // the whole environment, without what says who commits
	// Given is the environment as it was given, with what git was told on its command line.
	Given  []string
	HexLen int // digits of an object id
}

// Launch gives what the caller may change. It is ErrNoGit where the repository is read
// without git.
func (r *Repo) Launch() (Launch, error) {
	if r.git == "" {
		return Launch{}, refuse(ErrNoGit, installGit(), "only git itself makes commits, and none was found on PATH")
	}
	return Launch{
		Git: r.git, Dir: r.dir, Args: slices.Concat(hardened, r.args),
		Env: slices.Clone(r.env), Given: slices.Clone(r.hookEnv), HexLen: r.hexLen,
	}, nil
}
