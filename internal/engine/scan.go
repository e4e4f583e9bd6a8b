package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

// Files is the source of a scan: single files, of no team memory.
const Files Source = "files"

// scanned are the rules that make sense for any file.
var scanned = []string{"phone", "secret", "unreadable"}

// A Scan looks for secrets in any files, one after the other. It is not safe for use by
// several goroutines at once.
type Scan struct {
	policy policy.Policy
	now    time.Time
	failOn finding.Severity
	rules  []*rules.Rule
	allow  allowList
	res    *Result
}

// NewScan begins a scan. Of the policy the allow-list counts, and what it sets about the
// rules that scan.
func NewScan(p policy.Policy, now time.Time, failOn finding.Severity) *Scan {
	return newScan(scanned, p, now, failOn)
}

func newScan(ids []string, p policy.Policy, now time.Time, failOn finding.Severity) *Scan {
	s := &Scan{
		policy: p, now: now, failOn: failOn, allow: allowList{entries: p.Allow, now: now},
		res: &Result{Version: ResultVersion, Source: Files, Verdict: Pass, Findings: []finding.Finding{}, Notices: []string{}},
	}
	for _, id := range ids {
		s.rules = append(s.rules, rules.Find(id))
	}
	return s
}

// Add judges one file: its name, its text and where it leads if it is a link. The error
// means that the scan can't be finished.
func (s *Scan) Add(f *memory.File) (err error) {
	defer func() {
		if p := recover(); p != nil {
			// The value could hold text of the file; only its type is shown.
			err = fmt.Errorf("scan of %q stopped by a bug in teammem: %T", f.Path, p)
		}
	}()
	s.res.Counts.Files++
	j := &judge{in: &rules.Input{Snapshot: &memory.Snapshot{Files: []*memory.File{f}}, Policy: s.policy, Now: s.now}}
	for _, r := range s.rules {
		j.apply(r, j.in, "")
	}
	if len(j.reports) == 0 {
		return nil
	}
	j.learn(j.in)
	for _, f := range j.findings(&s.allow) {
		s.res.Verdict = worse(s.res.Verdict, verdictOf(f, s.failOn))
		s.res.Findings = append(s.res.Findings, f)
	}
	s.res.Notices = append(s.res.Notices, j.notices...)
	return nil
}

// Notice adds what is to be said of the scan as a whole.
func (s *Scan) Notice(words string) {
	s.res.Notices = append(s.res.Notices, new(judge).safe(words))
}

// Result gives what was found, sorted. Nothing may be added afterwards.
func (s *Scan) Result() *Result {
	slices.SortStableFunc(s.res.Findings, finding.Compare)
	s.res.Counts.Allowed = s.allow.count
	return s.res
}
