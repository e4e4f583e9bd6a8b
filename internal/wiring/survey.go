package wiring

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
)

// An Edit says what becomes of a part that somebody wrote into.
type Edit int

// What becomes of it.
const (
	KeepEdits    Edit = iota // it stays, and is reported
	ReplaceEdits             // it is written again
)

// An Input is all that a survey looks at.
type Input struct {
	Files Files
	Index delivery.TeamIndex
	Add   []string // agents that shall be served from now on, by name
	Edits Edit
}

// Survey gives every part that teammem has or could have in the files of a repository, and what
// is to be written so that the agents that are served stay so. Those of Add are from then on;
// others remain absent.
func Survey(in Input) []Part {
	s := survey{Input: in, wired: map[string]bool{}}
	s.findWired()
	parts := []Part{s.shared(), s.claude()}
	parts = append(parts, s.hidden()...)
	return Kept(in.Files, append(parts, s.settings()...))
}

// A survey goes through the files.
type survey struct {
	Input
	wired map[string]bool // the agents that are served, or shall be
}

// real is the path of the file that is written for p.
func (s *survey) real(p string) string {
	if f := s.Files.At(p); f.Real != "" {
		return f.Real
	}
	return p
}

// findWired learns from the parts that are there which agents are served.
func (s *survey) findWired() {
	for _, name := range s.Add {
		s.wired[name] = true
	}
	for _, p := range blockPaths() {
		if b, err := findBlock(s.Files.At(p).Data); err == nil {
			for _, name := range b.agents {
				s.wired[name] = true
			}
		}
	}
	for _, a := range delivery.Agents {
		if a.Static.Kind == delivery.Setting && hasSetting(s.Files.At(a.Static.Own).Data) {
			s.wired[a.Name] = true
		}
	}
}

// blockPaths are the files in which a block of teammem can stand.
func blockPaths() []string {
	paths := []string{delivery.SharedFile, claudeFile}
	for _, a := range delivery.Agents {
		paths = append(paths, a.Static.Hiders...)
	}
	return paths
}

// those gives the names of the wired agents among names.
func (s *survey) those(names []string) []string {
	var out []string
	for _, n := range names {
		if s.wired[n] {
			out = append(out, n)
		}
	}
	return out
}

// shared is the part in the file that most agents read.
func (s *survey) shared() Part {
	names := delivery.Sharing()
	if s.imports() == sharedImport {
		names = append(names, "claude-code")
		slices.Sort(names)
	}
	want := s.those(names)
	return s.index(delivery.SharedFile, names, want)
}

// index is a part that holds the lines of the index, for the wired agents want among names.
func (s *survey) index(path string, names, want []string) Part {
	return s.block(path, names, block{kind: delivery.Index, agents: want}, func(p *Part, b *block, old block) {
		rest := old.takeOut(p.Prev)
		hidden := ""
		b.made = old.made || p.Prev == nil
		if b.made && path == delivery.SharedFile && s.there("CLAUDE.md") {
			hidden = "CLAUDE.md"
		}
		b.body = ""
		frame := []byte(b.text("\n"))
		words := func(agents ...string) (string, []string) {
			return s.Index.Words(s.room(agents, rest).Less(frame), hidden)
		}
		var dropped []string
		b.body, dropped = words(b.agents...)
		if len(dropped) == 0 {
			return
		}
		full := slices.DeleteFunc(slices.Clone(b.agents), func(agent string) bool {
			_, out := words(agent)
			return len(out) < s.Index.Memories()
		})
		p.Left = append(p.Left, fmt.Sprintf("no room for memories: %s; %s; %s", delivery.Named(dropped), limits(b.agents, len(rest)), cure(full)))
	})
}

// room is what agents take of a file beside the rest of it, also where git writes longer line ends.
func (s *survey) room(agents []string, rest []byte) delivery.Budget {
	return delivery.RoomFor(agents).Less(windows(rest)).Less(bytes.Repeat([]byte{'\r'}, min(s.Index.Memories(), 200)+20))
}

// cure says how memories find room where that of the agents full is used up without any.
func cure(full []string) string {
	if len(full) == 0 {
		return "fewer or shorter entries make room"
	}
	return "shorten the other text, or leave " + strings.Join(full, ", ") + " out: teammem deliver --remove, then teammem init --agent NAME for each of the others"
}

// windows is text with the longer line ends that git gives it in some clones: all clones have to
// agree on what has room.
func windows(text []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
}

// limits says what bounds the index in a file.
func limits(names []string, rest int) string {
	words := "a block has at most 200 lines and 30000 bytes"
	for _, a := range delivery.Agents {
		l := a.Static.Limit
		if !slices.Contains(names, a.Name) || l == (delivery.Budget{}) {
			continue
		}
		words += fmt.Sprintf(", %s takes %s of the file", a.Name, l)
	}
	if rest > 0 {
		words += fmt.Sprintf(", other text in it has %d bytes", rest)
	}
	return words
}

// block is the part of a Markdown file. write fills in what the block shall hold. Without
// wired agents it stays absent.
func (s *survey) block(path string, names []string, want block, write func(p *Part, b *block, old block)) Part {
	f := s.Files.At(path)
	p := Part{Path: s.real(path), Kind: want.kind, Agents: names, Prev: f.Data, Next: f.Data, State: Absent}
	if len(want.agents) > 0 {
		p.Agents = want.agents
	}
	if f.Flaw != "" {
		return p.broken(f.Flaw, 0, len(want.agents) > 0 || f.Dark)
	}
	old, err := findBlock(f.Data)
	if err != nil {
		return p.broken(err.Error(), lineOf(f.Data, bytes.Index(f.Data, []byte("<!-- teammem:"))), true)
	}
	p.Strangers, want.strangers = old.strangers, old.strangers
	if len(want.named()) > 0 {
		p.Agents = want.named()
	}
	if len(want.agents) == 0 && (len(old.strangers) == 0 || write == nil) {
		if old.found() && len(old.named()) == 0 {
			return p.broken("the first line of teammem's block names no agent: take the block out, then run teammem init", lineOf(f.Data, old.from), true)
		}
		return p
	}
	p.Line = lineOf(f.Data, old.from)
	write(&p, &want, old)
	if p.Next, err = want.put(f.Data, old); err != nil {
		p.Next = p.Prev
		return p.broken(err.Error(), 1, true)
	}
	return p.judge(old, want, s.Edits)
}

// broken is a part of which nothing can be made; where none is wanted that is nobody's concern.
func (p Part) broken(why string, line int, concerns bool) Part {
	if concerns {
		p.State, p.Why, p.Line = Broken, why, line
	}
	return p
}

// judge compares what stands there with what shall.
func (p Part) judge(old, want block, edits Edit) Part {
	switch mine := added(old, want); {
	case !p.Changes():
		p.State = Current
	case !old.found():
		p.State, p.Line = Absent, 0
	case old.sealed || old.conflicted || mine == "":
		p.State, p.Why = Stale, "it differs from the index: run teammem deliver"
	case edits == KeepEdits:
		return p.edited(mine)
	default:
		p.State = Stale
	}
	return p
}

// edited is the part that stays as it is because somebody wrote the line mine into it.
func (p Part) edited(mine string) Part {
	p.State, p.Next = Edited, p.Prev
	p.Why = fmt.Sprintf("somebody wrote into teammem's block, such as %q: put it outside of the marks or into a memory, then run teammem deliver --force", mine)
	return p
}

// added is the first line of old that teammem would not write, or "".
func added(old, want block) string {
	lines := map[string]bool{}
	for l := range strings.Lines(want.body) {
		lines[l] = true
	}
	for l := range strings.Lines(old.body) {
		if strings.TrimSpace(l) != "" && !lines[l] {
			return strings.TrimSpace(l)
		}
	}
	return ""
}

const whyKept = "somebody wrote into teammem's block: run teammem deliver first, which shows what, or take it out with teammem deliver --remove --force"

func lineOf(data []byte, off int) int {
	if off < 0 || off > len(data) {
		return 0
	}
	return bytes.Count(data[:off], []byte("\n")) + 1
}

// Remove gives every part that is there, with the files as they are without it. An Edited one stays.
func Remove(files Files, edits Edit) []Part {
	var parts []Part
	s := survey{Input: Input{Files: files}}
	for _, path := range blockPaths() {
		f := files.At(path)
		p := Part{Path: s.real(path), Prev: f.Data, Next: f.Data, State: Current}
		b, err := findBlock(f.Data)
		switch {
		case f.Dark, f.Flaw != "" && b.found():
			p.State, p.Why = Broken, f.Flaw
		case err != nil:
			p.State, p.Why, p.Line = Broken, err.Error(), lineOf(f.Data, bytes.Index(f.Data, []byte("<!-- teammem:")))
		case !b.found():
			continue
		default:
			p.Kind, p.Agents, p.Line, p.Next = b.kind, b.named(), lineOf(f.Data, b.from), b.takeOut(f.Data)
			if !b.sealed && edits == KeepEdits {
				p.State, p.Next, p.Why = Edited, p.Prev, whyKept
			}
		}
		if !slices.ContainsFunc(parts, func(q Part) bool { return q.Path == p.Path }) {
			parts = append(parts, p)
		}
	}
	return Kept(files, append(parts, removeSettings(files)...))
}

// pointer is the sentence for a file that can't hold the index itself.
const pointer = "What this team learned about this repository is listed in " + memory.IndexPath + ".\n"
