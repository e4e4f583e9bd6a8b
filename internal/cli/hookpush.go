package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// joined is the result of a push and what to do about it: what must not even be in
// the history is there for good once it is pushed, whatever comes after.
func joined(results ...*engine.Result) (res *engine.Result, advice string) {
	res = engine.Join(results)
	advice = "mend what is named, commit it and push again"
	for _, f := range res.Findings {
		switch r := rules.Find(f.Rule); {
		case r == nil || !r.History || f.Older || f.Severity != finding.Error:
		case f.Ref != "":
			advice = "make the tag or branch that is named anew, with another message or name (git tag -f, git branch -m), and push again"
		default:
			return res, "a later commit does not take it out of the history, so mend the commit itself (git commit --amend, git rebase -i) and push again"
		}
	}
	return res, advice
}

// hookPush judges what git is about to push. The report goes to standard error: git
// redirects the standard output of all hooks but this one, and "git push --porcelain"
// owns it.
type hookPush struct{ remote string }

func (k hookPush) judge(ctx context.Context, h *hookRun) (*engine.Result, string, error) {
	h.out = h.app.Stderr
	updates, err := h.updates()
	if err != nil {
		return nil, "", err
	}
	p := pusher{hookRun: h, remote: trackedAs(k.remote)}
	if p.standard, err = p.defaultBranch(ctx); err != nil {
		return nil, "", err
	}
	if len(updates) == 0 {
		return p.pushHead(ctx)
	}
	for _, u := range updates {
		if u.new == "" {
			continue // what goes brings nothing
		}
		if u.old, err = p.here(ctx, u.old); err != nil {
			return nil, "", err
		}
		if err := p.push(ctx, u); err != nil {
			return nil, "", err
		}
	}
	res, advice := joined(p.results...)
	return res, advice, nil
}

// A pusher judges one ref after the other. What one of them brings, the next need not
// tell again.
type pusher struct {
	*hookRun
	remote   string // whose remote-tracking branches count as known; "" for none
	standard string // the commit of the default branch of the remote, or ""
	pushed   []string
	results  []*engine.Result
}

func (p *pusher) push(ctx context.Context, u update) error {
	res, err := p.check(ctx, engine.Request{Source: engine.Push, Ref: engine.Ref{
		Name: u.ref, New: u.new, Old: u.old, Default: p.standard,
		Known: memory.Known{Remote: p.remote, Commits: p.pushed},
	}})
	if err != nil {
		return fmt.Errorf("judge %s: %w", u.ref, err)
	}
	p.results = append(p.results, res)
	if res.Head != "" {
		p.pushed = append(p.pushed, res.Head)
	}
	return nil
}

// pushHead is for an empty list of refs. Git gives one when the remote has everything,
// and a manager gives one that keeps the list to itself; so what is checked out is
// judged, which costs nothing in the first case.
func (p *pusher) pushHead(ctx context.Context) (*engine.Result, string, error) {
	head, err := p.repo.Head(ctx)
	if err == nil && head.Commit != "" {
		err = p.push(ctx, update{ref: "refs/heads/" + head.Branch, new: head.Commit})
	}
	if err != nil {
		return nil, "", err
	}
	res, advice := joined(p.results...)
	return res, advice, nil
}

// here gives the commit that the remote has, or "" when this clone lacks it.
func (p *pusher) here(ctx context.Context, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	commit, err := p.repo.Resolve(ctx, id)
	if isUnknown(err) {
		p.notices = append(p.notices, fmt.Sprintf("this clone lacks commit %.8s of the remote, so more than what is new to it was judged; fetch to judge only that", id))
		return "", nil
	}
	return commit, err
}

// defaultBranch gives the commit of the remote's default branch as it was last seen.
func (p *pusher) defaultBranch(ctx context.Context) (string, error) {
	if p.remote == "" {
		return "", nil
	}
	for _, branch := range []string{"HEAD", "main", "master"} {
		commit, err := p.repo.Resolve(ctx, "refs/remotes/"+p.remote+"/"+branch)
		if !isUnknown(err) {
			return commit, err
		}
	}
	return "", nil
}

// trackedAs gives the name below refs/remotes for what git push was told: "" for a URL
// and for what git would take as a pattern.
func trackedAs(remote string) string {
	if strings.ContainsAny(remote, `:*?[\`) || strings.HasPrefix(remote, "/") || strings.HasPrefix(remote, ".") {
		return ""
	}
	return remote
}

// hookManagedPush is a push as hook managers tell of it, by variables.
type hookManagedPush struct{ remote, name, from, to, local string }

func (k hookManagedPush) judge(ctx context.Context, h *hookRun) (*engine.Result, string, error) {
	if k.remote == "" { // a range that a person or a build server named
		res, err := h.check(ctx, engine.Request{Source: engine.Range, Base: k.from, Rev: k.to})
		if err != nil {
			return nil, "", err
		}
		res, advice := joined(res)
		return res, advice, nil
	}
	p := pusher{hookRun: h, remote: trackedAs(k.remote)}
	u := update{ref: k.name}
	var err error
	if u.new, err = p.id(ctx, k.to, k.local); err != nil {
		return nil, "", err
	}
	if u.old, err = p.here(ctx, zeroless(k.from)); err != nil {
		return nil, "", err
	}
	if p.standard, err = p.defaultBranch(ctx); err != nil {
		return nil, "", err
	}
	if err := p.push(ctx, u); err != nil {
		return nil, "", err
	}
	res, advice := joined(p.results...)
	return res, advice, nil
}

// id gives the id of the first revision that is named. An id may be that of a tag, and
// stays as it is.
func (p *pusher) id(ctx context.Context, revs ...string) (string, error) {
	for _, rev := range revs {
		if isObjectID(rev) {
			return rev, nil
		}
		if rev != "" {
			return p.repo.Resolve(ctx, rev)
		}
	}
	return "", usagef("PRE_COMMIT_REMOTE_NAME is set, and neither PRE_COMMIT_TO_REF nor PRE_COMMIT_LOCAL_BRANCH says what is pushed")
}
