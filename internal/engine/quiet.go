package engine

import (
	"bytes"
	"encoding/binary"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/wiring"
)

// Most changes bring nothing that is wrong. So a check of a range that asks for what is new alone first looks
// whether there is anything: of the memories that the change leaves alone it judges only those in which a rule can
// find something because of it. As soon as anything is found all is read and judged, so that a finding
// is the same whichever way led to it. A finding about a file that did not change is new only if one of the paths
// that it names in Depends did:
//   - a file of the repository, for a citation or an import, or a memory that went, for a [[name]]. Then its name
//     stands in the text, see nameSet.
//   - a memory that says the same or has the same name, or the index, for what it names. The rules that look at them
//     are asked of all memories (Rule.OfAll).
//   - attributes, owners, ignore rules, what is no memory. Such a change is left to a check of all.

// reachesAll reports whether a change can make something new of any memory.
func reachesAll(c memory.Change) bool {
	in, alike := memory.TeamPath(c.Path)
	switch {
	case alike, memory.IsControl(c.Path), path.Base(c.Path) == ".gitignore":
		return true
	case !in:
		return false
	case c.Path == memory.IndexPath:
		return !isFile(c.Old) || !isFile(c.New)
	}
	plain := func(s memory.State) bool { return s.Mode == 0 || isFile(s) }
	return memory.KindOf(c.Path) != memory.KindMemory || !plain(c.Old) || !plain(c.New)
}

func isFile(s memory.State) bool { return memory.Entry{Mode: s.Mode}.IsFile() }

// steersDelivery reports whether a change can make that what agents load of the index is no longer current.
func steersDelivery(c memory.Change) bool { return c.Path == memory.IndexPath || wiring.Steers(c.Path) }

// quiet gives the result if the change brings nothing that any rule finds, and else nil.
func (l *loader) quiet(req Request) (*Result, error) {
	changes, err := l.diff(l.target.base())
	if err != nil || slices.ContainsFunc(changes, reachesAll) {
		return nil, err
	}
	if l.shelf == nil {
		l.shelf = &Shelf{} // for all that is read again if something is found
	}
	q := *l
	q.part = true
	j, err := q.everything(req.Now)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(j.reports, func(r judged) bool { return !j.older(r) }) {
		return nil, nil
	}
	l.shelf.in = q.in
	return j.result(req, &q), q.treeErr
}

// partFiles reads the team directory and makes Files with a text of what has to be judged: what changed, the
// index, and memories that hold the name of a file that changed. It also readies all for the rules that look at
// all memories, where those can find something new.
func (l *loader) partFiles(team []memory.Entry) ([]*memory.File, error) {
	files := make([]*memory.File, len(team))
	wanted, others := l.changedOnly(team), []memory.Entry{}
	for _, e := range team {
		if !l.in.Changed(e.Path) && e.Path != memory.IndexPath {
			others = append(others, e)
		}
	}
	judged, err := l.read(l.target.at, wanted)
	if err != nil {
		return nil, err
	}
	texts, err := l.readTexts(l.target.at, others)
	if err != nil {
		return nil, err
	}
	l.shelf.put(texts)
	changes := l.changes[l.target.base()]
	names := namesOf(changes)
	var all []*memory.File
	for i, e := range team {
		switch {
		case len(judged) > 0 && judged[0].Path == e.Path:
			files[i], judged = judged[0], judged[1:]
			all = append(all, files[i])
			continue
		case texts[0].Text != nil && names.mayStandIn(texts[0].Text.Bytes()):
			model(texts[0])
			files[i] = texts[0]
		default:
			files[i] = newFile(e)
		}
		all, texts = append(all, texts[0]), texts[1:]
	}
	if slices.ContainsFunc(changes, func(c memory.Change) bool { in, _ := memory.TeamPath(c.Path); return in || steersDelivery(c) }) {
		l.ofAll = &rules.Input{NewOnly: true, Snapshot: &memory.Snapshot{Files: parsed(all)}, Base: l.in.Base, Now: l.in.Now}
		l.ofAll.Shares(l.in)
	}
	return files, nil
}

// parsed gives files that are not modelled what their frontmatter says.
func parsed(files []*memory.File) []*memory.File {
	for _, f := range files {
		if f.Memory == nil && f.Kind == memory.KindMemory && f.Text != nil && utf8.Valid(f.Text.Bytes()) {
			f.Memory = memory.Parse(f.Text)
		}
	}
	return files
}

// A nameSet tells texts that can hold one of many names from those that can't.
type nameSet struct {
	ends  [1 << 10]uint64     // one bit for each number that the last four bytes of a name come to
	names map[uint32][]string // by their last four bytes
	short []string            // names of fewer bytes
}

// namesOf gives the names of the files that changed.
func namesOf(changes []memory.Change) *nameSet {
	s := &nameSet{names: map[uint32][]string{}}
	for _, c := range changes {
		name := path.Base(c.Path)
		s.add(name)
		if in, _ := memory.TeamPath(c.Path); in && c.New.Mode == 0 {
			s.add(strings.TrimSuffix(name, ".md"))
		}
	}
	return s
}

func (s *nameSet) add(name string) {
	if len(name) < 4 {
		s.short = append(s.short, name)
		return
	}
	end := binary.LittleEndian.Uint32([]byte(name[len(name)-4:]))
	if !slices.Contains(s.names[end], name) {
		s.names[end] = append(s.names[end], name)
	}
	bit := mixed(end)
	s.ends[bit>>6] |= 1 << (bit & 63)
}

// mixed is a number of 16 bits.
func mixed(end uint32) uint32 { return end * 0x9e3779b1 >> 16 }

// mayStandIn reports whether text holds a name, or can hold one that is written in another way: with escapes
// of URLs, of Markdown or of HTML.
func (s *nameSet) mayStandIn(text []byte) bool {
	if bytes.ContainsAny(text, "%\\&\x00") || slices.ContainsFunc(s.short, func(n string) bool { return bytes.Contains(text, []byte(n)) }) {
		return true
	}
	for i := 4; i <= len(text); i++ {
		end := binary.LittleEndian.Uint32(text[i-4:])
		if bit := mixed(end); s.ends[bit>>6]&(1<<(bit&63)) == 0 {
			continue
		}
		if slices.ContainsFunc(s.names[end], func(n string) bool { return bytes.HasSuffix(text[:i], []byte(n)) }) {
			return true
		}
	}
	return false
}
