package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/gogit"
	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// lockWait is how long a command waits for another teammem that writes the same store.
const lockWait = 30 * time.Second

// desk finds the project of the repository and its memory under the home directory. agents
// are the stores besides the native one: nil for all that are found.
func (a *App) desk(ctx context.Context, agents []string) (*home.Desk, error) {
	repo, err := a.open(ctx)
	if err != nil {
		return nil, err
	}
	return a.deskOf(ctx, repo, agents)
}

// deskOf is desk for a repository that is open.
func (a *App) deskOf(ctx context.Context, repo *git.Repo, agents []string) (*home.Desk, error) {
	o, err := a.deskOptions(ctx, agents)
	if err != nil {
		return nil, err
	}
	return home.Find(ctx, repo, o)
}

func (a *App) deskOptions(ctx context.Context, agents []string) (home.Options, error) {
	now, err := a.now()
	return home.Options{
		Getenv: a.Getenv, Agents: agents, Now: now, Version: buildVersion(),
		Unignored: func(dir string) (string, error) { return a.unignored(ctx, dir) },
	}, err
}

// view is the desk with its stores open for reading. given are the values of --agent.
func (a *App) view(ctx context.Context, given []string) (*home.Desk, *home.View, error) {
	agents, err := agentNames(given)
	if err != nil {
		return nil, nil, err
	}
	d, err := a.desk(ctx, agents)
	if err != nil {
		return nil, nil, err
	}
	v, err := d.Look()
	return d, v, a.storeError(err)
}

// openDesk is the desk with all its stores open for writing, after it was said what an
// earlier run left unfinished.
func (a *App) openDesk(ctx context.Context) (*home.Desk, *home.Store, error) {
	d, err := a.desk(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	st, err := a.openStore(d)
	return d, st, err
}

// openStore is openDesk for a desk that is there.
func (a *App) openStore(d *home.Desk) (*home.Store, error) {
	st, err := d.Open(lockWait)
	if err != nil {
		return nil, a.storeError(err)
	}
	a.sayRecovered(d, st.Recovered())
	return st, nil
}

// agentNames reads the values of --agent: nil when there are none, and empty for "none".
func agentNames(given []string) ([]string, error) {
	if len(given) == 0 {
		return nil, nil
	}
	names := []string{}
	for _, name := range given {
		agent, known := delivery.Meant(name)
		switch {
		case name == "none" && len(given) == 1:
		case known && slices.Contains(storeNames(), agent.Name):
			names = append(names, string(sync.Claude)) // which is what home calls it
		case known:
			return nil, usagef("%s keeps no memory of its own that teammem shares, want one of %s", agent.Title, strings.Join(storeNames(), ", "))
		default:
			return nil, noAgent(name, storeNames())
		}
	}
	return names, nil
}

// storeNames are the values of --agent where it is about the memory that an agent keeps itself.
func storeNames() []string { return []string{"claude-code", "none"} }

// unignored gives the top of the work tree in which what is put into dir is not ignored, ""
// when there is none.
func (a *App) unignored(ctx context.Context, dir string) (string, error) {
	return a.unignoredFile(ctx, filepath.Join(dir, home.IndexFile))
}

// unignoredFile gives the top of the work tree in which file lies and is not ignored, ""
// when there is none. What the environment says of a repository is about another one.
func (a *App) unignoredFile(ctx context.Context, file string) (string, error) {
	at, found := nearest(filepath.Dir(file))
	if !found || !filepath.IsAbs(file) { // a relative one the store refuses
		return "", nil
	}
	env := slices.DeleteFunc(slices.Clone(a.Env), func(v string) bool { return strings.HasPrefix(v, "GIT_") })
	repo, err := git.Open(ctx, git.Options{Dir: at, Env: env})
	if errors.Is(err, git.ErrNoGit) {
		repo, err = gogit.Open(ctx, git.Options{Dir: at, Env: env})
	}
	if errors.Is(err, git.ErrNotRepository) || errors.Is(err, git.ErrBare) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer repo.Close()
	real, err := filepath.EvalSymlinks(at)
	if err != nil || repo.Top() == "" {
		return "", err
	}
	rest, err := filepath.Rel(at, file)
	if err != nil {
		return "", err
	}
	name, err := filepath.Rel(repo.Top(), filepath.Join(real, rest))
	if err != nil {
		return "", err
	}
	rule, err := repo.Ignored(ctx, filepath.ToSlash(name))
	if err != nil || rule != nil {
		return "", err
	}
	return repo.Top(), nil
}

// nearest is the folder at or above dir that exists, if a repository may be there.
func nearest(dir string) (at string, found bool) {
	for ; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); at == "" && err == nil && info.IsDir() {
			at = dir
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); !errors.Is(err, fs.ErrNotExist) {
			return at, at != ""
		}
		if dir == filepath.Dir(dir) {
			return "", false
		}
	}
}

// placeName is the directory of a layout as a person writes it.
func (a *App) placeName(p store.Place) string {
	return a.homely(filepath.Join(p.Base, filepath.FromSlash(p.Dir)))
}

// closed closes what was written to and adds what went wrong to err.
func closed(c io.Closer, err *error) { *err = errors.Join(*err, c.Close()) }

// homely is dir with ~ for the home directory.
func (a *App) homely(dir string) string {
	if h := home.Home(a.Getenv); h != "" {
		if real, err := filepath.EvalSymlinks(h); err == nil {
			for _, top := range []string{h, real} {
				if rest, err := filepath.Rel(top, dir); err == nil && filepath.IsLocal(rest) {
					return "~/" + filepath.ToSlash(rest)
				}
			}
		}
	}
	return dir
}

// at is a file of a layout as a person writes it.
func (a *App) at(d *home.Desk, l sync.Layout, name string) string {
	return fmt.Sprintf("%s/%s", a.placeName(d.Places[l]), name)
}
