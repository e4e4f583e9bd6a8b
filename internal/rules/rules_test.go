package rules_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/teammemtest"
)

var update = flag.Bool("update", false, "write the wanted findings into the cases")

// A case is a txtar file in testdata/<rule-id>/. Its comment begins with one sentence
// that says what it shows, then a line a directive:
//
//	now 2026-06-24T12:00:00Z          the clock (this is the default)
//	branch NAME
//	mode 120000 PATH                  also 100755, 160000
//	stage 2 PATH                      an unresolved conflict
//	flaw PATH WORDS                   git and a checkout disagree about the entry
//	unread PATH WORDS                 it can't be read
//	size PATH BYTES                   the size that is claimed
//	ignored SOURCE:LINE PATTERN       add " committed" when the file is in the repository
//
// Its files: "base/PATH" is the state before (without any such file everything is
// new), "past/PATH" was brought by a commit in between, "message" is the message of
// the last commit, "policy" the policy in force, "want" the findings of the rule;
// anything else is the state that is judged. The words of teammemtest.Expand are
// replaced in names and contents ("want" holds them unexpanded, as it is printed).
func TestCases(t *testing.T) {
	for _, rule := range rules.All {
		files, err := filepath.Glob(filepath.Join("testdata", rule.ID, "*.txtar"))
		if err != nil {
			t.Fatal(err)
		}
		reported, clean := 0, 0
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".txtar")
			t.Run(rule.ID+"/"+name, func(t *testing.T) {
				if runCase(t, rule, file) {
					reported++
				} else {
					clean++
				}
			})
		}
		if all := reported+clean == len(files); all && (reported == 0 || clean == 0) { // -run can choose some
			t.Errorf("rule %s: %d reported and %d clean cases, want at least one of each", rule.ID, reported, clean)
		}
	}
}

func TestAllIsWellFormed(t *testing.T) {
	if !slices.IsSortedFunc(rules.All, func(a, b *rules.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("All is not sorted by id")
	}
	for _, r := range rules.All {
		if r.Title == "" || r.Doc == "" || r.Class < rules.MustNotPass || r.Class > rules.CouldBeStronger || r.Check == nil {
			t.Errorf("rule %q lacks a title, a doc, a class or a check", r.ID)
		}
	}
}

// runCase reports whether the rule found something.
func runCase(t *testing.T, rule *rules.Rule, file string) bool {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	repo, req, want := build(t, archive)
	before := contents(repo)
	res, err := engine.Check(context.Background(), repo, req)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, contents(repo)); diff != "" {
		t.Errorf("a rule wrote into what it read (-before +after):\n%s", diff)
	}
	got := render(res.Findings, rule.ID)
	if *update && got != want {
		write(t, file, archive, got)
		return got != ""
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	return got != ""
}

// contents lists the bytes of every file of repo.
func contents(repo *teammemtest.Repo) []string {
	files := slices.Clone(repo.Here)
	for _, c := range repo.History {
		files = append(files, c.Files...)
	}
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.Path + "\n" + string(f.Data)
	}
	return out
}

func render(findings []finding.Finding, rule string) string {
	var b strings.Builder
	for _, f := range findings {
		if f.Rule != rule {
			continue
		}
		fmt.Fprintf(&b, "%s:%d:%d-%d:%d: %s: %s", f.Path, f.Line, f.Column, f.EndLine, f.EndColumn, f.Severity, f.Message)
		if f.Commit != "" {
			fmt.Fprintf(&b, " (commit %s)", f.Commit)
		}
		if f.Older {
			b.WriteString(" (older)")
		}
		fmt.Fprintf(&b, "\n  fix: %s\n", f.Fix)
		for _, r := range f.Related {
			fmt.Fprintf(&b, "  related: %s:%d: %s\n", r.Path, r.Line, r.Message)
		}
	}
	return b.String()
}

func write(t *testing.T, file string, a *txtar.Archive, want string) {
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool { return f.Name == "want" })
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(want)})
	if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

func build(t *testing.T, a *txtar.Archive) (*teammemtest.Repo, engine.Request, string) {
	repo := &teammemtest.Repo{}
	req := engine.Request{Source: engine.Commit, Rev: "head", FailOn: finding.Error, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}
	var base, past, head []teammemtest.File
	message, policy, want := "change team memory\n", "", ""
	for _, f := range a.Files {
		name, data := teammemtest.Expand(f.Name), teammemtest.Expand(string(f.Data))
		switch {
		case name == "want":
			want = string(f.Data)
		case name == "message":
			message = data
		case name == "policy":
			policy = data
		case strings.HasPrefix(name, "base/"):
			base = append(base, teammemtest.NewFile(strings.TrimPrefix(name, "base/"), data))
		case strings.HasPrefix(name, "past/"):
			past = append(past, teammemtest.NewFile(strings.TrimPrefix(name, "past/"), data))
		default:
			head = append(head, teammemtest.NewFile(name, data))
		}
	}
	direct(t, string(a.Comment), repo, &req, head)
	if policy != "" {
		base = append(base, teammemtest.NewFile(memory.PolicyPath, policy))
		head = append(head, teammemtest.NewFile(memory.PolicyPath, policy))
	}
	if len(base) > 0 {
		repo.History = append(repo.History, teammemtest.Commit{ID: "base", Files: base})
		if policy == "" || len(base) > 1 {
			req.Source, req.Base = engine.Range, "base"
		}
	}
	if len(past) > 0 {
		req.Source = engine.Range
		repo.History = append(repo.History, teammemtest.Commit{ID: "past", Files: append(past, base...)})
	}
	if repo.Branch != "" {
		req.Rev = repo.Branch
	}
	repo.History = append(repo.History, teammemtest.Commit{ID: req.Rev, Message: message, Files: head})
	return repo, req, want
}

func direct(t *testing.T, comment string, repo *teammemtest.Repo, req *engine.Request, head []teammemtest.File) {
	lines := strings.Split(strings.TrimSpace(comment), "\n")
	if !strings.HasSuffix(lines[0], ".") {
		t.Errorf("the comment begins with %q, want one sentence", lines[0])
	}
	for _, line := range lines[1:] {
		line = teammemtest.Expand(line)
		verb, rest, _ := strings.Cut(line, " ")
		one, two, _ := strings.Cut(rest, " ")
		var err error
		switch verb {
		case "now":
			req.Now, err = time.Parse(time.RFC3339, rest)
		case "branch":
			repo.Branch = rest
		case "mode":
			var mode uint64
			mode, err = strconv.ParseUint(one, 8, 32)
			set(t, head, two, func(f *teammemtest.File) { f.Mode = memory.Mode(mode) })
		case "stage":
			var stage int
			stage, err = strconv.Atoi(one)
			set(t, head, two, func(f *teammemtest.File) { f.Stage = stage })
		case "flaw":
			set(t, head, one, func(f *teammemtest.File) { f.Flaw = two })
		case "unread":
			set(t, head, one, func(f *teammemtest.File) { f.Unread = two })
		case "size":
			var size int64
			size, err = strconv.ParseInt(two, 10, 64)
			set(t, head, one, func(f *teammemtest.File) { f.Size = size })
		case "ignored":
			repo.Hidden, err = ignored(one, two)
		case "":
		default:
			t.Errorf("unknown directive %q", line)
		}
		if err != nil {
			t.Errorf("directive %q: %v", line, err)
		}
	}
}

func set(t *testing.T, files []teammemtest.File, path string, change func(*teammemtest.File)) {
	for i := range files {
		if files[i].Path == path {
			change(&files[i])
			return
		}
	}
	t.Errorf("directive for %q, which is no file of the case", path)
}

func ignored(place, pattern string) (*rules.Ignored, error) {
	source, line, _ := strings.Cut(place, ":")
	n, err := strconv.Atoi(line)
	pattern, committed := strings.CutSuffix(pattern, " committed")
	return &rules.Ignored{Source: source, Line: n, Pattern: pattern, Committed: committed}, err
}
