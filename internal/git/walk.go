package git

import (
	"container/heap"
	"context"
	"slices"

	"github.com/teammem/teammem/internal/memory"
)

// Of a plain repository the usual questions about history are answered from its commits: how a
// branch that left another one goes on. The answers don't depend on the dates of commits, which order the walk
// alone; where they can't be proven so, and where a walk goes on for long, git is asked.

// maxWalk is how many commits a walk reads. Git has an index of all commits for longer ones.
const maxWalk = 5000

// A side says from which ends of a walk a commit is reachable.
type side byte

const (
	left side = 1 << iota
	right
	below // it lies below a commit that both reach
	both  = left | right
)

// A commitWalk goes back from two commits until all that is left is below what both reach.
type commitWalk struct {
	batch   *batch
	seen    map[string]side
	commits map[string]commitObject
	queue   commitQueue
	open    int // how many in the queue are not below
}

// A commitQueue has the youngest commit first.
type commitQueue []queued

type queued struct {
	id   string
	time int64
	side side // as it was counted
}

func (q commitQueue) Len() int           { return len(q) }
func (q commitQueue) Less(i, j int) bool { return q[i].time > q[j].time }
func (q commitQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *commitQueue) Push(x any)        { *q = append(*q, x.(queued)) }
func (q *commitQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// nearCommit reads a commit from the files of the repository, once.
func (r *Repo) nearCommit(b *batch, id string) (commitObject, bool) {
	r.mu.Lock()
	c, known := r.commits[id]
	r.mu.Unlock()
	if known {
		return c, true
	}
	o, ok := b.readNear(id, noLimit)
	if !ok {
		return c, false
	}
	c, err := asCommit(o)
	if err != nil {
		return c, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.commits == nil || len(r.commits) > maxWalk {
		r.commits = map[string]commitObject{}
	}
	r.commits[id] = c
	return c, true
}

// mark says that a commit is reachable from a side.
func (w *commitWalk) mark(id string, s side) bool {
	if had := w.seen[id]; had|s == had {
		return true
	}
	c, known := w.commits[id]
	if !known {
		if c, known = w.batch.repo.nearCommit(w.batch, id); !known || len(w.commits) > maxWalk {
			return false
		}
		w.commits[id] = c
	}
	w.seen[id] |= s
	q := queued{id, c.time, w.seen[id]}
	if q.side&below == 0 {
		w.open++
	}
	heap.Push(&w.queue, q)
	return true
}

// run walks; false is for what is not in the files, or goes on for too long.
func (w *commitWalk) run(ctx context.Context) (best []string, ok bool) {
	found := map[string]bool{}
	for w.open > 0 {
		if ctx.Err() != nil {
			return nil, false
		}
		q := heap.Pop(&w.queue).(queued)
		if q.side&below == 0 {
			w.open--
		}
		s := w.seen[q.id]
		if s == both {
			found[q.id] = true
			s |= below
		}
		for _, p := range w.commits[q.id].parents {
			if !w.mark(p, s) {
				return nil, false
			}
		}
	}
	for id := range found {
		if w.seen[id]&below == 0 {
			best = append(best, id)
		}
	}
	return best, true
}

// walk goes back from two commits. Ok is true only where exactly one commit is the best of what both
// reach: no walk that ends early can miss that or take another one for it.
func (p program) walk(ctx context.Context, one, two string) (w *commitWalk, base string, ok bool) {
	if !p.repo.plain {
		return nil, "", false
	}
	b, err := p.repo.startBatch(ctx)
	if err != nil {
		return nil, "", false
	}
	defer b.Close()
	w = &commitWalk{batch: b, seen: map[string]side{}, commits: map[string]commitObject{}}
	if b.near == nil || !w.mark(one, left) || !w.mark(two, right) {
		return nil, "", false
	}
	best, ok := w.run(ctx)
	if !ok || len(best) != 1 {
		return nil, "", false
	}
	return w, best[0], true
}

// nearSince is Since where the files tell.
func (p program) nearSince(ctx context.Context, to string, known memory.Known) ([][]string, bool) {
	if known.Remote != "" || known.Refs || len(known.Commits) != 1 {
		return nil, false
	}
	from := known.Commits[0]
	w, base, ok := p.walk(ctx, from, to)
	if !ok {
		return nil, false
	}
	if listed := w.since(to); w.builtOn(base, listed) {
		return listed, true
	}
	// The merge of a branch into what is known, as a host makes it to try a pull request: then the
	// branch is all that is new besides.
	parents := w.commits[to].parents
	if base != from || len(parents) != 2 || parents[0] != from {
		return nil, false
	}
	branch := parents[1]
	if w, base, ok = p.walk(ctx, from, branch); !ok {
		return nil, false
	}
	listed := w.since(branch)
	return append(listed, []string{to, from, branch}), w.builtOn(base, listed)
}

// since lists what is reachable from to alone as "rev-list --topo-order --reverse" does: a commit is
// taken when all its children were, the last parent first.
func (w *commitWalk) since(to string) (listed [][]string) {
	if w.seen[to] != right {
		return nil
	}
	children := map[string]int{}
	for id, s := range w.seen {
		for _, p := range w.commits[id].parents {
			if s == right {
				children[p]++
			}
		}
	}
	for next := []string{to}; len(next) > 0; {
		id := next[len(next)-1]
		next = next[:len(next)-1]
		listed = append(listed, append([]string{id}, w.commits[id].parents...))
		for _, p := range w.commits[id].parents {
			if children[p]--; children[p] == 0 && w.seen[p] == right {
				next = append(next, p)
			}
		}
	}
	slices.Reverse(listed)
	return listed
}

// builtOn reports whether each of the commits, parents first, has base below it. If one of them could be
// reached from the other end by a way that was not walked, it would be common to both, and base not the best.
func (w *commitWalk) builtOn(base string, listed [][]string) bool {
	built := map[string]bool{base: true}
	for _, l := range listed {
		built[l[0]] = slices.ContainsFunc(l[1:], func(p string) bool { return built[p] })
		if !built[l[0]] {
			return false
		}
	}
	return true
}
