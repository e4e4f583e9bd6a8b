package action

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// An event is what GitHub writes into GITHUB_EVENT_PATH, as far as it says what to judge.
// https://docs.github.com/en/webhooks/webhook-events-and-payloads
type event struct {
	Repository struct {
		FullName      string `json:"full_name"`
		DefaultBranch string `json:"default_branch"`
	} `json:"repository"`
	PullRequest *struct {
		Number int    `json:"number"`
		State  string `json:"state"`
		Base   side   `json:"base"`
		Head   side   `json:"head"`
	} `json:"pull_request"`
	MergeGroup *struct {
		BaseSHA string `json:"base_sha"`
		HeadSHA string `json:"head_sha"`
	} `json:"merge_group"`
	Ref     string `json:"ref"`
	Before  string `json:"before"`
	After   string `json:"after"`
	Deleted bool   `json:"deleted"`
}

type side struct {
	SHA string `json:"sha"`
	Ref string `json:"ref"`
}

// maxEvent is how many bytes of an event are read. GitHub caps payloads at 25 MB.
const maxEvent = 32 << 20

// readEvent reads the file of an event of the repository named "owner/name".
func readEvent(path, repository string) (*event, error) {
	text, err := eventText(path)
	if err != nil {
		return nil, err
	}
	return parseEvent(text, repository)
}

func eventText(path string) ([]byte, error) {
	if path == "" {
		return nil, errors.New("GITHUB_EVENT_PATH is not set, so nothing says what to judge\nrun it in a step of GitHub Actions, or name a range with the input \"range\"")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the event: %w\nGITHUB_EVENT_PATH names it: run this in a step of GitHub Actions", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxEvent+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the event: %w", err)
	case len(text) > maxEvent:
		return nil, fmt.Errorf("the event in %q is larger than %d bytes", path, maxEvent)
	}
	return text, nil
}

func parseEvent(text []byte, repository string) (*event, error) {
	var e event
	if err := json.Unmarshal(text, &e); err != nil {
		return nil, fmt.Errorf("the event can't be read as JSON, so it may be cut: %w\nrun the job again", err)
	}
	if e.Repository.FullName == "" {
		return nil, errors.New("the event does not name its repository, so it may be cut")
	}
	if !strings.EqualFold(e.Repository.FullName, repository) {
		return nil, fmt.Errorf("the event is of the repository %q, and GITHUB_REPOSITORY is %q", e.Repository.FullName, repository)
	}
	return &e, nil
}

// isID reports whether s is a full object id: hexadecimal, of SHA-1 or SHA-256.
func isID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// isNone reports whether s is the id that stands for no commit.
func isNone(s string) bool { return isID(s) && strings.Trim(s, "0") == "" }

// wantIDs refuses what is no id of a commit. Pairs are a name and a value.
func wantIDs(pairs ...string) error {
	for i := 0; i < len(pairs); i += 2 {
		if !isID(pairs[i+1]) || isNone(pairs[i+1]) {
			return fmt.Errorf("%s in the event is %q, want the id of a commit", pairs[i], pairs[i+1])
		}
	}
	return nil
}
