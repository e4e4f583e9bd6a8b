package wiring

import (
	"slices"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/static"
)

// claudeFile is the file by which Claude Code gets the index. Copilot reads CLAUDE.md at the
// top and follows its imports, but not this one.
const claudeFile = ".claude/CLAUDE.md"

// What claudeFile imports. The shared file says how to add to the memory, the index does not.
const (
	sharedImport = "@../" + delivery.SharedFile + "\n"
	indexImport  = "@../" + memory.IndexPath + "\n" + delivery.Capture
)

// claude is the part for Claude Code.
func (s *survey) claude() Part {
	names := []string{"claude-code"}
	want := s.those(names)
	by := s.servedBy()
	if by != "" && len(want) > 0 {
		return s.claudeServed(by)
	}
	if s.Files.At(claudeFile).Real != "" && len(want) > 0 {
		return Part{Path: claudeFile, Kind: delivery.Import, Agents: names, State: Broken,
			Why: "it is a link, and an import in it would lead from another place: put the line @" + memory.IndexPath + " into CLAUDE.md by hand"}
	}
	return s.block(claudeFile, names, block{kind: delivery.Import, agents: want}, func(_ *Part, b *block, _ block) { b.body = s.imports() })
}

// claudeServed is the part where Claude Code loads the index through what people wrote: a line
// of ours would tell it twice.
func (s *survey) claudeServed(by string) Part {
	p := s.block(claudeFile, []string{"claude-code"}, block{kind: delivery.Import}, nil)
	if p.State == Broken {
		return p
	}
	old, _ := findBlock(p.Prev) // s.block would have said what is wrong
	if !old.found() {
		return Part{Path: by, Kind: delivery.Import, Agents: p.Agents, State: Current, Why: "Claude Code loads " + by + " already"}
	}
	p.Next, p.Line = old.takeOut(p.Prev), lineOf(p.Prev, old.from)
	p.State, p.Why = Stale, "Claude Code loads "+by+" without it now, so it tells it twice: run teammem deliver"
	if mine := added(old, block{body: sharedImport + indexImport}); !old.sealed && mine != "" && s.Edits == KeepEdits {
		return p.edited(mine)
	}
	p.Strangers = nil // their names go with the block
	return p
}

// imports is the line that Claude Code gets. Where it has no file of its own it would read
// AGENTS.md, which a file of its own keeps it from, so that one is imported whole.
func (s *survey) imports() string {
	if len(s.withoutBlock()) == 0 && s.Files.At("CLAUDE.md").Data == nil {
		return sharedImport
	}
	if s.servedBy() == delivery.SharedFile {
		return sharedImport
	}
	return indexImport
}

// withoutBlock is claudeFile as people wrote it; nil when they wrote none.
func (s *survey) withoutBlock() []byte {
	data := s.Files.At(claudeFile).Data
	b, err := findBlock(data)
	if err != nil {
		return data
	}
	return b.takeOut(data)
}

// servedBy is the file with the index that Claude Code loads without a part of ours, "" when
// it loads none.
func (s *survey) servedBy() string {
	shared := s.real(delivery.SharedFile)
	for _, p := range static.Loaded("claude-code", ownFiles{s}) {
		if s.real(p.Path) == shared {
			return delivery.SharedFile
		}
		if p.Path == memory.IndexPath {
			return memory.IndexPath
		}
	}
	return ""
}

// ownFiles are the files as they are without our part for Claude Code, and with the shared one.
type ownFiles struct{ s *survey }

func (o ownFiles) Read(p string) []byte {
	if p == claudeFile {
		return o.s.withoutBlock()
	}
	data := o.s.Files.At(p).Data
	if data == nil && p == delivery.SharedFile {
		data = []byte{}
	}
	return data
}

func (o ownFiles) Below(dir string) []string { return o.s.Files.Below(dir) }

// hidden are the parts in files that agents read in place of the shared one. Only one that no
// other agent reads can hold the index: else that one would be told twice.
func (s *survey) hidden() []Part {
	parts := []Part{s.hider("AGENTS.override.md", "codex")}
	hidesFromZed := s.hidesFromZed()
	switch hidesFromZed {
	case "", copilotFile:
	case ".rules":
		parts = append(parts, s.hider(hidesFromZed, "zed"))
	default:
		parts = append(parts, s.pointer(hidesFromZed, []string{"zed"}))
	}
	names := []string{"copilot"}
	if hidesFromZed == copilotFile {
		names = append(names, "zed")
	}
	if s.there(copilotFile) {
		parts = append(parts, s.pointer(copilotFile, names))
	}
	return parts
}

// hidesFromZed is the file that Zed reads in place of the shared one, "" for none.
func (s *survey) hidesFromZed() string {
	zed, _ := delivery.AgentNamed("zed")
	for _, path := range zed.Static.Hiders {
		if s.there(path) {
			return path
		}
	}
	return ""
}

// there reports whether path is a file of its own, besides the shared one.
func (s *survey) there(path string) bool {
	return s.Files.At(path).Data != nil && s.real(path) != s.real(delivery.SharedFile)
}

// copilotFile is all that a code review by Copilot reads.
const copilotFile = ".github/copilot-instructions.md"

func (s *survey) hider(path, agent string) Part {
	names := []string{agent}
	want := s.those(names)
	if !s.there(path) {
		want = nil
	}
	return s.index(path, names, want)
}

func (s *survey) pointer(path string, names []string) Part {
	return s.block(path, names, block{kind: delivery.Pointer, agents: s.those(names)}, func(p *Part, b *block, _ block) {
		b.body = pointer
		if slices.Contains(b.agents, "zed") {
			p.Left = []string{"zed reads it, and not " + delivery.SharedFile + ", so it is told where the index is, not what it says"}
		}
	})
}
