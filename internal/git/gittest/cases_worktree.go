package gittest

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/memory"
)

// disk lists the work tree as "mode path size".
func (w *World) disk(repo Repository) []string {
	w.t.Helper()
	entries, err := repo.Entries(context.Background(), memory.At{Kind: memory.AtWorktree})
	w.must(err)
	var out []string
	for _, e := range entries {
		line := fmt.Sprintf("%06o %s", uint32(e.Mode), e.Path)
		if e.Hash != "" {
			line += " of the index"
		}
		if e.Flaw != "" {
			line += " flawed"
		}
		out = append(out, line)
	}
	return out
}

func (w *World) wantDisk(repo Repository, want ...string) {
	w.t.Helper()
	if diff := cmp.Diff(want, w.disk(repo)); diff != "" {
		w.t.Errorf("work tree (-want +got):\n%s", diff)
	}
}

var worktreeCases = []testCase{
	{"tracked-and-untracked", func(w *World, open Opener) {
		w.Init("r")
		w.Write("r/.gitignore", "*.log\n!kept.log\n")
		w.Write("r/dir/kept.md", "kept\n")
		w.Write("r/dir/gone.md", "gone\n")
		w.Write("r/tracked.log", "tracked in spite of the rule\n")
		w.Git("r", "add", "-A", "-f")
		w.Git("r", "commit", "-q", "-m", "x")
		w.Remove("r/dir/gone.md")
		w.Write("r/dir/new\nline.md", "new\n")
		w.Write("r/ignored.log", "ignored\n")
		w.Write("r/kept.log", "kept\n")
		w.must(os.Chmod(w.Path("r/dir/kept.md"), 0o755))
		w.Write("r/staged.md", "staged, then gone\n")
		w.Git("r", "add", "staged.md")
		w.Remove("r/staged.md")
		repo := w.open(open, "r/dir")
		w.wantDisk(repo, "100644 .gitignore", "100755 dir/kept.md", "100644 dir/new\nline.md", "100644 kept.log", "100644 tracked.log")
		if repo.Top() != w.Path("r") {
			w.t.Errorf("the top is %q", repo.Top())
		}
	}},
	{"kinds", func(w *World, open Opener) {
		w.Init("r")
		for _, name := range []string{"file-to-link", "file-to-dir", "link-to-file", "dir-to-link/x", "dir-to-file/x", "pipe"} {
			w.Write("r/"+name, "x\n")
		}
		w.Remove("r/link-to-file")
		w.Symlink("pipe", "r/link-to-file")
		w.Commit("r", "all")
		w.Remove("r/file-to-link")
		w.Symlink("nowhere", "r/file-to-link")
		w.Remove("r/file-to-dir")
		w.Write("r/file-to-dir/y", "y\n")
		w.Remove("r/link-to-file")
		w.Write("r/link-to-file", "x\n")
		w.Write("outside/x", "not ours\n")
		w.Remove("r/dir-to-link")
		w.Symlink("../outside", "r/dir-to-link")
		w.Remove("r/dir-to-file")
		w.Write("r/dir-to-file", "x\n")
		w.Remove("r/pipe")
		w.must(makePipe(w.Path("r/pipe")))
		repo := w.open(open, "r")
		w.wantDisk(repo, "100644 dir-to-file", "120000 dir-to-link", "100644 file-to-dir/y", "120000 file-to-link", "100644 link-to-file", "100644 pipe flawed")
		w.wantContents(repo, map[string]string{"dir-to-file": "x\n", "dir-to-link": "../outside", "file-to-dir/y": "y\n", "file-to-link": "nowhere", "link-to-file": "x\n", "pipe": "!"})
	}},
	{"repositories-inside", func(w *World, open Opener) {
		w.super()
		w.Init("super/own")
		w.Commit("super/own", "x")
		w.Init("super/" + memoryDir + "nested")
		w.Write("super/"+memoryDir+"nested/x.md", "x\n")
		w.Commit("super/"+memoryDir+"nested", "x")
		repo := w.open(open, "super")
		w.wantDisk(repo, "160000 "+memoryDir+"nested", "100644 "+memoryDir+"one.md", "100644 .gitmodules", "160000 mod", "160000 own")
	}},
	{"conflict", func(w *World, open Opener) {
		w.conflict("r")
		w.wantDisk(w.open(open, "r"), "100644 added.md", "100644 both.md", "100644 gone.md")
	}},
	{"sparse", func(w *World, open Opener) {
		w.seed("r")
		w.sparse("r", "--cone", "--sparse-index")
		repo := w.open(open, "r")
		w.wantDisk(repo, "100644 "+memoryDir+"MEMORY.md of the index", "100644 "+memoryDir+"new.md of the index", "100644 "+memoryDir+"sub/three.md of the index",
			"100644 "+memoryDir+"two.md of the index", "100755 README.md", "100644 docs/b.txt of the index", "100644 src/deep/a.txt", "100644 src/new.txt", "100644 zz.txt")
		w.wantContents(repo, map[string]string{memoryDir + "new.md": "new\n", "docs/b.txt": "b\n", "src/new.txt": "new\n"})
	}},
	{"modes-off", func(w *World, open Opener) {
		w.Init("r")
		w.Write("r/run", "x\n")
		w.Write("r/text", "x\n")
		w.Git("r", "add", "-A")
		w.Git("r", "update-index", "--chmod=+x", "run")
		w.Git("r", "config", "core.fileMode", "off")
		w.must(os.Chmod(w.Path("r/text"), 0o755))
		w.wantDisk(w.open(open, "r"), "100755 run", "100644 text")
	}},
	{"intent-to-add", func(w *World, open Opener) {
		w.Init("r")
		w.Write("r/later.md", "later\n")
		w.Git("r", "add", "-N", "later.md")
		w.wantDisk(w.open(open, "r"), "100644 later.md")
	}},
	{"vanished", func(w *World, open Opener) {
		w.Init("r")
		for _, name := range []string{"a", "b", "c", "d/e"} {
			w.Write("r/"+name, name)
		}
		repo := w.open(open, "r")
		entries, err := repo.Entries(context.Background(), memory.At{Kind: memory.AtWorktree})
		w.must(err)
		w.Remove("r/b")
		w.Remove("r/d")
		w.Write("outside/e", "not ours")
		w.Symlink("../outside", "r/d")
		var got []string
		err = repo.Read(context.Background(), memory.At{Kind: memory.AtWorktree}, entries, 100, func(e memory.Entry, data []byte, err error) {
			got = append(got, fmt.Sprintf("%s %s %t", e.Path, data, err == nil))
		})
		w.must(err)
		if want := []string{"a a true", "b  false", "c c true", "d/e  false"}; !slices.Equal(got, want) {
			w.t.Errorf("read %q, want %q", got, want)
		}
	}},
	{"link-inside", func(w *World, open Opener) {
		w.Init("r")
		w.Write("r/real/x.md", "x\n")
		w.Symlink("real", "r/alias")
		repo := w.open(open, "r")
		at := memory.At{Kind: memory.AtWorktree}
		err := repo.Read(context.Background(), at, []memory.Entry{{Path: "alias/x.md", Mode: memory.Regular}}, 100, func(e memory.Entry, data []byte, err error) {
			if err == nil {
				w.t.Errorf("%q was read through a link: %q", e.Path, data)
			}
		})
		w.must(err)
	}},
	{"forbidden", func(w *World, open Opener) {
		if os.Geteuid() == 0 {
			w.t.Skip("root may read everything")
		}
		w.Init("r")
		w.Write("r/"+memoryDir+"secret.md", "x\n")
		w.Write("r/data/x", "x\n")
		w.Write("r/locked.md", "x\n")
		w.Git("r", "add", memoryDir)
		w.must(os.Chmod(w.Path("r/data"), 0))
		w.must(os.Chmod(w.Path("r/"+memoryDir), 0))
		w.must(os.Chmod(w.Path("r/locked.md"), 0))
		w.t.Cleanup(func() {
			_ = os.Chmod(w.Path("r/data"), 0o755)
			_ = os.Chmod(w.Path("r/"+memoryDir), 0o755)
		})
		repo := w.open(open, "r")
		w.wantDisk(repo, "100644 "+strings.TrimSuffix(memoryDir, "/")+" flawed", "100644 "+memoryDir+"secret.md flawed", "100644 data flawed", "100644 locked.md")
		w.wantContents(repo, map[string]string{memoryDir + "secret.md": "!", "data": "!", "locked.md": "!"})
	}},
	{"ignored", func(w *World, open Opener) { w.ignored(open) }},
}

// wantContents reads files of the work tree; "!" stands for an error.
func (w *World) wantContents(repo Repository, want map[string]string) {
	w.t.Helper()
	at := memory.At{Kind: memory.AtWorktree}
	entries, err := repo.Entries(context.Background(), at)
	w.must(err)
	got := map[string]string{}
	err = repo.Read(context.Background(), at, entries, math.MaxInt64, func(e memory.Entry, data []byte, err error) {
		if _, asked := want[e.Path]; !asked {
			return
		}
		got[e.Path] = string(data)
		if err != nil {
			got[e.Path] = "!"
		}
	})
	w.must(err)
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Errorf("contents (-want +got):\n%s", diff)
	}
}

func (w *World) ignored(open Opener) {
	w.Init("r")
	w.Write("r/.gitignore", "# rules\n*.tmp\n")
	w.Write("r/sub/.gitignore", "own/\n")
	w.Write("excludes", "personal\n")
	w.Git("r", "config", "core.excludesFile", w.Path("excludes"))
	w.Write("r/.git/info/exclude", "mine\n.agent/\n")
	w.Write("r/.gitignore-like", "x")
	w.Git("r", "add", ".gitignore")
	w.Write("r/sub/own/x.md", "x\n")
	w.Write("r/a.tmp", "tracked and yet ignored\n")
	w.Git("r", "add", "-f", "a.tmp")
	w.Write("r/neg/.gitignore", "!a.tmp\n")
	w.Symlink("sub", "r/link")
	repo := w.open(open, "r/sub")
	for path, want := range map[string]string{
		"a.md": "", "a.tmp": ".gitignore:2:*.tmp true", "deep/none/b.tmp": ".gitignore:2:*.tmp true",
		"sub/own": "sub/.gitignore:1:own/ false", "sub/own/x.md": "sub/.gitignore:1:own/ false",
		"personal": w.Path("excludes") + ":1:personal false", "mine": ".git/info/exclude:1:mine false",
		memoryDir: ".git/info/exclude:2:.agent/ false", memoryDir + "MEMORY.md": ".git/info/exclude:2:.agent/ false",
		"neg/a.tmp": "", "link/own": "", ":(top)a.tmp": ".gitignore:2:*.tmp true", ":!x": "", "*": "", "new\nline.tmp": ".gitignore:2:*.tmp true",
	} {
		rule, err := repo.Ignored(context.Background(), path)
		got := ""
		if rule != nil {
			got = fmt.Sprintf("%s:%d:%s %t", rule.Source, rule.Line, rule.Pattern, rule.Committed)
		}
		if err != nil || got != want {
			w.t.Errorf("%q is ignored by %q, %v; want %q", path, got, err, want)
		}
	}
}
