// Package page says what a change does to the memory of a team, for those who review it:
// which memories come, change and go, what agents will read, what that costs, what it
// repeats or contradicts, and who must approve. It judges nothing: the verdict is that of
// the check. Texts of a Page are safe to print; whoever renders one still has to see to it
// that they mean nothing to the reader of the format.
package page

import (
	"time"

	"github.com/teammem/teammem/internal/engine"
)

// A Page is all that is to be said of one change. Lists are never nil.
type Page struct {
	Version  int            `json:"version"`
	Headline string         `json:"headline"` // one sentence, without input
	Base     string         `json:"base"`     // full commit ids; "" is the empty tree
	Fork     string         `json:"fork"`     // where the two parted
	Head     string         `json:"head"`
	Verdict  engine.Verdict `json:"verdict"`
	Errors   int            `json:"errors"` // that are not older
	Warnings int            `json:"warnings"`
	Alerts   []Alert        `json:"alerts"` // worst first
	Counts   Counts         `json:"counts"`
	Cost     Cost           `json:"cost"`
	Lessons  []Lesson       `json:"lessons"`
	Index    []Line         `json:"index"` // what becomes of MEMORY.md, which every agent reads
	Memories []Memory       `json:"memories"`
	// Elsewhere is what the check found that is said of none of the memories, worst first.
	Elsewhere []Found `json:"elsewhere"`
	// Broken are citations in memories that the change leaves alone.
	Broken    []Citation `json:"broken"`
	Approvals []Approval `json:"approvals"`
	Control   []Control  `json:"control"`
	Others    []string   `json:"others"` // changed files of the team directory that are no memory
	Notices   []string   `json:"notices"`
}

// resultVersion is the version of the JSON form of a Page.
const resultVersion = 1

// A Kind says what became of a memory.
type Kind string

// The kinds, in the order of the page.
const (
	New         Kind = "new"
	Changed     Kind = "changed"
	Renamed     Kind = "renamed" // and perhaps changed
	Restored    Kind = "restored"
	Invalidated Kind = "invalidated" // taken back by its own frontmatter
	Archived    Kind = "archived"
	Deleted     Kind = "deleted"
)

var kinds = []Kind{New, Changed, Renamed, Restored, Invalidated, Archived, Deleted}

// Counts is how many memories of each kind there are.
type Counts struct {
	New         int `json:"new"`
	Changed     int `json:"changed"`
	Renamed     int `json:"renamed"`
	Restored    int `json:"restored"`
	Invalidated int `json:"invalidated"`
	Archived    int `json:"archived"`
	Deleted     int `json:"deleted"`
}

// of is the count of one kind.
func (c *Counts) of(k Kind) *int {
	switch k {
	case New:
		return &c.New
	case Changed:
		return &c.Changed
	case Renamed:
		return &c.Renamed
	case Restored:
		return &c.Restored
	case Invalidated:
		return &c.Invalidated
	case Archived:
		return &c.Archived
	}
	return &c.Deleted
}

// A Memory is one memory that the change touches. What is said of it is so at the head,
// of a deleted one as it was.
type Memory struct {
	Kind        Kind   `json:"kind"`
	Path        string `json:"path"` // below the team directory
	Was         string `json:"was"`  // its path before, when that was another
	Title       string `json:"title"`
	Description string `json:"description"`
	Type        string `json:"type"`  // "" when it has none
	Scope       string `json:"scope"` // team, or what its frontmatter says
	Expires     string `json:"expires"`
	Expired     bool   `json:"expired"`
	Dormant     bool   `json:"dormant"` // archived: no agent gets it
	// Hushed says that its text holds a secret, so that nothing of it is shown.
	Hushed    bool       `json:"hushed"`
	Fields    []Field    `json:"fields"` // of the frontmatter, that differ
	Text      []Line     `json:"text"`   // of the body, with what was left out
	Similar   []Similar  `json:"similar"`
	Citations []Citation `json:"citations"` // that need a look
	Remarks   []Remark   `json:"remarks"`   // of the check, that are not older
}

// A Field is a key of the frontmatter that differs. A key that is not there has "".
type Field struct {
	Key string `json:"key"`
	Old []Part `json:"old"`
	New []Part `json:"new"`
}

// A Part is a stretch of a line. Marked ones are not in the other version.
type Part struct {
	Text   string `json:"text"`
	Marked bool   `json:"marked"`
}

// A LineKind says which versions a line is in.
type LineKind string

// The kinds of line. Left stands for lines that are the same in both and not shown, Cut for those that differ and
// are too many to be shown; their number is in Lines.
const (
	Same LineKind = "same"
	Old  LineKind = "old"
	Now  LineKind = "new"
	Left LineKind = "left"
	Cut  LineKind = "cut"
)

// A Line is a line of one text or of both.
type Line struct {
	Kind  LineKind `json:"kind"`
	Parts []Part   `json:"parts"`
	Lines int      `json:"lines,omitempty"`
}

// A Remark is a finding in a few words.
type Remark struct {
	Severity string `json:"severity"`
	Rule     string `json:"rule"`
	Line     int    `json:"line"`
	Message  string `json:"message"`
}

// A Found is a remark on what is no memory of the change: the policy, the index, a message, a commit
// before the head.
type Found struct {
	Place string `json:"place"`
	Remark
}

// An Alert is what a reviewer must not miss. Text has no input in it; About names what it is about.
type Alert struct {
	Error bool     `json:"error"` // else it is a warning
	Text  string   `json:"text"`
	About []string `json:"about"`
}

// A Request is what a page is made of besides the two sides.
type Request struct {
	Result *engine.Result // of the check of the same change // required
	Now    time.Time      // required
}

// Of makes the page of a change.
func Of(s *engine.Sides, req Request) *Page {
	m := &maker{Sides: s, Request: req}
	m.page = &Page{
		Version: resultVersion, Base: s.Base, Fork: s.Fork, Head: s.Head, Verdict: req.Result.Verdict,
		Alerts: []Alert{}, Elsewhere: []Found{}, Lessons: []Lesson{}, Index: []Line{}, Memories: []Memory{}, Broken: []Citation{},
		Approvals: []Approval{}, Control: []Control{}, Others: []string{}, Notices: []string{},
	}
	m.pairUp()
	m.remarks()
	m.memories()
	m.similar()
	m.broken()
	m.elsewhere()
	m.cost()
	m.index()
	m.lessons()
	m.approvals()
	m.alerts()
	m.headline()
	return m.page
}

// IsEmpty reports whether the change touches nothing that a reviewer of memory has to see.
func (p *Page) IsEmpty() bool {
	return len(p.Memories)+len(p.Index)+len(p.Control)+len(p.Others)+len(p.Broken) == 0
}

// A maker makes one page.
type maker struct {
	*engine.Sides
	Request
	page  *Page
	pairs []pair

	hasCode *bool // nil until it is asked for
}
