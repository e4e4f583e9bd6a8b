package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// Head returns where the repository stands. The commit is empty only while no
// commit was made on the branch; a HEAD that can't be read is an error.
func (r *Repo) Head(ctx context.Context) (memory.Head, error) {
	var head memory.Head
	if err := ctx.Err(); err != nil {
		return head, err
	}
	ref, err := r.headRef(ctx)
	if err != nil {
		return head, err
	}
	head.Branch = strings.TrimPrefix(ref, "refs/heads/")
	if head.Commit, err = r.headCommit(ctx); err != nil {
		return head, r.unborn(ctx, ref, err)
	}
	head.Merging, err = r.merging()
	return head, err
}

// headRef gives the ref that HEAD stands for, or "" when it stands for a commit.
func (r *Repo) headRef(ctx context.Context) (string, error) {
	if ref, id, ok := headFile(r.gitDir); ok && (ref != "" || id == r.opened) {
		return ref, nil
	}
	return r.ask.SymbolicRef(ctx, "HEAD")
}

// headCommit spares asking again what was asked when Repo was opened, where files show
// that HEAD has not moved.
func (r *Repo) headCommit(ctx context.Context) (string, error) {
	if id, ok := headID(r.gitDir); ok && id == r.opened {
		return id, nil
	}
	return r.ask.HeadCommit(ctx)
}

// unborn returns nil when the branch ref has no commit yet, and else an error
// that says why HEAD has no commit.
func (r *Repo) unborn(ctx context.Context, ref string, cause error) error {
	if ctx.Err() != nil {
		return cause
	}
	if id, _, err := r.ask.Verify(ctx, "HEAD"); err == nil {
		return refuse(ErrMissingObject, fetchObjects, "HEAD names %s, which is missing or no commit", id)
	}
	if ref == "" {
		return refuse(ErrMalformed, "check out a branch", "HEAD names neither a branch nor a commit")
	}
	return r.unreadable(ctx, ref)
}

// unreadable returns an error when ref, which names nothing, is there nevertheless.
func (r *Repo) unreadable(ctx context.Context, ref string) error {
	file, err := r.ask.RefFile(ctx, ref)
	if err != nil {
		return err
	}
	// The file is there and git could make nothing of it.
	if info, err := os.Lstat(file); err == nil && !info.IsDir() {
		return refuse(ErrMalformed, "mend or delete that ref", "%q is not a commit", ref)
	}
	return nil
}

// merging returns the other sides of a merge in progress. Git runs the hook
// pre-merge-commit before it writes MERGE_HEAD and there names them by
// variables: GITHEAD_<id>.
func (r *Repo) merging() ([]string, error) {
	text, err := ReadFile(filepath.Join(r.gitDir, "MERGE_HEAD"))
	if errors.Is(err, fs.ErrNotExist) {
		return r.mergingByEnv(), nil
	}
	if err != nil {
		return nil, fmt.Errorf("read MERGE_HEAD: %w", err)
	}
	ids := strings.Fields(string(text))
	for _, id := range ids {
		if !r.isID(id) {
			return nil, refuse(ErrMalformed, "finish the merge or run \"git merge --abort\"", "MERGE_HEAD holds something other than commit ids")
		}
	}
	return ids, nil
}

func (r *Repo) mergingByEnv() []string {
	if r.indexFile == "" {
		return nil // not in a hook
	}
	var ids []string
	for _, kv := range r.hookEnv {
		name, _, _ := strings.Cut(kv, "=")
		if id, ok := strings.CutPrefix(name, "GITHEAD_"); ok && r.isID(id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Resolve returns the full id of the commit that rev names; a tag is peeled. It
// never guesses: a range, an option and a name that means two things are
// refused. Errors are ErrUnknownRevision, and ErrMissingHistory where a shallow
// clone cut off what was asked for.
func (r *Repo) Resolve(ctx context.Context, rev string) (string, error) {
	if err := checkRev(rev); err != nil {
		return "", err
	}
	peeled := rev + "^{commit}"
	if strings.HasPrefix(rev, ":/") {
		peeled = rev // the text of a message goes on to the end, and only commits have one
	}
	id, name, err := r.ask.Verify(ctx, peeled)
	if ctx.Err() != nil || errors.Is(err, ErrUnsupported) {
		return "", err
	}
	if err != nil || !r.isID(id) {
		return "", r.unknown(ctx, rev)
	}
	if name != "" && !r.isID(rev) {
		return "", refuse(ErrUnknownRevision, fmt.Sprintf("write %q or %q", "refs/heads/"+name, "refs/tags/"+name), "%q names more than one thing", name)
	}
	return id, nil
}

func checkRev(rev string) error {
	switch {
	case rev == "":
		return refuse(ErrUnknownRevision, "name a commit, a branch or a tag", "the revision is empty")
	case strings.Contains(rev, "..."):
		return refuse(ErrUnknownRevision, fmt.Sprintf("write %q", strings.Replace(rev, "...", "..", 1)), "%q is not one revision", rev)
	case strings.Contains(rev, ".."), rev[0] == '-', rev[0] == '^', strings.Contains(rev, "\x00"):
		return refuse(ErrUnknownRevision, "name a commit, a branch or a tag", "%q is not one revision", rev)
	}
	return nil
}

// unknown says why rev names nothing.
func (r *Repo) unknown(ctx context.Context, rev string) error {
	start := rev[:len(rev)-len(strings.TrimLeft(rev, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_/.-@{}"))]
	if r.shallow && r.isID(rev) {
		return refuse(ErrMissingHistory, fetchHistory, "commit %s is not in this shallow clone", rev)
	}
	if r.shallow && start != rev && start != "" {
		if _, _, err := r.ask.Verify(ctx, start+"^{commit}"); err == nil {
			return refuse(ErrMissingHistory, fetchHistory, "%q lies beyond what this shallow clone holds", rev)
		}
	}
	return refuse(ErrUnknownRevision, "name a commit, a branch or a tag of this clone; fetch it first if only the remote has it", "unknown revision %q", rev)
}

// MergeBases returns all best common ancestors of two commits, sorted. The
// error is ErrNoHistory when there is none.
func (r *Repo) MergeBases(ctx context.Context, a, b string) ([]string, error) {
	for _, id := range []string{a, b} {
		if err := r.wantID(id); err != nil {
			return nil, err
		}
	}
	ids, err := r.ask.MergeBases(ctx, a, b)
	if err == nil && len(ids) == 0 {
		fix := "compare commits of one history"
		if r.shallow {
			fix = fetchHistory
		}
		return nil, refuse(ErrNoHistory, fix, "%s and %s have no common history here", a, b)
	}
	slices.Sort(ids)
	return ids, err
}

// Parent returns the first parent of commit, or "" for a root and where a shallow
// clone ends. A parent that is missing otherwise is ErrMissingObject.
func (r *Repo) Parent(ctx context.Context, commit string) (string, error) {
	objects, err := r.ask.Objects(ctx)
	if err != nil {
		return "", err
	}
	defer objects.Close()
	c, err := r.commit(objects, commit)
	if err != nil || len(c.parents) == 0 {
		return "", err
	}
	_, err = r.commit(objects, c.parents[0])
	if errors.Is(err, ErrMissingObject) && r.shallow {
		return "", nil
	}
	return c.parents[0], err
}

// Parents gives the parents that a commit names, also those that are not in a shallow clone.
func (r *Repo) Parents(ctx context.Context, commit string) ([]string, error) {
	c, err := r.readCommit(ctx, commit)
	return c.parents, err
}

// Commit reads one commit; its Changes are left out.
func (r *Repo) Commit(ctx context.Context, id string) (memory.Commit, error) {
	c, err := r.readCommit(ctx, id)
	return memory.Commit{Hash: id, Parents: c.parents, Message: c.message, Said: c.said}, err
}

func (r *Repo) readCommit(ctx context.Context, id string) (commitObject, error) {
	objects, err := r.ask.Objects(ctx)
	if err != nil {
		return commitObject{}, err
	}
	defer objects.Close()
	return r.commit(objects, id)
}

// commit reads one commit object.
func (r *Repo) commit(objects Objects, id string) (c commitObject, err error) {
	if err := r.wantID(id); err != nil {
		return c, err
	}
	err = objects.Each([]string{id}, noLimit, func(_ int, o Object) error {
		c, err = asCommit(o)
		return err
	})
	return c, err
}

func asCommit(o Object) (commitObject, error) {
	if o.Err != nil {
		return commitObject{}, o.Err
	}
	if o.Kind != "commit" {
		return commitObject{}, refuse(ErrUnknownRevision, "name a commit", "%s is a %s, not a commit", o.ID, printable(o.Kind))
	}
	return parseCommit(o.Data, len(o.ID))
}

// Parents gives the parents that a commit object names.
func Parents(o Object) ([]string, error) {
	c, err := asCommit(o)
	return c.parents, err
}
