package main

import (
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestExisting follows docs/existing.md in a repository whose memories lie in a folder of
// Claude Code: one has no entry, one needs quotes, one is about a person.
func TestExisting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands of the page are those of a shell")
	}
	page, err := os.ReadFile("../../docs/existing.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("(?s)```sh\n(.*?)```").FindSubmatch(page)
	if commands == nil {
		t.Fatal("the page has no commands")
	}
	c := newClinic(t)
	at := c.folder("existing")
	c.run(t, at, `set -e
git init -q -b main repo
cd repo
mkdir -p .claude/memory
cd .claude/memory
printf -- '---\nname: deploys\ndescription: "when we deploy"\ntype: project\n---\n\nOn Tuesday before noon.\n' >deploys.md
printf -- '---\nname: review tone\ndescription: tone: how we comment\ntype: feedback\n---\n\nShort, and about the code.\n' >tone.md
printf -- '---\nname: Ann\ndescription: what Ann likes\ntype: user\n---\n\nAnn wants short answers.\n' >ann.md
printf '# Memory\n\n- [Deploys](deploys.md) — on Tuesday, in our words\n- [Ann](ann.md) — short answers\n- [Gone](gone.md) — long ago\n' >MEMORY.md
cd ../..
git add -A
git commit -q -m 'chore: memories'`)
	said := c.run(t, at, "set -e\ncd repo\n"+string(commands[1]))
	if !strings.Contains(said, "ann.md:4:1: error: memories of type \"user\" are private [private-scope]") || strings.Count(said, "error: ") != 1 {
		t.Errorf("what is left is not the memory about a person alone:\n%s", said)
	}
	said = c.run(t, at, `set -e
cd repo
teammem remember --file .agent/team-memory/ann.md
git rm -q --force .agent/team-memory/ann.md
teammem index
git add -A
teammem check
teammem hook install >/dev/null
git commit -q -m 'chore: move the memories'`)
	if !strings.Contains(said, "verdict: pass, ") {
		t.Errorf("after the words of the page the memory is not clean:\n%s", said)
	}
	const want = "# Memory\n\n- [review tone](tone.md) — tone: how we comment\n- [Deploys](deploys.md) — on Tuesday, in our words\n"
	if index := c.run(t, at, "git -C repo show HEAD:.agent/team-memory/MEMORY.md"); index != want {
		t.Errorf("the index is\n%swant\n%s", index, want)
	}
}
