package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/teammem/teammem/internal/doctor"
)

// A plant is a script that plants one fault.
type plant struct {
	fault, way string
	how        string // in words
	script     string
}

func plants(t *testing.T) (all []plant, healthy string) {
	t.Helper()
	a, err := txtar.ParseFile("testdata/doctor/faults.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range a.Files {
		fault, way, _ := strings.Cut(f.Name, " ")
		first, _, _ := strings.Cut(string(f.Data), "\n")
		if fault == "healthy" {
			healthy = string(f.Data)
			continue
		}
		all = append(all, plant{fault, way, strings.TrimPrefix(first, "# "), string(f.Data)})
	}
	return all, healthy
}

// preamble is what the scripts of plants can call besides the shell.
const preamble = `set -e
# base makes what lies there the default branch of the remote, commit what is staged.
base() {
	git add -A
	commit
}
commit() {
	git commit -q --no-verify -m 'chore: change'
	git update-ref refs/remotes/origin/main HEAD
}
# workflow and gate edit the workflow of the check, or of the review gate, by a command of sed.
workflow() { edit teammem.yml "$1"; }
gate() { edit teammem-review.yml "$1"; }
edit() {
	sed "$2" <".github/workflows/$1" >../changed
	mv ../changed ".github/workflows/$1"
	base
}
# hold locks a file until the script ends.
hold() {
	holdlock "$1" >../held 2>&1 &
	trap "kill $!" EXIT
	while ! [ -s ../held ]; do sleep 0.1; done
}
program=$(command -v teammem)
arguments=--json
`

// TestDoctorFaults plants each fault in a healthy set-up, and wants doctor to name that
// fault and no other; of the healthy one it wants no complaint.
func TestDoctorFaults(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the faults are planted by shell scripts")
	}
	all, healthy := plants(t)
	c := newClinic(t)
	made := c.folder("healthy")
	c.run(t, made, "set -e\n"+healthy)
	before := c.state(t, made)
	if faults, code := c.doctor(t, made, ""); len(faults) > 0 || code != 0 {
		t.Fatalf("in a healthy set-up doctor complains: %q, exit code %d", faults, code)
	}
	if after := c.state(t, made); after != before {
		t.Errorf("doctor wrote something:\n%s\n%s", before, after)
	}
	kept := filepath.Join(c.root, "kept") // so that no copy takes it for another clone that is still there
	if err := os.Rename(made, kept); err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		t.Run(p.fault+"/"+p.way, func(t *testing.T) {
			t.Parallel()
			if root := os.Geteuid() == 0; strings.Contains(p.how, "only root") && !root || strings.Contains(p.how, "not as root") && root {
				t.Skip(p.how)
			}
			at := c.folder(strings.ReplaceAll(p.fault+"_"+p.way, "/", "_"))
			t.Cleanup(func() { c.run(t, at, "chmod -R u+rwX .") }) // or nobody can remove it
			c.run(t, kept, `cp -R -p . "`+at+`"`)
			faults, code := c.doctor(t, at, p.script)
			if !slices.Equal(faults, []string{p.fault}) {
				t.Errorf("doctor names %q, want %q", faults, p.fault)
			}
			if want := stateOf(p.fault) == doctor.Fail; (code == 1) != want || code > 1 {
				t.Errorf("exit code %d; the fault fails: %v", code, want)
			}
		})
	}
}

// TestDoctorFaultsComplete holds that each fault can be planted, and that no plant is of a
// fault that there is not.
func TestDoctorFaultsComplete(t *testing.T) {
	all, _ := plants(t)
	planted := map[string]bool{}
	for _, p := range all {
		planted[p.fault] = true
		if stateOf(p.fault) == "" {
			t.Errorf("there is no fault %q", p.fault)
		}
	}
	for _, c := range doctor.Checks {
		for _, f := range c.Faults {
			if !planted[f.Name] {
				t.Errorf("nobody plants %q", f.Name)
			}
		}
	}
	if len(planted) < 30 {
		t.Errorf("planted faults: %d, want 30 or more", len(planted))
	}
}

// stateOf is that of a fault by its name, "" where there is none.
func stateOf(name string) doctor.State {
	for _, c := range doctor.Checks {
		for _, f := range c.Faults {
			if f.Name == name {
				return f.State
			}
		}
	}
	return ""
}

// A clinic is where set-ups are made and looked at.
type clinic struct {
	root, bin, examples string
}

func newClinic(t *testing.T) *clinic {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	c := &clinic{root, filepath.Join(root, "bin"), examples}
	if err := os.Mkdir(c.bin, 0o755); err != nil {
		t.Fatal(err)
	}
	// testscript.Main makes this test binary the program that it is called by.
	for _, name := range []string{"teammem", "holdlock"} {
		if err := os.Symlink(self, filepath.Join(c.bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// folder is a folder of one set-up, with its home.
func (c *clinic) folder(name string) string {
	dir := filepath.Join(c.root, name)
	if err := os.MkdirAll(filepath.Join(dir, "home"), 0o700); err != nil {
		panic(err)
	}
	return dir
}

// env is an environment with nothing of this machine but PATH.
func (c *clinic) env(dir string) []string {
	return []string{
		"PATH=" + c.bin + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home"), "TMPDIR=" + c.root,
		"WORK=" + dir, "EXAMPLES=" + c.examples, "TEAMMEM_NOW=2026-01-02T03:04:05Z", "LC_ALL=C", "TZ=UTC",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEST_FSYNC=0", "GIT_ALLOW_PROTOCOL=file", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z",
	}
}

func (c *clinic) run(t *testing.T, dir, script string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir, cmd.Env = dir, c.env(dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// doctor runs a script in the clone and then doctor, and gives the names of the faults.
func (c *clinic) doctor(t *testing.T, dir, script string) (faults []string, code int) {
	t.Helper()
	file := filepath.Join(dir, "stderr")
	cmd := exec.Command("sh", "-c", preamble+script+"\n"+`"$program" doctor --json "$arguments" 2>"$WORK/stderr" >"$WORK/stdout" || echo $? >"$WORK/code"`)
	cmd.Dir, cmd.Env = filepath.Join(dir, "clone"), c.env(dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if said, err := os.ReadFile(file); err != nil || len(said) > 0 {
		t.Errorf("on standard error: %s (%v)", said, err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	var res doctor.Result
	if err := json.Unmarshal(text, &res); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, l := range res.Lines {
		if l.Fault != "" && !slices.Contains(faults, l.Fault) {
			faults = append(faults, l.Fault)
		}
	}
	switch word, err := os.ReadFile(filepath.Join(dir, "code")); {
	case err == nil:
		code = int(word[0] - '0')
	case !errors.Is(err, os.ErrNotExist):
		t.Fatal(err)
	}
	return faults, code
}

// state lists every file of a set-up with its time and size.
func (c *clinic) state(t *testing.T, dir string) string {
	t.Helper()
	return c.run(t, dir, `ls -lRA --full-time clone team home 2>/dev/null || ls -lRAT clone team home`)
}

// TestDoctorPage holds that docs/doctor.md lists every fault and every plant. -update writes
// the table.
func TestDoctorPage(t *testing.T) {
	const page = "../../docs/doctor.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const start, end = "-update -->\n", "<!-- end of faults -->"
	before, rest, ok1 := strings.Cut(string(text), start)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no marks around its table", page)
	}
	want := before + start + "\n" + faultTable(t) + "\n" + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Errorf("%s is not what the faults are (-want +got):\n%s", page, diff)
	}
}

func faultTable(t *testing.T) string {
	ways := map[string][]string{}
	all, _ := plants(t)
	for _, p := range all {
		ways[p.fault] = append(ways[p.fault], p.how)
	}
	var b strings.Builder
	b.WriteString("| line | fault | state | what is wrong | planted by |\n|---|---|---|---|---|\n")
	for _, c := range doctor.Checks {
		for _, f := range c.Faults {
			fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s |\n", c.Name, f.Name, f.State, f.Title, strings.ReplaceAll(strings.Join(ways[f.Name], "; "), "*", `\*`))
		}
	}
	return b.String()
}
