package action

import (
	"context"
	"errors"
	"fmt"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
)

// A task is what an event asks to judge.
type task struct {
	what string // for people
	// from and to are the ends of a range; of a push they are "" for a new ref, and
	// what the ref names now.
	from, to string
	branch   string  // of a pull request, by its short name
	pull     int     // the number of a pull request that is open, or 0
	merged   *merged // of a pull request
	ref      string  // of a push, by its full name; "" when it is none
	// standard is the default branch, for a push to another ref, by its short name.
	standard string
	notices  []string
}

// taskOf says what to judge for an event of the given name. Sha is GITHUB_SHA.
func taskOf(name, sha string, e *event) (*task, error) {
	switch name {
	case "pull_request":
		return pullRequest(sha, e)
	case "push":
		return pushed(e)
	case "merge_group":
		return mergeGroup(e)
	case "workflow_dispatch":
		// The whole tree by its own policy: nothing of it is new.
		return &task{what: "the whole tree", from: sha, to: sha}, wantIDs("GITHUB_SHA", sha)
	case "pull_request_target":
		return nil, errors.New("pull_request_target can write to the repository, so what a fork sends must not be checked out in it\nrun the check on pull_request")
	}
	return nil, fmt.Errorf("the event %q says nothing of what to judge, want one of pull_request, push, merge_group, workflow_dispatch\nname a range with the input \"range\"", name)
}

func pullRequest(sha string, e *event) (*task, error) {
	pr := e.PullRequest
	if pr == nil {
		return nil, errors.New("the event holds no pull_request, so it may be cut")
	}
	t := &task{what: fmt.Sprintf("pull request %d", pr.Number), from: pr.Base.SHA, to: pr.Head.SHA, branch: pr.Head.Ref}
	t.merged = &merged{id: sha, base: t.from, head: t.to}
	if pr.State == "" || pr.State == "open" {
		t.pull = pr.Number
	}
	return t, wantIDs("pull_request.base.sha", t.from, "pull_request.head.sha", t.to)
}

func mergeGroup(e *event) (*task, error) {
	if e.MergeGroup == nil {
		return nil, errors.New("the event holds no merge_group, so it may be cut")
	}
	t := &task{what: "the merge group", from: e.MergeGroup.BaseSHA, to: e.MergeGroup.HeadSHA}
	return t, wantIDs("merge_group.base_sha", t.from, "merge_group.head_sha", t.to)
}

func pushed(e *event) (*task, error) {
	switch {
	case e.Ref == "":
		return nil, errors.New("the event holds no ref, so it may be cut")
	case e.Repository.DefaultBranch == "":
		return nil, errors.New("the event does not name the default branch, so it may be cut")
	case e.Deleted || isNone(e.After):
		return nil, errors.New("the push took the ref away, so there is nothing to judge")
	}
	t := &task{what: "the push", from: e.Before, to: e.After, ref: e.Ref}
	if isNone(t.from) {
		t.from = ""
	} else if err := wantIDs("before", t.from); err != nil {
		return nil, err
	}
	if d := e.Repository.DefaultBranch; e.Ref != "refs/heads/"+d {
		t.standard = d
	}
	return t, wantIDs("after", t.to)
}

// aim makes the request of t. What is not here is an error that the fetcher knows.
func (t *task) aim(ctx context.Context, repo *git.Repo, req *engine.Request) error {
	if t.ref == "" {
		t.tryMerge(ctx, repo)
		req.Source, req.Base, req.Rev, req.Branch = engine.Range, t.from, t.to, t.branch
		return nil
	}
	req.Source = engine.Push
	req.Ref = engine.Ref{Name: t.ref, New: t.to, Old: t.from}
	if _, err := repo.Resolve(ctx, t.to); err != nil {
		return err
	}
	if t.standard != "" {
		standard, err := repo.Resolve(ctx, t.tracking())
		if err != nil && t.from == "" {
			return err
		}
		req.Ref.Default = standard
	}
	for _, id := range []string{t.from, req.Ref.Default} {
		if id == "" {
			continue
		}
		known, err := t.shared(ctx, repo, id)
		if err != nil {
			return err
		}
		req.Ref.Known.Commits = append(req.Ref.Known.Commits, known)
	}
	return nil
}

// shared gives the id of a commit that the push is to be compared with. In a clone that
// is cut off the history that both have must be here, or all would look new.
func (t *task) shared(ctx context.Context, repo *git.Repo, rev string) (string, error) {
	id, err := repo.Resolve(ctx, rev)
	if err != nil {
		return "", err
	}
	_, err = repo.MergeBases(ctx, id, t.to)
	if errors.Is(err, git.ErrNoHistory) && !repo.Shallow() {
		return id, nil
	}
	return id, err
}

// tracking is the ref that holds the default branch in a clone.
func (t *task) tracking() string { return "refs/remotes/origin/" + t.standard }

// forget drops what a push replaced, or the merge of a pull request, because nobody has it any more, and
// reports whether there was something to drop.
func (t *task) forget() bool {
	if t.forgetMerge() {
		return true
	}
	if t.ref == "" || t.from == "" {
		return false
	}
	t.notice("commit %s, which the push replaced, is gone, so all that the default branch lacks was judged", t.from[:12])
	t.from = ""
	return true
}

func (t *task) notice(format string, args ...any) {
	t.notices = append(t.notices, fmt.Sprintf(format, args...))
}

func (t *task) String() string {
	from := t.from
	if from == "" {
		from = "nothing"
	}
	return fmt.Sprintf("%s, %s..%s", t.what, from, t.to)
}
