package gittest

import (
	"context"
	"math"
	"os"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// hostile configures everything of a repository that git could run, asks
// everything, and looks whether something ran.
func (w *World) hostile(open Opener) {
	w.origin()
	w.Git(".", "clone", "-q", "--filter=blob:none", "--no-checkout", "file://"+w.Path("origin.git"), "r2")
	w.Write("trap", "#!/bin/sh\necho \"$0 $*\" >>'"+w.Path("ran")+"'\nexit 1\n")
	w.must(os.Chmod(w.Path("trap"), 0o755))
	w.springTraps("r")
	w.springTraps("r2")
	head := w.Git("origin.git", "rev-parse", "HEAD")
	for _, dir := range []string{"r", "r2"} {
		repo := w.open(open, dir)
		w.askEverything(repo, head)
	}
	if ran, err := os.ReadFile(w.Path("ran")); err == nil {
		w.t.Errorf("these ran:\n%s", ran)
	}
}

func (w *World) springTraps(dir string) {
	var config strings.Builder
	trap := w.Path("trap")
	for _, key := range []string{
		"core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.gitProxy", "core.askPass", "core.alternateRefsCommand",
		"credential.helper", "diff.external", "gpg.program", "gpg.ssh.program", "sequence.editor", "interactive.diffFilter",
		"uploadpack.packObjectsHook", "pager.log", "pager.rev-parse", "pager.ls-files", "pager.diff-tree", "pager.rev-list", "pager.check-ignore", "browser.x.cmd",
	} {
		config.WriteString(section(key, trap))
	}
	for _, name := range []string{"version", "rev-parse", "cat-file", "ls-files", "diff-index", "diff-tree", "rev-list", "merge-base", "check-ignore", "symbolic-ref", "config"} {
		config.WriteString(section("alias."+name, "!"+trap))
	}
	config.WriteString("[core]\n\thooksPath = " + w.Path("traps") + "\n[log]\n\tshowSignature = true\n[diff]\n\ttextconv = x\n")
	config.WriteString("[filter \"x\"]\n\tclean = " + trap + "\n\tsmudge = " + trap + "\n\tprocess = " + trap + "\n\trequired = true\n")
	config.WriteString("[diff \"x\"]\n\ttextconv = " + trap + "\n\tcommand = " + trap + "\n\tcachetextconv = true\n[merge \"x\"]\n\tdriver = " + trap + "\n")
	config.WriteString("[protocol]\n\tallow = always\n[protocol \"ext\"]\n\tallow = always\n[protocol \"ssh\"]\n\tallow = always\n")
	config.WriteString("[remote \"origin\"]\n\turl = ext::" + trap + "\n\tpromisor = true\n\tuploadpack = " + trap + "\n[remote \"second\"]\n\turl = ssh://example.com/x\n\tpromisor = true\n")
	config.WriteString("[submodule \"mod\"]\n\tupdate = !" + trap + "\n[core]\n\tuntrackedCache = true\n")
	w.Append(dir+"/.git/config", config.String())
	w.Write(dir+"/.gitattributes", "* filter=x diff=x merge=x\n")
	w.Write(dir+"/.git/info/attributes", "* filter=x diff=x merge=x\n")
	for _, hook := range []string{"pre-commit", "post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman"} {
		for _, place := range []string{dir + "/.git/hooks/", "traps/"} {
			w.Write(place+hook, w.Read("trap"))
			w.must(os.Chmod(w.Path(place+hook), 0o755))
		}
	}
}

func section(key, value string) string {
	first, last := strings.Index(key, "."), strings.LastIndex(key, ".")
	name := "[" + key[:first] + "]"
	if first != last {
		name = "[" + key[:first] + " \"" + key[first+1:last] + "\"]"
	}
	return name + "\n\t" + key[last+1:] + " = \"" + value + "\"\n"
}

// askEverything calls every method; whether it can answer does not matter here.
func (w *World) askEverything(repo Repository, head string) {
	ctx := context.Background()
	_, err := repo.Head(ctx)
	w.must(err)
	_, err = repo.Resolve(ctx, "HEAD")
	w.must(err)
	for _, at := range []memory.At{atIndex, atWorktree, {Commit: head}} {
		entries, err := repo.Entries(ctx, at)
		w.must(err)
		w.must(repo.Read(ctx, at, entries, math.MaxInt64, func(memory.Entry, []byte, error) {}))
	}
	_, err = repo.Diff(ctx, head, atIndex)
	w.must(err)
	_, err = repo.Diff(ctx, "", memory.At{Commit: head})
	w.must(err)
	_, err = repo.MergeBases(ctx, head, head)
	w.must(err)
	_, err = repo.Commits(ctx, head, memory.Known{})
	w.must(err)
	_, err = repo.Parent(ctx, head)
	w.must(err)
	_, err = repo.Ignored(ctx, memoryDir+"x.md")
	w.must(err)
}
