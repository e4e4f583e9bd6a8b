package git

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// storing are the ways in which git can keep the same objects.
var storing = [][]string{
	{"repack", "-q", "-a", "-d", "-f", "--depth=50", "--window=50"},
	{"-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-a", "-d", "-f"},
	{"-c", "core.compression=0", "repack", "-q", "-a", "-d", "-F"},
	{"-c", "core.looseCompression=9", "unpack-objects", "-q"},
	{"version"}, // as fast-import left them
}

// TestStoredObjects holds that all objects are read as git reads them, whatever way they
// are kept, and that none is left to git.
func TestStoredObjects(t *testing.T) {
	deltas := 0
	rapid.Check(t, func(rt *rapid.T) {
		r := newStorage(t)
		defer os.RemoveAll(r.dir)
		r.git(drawHistory(rt), "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet", "--force")
		way := rapid.SampledFrom(storing).Draw(rt, "way")
		if slices.Contains(way, "unpack-objects") {
			r.unpack(way)
		} else {
			r.git("", way...)
		}
		deltas += r.compare(rt)
	})
	if deltas < 20 {
		t.Errorf("only %d objects build on others", deltas)
	}
}

// long is more than one piece of a delta can be.
var long = strings.Repeat("a long line\n", 6000)

// drawHistory draws commits whose files resemble one another, so that git makes deltas.
func drawHistory(rt *rapid.T) string {
	var in strings.Builder
	text := rapid.SliceOfN(rapid.SampledFrom([]string{"one line\n", "another line\n", "\x00\xff binary", long}), 0, 40).Draw(rt, "text")
	for i := range rapid.IntRange(1, 4).Draw(rt, "commits") {
		fmt.Fprintf(&in, "commit refs/heads/drawn\ncommitter Ann <ann@example.com> %d +0000\ndata 1\n%d\n", 1767323045+i, i)
		for range rapid.IntRange(0, 5).Draw(rt, "files") {
			if n := len(text); n > 0 {
				text[rapid.IntRange(0, n-1).Draw(rt, "line")] = rapid.StringN(0, 20, 50).Draw(rt, "new")
			}
			whole := strings.Join(text, "")
			fmt.Fprintf(&in, "M 100644 inline d/%d\ndata %d\n%s\n", rapid.IntRange(0, 9).Draw(rt, "name"), len(whole), whole)
		}
	}
	return in.String()
}

// storage is a repository whose objects are read.
type storage struct {
	t   testing.TB
	dir string
}

func newStorage(t testing.TB) storage {
	r := storage{t, t.TempDir()}
	r.git("", "init", "-q")
	return r
}

// mustBePlain ends a test of what is read without git where it can't be: on Windows git is asked for all.
func mustBePlain(t *testing.T, repo *Repo, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		repo.Close()
		t.Skip("git is asked there")
	}
	if !repo.plain {
		t.Fatal(repo)
	}
}

// lonely is an environment of git with nothing of who runs the tests, such as the variables of a hook.
func lonely(home string) []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEST_FSYNC=0", "LC_ALL=C"}
}

func (r storage) git(stdin string, args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "core.fsync=none"}, args...)...)
	cmd.Dir, cmd.Stdin = r.dir, strings.NewReader(stdin)
	cmd.Env = append(lonely(r.dir), "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}

func (r storage) objects() string { return filepath.Join(r.dir, ".git", "objects") }

// unpack makes all objects loose.
func (r storage) unpack(command []string) {
	packs, _ := filepath.Glob(filepath.Join(r.objects(), "pack", "*.pack"))
	for _, name := range packs {
		text, err := os.ReadFile(name)
		if err != nil {
			r.t.Fatal(err)
		}
		os.RemoveAll(filepath.Dir(name))
		r.git(string(text), command...)
	}
}

// all reads all objects with git.
func (r storage) all() []Object {
	out := r.git("", "cat-file", "--batch-all-objects", "--batch")
	var all []Object
	for out != "" {
		line, rest, _ := strings.Cut(out, "\n")
		h, err := parseHeader(line+"\n", 40)
		if err != nil {
			r.t.Fatal(err)
		}
		all = append(all, Object{ID: h.id, Kind: h.kind, Size: h.size, Data: []byte(rest[:h.size])})
		out = rest[h.size+1:]
	}
	return all
}

// compare says how many of the objects are not whole in their pack.
func (r storage) compare(t interface{ Fatalf(string, ...any) }) (deltas int) {
	s := newObjectStore(r.objects())
	defer s.close()
	for _, want := range r.all() {
		s.budget = budget
		if got, ok := s.read(want.ID, noLimit); !ok || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s %s is read as %s of %d bytes, %t", want.Kind, want.ID, got.Kind, got.Size, ok)
		}
	}
	for _, p := range s.packs {
		for at := range p.known {
			if e, ok := p.entry(at); ok && packedKinds[e.kind] == "" {
				deltas++
			}
		}
	}
	return deltas
}

// TestLargePack has more ids than are read at once, so that most are not where they should be.
func TestLargePack(t *testing.T) {
	r := newStorage(t)
	var in strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&in, "blob\ndata %d\n%d\n", len(fmt.Sprint(i)), i)
	}
	r.git(in.String(), "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet")
	r.compare(t)
}

// TestStoredObjectsAreHeldAgainstTheirIDs holds that of damaged files nothing is read
// that is not what its id says.
func TestStoredObjectsAreHeldAgainstTheirIDs(t *testing.T) {
	r := newStorage(t)
	text := strings.Repeat("a line that is long enough\n", 40)
	packed := ""
	for i := range 30 {
		packed += r.git(fmt.Sprint(text, i), "hash-object", "-w", "--stdin")
	}
	r.git(packed, "pack-objects", "-q", ".git/objects/pack/pack")
	r.git("", "prune-packed", "-q")
	r.git("loose", "hash-object", "-w", "--stdin")
	objects := r.all()
	var files []string
	for _, pattern := range []string{"pack/*.pack", "pack/*.idx", "??/*"} {
		found, _ := filepath.Glob(filepath.Join(r.objects(), pattern))
		for _, name := range found {
			os.Chmod(name, 0o644)
		}
		files = append(files, found...)
	}
	rapid.Check(t, func(rt *rapid.T) {
		name := rapid.SampledFrom(files).Draw(rt, "file")
		sound, err := os.ReadFile(name)
		if err != nil {
			rt.Fatal(err)
		}
		defer os.WriteFile(name, sound, 0o644)
		damaged := slices.Clone(sound)
		for range rapid.IntRange(1, 8).Draw(rt, "bytes") {
			damaged[rapid.IntRange(0, len(damaged)-1).Draw(rt, "at")] = rapid.Byte().Draw(rt, "byte")
		}
		damaged = damaged[:rapid.IntRange(len(damaged)/2, len(damaged)).Draw(rt, "length")]
		if err := os.WriteFile(name, damaged, 0o644); err != nil {
			rt.Fatal(err)
		}
		s := newObjectStore(r.objects())
		defer s.close()
		for _, want := range objects {
			if got, ok := s.read(want.ID, noLimit); ok && (!reflect.DeepEqual(got, want)) {
				rt.Fatalf("%s is read as something else", want.ID)
			}
		}
	})
}

// TestForgedObject holds that a sound object in the place of another one is not taken
// for it.
func TestForgedObject(t *testing.T) {
	r := newStorage(t)
	var files, ids []string
	for _, text := range []string{"harmless", "as it is"} {
		id := strings.TrimSpace(r.git(text, "hash-object", "-w", "--stdin"))
		ids, files = append(ids, id), append(files, filepath.Join(r.objects(), id[:2], id[2:]))
	}
	if err := os.Rename(files[0], files[1]); err != nil {
		t.Fatal(err)
	}
	if o, ok := newObjectStore(r.objects()).read(ids[1], noLimit); ok {
		t.Errorf("%q is read for another object", o.Data)
	}
}

// TestBatchGoesOnWithGit holds that what can't be read from files comes from git, and in
// order.
func TestBatchGoesOnWithGit(t *testing.T) {
	r := newStorage(t)
	r.git("", "commit", "-q", "--allow-empty", "-m", "one")
	var ids []string
	for i := range 5 {
		ids = append(ids, strings.TrimSpace(r.git(fmt.Sprint("text ", i), "hash-object", "-w", "--stdin")))
	}
	repo, err := Open(context.Background(), Options{Dir: r.dir, Env: lonely(r.dir)})
	mustBePlain(t, repo, err)
	defer repo.Close()
	b, err := repo.startBatch(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for enough := range len(ids) + 1 {
		b.near.budget = int64(enough) * (perObject + 6)
		var got []string
		err := b.Each(ids, 5, func(i int, o Object) error {
			got = append(got, fmt.Sprint(i, o.Size, string(o.Data), o.ID == ids[i]))
			return nil
		})
		if err != nil || fmt.Sprint(got) != "[0 6text true 1 6text true 2 6text true 3 6text true 4 6text true]" {
			t.Errorf("with %d from files: %q, %v", enough, got, err)
		}
	}
	if b.cmd == nil {
		t.Error("git was not asked")
	}
}

func FuzzPatch(f *testing.F) {
	f.Add([]byte("base"), []byte("\x04\x06\x90\x04\x02, "))
	f.Add([]byte("base"), []byte("\x04\x04\x80"))
	f.Add([]byte{}, []byte("\x00\xff\xff\xff\x7f"))
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		if out, ok := patch(base, delta); ok && len(out) > maxNear {
			t.Errorf("%d bytes", len(out))
		}
	})
}
