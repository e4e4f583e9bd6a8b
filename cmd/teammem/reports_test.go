package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// reports are pains that users of hooks have told elsewhere, each with the scripts, the
// scenarios of the end-to-end run ("e2e: ") or the words of docs/hooks.md ("docs: ")
// that show why it does not happen here.
var reports = []report{
	{"a shallow clone passes what it can't read", "https://github.com/JoostVoskuil/azure-devops-gitleaks/issues/50", "hook_push_shallow check_shallow_without_base check_missing_object"},
	{"a push is judged by its last commit", "https://github.com/gitleaks/gitleaks-action/issues/160", "hook_push hook_receive_packed hook_receive_loose"},
	{"the first commit has nothing to be compared with", "https://github.com/trufflesecurity/trufflehog/issues/3557", "hook_first_commit hook_push_first|e2e: first commit|e2e: first push"},
	{"from and to are the same commit", "https://github.com/londonaicentre/FLIP/issues/125", "hook_push_managed"},
	{"the remote's commit is gone after a force push", "https://github.com/tj-actions/changed-files/issues/546", "hook_push_forced hook_push_input|e2e: force push"},
	{"a rebase makes the commits of others new", "https://github.com/j178/prek/issues/2088", "hook_push_rebased|e2e: rebase onto what others pushed"},
	{"an unknown id of the remote ends the hook", "https://github.com/git-lfs/git-lfs/issues/3977", "hook_push_input"},
	{"of two refs only the first is judged", "https://github.com/pre-commit/pre-commit/issues/2523", "hook_push_two_refs|e2e: push of two refs|docs: the second ref of a push"},
	{"a commit that only deletes skips the hook", "https://github.com/pre-commit/pre-commit/issues/3502", "hook_commit_modes hook_push_deletions|e2e: delete only"},
	{"an amend is not judged, or one that mends is refused", "https://github.com/pre-commit/pre-commit/issues/3112", "hook_commit_amend|e2e: amend|e2e: amend that takes it away|e2e: empty amend"},
	{"a hook in Go can't be built during commit -a", "https://github.com/pre-commit/pre-commit/issues/2722", "hook_commit_all|e2e: commit -a|docs: can't build a hook in Go while `git commit -a` runs"},
	{"work that is not staged is lost over line ends", "https://github.com/pre-commit/pre-commit/issues/570", "hook_line_ends|e2e: unstaged work with line ends of Windows|docs: nothing is written and nothing stashed"},
	{"the work tree passes for the index", "https://github.com/evilmartians/lefthook/issues/239", "hook_commit_modes hook_commit_path hook_commit_patch hook_commit_include|e2e: mended in the work tree alone|e2e: unstaged and untracked work"},
	{"variables of git leak into another repository", "https://github.com/antonbabenko/pre-commit-terraform/issues/992", "hook_variables hook_environment hook_linked_worktree|e2e: linked worktree|docs: No git is\n  ever started for another repository"},
	{"a linked worktree has no hooks, and nobody says so", "https://github.com/bloknayrb/tandem/issues/2030", "hook_status_broken hook_install_worktrees hook_install_husky|e2e: linked worktree, set up|docs: `teammem hook status` proves it"},
	{"names beyond ASCII are left out", "https://github.com/tj-actions/changed-files/issues/437", "hook_names|e2e: name beyond ASCII"},
	{"a repository of another owner", "https://github.com/dorny/paths-filter/issues/316", "hook_other_owner|docs: Another user's repository is trusted"},
	{"a partial clone fetches, or fails without a word", "https://github.com/github/gh-aw/issues/36253", "check_missing_object|docs: a shallow or partial clone that lacks what has to be judged"},
	{"submodules are entered", "https://github.com/tj-actions/changed-files/issues/1471", "hook_submodule check_folder_is_a_submodule|e2e: submodule|docs: A submodule is entered"},
	{"what a merge alone brings is in no patch", "https://github.com/langwatch/langwatch/issues/6686", "hook_merge hook_merge_conflict hook_push_merge check_range_evil_merge|e2e: clean merge|e2e: secret in the merge alone, then push"},
	{"the branch is called HEAD", "https://github.com/BenchBox-dev/BenchBox/pull/1040", "e2e: detached HEAD"},
	{"a pointer of LFS passes for the text", "https://github.com/git-lfs/git-lfs/issues/4563", "check_lfs_pointer"},
	{"rebase, cherry-pick and am run no hook", "https://git-scm.com/docs/githooks", "hook_push_rebased|e2e: rebase then push|e2e: cherry-pick then push|docs: run no commit\nhook at all"},
	{"a manager hides what a hook says that passes", "https://pre-commit.com/#hooks-verbose", "docs: a warning, without `verbose: true`"},
	{"a message is judged at the push, when it is late", "https://pre-commit.com/#commit-msg", "hook_message hook_message_comments|e2e: message|e2e: message at the push"},
	{"a tag brings a message of its own", "https://git-scm.com/docs/git-tag", "hook_push_tag hook_receive_tag|e2e: tag push|e2e: message and name of a tag"},
}

// syncReports are pains of people whose agents keep memory, as far as they concern how it
// is stored and merged. "e2e: " is a test of the end-to-end run, "docs: " words of docs/sync.md.
var syncReports = []report{
	{"memory is kept by path: a clone that moves loses it", "https://github.com/anthropics/claude-code/issues/72359", "adopt sync_worktrees|docs: Two clones of one project share one store"},
	{"the index is over its limit, and the newest lines go without a word", "https://github.com/anthropics/claude-code/issues/92998", "context_limit"},
	{"the same rule is stored fifty times", "https://github.com/github/copilot-cli/issues/2278", "remember_twice"},
	{"a joke becomes the memory of all, and nobody approved it", "https://github.com/github/copilot-cli/issues/1719", "sync_trusted_ref promote_private"},
	{"the memory of one repository shows in another one", "https://github.com/github/copilot-cli/issues/3945", "sync_two_projects_one_name"},
	{"personal is only a filter; what is deleted comes back", "engram 447", "sync_conflict sync_first|docs: Nothing that the team deleted comes back"},
	{"items vanish after a sync, deletions are undone", "https://github.com/gastownhall/beads/issues/464", "sync_conflict|e2e: TestSyncKilled|docs: A second sync does nothing"},
	{"a file with conflict markers is left out without a word", "tbd 155", "sync_odd_private_files index_conflict"},
	{"all changes conflict in one index", "https://github.com/rjmurillo/ai-agents/issues/4605", "index_conflict promote_several"},
	{"agents at work at once overwrite the index", "https://github.com/anthropics/claude-code/issues/24130", "sync_foreign_index|e2e: TestSyncParallel|docs: A file that changes while sync runs is left as it is"},
	{"a forced push takes memory away", "https://github.com/letta-ai/letta-code/issues/2203", "sync_conflict status_words|docs: it is in its place, in `drafts/`, or in git"},
	{"a password is remembered word for word", "https://github.com/rohitg00/agentmemory/issues/911", "remember_refused status_words"},
	{"the memory of a clone speaks to the agent as if a person did", "https://github.com/QwenLM/qwen-code/pull/5886", "context_hostile sync_trusted_ref"},
	{"a wrong envelope, and nothing is delivered", "https://github.com/mmnto-ai/totem/issues/2522", "context_agents"},
	{"team and private memory contradict, and the wrong one wins", "https://github.com/anthropics/claude-code/issues/66349", "status_words list_all|docs: Then the team's counts"},
	{"work trees of one clone each have a memory of their own", "memsearch 717", "sync_worktrees"},
}

// deliveryReports are pains of people whose agents were not told, as far as files are concerned.
// "docs: " is words of docs/deliver.md.
var deliveryReports = []report{
	{"AGENTS.md is not read where CLAUDE.md is", "https://github.com/anthropics/claude-code/issues/6235", "deliver_clone|docs: (claude-code #6235)"},
	{"memory of the team is announced and does nothing", "https://github.com/anthropics/claude-code/issues/65626", "deliver_clone|docs: (claude-code #65626)"},
	{"the index is over its limit, and lines go without a word", "https://github.com/anthropics/claude-code/issues/92998", "deliver_budget|docs: (claude-code #92998"},
	{"what a clone brings speaks as if a person did", "https://github.com/QwenLM/qwen-code/pull/5886", "deliver_hostile|docs: qwen-code #5886)"},
	{"the folder is ignored by reflex", "https://github.com/anthropics/claude-code/issues/58300", "deliver_ignored init_refused|docs: claude-code #58300)"},
	{"generated files drift", "https://github.com/QwikDev/qwik/pull/8747", "deliver_check deliver_promote|docs: (qwik #8747"},
	{"a hundred files of instructions", "https://github.com/thedotmack/claude-mem/issues/778", "init_agents|docs: (claude-mem #778)"},
	{"all changes conflict in one index", "https://github.com/rjmurillo/ai-agents/issues/4605", "deliver_conflict|docs: (ai-agents #4605)"},
	{"an agent that another one starts is told nothing", "https://github.com/anthropics/claude-code/issues/77261", "deliver_clone|docs: (claude-code #77261)"},
	{"what is old counts more than AGENTS.md", "https://github.com/openai/codex/issues/39223", "deliver_clone|docs: (codex #39223)"},
}

// hookReports are those of people whose hooks told their agents nothing. "docs: " is words of docs/agent-hooks.md.
var hookReports = []report{
	{"a wrong envelope, and nothing is delivered", "https://github.com/mmnto-ai/totem/issues/2522", "context_agents|docs: (totem #2522"},
	{"an editor drops what the hook says", "https://github.com/colinsurprenant/director/issues/50", "deliver_clone|docs: (director #50"},
	{"plain text is refused, and nobody trusted the hook", "https://github.com/openai/codex/issues/45999", "context_agents init_agent_hooks|docs: (codex #45999"},
	{"hooks are off, and late words pass for those of a person", "https://github.com/anthropics/claude-code/issues/92911", "deliver_clone context_hostile|docs: (claude-code #92911"},
	{"a rule in memory is not followed", "https://github.com/anthropics/claude-code/issues/56383", "context_hostile|docs: (claude-code #56383"},
}

type report struct{ pain, link, shown string }

func TestReports(t *testing.T) {
	proven(t, reports, "../../e2e/hooks_test.go", `{name: "%s"`, "../../docs/hooks.md")
}

func TestSyncReports(t *testing.T) {
	proven(t, syncReports, "../../e2e/sync_test.go", "func %s(", "../../docs/sync.md")
}

func TestDeliveryReports(t *testing.T) {
	proven(t, deliveryReports, "../../e2e/sync_test.go", "func %s(", "../../docs/deliver.md")
}

func TestHookReports(t *testing.T) {
	proven(t, hookReports, "../../e2e/doctor_test.go", "func %s(", "../../docs/agent-hooks.md")
}

// proven checks that what shows each report is there.
func proven(t *testing.T, all []report, endToEnd, scenario, page string) {
	scenarios, docs := text(t, endToEnd), text(t, page)
	for _, r := range all {
		for proof := range strings.SplitSeq(r.shown, "|") {
			if name, ok := strings.CutPrefix(proof, "e2e: "); ok {
				if !strings.Contains(scenarios, fmt.Sprintf(scenario, name)) {
					t.Errorf("%s (%s): the end-to-end run has no scenario %q", r.pain, r.link, name)
				}
				continue
			}
			if words, ok := strings.CutPrefix(proof, "docs: "); ok {
				if !strings.Contains(docs, words) {
					t.Errorf("%s (%s): %s does not say %q", r.pain, r.link, page, words)
				}
				continue
			}
			for name := range strings.FieldsSeq(proof) {
				text(t, "testdata/script/"+name+".txtar")
			}
		}
	}
}

func text(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}
