package git

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// A program is the Plumbing of the program git.
type program struct{ repo *Repo }

func (p program) Objects(ctx context.Context) (Objects, error) { return p.repo.startBatch(ctx) }

func (p program) SymbolicRef(ctx context.Context, ref string) (string, error) {
	if err := p.repo.holdsNoPipe(ref); err != nil {
		return "", err
	}
	out, err := p.repo.run(ctx, "symbolic-ref", "-q", ref)
	var failed *exitError
	switch {
	case saidNo(err):
		return "", nil
	case errors.As(err, &failed):
		return "", refuse(ErrMalformed, "mend or delete it and what it names", "%q can't be read", ref)
	}
	return strings.TrimSuffix(out, "\n"), err
}

// HeadCommit asks the process that reads objects first, since it is there already.
func (p program) HeadCommit(ctx context.Context) (string, error) {
	b, err := p.repo.startBatch(ctx)
	if err != nil {
		return "", err
	}
	id, _, ok, err := b.head()
	b.Close()
	if ok || err != nil {
		return id, err
	}
	id, _, err = p.Verify(ctx, "HEAD^{commit}")
	return id, err
}

func (p program) Verify(ctx context.Context, rev string) (id, name string, err error) {
	if id, ok := p.nearVerify(ctx, rev); ok {
		return id, "", nil
	}
	out, warnings, err := p.repo.runWith(ctx, nil, "rev-parse", "--verify", "--end-of-options", rev)
	return strings.TrimSuffix(out, "\n"), ambiguous(warnings), err
}

// ambiguous gives the name that git warned of because it is both, say, a branch and a
// tag. For HEAD and for a full id git is not in doubt in spite of it.
func ambiguous(warnings string) string {
	for line := range strings.Lines(warnings) {
		name, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "warning: refname '")
		if name, ended := strings.CutSuffix(name, "' is ambiguous."); ok && ended && name != "HEAD" {
			return name
		}
	}
	return ""
}

func (p program) RefFile(ctx context.Context, ref string) (string, error) {
	out, err := p.repo.run(ctx, "rev-parse", "--path-format=absolute", "--git-path", ref)
	return strings.TrimSuffix(out, "\n"), err
}

func (p program) CommonDir(ctx context.Context) (string, error) {
	out, err := p.repo.run(ctx, "rev-parse", "--path-format=absolute", "--git-common-dir")
	return filepath.Clean(strings.TrimSuffix(out, "\n")), err
}

func (p program) MergeBases(ctx context.Context, a, b string) ([]string, error) {
	if _, base, ok := p.walk(ctx, a, b); ok {
		return []string{base}, nil
	}
	out, err := p.repo.run(ctx, "merge-base", "--all", a, b)
	if saidNo(err) {
		return nil, nil
	}
	return strings.Fields(out), err
}

// maxArgs is how many commits are named on one command line.
const maxArgs = 500

func (p program) Independent(ctx context.Context, commits []string) ([]string, error) {
	var best []string
	for some := range slices.Chunk(commits, maxArgs) {
		out, err := p.repo.run(ctx, slices.Concat([]string{"merge-base", "--independent"}, best, some)...)
		if err != nil {
			return nil, err
		}
		best = strings.Fields(out)
	}
	return best, nil
}

func (p program) Since(ctx context.Context, to string, known memory.Known) ([][]string, error) {
	if listed, ok := p.nearSince(ctx, to, known); ok {
		return listed, nil
	}
	out, err := p.revList(ctx, to, known, "--topo-order", "--reverse", "--parents")
	if err != nil {
		return nil, err
	}
	return parseRevList(out, p.repo.hexLen)
}

func (p program) Boundary(ctx context.Context, to string, known memory.Known) (boundary []string, all bool, err error) {
	out, err := p.revList(ctx, to, known, "--boundary")
	for line := range strings.Lines(out) {
		if id, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "-"); ok {
			boundary = append(boundary, id)
		}
	}
	return boundary, out == "", err
}

// revList lists what is reachable from to and not known.
func (p program) revList(ctx context.Context, to string, known memory.Known, options ...string) (string, error) {
	in := []byte(to + "\n")
	for _, id := range known.Commits {
		in = append(in, "^"+id+"\n"...)
	}
	args := append(append([]string{"rev-list"}, options...), "--stdin", "--not")
	if known.Remote != "" {
		args = append(args, "--remotes="+known.Remote)
	}
	if known.Refs {
		args = append(args, "--all")
	}
	out, _, err := p.repo.runWith(ctx, in, append(args, "--")...)
	return out, err
}

func (p program) Config(ctx context.Context, q Query) ([]Value, error) {
	args := []string{"config", "-z", "--show-scope"}
	if q.File != "" {
		args = append(args, "--file", q.File)
	}
	if q.Type != AnyValue {
		args = append(args, "--type="+string(q.Type))
	}
	out, err := p.repo.run(ctx, append(args, "--get-regexp", "^("+q.Keys+")$")...)
	if err != nil && !saidNo(err) {
		return nil, err
	}
	values, err := parseConfig(out)
	if q.File != "" {
		return values, err
	}
	// What hardened imposes is no setting of anybody's.
	return slices.DeleteFunc(values, func(v Value) bool { return v.Scope == "command" }), err
}

func (p program) RemoteURL(ctx context.Context, remote string) (string, error) {
	out, err := p.repo.run(ctx, "remote", "get-url", "--", remote)
	return strings.TrimSuffix(out, "\n"), err
}
