package review

import (
	"strconv"

	"github.com/teammem/teammem/internal/lazy"
)

// DecideQueue judges a group of a merge queue: pull requests that the host merges at
// once, each with what Decide says of it now. The owners can have changed since it was
// queued, so all are judged again; a queue can't wait, so all but success fails.
// A list that is not whole, or empty, fails.
func DecideQueue(group List[Sibling]) Decision {
	d := Decision{State: Success, Description: "every pull request of the queue is approved"}
	for _, s := range group.Items {
		if s.State != Success {
			d.Blocks = append(d.Blocks, say("pull request %d is not approved", s.Number))
		}
	}
	if !group.Whole || len(group.Items) == 0 {
		d.Blocks = append(d.Blocks, "which pull requests are in the queue could not be read")
	}
	if len(d.Blocks) > 0 {
		d.State, d.Description = Failure, clip(d.Blocks[0])
	}
	return d
}

// A QueueBranch is what the name of a branch of a merge queue says: which pull request it adds to
// what, for which base.
type QueueBranch struct {
	Base   string // the name of the branch
	Number int
	On     string // the commit it is built on
}

// queueRef is the name of a branch of a merge queue:
// gh-readonly-queue/<base>/pr-<number>-<commit>.
var queueRef = lazy.Regexp(`^(?:refs/heads/)?gh-readonly-queue/(.+)/pr-([1-9][0-9]{0,8})-([0-9a-f]{40}|[0-9a-f]{64})$`)

// ParseQueueBranch reads the name of a branch of a merge queue, with or without refs/heads/.
func ParseQueueBranch(ref string) (b QueueBranch, ok bool) {
	m := queueRef.Get().FindStringSubmatch(ref)
	if m == nil {
		return QueueBranch{}, false
	}
	number, err := strconv.Atoi(m[2])
	return QueueBranch{Base: m[1], Number: number, On: m[3]}, err == nil
}
