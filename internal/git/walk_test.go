package git

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
)

// TestWalkStartsNoGit holds that a branch, one whose base went on, and the merge of it as a host makes it
// are read from files.
func TestWalkStartsNoGit(t *testing.T) {
	r := newStorage(t)
	r.git(`commit refs/heads/main
mark :1
committer Ann <ann@example.com> 1767323045 +0000
data 3
one
commit refs/heads/main
mark :2
committer Ann <ann@example.com> 1767323046 +0000
data 3
two
from :1
commit refs/heads/topic
mark :3
committer Ann <ann@example.com> 1767323047 +0000
data 5
three
from :1
commit refs/heads/merged
committer Ann <ann@example.com> 1767323048 +0000
data 4
four
from :2
merge :3
`, "fast-import", "--quiet")
	r.git("", "symbolic-ref", "HEAD", "refs/heads/main")
	ctx := context.Background()
	repo, err := Open(ctx, Options{Dir: r.dir, Env: lonely(r.dir)})
	mustBePlain(t, repo, err)
	defer repo.Close()
	p := program{repo}
	id := map[string]string{}
	for _, name := range []string{"main", "topic", "merged"} {
		want := strings.TrimSpace(r.git("", "rev-parse", name))
		got, ok := p.nearVerify(ctx, name+"^{commit}")
		if id[name] = got; !ok || got != want {
			t.Errorf("%s is %q, %v, want %q", name, got, ok, want)
		}
	}
	for _, ends := range [][2]string{{"main", "topic"}, {"topic", "main"}, {"main", "merged"}, {"merged", "main"}} {
		listed, ok := p.nearSince(ctx, id[ends[1]], memory.Known{Commits: []string{id[ends[0]]}})
		var got []string
		for _, l := range listed {
			got = append(got, l[0])
		}
		want := strings.Fields(r.git("", "rev-list", "--topo-order", "--reverse", ends[0]+".."+ends[1]))
		if !ok || !slices.Equal(got, want) {
			t.Errorf("%s..%s is %v, %v, want %v", ends[0], ends[1], got, ok, want)
		}
		if _, base, ok := p.walk(ctx, id[ends[0]], id[ends[1]]); !ok || base != strings.TrimSpace(r.git("", "merge-base", ends[0], ends[1])) {
			t.Errorf("%v part at %s, %v", ends, base, ok)
		}
	}
	if repo.idle == nil || repo.idle.cmd != nil {
		t.Error("git was asked for objects")
	}
}

// TestAmbiguousNameIsLeftToGit holds that of a name which several refs could have git is asked.
func TestAmbiguousNameIsLeftToGit(t *testing.T) {
	r := newStorage(t)
	r.git("", "commit", "-q", "--allow-empty", "-m", "one")
	repo, err := Open(context.Background(), Options{Dir: r.dir, Env: lonely(r.dir)})
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	for _, ref := range []string{"refs/tags/topic", "refs/remotes/topic", "refs/remotes/topic/HEAD", "refs/topic", "topic", ""} {
		for _, packed := range []bool{false, true} {
			r.git("", "update-ref", "refs/heads/topic", "HEAD")
			if ref != "" {
				r.git("", "update-ref", ref, "HEAD")
			}
			if packed {
				r.git("", "pack-refs", "--all")
			}
			if _, ok := repo.nearRef("topic"); ok != (ref == "") {
				t.Errorf("beside %q, packed %v: %v", ref, packed, ok)
			}
			switch ref {
			case "", "topic": // git makes the last one, and does not delete it
				_ = os.Remove(filepath.Join(r.dir, ".git", "topic"))
			default:
				r.git("", "update-ref", "-d", ref)
			}
		}
	}
}

// TestPatternThatMayHide holds that no pattern by which git hides a path is passed over.
func TestPatternThatMayHide(t *testing.T) {
	const name = ".agent/team-memory/MEMORY.md"
	r := newStorage(t)
	rapid.Check(t, func(t *rapid.T) {
		pieces := []string{"*", "**", "?", "/", ".agent", "team-memory", "MEMORY", ".md", "agent", "[.]", "[a-m]", "\\", "!", "#", " ", "x", "m", "\t", "\r", "\uFEFF", "Y"}
		pattern := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 6).Draw(t, "pattern"), "")
		file := filepath.Join(r.dir, ".git", "info", "exclude")
		if err := os.WriteFile(file, []byte(pattern+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("git", "check-ignore", "-q", "--no-index", name)
		cmd.Dir, cmd.Env = r.dir, lonely(r.dir)
		hidden := cmd.Run() == nil
		if hidden && !mayHide(file, name) {
			t.Fatalf("%q hides it", pattern)
		}
	})
}

// TestDifferingIsCompare holds that of two trees the fast walk leaves what a comparison of all
// entries finds, and gives way where a tree is out of the usual.
func TestDifferingIsCompare(t *testing.T) {
	raw := func(t *rapid.T, label string) []byte {
		var out []byte
		for range rapid.IntRange(0, 6).Draw(t, label) {
			mode := rapid.SampledFrom([]string{"100644", "100755", "120000", "160000", "40000", "040000", "100664", "100600", "170000", "1006", "200000", "64"}).Draw(t, "mode")
			name := rapid.SampledFrom([]string{"a", "a.b", "a0", "ab", "b", "c", "a/b", ""}).Draw(t, "name")
			out = fmt.Appendf(out, "%s %s\x00%s", mode, name, strings.Repeat(rapid.SampledFrom([]string{"\x01", "\x02"}).Draw(t, "id"), packedID))
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		before, after := raw(t, "before"), raw(t, "after")
		if !sorted(before, packedID) || !sorted(after, packedID) {
			return
		}
		old, new := differing(before, after, packedID)
		compared := func(before, after sides) []memory.Change {
			c := comparison{}
			c.files("", before.files, after.files)
			c.files("", before.dirs, after.dirs)
			sortChanges(c.changes)
			return c.changes
		}
		one, err1 := parseTree(before, 2*packedID)
		two, err2 := parseTree(after, 2*packedID)
		if err1 != nil || err2 != nil {
			t.Fatal("a tree that can't be read is compared", err1, err2)
		}
		if diff := cmp.Diff(compared(split(one), split(two)), compared(old, new)); diff != "" {
			t.Fatalf("-all +fast\n%s", diff)
		}
	})
}

// Only a tree in which each entry stands behind the one before is walked over fast: a name that is there twice has no one
// entry to compare with.
func TestSorted(t *testing.T) {
	entry := func(mode, name string) string {
		return mode + " " + name + "\x00" + strings.Repeat("\x01", packedID)
	}
	for _, c := range []struct {
		tree string
		want bool
	}{
		{"", true},
		{entry("100644", "a") + entry("100644", "b"), true},
		{entry("100644", "a.b") + entry("40000", "a") + entry("100644", "a0"), true},
		{entry("40000", "a") + entry("100644", "a.b"), false},
		{entry("100644", "b") + entry("100644", "a"), false},
		{entry("100644", "a") + entry("100644", "a"), false},
		{entry("40000", "a") + entry("40000", "a"), false},
		{entry("100644", "a") + "100644 b", false},
	} {
		if got := sorted([]byte(c.tree), packedID); got != c.want {
			t.Errorf("%q is sorted: %v", c.tree, got)
		}
	}
}

// Ids can differ in their last byte alone. Of a tree that holds a name twice each is held against what stood there before,
// whichever of the two trees it is.
func TestTreesThatAreNearlyAlike(t *testing.T) {
	r := newStorage(t)
	one, two := strings.Repeat("\x01", packedID), strings.Repeat("\x02", packedID)
	write := func(raw string) string {
		return strings.TrimSpace(r.git(raw, "hash-object", "-t", "tree", "--literally", "-w", "--stdin"))
	}
	tree := func(ids ...string) string {
		var raw string
		for _, id := range ids {
			raw += "100644 a\x00" + id
		}
		return write(raw)
	}
	repo, err := Open(context.Background(), Options{Dir: r.dir, Env: lonely(r.dir)})
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	plain, twins := tree(one), tree(one, two)
	file, dir := "100644 b\x00"+one, "40000 a\x00"+unhex(t, plain)
	ordered, turned := write(dir+file), write(file+dir) // a lookup in the second misses a
	for _, c := range []struct {
		before, after string
		want          int
	}{{plain, twins, 2}, {twins, plain, 0}, {plain, tree(one[1:] + "\x02"), 1}, {turned, ordered, 0}} {
		f, err := repo.startForest(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		changes, err := f.compare(c.before, c.after)
		f.Close()
		if err != nil || len(changes) != c.want || slices.ContainsFunc(changes, func(ch memory.Change) bool { return ch.Old.Mode == 0 }) {
			t.Errorf("%v, %+v", err, changes)
		}
	}
	f, err := repo.startForest(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if changes, err := f.compare(ordered, turned); err != nil || len(changes) != 1 || changes[0].Path != "a/a" {
		t.Errorf("what a lookup misses now: %v, %+v", err, changes)
	}
}

func unhex(t *testing.T, id string) string {
	b, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestWalkMindsNoDates holds that a commit which the base has, too, is not taken for new because one between them
// claims to be older.
func TestWalkMindsNoDates(t *testing.T) {
	r := newStorage(t)
	commit := func(n, date int, parents string) string {
		return fmt.Sprintf("reset refs/heads/c%d\ncommit refs/heads/c%d\nmark :%d\ncommitter Ann <ann@example.com> %d +0000\ndata 1\n%d\n%s", n, n, n, date, n, parents)
	}
	r.git(commit(1, 1100, "")+commit(2, 1001, "from :1\n")+commit(3, 1200, "from :2\n")+
		commit(4, 1300, "from :3\nmerge :1\n")+commit(5, 1300, "from :1\nmerge :3\n"), "fast-import", "--quiet")
	r.git("", "symbolic-ref", "HEAD", "refs/heads/c1")
	repo, err := Open(context.Background(), Options{Dir: r.dir, Env: lonely(r.dir)})
	mustBePlain(t, repo, err)
	defer repo.Close()
	id := func(name string) string { return strings.TrimSpace(r.git("", "rev-parse", name)) }
	for name, near := range map[string]bool{"c4": true, "c5": false} {
		listed, ok := program{repo}.nearSince(context.Background(), id(name), memory.Known{Commits: []string{id("c3")}})
		if ok != near || ok && (len(listed) != 1 || listed[0][0] != id(name)) {
			t.Errorf("c3..%s is %v, %v", name, listed, ok)
		}
	}
}
