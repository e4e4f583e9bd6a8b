package wiring

import (
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
)

// indexFiles are the files that can hold the lines of the index.
func indexFiles() []string { return []string{delivery.SharedFile, "AGENTS.override.md", ".rules"} }

// Steering are the files that can hold the lines of the index, or decide what stands with them.
func Steering() []string { return append(indexFiles(), "CLAUDE.md") }

// Steers reports whether the file at p is one of Steering.
func Steers(p string) bool {
	return p == "CLAUDE.md" || slices.Contains(indexFiles(), p)
}

// BlocksIn gives the parts of a snapshot that hold the lines of the index, for the agents that
// each names itself.
func BlocksIn(snapshot *memory.Snapshot) []Part {
	s := survey{Input: Input{Files: snapshotFiles{snapshot}, Index: IndexOf(snapshot)}}
	var parts []Part
	for _, path := range indexFiles() {
		b, err := findBlock(s.Files.At(path).Data)
		if err == nil && !b.found() || slices.ContainsFunc(parts, func(p Part) bool { return p.Path == s.real(path) }) {
			continue
		}
		parts = append(parts, s.index(path, b.agents, b.agents))
	}
	return parts
}

// snapshotFiles are the files of a snapshot that hold the index.
type snapshotFiles struct{ snapshot *memory.Snapshot }

func (s snapshotFiles) At(p string) File {
	f := s.snapshot.Agents[p]
	switch {
	case f == nil:
		return File{}
	case f.Target != nil:
		real := path.Join(path.Dir(p), strings.TrimSpace(string(f.Target.Bytes())))
		return File{Data: s.text(real), Real: real}
	}
	return File{Data: s.text(p)}
}

func (s snapshotFiles) text(p string) []byte {
	f := s.snapshot.Agents[p]
	if f == nil || f.Text == nil {
		return nil
	}
	return append([]byte{}, f.Text.Bytes()...)
}

func (snapshotFiles) Below(string) []string { return nil }
