package engine

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
)

// A judge runs the rules and turns what they report into findings.
type judge struct {
	in    *rules.Input
	bases []*rules.Base
	firm  int // how many of the bases, from the first on, excuse the first class, too
	// newOnly leaves out what is older.
	newOnly bool

	redactor  secretscan.Redactor
	unlearned *rules.Input // whose secrets the redactor does not know yet; nil when it does
	reports   []judged
	notices   []string
	said      map[saying]map[string]bool
}

// judged is a report together with what it takes to make a finding of it.
type judged struct {
	rule   *rules.Rule
	commit string // of a past blob or of a message
	in     *rules.Input
	older  bool
	rules.Report
}

func (j *judge) run() {
	for _, r := range rules.All {
		j.apply(r, j.in, "")
	}
	j.unlearned = j.in
}

// runPart judges a part of the team memory, and all of it by the rules that look at all; all is nil
// where those need not be asked.
func (j *judge) runPart(all *rules.Input) {
	for _, r := range rules.All {
		switch {
		case !r.OfAll:
			j.apply(r, j.in, "")
		case all != nil:
			all.Policy = j.in.Policy
			j.apply(r, all, "")
		}
	}
	j.unlearned = j.in
}

// runPast judges what a commit of a range brought.
func (j *judge) runPast(commit string, s *memory.Snapshot) {
	in := &rules.Input{Snapshot: s, Kept: secretscan.InHistory, Policy: j.in.Policy, Now: j.in.Now}
	j.runHistory(in, commit)
	j.learn(in)
}

// runHistory runs the rules for history.
func (j *judge) runHistory(in *rules.Input, commit string) {
	for _, r := range rules.All {
		if r.History {
			j.apply(r, in, commit)
		}
	}
}

func (j *judge) apply(r *rules.Rule, in *rules.Input, commit string) {
	if r.Severity(in.Policy) == finding.Off {
		return
	}
	r.Check(in, func(rep rules.Report) {
		c := commit
		if rep.Source != nil {
			c = rep.Source.Commit
		}
		j.reports = append(j.reports, judged{rule: r, commit: c, in: in, Report: rep})
	})
}

// learn tells the redactor of every secret in what was read, so that none is
// printed even by a rule that looks for something else.
func (j *judge) learn(in *rules.Input) {
	var texts []*source.Text
	for _, f := range in.Snapshot.Files {
		if f.Text != nil {
			texts = append(texts, f.Text)
		}
	}
	for _, m := range in.Messages {
		texts = append(texts, m.Text, source.NewText(m.Said))
	}
	for _, text := range texts {
		for _, m := range in.Secrets(text) {
			j.redactor.Add(m)
		}
	}
}

// noMemory says that there is none where from was read, which need not be on disk.
func noMemory(from Source) string {
	switch from {
	case Worktree:
		return "there is no team memory: " + memory.Dir + " does not exist; teammem init makes it"
	case Staged:
		return "there is no team memory in the index of git: " + memory.Dir + " is not staged; teammem init makes it, git add stages it"
	}
	return "there is no team memory in the commit: it has no " + memory.Dir
}

func (j *judge) result(req Request, l *loader) *Result {
	j.newOnly = l.newOnly
	res := &Result{
		NewOnly: l.newOnly, Version: ResultVersion, Source: req.Source, Base: l.target.base(), Head: l.target.at.Commit,
		Findings: []finding.Finding{}, Notices: l.notices,
		Counts: Counts{Memories: len(j.in.Snapshot.Memories()), Commits: len(l.commits)},
	}
	if len(j.in.Snapshot.Files) == 0 && !l.target.wordsOnly {
		res.Notices = append(res.Notices, noMemory(req.Source))
	}
	allow := allowList{entries: j.in.Policy.Allow, now: req.Now, partly: j.in.NewOnly || l.newOnly}
	for _, f := range j.findings(&allow) {
		res.Verdict = worse(res.Verdict, verdictOf(f, req.FailOn))
		switch {
		case !Shown(f.Path, req.Paths):
			res.Counts.Hidden++
			continue
		case f.Older:
			res.Counts.Older++
		}
		res.Findings = append(res.Findings, f)
	}
	res.Counts.Allowed = allow.count
	res.Verdict = cmp.Or(res.Verdict, Pass)
	res.Notices = append(res.Notices, j.nothingAt(req.Paths)...)
	res.Notices = append(res.Notices, j.notices...)
	if !l.target.wordsOnly {
		res.Notices = append(res.Notices, allow.notices()...)
	}
	if res.Notices == nil {
		res.Notices = []string{}
	}
	for i := range res.Notices {
		res.Notices[i] = j.safe(res.Notices[i])
	}
	return res
}

// nothingAt names the paths asked for at which nothing lies and nothing was found.
func (j *judge) nothingAt(paths []string) []string {
	var out []string
	for _, p := range paths {
		found := slices.ContainsFunc(j.reports, func(r judged) bool { return Shown(r.path(), []string{p}) })
		if p != "." && !j.in.Snapshot.Tree.Has(p) && !found {
			out = append(out, fmt.Sprintf("there is nothing at %q", p))
		}
	}
	return out
}

// verdictOf says what one finding makes of the whole.
func verdictOf(f finding.Finding, failOn finding.Severity) Verdict {
	switch {
	case f.Older:
		return Pass
	case failOn != finding.Off && f.Severity >= failOn:
		return Block
	case f.Severity >= finding.Warn:
		return Warn
	}
	return Pass
}

// Narrow gives r with some of its findings alone, and the verdict that those come to.
func (r *Result) Narrow(some []finding.Finding, failOn finding.Severity) *Result {
	out := *r
	out.Findings, out.Verdict = some, Pass
	for _, f := range some {
		out.Verdict = worse(out.Verdict, verdictOf(f, failOn))
	}
	return &out
}

func worse(a, b Verdict) Verdict {
	order := []Verdict{"", Pass, Warn, Block}
	if slices.Index(order, a) > slices.Index(order, b) {
		return a
	}
	return b
}

// Shown reports whether p is at or below one of the paths asked for; it is when none are.
func Shown(p string, paths []string) bool {
	return len(paths) == 0 || slices.ContainsFunc(paths, func(want string) bool {
		want = path.Clean(want)
		return want == "." || p == want || strings.HasPrefix(p, want+"/")
	})
}

// findings makes findings of the reports: sorted, one a rule and line, and a
// past secret only where the state that is judged does not show it anyway.
func (j *judge) findings(allow *allowList) []finding.Finding {
	var all []finding.Finding
	for _, r := range j.distinct(allow) {
		all = append(all, j.finding(r))
	}
	known := map[string]bool{}
	id := func(f finding.Finding) string { return f.Rule + "\x00" + f.Path + "\x00" + f.Fingerprint }
	for _, f := range all {
		if f.Commit == "" {
			known[id(f)] = true
		}
	}
	all = slices.DeleteFunc(all, func(f finding.Finding) bool {
		told := f.Commit != "" && f.Path != "" && known[id(f)]
		known[id(f)] = true // history comes oldest first: the first commit is named
		return told
	})
	slices.SortStableFunc(all, finding.Compare)
	return all
}

// maxAlike is how many findings of one rule in one file are told apart, new and older
// ones each, so that a hostile text can't make the report endless.
const maxAlike = 1000

// A place is where a rule can speak once.
type place struct {
	rule, path, commit string
	older              bool
	line               int
}

// distinct leaves one report a rule and line, new ones before older ones, and of each
// rule and file no more than anybody reads. What is allowed goes first, so that it
// never stands for what is not.
func (j *judge) distinct(allow *allowList) []judged {
	for i := range j.reports {
		j.reports[i].older = j.older(j.reports[i])
	}
	if j.newOnly {
		j.reports = slices.DeleteFunc(j.reports, func(r judged) bool { return r.older })
	}
	slices.SortStableFunc(j.reports, func(a, b judged) int { return rank(a.older) - rank(b.older) })
	lines, files := map[place]bool{}, map[place]int{}
	return slices.DeleteFunc(j.reports, func(r judged) bool {
		at := place{rule: r.rule.ID, path: r.path(), commit: r.commit, line: r.line()}
		if lines[at] || allow.concerns(at.rule) && allow.takes(j.finding(r), r) {
			return true
		}
		lines[at] = true
		at.line, at.older = 0, r.older
		files[at]++
		if files[at] == maxAlike+1 {
			j.notices = append(j.notices, fmt.Sprintf("%s: only %d findings of %s are told", at.path, maxAlike, at.rule))
		}
		return files[at] > maxAlike
	})
}

func rank(older bool) int {
	if older {
		return 1
	}
	return 0
}
