package wiring

import (
	"slices"

	"github.com/teammem/teammem/internal/delivery"
)

// indexFiles are the files that can hold the lines of the index.
func indexFiles() []string { return []string{delivery.SharedFile, "AGENTS.override.md", ".rules"} }

// Steers reports whether the file at p can hold the lines of the index, or decides what
// stands with them.
func Steers(p string) bool {
	switch p {
	case delivery.SharedFile, "AGENTS.override.md", ".rules", "CLAUDE.md":
		return true
	}
	return false
}

// Blocks gives the parts that hold the lines of the index, as far as there are any, for the
// agents that each names itself. It asks for no file that does not steer them.
func Blocks(files Files, index delivery.TeamIndex) []Part {
	s := survey{Input: Input{Files: files, Index: index}}
	var parts []Part
	for _, path := range indexFiles() {
		b, err := findBlock(files.At(path).Data)
		if err == nil && !b.found() || slices.ContainsFunc(parts, func(p Part) bool { return p.Path == s.real(path) }) {
			continue
		}
		parts = append(parts, s.index(path, b.agents, b.agents))
	}
	return parts
}
