package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

// loadedBy is what an agent loads by itself, in the words of its documents and not of our code:
// which files, and how deep it follows imports.
var loadedBy = map[string]struct {
	files []string
	depth int
}{
	"claude-code": {[]string{"CLAUDE.md", ".claude/CLAUDE.md"}, 4},
	"cline":       {[]string{"AGENTS.md"}, 0},
	"codex":       {[]string{"AGENTS.md"}, 0},
	"copilot":     {[]string{".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"}, 4},
	"cursor":      {[]string{"AGENTS.md"}, 0},
	"devin":       {[]string{"AGENTS.md"}, 0},
	"gemini":      {[]string{"GEMINI.md"}, 5},
	"qwen-code":   {[]string{"QWEN.md", "AGENTS.md"}, 5},
}

// assemble gives all that an agent has before its eyes when a session begins: files with what they
// import, its own index, and what its hook says.
func (w workshop) assemble(t *testing.T, agent string) string {
	t.Helper()
	var b strings.Builder
	names := loadedBy[agent].files
	if agent == "gemini" {
		if data, err := os.ReadFile(w.dir + "/.gemini/settings.json"); err == nil {
			var v struct{ Context struct{ FileName []string } }
			if data, err = hujson.Standardize(data); err == nil {
				err = json.Unmarshal(data, &v)
			}
			if err != nil {
				t.Fatal(err)
			}
			names = v.Context.FileName
		}
	}
	for _, name := range names {
		w.importInto(&b, name, loadedBy[agent].depth)
	}
	if agent == "claude-code" {
		own, _ := filepath.Glob(filepath.Dir(w.dir) + "/home/.claude/projects/*/memory/MEMORY.md")
		for _, file := range own {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(data)
		}
	}
	var said any
	if err := json.Unmarshal([]byte(w.run(t, "teammem context --agent "+agent)), &said); err != nil {
		t.Fatalf("%s: %v", agent, err)
	}
	return b.String() + strings.Join(texts(said), "\n")
}

// importInto writes a file with its imports in their place.
func (w workshop) importInto(b *strings.Builder, name string, depth int) {
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		return
	}
	for line := range strings.Lines(string(data)) {
		if at, is := strings.CutPrefix(strings.TrimSpace(line), "@"); is && depth > 0 {
			w.importInto(b, filepath.Join(filepath.Dir(name), at), depth-1)
			continue
		}
		b.WriteString(line)
	}
}

// TestToldOnce assembles what each agent is told, in every way in which files, stores and hooks can
// stand, and counts the words of each memory: once.
func TestToldOnce(t *testing.T) {
	const claude = "mkdir -p \"$HOME/.claude/projects\"; "
	const wire = "teammem init --agent all-of-them --agent-hooks --protect >/dev/null 2>&1; "
	agents := slices.Sorted(func(yield func(string) bool) {
		for name := range loadedBy {
			if !yield(name) {
				return
			}
		}
	})
	all := strings.ReplaceAll(wire, "all-of-them", strings.Join(agents, ","))
	for name, script := range map[string]string{
		"hooks alone":               "",
		"files and hooks":           all,
		"files, synced":             all + "teammem sync >/dev/null",
		"store of Claude Code":      claude + "teammem sync >/dev/null",
		"files, store, synced":      claude + all + "git add -A; git commit -qm x; teammem sync >/dev/null",
		"store first, files later":  claude + "teammem sync >/dev/null; " + all + "teammem sync >/dev/null",
		"import in CLAUDE.md":       claude + "echo '@.agent/team-memory/MEMORY.md' >CLAUDE.md; teammem sync >/dev/null",
		"index changed, not synced": claude + all + "teammem sync >/dev/null; " + newMemory + "git add -A; git commit -qm x",
		"index changed and synced":  claude + all + "teammem sync >/dev/null; " + newMemory + "git add -A; git commit -qm x; teammem sync >/dev/null",
		"delivered anew":            claude + all + newMemory + "teammem deliver >/dev/null; git add -A; git commit -qm x; teammem sync >/dev/null",
		"files of before":           claude + all + newMemory + "git add .agent; git commit -qm x; teammem sync >/dev/null",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorkshop(t, true)
			w.run(t, script)
			for _, agent := range agents {
				text := w.assemble(t, agent)
				for _, words := range []string{"where builds run", "where deploys go"} {
					want := 1
					if words == "where deploys go" && (!strings.Contains(script, newMemory) || name == "index changed, not synced") {
						want = 0
					}
					if n := strings.Count(text, words); n != want {
						t.Errorf("%s is told %q %d times, not %d:\n%s", agent, words, n, want, text)
					}
				}
			}
		})
	}
}

// newMemory adds one to the team's folder.
var newMemory = fmt.Sprintf("printf -- '%s' >>.agent/team-memory/MEMORY.md; printf -- '%s' >.agent/team-memory/reference_deploys.md; ",
	`- [Deploys](reference_deploys.md) — where deploys go\n`, `---\nname: deploys\ndescription: where deploys go\ntype: reference\n---\nTo https://deploy.example.com.\n`)
