package gittest

import (
	"crypto/sha1"
	"encoding/binary"
	"os"
	"strings"
	"testing"
)

const memoryDir = ".agent/team-memory/"

// seed makes a repository at dir with a small history, a merge in it, and a
// change of every kind staged.
func (w *World) seed(dir string) string {
	w.t.Helper()
	w.must(os.CopyFS(w.Path(dir), os.DirFS(seedDir)))
	return dir
}

// seedDir holds the seeded repository, made once by Run.
var seedDir string

func sow(t *testing.T) {
	w := NewWorld(t)
	w.Init("seed")
	w.Remove("seed/.git/hooks") // samples
	w.history("seed")
	w.stage("seed")
	seedDir = w.Path("seed")
}

func (w *World) history(dir string) {
	w.Write(dir+"/README.md", "read me\n")
	w.Write(dir+"/"+memoryDir+"MEMORY.md", "- [One](one.md)\n")
	w.Write(dir+"/"+memoryDir+"one.md", "one\n")
	w.Write(dir+"/zz.txt", "last\n")
	w.Commit(dir, "c1")
	w.Git(dir, "checkout", "-q", "-b", "side")
	w.Write(dir+"/"+memoryDir+"two.md", "two\n")
	w.Commit(dir, "c2")
	w.Remove(dir + "/" + memoryDir + "one.md")
	w.Commit(dir, "c3")
	w.Git(dir, "checkout", "-q", "main")
	w.Write(dir+"/"+memoryDir+"sub/three.md", "three\n")
	w.Commit(dir, "c4")
	w.Git(dir, "merge", "-q", "--no-edit", "side")
	w.Git(dir, "tag", "-a", "-m", "a tag", "v1")
}

// stage stages an addition, a change, a deletion and a mode.
func (w *World) stage(dir string) {
	w.Write(dir+"/"+memoryDir+"new.md", "new\n")
	w.Append(dir+"/"+memoryDir+"two.md", "more\n")
	w.Git(dir, "add", "-A")
	w.Git(dir, "rm", "-q", "--cached", "zz.txt")
	w.Git(dir, "update-index", "--chmod=+x", "README.md")
	w.Append(dir+"/README.md", "not staged\n")
}

// seeded is a shape that does a little more to a seeded repository.
func seeded(name string, more func(w *World)) shape {
	return shape{name: name, build: func(w *World) string {
		w.seed("r")
		more(w)
		return "r"
	}}
}

var indexShapes = []shape{
	seeded("baseline", func(*World) {}),
	seeded("assume-unchanged", func(w *World) { w.Git("r", "update-index", "--assume-unchanged", "README.md") }),
	seeded("skip-worktree", func(w *World) {
		w.Git("r", "update-index", "--skip-worktree", "README.md", memoryDir+"two.md")
		w.Remove("r/" + memoryDir + "two.md")
	}),
	seeded("eoie-ieot", func(w *World) {
		w.Git("r", "config", "index.threads", "4")
		w.Git("r", "config", "index.recordEndOfIndexEntries", "true")
		w.Git("r", "config", "index.recordOffsetTable", "true")
		w.Git("r", "update-index", "--force-write-index")
	}),
	seeded("index-v4", func(w *World) { w.Git("r", "update-index", "--index-version", "4") }),
	seeded("index-v3-ita-elsewhere", func(w *World) {
		w.Write("r/later.txt", "later\n")
		w.Git("r", "add", "-N", "later.txt")
	}),
	seeded("intent-to-add", func(w *World) {
		w.Write("r/"+memoryDir+"later.md", "later\n")
		w.Write("r/"+memoryDir+"empty.md", "")
		w.Git("r", "add", "-N", memoryDir+"later.md")
		w.Git("r", "add", memoryDir+"empty.md") // really empty, and really staged
	}),
	seeded("untracked-cache", func(w *World) {
		w.Git("r", "update-index", "--untracked-cache")
		w.Git("r", "status")
	}),
	seeded("fsmonitor-ext", func(w *World) {
		w.Git("r", "config", "core.fsmonitor", "true")
		w.Git("r", "update-index", "--fsmonitor")
		w.Git("r", "config", "core.fsmonitor", w.Path("no-such-monitor"))
	}),
	seeded("index.lock-held", func(w *World) { w.Write("r/.git/index.lock", "") }),
	seeded("rm-cached-file-kept", func(w *World) { w.Git("r", "rm", "-q", "--cached", memoryDir+"two.md", "-f") }),
	seeded("split-index", func(w *World) {
		w.Git("r", "update-index", "--split-index")
		w.Write("r/"+memoryDir+"after.md", "after the split\n")
		w.Git("r", "add", memoryDir+"after.md")
		w.Git("r", "rm", "-q", "--cached", memoryDir+"new.md")
	}),
	seeded("split-index-nochange", func(w *World) { w.Git("r", "update-index", "--split-index") }),
	seeded("index.skipHash", func(w *World) { w.resum("r", make([]byte, sha1.Size)) }),
	seeded("feature.manyFiles", func(w *World) {
		w.Git("r", "config", "feature.manyFiles", "true")
		w.Git("r", "update-index", "--force-write-index")
		w.resum("r", make([]byte, sha1.Size))
	}),
	seeded("unknown-optional-extension", func(w *World) { w.addExtension("r", "XTRA") }),
	seeded("folder-added-to-after-write-tree", func(w *World) {
		w.Write("r/fresh/one.md", "one\n")
		w.Git("r", "add", "fresh")
		w.Git("r", "write-tree")
		w.Write("r/fresh/two.md", "two\n")
		w.Git("r", "add", "fresh")
	}),
	seeded("folder-took-the-name-of-its-neighbour", func(w *World) {
		w.Write("r/p/x", "x\n")
		w.Write("r/q/y", "y\n")
		w.Commit("r", "two folders")
		w.Git("r", "mv", "p", "s")
		w.Git("r", "mv", "q", "p")
		w.Git("r", "mv", "s", "q")
		w.Git("r", "write-tree")
	}),
	{name: "HEAD-lists-a-path-twice", only: askIndex | askStaged, build: func(w *World) string {
		w.seed("r")
		w.Git("r", "write-tree")
		good, evil := w.Blob("r", "good\n"), w.Blob("r", "evil\n")
		w.GitIn("r", "100644 "+good+"\tm.md\n", "update-index", "--add", "--index-info")
		tree := w.RawTree("r", "100644 a.md "+good, "100644 m.md "+evil, "100644 m.md "+good)
		w.Git("r", "update-ref", "HEAD", w.CommitTree("r", tree, "crafted"))
		return "r"
	}},
	{name: "unborn-HEAD", only: askIndex | askStaged, build: func(w *World) string {
		w.Init("r")
		w.Write("r/"+memoryDir+"one.md", "one\n")
		w.Git("r", "add", "-A")
		return "r"
	}},
	{name: "no-index-yet", only: askIndex | askStaged, build: func(w *World) string {
		w.Init("r")
		return "r"
	}},
	{name: "conflict-stages", build: func(w *World) string {
		w.conflict("r")
		return "r"
	}},
	seeded("sparse-checkout-cone", func(w *World) { w.sparse("r", "--cone") }),
	seeded("sparse-checkout-noncone", func(w *World) { w.sparse("r", "--no-cone") }),
	seeded("sparse-checkout-no-ext", func(w *World) {
		w.sparse("r", "--cone")
		w.noWorktreeConfig("r")
	}),
	seeded("sparse-index", func(w *World) { w.sparse("r", "--cone", "--sparse-index") }),
	seeded("sparse-index-noext", func(w *World) {
		w.sparse("r", "--cone", "--sparse-index")
		w.noWorktreeConfig("r")
	}),
	seeded("sparse-index-staged-inside", func(w *World) {
		w.sparse("r", "--cone", "--sparse-index")
		blob := w.Blob("r", "put there by hand\n")
		w.Git("r", "update-index", "--add", "--cacheinfo", "100644,"+blob+","+memoryDir+"hidden.md")
	}),
	{name: "long-path-4k", build: func(w *World) string { return w.longPath("r") }},
	{name: "long-path-4k-v4", build: func(w *World) string {
		w.longPath("r")
		w.Git("r", "update-index", "--index-version", "4")
		return "r"
	}},
}

// conflict makes a repository with unresolved paths of several kinds.
func (w *World) conflict(dir string) {
	w.Init(dir)
	w.Write(dir+"/both.md", "base\n")
	w.Write(dir+"/gone.md", "base\n")
	w.Commit(dir, "base")
	w.Git(dir, "checkout", "-q", "-b", "side")
	w.Write(dir+"/both.md", "side\n")
	w.Write(dir+"/added.md", "side\n")
	w.Write(dir+"/gone.md", "side\n")
	w.Commit(dir, "side")
	w.Git(dir, "checkout", "-q", "main")
	w.Write(dir+"/both.md", "main\n")
	w.Write(dir+"/added.md", "main\n")
	w.Remove(dir + "/gone.md")
	w.Commit(dir, "main")
	if _, err := w.TryGit(dir, "", "merge", "-q", "side"); err == nil {
		w.t.Fatal("the merge should have had conflicts")
	}
}

func (w *World) sparse(dir string, options ...string) {
	w.t.Helper()
	w.Git(dir, "commit", "-q", "-m", "all that was staged")
	w.Git(dir, "checkout", "-q", "-f", "HEAD")
	w.Write(dir+"/src/deep/a.txt", "a\n")
	w.Write(dir+"/docs/b.txt", "b\n")
	w.Commit(dir, "more folders")
	w.Git(dir, append(append([]string{"sparse-checkout", "set"}, options...), "src")...)
	w.Write(dir+"/src/new.txt", "new\n")
	w.Git(dir, "add", "src/new.txt")
}

// noWorktreeConfig moves the sparse settings into the plain configuration, as
// git before 2.36 had them.
func (w *World) noWorktreeConfig(dir string) {
	text := w.Read(dir + "/.git/config.worktree")
	w.Remove(dir + "/.git/config.worktree")
	w.Git(dir, "config", "--unset", "extensions.worktreeConfig")
	w.Append(dir+"/.git/config", text)
}

func (w *World) longPath(dir string) string {
	w.seed(dir)
	deep := strings.Repeat(strings.Repeat("d", 200)+"/", 21) + "end.md"
	w.GitIn(dir, "100644 "+w.Blob(dir, "deep\n")+"\t"+deep+"\x00", "update-index", "-z", "--index-info")
	return dir
}

// resum replaces the checksum at the end of the index.
func (w *World) resum(dir string, sum []byte) {
	p := dir + "/.git/index"
	index := w.Read(p)
	w.Write(p, index[:len(index)-len(sum)]+string(sum))
}

// addExtension appends an empty extension to the index.
func (w *World) addExtension(dir, name string) {
	p := dir + "/.git/index"
	index := w.Read(p)
	body := append([]byte(index[:len(index)-sha1.Size]), name...)
	body = binary.BigEndian.AppendUint32(body, 0)
	sum := sha1.Sum(body)
	w.must(os.WriteFile(w.Path(p), append(body, sum[:]...), 0o644))
}
