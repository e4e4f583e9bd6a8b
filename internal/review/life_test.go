package review_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/review"
)

func day(n int) time.Time { return time.Date(2030, 1, 1+n, 0, 0, 0, 0, time.UTC) }

// A life is a pull request and, beside it, the simplest account of what should hold.
type life struct {
	f      *facts
	pushed []string // all commits, the trees of which are in f.Trees

	// What each owner has said since they last said something else.
	approved map[string][]string
	objects  map[string]bool
}

func (l *life) push(t *rapid.T) {
	c := fmt.Sprintf("%040x", len(l.pushed)+1)
	tree := l.f.Trees[l.f.Head]
	if rapid.Bool().Draw(t, "memory changes") {
		tree = c
	}
	l.pushed = append(l.pushed, c)
	l.f.Trees[c] = tree
	l.f.Head, l.f.HeadNow = c, c
}

func (l *life) pushBack(t *rapid.T) {
	l.f.Head = pick(t, "back to", l.pushed)
	l.f.HeadNow = l.f.Head
}

func (l *life) say(login string, s review.ReviewState) {
	l.f.Reviews.Items = append(l.f.Reviews.Items, says(login, s, l.f.Head))
}

func (l *life) approve(t *rapid.T) {
	who := pick(t, "approves", people)
	l.say(who, yes)
	l.approved[who] = append(l.approved[who], l.f.Head)
	l.objects[who] = false
}

func (l *life) object(t *rapid.T) {
	who := pick(t, "objects", people)
	l.say(who, no)
	l.approved[who], l.objects[who] = nil, true
}

func (l *life) comment(t *rapid.T) { l.say(pick(t, "comments", people), comment) }

// dismiss edits the last review of somebody that was more than a comment.
func (l *life) dismiss(t *rapid.T) {
	who := pick(t, "is dismissed", people)
	for i := len(l.f.Reviews.Items) - 1; i >= 0; i-- {
		r := &l.f.Reviews.Items[i]
		if r.User.Login == who && r.State != comment {
			r.State = gone
			l.approved[who], l.objects[who] = nil, false
			return
		}
	}
}

// want is the state that should hold: owners are ann, cay and bob, who is the author.
func (l *life) want() review.State {
	count := 0
	for _, who := range []string{"ann", "cay", "bob"} {
		if l.objects[who] {
			return review.Failure
		}
		if who != "bob" && l.holds(l.approved[who]) {
			count++
		}
	}
	if l.f.Draft || count < l.f.Policy.Review.Required {
		return review.Waiting
	}
	return review.Success
}

func (l *life) holds(approved []string) bool {
	for _, c := range approved {
		if c == l.f.Head || l.f.Policy.Review.Stale == policy.StaleByTree && l.f.Trees[c] == l.f.Trees[l.f.Head] {
			return true
		}
	}
	return false
}

// The life of a pull request, step by step, against a simple account of it.
func TestLife(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := &life{f: change(), approved: map[string][]string{}, objects: map[string]bool{}}
		l.f.Codeowners = codeowners("* @ann @cay @bob\n")
		l.f.Policy.Review.Required = rapid.IntRange(1, 2).Draw(t, "required")
		l.f.Policy.Review.Stale = pick(t, "stale", []policy.Stale{policy.StaleByCommit, policy.StaleByTree})
		l.f.Trees[head] = "first"
		l.pushed = []string{head}
		t.Repeat(map[string]func(*rapid.T){
			"push": l.push, "push back": l.pushBack, "approve": l.approve, "approve again": l.approve,
			"object": l.object, "comment": l.comment, "dismiss": l.dismiss,
			"draft": func(*rapid.T) { l.f.Draft = !l.f.Draft },
			"": func(t *rapid.T) {
				if d := review.Decide(l.f); d.State != l.want() {
					t.Fatalf("%s (%s), want %s", d.State, of(d), l.want())
				}
			},
		})
	})
}
