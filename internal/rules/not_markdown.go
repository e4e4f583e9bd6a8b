package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

var notMarkdown = &Rule{
	ID:    "not-markdown",
	Title: "a file that is not Markdown",
	Class: MustNotPass,
	Doc: `The team directory holds Markdown to read: MEMORY.md, memories that end in .md, and
README.md and .gitkeep, which are neither memory nor orphan. Scripts, settings, pictures, archives and the
left-overs of editors do not belong there: nobody reviews them as knowledge, and some tools run or obey
them. A file or folder whose name begins with a dot is passed over by people and agents that list
the folder, so it counts too.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if !f.IsFile() || f.Flaw != "" || !strings.HasPrefix(f.Path, memory.Dir+"/") {
				continue
			}
			if message, fix := foreign(f); message != "" {
				report(Report{File: f, Message: message, Fix: fix})
			}
		}
	},
}

// foreign says why f does not belong in the team directory, or "".
func foreign(f *memory.File) (message, fix string) {
	name, ext := f.Name(), path.Ext(f.Path)
	switch stem := strings.TrimSuffix(name, ext); {
	case f.Kind == memory.KindForeign && stem != "" && isMarkdownExt(ext):
		return fmt.Sprintf("%q does not end in .md, so no agent reads it as a memory", name), fmt.Sprintf("rename it to %q", stem+".md")
	case f.Kind == memory.KindForeign:
		return fmt.Sprintf("%q is not Markdown", name), "move it out of the team directory; what a program left there goes, and its name into .gitignore"
	case name != ".gitkeep" && strings.HasPrefix(name, "."):
		return fmt.Sprintf("%q is a hidden file", name), "rename it without the dot in front, or remove it"
	case strings.Contains("/"+path.Dir(f.Rel()), "/.") && path.Dir(f.Rel()) != ".":
		return "the file lies in a hidden folder", "rename the folder without the dot in front, or remove it"
	}
	return "", ""
}

func isMarkdownExt(ext string) bool {
	switch strings.ToLower(ext) {
	case ".md", ".markdown", ".mdown", ".mkd", ".mkdn":
		return true
	}
	return false
}
