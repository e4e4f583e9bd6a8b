package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A TrustedRef is where reviewed team memory comes from.
type TrustedRef struct {
	Remote string // "" when none could be chosen
	Ref    string // refs/remotes/..., or HEAD
	Commit string // "" only when Ref is HEAD and there is no commit yet
	Notice string // why it is not the remote's default branch, and what to do; "" when it is
}

// Trusted finds the default branch of a remote as it was last fetched: of the named
// remote, else of origin, else of the only one. That is what refs/remotes/R/HEAD
// names, else R/main, else R/master, else HEAD with a notice. Nothing is fetched. A named
// remote that does not exist is ErrUnknownRemote; a ref that is there and whose commit
// is not is ErrMissingObject or ErrMalformed, never passed over.
func (r *Repo) Trusted(ctx context.Context, remote string) (TrustedRef, error) {
	name, why, err := r.pickRemote(ctx, remote)
	if err != nil {
		return TrustedRef{}, err
	}
	t := TrustedRef{Remote: name}
	if name != "" {
		if err := r.followed(ctx, &t); err != nil {
			return TrustedRef{}, err
		}
		if t.Commit != "" {
			return t, nil
		}
		if why, err = r.noDefault(ctx, t); err != nil {
			return TrustedRef{}, err
		}
	}
	head, err := r.Head(ctx)
	if err != nil {
		return TrustedRef{}, err
	}
	return TrustedRef{name, "HEAD", head.Commit, why + ", so HEAD is taken, reviewed or not"}, nil
}

// followed looks for the default branch of t.Remote among the remote-tracking refs and
// fills in t. The commit stays "" when there is none.
func (r *Repo) followed(ctx context.Context, t *TrustedRef) error {
	dir := "refs/remotes/" + t.Remote + "/"
	for _, branch := range []string{"HEAD", "main", "master"} {
		ref, err := r.standsFor(ctx, dir+branch)
		if err != nil {
			return err
		}
		if strings.HasPrefix(ref, dir) { // else it is of this clone, and nobody else has seen it
			t.Ref = ref
			t.Commit, err = r.tip(ctx, ref)
		}
		if err != nil || t.Commit != "" {
			return err
		}
		if ref != dir+branch {
			t.Notice = fmt.Sprintf("%q names %q, which is no branch of that remote here (run \"git remote set-head %s --auto\")", dir+branch, printable(ref), t.Remote)
		}
	}
	return nil
}

// standsFor gives the ref that a symbolic one names in the end, or ref itself. One that
// git can't read, or that names itself in the end, is ErrMalformed.
func (r *Repo) standsFor(ctx context.Context, ref string) (string, error) {
	target, err := r.ask.SymbolicRef(ctx, ref)
	return cmp.Or(target, ref), err
}

// tip gives the commit of a ref, or "" when there is no such ref.
func (r *Repo) tip(ctx context.Context, ref string) (string, error) {
	commit, err := r.Resolve(ctx, ref)
	if !errors.Is(err, ErrUnknownRevision) {
		return commit, err
	}
	if id, _, err := r.ask.Verify(ctx, ref); err == nil {
		return "", refuse(ErrMissingObject, fetchObjects, "%q names %s, which is missing or no commit", ref, id)
	}
	return "", r.unreadable(ctx, ref) // for a git whose symbolic-ref does not mind
}

// noDefault says in words that the default branch of t.Remote is not known here, and
// what makes it known: a clone of one branch has to be widened first.
func (r *Repo) noDefault(ctx context.Context, t TrustedRef) (string, error) {
	refspecs, err := r.ask.Config(ctx, Query{Keys: `remote\..*\.fetch`})
	if err != nil {
		return "", err
	}
	wide := slices.ContainsFunc(refspecs, func(v Value) bool {
		return v.Key == "remote."+t.Remote+".fetch" && strings.Contains(v.Value, "*")
	})
	clone, widen := "clone", ""
	if r.shallow {
		clone = "shallow clone"
	}
	if !wide {
		clone += " of one branch"
		widen = fmt.Sprintf("\"git remote set-branches %s '*'\", ", t.Remote)
	}
	why := fmt.Sprintf("this %s does not know the default branch of %q (run %s\"git fetch %[2]s\" and \"git remote set-head %[2]s --auto\")", clone, t.Remote, widen)
	if t.Notice != "" {
		why = t.Notice + "; " + why
	}
	return why, nil
}
