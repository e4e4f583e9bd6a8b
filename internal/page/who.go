package page

import (
	"fmt"
	"path"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/review"
)

// An Approval is a part of the change that the same people may approve.
type Approval struct {
	Paths  []string `json:"paths"`
	Owners []string `json:"owners"` // any one of them; none, and no Fault: an administrator
	Source string   `json:"source"` // where they are named
	Fault  string   `json:"fault"`  // why nobody may; "" when somebody may
	Needed int      `json:"needed"` // how many approvals it takes
}

// unasked is said of an Approval that needs none.
const unasked = "nobody has to: the policy asks for no approval"

// several says how many approvals it takes, where that is more than one.
func (a Approval) several() string {
	if a.Needed < 2 {
		return ""
	}
	return fmt.Sprintf("%d approvals of ", a.Needed)
}

// A Control is a changed file that steers how memory is judged, reviewed or checked.
type Control struct {
	Path    string `json:"path"`
	Decides string `json:"decides"`
	Gone    bool   `json:"gone"`
}

// maxCodeowners is the size over which a host does not load the file.
const maxCodeowners = 3 << 20

// approvals asks the review gate who may approve, by what holds at the base.
func (m *maker) approvals() {
	facts := &review.Facts{Codeowners: m.codeowners(), Workflows: review.OwnWorkflows()}
	if m.PolicyFlaw == "" {
		facts.Policy = &m.Policy
	}
	for _, c := range m.Changes {
		facts.Files.Items = append(facts.Files.Items, review.File{Path: c.Path})
		if what := decides(c.Path); what != "" {
			m.page.Control = append(m.page.Control, Control{m.Safe(c.Path), what, c.New.Mode == 0})
		}
	}
	for _, s := range facts.Shares() {
		m.page.Approvals = append(m.page.Approvals, Approval{
			Paths: m.all(s.Paths), Owners: m.all(s.Owners), Source: m.Safe(s.Source), Fault: m.Safe(s.Fault), Needed: m.Policy.Review.Required,
		})
	}
}

func (m *maker) all(texts []string) []string {
	out := []string{}
	for _, t := range texts {
		out = append(out, m.Safe(t))
	}
	return out
}

func (m *maker) codeowners() review.Codeowners {
	f := m.Owners
	switch {
	case f == nil:
		return review.Codeowners{Found: review.Absent}
	case f.Text != nil:
		return review.Codeowners{Found: review.Present, Path: f.Path, File: owners.Reader(f.Path)(f.Text)}
	case f.Size > maxCodeowners:
		return review.Codeowners{Found: review.TooLarge, Path: f.Path}
	}
	return review.Codeowners{Path: f.Path}
}

// decides says what the file at p decides about team memory; "" when nothing.
func decides(p string) string {
	switch {
	case p == memory.PolicyPath:
		return "how strictly memory is judged"
	case path.Base(p) == "CODEOWNERS" && memory.IsControl(p):
		return "who may approve"
	case memory.IsControl(p):
		return "what a diff shows of memory"
	case path.Dir(p) == ".github/workflows", p == ".gitlab-ci.yml":
		return "what runs the check"
	case p == ".pre-commit-config.yaml", p == "lefthook.yml", path.Dir(p) == ".husky":
		return "what runs the check before a commit"
	}
	return ""
}
