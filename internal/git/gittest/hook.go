package gittest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
)

// hookReport names the file into which the test binary, run as a hook, writes
// what it sees.
const hookReport = "TEAMMEM_TEST_HOOK_REPORT"

// pushedCommit names the commit that a pre-receive hook is to look at.
const pushedCommit = "TEAMMEM_TEST_PUSHED_COMMIT"

// Main runs the tests, or, when git started the binary as a hook, looks at the
// repository from there and writes a report.
func Main(m *testing.M, open Opener) {
	report := os.Getenv(hookReport)
	if report == "" {
		os.Exit(m.Run())
	}
	if err := look(open, report); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A sight is what a hook sees.
type sight struct {
	Hook   string
	Head   memory.Head
	Index  []string
	Staged []string
	// Refused is why the repository is of a kind that is not read.
	Refused string
}

func look(open Opener, report string) error {
	ctx := context.Background()
	s := sight{Hook: filepath.Base(os.Args[0])}
	repo, err := open(ctx, "", os.Environ())
	if errors.Is(err, git.ErrUnsupported) {
		s.Refused = err.Error()
		return s.save(report)
	}
	if err != nil {
		return err
	}
	if commit := os.Getenv(pushedCommit); commit != "" {
		entries, err := repo.Entries(ctx, memory.At{Commit: commit})
		s.Index = show(entries)
		return errors.Join(err, s.save(report))
	}
	if s.Head, err = repo.Head(ctx); err != nil {
		return err
	}
	entries, err := repo.Entries(ctx, memory.At{Kind: memory.AtIndex})
	if errors.Is(err, git.ErrUnsupported) {
		s.Refused = err.Error()
		return s.save(report)
	}
	if err != nil {
		return err
	}
	changes, err := repo.Diff(ctx, s.Head.Commit, memory.At{Kind: memory.AtIndex})
	if err != nil {
		return err
	}
	s.Index, s.Staged = show(entries), showChanges(changes)
	return s.save(report)
}

func (s sight) save(file string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// hooked makes the test binary the pre-commit and pre-merge-commit hook of every
// repository of w.
func (w *World) hooked() {
	w.t.Helper()
	self, err := os.Executable()
	w.must(err)
	w.Mkdir("hooks")
	w.Symlink(self, "hooks/pre-commit")
	w.Symlink(self, "hooks/pre-merge-commit")
	w.Write("gitconfig", "[core]\n\thooksPath = "+w.Path("hooks")+"\n[protocol \"file\"]\n\tallow = always\n")
	w.env = append(w.env, "GIT_CONFIG_GLOBAL="+w.Path("gitconfig"), hookReport+"="+w.Path("report"))
}

// seen returns the last report and removes it.
func (w *World) seen() sight {
	w.t.Helper()
	var s sight
	w.must(json.Unmarshal([]byte(w.Read("report")), &s))
	w.Remove("report")
	if s.Refused != "" && w.stop != nil {
		w.stop(git.ErrUnsupported)
	}
	if s.Refused != "" {
		w.t.Fatal(s.Refused)
	}
	return s
}

// committing is a case in which run makes a commit in a seeded repository, or in
// the one whose directory it returns. What was seen in the hook must be what
// was then committed.
func committing(name, hook string, run func(w *World) (dir string)) testCase {
	return testCase{name, func(w *World, open Opener) {
		w.seed("r")
		w.hooked()
		w.checkHook(hook, run(w))
	}}
}

func (w *World) checkHook(hook, dir string) {
	w.t.Helper()
	s := w.seen()
	o := oracle{w, dir}
	if s.Hook != hook {
		w.t.Errorf("%s ran, want %s", s.Hook, hook)
	}
	if diff := cmp.Diff(o.tree("HEAD"), s.Index); diff != "" {
		w.t.Errorf("index (-committed +seen):\n%s", diff)
	}
	if diff := cmp.Diff(o.between(s.Head.Commit, "HEAD"), s.Staged); diff != "" {
		w.t.Errorf("staged (-committed +seen):\n%s", diff)
	}
	parents := strings.Fields(o.git("log", "-1", "--format=%P"))
	if len(parents) > 1 && !slices.Equal(sorted(parents[1:]), sorted(s.Head.Merging)) {
		w.t.Errorf("merging %v, want %v", s.Head.Merging, parents[1:])
	}
	if len(parents) < 2 && len(s.Head.Merging) > 0 {
		w.t.Errorf("merging %v outside a merge", s.Head.Merging)
	}
}

func sorted(s []string) []string { return slices.Sorted(slices.Values(s)) }

// between compares two trees, "" being the empty one, line by line.
func (o oracle) between(from, to string) []string {
	old, cur := map[string]string{}, byPath(o.tree(to))
	if from != "" {
		old = byPath(o.tree(from))
	}
	paths := map[string]bool{}
	for p := range old {
		paths[p] = true
	}
	for p := range cur {
		paths[p] = true
	}
	out := []string{}
	for p := range paths {
		if old[p] != cur[p] {
			out = append(out, fmt.Sprintf("%s %s\t%s", half(old[p], cur[p], 0), half(old[p], cur[p], 1), p))
		}
	}
	slices.SortFunc(out, func(a, b string) int { return strings.Compare(pathOf(a), pathOf(b)) })
	return out
}

func byPath(tree []string) map[string]string {
	m := map[string]string{}
	for _, line := range tree {
		m[pathOf(line)] = line
	}
	return m
}

// half joins the i-th fields of two lines; a missing line has only zeros.
func half(a, b string, i int) string {
	field := func(line string) string {
		if line == "" {
			return []string{"000000", "0"}[i]
		}
		return strings.Fields(line)[i]
	}
	return field(a) + " " + field(b)
}

var hookCases = []testCase{
	committing("commit", "pre-commit", func(w *World) string {
		w.Git("r", "commit", "-q", "-m", "x")
		return "r"
	}),
	committing("commit-a", "pre-commit", func(w *World) string {
		w.Append("r/"+memoryDir+"MEMORY.md", "a secret\n")
		w.Git("r", "commit", "-q", "-a", "-m", "x")
		return "r"
	}),
	committing("commit-p", "pre-commit", func(w *World) string {
		w.Append("r/"+memoryDir+"MEMORY.md", "a secret\n")
		w.GitIn("r", strings.Repeat("y\n", 20), "commit", "-q", "-p", "-m", "x")
		return "r"
	}),
	committing("commit-path", "pre-commit", func(w *World) string {
		w.Append("r/"+memoryDir+"MEMORY.md", "a secret\n")
		w.Git("r", "commit", "-q", "-m", "x", "--", memoryDir+"MEMORY.md")
		return "r"
	}),
	committing("commit-include", "pre-commit", func(w *World) string {
		w.Append("r/"+memoryDir+"MEMORY.md", "a secret\n")
		w.Git("r", "commit", "-q", "-m", "x", "-i", memoryDir+"MEMORY.md")
		return "r"
	}),
	committing("commit-intent-to-add", "pre-commit", func(w *World) string {
		w.Write("r/later.md", "later\n")
		w.Git("r", "add", "-N", "later.md")
		w.Git("r", "commit", "-q", "-m", "x")
		return "r"
	}),
	committing("amend", "pre-commit", func(w *World) string {
		w.Git("r", "reset", "-q", "--soft", "HEAD~1")
		w.Git("r", "commit", "-q", "--no-verify", "-m", "not a merge any more")
		w.Write("r/extra.md", "extra\n")
		w.Git("r", "add", "extra.md")
		w.Git("r", "commit", "-q", "--amend", "-m", "x")
		return "r"
	}),
	committing("amend-a", "pre-commit", func(w *World) string {
		w.Git("r", "commit", "-q", "--no-verify", "-m", "to be amended")
		w.Git("r", "commit", "-q", "--amend", "-a", "-m", "x")
		return "r"
	}),
	committing("empty", "pre-commit", func(w *World) string {
		w.Git("r", "reset", "-q", "--hard")
		w.Git("r", "commit", "-q", "--allow-empty", "-m", "x")
		return "r"
	}),
	committing("first-commit", "pre-commit", func(w *World) string {
		w.Init("first")
		w.Write("first/"+memoryDir+"one.md", "one\n")
		w.Git("first", "add", "-A")
		w.Git("first", "commit", "-q", "-m", "x")
		return "first"
	}),
	committing("first-commit-empty", "pre-commit", func(w *World) string {
		w.Init("first")
		w.Git("first", "commit", "-q", "--allow-empty", "-m", "x")
		return "first"
	}),
	committing("from-subdir", "pre-commit", func(w *World) string {
		w.Git("r/"+memoryDir+"sub", "commit", "-q", "-a", "-m", "x")
		return "r"
	}),
	committing("detached", "pre-commit", func(w *World) string {
		w.Git("r", "checkout", "-q", "--detach")
		w.Git("r", "commit", "-q", "-a", "-m", "x")
		return "r"
	}),
	committing("worktree", "pre-commit", func(w *World) string {
		w.Git("r", "worktree", "add", "-q", "../wt", "side")
		w.stage2("wt")
		w.Git("wt", "commit", "-q", "-m", "x")
		return "wt"
	}),
	committing("worktree-a", "pre-commit", func(w *World) string {
		w.Git("r", "worktree", "add", "-q", "../wt", "side")
		w.Append("wt/README.md", "more\n")
		w.Git("wt", "commit", "-q", "-a", "-m", "x")
		return "wt"
	}),
	committing("worktree-path", "pre-commit", func(w *World) string {
		w.Git("r", "worktree", "add", "-q", "../wt", "side")
		w.stage2("wt")
		w.Append("wt/README.md", "more\n")
		w.Git("wt/"+memoryDir, "commit", "-q", "-m", "x", "--", "../../README.md")
		return "wt"
	}),
	committing("submodule-a", "pre-commit", func(w *World) string {
		w.Init("super")
		w.Git("super", "submodule", "--quiet", "add", w.Path("r"), "mod")
		w.Append("super/mod/"+memoryDir+"MEMORY.md", "more\n")
		w.Git("super/mod", "commit", "-q", "-a", "-m", "x")
		return "super/mod"
	}),
	committing("super-of-submodule", "pre-commit", func(w *World) string {
		w.Init("super")
		w.Git("super", "submodule", "--quiet", "add", w.Path("r"), "mod")
		w.Git("super", "commit", "-q", "-m", "x")
		return "super"
	}),
	committing("GIT_DIR+GIT_WORK_TREE", "pre-commit", func(w *World) string {
		w.Append("r/"+memoryDir+"MEMORY.md", "more\n")
		w.Git(".", "--git-dir=r/.git", "--work-tree=r", "commit", "-q", "-a", "-m", "x")
		return "r"
	}),
	committing("GIT_INDEX_FILE", "pre-commit", func(w *World) string {
		w.Write("r/.git/other", w.Read("r/.git/index"))
		env := append(w.Env(), "GIT_INDEX_FILE="+w.Path("r/.git/other"))
		w.Write("r/other.md", "other\n")
		_, err := w.gitWith(env, "r", "", "add", "other.md")
		w.must(err)
		_, err = w.gitWith(env, "r", "", "commit", "-q", "-m", "x")
		w.must(err)
		return "r"
	}),
	committing("split-index-a", "pre-commit", func(w *World) string {
		w.Git("r", "config", "core.splitIndex", "true")
		w.Git("r", "update-index", "--split-index")
		w.Append("r/"+memoryDir+"MEMORY.md", "more\n")
		w.Git("r", "commit", "-q", "-a", "-m", "x")
		return "r"
	}),
	committing("sparse-index-a", "pre-commit", func(w *World) string {
		w.Git("r", "commit", "-q", "--no-verify", "-m", "all that was staged")
		w.sparse2("r")
		w.Git("r", "commit", "-q", "-a", "-m", "x")
		return "r"
	}),
	committing("merge", "pre-merge-commit", func(w *World) string {
		w.divide()
		w.Git("r", "merge", "-q", "--no-edit", "other")
		return "r"
	}),
	committing("merge-octopus", "pre-merge-commit", func(w *World) string {
		w.divide()
		w.Git("r", "checkout", "-q", "-b", "third", "other~1")
		w.Write("r/third.md", "third\n")
		w.Git("r", "add", "third.md")
		w.Git("r", "commit", "-q", "--no-verify", "-m", "third")
		w.Git("r", "checkout", "-q", "main")
		w.Git("r", "merge", "-q", "--no-edit", "other", "third")
		return "r"
	}),
	committing("merge-by-commit", "pre-commit", func(w *World) string {
		w.divide()
		w.Git("r", "merge", "-q", "--no-commit", "other")
		w.Write("r/evil.md", "in neither parent\n")
		w.Git("r", "add", "evil.md")
		w.Git("r", "commit", "-q", "-m", "x")
		return "r"
	}),
	committing("merge-with-conflict", "pre-commit", func(w *World) string {
		w.divide()
		w.Write("r/other.md", "main\n")
		w.Git("r", "add", "other.md")
		w.Git("r", "commit", "-q", "--no-verify", "-m", "conflicts")
		if _, err := w.TryGit("r", "", "merge", "-q", "other"); err == nil {
			w.t.Fatal("the merge should have had conflicts")
		}
		w.Write("r/other.md", "resolved\n")
		w.Git("r", "commit", "-q", "-a", "-m", "x")
		return "r"
	}),
}

// divide leaves main and other with a commit of their own each.
func (w *World) divide() {
	w.Git("r", "reset", "-q", "--hard")
	w.Git("r", "checkout", "-q", "-b", "other")
	w.Write("r/other.md", "other\n")
	w.Git("r", "add", "other.md")
	w.Git("r", "commit", "-q", "--no-verify", "-m", "other")
	w.Git("r", "checkout", "-q", "main")
	w.Write("r/main.md", "main\n")
	w.Git("r", "add", "main.md")
	w.Git("r", "commit", "-q", "--no-verify", "-m", "main")
}

// sparse2 leaves a sparse index and a change in what is checked out.
func (w *World) sparse2(dir string) {
	w.Git(dir, "checkout", "-q", "-f", "HEAD")
	w.Git(dir, "sparse-checkout", "set", "--cone", "--sparse-index", "none")
	w.Append(dir+"/README.md", "changed\n")
}
