package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/memory"
)

// A Proof is what a probe showed.
type Proof int

// The outcomes of a probe.
const (
	Refused  Proof = iota // the hook refused the commit, in the words of teammem
	Passed                // the commit went through: no hook judged it
	Unproven              // something else stopped the commit, or a manager that could not start let it through
)

// patience is how long the hooks of a probe may take.
const patience = 2 * time.Minute

// probed is a memory that no hook may let pass, and what is said of it.
const (
	probed     = "---\nname: probe\ndescription: a private memory that the hook has to refuse\ntype: feedback\nscope: private\n---\n\nNobody but its owner reads this.\n"
	probedRule = "private-scope"
)

// Probe proves that the hooks of a site fire: it commits a private memory in a
// temporary repository whose core.hooksPath is that of the site, with the files of its
// manager. env is the environment of the person who commits. What else the hooks of the
// site do, they do there; the site itself is left as it is. said is what git and the
// hooks printed.
func Probe(ctx context.Context, s *Site, env []string) (proof Proof, said string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	dir, err := os.MkdirTemp("", "teammem-probe-")
	if err != nil {
		return Unproven, "", fmt.Errorf("make a repository to try the hooks in: %w\nset TMPDIR to a directory that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p := probe{dir: dir, env: probeEnv(env)}
	if err := p.prepare(ctx, s); err != nil {
		return Unproven, "", err
	}
	said, failed := p.git(ctx, "commit", "-q", "-m", "chore: probe")
	_, unborn := p.git(ctx, "rev-parse", "-q", "--verify", "HEAD")
	switch {
	case ctx.Err() != nil:
		return Unproven, said, nil
	case failed != nil && unborn != nil && strings.Contains(said, probedRule):
		return Refused, said, nil
	case failed == nil && s.Manager == nil:
		return Passed, said, nil
	}
	return Unproven, said, nil
}

type probe struct {
	dir string
	env []string
}

func (p probe) prepare(ctx context.Context, s *Site) error {
	if err := p.steps(ctx, []string{"init", "-q", "--template="}, []string{"config", "core.hooksPath", s.Path}); err != nil {
		return err
	}
	err := errors.Join(
		p.write(memory.Dir+"/feedback_probe.md", probed),
		p.write(memory.IndexPath, "# Team memory\n\n- [Probe](feedback_probe.md) — a private memory that the hook has to refuse\n"),
		p.write(".git/info/exclude", "/node_modules\n"),
		p.bring(s),
	)
	if err != nil {
		return fmt.Errorf("make a repository to try the hooks in: %w", err)
	}
	return p.steps(ctx, []string{"add", "-A"}, []string{"add", "-f", memory.Dir})
}

func (p probe) steps(ctx context.Context, commands ...[]string) error {
	for _, args := range commands {
		if said, err := p.git(ctx, args...); err != nil {
			return fmt.Errorf("git %s in a repository to try the hooks in: %w: %s", args[0], err, strings.TrimSpace(said))
		}
	}
	return nil
}

// brought are the files by which managers know what to do, besides configs. With its
// checksum lefthook takes its hooks for fresh and does not write them again.
var brought = []string{"lefthook-local.yml", ".lefthook-local.yml", "package.json", ".git/info/lefthook.checksum"}

// bring copies the files of the manager, and links what npm has installed.
func (p probe) bring(s *Site) error {
	if s.Manager == nil {
		return nil
	}
	names := brought
	for _, c := range configs {
		names = append(names[:len(names):len(names)], c.file)
	}
	for _, name := range names {
		from := filepath.Join(s.Top, filepath.FromSlash(name))
		if rest, ok := strings.CutPrefix(name, ".git/"); ok {
			from = filepath.Join(s.gitDir, filepath.FromSlash(rest))
		}
		data, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err = errors.Join(err, p.write(name, string(data))); err != nil {
			return err
		}
	}
	if modules := filepath.Join(s.Top, "node_modules"); exists(modules) {
		// Without links a manager from npm does not start, and nothing is proven.
		_ = os.Symlink(modules, filepath.Join(p.dir, "node_modules"))
	}
	return nil
}

func (p probe) write(name, text string) error {
	file := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o644)
}

// git runs the git of the person, with their configuration: unlike everywhere else, the
// hooks are wanted here.
func (p probe) git(ctx context.Context, args ...string) (said string, err error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "commit.gpgSign=false"}, args...)...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = p.dir, p.env, &out, &out, 2*time.Second
	err = cmd.Run()
	return out.String(), err
}

// probeEnv is env without what points git to another repository.
func probeEnv(env []string) []string {
	var out []string
	for _, kv := range env {
		if !strings.HasPrefix(kv, "GIT_") || strings.HasPrefix(kv, "GIT_CONFIG_GLOBAL=") || strings.HasPrefix(kv, "GIT_CONFIG_SYSTEM=") ||
			strings.HasPrefix(kv, "GIT_CONFIG_NOSYSTEM=") || strings.HasPrefix(kv, "GIT_EXEC_PATH=") {
			out = append(out, kv)
		}
	}
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		out = append(out, "GIT_"+who+"_NAME=teammem", "GIT_"+who+"_EMAIL=teammem@example.com")
	}
	return append(out, "GIT_TERMINAL_PROMPT=0", "GIT_EDITOR=true")
}
