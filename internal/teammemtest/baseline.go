package teammemtest

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// cleanTree is a team memory that nothing can be said against, in a small project.
const cleanTree = `
-- .agent/team-memory/MEMORY.md --
# Team memory index

- [Testing](feedback_testing.md) - integration tests use a real database
- [Bug tracker](reference_bug_tracker.md) - pipeline bugs live in INGEST
-- .agent/team-memory/feedback_testing.md --
---
name: feedback_testing
description: Integration tests use a real database
type: feedback
scope: team
created: 2026-04-10
---

Integration tests talk to a real database.

**Why:** a mocked migration passed and the real one failed last quarter.
**How to apply:** start the test container; mock only pure logic.
-- .agent/team-memory/reference_bug_tracker.md --
---
name: reference_bug_tracker
description: Pipeline bugs live in the INGEST project
type: reference
scope: team
created: 2026-04-10
---

Pipeline bugs are tracked in the INGEST project of the tracker.

**How to apply:** look there before guessing a priority.
-- .github/CODEOWNERS --
* @example-org/everyone
/.agent/ @example-org/memory-owners
/.github/ @example-org/memory-owners
-- README.md --
# Example

A fictional project.
-- src/main.go --
package main

func main() {}
`

// anyName lets git store names that some disks can't hold or would change.
const anyName = "[core]\n\tautocrlf = false\n\tsymlinks = true\n\tignorecase = false\n\tprecomposeunicode = false\n\tprotectHFS = false\n\tprotectNTFS = false\n"

// baseline makes a repository whose only commit, tagged "base", is cleanTree. Files that
// a script already has there are put on top of it afterwards, not committed.
func baseline(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 1, "baseline DIR")
	dir := ts.MkAbs(args[0])
	aside := filepath.Join(ts.Getenv("WORK"), ".tmp", "aside")
	ts.Check(os.MkdirAll(dir, 0o777))
	ts.Check(os.Rename(dir, aside))
	mustGit(ts, "init", "-q", "-b", "main", dir)
	config := filepath.Join(dir, ".git", "config")
	ts.Check(os.WriteFile(config, append([]byte(ts.ReadFile(config)), anyName...), 0o666))
	for _, f := range txtar.Parse([]byte(cleanTree)).Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		ts.Check(os.MkdirAll(filepath.Dir(file), 0o777))
		ts.Check(os.WriteFile(file, f.Data, 0o666))
	}
	mustGit(ts, "-C", dir, "add", "-A")
	mustGit(ts, "-C", dir, "commit", "-q", "-m", "chore: baseline team memory")
	mustGit(ts, "-C", dir, "tag", "base")
	ts.Check(moveOver(aside, dir))
}

// moveOver moves the files of one folder into another, replacing what is there.
func moveOver(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		return os.Rename(path, target)
	})
}
