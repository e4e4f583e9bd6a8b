package git_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/git/gittest"
	"github.com/teammem/teammem/internal/gogit"
)

// A way is one of the two to read a repository.
type way func(ctx context.Context, o git.Options) (*git.Repo, error)

// bothWays runs a test with git and without.
func bothWays(t *testing.T, test func(t *testing.T, open way)) {
	t.Run("git", func(t *testing.T) { test(t, git.Open) })
	t.Run("gogit", func(t *testing.T) { test(t, gogit.Open) })
}

// in opens dir of a World.
func (open way) in(t *testing.T, w *gittest.World, dir string) *git.Repo {
	t.Helper()
	repo, err := open(context.Background(), git.Options{Dir: w.Path(dir), Env: w.Env()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(repo.Close)
	return repo
}

// published makes origin.git, whose default branch is trunk, with main, master and
// side, each at a commit of its own, and returns the commits.
func published(w *gittest.World) map[string]string {
	w.Init("r")
	ids := map[string]string{}
	for _, branch := range []string{"trunk", "main", "master", "side"} {
		w.Git("r", "checkout", "-q", "-B", branch)
		w.Write("r/a.md", branch+"\n")
		ids[branch] = w.Commit("r", branch)
	}
	w.Git("r", "checkout", "-q", "trunk")
	w.Git(".", "clone", "-q", "--bare", "r", "origin.git")
	return ids
}

// cloned is published with a clone c that has a branch of its own.
func cloned(w *gittest.World, options ...string) map[string]string {
	ids := published(w)
	w.Git(".", append(append([]string{"clone", "-q"}, options...), "file://"+w.Path("origin.git"), "c")...)
	w.Git("c", "checkout", "-q", "-b", "work")
	ids["HEAD"] = w.Commit("c", "work")
	return ids
}

const (
	tracked = "refs/remotes/origin/"
	setHead = `"git fetch origin" and "git remote set-head origin --auto"`
	isHead  = ", so HEAD is taken, reviewed or not"
)

// trustedCases are clones that were changed by git commands, "|" between two of them.
var trustedCases = []struct {
	name, options, change string
	asked                 string
	ref, at               string // at is the key of the commit; "" for none
	notice                string // "" for none
}{
	{name: "clone", ref: tracked + "trunk", at: "trunk"},
	{name: "packed refs", change: "pack-refs --all", ref: tracked + "trunk", at: "trunk"},
	{name: "shallow", options: "--depth=1", ref: tracked + "trunk", at: "trunk"},
	{name: "treeless", options: "--filter=tree:0", ref: tracked + "trunk", at: "trunk"},
	{name: "detached", change: "checkout -q --detach origin/side", ref: tracked + "trunk", at: "trunk"},
	{name: "unborn", change: "checkout -q --orphan fresh", ref: tracked + "trunk", at: "trunk"},
	{name: "a branch of the same name", change: "branch origin/trunk HEAD|tag origin/trunk HEAD", ref: tracked + "trunk", at: "trunk"},
	{name: "main", change: "remote set-head origin -d", ref: tracked + "main", at: "main"},
	{name: "master", change: "remote set-head origin -d|update-ref -d " + tracked + "main", ref: tracked + "master", at: "master"},
	{name: "HEAD is no symbol", change: "remote set-head origin -d|update-ref --no-deref " + tracked + "HEAD " + tracked + "side", ref: tracked + "HEAD", at: "side"},
	{name: "HEAD names what is gone", change: "update-ref -d " + tracked + "trunk", ref: tracked + "main", at: "main", notice: `names "refs/remotes/origin/trunk", which is no branch of that remote here (run "git remote set-head origin --auto")`},
	{name: "HEAD names a branch of this clone", change: "symbolic-ref " + tracked + "HEAD refs/heads/work", ref: tracked + "main", at: "main", notice: `names "refs/heads/work", which is no branch of that remote`},
	{name: "main names a branch of this clone", change: "remote set-head origin -d|symbolic-ref " + tracked + "main refs/heads/work", ref: tracked + "master", at: "master", notice: `"refs/remotes/origin/main" names "refs/heads/work"`},
	{name: "HEAD names another remote's", change: "update-ref refs/remotes/x/y HEAD|symbolic-ref " + tracked + "HEAD refs/remotes/x/y", ref: tracked + "main", at: "main", notice: `names "refs/remotes/x/y"`},
	{name: "nothing known", change: "remote set-head origin -d|update-ref -d " + tracked + "main|update-ref -d " + tracked + "master", ref: "HEAD", at: "HEAD", notice: `this clone does not know the default branch of "origin" (run ` + setHead + `)` + isHead},
	{name: "dangling and nothing else", change: "update-ref -d " + tracked + "trunk|update-ref -d " + tracked + "main|update-ref -d " + tracked + "master", ref: "HEAD", at: "HEAD", notice: `is no branch of that remote here (run "git remote set-head origin --auto"); this clone does not know`},
	{name: "one branch", options: "--single-branch --branch=side", ref: "HEAD", at: "HEAD", notice: `this clone of one branch does not know the default branch of "origin" (run "git remote set-branches origin '*'", ` + setHead},
	{name: "one branch, shallow", options: "--depth=1 --branch=side", ref: "HEAD", at: "HEAD", notice: "this shallow clone of one branch"},
	{name: "no remote", change: "remote remove origin", ref: "HEAD", at: "HEAD", notice: "this clone has no remote" + isHead},
	{name: "no remote, detached", change: "remote remove origin|checkout -q --detach", ref: "HEAD", at: "HEAD", notice: "this clone has no remote"},
	{name: "no remote, unborn", change: "remote remove origin|checkout -q --orphan fresh", ref: "HEAD", notice: "this clone has no remote"},
	{name: "the only one", change: "remote rename origin up", ref: "refs/remotes/up/trunk", at: "trunk"},
	{name: "origin of two", change: "remote add up x|update-ref refs/remotes/up/main HEAD", ref: tracked + "trunk", at: "trunk"},
	{name: "named of two", change: "remote add up x|update-ref refs/remotes/up/main " + tracked + "side", asked: "up", ref: "refs/remotes/up/main", at: "side"},
	{name: "named, never fetched", change: "remote add up x", asked: "up", ref: "HEAD", at: "HEAD", notice: `default branch of "up"`},
	{name: "named with a slash", change: "remote add up/x.y x|update-ref refs/remotes/up/x.y/main " + tracked + "side", asked: "up/x.y", ref: "refs/remotes/up/x.y/main", at: "side"},
	{name: "two and no origin", change: "remote rename origin up|remote add other x", ref: "HEAD", at: "HEAD", notice: `this clone has the remotes "other", "up" and none of them is origin (name one as "remote" in the policy)` + isHead},
	{name: "an option is no remote", change: "remote rename origin up|config remote.origin.prune true", ref: "refs/remotes/up/trunk", at: "trunk"},
	{name: "a name that no ref has", change: "remote rename origin up|config remote.a:b.url x|config remote.../heads.url x", ref: "refs/remotes/up/trunk", at: "trunk"},
}

func TestTrustedRef(t *testing.T) { bothWays(t, testTrustedRef) }

func testTrustedRef(t *testing.T, open way) {
	w := gittest.NewWorld(t)
	ids := published(w)
	for _, c := range trustedCases {
		t.Run(c.name, func(t *testing.T) {
			dir := "c-" + strings.NewReplacer(" ", "-", ",", "").Replace(c.name)
			clone := append([]string{"clone", "-q"}, strings.Fields(c.options)...)
			w.Git(".", append(clone, "file://"+w.Path("origin.git"), dir)...)
			w.Git(dir, "checkout", "-q", "-b", "work")
			ids := maps.Clone(ids)
			ids["HEAD"] = w.Commit(dir, "work")
			for change := range strings.SplitSeq(c.change, "|") {
				if change != "" {
					w.Git(dir, strings.Fields(change)...)
				}
			}
			got, err := open.in(t, w, dir).Trusted(context.Background(), c.asked)
			if err != nil || got.Ref != c.ref || got.Commit != ids[c.at] {
				t.Errorf("got %+v, %v; want %s at %q", got, err, c.ref, ids[c.at])
			}
			if (c.notice == "") != (got.Notice == "") || !strings.Contains(got.Notice, c.notice) {
				t.Errorf("the notice is %q, want %q", got.Notice, c.notice)
			}
		})
	}
}

// TestTrustedRefusals holds that what is named or there is never passed over.
func TestTrustedRefusals(t *testing.T) { bothWays(t, testTrustedRefusals) }

func testTrustedRefusals(t *testing.T, open way) {
	w := gittest.NewWorld(t)
	ids := cloned(w)
	w.Git("c", "remote", "add", "fork", "x")
	repo := open.in(t, w, "c")
	refused := func(what, asked string, want error, words string) {
		t.Helper()
		got, err := repo.Trusted(context.Background(), asked)
		if !errors.Is(err, want) || got.Commit != "" || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %+v, %v; want %v with %q", what, got, err, want, words)
		}
	}
	for _, asked := range []string{"up", "ORIGIN", "--all", "a:b", "origin/trunk", "../heads"} {
		refused(asked, asked, git.ErrUnknownRemote, `this clone has "fork", "origin"`)
	}
	head := w.Read("c/.git/" + tracked + "HEAD")
	for _, at := range []string{"HEAD", "main", "trunk"} {
		w.Git("c", "remote", "set-head", "origin", "-d")
		if at == "trunk" {
			w.Write("c/.git/"+tracked+"HEAD", head)
		}
		for _, text := range []string{"garbage\n", "", "ref: " + tracked + at + "\n"} {
			w.Write("c/.git/"+tracked+at, text)
			refused("a ref that holds "+text, "", git.ErrMalformed, tracked)
		}
	}
	for _, digit := range []string{"0", "1"} {
		w.Write("c/.git/"+tracked+"trunk", strings.Repeat(digit, 40)+"\n")
		refused("a commit that is missing", "", git.ErrMissingObject, `"refs/remotes/origin/trunk" names `+digit+digit)
	}
	w.Write("c/.git/"+tracked+"trunk", w.Blob("c", "text")+"\n")
	refused("a blob", "", git.ErrMissingObject, "is missing or no commit")
	w.Write("c/.git/"+tracked+"trunk", ids["side"]+"\n")
	if got, err := repo.Trusted(context.Background(), ""); err != nil || got.Commit != ids["side"] {
		t.Errorf("mended, it is %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, err := repo.Trusted(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("ended, it is %+v, %v", got, err)
	}
}

func TestRemoteURL(t *testing.T) { bothWays(t, testRemoteURL) }

func testRemoteURL(t *testing.T, open way) {
	w := gittest.NewWorld(t)
	w.Init("r")
	w.Commit("r", "first")
	w.Git("r", "worktree", "add", "-q", "../far/away/wt")
	url := func(dir, asked, want string) {
		t.Helper()
		got, err := open.in(t, w, dir).RemoteURL(context.Background(), asked)
		if err != nil || got != want {
			t.Errorf("%s %q: %q, %v; want %q", dir, asked, got, err, want)
		}
	}
	url("r", "", "")
	w.Git("r", "remote", "add", "up", "short:team/app.git")
	w.Git("r", "config", "url.https://example.com/.insteadOf", "short:")
	w.Git("r", "config", "url.ssh://git@example.org/.pushInsteadOf", "short:")
	url("r", "", "https://example.com/team/app.git")
	url("far/away/wt", "up", "https://example.com/team/app.git")
	w.Git("r", "config", "url.https://example.org/.insteadOf", "short:team/")
	w.Git("r", "config", "url.https://example.net/.insteadOf", "sh")
	url("r", "up", "https://example.org/app.git")
	w.Git("r", "remote", "add", "-t", "main", "--", "-x", "git@example.com:a")
	url("r", "", "")
	url("r", "-x", "git@example.com:a")
	w.Git("r", "remote", "add", "origin", "../origin.git")
	url("r", "", w.Path("origin.git"))
	url("far/away/wt", "", w.Path("origin.git"))
	url("r/.git", "", w.Path("origin.git"))
	for _, absolute := range []string{"/srv/a:b", "file:///srv/app", "example.com:a", "ssh://example.com/../a", "C:/x"} {
		w.Git("r", "remote", "set-url", "origin", absolute)
		url("r", "", absolute)
	}
	w.Git("r", "config", "remote.origin.url", "")
	if got, err := open.in(t, w, "r").RemoteURL(context.Background(), ""); !errors.Is(err, git.ErrUnknownRemote) || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("an empty URL is %q, %v", got, err)
	}
	if got, err := open.in(t, w, "r").RemoteURL(context.Background(), "nope"); !errors.Is(err, git.ErrUnknownRemote) {
		t.Errorf("a remote that is none has %q, %v", got, err)
	}
}

func TestMainWorktree(t *testing.T) { bothWays(t, testMainWorktree) }

func testMainWorktree(t *testing.T, open way) {
	w := gittest.NewWorld(t)
	main := func(dir, want string) {
		t.Helper()
		got, err := open.in(t, w, dir).MainWorktree(context.Background())
		if err != nil || got != w.Path(want) {
			t.Errorf("from %s: %q, %v; want %q", dir, got, err, w.Path(want))
		}
	}
	w.Init("r")
	w.Write("r/sub/a.md", "a\n")
	w.Commit("r", "first")
	w.Git("r", "worktree", "add", "-q", "../wt")
	w.Symlink("r", "link")
	for _, dir := range []string{"r", "r/sub", "r/.git", "link", "link/sub", "wt", "wt/sub"} {
		main(dir, "r")
	}
	w.Init("super")
	w.Git("super", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", w.Path("r"), "mods/mod")
	w.Commit("super", "submodule")
	w.Git("super/mods/mod", "worktree", "add", "-q", "--detach", w.Path("modwt"))
	main("super", "super")
	main("super/mods/mod/sub", "super/mods/mod")
	main("modwt/sub", "super/mods/mod")
	w.Git("super/mods/mod", "sparse-checkout", "set", "sub") // moves core.worktree to config.worktree
	main("modwt", "super/mods/mod")

	w.Git(".", "clone", "-q", "--bare", "r", "bare.git")
	w.Git("bare.git", "worktree", "add", "-q", "--detach", "../bwt")
	main("bare.git", "bare.git")
	main("bwt", "bare.git")
	w.Git(".", "clone", "-q", "--bare", "r", "around/.git")
	w.Git("around", "worktree", "add", "-q", "--detach", "bwt")
	main("around/bwt", "around")

	w.Git(".", "clone", "-q", "--separate-git-dir", w.Path("store"), "r", "apart")
	main("apart", "apart")

	w.Git("r", "config", "core.worktree", w.Path("gone"))
	main("wt", "gone")
	w.Git("r", "config", "--unset", "core.worktree")
	w.Setenv("GIT_DIR", w.Path("r/.git/worktrees/wt"))
	w.Setenv("GIT_WORK_TREE", w.Path("wt"))
	main("wt", "r")
	w.Setenv("GIT_COMMON_DIR", w.Path("r/.git"))
	if _, err := open(context.Background(), git.Options{Dir: w.Path("wt"), Env: w.Env()}); !errors.Is(err, git.ErrUnsupported) {
		main("wt", "r")
	}
}
