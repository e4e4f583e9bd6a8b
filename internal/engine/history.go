package engine

import (
	"slices"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
)

// loadMessages makes the messages of the commits that are judged part of the input.
func (l *loader) loadMessages() error {
	l.in.Messages = l.target.messages
	if l.target.at.Kind != memory.AtCommit {
		return nil
	}
	if !l.target.history {
		c, err := l.repo.Commit(l.ctx, l.target.at.Commit)
		l.addMessage(c)
		return err
	}
	var err error
	l.commits, err = l.repo.Commits(l.ctx, l.target.at.Commit, l.target.known)
	for _, c := range l.commits {
		l.addMessage(c)
	}
	return err
}

func (l *loader) addMessage(c memory.Commit) {
	l.in.Messages = append(l.in.Messages, rules.Message{Commit: c.Hash, Text: source.NewText(c.Message), Said: c.Said})
}

// A blob is one state of a path in history.
type blob struct {
	path string
	memory.State
}

func blobOf(e memory.Entry) blob { return blob{e.Path, memory.State{Mode: e.Mode, Hash: e.Hash}} }

// history judges what the commits of a range brought and the end state no longer
// shows. Each blob is judged once, in the first commit that has it.
func (l *loader) history(j *judge) error {
	seen := map[blob]bool{}
	for _, c := range l.commits {
		s, err := l.past(c, seen)
		if err != nil {
			return err
		}
		if s != nil {
			j.runPast(c.Hash, s)
		}
	}
	return nil
}

// past is the snapshot of what c brought and is not judged elsewhere; nil when
// there is nothing.
func (l *loader) past(c memory.Commit, seen map[blob]bool) (*memory.Snapshot, error) {
	var team, elsewhere []memory.Entry
	for _, ch := range c.Changes {
		b := blob{ch.Path, ch.New}
		in, alike := memory.TeamPath(ch.Path)
		private := memory.PrivateLooking(ch.Path) || memory.IsMarkdown(ch.Path)
		if ch.New.Mode == 0 || !in && !alike && !private || seen[b] || l.known(b) {
			continue
		}
		seen[b] = true
		e := memory.Entry{Path: ch.Path, Mode: ch.New.Mode, Hash: ch.New.Hash, Size: -1}
		if in || alike {
			team = append(team, e)
		} else {
			elsewhere = append(elsewhere, e)
		}
	}
	if len(team)+len(elsewhere) == 0 {
		return nil, nil
	}
	at := memory.At{Commit: c.Hash}
	s := &memory.Snapshot{Tree: memory.NewTree(nil)}
	var err error
	if s.Files, err = l.readTexts(at, team); err != nil {
		return nil, err
	}
	parsed(s.Files) // the rules for history look at no Markdown
	s.Elsewhere, err = l.readHeads(at, elsewhere)
	return s, err
}

// known reports whether b is in the end state or in a base.
func (l *loader) known(b blob) bool {
	if l.now(b.path) == b.State {
		return true
	}
	return slices.ContainsFunc(l.bases, func(base *rules.Base) bool {
		c, changed := base.Changed[b.path]
		return changed && c.Old == b.State
	})
}

// now is what a path is in the end state. What differs from the base is known without a look.
func (l *loader) now(p string) memory.State {
	if len(l.bases) > 0 {
		if c, changed := l.bases[0].Changed[p]; changed {
			return c.New
		}
	}
	e, _ := l.in.Snapshot.Tree.Entry(p)
	return memory.State{Mode: e.Mode, Hash: e.Hash}
}
