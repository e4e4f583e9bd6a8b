package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/teammemtest"
)

// TestReadmeDemo plays the demonstration of the README and holds it to what the
// program prints now; -update writes it.
func TestReadmeDemo(t *testing.T) {
	const readme, begin, end = "../../README.md", "<!-- demo: made by go test ./cmd/teammem -update -->\n", "<!-- end of demo -->\n"
	old, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := bytes.Cut(old, []byte(begin))
	shown, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		t.Fatalf("%s lacks the marks of the demonstration", readme)
	}
	want := "\n```console\n" + demo(t) + "```\n\n"
	if string(shown) == want {
		return
	}
	if !*update {
		t.Fatalf("the demonstration is\n%s\nwant\n%s\nrun go test ./cmd/teammem -update", shown, want)
	}
	if err := os.WriteFile(readme, bytes.Join([][]byte{before, []byte(begin), []byte(want), []byte(end), after}, nil), 0o644); err != nil {
		t.Fatal(err)
	}
}

func demo(t *testing.T) string {
	dir := t.TempDir()
	team := filepath.Join(dir, ".agent", "team-memory")
	if err := os.MkdirAll(team, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"MEMORY.md": "# Team memory\n\n- [Deploys](project_deploys.md) — when and how we deploy\n- [Style](feedback_style.md) — how Ann likes her reviews\n",
		"project_deploys.md": "---\nname: deploys\ndescription: when and how we deploy\ntype: project\n---\n\n" +
			"Deploys run on Tuesday; the next one is tomorrow.\nThe robot logs in with ${ghp:readme}.\n",
		"feedback_style.md": "---\nname: style\ndescription: how Ann likes her reviews\nmetadata:\n  type: user\n---\n\nShort${u:200B} answers.\n",
	} {
		if err := os.WriteFile(filepath.Join(team, name), []byte(teammemtest.Expand(text)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	for _, args := range [][]string{{"git", "init", "-q"}, {"git", "add", "-A"}, {"teammem", "check", "--staged"}} {
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = dir
		cmd.Env = append(slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, "GIT_") || strings.HasPrefix(kv, "TEAMMEM_") }),
			"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "HOME="+t.TempDir(),
			"TEAMMEM_NOW=2026-01-02T03:04:05Z", "NO_COLOR=1")
		text, err := cmd.CombinedOutput()
		if args[0] == "git" && err != nil {
			t.Fatalf("%q: %v\n%s", args, err, text)
		}
		if args[0] == "teammem" {
			out.WriteString("$ " + strings.Join(args, " ") + "\n" + string(text))
		}
	}
	return out.String()
}

// TestReadmeExamples holds that what the README tells to paste is what the end-to-end run
// has tried.
func TestReadmeExamples(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pre-commit/.pre-commit-config.yaml", "lefthook/lefthook.yml"} {
		example, err := os.ReadFile("../../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if want := "```yaml\n" + string(example) + "```\n"; !strings.Contains(string(readme), want) {
			t.Errorf("the README lacks examples/%s as it is", name)
		}
	}
}
