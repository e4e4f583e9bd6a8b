package teammemtest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/memory"
)

func expandFiles(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) > 0, "expand PATH...")
	for _, arg := range args {
		ts.Check(filepath.WalkDir(ts.MkAbs(arg), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				if d != nil && d.Name() == ".git" {
					return fs.SkipDir
				}
				return err
			}
			return expandFile(ts, path)
		}))
	}
}

func expandFile(ts *testscript.TestScript, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(expandNoting(ts, string(text))), 0o666)
}

// expandNoting is Expand; the credentials it makes become canaries.
func expandNoting(ts *testscript.TestScript, text string) string {
	s := stageOf(ts)
	s.canaries = append(s.canaries, Secrets(text)...)
	return Expand(text)
}

func put(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 3, "put MODE PATH FILE")
	blob := filepath.Join(ts.Getenv("WORK"), ".tmp", "blob")
	ts.Check(os.WriteFile(blob, []byte(expandNoting(ts, ts.ReadFile(args[2]))), 0o666))
	mustGit(ts, "hash-object", "-w", "--no-filters", "--", blob)
	hash := strings.TrimSpace(ts.ReadFile("stdout"))
	mustGit(ts, "update-index", "--add", "--cacheinfo", args[0]+","+hash+","+expandNoting(ts, args[1]))
}

// hook writes the same lines that a person would.
func hook(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) > 1, "hook NAME ARGS...")
	mustGit(ts, "rev-parse", "--git-path", "hooks/"+args[0])
	file := ts.MkAbs(strings.TrimSpace(ts.ReadFile("stdout")))
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o777))
	// No program that another script starts meanwhile may inherit the open file: then nobody could run it.
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	ts.Check(os.WriteFile(file, []byte("#!/bin/sh\nexec teammem "+strings.Join(args[1:], " ")+"\n"), 0o777))
}

func notes(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 1, "notes N")
	count, err := strconv.Atoi(args[0])
	ts.Check(err)
	index, err := os.OpenFile(ts.MkAbs(memory.IndexPath), os.O_APPEND|os.O_WRONLY, 0)
	ts.Check(err)
	defer index.Close()
	for i := 1; i <= count; i++ {
		name := fmt.Sprintf("project_n%03d", i)
		text := fmt.Sprintf("---\nname: %s\ndescription: Note %03d\ntype: project\nscope: team\ncreated: 2026-04-10\n---\n\nNote number %03d.\n", name, i, i)
		ts.Check(os.WriteFile(ts.MkAbs(memory.Dir+"/"+name+".md"), []byte(text), 0o666))
		fmt.Fprintf(index, "- [Note %03d](%s.md) - note %03d\n", i, name, i)
	}
}

func damage(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) < 2, "damage [FILE]")
	hash := strings.TrimSpace(ts.ReadFile("stdout"))
	object := ts.MkAbs(filepath.Join(".git", "objects", hash[:2], hash[2:]))
	ts.Check(os.Remove(object))
	for _, file := range args {
		ts.Check(os.WriteFile(object, []byte(ts.ReadFile(file)), 0o444))
	}
}

// remember notes refs, index and files of the repository in the current folder.
func remember(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 0, "remember")
	stageOf(ts).remembered = stateOf(ts)
}

func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 0, "unchanged")
	if got := stateOf(ts); got != stageOf(ts).remembered {
		ts.Fatalf("the repository changed; before:\n%s\nafter:\n%s", stageOf(ts).remembered, got)
	}
}

func stateOf(ts *testscript.TestScript) string {
	var b strings.Builder
	for _, question := range [][]string{{"for-each-ref"}, {"symbolic-ref", "-q", "HEAD"}, {"ls-files", "--stage"}} {
		mustGit(ts, question...)
		b.WriteString(ts.ReadFile("stdout"))
	}
	ts.Check(filepath.WalkDir(ts.MkAbs("."), func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == ".git" && d.IsDir():
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %q\n", path, text)
		return err
	}))
	return b.String()
}
