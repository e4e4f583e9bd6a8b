package store

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/sync"
)

// syncOnce does a whole sync of both layouts.
func syncOnce(o Options, team map[string]string) error {
	s, err := Open(o)
	if err != nil {
		return err
	}
	defer s.Close()
	data, err := s.State()
	if err != nil {
		return err
	}
	states := map[sync.Layout]sync.State{}
	if data != nil {
		if err := json.Unmarshal(data, &states); err != nil {
			return err
		}
	}
	var seen []sync.Observed
	for _, l := range []sync.Layout{sync.Native, sync.Claude} {
		one, err := observeAll(s, l)
		if err != nil {
			return err
		}
		seen = append(seen, one)
	}
	var steps []sync.Step
	next := map[sync.Layout]sync.State{}
	for i, p := range sync.MakeAll(teamOf(team), seen, states) {
		steps = append(steps, p.Steps...)
		next[seen[i].Layout] = p.Next
	}
	if data, err = json.Marshal(next); err != nil {
		return err
	}
	_, err = s.Apply(steps, data)
	return err
}

func teamOf(files map[string]string) (t sync.Team) {
	for _, at := range slices.Sorted(maps.Keys(files)) {
		t.Files = append(t.Files, sync.File{Path: at, Data: []byte(files[at]), Sum: sync.SumOf([]byte(files[at])), Name: strings.TrimSuffix(at, ".md")})
	}
	return t
}

func observeAll(s *Store, l sync.Layout) (sync.Observed, error) {
	o := sync.Observed{Layout: l, Mirror: map[string]sync.Sum{}, Texts: map[sync.Sum][]byte{}, Drafted: map[sync.Sum]bool{}, Now: time.Unix(0, 0)}
	list, err := s.Observe(l, ".")
	for _, f := range list.Files {
		dir, rest, _ := strings.Cut(f.Path, "/")
		switch dir {
		case "team":
			o.Mirror[rest], o.Texts[f.Sum] = f.Sum, f.Data
		case "drafts":
			o.Drafts, o.Drafted[f.Sum] = append(o.Drafts, rest), true
		case "MEMORY.md":
			o.Index = f.Data
		}
	}
	return o, err
}

var (
	killedMemories = flag.Int("killed.memories", 2, "how many more memories TestKilledThenTheTeamChanges has")
	killedEvery    = flag.Int("killed.every", 7, "at which of its changes a sync is killed")
)

// TestKilledThenTheTeamChanges kills a sync at its changes, lets the team change again, and
// syncs: what the edit said is a draft, once, and nothing else is one.
func TestKilledThenTheTeamChanges(t *testing.T) {
	t.Parallel()
	first := map[string]string{"a.md": "a1", "b.md": "b1", "c.md": "c1", "gone.md": "g1"}
	second := map[string]string{"a.md": "a2", "b.md": "b1", "moved.md": "c1", "new.md": "n2"}
	third := map[string]string{"a.md": "a3", "b.md": "b3", "c.md": "c3", "new.md": "n3"}
	for i := range *killedMemories {
		at := fmt.Sprintf("more/%d.md", i)
		first[at], second[at], third[at] = at, at+fmt.Sprint(i/2), at+fmt.Sprint(i/3)
	}
	for n := 1; ; n += *killedEvery {
		home := t.TempDir()
		put(t, filepath.Join(home, claudeDir, "MEMORY.md"), "- mine\n", 0o600)
		put(t, filepath.Join(home, nativeDir, "private/p.md"), "mine", 0o600)
		if err := syncOnce(optionsIn(home), first); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(home, nativeDir, "team/b.md"), "an edit", 0o600)
		put(t, filepath.Join(home, claudeDir, "team/b.md"), "an edit", 0o600)
		o := optionsIn(home)
		var count *int
		o.touch, count = dieAt(n)
		died := syncOnce(o, second)
		if *count < n {
			t.Logf("a sync of %d memories makes %d changes", len(second), *count)
			return
		}
		if err := syncOnce(optionsIn(home), third); err != nil {
			t.Fatalf("change %d: %v", n, err)
		}
		got := tree(t, home)
		drafts := 0
		for at, text := range got {
			if strings.HasPrefix(at, nativeDir+"drafts/") && !strings.HasSuffix(at, "/") {
				drafts++
				if text != "an edit" {
					t.Errorf("change %d: the draft %s of %q", n, at, text)
				}
			}
			if strings.Contains(at, stagePrefix) {
				t.Errorf("change %d: %s was left behind", n, at)
			}
		}
		for _, dir := range []string{nativeDir, claudeDir} {
			for at, text := range third {
				if got[dir+"team/"+at] != text {
					t.Errorf("change %d: %steam/%s holds %q", n, dir, at, got[dir+"team/"+at])
				}
			}
			if _, there := got[dir+"team/gone.md"]; there || got[dir+"team/moved.md"] != "" {
				t.Errorf("change %d: something came back from the dead", n)
			}
		}
		if drafts != 1 || got[nativeDir+"private/p.md"] != "mine" || !strings.HasSuffix(got[claudeDir+"MEMORY.md"], "-->\n- mine\n") {
			t.Errorf("change %d (%v): %d drafts; files %v", n, died, drafts, got)
		}
	}
}
