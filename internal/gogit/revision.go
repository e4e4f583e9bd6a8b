package gogit

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
)

// Verify reads revisions made of names, ids and their beginnings, ~n, ^n, ^{} and
// ^{kind}. https://git-scm.com/docs/gitrevisions
func (a *answers) Verify(ctx context.Context, rev string) (id, ambiguous string, err error) {
	if err := ctx.Err(); err != nil {
		return "", "", err
	}
	if strings.HasPrefix(rev, ":/") || strings.Contains(rev, "^{/") || strings.Contains(rev, "@{") {
		return "", "", unsupported("the revision %q searches the history or the log of a ref", rev)
	}
	r := &revision{answers: a}
	id, err = r.find(rev)
	return id, r.ambiguous, err
}

// A revision is one that is being read.
type revision struct {
	*answers
	ambiguous string
}

func nothing(rev string) error { return fmt.Errorf("%q names nothing", rev) }

// find reads a revision from its end.
func (r *revision) find(rev string) (string, error) {
	if base, kind, ok := cutPeel(rev); ok {
		id, err := r.find(base)
		if err != nil {
			return "", err
		}
		return r.peel(id, kind)
	}
	if base, mark, n, ok := cutSteps(rev); ok {
		id, err := r.find(base)
		if err != nil {
			return "", err
		}
		return r.step(rev, id, mark, n)
	}
	return r.base(rev)
}

// cutPeel splits off ^{kind}; ^{} has the kind "".
func cutPeel(rev string) (base, kind string, ok bool) {
	i := strings.LastIndex(rev, "^{")
	if i < 0 || !strings.HasSuffix(rev, "}") {
		return "", "", false
	}
	kind = rev[i+2 : len(rev)-1]
	switch kind {
	case "", "commit", "tree", "tag", "blob", "object":
		return rev[:i], kind, true
	}
	return "", "", false
}

// cutSteps splits off ~n or ^n; without a number n is 1.
func cutSteps(rev string) (base string, mark byte, n int, ok bool) {
	head := strings.TrimRight(rev, "0123456789")
	digits := rev[len(head):]
	if head == "" || head[len(head)-1] != '~' && head[len(head)-1] != '^' {
		return "", 0, 0, false
	}
	n = 1
	if digits != "" {
		var err error
		if n, err = strconv.Atoi(digits); err != nil {
			return "", 0, 0, false
		}
	}
	return head[:len(head)-1], head[len(head)-1], n, true
}

// step goes from an object to the n-th parent, or n times to the first one.
func (r *revision) step(rev, id string, mark byte, n int) (string, error) {
	id, err := r.peel(id, "commit")
	if err != nil || n == 0 {
		return id, err
	}
	which, times := n, 1
	if mark == '~' {
		which, times = 1, n
	}
	for range times {
		parents, err := r.parents(id)
		if err != nil {
			return "", err
		}
		if which > len(parents) {
			return "", nothing(rev)
		}
		id = parents[which-1]
	}
	return id, nil
}

// base reads a name or an id.
func (r *revision) base(rev string) (string, error) {
	if id := strings.ToLower(rev); isID(id) {
		return id, nil
	}
	name := rev
	if rev == "@" {
		name = "HEAD"
	}
	id, several, err := r.short(name)
	if err != nil {
		return "", err
	}
	if several && name != "HEAD" {
		r.ambiguous = name
	}
	if id != "" {
		return id, nil
	}
	if m := described.Get().FindStringSubmatch(rev); m != nil {
		return r.abbreviated(m[1])
	}
	return r.abbreviated(rev)
}

// described matches what "git describe" prints.
var described = lazy.Regexp(`^.+-g([0-9a-fA-F]{4,40})$`)

// minAbbreviated is how many digits the beginning of an id has at least, as in git.
const minAbbreviated = 4

// abbreviated finds the only object whose id begins so, or else the only one of them that
// stands for a commit.
func (r *revision) abbreviated(rev string) (string, error) {
	prefix := strings.ToLower(rev)
	if len(prefix) < minAbbreviated || len(prefix) > hexLen || strings.Trim(prefix, "0123456789abcdef") != "" {
		return "", nothing(rev)
	}
	all, err := r.store.beginningWith(prefix)
	if err != nil {
		return "", err
	}
	var commits []string
	for _, id := range all {
		if _, err := r.peel(id, "commit"); err == nil {
			commits = append(commits, id)
		}
	}
	switch {
	case len(all) == 1:
		return all[0], nil
	case len(commits) == 1:
		return commits[0], nil
	}
	return "", nothing(rev)
}
