package action

import (
	"context"

	"github.com/teammem/teammem/internal/git"
)

// A merged is the merge that GitHub made of a pull request to try it, and which a checkout has.
type merged struct {
	id         string // GITHUB_SHA, until it was looked at
	base, head string // of the pull request, as the event has them
}

// tryMerge puts the merge of a pull request in the place of its head, and the base that
// it was made with in the place of the base. Git follows renames when it merges: what changes a
// file which the base has moved into the memory since is a change of memory only there.
func (t *task) tryMerge(ctx context.Context, repo *git.Repo) {
	m := t.merged
	if m == nil || m.id == "" || m.id == m.head {
		return
	}
	id := m.id
	m.id = ""
	parents, err := repo.Parents(ctx, id)
	if err != nil || len(parents) != 2 || parents[1] != m.head {
		t.notice("the merge of the pull request is not in this clone, so its head alone was judged, without what a merge moves along renames")
		return
	}
	t.from, t.to = parents[0], id
}

// forgetMerge goes back to the head of a pull request, because GitHub has made another merge of it, and
// reports whether there was one to go back from.
func (t *task) forgetMerge() bool {
	m := t.merged
	if m == nil || t.to == m.head {
		return false
	}
	t.notice("the merge of the pull request is gone, so its head alone was judged, without what a merge moves along renames")
	t.from, t.to = m.base, m.head
	return true
}
