package gogit_test

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/git/gittest"
	"github.com/teammem/teammem/internal/gogit"
	"github.com/teammem/teammem/internal/memory"
)

// patterns and paths are such that they meet in many ways.
var (
	patterns = []string{
		"*", "*.md", "a", "a/", "/a", "/a/", "b/c", "/b/c", "b/", "**/c", "b/**", "**", "**/", "b/**/d.md", "*/c", "b/*", "b/*/d.md", "?", "[ab]", "[!a]", "[^a]*", "[[:alpha:]]", "[a-c]", "[b-a]",
		"[]]", "[]-a]", "[[:nope:]]", "[", "[a", "\\a", "\\*", "a\\", "\\#x", "#x", "\\!x", "a ", "a\\ ", "a  ", " a", "c*", "*c", "d.*", "**c", "b**d.md", "a**", "***", "b//c", "//", "/", "/*", "/**", "/**/c",
		"b/c/", "b/c/d.md", "*.MD", ".*", "é", "[é]", "d.md\r", "x.y/", "[[:punct:]]x", "[\\]]", "b/[c/]", "b?c", "b[/]c", "**/b/**", "c/**/", "b/c/**", "*/", "b/\\c", "b/**/", "", "\t", "[[a]", "[a[:digit:]]",
		"A", "D.MD", "B/C", "[A-C]", "[A]", "\\A", "[[:upper:]]", "[[:lower:]]", "[!A-C]", "X.Y/*/d.md", "*.Md", "**/E", "É",
	}
	paths = []string{"a", "b/c/d.md", "b/c/e", "b/d.md", "b/a", "c", "d.md", "x.y/z/d.md", "x.y/a", "#x", "!x", "*", "a b", "é", "]", "c/c/c", "q/a/b/c", ".h/i", "1", "[", "a\\", "UP/Q", "Up.md"}
)

// TestIgnored holds what is ignored, and which files a work tree has, to git's answers
// over the rules of several files.
func TestIgnored(t *testing.T) {
	w := gittest.NewWorld(t)
	w.Init("r")
	w.Write("r/b/a", "tracked\n")
	w.Write("r/q/a/b/c", "tracked\n")
	w.Write("r/T/V", "tracked\n")
	w.Git("r", "add", "-A")
	w.Git("r", "commit", "-q", "-m", "some")
	w.Write("r/t/v", "tracked where case does not count\n")
	w.Write("r/T/w", "not tracked\n")
	w.Git("r", "config", "core.excludesFile", w.Path("own"))
	for _, p := range paths {
		if p != "a" && p != "c" { // these are folders and files in turns
			w.Write("r/"+p, "x\n")
		}
	}
	ctx := context.Background()
	aided, unaided := openWith(t, w, git.Open), openWith(t, w, gogit.Open)
	rapid.Check(t, func(rt *rapid.T) {
		for _, p := range []string{"a", "c/x"} {
			w.Remove("r/a")
			w.Write("r/"+p, "x\n")
		}
		if rapid.Bool().Draw(rt, "folder") {
			w.Remove("r/a")
			w.Write("r/a/a", "x\n")
		}
		for _, file := range []string{"r/.gitignore", "r/b/.gitignore", "r/x.y/.gitignore", "r/.git/info/exclude", "own"} {
			w.Write(file, drawRules(rt, file))
		}
		w.Git("r", "config", "core.ignoreCase", fmt.Sprint(rapid.Bool().Draw(rt, "ignoreCase")))
		at := memory.At{Kind: memory.AtWorktree}
		want, err1 := aided.Entries(ctx, at)
		got, err2 := unaided.Entries(ctx, at)
		if diff := cmp.Diff(want, got); diff != "" || err1 != nil || err2 != nil {
			rt.Errorf("%v, %v (-git +got)\n%s", err1, err2, diff)
		}
		for _, p := range append(paths, "a/a", "b/", "b/c/", "none", "b/none/d.md", "none/", "q/a", "UP", "up/q", "B/C", "t/v") {
			want, err1 := aided.Ignored(ctx, p)
			got, err2 := unaided.Ignored(ctx, p)
			if diff := cmp.Diff(want, got); diff != "" || err1 != nil || err2 != nil {
				rt.Errorf("%q: %v, %v (-git +got)\n%s", p, err1, err2, diff)
			}
		}
	})
}

func openWith(t *testing.T, w *gittest.World, open func(context.Context, git.Options) (*git.Repo, error)) *git.Repo {
	t.Helper()
	repo, err := open(context.Background(), git.Options{Dir: w.Path("r"), Env: w.Env()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(repo.Close)
	return repo
}

func drawRules(rt *rapid.T, file string) string {
	var text strings.Builder
	for i, p := range rapid.SliceOfN(rapid.SampledFrom(patterns), 0, 5).Draw(rt, file) {
		if rapid.IntRange(0, 3).Draw(rt, fmt.Sprint(file, i)) == 0 {
			p = "!" + p
		}
		text.WriteString(p + "\n")
	}
	if rapid.Bool().Draw(rt, file+" ends") {
		return strings.TrimSuffix(text.String(), "\n")
	}
	return text.String()
}

// TestEachPattern holds every pattern, alone, to what git makes of it.
func TestEachPattern(t *testing.T) {
	w := gittest.NewWorld(t)
	w.Init("r")
	for _, p := range paths {
		if p != "c" { // it is a folder, too
			w.Write("r/"+p, "x\n")
		}
	}
	unaided := openWith(t, w, gogit.Open)
	asked := append(paths, "b", "b/c", "c/c", "q/a/b", "x.y", "UP", "none", "none/d.md", "b/c/none/d.md")
	for _, ignoreCase := range []string{"false", "true"} {
		w.Git("r", "config", "core.ignoreCase", ignoreCase)
		for _, pattern := range patterns {
			w.Write("r/.gitignore", pattern+"\n")
			out, _ := w.TryGit("r", strings.Join(asked, "\x00"), "check-ignore", "--no-index", "--stdin", "-z")
			for _, p := range asked {
				want := strings.Contains("\x00"+out, "\x00"+p+"\x00")
				rule, err := unaided.Ignored(context.Background(), p)
				if err != nil || (rule != nil) != want {
					t.Errorf("%q hides %q: %t, %v; git: %t (ignoreCase %s)", pattern, p, rule != nil, err, want, ignoreCase)
				}
			}
		}
	}
}

// TestOddFolders holds what the work tree lists to git's answers where a folder of the
// repository became one of its own, where there is a socket, and with rules that are of one
// work tree.
func TestOddFolders(t *testing.T) {
	w := gittest.NewWorld(t)
	w.Init("r")
	w.Write("r/in/x", "tracked\n")
	w.Write("r/a.md", "a\n")
	w.Commit("r", "some")
	w.Init("r/in")
	w.Commit("r/in", "inside")
	w.Write("r/in/new", "new\n")
	w.Write("r/b.md", "new\n")
	w.Write("own", "b.md\n")
	w.Git("r", "config", "extensions.worktreeConfig", "true")
	w.Git("r", "config", "--worktree", "core.excludesFile", w.Path("own"))
	t.Chdir(w.Path("r")) // since the path of a socket must be short
	l, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	at := memory.At{Kind: memory.AtWorktree}
	want, err1 := openWith(t, w, git.Open).Entries(context.Background(), at)
	got, err2 := openWith(t, w, gogit.Open).Entries(context.Background(), at)
	if diff := cmp.Diff(want, got); diff != "" || err1 != nil || err2 != nil || len(got) != 3 {
		t.Errorf("%v, %v (-git +got)\n%s", err1, err2, diff)
	}
}
