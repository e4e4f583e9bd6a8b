package github

import (
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"

	gh "github.com/google/go-github/v62/github"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/review"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
)

const (
	// maxCodeowners is the size from which on a host doesn't load CODEOWNERS.
	maxCodeowners = 3 << 20
	maxPolicy     = 1 << 20
)

// base reads the policy and CODEOWNERS of the base branch, by its trees and not by names: so
// that what is absent is certain, and a link is seen to be one. The commit that the pull request
// names as its base is older: the one that the branch was at when the head was last pushed.
func (c *Client) base(ctx context.Context, g *Gathered, pr *gh.PullRequest) error {
	const what = "read the policy and CODEOWNERS of the base branch"
	err := c.atBase(ctx, g, pr.GetBase().GetRef())
	switch {
	case isRefused(err):
		g.miss(what+", which must be there still", rightContents)
	case err != nil:
		return failed(what, rightContents, err)
	}
	return nil
}

func (c *Client) atBase(ctx context.Context, g *Gathered, branch string) error {
	at, err := c.tip(ctx, branch)
	if err != nil {
		return err
	}
	g.baseTip = at
	w := c.walk(at)
	if err := w.policy(ctx, g); err != nil {
		return err
	}
	return w.codeowners(ctx, g)
}

// tip is the commit that a branch is at.
func (c *Client) tip(ctx context.Context, branch string) (string, error) {
	ref, _, err := c.api.Git.GetRef(ctx, c.owner, c.repo, "heads/"+branch)
	if err != nil {
		return "", err
	}
	if ref.GetRef() != "refs/heads/"+branch || !isID(ref.GetObject().GetSHA()) {
		return "", fmt.Errorf("the host answers for another branch than %q", branch)
	}
	return ref.GetObject().GetSHA(), nil
}

// policy reads the policy; one that is no file, too large or wrong stays nil.
func (w *walk) policy(ctx context.Context, g *Gathered) error {
	e, err := w.find(ctx, memory.PolicyPath)
	if err != nil {
		return err
	}
	if e == nil {
		p := policy.Default()
		g.Policy = &p
		return nil
	}
	if !isFile(e) || e.GetSize() > maxPolicy {
		return nil
	}
	text, err := w.blob(ctx, e)
	if err != nil {
		return err
	}
	if p, wrong := rules.ParsePolicy(text); wrong == nil {
		g.Policy = &p
	}
	return nil
}

// codeowners reads the first CODEOWNERS there is. One that is no file stays unknown.
func (w *walk) codeowners(ctx context.Context, g *Gathered) error {
	for _, p := range memory.CodeownersPaths {
		e, err := w.find(ctx, p)
		if err != nil {
			return err
		}
		switch {
		case e == nil || e.GetType() == "tree":
			continue
		case !isFile(e):
			return nil
		case e.GetSize() > maxCodeowners:
			g.Codeowners = review.Codeowners{Found: review.TooLarge, Path: p}
			return nil
		}
		text, err := w.blob(ctx, e)
		if err == nil {
			g.Codeowners = review.Codeowners{Found: review.Present, Path: p, File: owners.Parse(text)}
		}
		return err
	}
	g.Codeowners.Found = review.Absent
	return nil
}

// memoryTree is the id of the team directory in a commit, review.NoTree where there is
// none, and "" where that is not known.
func (c *Client) memoryTree(ctx context.Context, g *Gathered, commit string) (string, error) {
	e, err := c.walk(commit).find(ctx, memory.Dir)
	switch {
	case status(err) == http.StatusNotFound: // a push can have replaced the commit
		return "", nil
	case isRefused(err):
		g.miss("read the memory at a commit that was approved", rightContents)
		return "", nil
	case err != nil:
		return "", failed("read the memory at a commit that was approved", rightContents, err)
	case e == nil:
		return review.NoTree, nil
	case e.GetType() != "tree":
		return "", nil
	}
	return e.GetSHA(), nil
}

// A walk goes down the trees of one commit and reads each once.
type walk struct {
	c      *Client
	commit string
	read   map[string]map[string]*gh.TreeEntry // by id and name
}

func (c *Client) walk(commit string) *walk {
	return &walk{c: c, commit: commit, read: map[string]map[string]*gh.TreeEntry{}}
}

// find returns what is at p, or nil where it is certain that nothing is.
func (w *walk) find(ctx context.Context, p string) (*gh.TreeEntry, error) {
	id := w.commit
	dir, name := path.Split(p)
	for _, part := range strings.Split(strings.Trim(dir, "/"), "/") {
		if part == "" {
			continue
		}
		e, err := w.entry(ctx, id, part)
		if err != nil || e == nil || e.GetType() != "tree" {
			return nil, err
		}
		id = e.GetSHA()
	}
	return w.entry(ctx, id, name)
}

// entry returns what a tree has by a name, or nil.
func (w *walk) entry(ctx context.Context, id, name string) (*gh.TreeEntry, error) {
	entries, err := w.entries(ctx, id)
	return entries[name], err
}

// entries returns what a tree has, by name; of "" it is nothing.
func (w *walk) entries(ctx context.Context, id string) (map[string]*gh.TreeEntry, error) {
	if entries, known := w.read[id]; known || id == "" {
		return entries, nil
	}
	tree, _, err := w.c.api.Git.GetTree(ctx, w.c.owner, w.c.repo, id, false)
	if err != nil {
		return nil, err
	}
	if tree.Truncated == nil || *tree.Truncated || tree.Entries == nil {
		return nil, fmt.Errorf("the tree %s came without its end", id)
	}
	entries := map[string]*gh.TreeEntry{}
	for _, e := range tree.Entries {
		if !isID(e.GetSHA()) || e.GetPath() == "" || entries[e.GetPath()] != nil {
			return nil, fmt.Errorf("the tree %s names %q without an id, or twice", id, e.GetPath())
		}
		entries[e.GetPath()] = e
	}
	w.read[id] = entries
	return entries, nil
}

// isFile reports whether e is a file and no link, folder or submodule.
func isFile(e *gh.TreeEntry) bool {
	return e.GetType() == "blob" && (e.GetMode() == "100644" || e.GetMode() == "100755")
}

// blob reads a file.
func (w *walk) blob(ctx context.Context, e *gh.TreeEntry) (*source.Text, error) {
	src, _, err := w.c.api.Git.GetBlobRaw(ctx, w.c.owner, w.c.repo, e.GetSHA())
	if err != nil {
		return nil, err
	}
	if len(src) != e.GetSize() {
		return nil, errCut
	}
	return source.NewText(src), nil
}
