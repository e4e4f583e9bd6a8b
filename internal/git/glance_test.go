package git

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// glances are repositories with a remote; plain says whether no git is needed for them.
var glances = []place{
	{name: "origin", plain: true, dir: "c/sub", make: "git clone -q r c"},
	{name: "no remote", plain: true, dir: "r"},
	{name: "no remote, detached", plain: true, dir: "r", make: "git -C r checkout -q --detach"},
	{name: "packed", plain: true, dir: "c", make: "git clone -q r c; git -C c pack-refs --all"},
	{name: "without its HEAD", plain: true, dir: "c", make: "git clone -q r c; git -C c remote set-head origin -d"},
	{name: "another default branch", plain: true, dir: "c", make: "git -C r branch -q trunk-2.x; git clone -q r c; git -C c remote set-head origin trunk-2.x"},
	{name: "the only one", plain: true, dir: "c", make: "git clone -q -o up r c"},
	{name: "origin among others", plain: true, dir: "c", make: "git clone -q r c; git -C c remote add other https://example.com/x"},
	{name: "scp", plain: true, dir: "c", make: "git clone -q r c; git -C c remote set-url origin git@example.com:a/b.git"},
	{name: "no default branch", dir: "c", make: "git clone -q r c; git -C c remote set-head origin -d; git -C c update-ref -d refs/remotes/origin/main; git -C c update-ref -d refs/remotes/origin/master"},
	{name: "HEAD names nothing", dir: "c", make: "git clone -q r c; git -C c symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/gone"},
	{name: "HEAD names a branch of this clone", dir: "c", make: "git clone -q r c; git -C c symbolic-ref refs/remotes/origin/HEAD refs/heads/main"},
	{name: "two, none of them origin", dir: "c", make: "git clone -q -o up r c; git -C c remote add other https://example.com/x"},
	{name: "a relative URL", dir: "c", make: "git clone -q r c; git -C c remote set-url origin ../r"},
	{name: "a URL in quotes", dir: "c", make: "git clone -q r c; git -C c remote set-url origin 'https://example.com/a#b'"},
	{name: "two URLs", dir: "c", make: "git clone -q r c; git -C c remote set-url --add origin https://example.com/x"},
	{name: "insteadOf", dir: "c", make: "git clone -q r c; git -C c config url.https://example.com/.insteadOf \"$W/\""},
	{name: "a section of old", dir: "c", make: "git clone -q r c; printf '[remote.origin]\\n\\turl = https://example.com/x\\n' >>c/.git/config"},
	{name: "a value behind the head", dir: "c", make: "git clone -q r c; printf '[remote \"origin\"] url = https://example.com/x\\n' >>c/.git/config"},
	{name: "a continued line", dir: "c", make: "git clone -q r c; git -C c remote remove origin; printf '[remote \"origin\"]\\n\\turl = https://example.com/\\\\\\nx\\n' >>c/.git/config"},
	{name: "a configuration of the user", plain: true, dir: "c", env: []string{"GIT_CONFIG_GLOBAL=$W/config"}, make: "git clone -q r c; printf '[user]\\n\\tname = Ann\\n' >config"},
	{name: "insteadOf of the user", dir: "c", env: []string{"GIT_CONFIG_GLOBAL=$W/config"}, make: "git clone -q r c; printf '[url \"https://example.com/\"]\\n\\tinsteadOf = /\\n' >config"},
	{name: "insteadOf of the system", dir: "c", env: []string{"GIT_CONFIG_SYSTEM=$W/config", "GIT_CONFIG_NOSYSTEM=0"}, make: "git clone -q r c; printf '[include]\\n\\tpath = more\\n' >config"},
	{name: "a configuration that is none", dir: "c", env: []string{"GIT_CONFIG_GLOBAL=$W/config"}, make: "git clone -q r c; mkdir config"},
	{name: "an odd name", dir: "c", make: "git clone -q -o 'a+b' r c"},
}

// TestGlance holds that a glance sees what git says, and that it sees nothing where a
// repository is out of the usual.
func TestGlance(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("git is asked there")
	}
	for _, p := range glances {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			w := p.build(t)
			got, ok := GlanceAt(filepath.Join(w, p.dir), p.environment(w, p.env))
			if ok != p.plain {
				t.Fatalf("seen at a glance: %t", ok)
			}
			if !ok {
				return
			}
			r, err := Open(context.Background(), Options{Dir: filepath.Join(w, p.dir), Env: p.environment(w, p.env)})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			top, err1 := r.MainWorktree(context.Background())
			url, err2 := r.RemoteURL(context.Background(), "")
			trusted, err3 := r.Trusted(context.Background(), "")
			if want := (Glance{top, url, trusted}); got != want || err1 != nil || err2 != nil || err3 != nil {
				t.Errorf("at a glance %+v\ngit says    %+v (%v, %v, %v)", got, want, err1, err2, err3)
			}
		})
	}
}

func TestGlanceIsOfTheUserAlone(t *testing.T) {
	if runtime.GOOS == "windows" || os.Geteuid() != 0 {
		t.Skip("only root can give a repository away")
	}
	for _, which := range []string{"r", "r/.git"} {
		p := place{dir: "r"}
		w := p.build(t)
		if err := os.Chown(filepath.Join(w, which), 12345, -1); err != nil {
			t.Fatal(err)
		}
		if _, ok := GlanceAt(filepath.Join(w, "r"), p.environment(w, nil)); ok {
			t.Errorf("%s of another user is looked into", which)
		}
	}
}
