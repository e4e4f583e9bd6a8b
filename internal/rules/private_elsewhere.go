package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var privateElsewhere = &Rule{
	ID:      "private-elsewhere",
	Title:   "a private memory outside the team directory",
	Class:   MustNotPass,
	History: true,
	Doc: `What an agent knows of one person does not belong in a repository, wherever it lies.
A change may not add or touch files in .claude/projects, .claude/memory, .claude/agent-memory-local, .agent/memory or a
.agent/team-memory that is not at the top, at any depth and in any spelling, nor a CLAUDE.local.md, AGENTS.local.md or QWEN.local.md; nor
any Markdown file whose frontmatter has a name and the type user or the scope private, also behind a byte
order mark, in JSON or TOML, or in UTF-16. What lay there before is not judged, and neither are secrets outside the team directory.

A folder that the team has shared all along moves to the team directory:
https://github.com/teammem/teammem/blob/main/docs/existing.md`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.Snapshot.Elsewhere {
			if _, alike := memory.TeamPath(f.Path); alike {
				continue
			}
			if memory.PrivateLooking(f.Path) {
				message, fix := privatePlace(f.Path)
				report(Report{File: f, Message: message, Fix: fix})
			} else if r, ok := privateMemory(f); ok {
				report(Report{
					File: f, Span: r.Span, Message: fmt.Sprintf("a private memory: its %s is %q", r.Key, r.Value),
					Fix: "keep it to yourself with teammem remember --file FILE, then git rm --force FILE; or, if it is for the team, move it to " + memory.Dir + " with another type and run teammem index",
				})
			}
		}
	},
}

// privatePlace says what lies at p and what to do with it.
func privatePlace(p string) (message, fix string) {
	const untrack = "run git rm --cached on it, and add it to .gitignore"
	switch {
	case strings.HasSuffix(memory.Folded(path.Base(p)), ".local.md"):
		return path.Base(p) + " is for one person", untrack
	case strings.Contains(memory.Folded(p), "team-memory/"):
		fix = "git mv it to " + memory.Dir + " at the top of the repository, then run teammem index"
		if path.Base(p) == path.Base(memory.IndexPath) {
			fix = "put its entries into " + memory.IndexPath + " at the top of the repository, and remove it"
		}
		return "a second team directory, which nobody checks or delivers", fix
	}
	return "agents keep private memories in this folder", untrack + "; or, if the team has shared it all along, move it to " + memory.Dir + " and run teammem index"
}

// privateMemory returns what makes a Markdown file somebody's private memory, and where it stands.
func privateMemory(f *memory.File) (memory.Reading, bool) {
	if f.Text == nil || !memory.IsMarkdown(f.Path) {
		return memory.Reading{}, false
	}
	text := plainText(f.Text)
	r, ok := memory.Parse(text).Personal()
	if text != f.Text {
		r.Span = source.Span{}
	}
	return r, ok
}
