package home

import (
	"bytes"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// Folders of the native store, and of a foreign one as far as it has them.
const (
	PrivateDir = "private"
	MirrorDir  = "team"
	DraftsDir  = "drafts"
	IndexFile  = "MEMORY.md"
)

// PrivateIn is the folder of a layout that holds private memories.
func PrivateIn(l sync.Layout) string {
	if l == sync.Native {
		return PrivateDir
	}
	return "."
}

// A Draft is a file of drafts/.
type Draft struct {
	File string
	Data []byte
	Sum  sync.Sum
}

// Observe reads all that a layout holds, as far as sync must know it.
func (v *View) Observe(l sync.Layout) (sync.Observed, error) {
	seen := sync.Observed{Layout: l, Mirror: map[string]sync.Sum{}, Texts: map[sync.Sum][]byte{}, Drafted: map[sync.Sum]bool{}, Now: v.desk.o.Now}
	mirror, err := v.View.Observe(l, MirrorDir)
	if err != nil {
		return seen, err
	}
	seen.Folds = mirror.Folds
	base := v.Record.Layouts[l].Base
	for _, f := range mirror.Files {
		seen.Mirror[f.Path] = f.Sum
		if base[f.Path] != f.Sum {
			seen.Texts[f.Sum] = f.Data
		}
	}
	seen.Folds = mirror.Folds
	seen.Refused = below(MirrorDir, mirror.Refused)
	drafts, err := v.Drafts()
	if err != nil {
		return seen, err
	}
	for _, f := range drafts {
		seen.Drafts = append(seen.Drafts, f.File)
		seen.Drafted[f.Sum] = true
	}
	if l == sync.Claude {
		seen.Told = v.desk.claudeTold()
	}
	err = v.private(l, &seen)
	for i := range seen.Refused {
		seen.Refused[i].Layout = l
	}
	return seen, err
}

// private reads the private memories and the index of a layout.
func (v *View) private(l sync.Layout, seen *sync.Observed) error {
	skip := []string{MirrorDir}
	if l == sync.Native {
		skip = append(skip, PrivateDir, DraftsDir)
	}
	top, err := v.View.Observe(l, ".", skip...)
	if err != nil {
		return err
	}
	private := store.Listing{Refused: top.Refused}
	for _, f := range top.Files {
		switch {
		case f.Path == IndexFile:
			seen.Index = f.Data
		case l != sync.Native:
			private.Files = append(private.Files, f)
		}
	}
	if l == sync.Native {
		if private, err = v.View.Observe(l, PrivateDir); err != nil {
			return err
		}
		private.Refused = append(below(PrivateDir, private.Refused), top.Refused...)
	}
	seen.Refused = append(seen.Refused, private.Refused...)
	for _, f := range private.Files {
		switch {
		case !isMarkdown(f.Path): // no memory, and nothing of ours
		case conflicted(f.Data):
			seen.Refused = append(seen.Refused, sync.Refusal{Path: path.Join(PrivateIn(l), f.Path), Reason: hasConflict})
		default:
			seen.Private = append(seen.Private, engine.Described(f.Path, f.Data))
		}
	}
	return nil
}

// Drafts lists drafts/, sorted.
func (v *View) Drafts() ([]Draft, error) {
	list, err := v.View.Observe(sync.Native, DraftsDir)
	var out []Draft
	for _, f := range list.Files {
		out = append(out, Draft{f.Path, f.Data, f.Sum})
	}
	return out, err
}

func below(dir string, refused []sync.Refusal) []sync.Refusal {
	for i := range refused {
		refused[i].Path = path.Join(dir, refused[i].Path)
	}
	return refused
}

const hasConflict = "it holds conflict markers: settle them"

func isMarkdown(p string) bool { return strings.EqualFold(path.Ext(p), ".md") }

func conflicted(data []byte) bool {
	for line := range bytes.Lines(data) {
		if memory.ConflictMarker(bytes.TrimRight(line, "\r\n")) {
			return true
		}
	}
	return false
}
