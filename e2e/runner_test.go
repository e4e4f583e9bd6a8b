//go:build e2e

package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// An event is what starts a workflow.
type event struct {
	name     string
	ref, sha string // GITHUB_REF and GITHUB_SHA
	actor    string
	body     map[string]any
}

// A job is one run of a workflow under act, without a container.
type job struct {
	project  *project
	workflow string // its file
	event    event
	tree     *tree    // the teammem that the workflow uses
	token    string   // "" for none
	env      []string // besides, NAME=VALUE
}

// An outcome is what the host would show of a run.
type outcome struct {
	code        int
	annotations []annotation
	outputs     map[string]string // of the step that uses teammem
	summary     string
	steps       []time.Duration // how long each step of teammem took
	log         string          // what a person reads
	all         string          // every byte that act printed
}

type annotation struct {
	Command string            // error, warning, notice
	Place   map[string]string `json:"kvPairs"`
	Text    string            `json:"arg"`
	Raw     string
}

// act is the program, which has to be there.
var act = sync.OnceValues(func() (string, error) {
	path, err := exec.LookPath("act")
	if err != nil {
		return "", fmt.Errorf("%w; install it: go install github.com/nektos/act@v0.2.89", err)
	}
	return path, nil
})

const (
	checkoutAction = "actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683"
	teammemAction  = "teammem/teammem@"
)

// act gives up the output of a step as soon as the step fails, without reading what is left of it. So a bash before the
// real one says that a step has failed: where that is missing from the log, more is, and the job runs again.
const (
	lastLine = "the output of the step ends here\n"
	before   = `#!%[1]s
%[1]s "$@"
code=$?
[ "$code" = 0 ] || { printf %%s '%[2]s'; sleep 0.1; }
exit "$code"
`
)

// shells is a folder with that bash. It is one itself, since other shells drop variables like INPUT_FAIL-ON.
var shells = sync.OnceValues(func() (string, error) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(scratch, "shells")
	return dir, errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "bash"), fmt.Appendf(nil, before, bash, lastLine), 0o755))
})

// run runs the job until its log is whole.
func (j *job) run(t *testing.T) *outcome {
	t.Helper()
	for range 10 {
		o := j.once(t)
		if whole := strings.Contains(o.log, lastLine); whole || o.code == 0 {
			o.log = strings.ReplaceAll(o.log, lastLine, "")
			return o
		}
	}
	t.Fatal("act lost the end of the log ten times")
	return nil
}

// once runs the job. A workflow that act can't read, or that uses another action than these two, fails the test.
func (j *job) once(t *testing.T) *outcome {
	t.Helper()
	program, err := act()
	shell, wrong := shells()
	if err = errors.Join(err, wrong); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	body, err := json.Marshal(j.event.body)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "event.json", string(body))
	write(t, dir, "config/act/actrc", "")
	checkout, _ := filepath.Abs("testdata/checkout")
	args := []string{j.event.name, "--json", "-C", dir, "-W", j.workflow, "-e", "event.json", "--actor", j.event.actor,
		"-P", "ubuntu-latest=-self-hosted", "--no-cache-server", "--no-skip-checkout", "--pull=false", "-s", "GITHUB_TOKEN=" + j.token,
		"--local-repository", checkoutAction + "=" + checkout, "--local-repository", teammemAction + j.tree.commit + "=" + j.tree.dir}
	for _, kv := range append([]string{"GITHUB_REPOSITORY=" + j.project.name, "GITHUB_REF=" + j.event.ref, "SHA_REF=" + j.event.sha,
		"GITHUB_SERVER_URL=" + j.project.host.url, "GITHUB_API_URL=" + j.project.host.url + "/api/v3"}, j.env...) {
		args = append(args, "--env", kv)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = []string{"PATH=" + shell + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + j.tree.home, "XDG_CONFIG_HOME=" + filepath.Join(dir, "config"), "XDG_CACHE_HOME=" + filepath.Join(dir, "cache"),
		"GOMODCACHE=" + goEnv("GOMODCACHE"), "GOCACHE=" + goEnv("GOCACHE"), "GOTOOLCHAIN=local", "LC_ALL=C"}
	out, err := cmd.CombinedOutput()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	o := outcomeOf(out)
	o.code = cmd.ProcessState.ExitCode()
	if !strings.Contains(o.all, `"jobResult"`) {
		t.Fatalf("no job ran:\n%s", o.all)
	}
	return o
}

// outcomeOf reads the lines of act. What a composite step puts out is told twice; the
// outer one counts.
func outcomeOf(out []byte) *outcome {
	o := &outcome{outputs: map[string]string{}, all: string(out)}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var l struct {
			annotation
			Name, Content, Msg string
			Step               []string      `json:"stepID"`
			Printed            bool          `json:"raw_output"`
			Time               time.Duration `json:"executionTime"`
			Stage              string
			Of                 string `json:"step"`
		}
		if json.Unmarshal(lines.Bytes(), &l) != nil {
			continue // the last line is none
		}
		outer := len(l.Step) == 1
		if !outer && l.Time > 0 && l.Stage == "Main" && strings.HasPrefix(l.Of, teammemAction) {
			o.steps = append(o.steps, l.Time)
		}
		switch {
		case l.Printed:
			o.log += l.Msg
		case slices.Contains([]string{"error", "warning", "notice"}, l.Command):
			o.annotations = append(o.annotations, l.annotation)
			o.log += l.Raw
		case l.Command == "set-output" && outer:
			o.outputs[l.Name] = l.Text
		case l.Command == "summary" && outer:
			o.summary += l.Content
		}
	}
	return o
}
