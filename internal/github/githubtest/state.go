package githubtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// A State is what a host knows.
type State struct {
	Repository string  `json:"repository"` // OWNER/NAME
	Pulls      []*Pull `json:"pulls"`
	// Permissions are by login: admin, maintain, write, triage, read or none. The host says 404 of
	// who is not in it.
	Permissions map[string]string `json:"permissions"`
	// Teams are the members by ORG/SLUG. They are shown to TeamToken alone, as on GitHub.
	Teams map[string][]string `json:"teams"`
	Bots  []string            `json:"bots"` // logins of type Bot besides those that end in [bot]
	// Commits are the files of a commit by its id and their path. One that is null is gone.
	Commits map[string]map[string]File `json:"commits"`
	// Branches are the commits that branches are at, where that is not the base of a pull request into
	// them; "" is one that is gone.
	Branches map[string]string `json:"branches"`
	Queue    []Queued          `json:"queue"`
	// Left is where commits left the base branch, by id; else that is the base.
	Left map[string]string `json:"left"`
	// Addresses are logins by the e-mail address with which they wrote a commit of the default branch.
	Addresses map[string]string `json:"addresses"`
	Comments  []Comment         `json:"comments"`
	Faults    []Fault           `json:"faults"`
}

// A Pull is a pull request. The zero Pull is number 7, by alice, with one memory.
type Pull struct {
	Number    int      `json:"number"`
	Author    string   `json:"author"` // "-": a deleted account
	Assignees []string `json:"assignees"`
	Draft     bool     `json:"draft"`
	State     string   `json:"state"` // open or closed
	Head      string   `json:"head"`
	HeadRef   string   `json:"head_ref"`
	Fork      string   `json:"fork"` // OWNER/NAME of the repository of the head; "": this one
	Base      string   `json:"base"`
	BaseRef   string   `json:"base_ref"`

	// Files are paths; "OLD => NEW" is a rename. ManyFiles come before them.
	Files        []string `json:"files"`
	ManyFiles    int      `json:"many_files"`
	ChangedFiles *int     `json:"changed_files"` // nil: as many as there are
	// Commits end with the head. ManyCommits by the author come before them.
	Commits     []Commit `json:"commits"`
	ManyCommits int      `json:"many_commits"`
	CommitCount *int     `json:"commit_count"` // nil: as many as there are
	// Reviews are "WHO STATE [COMMIT]", oldest first; without a commit of the head, and "-" is
	// nobody or no commit. ManyReviews are comments that come before them.
	Reviews     []string `json:"reviews"`
	ManyReviews int      `json:"many_reviews"`
	Pushers     []string `json:"pushers"` // nil: the author
	// Merged is what the merge that tries the pull request changes of the files of the base; "" takes one
	// away. Untried, there is none yet, and with a conflict none at all.
	Merged   map[string]string `json:"merged"`
	Untried  int               `json:"untried"` // so many answers come before it is there
	Conflict bool              `json:"conflict"`
	// Events are "KIND TIME", the time as of reviews: minute:second of 2026-01-02T03.
	Events []string `json:"events"`
}

// A Commit is one commit of a pull request. Author and Committer are logins, "-" where the host
// knows no account.
type Commit struct {
	ID        string `json:"id"`
	Author    string `json:"author"`
	Committer string `json:"committer"` // "": the author
	Email     string `json:"email"`     // of the author; "": LOGIN@example.com
	Message   string `json:"message"`
}

// A File is a file at a commit: in JSON its text, or an object.
type File struct {
	Text string `json:"text"`
	Mode string `json:"mode"` // "": 100644
	Size int    `json:"size"` // 0: as long as the text is
}

// UnmarshalJSON reads the text alone, or all of it.
func (f *File) UnmarshalJSON(src []byte) error {
	type whole File
	if bytes.HasPrefix(src, []byte(`"`)) {
		return json.Unmarshal(src, &f.Text)
	}
	return json.Unmarshal(src, (*whole)(f))
}

// Queued is a pull request in a merge queue: its branch is built on a commit. Where its head has no files in
// Commits, they are those of the base of the pull request.
type Queued struct {
	Pull int    `json:"pull"`
	Base string `json:"base"` // the branch; "": main
	On   string `json:"on"`
	Head string `json:"head"`
}

// Ref is the name of the branch of the queue.
func (q Queued) Ref() string {
	return fmt.Sprintf("refs/heads/gh-readonly-queue/%s/pr-%d-%s", or(q.Base, "main"), q.Pull, ID(q.On))
}

// A Comment is one of a pull request.
type Comment struct {
	ID   int    `json:"id"`
	Pull int    `json:"pull"`
	By   string `json:"by"` // a login
	Body string `json:"body"`
}

// A Fault is what goes wrong with some requests.
type Fault struct {
	On    string `json:"on"`    // "GET /pulls/7", below the repository; * at the end is anything
	From  int    `json:"from"`  // the first request it meets; 0 is 1, the first of all
	Times int    `json:"times"` // how many it meets; 0: all
	// Code is the status of the answer; 0 is 200. How is one of html, slow, cut and garbage.
	Code    int               `json:"code"`
	How     string            `json:"how"`
	Headers map[string]string `json:"headers"`
	// Head is where the head of the pull request is from this request on, which is answered.
	Head string `json:"head"`
}

// Default is the state of which the package tells.
func Default() *State {
	return &State{
		Repository:  "team/notes",
		Pulls:       []*Pull{{}},
		Permissions: map[string]string{"olga": "write", "alice": "admin", "mallory": "read"},
		Commits:     map[string]map[string]File{"b": {"CODEOWNERS": {Text: "/.agent/ @olga\n"}}},
	}
}

// Parse reads a state as JSON. What it does not name is as in Default.
func Parse(src []byte) (*State, error) {
	s := Default()
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, fmt.Errorf("the state of the host: %w", err)
	}
	return s, nil
}

// fill gives a pull request what it does not name.
func (p *Pull) fill() {
	if p.Number == 0 {
		p.Number = 7
	}
	p.Author, p.State = or(p.Author, "alice"), or(p.State, "open")
	p.Head, p.HeadRef = ID(or(p.Head, "a")), or(p.HeadRef, "say-why")
	p.Base, p.BaseRef = ID(or(p.Base, "b")), or(p.BaseRef, "main")
	if p.Files == nil {
		p.Files = []string{".agent/team-memory/build.md"}
	}
	if p.Commits == nil {
		p.Commits = []Commit{{}}
	}
	if p.Pushers == nil {
		p.Pushers = []string{p.Author}
	}
}

// ID makes an id of one digit, and leaves a longer one as it is.
func ID(s string) string {
	if len(s) == 1 {
		return strings.Repeat(s, 40)
	}
	return s
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
