package git

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// a place is a repository, where one stands in it, and variables, all below a folder.
type place struct {
	name   string
	plain  bool
	glance bool // not plain only by an index or an object, at which GlanceAt does not look
	dir    string
	env    []string
	make   string // a shell script; the repository r, with one commit, is there
}

var places = []place{
	{name: "top", plain: true, dir: "r"},
	{name: "folder", plain: true, dir: "r/sub/sub"},
	{name: "through a link", plain: true, dir: "link/sub"},
	{name: "hook", plain: true, dir: "r", env: []string{"GIT_INDEX_FILE=.git/index", "GIT_PREFIX=sub/", "GIT_EXEC_PATH=/nowhere"}},
	{name: "commit of a path", plain: true, dir: "r", env: []string{"GIT_INDEX_FILE=$W/r/.git/other"}, make: "cp r/.git/index r/.git/other"},
	{name: "detached", plain: true, dir: "r", make: "git -C r checkout -q --detach"},
	{name: "HEAD is a link", dir: "r", make: "ln -sf refs/heads/$(git -C r symbolic-ref --short HEAD) r/.git/HEAD"},
	{name: "the ref is a link", dir: "r", make: "cd r/.git/refs/heads; mv $(git symbolic-ref --short HEAD) moved; ln -s moved $(git symbolic-ref --short HEAD)"},
	{name: "HEAD stands for another ref", dir: "r", make: "cd r; echo ref: refs/heads/more >.git/$(git symbolic-ref HEAD); git branch more $(git write-tree | xargs git commit-tree -m more)"},
	{name: "no commit in HEAD", glance: true, dir: "r", make: "cd r; git tag -a -m x x; git rev-parse x >.git/$(git symbolic-ref HEAD)"},
	{name: "shared objects", glance: true, dir: "d", make: "git clone -q -s r d"},
	{name: "packed", plain: true, dir: "r", make: "git -C r gc -q --prune=now"},
	{name: "damaged object", glance: true, dir: "r", make: "cd r/.git/objects; f=$(git rev-parse HEAD | sed 's,..,&/,'); chmod u+w $f; echo x >$f"},
	{name: "packed refs", plain: true, dir: "r", make: "git -C r pack-refs --all"},
	{name: "a later git", plain: true, dir: "r", make: "git -C r config core.repositoryFormatVersion 1"},
	{name: "index named from a folder", glance: true, dir: "r/sub", env: []string{"GIT_INDEX_FILE=.git/index"}},
	{name: "GIT_DIR", dir: ".", env: []string{"GIT_DIR=r/.git", "GIT_WORK_TREE=r"}},
	{name: "GIT_DIR empty", dir: "r", env: []string{"GIT_DIR="}},
	{name: "GIT_DIR of another", dir: "r", env: []string{"GIT_DIR=$W/other/.git"}, make: "cp -r r other; git -C other commit -q --allow-empty -m two"},
	{name: "GIT_DIR of this one", dir: "r", env: []string{"GIT_DIR=$W/r/.git"}},
	{name: "work tree by variable", dir: "r", env: []string{"GIT_WORK_TREE=$W/r"}},
	{name: "shared by variable", dir: "r", env: []string{"GIT_COMMON_DIR=$W/r/.git"}},
	{name: "further objects", dir: "r", env: []string{"GIT_ALTERNATE_OBJECT_DIRECTORIES=$W/r/.git/objects"}},
	{name: "quarantine", dir: "r", env: []string{"GIT_QUARANTINE_PATH=$W/r/.git/objects"}},
	{name: "across file systems", dir: "r", env: []string{"GIT_DISCOVERY_ACROSS_FILESYSTEM=1"}},
	{name: "objects elsewhere", dir: "r", env: []string{"GIT_OBJECT_DIRECTORY=$W/r/.git/objects"}},
	{name: "no further up", dir: "r/sub/sub", env: []string{"GIT_CEILING_DIRECTORIES=$W/r/sub"}},
	{name: "no commit", dir: "u", make: "git init -q u"},
	{name: "linked work tree", dir: "wt", make: "git -C r worktree add -q ../wt"},
	{name: "submodule", dir: "s/mod", make: "git init -q s; git -C s -c protocol.file.allow=always submodule --quiet add \"$W/r\" mod"},
	{name: "bare", dir: "b", make: "git clone -q --bare r b"},
	{name: "bare inside", dir: "r/b/refs", make: "git clone -q --bare r r/b"},
	{name: "inside .git", dir: "r/.git/refs"},
	{name: "empty .git on the way", dir: "r/sub", make: "mkdir r/sub/.git"},
	{name: "half a .git on the way", dir: "r/sub", make: "mkdir r/sub/.git; cp r/.git/config r/sub/.git"},
	{name: "file .git on the way", dir: "r/sub", make: "echo gitdir: ../../elsewhere/.git >r/sub/.git; cp -r r elsewhere"},
	{name: "linked .git", dir: "l", make: "mkdir l; ln -s ../r/.git l/.git"},
	{name: "another work tree", dir: "r", make: "mkdir other; git -C r config core.worktree \"$W/other\""},
	{name: "bare by configuration", dir: "r", make: "git -C r config core.bare true"},
	{name: "shallow", dir: "c", make: "git -C r commit -q --allow-empty -m two; git clone -q --depth 1 \"file://$W/r\" c"},
	{name: "sha256", dir: "h", make: "git init -q --object-format=sha256 h; git -C h commit -q --allow-empty -m one"},
	{name: "extension", dir: "r", make: "git -C r config extensions.worktreeConfig true"},
	{name: "colon in the path", dir: "a:b", make: "cp -r r a:b"},
	{name: "broken configuration", dir: "r", make: "echo '[core' >>r/.git/config"},
	{name: "no repository", dir: "none/sub", make: "mkdir -p none/sub"},
}

// TestDiscoverPlainly holds that what is found without rev-parse is what rev-parse says,
// that it is found so where a commit is usually made, and that it is left to git elsewhere.
func TestDiscoverPlainly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("git is asked there")
	}
	for _, p := range places {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			w := p.build(t)
			plain, slow := p.repo(t, w), p.repo(t, w)
			defer plain.Close()
			named, err := namedPaths(plain.env)
			if err != nil {
				t.Fatal(err)
			}
			if got := plain.discoverPlainly(context.Background(), named); got != p.plain {
				t.Fatalf("found plainly: %t", got)
			}
			_, glanced := GlanceAt(filepath.Join(w, p.dir), p.environment(w, p.env))
			if glanced != (p.plain || p.glance) {
				t.Errorf("seen at a glance: %t", glanced)
			}
			if !p.plain {
				return
			}
			if err := slow.askGit(context.Background(), named); err != nil {
				t.Fatal(err)
			}
			got := []string{plain.top, plain.gitDir, plain.indexFile, plain.opened, plain.dir, strings.Join(plain.env, "\n")}
			want := []string{slow.top, slow.gitDir, slow.indexFile, slow.opened, slow.dir, strings.Join(slow.env, "\n")}
			for i := range got {
				if got[i] != want[i] {
					t.Errorf("found %q, git says %q", got[i], want[i])
				}
			}
			if plain.hexLen != slow.hexLen || plain.shallow != slow.shallow {
				t.Errorf("found %d %t, git says %d %t", plain.hexLen, plain.shallow, slow.hexLen, slow.shallow)
			}
		})
	}
}

func (p place) build(t *testing.T) string {
	w, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	script := "set -e; git init -q r; mkdir -p r/sub/sub; echo x >r/sub/sub/x; git -C r add .; git -C r commit -q -m one; ln -s r link\n" + p.make
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir, cmd.Env = w, p.environment(w, nil)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return w
}

func (p place) environment(w string, more []string) []string {
	env := []string{
		"W=" + w, "PATH=" + os.Getenv("PATH"), "HOME=" + w, "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEST_FSYNC=0",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com",
	}
	for _, kv := range more {
		env = append(env, strings.ReplaceAll(kv, "$W", w))
	}
	return env
}

func (p place) repo(t *testing.T, w string) *Repo {
	env := p.environment(w, p.env)
	program, err := findGit("", env)
	if err != nil {
		t.Fatal(err)
	}
	return &Repo{hookEnv: env, runner: runner{git: program, dir: filepath.Join(w, p.dir), env: cleanEnv(env)}}
}

func TestIsPlainConfig(t *testing.T) {
	const usual = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = https://example.com/x.git\n"
	for text, want := range map[string]bool{
		"":                                 true,
		usual:                              true,
		usual + "[core]\n\tbare = true\n":  false,
		usual + "[core] Bare\n":            false,
		usual + "[CORE]\n\tWorkTree = /\n": false,
		usual + "[extensions]\n\tobjectFormat = sha1\n": false,
		usual + "[include]\n\tpath = more\n":            false,
		usual + "[includeIf \"x\"]\n\tpath = more\n":    false,
		"[core]\n\tbare = false # \\\n":                 false,
	} {
		if got := isPlainConfig(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

func TestIsPlainRef(t *testing.T) {
	for ref, want := range map[string]bool{
		"refs/heads/main": true, "refs/heads/a/b-c_1": true, "refs/heads/7": true, "refs/heads/a.b": true,
		"refs/heads/": false, "refs/heads/.invalid": false, "refs/heads/-x": false, "refs/heads/a.": false,
		"refs/heads/a..b": false, "refs/heads/a/.b": false, "refs/heads/a.lock": false, "refs/heads/a.lock/b": false,
		"refs/heads/a//b": false, "refs/heads/a/": false,
		"refs/heads/a b": false, "refs/heads/../x": false, "refs/tags/x": false, "main": false, "": false,
	} {
		if got := isPlainRef(ref); got != want {
			t.Errorf("%q: %t", ref, got)
		}
	}
}
