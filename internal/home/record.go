package home

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"time"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// A Record is what the last writing command left in the state of the store. The zero value
// is that of a project which was never synced.
type Record struct {
	Layouts map[sync.Layout]sync.State `json:"layouts"`
	Team    Known                      `json:"team"`
	// Main are the main work trees that were synced or whose memory was written, the last one
	// last: a folder that moved is found by them, and one that is there is no orphan.
	Main []string `json:"main,omitempty"`
	// Origins are the team memories that the drafts were made of, by file in drafts/:
	// paths below the team directory.
	Origins map[string]string `json:"origins,omitempty"`
	// News is what the last syncs changed in the mirror, the oldest change first.
	News []delivery.Change `json:"news,omitempty"`
}

// Origin is the team memory that a draft was made of, as sync wrote it down, else the one
// with the same file name; "" when there is none.
func (r Record) Origin(team Team, draft string) string {
	if at, known := r.Origins[draft]; known {
		return at
	}
	file := sync.DraftStem(draft) + ".md"
	if file == IndexFile {
		return IndexFile
	}
	for _, f := range team.Files {
		if path.Base(f.Path) == file {
			return f.Path
		}
	}
	return ""
}

// A Known is the team memory as it was judged, without its texts.
type Known struct {
	By      string         `json:"by"`  // the version of teammem that judged
	Day     string         `json:"day"` // on which, in UTC: what is allowed can expire
	Ref     string         `json:"ref"`
	Commit  string         `json:"commit"`
	Index   []byte         `json:"index,omitempty"`
	Files   []File         `json:"files"`
	Refused []sync.Refusal `json:"refused,omitempty"`
	Notices []string       `json:"notices,omitempty"`
}

// A File is a sync.File without its text.
type File struct {
	Path        string    `json:"path"`
	Sum         sync.Sum  `json:"sum"`
	Name        string    `json:"name"`
	Type        string    `json:"type,omitempty"`
	Description string    `json:"description,omitempty"`
	Archived    bool      `json:"archived,omitempty"`
	Changed     time.Time `json:"changed,omitzero"`
	Until       time.Time `json:"until,omitzero"`
	Notice      string    `json:"notice,omitempty"`
}

func known(t Team, by string, now time.Time) Known {
	k := Known{By: by, Day: day(now), Ref: t.Ref, Commit: t.Commit, Index: t.Index, Refused: t.Refused, Notices: t.Notices}
	for _, f := range t.Files {
		k.Files = append(k.Files, File{Path: f.Path, Sum: f.Sum, Name: f.Name, Type: f.Type, Description: f.Description, Archived: f.Archived, Changed: f.Changed, Until: f.Until, Notice: f.Notice})
	}
	return k
}

// Team gives what k knows; the files have no text.
func (k Known) team() Team {
	t := Team{Notices: k.Notices}
	t.Ref, t.Commit, t.Index, t.Refused = k.Ref, k.Commit, k.Index, k.Refused
	for _, f := range k.Files {
		t.Files = append(t.Files, sync.File{Path: f.Path, Sum: f.Sum, Name: f.Name, Type: f.Type, Description: f.Description, Archived: f.Archived, Changed: f.Changed, Until: f.Until, Notice: f.Notice})
	}
	return t
}

func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// A View shows the stores of a project as they are.
type View struct {
	*store.View
	Record Record
	desk   *Desk
}

// A Store is a View that can be written to. Close gives it up.
type Store struct {
	*View
	*store.Store
}

func (d *Desk) read(v *store.View) (*View, error) {
	out := &View{View: v, desk: d}
	data, err := v.State()
	if err != nil || data == nil {
		return out, err
	}
	if err := json.Unmarshal(data, &out.Record); err != nil {
		return nil, fmt.Errorf("read the state of the store: %w", err)
	}
	return out, nil
}

// encoded is r as a store keeps it.
func (r Record) encoded() ([]byte, error) { return json.Marshal(r) }

// clones are the main work trees that are known, with this one as the last.
func (v *View) clones() []string {
	here := v.desk.main
	return append(slices.DeleteFunc(slices.Clone(v.Record.Main), func(m string) bool { return m == here }), here)
}

// withClone is the state of the store with this clone in it; where there is none, as it is.
func (v *View) withClone() ([]byte, error) {
	if v.desk.main == "" {
		return v.State()
	}
	next := v.Record
	next.Main = v.clones()
	return next.encoded()
}
