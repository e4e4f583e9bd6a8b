// Package doctor says whether a clone is set up so that team memory is judged, reviewed and
// delivered. It judges facts that others gathered, opens nothing, and says of each thing what
// was found, what was wanted and what to do. What is not known is said to be so.
package doctor

import "slices"

// A State is what a look at one thing came to.
type State string

// The states. Unknown is neither good nor bad: nobody could see it from here.
const (
	OK      State = "ok"
	Warn    State = "warn"
	Fail    State = "fail"
	Unknown State = "unknown"
)

// A Line is what is said of one thing. Texts may hold what a repository says: they have to be
// made safe before they are printed.
type Line struct {
	Check  string `json:"check"` // what was looked at
	State  State  `json:"state"`
	Fault  string `json:"fault"` // its stable name; "" when nothing is wrong or nothing is known
	Found  string `json:"found"`
	Wanted string `json:"wanted"`
	Fix    string `json:"fix"` // "" when there is nothing to do
}

// A Fault is one thing that can be wrong.
type Fault struct {
	Name  string // kebab case, stable for ever
	State State  // Warn or Fail
	Title string // what is wrong, in a few words
}

// A Check is one thing that is looked at.
type Check struct {
	Name   string
	Wanted string
	Faults []*Fault
	judge  func(f *Facts, r *reply)
}

// A reply takes what one check has to say.
type reply struct {
	check *Check
	lines []Line
}

func (r *reply) say(s State, fault, found, fix string) {
	r.lines = append(r.lines, Line{r.check.Name, s, fault, found, r.check.Wanted, fix})
}

func (r *reply) ok(found string)                   { r.say(OK, "", found, "") }
func (r *reply) unknown(why, fix string)           { r.say(Unknown, "", why, fix) }
func (r *reply) fault(f *Fault, found, fix string) { r.say(f.State, f.Name, found, fix) }

// resultVersion is the version of the JSON form of a Result.
const resultVersion = 1

// A Result is all that doctor has to say. It is the JSON that teammem promises.
type Result struct {
	Version int    `json:"version"`
	Verdict string `json:"verdict"` // pass, warn or block, as that of a check
	Counts  Counts `json:"counts"`
	Lines   []Line `json:"lines"`
}

// Counts says how many lines have each state.
type Counts struct {
	OK      int `json:"ok"`
	Warn    int `json:"warn"`
	Fail    int `json:"fail"`
	Unknown int `json:"unknown"`
}

// Judge says what the facts come to, in the order of Checks.
func Judge(f *Facts) *Result {
	res := &Result{Version: resultVersion, Verdict: "pass", Lines: []Line{}}
	for _, c := range Checks {
		r := &reply{check: c}
		c.judge(f, r)
		res.Lines = append(res.Lines, r.lines...)
	}
	res.tellOnce()
	res.count()
	return res
}

// tellOnce leaves of the lines that are not known for the same reason the first.
func (res *Result) tellOnce() {
	seen := map[string]bool{}
	res.Lines = slices.DeleteFunc(res.Lines, func(l Line) bool {
		told := l.State == Unknown && l.Fix != "" && seen[l.Found+l.Fix]
		if l.State == Unknown {
			seen[l.Found+l.Fix] = true
		}
		return told
	})
}

func (res *Result) count() {
	for _, l := range res.Lines {
		switch l.State {
		case OK:
			res.Counts.OK++
		case Warn:
			res.Counts.Warn++
		case Fail:
			res.Counts.Fail++
		default:
			res.Counts.Unknown++
		}
	}
	switch {
	case res.Counts.Fail > 0:
		res.Verdict = "block"
	case res.Counts.Warn > 0:
		res.Verdict = "warn"
	}
}

// Checks are all checks, in the order in which they are told.
var Checks = []*Check{
	gitCheck, clockCheck, repositoryCheck,
	folderCheck, ignoreCheck, spellingCheck, trackedCheck, mergedCheck,
	indexCheck, listedCheck, policyCheck, memoryCheck,
	hooksCheck, probeCheck, worktreesCheck,
	agentFilesCheck, agentLoadsCheck, agentHooksCheck,
	codeownersCheck, ownedCheck,
	workflowCheck, gateCheck, writtenCheck, pinCheck, requiredCheck,
	storeCheck, permissionsCheck, leftoversCheck, lockCheck, mirrorCheck, orphansCheck,
	canaryCheck, receiptCheck,
}
