package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// workflow is as much of a workflow as the review gate must be careful with.
type workflow struct {
	Name        string
	On          map[string]struct{ Types, Workflows []string }
	Permissions map[string]string
	Jobs        map[string]struct {
		Name        string
		Permissions map[string]string
		Steps       []struct {
			Uses, Run string
			With      map[string]string
		}
	}
}

func readWorkflow(t *testing.T, name string) workflow {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(top, "examples", "github", ".github", "workflows", name))
	if err != nil {
		t.Fatal(err)
	}
	var w workflow
	if err := yaml.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	return w
}

// TestReviewWorkflow holds what makes pull_request_target safe: one step, which is teammem, and three
// permissions.
func TestReviewWorkflow(t *testing.T) {
	w := readWorkflow(t, "teammem-review.yml")
	if got := slices.Sorted(maps.Keys(w.On)); !slices.Equal(got, []string{"merge_group", "pull_request_target", "workflow_dispatch", "workflow_run"}) {
		t.Errorf("it runs on %q", got)
	}
	if got := w.On["pull_request_target"].Types; !slices.Equal(got, []string{"opened", "synchronize", "reopened", "ready_for_review", "converted_to_draft", "edited", "closed"}) {
		t.Errorf("of a pull request it hears of %q", got)
	}
	if len(w.Permissions) != 0 || len(w.Jobs) != 1 {
		t.Errorf("it has the permissions %v and %d jobs", w.Permissions, len(w.Jobs))
	}
	want := map[string]string{"contents": "read", "pull-requests": "read", "statuses": "write"}
	for id, j := range w.Jobs {
		if !maps.Equal(j.Permissions, want) {
			t.Errorf("the job %s has the permissions %v, want %v", id, j.Permissions, want)
		}
		if id == "teammem/review" || j.Name != "" || len(j.Steps) != 1 {
			t.Errorf("the job %s is called %q and has %d steps", id, j.Name, len(j.Steps))
		}
		for _, s := range j.Steps {
			if !strings.HasPrefix(s.Uses, "teammem/teammem@") || s.Run != "" || s.With["mode"] != "review" || s.With["branches"] != "${{ github.event.repository.default_branch }}" {
				t.Errorf("a step uses %q, runs %q with %v", s.Uses, s.Run, s.With)
			}
		}
	}
}

// TestSignalWorkflow holds that the signal does nothing, and has the name that the gate waits for.
func TestSignalWorkflow(t *testing.T) {
	w := readWorkflow(t, "teammem-review-signal.yml")
	if got := readWorkflow(t, "teammem-review.yml").On["workflow_run"].Workflows; !slices.Equal(got, []string{w.Name}) {
		t.Errorf("the gate waits for %q, and the signal is %q", got, w.Name)
	}
	if len(w.On) != 1 || !slices.Equal(w.On["pull_request_review"].Types, []string{"submitted", "edited", "dismissed"}) || len(w.Permissions) != 0 {
		t.Errorf("it runs on %v with %v", w.On, w.Permissions)
	}
	for id, j := range w.Jobs {
		if len(j.Steps) != 1 || j.Steps[0].Run != "true" || j.Steps[0].Uses != "" || len(j.Permissions) != 0 {
			t.Errorf("the job %s does more than nothing: %+v", id, j)
		}
	}
}

var pinned = regexp.MustCompile(`@[0-9a-f]{40}$`)

// TestPinned holds that every action of the examples is named by its commit.
func TestPinned(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(top, "examples", "github", ".github", "workflows", "*.yml"))
	if err != nil || len(files) < 3 {
		t.Fatalf("the workflows are %q, %v", files, err)
	}
	for _, file := range files {
		for id, j := range readWorkflow(t, filepath.Base(file)).Jobs {
			for _, s := range j.Steps {
				if s.Uses != "" && !pinned.MatchString(s.Uses) {
					t.Errorf("%s: the job %s uses %q, want a commit", filepath.Base(file), id, s.Uses)
				}
			}
		}
	}
}
