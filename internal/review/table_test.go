package review_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/review"
)

const (
	yes     = review.Approved
	no      = review.ChangesRequested
	gone    = review.Dismissed
	comment = review.Commented
)

type facts = review.Facts

// ok is the approval of an owner who had no hand in the change.
func ok() review.Review { return says("ann", yes, head) }

// cases are the situations that a gate meets. Outcomes are of all reviewers, by login.
var cases = []struct {
	name     string
	facts    *facts
	with     func(*facts) // nil: as they are
	state    review.State
	says     string // part of the description
	outcomes string
}{
	{"an owner approves", change(ok()), nil, review.Success, "approved by ann", "ann:counts"},
	{"no review", change(), nil, review.Waiting, "needs an approval of @ann, @cay or @example/keepers", ""},
	{"self-approval", change(says("ann", yes, head)), func(f *facts) { f.Author = person("ann") }, review.Waiting, "of @cay", "ann:author"},
	{"co-author approves", change(ok()), func(f *facts) { f.Commits = review.All(wrote("bob", by("ann"))) }, review.Waiting, "of @cay", "ann:author"},
	{"committer approves", change(ok()), func(f *facts) { f.Commits.Items[0].Committer = by("ann") }, review.Waiting, "of @cay", "ann:author"},
	{"commit author approves", change(ok()), func(f *facts) { f.Commits.Items[0].Author = by("ann") }, review.Waiting, "", "ann:author"},
	{"the host commits for somebody", change(says("web-flow", yes, head), ok()), func(f *facts) { f.Commits.Items[0].Committer = by("web-flow") }, review.Success, "", "ann:counts web-flow:unknown-permission"},
	{"pusher approves", change(ok()), func(f *facts) { f.Pushers.Items = append(f.Pushers.Items, person("Ann")) }, review.Waiting, "", "ann:author"},
	{"every owner had a hand in it", change(), func(f *facts) {
		f.Codeowners = codeowners("* @bob\n")
	}, review.Waiting, "no owner is left who may approve; name one more in line 1 of .github/CODEOWNERS", ""},

	{"approve then push", change(says("ann", yes, older)), nil, review.Waiting, "@example/keepers; ann approved bbbbbbb, and the head is aaaaaaa", "ann:stale"},
	{"push that leaves memory", change(says("ann", yes, older)), func(f *facts) { byTree(f, "t", "t") }, review.Success, "", "ann:counts"},
	{"push that changes memory", change(says("ann", yes, older)), func(f *facts) { byTree(f, "t", "u") }, review.Waiting, "", "ann:stale"},
	{"tree unknown", change(says("ann", yes, older)), func(f *facts) { byTree(f, "", "t") }, review.Waiting, "", "ann:unknown-tree"},
	{"both trees unknown", change(says("ann", yes, older)), func(f *facts) { byTree(f, "", "") }, review.Waiting, "", "ann:unknown-tree"},
	{"all memory is gone at both", change(says("ann", yes, older)), func(f *facts) { byTree(f, review.NoTree, review.NoTree) }, review.Success, "", "ann:counts"},
	{"the tree says nothing of the policy", change(says("ann", yes, older)), func(f *facts) {
		byTree(f, "t", "t")
		f.Files.Items[1].Path = memory.PolicyPath
	}, review.Waiting, "", "ann:stale"},
	{"the tree says nothing of what stands in its place", change(says("ann", yes, older)), func(f *facts) {
		byTree(f, review.NoTree, review.NoTree)
		f.Codeowners = codeowners("* @ann\n")
		f.Files.Items[1].Path = ".agent"
	}, review.Waiting, "", "ann:stale"},
	{"put on another base branch since", change(says("ann", yes, head)), func(f *facts) { f.Retargeted = time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC) }, review.Waiting, "when the base was another one", "ann:stale"},
	{"put on another base branch in the same second", change(at(ok(), 5)), func(f *facts) { f.Retargeted = day(5) }, review.Waiting, "when the base was another one", "ann:stale"},
	{"approved after it was put on another base branch", change(at(ok(), 6)), func(f *facts) { f.Retargeted = day(5) }, review.Success, "", "ann:counts"},
	{"the tree says nothing of what only the merge changes", change(says("ann", yes, older)), func(f *facts) {
		byTree(f, "t", "t")
		f.Carried = []string{note}
	}, review.Waiting, "", "ann:stale"},
	{"a review without its time stays where it was", change(at(ok(), 5), says("ann", no, head)), nil, review.Failure, "ann, an owner, wants changes", "ann:blocks"},
	{"a change that only the merge makes", &facts{Head: head, HeadNow: head, Files: review.All[review.File](), Siblings: review.All[review.Sibling](), Carried: []string{memory.IndexPath}}, nil, review.Failure, "commits could be read", ""},
	{"trees without the policy for it", change(says("ann", yes, older)), func(f *facts) { f.Trees = map[string]string{head: "t", older: "t"} }, review.Waiting, "", "ann:stale"},
	{"force push back to the approved SHA", change(says("ann", yes, strings.ToUpper(head))), nil, review.Success, "", "ann:counts"},
	{"force push back, approval dismissed meanwhile", change(says("ann", gone, head)), nil, review.Waiting, "", "ann:dismissed"},

	{"approve, changes, dismiss", change(ok(), says("ann", no, head), says("ann", gone, head)), nil, review.Waiting, "", "ann:dismissed"},
	{"changes", change(ok(), says("ann", no, head)), nil, review.Failure, "ann, an owner, wants changes", "ann:blocks"},
	{"changes, then approved", change(says("ann", no, head), ok()), nil, review.Success, "", "ann:counts"},
	{"changes of another owner", change(ok(), says("cay", no, older)), nil, review.Failure, "cay, an owner, wants changes", "ann:counts cay:blocks"},
	{"changes of an author who is an owner", change(ok(), says("cay", no, older)), func(f *facts) { f.Author = person("cay") }, review.Failure, "", "ann:counts cay:blocks"},
	{"changes of no owner", change(ok(), says("dan", no, head)), nil, review.Success, "", "ann:counts dan:not-owner"},
	{"changes of who may be an owner", change(ok(), says("dan", no, head)), func(f *facts) { known(f, reviewer("dan", review.Write, review.Unknown)) }, review.Failure, "whether dan is an owner is not known", "ann:counts dan:blocks"},
	{"changes of who can only read", change(ok(), says("cay", no, head)), func(f *facts) { known(f, reviewer("cay", review.ReadOnly, review.No)) }, review.Success, "", "ann:counts cay:no-permission"},
	{"changes of a bot", change(ok(), says("x[bot]", no, head)), nil, review.Success, "", "ann:counts x[bot]:agent"},
	{"comment after approve", change(ok(), says("ann", comment, older), says("ann", review.Pending, "")), nil, review.Success, "", "ann:counts"},
	{"states in lower case", change(says("ann", "approved", head), says("ann", "commented", older)), nil, review.Success, "", "ann:counts"},
	{"a state of the future", change(ok(), says("ann", "RETRACTED", head)), nil, review.Failure, "unknown state \"RETRACTED\"", "ann:blocks"},
	{"an older commit approved later", change(ok(), says("ann", yes, older)), nil, review.Success, "", "ann:counts"},
	{"the newest approval is of the head", change(says("ann", yes, older), ok()), nil, review.Success, "", "ann:counts"},

	{"bot approve", change(review.Review{User: review.User{ID: 9, Login: "helper", Kind: review.Bot}, State: yes, Commit: head}), func(f *facts) { own(f, "helper") }, review.Waiting, "", "helper:agent"},
	{"an agent as a person", change(says("Copilot", yes, head)), func(f *facts) { own(f, "copilot") }, review.Waiting, "no owner is left", "Copilot:agent"},
	{"an agent that the policy names", change(says("kim", yes, head)), func(f *facts) { own(f, "kim"); f.Policy.Agents = []string{"kim"} }, review.Waiting, "", "kim:agent"},
	{"an assignee of the bot", change(ok()), func(f *facts) {
		f.Author, f.Assignees = review.User{Login: "Copilot", Kind: review.Bot}, []review.User{person("ann")}
	}, review.Waiting, "", "ann:author"},
	{"an assignee of a person", change(ok()), func(f *facts) { f.Assignees = []review.User{person("ann")} }, review.Success, "", "ann:counts"},
	{"an assignee of nobody known", change(ok()), func(f *facts) { f.Author, f.Assignees = review.User{}, []review.User{person("ann")} }, review.Waiting, "", "ann:author"},
	{"ghost", change(review.Review{State: yes, Commit: head}), nil, review.Waiting, "", ":deleted"},
	{"ghost by name", change(says("ghost", yes, head)), func(f *facts) { own(f, "ghost") }, review.Waiting, "no owner is left", "ghost:deleted"},
	{"changes of a ghost", change(ok(), review.Review{State: no, Commit: head}), nil, review.Success, "", ":deleted ann:counts"},
	{"ghost author", change(ok()), func(f *facts) { f.Author = review.User{} }, review.Success, "", "ann:counts"},
	{"an account of another kind", change(review.Review{User: review.User{ID: 1, Login: "ann"}, State: yes, Commit: head}), nil, review.Waiting, "", "ann:no-person"},
	{"null commit_id", change(says("ann", yes, "")), nil, review.Waiting, "", "ann:no-commit"},
	{"null commit_id, then the head", change(says("ann", yes, ""), ok()), func(f *facts) {
		byTree(f, "t", "t")
		f.Trees[""] = "t"
	}, review.Success, "", "ann:counts"},

	{"31 reviews", change(append(many("dan", 30), ok())...), nil, review.Success, "", "ann:counts"},
	{"101 reviews", change(append(many("ann", 100), says("ann", no, head))...), nil, review.Failure, "", "ann:blocks"},
	{"reviews that were not all read", change(ok()), func(f *facts) { f.Reviews.Whole = false }, review.Failure, "only 1 reviews could be read", "ann:counts"},
	{"301 files", change(ok()), func(f *facts) { f.Files.Items = append(files(300), review.File{Path: note}) }, review.Success, "approved", "ann:counts"},
	{"301 files without memory", change(), func(f *facts) { f.Files.Items = files(301) }, review.Success, "no memory change", ""},
	{"3001 files", change(ok()), func(f *facts) { f.Files = review.List[review.File]{Items: files(3000)} }, review.Failure, "only 3000 changed files could be read", "ann:unknown-owner"},
	{"251 commits", change(ok()), func(f *facts) { f.Commits.Whole = false }, review.Failure, "commits could be read", "ann:counts"},
	{"251 commits without memory", change(), func(f *facts) { f.Commits.Whole, f.Files.Items = false, files(3) }, review.Success, "no memory change", ""},

	{"rename out of memory", change(), func(f *facts) { f.Files.Items = []review.File{{Path: "docs/note.md", Previous: note}} }, review.Waiting, "needs", ""},
	{"rename into memory", change(), func(f *facts) { f.Files.Items = []review.File{{Path: note, Previous: "docs/note.md"}} }, review.Waiting, "needs", ""},
	{"a link in the place of the folder", change(), func(f *facts) { f.Files.Items = []review.File{{Path: ".agent"}} }, review.Failure, "nobody owns", ""},
	{"a submodule in the place of memory", change(), func(f *facts) { f.Files.Items = []review.File{{Path: memory.Dir}} }, review.Waiting, "", ""},
	{"the folder in another case", change(ok()), func(f *facts) { f.Files.Items = []review.File{{Path: ".Agent/Team-Memory/x.md"}} }, review.Failure, "nobody owns", "ann:unknown-owner"},
	{"a link in the place of the folder, and all have an owner", change(), func(f *facts) {
		f.Codeowners = codeowners("* @dev\n/.agent/ @ann\n")
		f.Files.Items = []review.File{{Path: ".agent"}, {Path: memory.Dir}}
	}, review.Waiting, "needs an approval of @ann", ""},
	{"the folder for some disk, and all have an owner", change(), func(f *facts) {
		f.Codeowners = codeowners("* @dev\n/.agent/ @ann\n")
		f.Files.Items = []review.File{{Path: ".Agent/team-memory/x.md"}, {Path: "AGENT~1/team-memory/x.md"}, {Path: ".agent%2Fteam-memory/x.md"}}
	}, review.Waiting, "needs an approval of @ann", ""},
	{"another workflow next to memory", change(ok()), func(f *facts) {
		f.Workflows = []string{".github/workflows/teammem.yml"}
		f.Codeowners = codeowners("* @dev\n/.agent/ @ann\n")
		f.Files.Items = append(f.Files.Items, review.File{Path: ".github/workflows/other.yml"})
	}, review.Waiting, "needs an approval of @dev", "ann:counts"},
	{"another workflow alone", change(), func(f *facts) {
		f.Workflows = []string{".github/workflows/teammem.yml"}
		f.Files.Items = []review.File{{Path: ".github/workflows/other.yml"}}
	}, review.Success, "no memory change", ""},
	{"a folder beside memory", change(), func(f *facts) { f.Files.Items = []review.File{{Path: ".agent/team-memory-old/x.md"}} }, review.Success, "no memory change", ""},
	{"two PRs one SHA, one without memory", change(), func(f *facts) {
		f.Files.Items = nil
		f.Siblings = review.All(review.Sibling{Number: 8, State: review.Waiting})
	}, review.Waiting, "pull request 8 has the same head", ""},
	{"two PRs one SHA, nothing is required", change(), func(f *facts) {
		f.Policy.Review.Required = 0
		f.Siblings = review.All(review.Sibling{Number: 8, State: review.Waiting})
	}, review.Waiting, "", ""},
	{"no files", change(), func(f *facts) { f.Files.Items = nil }, review.Success, "no memory change", ""},

	{"team member", change(says("dan", yes, head)), func(f *facts) { known(f, reviewer("dan", review.Write, review.Yes)) }, review.Success, "approved by dan", "dan:counts"},
	{"team without token", change(says("dan", yes, head)), func(f *facts) { known(f, reviewer("dan", review.Write, review.Unknown)) }, review.Waiting, "", "dan:unknown-owner"},
	{"not in the team", change(says("dan", yes, head)), nil, review.Waiting, "", "dan:not-owner"},
	{"an owner by an address", change(says("dan", yes, head)), func(f *facts) {
		f.Codeowners = codeowners("* dan@example.com\n")
		known(f, review.Reviewer{Login: "dan", Permission: review.Write, Teams: map[string]review.Answer{"dan@example.com": review.Yes}})
	}, review.Success, "", "dan:counts"},
	{"an address of nobody known", change(says("dan", yes, head)), func(f *facts) { f.Codeowners = codeowners("* dan@example.com\n") }, review.Waiting, "", "dan:unknown-owner"},
	{"user with read only", change(ok()), func(f *facts) { known(f, reviewer("ann", review.ReadOnly, review.Yes)) }, review.Waiting, "needs an approval of @cay or @example/keepers; ann can't write", "ann:no-permission"},
	{"permission unknown", change(ok()), func(f *facts) { known(f, reviewer("ann", review.PermissionUnknown, review.Yes)) }, review.Waiting, "", "ann:unknown-permission"},
	{"maintainer without the role of an owner", change(says("dan", yes, head)), func(f *facts) { known(f, reviewer("dan", review.Admin, review.No)) }, review.Waiting, "", "dan:not-owner"},
	{"case-different login", change(says("ANN", yes, head)), nil, review.Success, "approved by ANN", "ANN:counts"},
	{"case-different author", change(says("ann", yes, head)), func(f *facts) { f.Author = review.User{Login: "ANN", Kind: review.Person} }, review.Waiting, "", "ann:author"},
	{"a renamed author", change(ok()), func(f *facts) { f.Author = review.User{ID: 1, Login: "ann-old", Kind: review.Person} }, review.Waiting, "", "ann:author"},

	{"draft", change(ok()), func(f *facts) { f.Draft = true }, review.Waiting, "a draft waits", "ann:counts"},
	{"draft with a stale approval", change(says("ann", yes, older)), func(f *facts) { f.Draft = true }, review.Waiting, "a draft waits until it is ready for review", "ann:stale"},
	{"draft without memory", change(), func(f *facts) { f.Draft = true; f.Files.Items = files(1) }, review.Success, "no memory change", ""},
	{"fork", change(ok()), func(f *facts) { f.Pushers = review.List[review.User]{} }, review.Success, "", "ann:counts"},
	{"two PRs one SHA", change(ok()), func(f *facts) { f.Siblings = review.All(review.Sibling{Number: 8, State: review.Waiting}) }, review.Waiting, "pull request 8 has the same head", "ann:counts"},
	{"two PRs one SHA, and an approval that does not count", change(ok(), says("dan", yes, head)), func(f *facts) { f.Siblings = review.All(review.Sibling{Number: 8}) }, review.Waiting, "pull request 8", "ann:counts dan:not-owner"},
	{"two PRs one SHA, unknown", change(ok()), func(f *facts) { f.Siblings = review.All(review.Sibling{Number: 8}) }, review.Waiting, "pull request 8", "ann:counts"},
	{"two PRs one SHA, both approved", change(ok()), func(f *facts) { f.Siblings = review.All(review.Sibling{Number: 8, State: review.Success}) }, review.Success, "", "ann:counts"},
	{"the same change twice, one of them approved", change(ok()), func(f *facts) { f.Siblings = review.All(twin(f, review.Waiting)) }, review.Success, "approved by ann", "ann:counts"},
	{"the same change twice, the other one approved", change(), func(f *facts) { f.Siblings = review.All(twin(f, review.Success)) }, review.Success, "pull request 8 brings the same into the same branch, and is approved", ""},
	{"the same change twice, the other one approved, this one a draft", change(), func(f *facts) { f.Draft, f.Siblings = true, review.All(twin(f, review.Success)) }, review.Success, "", ""},
	{"the same change twice, and nobody approved", change(), func(f *facts) { f.Siblings = review.All(twin(f, review.Waiting)) }, review.Waiting, "needs an approval", ""},
	{"the same change twice, and an owner wants changes there", change(ok()), func(f *facts) { f.Siblings = review.All(twin(f, review.Failure)) }, review.Waiting, "pull request 8 brings the same and can't be merged as it is", "ann:counts"},
	{"the same change twice, and an owner wants changes here", change(says("ann", no, head)), func(f *facts) { f.Siblings = review.All(twin(f, review.Success)) }, review.Failure, "ann, an owner, wants changes", "ann:blocks"},
	{"the same change twice, the other one unknown", change(ok()), func(f *facts) { f.Siblings = review.All(twin(f, "")) }, review.Waiting, "pull request 8", "ann:counts"},
	{"the same change twice, and a third one elsewhere", change(), func(f *facts) {
		f.Siblings = review.All(twin(f, review.Success), review.Sibling{Number: 9, Base: "release", Touched: f.Touched(), State: review.Waiting})
	}, review.Waiting, "pull request 9 has the same head", ""},
	{"into the same branch, and the merge touches something else", change(), func(f *facts) {
		f.Siblings = review.All(review.Sibling{Number: 8, Base: f.Base, State: review.Success})
	}, review.Waiting, "needs an approval", ""},
	{"into the same branch, and the merge touches something only there", change(), func(f *facts) {
		f.Files.Items = nil
		f.Siblings = review.All(review.Sibling{Number: 8, Base: f.Base, Touched: []string{note}, State: review.Waiting})
	}, review.Waiting, "pull request 8 has the same head", ""},
	{"branches that are not known are not the same", change(ok()), func(f *facts) {
		f.Base = ""
		f.Siblings = review.All(twin(f, review.Waiting))
	}, review.Waiting, "pull request 8 has the same head", "ann:counts"},
	{"who opened the same a second time approves", change(ok()), func(f *facts) { f.Openers = []review.Opener{{Number: 8, Author: person("Ann")}} }, review.Waiting, "", "ann:author"},
	{"who asked a bot to open the same a second time approves", change(ok()), func(f *facts) {
		f.Openers = []review.Opener{{Number: 8, Author: review.User{Login: "helper[bot]"}, Assignees: []review.User{person("ann")}}}
	}, review.Waiting, "", "ann:author"},
	{"siblings unknown", change(ok()), func(f *facts) { f.Siblings = review.List[review.Sibling]{} }, review.Waiting, "could not be read", "ann:counts"},
	{"head moved while judging", change(ok()), func(f *facts) { f.HeadNow = older }, review.Error, "the head moved", ""},
	{"head not read again", change(ok()), func(f *facts) { f.HeadNow = "" }, review.Error, "", ""},
	{"nothing is known", &facts{}, nil, review.Error, "", ""},
	{"nothing but the head is known", &facts{Head: head, HeadNow: head}, nil, review.Failure, "changed files could be read", ""},

	{"owner line stolen by *", change(ok()), func(f *facts) { f.Codeowners = codeowners("/.agent/ @ann\n* @dan\n") }, review.Waiting, "needs an approval of @dan", "ann:not-owner"},
	{"owners taken away", change(ok()), func(f *facts) { f.Codeowners = codeowners("* @ann\n/.agent/\n") }, review.Failure, "nobody owns the memory", "ann:unknown-owner"},
	{"CODEOWNERS unknown", change(ok()), func(f *facts) { f.Codeowners = review.Codeowners{} }, review.Failure, "CODEOWNERS at the base could not be read", "ann:unknown-owner"},
	{"CODEOWNERS unknown and changed", change(ok()), func(f *facts) {
		f.Codeowners, f.Files.Items = review.Codeowners{}, []review.File{{Path: "CODEOWNERS"}}
		known(f, reviewer("ann", review.Admin, review.No))
	}, review.Failure, "could not be read", "ann:unknown-owner"},
	{"CODEOWNERS missing", change(ok()), func(f *facts) { f.Codeowners = review.Codeowners{Found: review.Absent} }, review.Failure, "nobody owns the memory", "ann:unknown-owner"},
	{"CODEOWNERS missing, the policy names owners", change(ok()), func(f *facts) {
		f.Codeowners, f.Policy.Owners = review.Codeowners{Found: review.Absent}, []string{"@ann"}
	}, review.Success, "", "ann:counts"},
	{"CODEOWNERS wins over the policy", change(says("dan", yes, head)), func(f *facts) { f.Policy.Owners = []string{"@dan"} }, review.Waiting, "", "dan:not-owner"},
	{"CODEOWNERS over 3 MB", change(ok()), func(f *facts) {
		f.Codeowners, f.Policy.Owners = review.Codeowners{Found: review.TooLarge}, []string{"@ann"}
	}, review.Failure, "over 3 MB", "ann:unknown-owner"},
	{"CODEOWNERS with bad lines", change(ok()), func(f *facts) { f.Codeowners = codeowners("!x @bob\n[y] @bob\n" + rules) }, review.Failure, "lines that can't be read (1, 2)", "ann:unknown-owner"},
	{"CODEOWNERS with many bad lines", change(), func(f *facts) { f.Codeowners = codeowners(strings.Repeat("!x @bob\n", 7) + rules) }, review.Failure, "(1, 2, 3, 4, 5 and 2 more)", ""},
	{"CODEOWNERS with five bad lines", change(), func(f *facts) { f.Codeowners = codeowners(strings.Repeat("!x @bob\n", 5) + rules) }, review.Failure, "(1, 2, 3, 4, 5)", ""},
	{"who may be an administrator wants changes", change(says("dan", no, head)), func(f *facts) {
		f.Codeowners, f.Files.Items = codeowners("!x @bob\n"), []review.File{{Path: ".github/CODEOWNERS"}}
		known(f, reviewer("dan", review.PermissionUnknown, review.No))
	}, review.Failure, "whether dan is an owner is not known", "dan:blocks"},
	{"bad lines are repaired", change(says("dan", yes, head)), func(f *facts) {
		f.Codeowners, f.Files.Items = codeowners("!x @bob\n"), []review.File{{Path: ".github/CODEOWNERS"}}
		known(f, reviewer("dan", review.Admin, review.No))
	}, review.Success, "", "dan:counts"},
	{"bad lines are repaired by nobody in charge", change(ok()), func(f *facts) {
		f.Codeowners, f.Files.Items = codeowners("!x @bob\n"), []review.File{{Path: ".github/CODEOWNERS"}}
	}, review.Waiting, "needs an approval of an administrator", "ann:not-owner"},
	{"policy unreadable", change(ok()), func(f *facts) { f.Policy = nil }, review.Failure, "repair .agent/teammem.yaml", "ann:unknown-owner"},
	{"the unreadable policy is repaired", change(ok()), func(f *facts) {
		f.Policy, f.Files.Items = nil, []review.File{{Path: memory.PolicyPath}}
		known(f, reviewer("ann", review.Admin, review.No))
	}, review.Success, "", "ann:counts"},

	{"changed policy", change(), func(f *facts) { f.Files.Items = []review.File{{Path: memory.PolicyPath}} }, review.Waiting, "needs an approval of @ann, @cay", ""},
	{"changed policy, approved by its owner", change(ok()), func(f *facts) { f.Files.Items = []review.File{{Path: memory.PolicyPath}} }, review.Success, "", "ann:counts"},
	{"changed CODEOWNERS", change(says("cay", yes, head)), func(f *facts) { f.Files.Items = []review.File{{Path: ".github/CODEOWNERS"}} }, review.Waiting, "needs an approval of @ann", "cay:not-owner"},
	{"changed workflow of the gate", change(), func(f *facts) { f.Files.Items = []review.File{{Path: ".github/workflows/memory.yml"}} }, review.Waiting, "of @ann", ""},
	{"another workflow", change(), func(f *facts) { f.Files.Items = []review.File{{Path: ".github/workflows/test.yml"}} }, review.Success, "no memory change", ""},
	{"which workflow is the gate's is unknown", change(), func(f *facts) {
		f.Workflows, f.Files.Items = nil, []review.File{{Path: ".github/workflows/test.yml"}}
	}, review.Waiting, "of @ann", ""},
	{"memory and CODEOWNERS, half approved", change(says("cay", yes, head)), func(f *facts) { f.Files.Items[1].Path = ".github/CODEOWNERS" }, review.Waiting, "needs an approval of @ann", "cay:counts"},
	{"memory and CODEOWNERS", change(ok()), func(f *facts) { f.Files.Items[1].Path = ".github/CODEOWNERS" }, review.Success, "", "ann:counts"},

	{"two are required", change(ok()), func(f *facts) { f.Policy.Review.Required = 2 }, review.Waiting, "needs an approval of @cay or @example/keepers", "ann:counts"},
	{"two are required, none is there", change(), func(f *facts) { f.Policy.Review.Required = 2 }, review.Waiting, "needs 2 approvals of @ann, @cay or", ""},
	{"two are required and there", change(ok(), says("cay", yes, head)), func(f *facts) { f.Policy.Review.Required = 2 }, review.Success, "approved by ann and cay", "ann:counts cay:counts"},
	{"one person is not two", change(ok(), says("Ann", yes, head)), func(f *facts) { f.Policy.Review.Required = 2 }, review.Waiting, "", "ann:counts"},
	{"nothing is required", change(), func(f *facts) { f.Policy.Review.Required = 0 }, review.Success, "nothing is required (review.required: 0): needs an approval", ""},
	{"nothing is required, alone", change(), func(f *facts) { f.Policy.Review.Required = 0; own(f, "bob") }, review.Success, "name one more in line 1 of .github/CODEOWNERS", ""},
	{"nothing is required, changes", change(says("ann", no, head)), func(f *facts) { f.Policy.Review.Required = 0 }, review.Success, "wants changes", "ann:blocks"},
	{"nothing is required, head moved", change(), func(f *facts) { f.Policy.Review.Required, f.HeadNow = 0, older }, review.Error, "", ""},
}

// byTree makes approvals hold as long as the memory tree does.
func byTree(f *facts, was, is string) {
	f.Policy.Review.Stale = policy.StaleByTree
	f.Trees = map[string]string{older: was, head: is}
}

// own makes login the only owner, who can write.
func own(f *facts, login string) {
	f.Codeowners = codeowners("* @" + login + "\n")
	f.Reviewers = append(f.Reviewers, reviewer(login, review.Write, review.No))
}

func many(login string, n int) []review.Review {
	out := make([]review.Review, n)
	for i := range out {
		out[i] = says(login, comment, head)
	}
	return out
}

func files(n int) []review.File {
	out := make([]review.File, n)
	for i := range out {
		out[i].Path = "main.go"
	}
	return out
}

func TestDecide(t *testing.T) {
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			if tt.with != nil {
				tt.with(tt.facts)
			}
			d := review.Decide(tt.facts)
			if d.State != tt.state || !strings.Contains(d.Description, tt.says) || of(d) != tt.outcomes {
				t.Errorf("%s: %q, %q\nwant %s: %q, %q", d.State, d.Description, of(d), tt.state, tt.says, tt.outcomes)
			}
			lacks := slices.ContainsFunc(d.Shares, func(s review.Share) bool { return s.Missing > 0 })
			if d.State == review.Waiting && (tt.facts.Draft || !lacks) && d.Description != d.Waits[0] {
				t.Errorf("%q, but it waits for %q", d.Description, d.Waits[0])
			}
			for _, o := range d.Opinions {
				if o.Outcome == review.Counts && strings.HasSuffix(d.Description, "; "+o.Words) {
					t.Errorf("names an approval that counts: %q", d.Description)
				}
			}
			for _, s := range d.Shares {
				if s.Missing == 0 && len(s.Next) > 0 {
					t.Errorf("nothing is missing, and next is %q", s.Next)
				}
			}
			if n := utf8.RuneCountInString(d.Description); n == 0 || n > 140 || strings.Contains(d.Description, "\n") {
				t.Errorf("the description has %d characters: %q", n, d.Description)
			}
			if allowed := len(d.Blocks)+len(d.Waits) == 0; allowed != (d.State == review.Success) && d.State != review.Error && tt.facts.Policy != nil && tt.facts.Policy.Review.Required > 0 {
				t.Errorf("%s with the reasons %q, %q", d.State, d.Blocks, d.Waits)
			}
		})
	}
}

func TestQueue(t *testing.T) {
	sibling := func(n int, s review.State) review.Sibling { return review.Sibling{Number: n, State: s} }
	for name, tt := range map[string]struct {
		group review.List[review.Sibling]
		want  review.State
	}{
		"merge_group of 2 PRs":               {review.All(sibling(1, review.Success), sibling(2, review.Success)), review.Success},
		"merge_group of 2 PRs, one approved": {review.All(sibling(1, review.Success), sibling(2, review.Waiting)), review.Failure},
		"unknown state":                      {review.All(sibling(1, "")), review.Failure},
		"members unknown":                    {review.List[review.Sibling]{Items: []review.Sibling{sibling(1, review.Success)}}, review.Failure},
		"nobody":                             {review.All[review.Sibling](), review.Failure},
	} {
		if d := review.DecideQueue(tt.group); d.State != tt.want || d.Description == "" {
			t.Errorf("%s: %+v", name, d)
		}
	}
	for ref, want := range map[string]int{
		"refs/heads/gh-readonly-queue/main/pr-12-" + head:     12,
		"gh-readonly-queue/release/pr-1-x/pr-3-" + head:       3,
		"gh-readonly-queue/main/pr-0-" + head:                 0,
		"gh-readonly-queue/main/pr-12-" + head[1:]:            0,
		"gh-readonly-queue/main/pr-99999999999999999-" + head: 0,
		"main": 0, "": 0,
	} {
		b, ok := review.ParseQueueBranch(ref)
		if b.Number != want || ok != (want > 0) || ok && (b.On != head || !strings.Contains(ref, "/"+b.Base+"/pr-")) {
			t.Errorf("%q: %+v, %v", ref, b, ok)
		}
	}
}

// Where the same change is approved in another pull request, an approval that does not count here keeps nothing back, so
// it is not named as a reason.
func TestTwinNeedsNoReason(t *testing.T) {
	f := change(says("dan", yes, head))
	f.Siblings = review.All(twin(f, review.Success), review.Sibling{Number: 9, Base: "release", Touched: f.Touched(), State: review.Waiting})
	const want = "pull request 9 has the same head and is not approved; close one of the two"
	if d := review.Decide(f); d.State != review.Waiting || d.Description != want {
		t.Errorf("%s: %q, want %q", d.State, d.Description, want)
	}
}
