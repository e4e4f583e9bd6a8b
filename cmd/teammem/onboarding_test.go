package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

const onboarding = "../../examples/onboarding"

// TestOnboarding is a newcomer to examples/onboarding: with an empty home they clone it and do
// what its README says: doctor says ok in every line, and their memory is on a branch to review.
func TestOnboarding(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands of the README are those of a shell")
	}
	readme, err := os.ReadFile(onboarding + "/README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(readme, -1)
	if len(commands) != 2 || !bytes.Contains(commands[0][1], []byte("\nteammem doctor ")) || !bytes.Contains(commands[1][1], []byte("\nteammem promote ")) {
		t.Fatal("the README has not two blocks of commands for a newcomer, the first with teammem doctor, the second with teammem promote")
	}
	c := newClinic(t)
	at := c.folder("newcomer")
	c.run(t, at, c.hosted())
	said := c.run(t, at, `set -e
export GIT_CONFIG_GLOBAL="$WORK/gitconfig" PATH="${PATH#*:}"
git clone -q https://github.com/example-org/orders.git clone
git -C clone status --porcelain
ls -A home`)
	if said != "" {
		t.Errorf("the clone without teammem is not clean, or something lies in the home: %s", said)
	}
	said = c.run(t, at, "set -e\nexport GIT_CONFIG_GLOBAL=\"$WORK/gitconfig\"\ncd clone\n"+string(commands[0][1]))
	_, report, found := strings.Cut(said, "ok: git: ")
	lines, verdict, ended := strings.Cut("ok: git: "+report, "\n\nverdict: pass, ")
	if !found || !ended || !strings.HasSuffix(verdict, ", warnings: 0, failures: 0, not known: 0\n") {
		t.Fatalf("doctor does not pass:\n%s", said)
	}
	for line := range strings.SplitSeq(lines, "\n") {
		if !strings.HasPrefix(line, "ok: ") {
			t.Errorf("doctor says %q", line)
		}
	}
	for _, want := range []string{"agent loads: claude-code: entries: 7 of 7", "hook fires: proven", "workflow: job \"memory\"", "owners: workflows: "} {
		if !strings.Contains(lines, want) {
			t.Errorf("doctor says nothing of %q:\n%s", want, lines)
		}
	}
	if left := c.run(t, at, "git -C clone status --porcelain"); left != "" {
		t.Errorf("after the commands of the README the clone has changes:\n%s", left)
	}
	said = c.run(t, at, "set -e\nexport GIT_CONFIG_GLOBAL=\"$WORK/gitconfig\"\ncd clone\n"+string(commands[1][1]))
	if !strings.Contains(said, "\nbranch memory/") {
		t.Errorf("what the README proposes to the team is on no branch:\n%s", said)
	}
}

// hosted makes a repository of the example as a team has it on its host.
func (c *clinic) hosted() string {
	return `set -e
cp -R "$EXAMPLES/onboarding" team
cd team
for file in .github/workflows/teammem*.yml; do
	sed s/0000000000000000000000000000000000000000/8c2b1f0d9e7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c/ <"$file" >../changed
	mv ../changed "$file"
done
git init -q -b main
git add -A
git commit -q -m 'chore: orders'
cd ..
mkdir -p host/example-org
git clone -q --bare team host/example-org/orders.git
git config -f gitconfig "url.file://$WORK/host/.insteadOf" https://github.com/
`
}

// TestOnboardingCurrent holds that teammem would write every file of examples/onboarding as it
// is, that its memory is clean by the strict policy for years to come, and that its workflows are those of
// examples/github. -update writes what it would write.
func TestOnboardingCurrent(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the example has a script")
	}
	c := newClinic(t)
	at := c.folder("current")
	said := c.run(t, at, `set -e
cp -R "$EXAMPLES/onboarding" team
cd team
cp "$EXAMPLES"/github/.github/workflows/*.yml .github/workflows/
git init -q -b main
git add -A
teammem index >&2
teammem init --agent-hooks --protect >&2
teammem deliver >&2
TEAMMEM_NOW=2035-01-02T03:04:05Z teammem check | grep -v '^notice: the policy on disk was used'`)
	if !strings.HasSuffix(said, "verdict: pass, memories: 7\n") {
		t.Errorf("the memory of the example is not clean:\n%s", said)
	}
	if *update {
		if out, err := exec.Command("cp", "-R", at+"/team/.", onboarding).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if err := os.RemoveAll(onboarding + "/.git"); err != nil {
			t.Fatal(err)
		}
	}
	abs, err := filepath.Abs(onboarding)
	if err != nil {
		t.Fatal(err)
	}
	if diff := c.run(t, at, `diff -r -x .git team "`+abs+`" || true`); diff != "" {
		t.Errorf("teammem would write the example otherwise:\n%s", diff)
	}
}
