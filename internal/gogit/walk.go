package gogit

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

// object reads one object whole.
func (a *answers) object(id string) (git.Object, error) {
	o := a.store.read(id, math.MaxInt64)
	return o, o.Err
}

// maxTags is how many tags may name one another.
const maxTags = 100

// peel follows tags to an object that is no tag, and a commit to its tree where a tree is
// wanted. The kind "object" takes what there is.
func (a *answers) peel(id, kind string) (string, error) {
	for range maxTags {
		o, err := a.object(id)
		switch {
		case err != nil:
			return "", err
		case o.Kind == kind, kind == "object", kind == "" && o.Kind != "tag":
			return id, nil
		case o.Kind == "tag":
			id = header(o.Data, "object ")
		case o.Kind == "commit" && kind == "tree":
			id = header(o.Data, "tree ")
		default:
			return "", refuse(git.ErrUnknownRevision, "name a commit", "%s is a %s", id, o.Kind)
		}
		if !isID(id) {
			return "", damaged(o.ID)
		}
	}
	return "", refuse(git.ErrMalformed, "run \"git fsck\"", "more than %d tags name one another", maxTags)
}

// header is the first line of an object after a word.
func header(data []byte, word string) string {
	line, _, _ := strings.Cut(string(data), "\n")
	value, _ := strings.CutPrefix(line, word)
	return value
}

// parents gives the parents of a commit as far as they are here.
func (a *answers) parents(id string) ([]string, error) {
	o, err := a.object(id)
	if err != nil {
		return nil, err
	}
	parents, err := git.Parents(o)
	if a.shallow[id] {
		return nil, err
	}
	return parents, err
}

// A history is the commits that were read, with their parents.
type history map[string][]string

// reach reads what is reachable from some commits, those in known left out.
func (a *answers) reach(ctx context.Context, from []string, known history) (history, error) {
	found := history{}
	for next := slices.Clone(from); len(next) > 0; {
		id := next[len(next)-1]
		next = next[:len(next)-1]
		if _, seen := found[id]; seen {
			continue
		}
		if _, seen := known[id]; seen {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		parents, err := a.parents(id)
		if err != nil {
			return nil, err
		}
		found[id] = parents
		next = append(next, parents...)
	}
	return found, nil
}

// since reads what is reachable from to and not from what is known.
func (a *answers) since(ctx context.Context, to string, known memory.Known) (history, error) {
	if known.Remote != "" || known.Refs {
		return nil, unsupported("what a remote has is asked for")
	}
	old, err := a.reach(ctx, known.Commits, nil)
	if err != nil {
		return nil, err
	}
	return a.reach(ctx, []string{to}, old)
}

// Since lists commits in the order of "rev-list --topo-order --reverse": a commit is
// taken when all its children were, the last parent first.
func (a *answers) Since(ctx context.Context, to string, known memory.Known) ([][]string, error) {
	found, err := a.since(ctx, to, known)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	children := map[string]int{}
	for _, parents := range found {
		for _, p := range parents {
			children[p]++
		}
	}
	var listed [][]string
	for next := []string{to}; len(next) > 0; {
		id := next[len(next)-1]
		next = next[:len(next)-1]
		listed = append(listed, append([]string{id}, found[id]...))
		for _, p := range found[id] {
			children[p]--
			if _, here := found[p]; here && children[p] == 0 {
				next = append(next, p)
			}
		}
	}
	slices.Reverse(listed)
	return listed, nil
}

func (a *answers) Boundary(ctx context.Context, to string, known memory.Known) (boundary []string, all bool, err error) {
	found, err := a.since(ctx, to, known)
	for _, parents := range found {
		for _, p := range parents {
			if _, here := found[p]; !here {
				boundary = append(boundary, p)
			}
		}
	}
	return boundary, err == nil && len(found) == 0, err
}

// MergeBases gives those common ancestors that are no parent of another one.
func (a *answers) MergeBases(ctx context.Context, one, two string) ([]string, error) {
	first, err := a.reach(ctx, []string{one}, nil)
	if err != nil {
		return nil, err
	}
	second, err := a.reach(ctx, []string{two}, nil)
	if err != nil {
		return nil, err
	}
	parent := map[string]bool{}
	for id := range first {
		for _, p := range second[id] {
			parent[p] = true
		}
	}
	var best []string
	for id := range first {
		if _, common := second[id]; common && !parent[id] {
			best = append(best, id)
		}
	}
	return best, nil
}

func (a *answers) Independent(ctx context.Context, commits []string) ([]string, error) {
	var above []string
	for _, id := range commits {
		parents, err := a.parents(id)
		if err != nil {
			return nil, err
		}
		above = append(above, parents...)
	}
	below, err := a.reach(ctx, above, nil)
	if err != nil {
		return nil, err
	}
	best := slices.Clone(commits)
	slices.Sort(best)
	return slices.DeleteFunc(slices.Compact(best), func(id string) bool { _, older := below[id]; return older }), nil
}
