package github

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/github/githubtest"
	"github.com/teammem/teammem/internal/review"
)

func TestGather(t *testing.T) {
	approved := func(h *host) { h.reviewed(reviewBy("olga", "APPROVED", headID)) }
	cases := []struct {
		name   string
		change func(*host)
		want   review.State
		words  string
	}{
		{"nobody reviewed", func(*host) {}, review.Waiting, ""},
		{"an owner approves", approved, review.Success, "approved by olga"},
		{"the author approves", func(h *host) { h.reviewed(reviewBy("alice", "APPROVED", headID)) }, review.Waiting, "nobody approves a change of their own"},
		{"login in another case", func(h *host) {
			h.reviewed(reviewBy("OLGA", "APPROVED", headID))
			h.Answers[repo+"/collaborators/OLGA/permission"] = may("write")
		}, review.Success, ""},
		{"who pushed approves", func(h *host) {
			approved(h)
			h.Answers[repo+"/activity"] = list{pushBy("olga")}
		}, review.Waiting, "pushed to the branch"},
		{"a co-author approves", func(h *host) {
			approved(h)
			c := h.Answers[repo+"/pulls/7/commits"].(list)[0].(object)
			c["commit"].(object)["message"] = "say why\n\nCo-authored-by: O <1+olga@users.noreply.github.com>\n"
		}, review.Waiting, "co-author"},
		{"read only", func(h *host) {
			approved(h)
			h.Answers[repo+"/collaborators/olga/permission"] = may("read")
		}, review.Waiting, "can't write"},
		{"a permission that is refused", func(h *host) {
			approved(h)
			delete(h.Answers, repo+"/collaborators/olga/permission")
		}, review.Waiting, "is not known"},
		{"a bot", func(h *host) {
			r := reviewBy("olga", "APPROVED", headID)
			r["user"].(object)["type"] = "Bot"
			h.reviewed(r)
		}, review.Waiting, "agent or a bot"},
		{"a deleted account", func(h *host) {
			r := reviewBy("olga", "APPROVED", headID)
			r["user"] = nil
			h.reviewed(r)
		}, review.Waiting, ""},
		{"no commit", func(h *host) {
			r := reviewBy("olga", "APPROVED", headID)
			r["commit_id"] = nil
			h.reviewed(r)
		}, review.Waiting, "names no commit"},
		{"an older commit", func(h *host) { h.reviewed(reviewBy("olga", "APPROVED", oldID)) }, review.Waiting, "and the head is"},
		{"changes requested on page two", func(h *host) {
			var reviews list
			for range 100 {
				reviews = append(reviews, reviewBy("olga", "APPROVED", headID))
			}
			h.reviewed(append(reviews, reviewBy("olga", "CHANGES_REQUESTED", headID))...)
		}, review.Failure, "wants changes"},
		{"memory on the fourth page of files", func(h *host) { manyFiles(h, 301, ".agent/team-memory/build.md") }, review.Waiting, ""},
		{"many files without memory", func(h *host) { manyFiles(h, 301, "last.go") }, review.Success, "no memory change"},
		{"more files than are listed", func(h *host) { manyFiles(h, 3000, "last.go"); h.pr()["changed_files"] = 3001 }, review.Failure, ""},
		{"a file without a name", func(h *host) {
			h.Lax = true
			h.Answers[repo+"/pulls/7/files"] = list{object{"sha": id("8"), "status": "modified"}}
		}, review.Failure, ""},
		{"a page of files that comes twice", func(h *host) { manyFiles(h, 200, ".agent/team-memory/build.md"); twice(h, "/files") }, review.Failure, ""},
		{"a page of reviews that comes twice", func(h *host) {
			var reviews list
			for range 199 {
				reviews = append(reviews, reviewBy("olga", "APPROVED", headID))
			}
			h.reviewed(append(reviews, reviewBy("olga", "CHANGES_REQUESTED", headID))...)
			twice(h, "/reviews")
		}, review.Failure, "reviews could be read"},
		{"a page of commits that comes twice", func(h *host) {
			approved(h)
			one := h.Answers[repo+"/pulls/7/commits"].(list)[0].(object)
			var commits list
			for i := range 200 {
				c := maps.Clone(one)
				c["sha"] = fmt.Sprintf("%040x", i+1)
				commits = append(commits, c)
			}
			h.Answers[repo+"/pulls/7/commits"] = commits
			h.pr()["commits"] = 200
			twice(h, "/commits")
		}, review.Failure, "commits could be read"},
		{"no word of a second page", func(h *host) {
			var reviews list
			for range 100 {
				reviews = append(reviews, reviewBy("olga", "APPROVED", headID))
			}
			h.reviewed(append(reviews, reviewBy("olga", "CHANGES_REQUESTED", headID))...)
			unlinked(h, "/reviews")
		}, review.Failure, "wants changes"},
		{"no count of files", func(h *host) { h.Lax = true; delete(h.pr(), "changed_files") }, review.Failure, ""},
		{"more commits than are listed", func(h *host) { approved(h); h.pr()["commits"] = 251 }, review.Failure, ""},
		{"a memory renamed away", func(h *host) {
			h.Answers[repo+"/pulls/7/files"] = list{object{"filename": "x.md", "sha": id("8"), "previous_filename": ".agent/team-memory/x.md", "status": "renamed"}}
		}, review.Waiting, ""},
		{"a draft", func(h *host) { approved(h); h.pr()["draft"] = true }, review.Waiting, "draft"},
		{"a fork that is gone", func(h *host) { approved(h); h.Lax = true; h.pr()["head"].(object)["repo"] = nil }, review.Success, ""},
		{"no CODEOWNERS, no policy", func(h *host) { approved(h); h.Answers[repo+"/git/trees/"+baseID] = tree() }, review.Failure, "nobody owns"},
		{"CODEOWNERS too large", func(h *host) {
			approved(h)
			h.Answers[repo+"/git/trees/"+baseID] = tree(entry("CODEOWNERS", "blob", "100644", id("d"), 3<<20+1))
		}, review.Failure, "3 MB"},
		{"CODEOWNERS is a link", func(h *host) {
			approved(h)
			h.Answers[repo+"/git/trees/"+baseID] = tree(entry("CODEOWNERS", "blob", "120000", id("d"), 15))
			h.Answers[repo+"/git/blobs/"+id("d")] = raw("/.agent/ @olga\n")
		}, review.Failure, "could not be read"},
		{"a CODEOWNERS that is a folder is none", func(h *host) {
			approved(h)
			owned := h.Answers[repo+"/git/trees/"+baseID].(object)["tree"].(list)[0]
			h.Answers[repo+"/git/trees/"+baseID] = tree(entry(".github", "tree", "040000", id("e"), 0), owned)
			h.Answers[repo+"/git/trees/"+id("e")] = tree(entry("CODEOWNERS", "tree", "040000", id("f"), 0))
		}, review.Success, "approved by olga"},
		{"a CODEOWNERS of a folder comes first", func(h *host) {
			approved(h)
			h.Answers[repo+"/git/trees/"+baseID] = tree(entry(".github", "tree", "040000", id("e"), 0), entry("CODEOWNERS", "blob", "100644", id("d"), 15))
			h.Answers[repo+"/git/trees/"+id("e")] = tree(entry("CODEOWNERS", "blob", "100644", id("f"), 9))
			h.Answers[repo+"/git/blobs/"+id("f")] = raw("* @petra\n")
		}, review.Waiting, "owns nothing"},
		{"a merge that changes only a mode", func(h *host) {
			h.Answers[repo+"/pulls/7/files"] = list{file("main.go")}
			owned := maps.Clone(h.Answers[repo+"/git/trees/"+baseID].(object)["tree"].(list)[0].(object))
			owned["mode"] = "120000"
			h.Answers[repo+"/git/trees/"+h.pr()["merge_commit_sha"].(string)] = tree(owned)
		}, review.Waiting, "an administrator"},
		{"a base that is gone", func(h *host) { approved(h); delete(h.Answers, repo+"/git/ref/heads/main") }, review.Failure, "could not be read"},
		{"another base", func(h *host) {
			approved(h)
			h.pr()["base"].(object)["ref"] = "re/lease 1"
			h.Answers[repo+"/git/ref/heads/re/lease 1"] = object{"ref": "refs/heads/re/lease 1", "node_id": "n", "url": "u", "object": object{"type": "commit", "url": "u", "sha": oldID}}
			h.Answers[repo+"/git/trees/"+oldID] = tree()
		}, review.Failure, "nobody owns"},
		{"a base that went on", func(h *host) { approved(h); h.pr()["base"].(object)["sha"] = oldID }, review.Success, "approved by olga"},
		{"a policy that is wrong", func(h *host) { approved(h); withPolicy(h, "no-such-key: 1\n") }, review.Failure, "can't be read"},
		{"nothing is required", func(h *host) { withPolicy(h, "review:\n  required: 0\n") }, review.Success, "nothing is required"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, "")
			c.change(h)
			wantState(t, h.gather(t), c.want, c.words)
		})
	}
}

// twice gives the first page of a list of 200 for the second one, too.
func twice(h *host, what string) {
	h.Odd["GET "+repo+"/pulls/7"+what] = func(w http.ResponseWriter, r *http.Request) {
		if githubtest.Number(r, "page", 1) == 1 {
			w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?page=2>; rel="next"`, r.Host, r.URL.Path))
		}
		all := h.Answers[repo+"/pulls/7"+what].(list)[:100]
		if githubtest.Number(r, "page", 1) > 2 {
			all = list{}
		}
		answer(w, 200, all)
	}
}

// unlinked gives the pages of a list without saying that there is another.
func unlinked(h *host, what string) {
	h.Odd["GET "+repo+"/pulls/7"+what] = func(w http.ResponseWriter, r *http.Request) {
		all := h.Answers[repo+"/pulls/7"+what].(list)
		from := min(100*(githubtest.Number(r, "page", 1)-1), len(all))
		answer(w, 200, all[from:min(from+100, len(all))])
	}
}

func manyFiles(h *host, n int, last string) {
	var files list
	for i := range n - 1 {
		files = append(files, file(fmt.Sprintf("src/%d.go", i)))
	}
	h.Answers[repo+"/pulls/7/files"] = append(files, file(last))
	h.pr()["changed_files"] = n
}

// withPolicy puts a policy next to the CODEOWNERS at the base.
func withPolicy(h *host, text string) {
	t := h.Answers[repo+"/git/trees/"+baseID].(object)
	t["tree"] = append(t["tree"].(list), entry(".agent", "tree", "040000", id("1"), 0))
	h.Answers[repo+"/git/trees/"+id("1")] = tree(entry("teammem.yaml", "blob", "100644", id("2"), len(text)))
	h.Answers[repo+"/git/blobs/"+id("2")] = raw(text)
}

func TestStaleByTree(t *testing.T) {
	at := func(h *host, commit, agent, memory string) {
		h.Answers[repo+"/git/trees/"+commit] = tree(entry(".agent", "tree", "040000", agent, 0))
		h.Answers[repo+"/git/trees/"+agent] = tree(entry("team-memory", "tree", "040000", memory, 0))
	}
	cases := []struct {
		name   string
		change func(*host)
		want   review.State
		words  string
	}{
		{"the same memory", func(h *host) { at(h, oldID, id("5"), id("4")) }, review.Success, "olga"},
		{"another memory", func(h *host) { at(h, oldID, id("5"), id("6")) }, review.Waiting, "the memory changed since"},
		{"a commit that is gone", func(*host) {}, review.Waiting, "is not known"},
		{"no memory then", func(h *host) { h.Answers[repo+"/git/trees/"+oldID] = tree() }, review.Waiting, "the memory changed since"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, "")
			withPolicy(h, "review:\n  stale: memory-tree\n")
			h.reviewed(reviewBy("olga", "APPROVED", oldID))
			at(h, headID, id("3"), id("4"))
			c.change(h)
			wantState(t, h.gather(t), c.want, c.words)
		})
	}
}

func TestTeams(t *testing.T) {
	const member, team = "/orgs/team/teams/keepers/memberships/olga", "/orgs/team/teams/keepers"
	keepers := object{"id": 1, "slug": "keepers", "name": "keepers", "description": nil, "permission": "pull", "type": "organization"}
	cases := []struct {
		name    string
		change  func(*host)
		want    review.Answer
		missing bool
	}{
		{"a member", func(h *host) { h.Answers[member] = object{"state": "active"} }, review.Yes, false},
		{"invited", func(h *host) { h.Answers[member] = object{"state": "pending"} }, review.No, false},
		{"a word that is not known", func(h *host) { h.Lax = true; h.Answers[member] = object{"state": "odd"} }, review.Unknown, false},
		{"no member of a team that is shown", func(h *host) { h.Answers[team] = keepers }, review.No, false},
		{"a team that is hidden", func(*host) {}, review.Unknown, true},
		{"refused", func(h *host) { h.Odd["GET "+member] = says(403); h.Answers[team] = keepers }, review.Unknown, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, "")
			const owned = "/.agent/ @team/keepers\n"
			h.Answers[repo+"/git/trees/"+baseID] = tree(entry("CODEOWNERS", "blob", "100644", id("d"), len(owned)))
			h.Answers[repo+"/git/blobs/"+id("d")] = raw(owned)
			h.reviewed(reviewBy("olga", "APPROVED", headID))
			c.change(h)
			g := h.gather(t)
			if got := g.Reviewers[0].Teams["@team/keepers"]; got != c.want {
				t.Errorf("the answer is %d, want %d", got, c.want)
			}
			if got := strings.Contains(strings.Join(g.Missing, "\n"), "Members: read"); got != c.missing {
				t.Errorf("missing are %q", g.Missing)
			}
		})
	}
}

// open puts other pull requests with the head of 7 beside it, of which only a memory is known.
func (h *host) open(t *testing.T, others ...object) {
	t.Helper()
	open := list{h.pr()}
	for _, other := range others {
		at := fmt.Sprintf("%s/pulls/%d", repo, other["number"])
		h.Answers[at], h.Answers[at+"/reviews"] = other, list{}
		h.Answers[at+"/files"], h.Answers[at+"/commits"] = h.Answers[repo+"/pulls/7/files"], h.Answers[repo+"/pulls/7/commits"]
		open = append(open, other)
	}
	h.Answers[repo+"/pulls"] = open
}

// into is a pull request into another branch, which has the files of main.
func (h *host) into(pr object, branch string) object {
	pr["base"].(object)["ref"] = branch
	h.Answers[repo+"/git/ref/heads/"+branch] = object{"ref": "refs/heads/" + branch, "node_id": "n", "url": "u", "object": object{"type": "commit", "url": "u", "sha": baseID}}
	return pr
}

func TestSiblings(t *testing.T) {
	h := newHost(t, "")
	h.reviewed(reviewBy("olga", "APPROVED", headID))
	other := h.into(h.pull(8), "release")
	h.open(t, other)
	wantState(t, h.gather(t), review.Waiting, "8")

	h.Answers[repo+"/pulls/8/reviews"] = h.Answers[repo+"/pulls/7/reviews"]
	wantState(t, h.gather(t), review.Success, "olga")

	other["user"] = githubtest.Account("olga") // into another branch it is another change, so she had no hand in this one
	if g := h.gather(t); len(g.Openers) > 0 || !slices.ContainsFunc(review.Decide(&g.Facts).Opinions, func(o review.Opinion) bool { return o.Outcome == review.Counts }) {
		t.Errorf("opened by %+v, and olga's approval does not count", g.Openers)
	}

	h.Answers[repo+"/pulls"] = list{}
	if h.gather(t).Siblings.Whole {
		t.Error("a list without the pull request itself is taken for whole")
	}
}

// TestTwins has the same change opened twice: an approval of one is one of both, and whoever opened one has a hand in both.
func TestTwins(t *testing.T) {
	h := newHost(t, "")
	other := h.pull(8)
	other["user"] = githubtest.Account("petra")
	h.open(t, other)
	wantState(t, h.gather(t), review.Waiting, "needs an approval of @olga")
	h.Answers[repo+"/pulls/8/reviews"] = list{reviewBy("olga", "APPROVED", headID)}
	wantState(t, h.gather(t), review.Success, "pull request 8 brings the same")

	h.Answers[repo+"/pulls/8/reviews"] = list{reviewBy("olga", "CHANGES_REQUESTED", headID)}
	h.reviewed(reviewBy("olga", "APPROVED", headID))
	wantState(t, h.gather(t), review.Waiting, "pull request 8 brings the same and can't be merged")

	h.Answers[repo+"/pulls/8/reviews"] = list{}
	other["user"] = githubtest.Account("olga")
	wantState(t, h.gather(t), review.Waiting, "olga opened pull request 8, which brings the same")

	// What olga opened she may not approve there either, nor what alice opened here.
	h.reviewed()
	h.Answers[repo+"/pulls/8/reviews"] = list{reviewBy("alice", "APPROVED", headID)}
	h.Answers[repo+"/git/blobs/"+codeownersID(h)] = raw("* @alice @olga\n")
	c := h.Answers[repo+"/pulls/7/commits"].(list)[0].(object)
	c["author"], c["committer"] = githubtest.Account("petra"), githubtest.Account("petra")
	h.Answers[repo+"/activity"] = list{pushBy("petra")}
	h.Answers[repo+"/collaborators/alice/permission"] = may("write")
	wantState(t, h.gather(t), review.Waiting, "")
}

// Who pushed the branch of one has a hand in the other, too: the commits are the same.
func TestTwinsArePushed(t *testing.T) {
	h := newHost(t, "")
	other := h.pull(8)
	other["user"], other["head"].(object)["ref"] = githubtest.Account("petra"), "copy"
	h.open(t, other)
	h.Answers[repo+"/pulls/8/reviews"] = list{reviewBy("olga", "APPROVED", headID)}
	pushedBoth := func(first, second string) {
		one, two := pushBy(first), pushBy(second)
		two["ref"] = "refs/heads/copy"
		h.Answers[repo+"/activity"] = list{one, two}
	}
	pushedBoth("alice", "petra")
	wantState(t, h.gather(t), review.Success, "pull request 8 brings the same")
	pushedBoth("olga", "petra")
	wantState(t, h.gather(t), review.Waiting, "")
	h.reviewed(reviewBy("olga", "APPROVED", headID))
	pushedBoth("alice", "olga")
	wantState(t, h.gather(t), review.Waiting, "olga pushed to the branch")
}

// TestManyAddresses holds of how many co-authors the host is asked who they are.
func TestManyAddresses(t *testing.T) {
	h := newHost(t, "")
	message := "say why\n\nCo-authored-by: Long <" + strings.Repeat("a", maxAddress) + "@example.com>\n"
	for i := range maxAddresses + 5 {
		message += fmt.Sprintf("Co-authored-by: X <x%d@example.com>\n", i)
	}
	h.Answers[repo+"/pulls/7/commits"].(list)[0].(object)["commit"].(object)["message"] = message
	long := 0
	h.Odd["GET "+repo+"/commits"] = func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Query().Get("author"), "aaa") {
			long++
		}
		answer(w, 200, list{})
	}
	h.gather(t)
	asked := slices.DeleteFunc(h.Asked(), func(a string) bool { return a != "GET "+repo+"/commits" })
	if len(asked) != maxAddresses || long > 0 {
		t.Errorf("%d addresses are asked for, %d of them too long", len(asked), long)
	}
}

// TestAddressOfAnother has a host that takes an e-mail address for something else, and one that doesn't say what it found: of
// neither is it known whose the address is.
func TestAddressOfAnother(t *testing.T) {
	h := newHost(t, "")
	h.reviewed(reviewBy("olga", "APPROVED", headID))
	h.Answers[repo+"/pulls/7/commits"].(list)[0].(object)["commit"].(object)["message"] = "say why\n\nCo-authored-by: X <x@example.com>\n"
	written := h.Answers[repo+"/pulls/7/commits"].(list)[0].(object)
	for _, c := range []struct {
		email string
		known bool
	}{{"X@example.com", true}, {"somebody@example.org", false}} {
		one := maps.Clone(written)
		one["author"], one["commit"] = githubtest.Account("olga"), maps.Clone(written["commit"].(object))
		one["commit"].(object)["author"] = object{"name": "X", "email": c.email, "date": "2026-01-01T00:00:00Z"}
		h.Odd["GET "+repo+"/commits"] = func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, list{one}) }
		if _, known := h.gather(t).Accounts["x@example.com"]; known != c.known {
			t.Errorf("a commit of %s: known %v, want %v", c.email, known, c.known)
		}
	}
	h.Odd["GET "+repo+"/commits"] = func(w http.ResponseWriter, _ *http.Request) { answer(w, 200, nil) }
	_, err := h.client(t).Gather(t.Context(), 7, nil)
	wantError(t, err, "see whose the e-mail address of a co-author is")
}

// TestSiblingGoesElsewhere has a pull request that is put on a branch that is not judged after it was listed.
func TestSiblingGoesElsewhere(t *testing.T) {
	h := newHost(t, "")
	h.reviewed(reviewBy("olga", "APPROVED", headID))
	listed := h.pull(8)
	h.open(t, listed)
	moved := maps.Clone(listed)
	moved["base"] = maps.Clone(listed["base"].(object))
	h.Answers[repo+"/pulls/8"] = h.into(moved, "release")
	c := h.client(t)
	c.branches = []string{"main"}
	g, err := c.Gather(t.Context(), 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := g.Siblings.Items; len(s) != 1 || s[0].Number != 8 || s[0].State != "" {
		t.Errorf("the siblings are %+v", s)
	}
	wantState(t, g, review.Waiting, "pull request 8")
}

// codeownersID is the id of CODEOWNERS at the base; its text keeps its length.
func codeownersID(h *host) string {
	return h.Answers[repo+"/git/trees/"+baseID].(object)["tree"].(list)[0].(object)["sha"].(string)
}

// TestManySiblings holds how many pull requests on one head are judged, and that strangers hold up nobody with
// any number of them into the same branch.
func TestManySiblings(t *testing.T) {
	for n, want := range map[int]bool{maxSiblings: true, maxSiblings + 1: false} {
		for _, branch := range []string{"release", "main"} {
			h := newHost(t, "")
			h.reviewed(reviewBy("olga", "APPROVED", headID))
			var others []object
			for i := range n {
				others = append(others, h.into(h.pull(8+i), branch))
			}
			h.open(t, others...)
			g := h.gather(t)
			if whole := want || branch == "main"; g.Siblings.Whole != whole || len(g.Siblings.Items) != maxSiblings {
				t.Errorf("of %d others into %s %d were judged, whole %v", n, branch, len(g.Siblings.Items), g.Siblings.Whole)
			}
			if branch == "main" {
				wantState(t, g, review.Success, "approved by olga")
			}
		}
	}
}

// TestOpenOrder has those of the repository first: of a fork anybody opens as many as they like.
func TestOpenOrder(t *testing.T) {
	h := newHost(t, "")
	fork, own := h.pull(5), h.pull(9)
	fork["head"].(object)["repo"] = object{"id": 2, "name": "notes", "owner": githubtest.Account("eve"), "description": nil, "size": 1}
	h.Answers[repo+"/pulls"] = list{fork, h.pr(), own, own}
	prs, err := h.client(t).open(t.Context(), headID)
	var got []int
	for _, pr := range prs {
		got = append(got, pr.GetNumber())
	}
	if err != nil || !slices.Equal(got, []int{7, 9, 5}) {
		t.Errorf("they are %v, %v; want 7, 9 and 5", got, err)
	}
}

// TestBranches leaves out what goes into a branch that is not judged.
func TestBranches(t *testing.T) {
	h := newHost(t, "")
	h.reviewed(reviewBy("olga", "APPROVED", headID))
	h.open(t, h.into(h.pull(8), "release"))
	c := h.client(t)
	c.branches = []string{"next", "main"}
	g, err := c.Gather(t.Context(), 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	wantState(t, g, review.Success, "olga")
	if _, err := c.Gather(t.Context(), 8, nil); !errors.Is(err, ErrNotJudged) {
		t.Errorf("the error is %v, want ErrNotJudged", err)
	}
	for number, want := range map[int]string{7: headID, 8: ""} {
		if head, err := c.Head(t.Context(), number); head != want || err != nil {
			t.Errorf("the head of %d is %q, %v; want %q", number, head, err, want)
		}
	}
	if got, err := c.Open(t.Context(), headID); err != nil || !slices.Equal(got, []int{7}) {
		t.Errorf("open are %v, %v; want 7", got, err)
	}
	c.branches = c.branches[1:] // one is asked for by its name
	h.Odd["GET "+repo+"/pulls"] = func(w http.ResponseWriter, r *http.Request) {
		if base := r.URL.Query().Get("base"); base != "main" {
			t.Errorf("those into %q are asked for", base)
		}
		answer(w, 200, list{h.pr()})
	}
	if got, err := c.Open(t.Context(), headID); err != nil || !slices.Equal(got, []int{7}) {
		t.Errorf("open are %v, %v; want 7", got, err)
	}
	h.pr()["state"] = "closed"
	if head, err := c.Head(t.Context(), 7); head != "" || err != nil {
		t.Errorf("the head of what is closed is %q, %v", head, err)
	}
}

// TestPushers reads pushes, of which the pages are found by what came before.
func TestPushers(t *testing.T) {
	const path = "GET " + repo + "/activity"
	pages := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if got := r.URL.Query().Get("ref"); got != "refs/heads/say-why" {
				t.Errorf("the pushes of %q are asked for", got)
			}
			if n--; n > 0 {
				w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?after=%d>; rel="next"`, r.Host, r.URL.Path, n))
			}
			answer(w, 200, list{pushBy(fmt.Sprintf("person%d", n))})
		}
	}
	cases := []struct {
		name    string
		odd     http.HandlerFunc
		pushers int
		whole   bool
		missing int
	}{
		{"one page", pages(1), 1, true, 0},
		{"three pages", pages(3), 3, true, 0},
		{"more pages than are read", pages(11), 10, false, 0},
		{"refused", says(403), 0, false, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, "")
			h.Odd[path] = c.odd
			g := h.gather(t)
			if len(g.Pushers.Items) != c.pushers || g.Pushers.Whole != c.whole || len(g.Missing) != c.missing {
				t.Errorf("pushers are %v, missing is %q", g.Pushers, g.Missing)
			}
		})
	}
}

// TestOrder holds that the head is read last: it witnesses all that was read before.
func TestOrder(t *testing.T) {
	h := newHost(t, "")
	h.gather(t)
	first, last := h.Asked()[0], h.Asked()[len(h.Asked())-1]
	if first != "GET "+repo+"/pulls/7" || last != first {
		t.Errorf("the first request is %q, the last %q", first, last)
	}
	if i := slices.Index(h.Asked(), "GET "+repo+"/pulls"); i != len(h.Asked())-2 {
		t.Errorf("the siblings are asked for at %d of %q", i, h.Asked())
	}
}

// TestMoves has the pull request change while it is read.
func TestMoves(t *testing.T) {
	change := func(h *host, change func(object)) {
		n := 0
		h.Odd["GET "+repo+"/pulls/7"] = func(w http.ResponseWriter, _ *http.Request) {
			pr := h.pull(7)
			if n++; n > 1 {
				change(pr)
			}
			answer(w, 200, pr)
		}
	}
	t.Run("the head", func(t *testing.T) {
		h := newHost(t, "")
		change(h, func(pr object) { pr["head"].(object)["sha"] = oldID })
		wantState(t, h.gather(t), review.Error, "the head moved")
	})
	t.Run("the base", func(t *testing.T) {
		h := newHost(t, "")
		change(h, func(pr object) { pr["base"].(object)["ref"] = "next" })
		h.fails(t, "changed while it was read")
	})
	t.Run("it is a draft now", func(t *testing.T) {
		h := newHost(t, "")
		change(h, func(pr object) { pr["draft"] = true })
		h.fails(t, "changed while it was read")
	})
	t.Run("it is closed", func(t *testing.T) {
		h := newHost(t, "")
		change(h, func(pr object) { pr["state"] = "closed" })
		if _, err := h.client(t).Gather(t.Context(), 7, nil); !errors.Is(err, ErrNotOpen) {
			t.Errorf("the error is %v, want ErrNotOpen", err)
		}
	})
}

// TestQueued reads the branches of a merge queue.
func TestQueued(t *testing.T) {
	s := githubtest.Default()
	s.Queue = []githubtest.Queued{{Pull: 7, Base: "re/lease 1", On: "b", Head: "e"}, {Pull: 8, Base: "re/lease 1", On: "e", Head: "f"}}
	h := newHost(t, "/api/v3")
	h.Load(s)
	got, err := h.client(t).Queued(t.Context(), "re/lease 1")
	if err != nil || len(got) != 2 || got[id("e")] != s.Queue[0].Ref() {
		t.Errorf("queued are %v, %v", got, err)
	}
	if got, err := h.client(t).Queued(t.Context(), "main"); err != nil || len(got) != 0 {
		t.Errorf("queued for main are %v, %v", got, err)
	}
	path := repo + "/git/matching-refs/heads/gh-readonly-queue/re/lease 1/"
	refs := h.Answers[path].(list)
	h.Answers[path] = append(refs, refs[0])
	_, err = h.client(t).Queued(t.Context(), "re/lease 1")
	wantError(t, err, "no commit of its own")
	h.Odd["GET "+path] = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Link", fmt.Sprintf(`<http://%s/x?page=2>; rel="next"`, r.Host))
		answer(w, 200, refs)
	}
	_, err = h.client(t).Queued(t.Context(), "re/lease 1")
	wantError(t, err, "more than one page")
	h.Odd["GET "+path] = says(403)
	_, err = h.client(t).Queued(t.Context(), "re/lease 1")
	wantError(t, err, "403", "contents: read")
}

func TestOpen(t *testing.T) {
	h := newHost(t, "")
	closed, moved := h.pull(8), h.pull(9)
	closed["state"] = "closed"
	moved["head"].(object)["sha"] = oldID
	h.Answers[repo+"/pulls"] = list{closed, moved, h.pull(7)}
	got, err := h.client(t).Open(t.Context(), headID)
	if err != nil || !slices.Equal(got, []int{7}) {
		t.Errorf("open are %v, %v; want 7", got, err)
	}
	_, err = h.client(t).Open(t.Context(), "../../user")
	wantError(t, err, "no commit id")
}
