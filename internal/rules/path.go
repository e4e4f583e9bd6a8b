package rules

import (
	"fmt"
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
)

var pathRule = &Rule{
	ID:    "path",
	Title: "a path that means something else on another machine",
	Class: MustNotPass,
	Doc: `What is reviewed must be what every machine checks out and every agent reads. So the
team directory holds regular files with plain names: no symbolic links, submodules, unresolved
conflicts, or entries that git and a checkout read differently; no names that climb, that are not UTF-8,
that hold characters nobody sees, that Windows can't store or takes for a device or a short
name (8.3), and no two names that are one on a disk that ignores case or composes letters. A folder that
such a disk takes for the team directory, such as .agent/Team-Memory, passes by every rule for
its owners; the same holds for another spelling of MEMORY.md and of archive/.
A path has at most 240 characters, since Windows stops at 260 with the folder of the clone.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if message, fix := pathFlaw(f); message != "" {
				report(Report{File: f, Message: message, Fix: fix})
			}
		}
		twins(in, report)
	},
}

// pathFlaw says what is wrong with the entry itself, or "".
func pathFlaw(f *memory.File) (message, fix string) {
	_, alike := memory.TeamPath(f.Path)
	switch {
	case f.Flaw != "" && f.Unread == "": // else the rule unreadable says it
		return "git and a checkout read this entry differently: " + f.Flaw, "remove the entry and add the file again with git add"
	case f.Stage != 0 && f.Kind == memory.KindIndex:
		return "a merge conflict is not resolved", "run teammem index, which keeps the entries of both sides, then git add"
	case f.Stage != 0:
		return "a merge conflict is not resolved", "resolve the conflict and stage the file"
	case f.Mode == memory.Symlink:
		return "a symbolic link: each machine reads whatever it leads to", "replace the link by the text itself"
	case f.Mode == memory.Gitlink:
		return "a submodule: a review shows a commit id, and agents read a whole tree", "commit the files themselves"
	case f.Mode != 0 && !f.IsFile():
		return fmt.Sprintf("a file of the unknown mode %o", uint32(f.Mode)), "remove the entry and add the file again with git add"
	case f.Path == memory.Dir || f.Path == path.Dir(memory.Dir):
		return "a file stands where the team directory belongs", "move the file away"
	case alike:
		return "some disks and tools take this path for " + memory.Dir, "move it to " + memory.Dir + ", or rename the folder"
	}
	return nameFlaw(f)
}

// twins reports paths and folders that are one on some disk: where a changed one is
// among them, there.
func twins(in *Input, report func(Report)) {
	first := make(map[string]*memory.File, len(in.Snapshot.Files))
	spelt := make(map[string]string, len(in.Snapshot.Files))
	said := map[string]bool{}
	for _, f := range in.Snapshot.Files {
		for _, p := range prefixes(f.Path) {
			folded := memory.Folded(p)
			if spelt[folded] == "" {
				spelt[folded], first[folded] = p, f
			}
			if spelt[folded] == p || said[p] {
				continue
			}
			said[p] = true
			here, other := f, first[folded]
			if !in.Changed(here.Path) && in.Changed(other.Path) {
				here, other = other, here
			}
			report(Report{
				File:    here,
				Message: twinMessage(strings.TrimPrefix(spelt[folded], memory.Dir+"/"), strings.TrimPrefix(p, memory.Dir+"/")),
				Fix:     "rename one of the two",
				Depends: []string{other.Path},
				Related: []finding.Related{{Path: other.Path, Line: 1, Message: "the other one"}},
			})
			break
		}
	}
}

func twinMessage(a, b string) string {
	if norm.NFC.String(a) == norm.NFC.String(b) {
		return fmt.Sprintf("%+q and %+q look the same, and are one on a disk that composes letters", a, b)
	}
	return fmt.Sprintf("%q and %q are one on a disk that ignores case", a, b)
}

// prefixes returns the folders of p below the team directory, and p itself.
func prefixes(p string) []string {
	if !strings.HasPrefix(p, memory.Dir+"/") { // a look-alike has been said
		return nil
	}
	var out []string
	for i := len(memory.Dir) + 1; i < len(p); i++ {
		if p[i] == '/' {
			out = append(out, p[:i])
		}
	}
	return append(out, p)
}
