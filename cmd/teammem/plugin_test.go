package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

const pluginDir = "../../plugin"

// What https://code.claude.com/docs/en/plugins-reference and
// https://code.claude.com/docs/en/plugin-marketplaces know of the two manifests.
type (
	pluginManifest struct {
		Name        string
		Version     string
		Description string
		Author      struct{ Name, Email, URL string }
		Homepage    string
		Repository  string
		License     string
		Keywords    []string
	}
	marketplace struct {
		Name     string
		Owner    struct{ Name, Email string }
		Metadata struct{ Description, Version, PluginRoot string }
		Plugins  []struct{ Name, Source, Description string }
	}
	hookGroup struct {
		Matcher string
		Hooks   []struct{ Type, Command string }
	}
	hookFile struct {
		Description string
		Hooks       map[string][]hookGroup
	}
)

// readStrict reads JSON that holds nothing that v has no place for.
func readStrict(t *testing.T, file string, v any) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// TestPluginManifests holds that the plugin can be installed from a clone: the manifests have
// the documented fields, and what they name is there.
func TestPluginManifests(t *testing.T) {
	var shop marketplace
	readStrict(t, "../../.claude-plugin/marketplace.json", &shop)
	var p pluginManifest
	readStrict(t, pluginDir+"/.claude-plugin/plugin.json", &p)
	kebab := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	if !kebab.MatchString(shop.Name) || shop.Owner.Name == "" || len(shop.Plugins) != 1 || !kebab.MatchString(p.Name) {
		t.Fatalf("a required field is missing or is no name: %+v %+v", shop, p)
	}
	entry := shop.Plugins[0]
	if entry.Name != p.Name || entry.Description != p.Description || !strings.HasPrefix(entry.Source, "./") || filepath.Join("../..", entry.Source) != filepath.Clean(pluginDir) {
		t.Errorf("the entry of the marketplace is %+v, and the plugin %+v", entry, p)
	}
	var h hookFile
	readStrict(t, pluginDir+"/hooks/hooks.json", &h)
	groups := h.Hooks["SessionStart"]
	if len(h.Hooks) != 1 || len(groups) != 1 || len(groups[0].Hooks) != 1 || groups[0].Hooks[0].Type != "command" {
		t.Fatalf("the hooks are %+v", h)
	}
	command := groups[0].Hooks[0].Command
	if script := strings.TrimPrefix(strings.Trim(strings.TrimPrefix(command, "sh "), `"`), "${CLAUDE_PLUGIN_ROOT}"); script != "/hooks/session-start.sh" {
		t.Errorf("the hook runs %q", command)
	}
}

// TestPluginSkill holds the limits of https://code.claude.com/docs/en/skills.
func TestPluginSkill(t *testing.T) {
	text := skill(t)
	front, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	name, description, ok2 := strings.Cut(front, "\n")
	if !ok || !ok2 || name != "name: team-memory" || !strings.HasPrefix(description, "description: ") || strings.Contains(description, "\n") {
		t.Fatalf("the frontmatter is %q", front)
	}
	if n := len(strings.TrimPrefix(description, "description: ")); n > 1024 {
		t.Errorf("the description has %d characters, at most 1024 are read", n)
	}
	if n := strings.Count(body, "\n"); n > 500 {
		t.Errorf("the skill has %d lines, 500 is what an agent should be given", n)
	}
	for _, never := range []string{"password", "token", ".env", "e-mail", "documentation of an API", "structure of the code", "history of commits", "Fixed bug", "debugging logs", "task of the moment", "CLAUDE.md or AGENTS.md says already", "about yourself", "Relative dates", "One topic"} {
		if !strings.Contains(body, never) {
			t.Errorf("the skill does not say never to save %q", never)
		}
	}
}

func skill(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(pluginDir + "/skills/team-memory/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A workshop is a repository with a team memory, a home, and perhaps a teammem on PATH.
type workshop struct {
	dir string
	env []string
}

func newWorkshop(t *testing.T, teammem bool) workshop {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the hook is a shell script")
	}
	dir := t.TempDir()
	w := workshop{dir: filepath.Join(dir, "repo"), env: []string{"PATH=" + pathWithout("teammem"), "HOME=" + dir + "/home", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEST_FSYNC=0",
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com", "TEAMMEM_NOW=2026-04-01T09:00:00Z"}}
	if teammem {
		self, err := os.Executable()
		if err == nil {
			err = os.Mkdir(dir+"/bin", 0o755)
		}
		if err == nil {
			err = os.Symlink(self, dir+"/bin/teammem") // testscript.Main makes this test binary the program
		}
		if err != nil {
			t.Fatal(err)
		}
		w.env[0] = "PATH=" + dir + "/bin:" + pathWithout("teammem")
	}
	if err := os.MkdirAll(w.dir+"/.agent/team-memory", 0o755); err != nil {
		t.Fatal(err)
	}
	w.run(t, "mkdir -m 700 ../home; git init -q -b main; printf '# Team memory\\n\\n- [CI](reference_ci.md) — where builds run\\n' >.agent/team-memory/MEMORY.md; "+
		"printf -- '---\\nname: ci\\ndescription: where builds run\\ntype: reference\\n---\\nAt https://ci.example.com.\\n' >.agent/team-memory/reference_ci.md; git add -A; git commit -q -m 'docs: memory'")
	return w
}

// pathWithout is PATH without the folders that hold a program: that of the scripts is one.
func pathWithout(program string) string {
	dirs := slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, program))
		return err == nil
	})
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// run runs a shell script in the repository and gives what it prints.
func (w workshop) run(t *testing.T, script string, more ...string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", script)
	cmd.Dir, cmd.Env = w.dir, append(w.env, more...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s%s", script, err, out.String(), errs.String())
	}
	if out.Len() == 0 && errs.Len() > 0 {
		t.Errorf("%s: says nothing but the error %s", script, errs.String())
	}
	return out.String()
}

// TestSkillCommands runs every line of the skill that begins with teammem, in its order.
func TestSkillCommands(t *testing.T) {
	w := newWorkshop(t, true)
	lines := regexp.MustCompile("(?m)^teammem .*$").FindAllString(skill(t), -1)
	if len(lines) < 8 {
		t.Fatalf("the skill has the commands %q", lines)
	}
	for _, line := range lines {
		w.run(t, line)
	}
	if got := w.run(t, "git branch --list 'memory/*'"); !strings.Contains(got, "memory/feedback_real-database-in-tests") {
		t.Errorf("promote made the branches %q", got)
	}
	if got := w.run(t, "teammem list --scope private"); strings.Count(got, "\n") < 4 {
		t.Errorf("after the commands of the skill there are the memories\n%s", got)
	}
}

// TestPluginHook holds that the hook of the plugin speaks where it has something to say, and is
// silent and succeeds everywhere else.
func TestPluginHook(t *testing.T) {
	script, err := filepath.Abs(pluginDir + "/hooks/session-start.sh")
	if err != nil {
		t.Fatal(err)
	}
	hook := "sh '" + script + "' </dev/null"
	with, without := newWorkshop(t, true), newWorkshop(t, false)
	if _, err := exec.LookPath("teammem"); err == nil {
		without.env[0] = "PATH=/usr/bin:/bin"
	}
	if got := without.run(t, hook); got != "" {
		t.Errorf("without teammem it says %q", got)
	}
	var envelope struct {
		Specific struct{ HookEventName, AdditionalContext string } `json:"hookSpecificOutput"`
	}
	got := with.run(t, "cd /; "+hook, "CLAUDE_PROJECT_DIR="+with.dir)
	if err := json.Unmarshal([]byte(got), &envelope); err != nil || envelope.Specific.HookEventName != "SessionStart" || !strings.Contains(envelope.Specific.AdditionalContext, "where builds run") {
		t.Errorf("it says %q (%v)", got, err)
	}
	if got := with.run(t, `mkdir .claude; echo '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"teammem context --agent claude-code"}]}]}}' >.claude/settings.json; `+hook); got != "" {
		t.Errorf("where a hook of the repository speaks it says %q", got)
	}
	if got := with.run(t, "rm -r .claude .agent; "+hook); got != "" {
		t.Errorf("without team memory it says %q", got)
	}
}
