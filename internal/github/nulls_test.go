package github

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/github/githubtest"
	"github.com/teammem/teammem/internal/review"
)

// approvedByTree is a pull request that olga has approved at an older commit with the same change of memory.
func approvedByTree(t *testing.T) *host {
	h := newHost(t, "")
	s := githubtest.Default()
	memory := map[string]githubtest.File{".agent/team-memory/build.md": {Text: "one"}}
	s.Commits = map[string]map[string]githubtest.File{
		"b": {"CODEOWNERS": {Text: "/.agent/ @org/keepers\n"}, ".agent/teammem.yaml": {Text: "review:\n  stale: memory-tree\n"}},
		"a": memory, "c": memory,
	}
	s.Teams = map[string][]string{"org/keepers": {"olga"}}
	s.Pulls = []*githubtest.Pull{{Reviews: []string{"olga APPROVED c"}, Events: []string{"base_ref_changed 00:00", "labeled 00:01"},
		Merged: map[string]string{".agent/team-memory/build.md": "one"}}}
	h.Load(s)
	h.Lax = true
	return h
}

// TestNulls puts null in the place of each value of each answer, one after the other. Nothing panics, and no answer
// and no item of a list can be left out so.
func TestNulls(t *testing.T) {
	h := approvedByTree(t)
	wantState(t, h.gather(t), review.Success, "approved by olga")
	asked := slices.Compact(slices.Sorted(slices.Values(h.Asked())))
	for _, what := range asked {
		whole := ask(t, h, what)
		if whole == nil {
			continue // a file, which is no JSON
		}
		for at, with := range nulls("", whole) {
			h := approvedByTree(t)
			h.Odd[what] = func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, with) }
			g, err := h.client(t).Gather(t.Context(), 7, nil)
			if err != nil || review.Decide(&g.Facts).State != review.Success {
				continue
			}
			if at == "" || strings.HasSuffix(at, "]") || strings.HasSuffix(at, ".sha") && strings.Contains(at, "tree[") {
				t.Errorf("with null at %s%s it is approved", what, at)
			}
		}
	}
}

// ask gets an answer as JSON; nil where it is none.
func ask(t *testing.T, h *host, what string) any {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+strings.TrimPrefix(what, "GET "), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+githubtest.TeamToken())
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var v any
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		return nil
	}
	return v
}

// nulls are copies of v by the place at which each has null.
func nulls(at string, v any) map[string]any {
	out := map[string]any{at: nil}
	switch v := v.(type) {
	case map[string]any:
		for key, below := range v {
			for where, with := range nulls(at+"."+key, below) {
				c := map[string]any{}
				for k, other := range v {
					c[k] = other
				}
				c[key] = with
				out[where] = c
			}
		}
	case []any:
		for i, below := range v {
			for where, with := range nulls(fmt.Sprintf("%s[%d]", at, i), below) {
				c := slices.Clone(v)
				c[i] = with
				out[where] = c
			}
		}
	}
	return out
}
