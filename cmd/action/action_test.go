package main

import (
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"
)

// definition is action.yml. https://docs.github.com/en/actions/reference/workflows-and-actions/metadata-syntax
type definition struct {
	Name, Description string
	Inputs            map[string]struct{ Description, Default string }
	Outputs           map[string]struct{ Description, Value string }
	Runs              struct {
		Using string
		Steps []struct {
			ID, Shell, Run, Uses string
			Env                  map[string]string
		}
	}
}

var top, _ = filepath.Abs("../..")

func readDefinition() (definition, error) {
	var d definition
	text, err := os.ReadFile(filepath.Join(top, "action.yml"))
	if err != nil {
		return d, err
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	return d, decoder.Decode(&d)
}

var inputOf = regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`)

// TestDefinition holds what makes a composite action safe: no other action, no expression
// inside a script, and every input handed over by a variable.
func TestDefinition(t *testing.T) {
	d, err := readDefinition()
	if err != nil {
		t.Fatal(err)
	}
	if d.Name == "" || d.Description == "" || d.Runs.Using != "composite" || len(d.Runs.Steps) == 0 {
		t.Errorf("it is %q, %q, %q with %d steps", d.Name, d.Description, d.Runs.Using, len(d.Runs.Steps))
	}
	mapped := map[string]int{}
	for i, s := range d.Runs.Steps {
		if s.Shell != "bash" || s.Uses != "" || s.Run == "" || strings.Contains(s.Run, "${{") {
			t.Errorf("step %d: shell %q, uses %q, runs %q", i, s.Shell, s.Uses, s.Run)
		}
		for name, value := range s.Env {
			m := inputOf.FindStringSubmatch(value)
			if m == nil {
				t.Errorf("%s is %q, want one input", name, value)
				continue
			}
			mapped[m[1]]++
			if strings.HasPrefix(name, "INPUT_") && name != "INPUT_"+strings.ToUpper(m[1]) {
				t.Errorf("%s holds the input %s", name, m[1])
			}
		}
	}
	for name, in := range d.Inputs {
		if in.Description == "" || mapped[name] != 1 {
			t.Errorf("the input %s is described as %q and handed over %d times", name, in.Description, mapped[name])
		}
	}
	if len(mapped) != len(d.Inputs) {
		t.Errorf("%d inputs are handed over, and there are %d", len(mapped), len(d.Inputs))
	}
	if got := slices.Sorted(maps.Keys(d.Outputs)); !slices.Equal(got, []string{"errors", "review", "verdict", "warnings"}) {
		t.Errorf("the outputs are %q", got)
	}
	for name, out := range d.Outputs {
		if out.Value != "${{ steps.check.outputs."+name+" }}" {
			t.Errorf("the output %s is %q", name, out.Value)
		}
	}
}

// composite runs the steps of action.yml as the runner does, and wants the last one to end
// with a code: "composite CODE [INPUT=VALUE...]".
func composite(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: composite CODE [INPUT=VALUE...]")
	}
	d, err := readDefinition()
	ts.Check(err)
	values := map[string]string{}
	for name, in := range d.Inputs {
		values[name] = in.Default
	}
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		values[name] = value
	}
	ts.Setenv("GITHUB_ACTION_PATH", top)
	code := 0
	for _, s := range d.Runs.Steps {
		if code != 0 {
			break
		}
		for name, value := range s.Env {
			ts.Setenv(name, values[inputOf.FindStringSubmatch(value)[1]])
		}
		script := filepath.Join(ts.Getenv("WORK"), ".tmp", "step.sh")
		ts.Check(os.WriteFile(script, []byte(s.Run), 0o666))
		if err := ts.Exec("bash", "--noprofile", "--norc", "-eo", "pipefail", script); err != nil {
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				ts.Fatalf("%v", err)
			}
			code = exit.ExitCode()
		}
	}
	if want, err := strconv.Atoi(args[0]); err != nil || code != want {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// goSettings are what a build in a script needs of the Go outside it.
func goSettings() ([]string, error) {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != len(names) {
		return nil, errors.Join(err, errors.New("go env gave no settings"))
	}
	for i := range names {
		lines[i] = names[i] + "=" + strings.TrimSpace(lines[i])
	}
	return lines, nil
}
