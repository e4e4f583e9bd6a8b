package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
)

// A Ref is one ref as a push is to leave it. Ids are full.
type Ref struct {
	Name string // where it is pushed to, as refs/heads/main
	New  string // the commit or tag that it shall name
	Old  string // the commit that it names; "" when it is new or names one that is not here
	// Default is the commit of the receiver's default branch, "" when that is not
	// known. The policy of a new ref is read there, and a branch that was rebased on
	// it is not told what the others did.
	Default string
	// Known is what the receiver has besides Old.
	Known memory.Known
}

func aimPush(ctx context.Context, repo Repository, ref Ref) (target, error) {
	t := target{branch: shortName(ref.Name), ref: ref.Name, history: true, known: ref.Known}
	commit, tags, err := repo.Unwrap(ctx, ref.New)
	if err != nil {
		return t, err
	}
	for _, tag := range tags {
		t.messages = append(t.messages, rules.Message{Commit: tag.Hash, Ref: ref.Name, Name: tag.Name, Text: source.NewText(tag.Message), Said: tag.Said})
	}
	t.at.Commit = commit
	t.policyAt = &memory.At{Commit: commit}
	if commit == "" {
		t.wordsOnly, t.policyAt = true, nil
		return t, nil
	}
	return t, t.compareWith(ctx, repo, ref)
}

// compareWith finds the bases. What a ref already shows, and what it shares with the
// default branch, excuses everything. What only another ref of the receiver shows
// excuses the first class for a new ref alone: a branch must not take in from another
// what nobody judged by its own policy.
func (t *target) compareWith(ctx context.Context, repo Repository, ref Ref) error {
	own := slices.DeleteFunc([]string{ref.Old, ref.Default}, func(c string) bool { return c == "" })
	shared, err := repo.Forks(ctx, t.at.Commit, memory.Known{Commits: own})
	if err != nil {
		return err
	}
	if ref.Old != "" {
		t.known.Commits = append(slices.Clone(t.known.Commits), ref.Old)
		shared = append([]string{ref.Old}, shared...)
	}
	others, err := repo.Forks(ctx, t.at.Commit, t.known)
	if err != nil {
		return err
	}
	if ref.Old == "" {
		shared = append(shared, others...)
	}
	shared = distinctOf(shared)
	t.firm = len(shared)
	t.bases = distinctOf(append(shared, others...))
	if policy := append(own, others...); len(policy) > 0 {
		t.policyAt.Commit = policy[0]
	}
	t.wordsOnly = ref.Old == "" && slices.Contains(others, t.at.Commit)
	return nil
}

// distinctOf leaves each string once, where it stands first.
func distinctOf(all []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(all), func(s string) bool {
		again := seen[s]
		seen[s] = true
		return again
	})
}

func shortName(ref string) string {
	for _, prefix := range []string{"refs/heads/", "refs/tags/"} {
		if short, ok := strings.CutPrefix(ref, prefix); ok {
			return short
		}
	}
	return ref
}

// Join makes one result of those of several refs of one push. Since there is no one
// state that was judged, every finding names its commit.
func Join(results []*Result) *Result {
	all := &Result{Version: ResultVersion, Verdict: Pass, Source: Push, Notices: []string{}, Findings: []finding.Finding{}}
	told := map[place]bool{}
	for _, res := range results {
		all.Verdict = worse(all.Verdict, res.Verdict)
		all.Notices = distinctOf(append(all.Notices, res.Notices...))
		all.Counts.Memories = max(all.Counts.Memories, res.Counts.Memories)
		all.Counts.Commits += res.Counts.Commits
		all.Counts.Older += res.Counts.Older
		all.Counts.Allowed += res.Counts.Allowed
		for _, f := range res.Findings {
			if f.Path != "" && f.Commit == "" {
				f.Commit = res.Head
			}
			at := place{rule: f.Rule, path: f.Path, commit: f.Commit, line: f.Line, older: f.Older}
			if !told[at] || f.Path == "" && f.Commit == "" { // of a name, there is no more to tell it by
				all.Findings = append(all.Findings, f)
			}
			told[at] = true
		}
	}
	return all
}
