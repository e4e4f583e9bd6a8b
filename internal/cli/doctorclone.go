package cli

import (
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/doctor"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

// doctorFacts gathers what doctor judges. Its error means that nothing can be said.
func (a *App) doctorFacts(ctx context.Context) (*doctor.Facts, error) {
	now, err := a.now()
	if err != nil {
		return nil, err
	}
	f := &doctor.Facts{Now: now, Git: a.gitFacts(ctx)}
	defer a.progress("looking at the set-up")()
	repo, err := a.open(ctx)
	if err != nil {
		f.Repository = repositoryTrouble(err)
		return f, ctx.Err()
	}
	f.Repository = a.repositoryFacts(ctx, repo)
	if repo.Top() == "" || f.Repository.Why != "" {
		return f, nil
	}
	f.Folder = folderFacts(ctx, repo)
	f.Memory = a.memoryFacts(ctx, repo)
	f.Agents = a.agentFacts(ctx, repo)
	if !a.unaided {
		f.Hooks = a.hookFacts(ctx, repo)
	}
	a.homeFacts(ctx, repo, f)
	return f, ctx.Err()
}

func (a *App) gitFacts(ctx context.Context) doctor.Git {
	version, err := git.Version(ctx, git.Options{Dir: a.Dir, Env: a.Env})
	g := doctor.Git{Version: version, Old: errors.Is(err, git.ErrOldGit)}
	if err != nil && !g.Old && !errors.Is(err, git.ErrNoGit) {
		g.Doubt = doubt(err)
	}
	return g
}

func repositoryTrouble(err error) doctor.Repository {
	r := doctor.Repository{Doubt: doubt(err)}
	switch {
	case errors.Is(err, git.ErrNotRepository):
		r.Trouble = doctor.NotRepository
	case errors.Is(err, git.ErrNotTrusted):
		r.Trouble = doctor.NotTrusted
	case errors.Is(err, git.ErrBare):
		r.Trouble = doctor.Bare
	}
	return r
}

func (a *App) repositoryFacts(ctx context.Context, repo *git.Repo) doctor.Repository {
	if repo.Top() == "" {
		return doctor.Repository{Trouble: doctor.Bare, Doubt: doctor.Doubt{Why: "a bare repository, or not inside its work tree"}}
	}
	r := doctor.Repository{Top: a.homely(repo.Top()), Path: repo.Top()}
	head, err := repo.Head(ctx)
	if err == nil && head.Commit != "" {
		r.Newest, err = repo.CommitTime(ctx, head.Commit)
	}
	r.Doubt = doubt(err)
	return r
}

func folderFacts(ctx context.Context, repo *git.Repo) *doctor.Folder {
	f := &doctor.Folder{}
	f.Doubt = doubt(lookAtFolder(ctx, repo, f))
	return f
}

func lookAtFolder(ctx context.Context, repo *git.Repo, f *doctor.Folder) (err error) {
	if err := kindOfFolder(ctx, repo, f); err != nil {
		return err
	}
	ignored, err := repo.Ignored(ctx, memory.IndexPath)
	if err != nil {
		return err
	}
	if ignored != nil {
		f.Ignored = &doctor.Ignored{Source: ignored.Source, Line: ignored.Line, Pattern: ignored.Pattern, Committed: ignored.Committed}
	}
	if f.Hidden, err = repo.Sparse(ctx, func(p string) bool { return strings.HasPrefix(p, memory.Dir+"/") }); err != nil {
		return err
	}
	return listFolder(ctx, repo, f)
}

// kindOfFolder looks at what lies at the team directory and on the way to it.
func kindOfFolder(ctx context.Context, repo *git.Repo, f *doctor.Folder) error {
	for _, part := range []string{path.Dir(memory.Dir), memory.Dir} {
		f.Part = part
		nested, err := repo.Nested(ctx, part)
		if err != nil {
			return err
		}
		info, err := os.Lstat(atTop(repo.Top(), part))
		switch {
		case nested:
			f.Kind = doctor.Nested
		case errors.Is(err, os.ErrNotExist):
			f.Kind = doctor.Absent
		case errors.Is(err, os.ErrPermission):
			f.Kind, f.Part = doctor.Closed, path.Dir(part)
		case err != nil:
			return err
		case info.Mode()&os.ModeSymlink != 0:
			f.Kind = doctor.Link
		case !info.IsDir():
			f.Kind = doctor.Other
		default:
			f.Kind = kindInside(atTop(repo.Top(), part))
		}
		if f.Kind != doctor.Directory {
			return nil
		}
	}
	return nil
}

// kindInside tells folders apart.
func kindInside(dir string) doctor.Kind {
	entries, err := os.ReadDir(dir)
	switch {
	case err != nil:
		return doctor.Closed
	case slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == ".git" }):
		return doctor.Nested
	}
	return doctor.Directory
}

// listFolder compares what git has of the folder with what lies on disk.
func listFolder(ctx context.Context, repo *git.Repo, f *doctor.Folder) error {
	tracked, err := repo.Listed(ctx, memory.At{Kind: memory.AtIndex}, isTeamFile)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, e := range tracked {
		known[e.Path] = true
	}
	f.Tracked = len(known)
	here, err := repo.Entries(ctx, memory.At{Kind: memory.AtWorktree})
	if err != nil {
		return err
	}
	for _, e := range here {
		if _, alike := memory.TeamPath(e.Path); alike {
			f.Alike = append(f.Alike, folderOf(e.Path))
		}
		if kind := memory.KindOf(e.Path); isTeamFile([]byte(e.Path)) && !known[e.Path] && (kind == memory.KindMemory || kind == memory.KindIndex) {
			f.Untracked = append(f.Untracked, e.Path)
		}
	}
	f.Alike = slices.Compact(f.Alike)
	return nil
}

func isTeamFile(p []byte) bool { return strings.HasPrefix(string(p), memory.Dir+"/") }

// folderOf is the first two elements of a path.
func folderOf(p string) string {
	parts := strings.SplitN(p, "/", 3)
	return strings.Join(parts[:min(len(parts), 2)], "/")
}
