package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wiring"
)

// A loader reads what a check needs and makes the input of the rules.
type loader struct {
	ctx    context.Context
	repo   Repository
	target target
	shelf  *Shelf // nil keeps nothing

	in      *rules.Input
	bases   []*rules.Base
	commits []memory.Commit // of a range
	notices []string

	lean    bool                       // see lean.go
	near    bool                       // see near.go
	newOnly bool                       // nobody asks for what is older
	all     bool                       // no part is enough
	part    bool                       // see quiet.go
	ofAll   *rules.Input               // for Rule.OfAll; nil where those can find nothing new
	changes map[string][]memory.Change // of each base, once asked for
	listed  []memory.Entry             // what concerns a lean check
	tree    *memory.Tree               // of listed
	treeErr error                      // of a Tree that was listed late
}

// keptAt is where the texts of a state are.
func keptAt(at memory.At) secretscan.Kept {
	switch at.Kind {
	case memory.AtIndex:
		return secretscan.Staged
	case memory.AtWorktree:
		return secretscan.Loose
	}
	return secretscan.InHistory
}

func (l *loader) load(now time.Time) error {
	entries, tree, err := l.entries()
	if err != nil {
		return err
	}
	if err := l.loadBases(entries); err != nil {
		return err
	}
	l.in = &rules.Input{Kept: keptAt(l.target.at), Now: now, Branch: l.target.branch, Ref: l.target.ref, NewOnly: l.lean || l.part}
	if len(l.bases) > 0 {
		l.in.Base = l.bases[0]
	}
	if err := l.loadSnapshot(entries, tree); err != nil {
		return err
	}
	if l.lean {
		if wide, err := l.rewritten(); err != nil || wide {
			l.lean, l.bases = false, nil
			return cmp.Or(err, l.load(now))
		}
	}
	if err := l.loadPolicy(); err != nil {
		return err
	}
	if !l.in.NewOnly { // else no ignore rule changed, so nothing new hides the folder
		if l.in.Ignored, err = l.repo.Ignored(l.ctx, memory.IndexPath); err != nil {
			return err
		}
	}
	return l.loadMessages()
}

func (l *loader) entries() ([]memory.Entry, *memory.Tree, error) {
	if l.lean {
		return l.listed, l.tree, nil
	}
	if l.target.narrow() {
		return l.nearEntries()
	}
	entries, err := l.repo.Entries(l.ctx, l.target.at)
	entries = onePerPath(entries)
	return entries, memory.NewTree(entries), err
}

// diff lists what differs from rev, which is asked for once.
func (l *loader) diff(rev string) ([]memory.Change, error) {
	if changes, known := l.changes[rev]; known {
		return changes, nil
	}
	changes, err := l.repo.Diff(l.ctx, rev, l.target.at)
	if l.changes == nil {
		l.changes = map[string][]memory.Change{}
	}
	l.changes[rev] = changes
	return changes, err
}

// onePerPath keeps the first entry of each path. The others are sides of a conflict
// or twins of a crafted tree, which the entry says of itself.
func onePerPath(entries []memory.Entry) []memory.Entry {
	return slices.CompactFunc(slices.Clone(entries), func(a, b memory.Entry) bool { return a.Path == b.Path })
}

// loadBases learns what differs from each base, and reads the base's own index
// and control files.
func (l *loader) loadBases(entries []memory.Entry) error {
	for _, rev := range l.target.bases {
		changes, err := l.diff(rev)
		if err != nil {
			return err
		}
		b := &rules.Base{Rev: rev, Changed: make(map[string]memory.Change, len(changes)), Control: map[string]*memory.File{}}
		for _, c := range changes {
			b.Changed[c.Path] = c
		}
		files, err := l.readTexts(memory.At{Commit: rev}, baseControl(b, entries))
		if err != nil {
			return err
		}
		for _, f := range files {
			if f.Path == memory.IndexPath {
				b.Index = f.Text
			} else {
				b.Control[f.Path] = f
			}
		}
		l.bases = append(l.bases, b)
	}
	return nil
}

// baseControl lists the index and the control files as they are in b.
func baseControl(b *rules.Base, entries []memory.Entry) []memory.Entry {
	var old []memory.Entry
	add := func(e memory.Entry) {
		if readable(e) && (memory.IsControl(e.Path) || e.Path == memory.IndexPath) {
			old = append(old, e)
		}
	}
	for _, c := range b.Changed {
		add(memory.Entry{Path: c.Path, Mode: c.Old.Mode, Hash: c.Old.Hash})
	}
	for _, e := range entries {
		if _, changed := b.Changed[e.Path]; !changed {
			add(e)
		}
	}
	return old
}

func (l *loader) loadSnapshot(entries []memory.Entry, tree *memory.Tree) error {
	var team, control, agents, elsewhere []memory.Entry
	delivered := !l.in.NewOnly || l.part && slices.ContainsFunc(l.changes[l.target.base()], steersDelivery)
	for _, e := range entries {
		if delivered && wiring.Steers(e.Path) {
			agents = append(agents, e)
		}
		in, alike := memory.TeamPath(e.Path)
		if in || alike {
			team = append(team, e)
		}
		if memory.IsControl(e.Path) {
			control = append(control, e)
		}
		if !in && l.mayBePrivate(e.Path) {
			elsewhere = append(elsewhere, e)
		}
	}
	s := &memory.Snapshot{Tree: tree}
	l.in.Snapshot = s
	if l.lean || l.near {
		elsewhere = l.elsewhereChanged(l.changes[l.target.base()])
	}
	var err error
	if s.Files, err = l.teamFiles(team); err != nil {
		return err
	}
	if s.Elsewhere, err = l.readHeads(l.target.at, elsewhere); err != nil {
		return err
	}
	files, err := l.read(l.target.at, control)
	if s.Control = byPath(files); err != nil {
		return err
	}
	if s.Agents, err = l.readAgents(agents); err != nil {
		return err
	}
	if l.ofAll != nil {
		l.ofAll.Snapshot.Agents, l.ofAll.Snapshot.Tree = s.Agents, s.Tree
	}
	return l.countCited(s)
}

// teamFiles reads of the team directory what is judged; what is not read has no text.
func (l *loader) teamFiles(team []memory.Entry) ([]*memory.File, error) {
	switch {
	case l.part:
		return l.partFiles(team)
	case l.lean:
		files, err := l.read(l.target.at, l.changedOnly(team))
		return withUnread(team, files), err
	}
	return l.read(l.target.at, team)
}

// readAgents reads the files from which agents read the index.
func (l *loader) readAgents(entries []memory.Entry) (map[string]*memory.File, error) {
	files, err := l.readTexts(l.target.at, entries)
	return byPath(files), err
}

func byPath(files []*memory.File) map[string]*memory.File {
	m := make(map[string]*memory.File, len(files))
	for _, f := range files {
		m[f.Path] = f
	}
	return m
}

// countCited counts the lines of the files that memories cite by line. A file that
// can't be read or is too big stays unknown.
func (l *loader) countCited(s *memory.Snapshot) error {
	var cited []memory.Entry
	for _, p := range s.CitedPaths() {
		if e, ok := s.Tree.Entry(p); ok && e.IsFile() {
			cited = append(cited, e)
		}
	}
	s.Cited = map[string]int{}
	if len(cited) == 0 {
		return nil
	}
	return l.repo.Read(l.ctx, l.target.at, cited, memory.MaxParsed, func(e memory.Entry, data []byte, err error) {
		if err == nil && e.Size <= memory.MaxParsed {
			s.Cited[e.Path] = source.NewText(data).Lines()
		}
	})
}

// mayBePrivate reports whether a path outside the team directory is new and
// could be somebody's private memory.
func (l *loader) mayBePrivate(p string) bool {
	return l.in.Changed(p) && (memory.PrivateLooking(p) || memory.IsMarkdown(p))
}
