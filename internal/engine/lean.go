package engine

import (
	"path"
	"time"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/wiring"
)

// A lean check of the index reads the texts of what differs from HEAD, and MEMORY.md, and
// judges what differs. What it finds is all that is new, unless the change reaches other memories: then all is
// read. It does not see what an edited or added file outside does to memories that the
// change leaves alone: a cited line that is gone, a word that becomes an import.

// A reach is how far a change goes.
type reach int

const (
	nowhere    reach = iota // no rule looks at what changes
	itself                  // what changes
	everywhere              // all of the team memory
)

func (t target) lean() bool {
	return t.at.Kind == memory.AtIndex && len(t.bases) == 1 && t.bases[0] != ""
}

func reachOf(c memory.Change) reach {
	in, alike := memory.TeamPath(c.Path)
	edited := c.Old.Mode == c.New.Mode
	switch {
	case alike, memory.IsControl(c.Path), wiring.Steers(c.Path), c.Path == memory.IndexPath, path.Base(c.Path) == ".gitignore":
		return everywhere
	case in && edited && memory.KindOf(c.Path) == memory.KindMemory, !in && edited && memory.IsMarkdown(c.Path):
		return itself
	case in, memory.IsMarkdown(c.Path), memory.PrivateLooking(c.Path), c.New.Mode == 0: // what is gone can be linked and cited
		return everywhere
	}
	return nowhere
}

// concerns reports whether a check has to know the entry at p: the team directory, what
// could be taken for it, and the files that steer the check.
func concerns(p []byte) bool {
	if first := p[0] | 0x20; 'b' <= first && first <= 'z' && first != 'c' && first != 'd' && isPlain(p) {
		return false // another folder, however it is read
	}
	name := string(p)
	in, alike := memory.TeamPath(name)
	return in || alike || memory.IsControl(name)
}

func isPlain(p []byte) bool {
	for _, c := range p {
		if c == '%' || c == '\\' || c == '~' || c == ':' {
			return false
		}
	}
	return true
}

// leanEntries lists what concerns the check, and makes a Tree that lists all when that
// is asked for.
func (l *loader) leanEntries() ([]memory.Entry, *memory.Tree, error) {
	entries, err := l.repo.Listed(l.ctx, l.target.at, concerns)
	entries = onePerPath(entries)
	return entries, memory.NewPartTree(entries, l.allEntries), err
}

// glance looks how far the change goes. It returns the result at once when no rule looks
// at what changes, and else nil.
func (l *loader) glance(req Request) (*Result, error) {
	entries, tree, err := l.leanEntries() // first, since it finds the index sound on the way
	if err != nil {
		return nil, err
	}
	changes, err := l.diff(l.target.base())
	if err != nil {
		return nil, err
	}
	if len(changes) == 0 { // whoever asks wants to know of what was there before
		l.lean = false
		return nil, nil
	}
	far := nowhere
	for _, c := range changes {
		far = max(far, reachOf(c))
	}
	l.lean = far < everywhere
	if far > nowhere {
		l.listed, l.tree = entries, tree
		return nil, nil
	}
	return l.idle(req, entries, tree), nil
}

// idle is the result when nothing was changed that a rule looks at; nil when there is
// something to say after all, of the name of the branch.
func (l *loader) idle(req Request, entries []memory.Entry, tree *memory.Tree) *Result {
	in := &rules.Input{
		Snapshot: &memory.Snapshot{Control: map[string]*memory.File{}, Tree: tree},
		Policy:   policy.Default(), Now: req.Now, Branch: l.target.branch,
	}
	j := &judge{in: in}
	if j.runHistory(in, ""); len(j.reports) > 0 {
		return nil
	}
	var team []memory.Entry
	for _, e := range entries {
		if in, alike := memory.TeamPath(e.Path); in || alike {
			team = append(team, e)
		}
	}
	in.Snapshot.Files = withUnread(team, nil)
	return j.result(req, l)
}

// withUnread gives a File for each entry: that of read, or one without a text.
func withUnread(entries []memory.Entry, read []*memory.File) []*memory.File {
	files := make([]*memory.File, len(entries))
	for i, e := range entries {
		if len(read) > 0 && read[0].Path == e.Path {
			files[i], read = read[0], read[1:]
		} else {
			files[i] = newFile(e)
		}
	}
	return files
}

// changedOnly leaves of the entries of the team directory those whose text is wanted.
func (l *loader) changedOnly(team []memory.Entry) []memory.Entry {
	var out []memory.Entry
	for _, e := range team {
		if l.in.Changed(e.Path) || e.Path == memory.IndexPath {
			out = append(out, e)
		}
	}
	return out
}

// elsewhereChanged lists what changed outside the team directory and may be private.
func (l *loader) elsewhereChanged(changes []memory.Change) []memory.Entry {
	var out []memory.Entry
	for _, c := range changes {
		if in, _ := memory.TeamPath(c.Path); !in && c.New.Mode != 0 && l.mayBePrivate(c.Path) {
			out = append(out, memory.Entry{Path: c.Path, Mode: c.New.Mode, Hash: c.New.Hash, Size: -1})
		}
	}
	return out
}

// rewritten reports whether a changed memory can have come to resemble another one.
func (l *loader) rewritten() (bool, error) {
	var old []memory.Entry
	for _, f := range l.in.Snapshot.Files {
		if c, changed := l.in.Base.Changed[f.Path]; changed && f.Kind == memory.KindMemory {
			if f.Memory == nil {
				return true, nil
			}
			old = append(old, memory.Entry{Path: c.Path, Mode: c.Old.Mode, Hash: c.Old.Hash, Size: -1})
		}
	}
	files, err := l.readTexts(memory.At{Commit: l.target.base()}, old)
	for _, f := range files {
		if f.Text == nil || !utf8.Valid(f.Text.Bytes()) || l.in.Rewritten(f.Text, l.in.Snapshot.File(f.Path)) {
			return true, err
		}
	}
	return false, err
}

// judged loads and judges, lean where that is enough.
func (l *loader) judged(now time.Time) (*judge, error) {
	if err := l.load(now); err != nil {
		return nil, err
	}
	j := &judge{in: l.in, bases: l.bases, firm: l.target.firm}
	if l.part {
		j.runPart(l.ofAll)
	} else {
		j.run()
	}
	if l.lean && j.reachesOthers() {
		l.lean, l.bases, l.notices = false, nil, nil
		return l.judged(now)
	}
	return j, l.treeErr
}

// reachesOthers reports whether something new was found that other texts could explain.
func (j *judge) reachesOthers() bool {
	for _, r := range j.reports {
		if r.rule.Wide && !j.older(r) {
			return true
		}
	}
	return false
}
