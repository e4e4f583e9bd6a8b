package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tailscale/hujson"
)

// hooksOf gives the commands that agents run by the files that teammem init --agent-hooks writes,
// by agent.
func hooksOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{"cline": "./.clinerules/hooks/TaskStart"}
	for agent, file := range map[string]string{"claude-code": ".claude/settings.json", "codex": ".codex/hooks.json", "copilot": ".github/hooks/teammem.json",
		"cursor": ".cursor/hooks.json", "gemini": ".gemini/settings.json", "qwen-code": ".qwen/settings.json"} {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if agent == "gemini" { // which takes comments
			data, err = hujson.Standardize(data)
		}
		if err == nil {
			err = json.Unmarshal(data, &v)
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, text := range texts(v) {
			if strings.HasPrefix(text, "command -v ") {
				out[agent] = text
			}
		}
	}
	return out
}

// texts are the strings in JSON.
func texts(v any) (all []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			all = append(all, texts(x)...)
		}
	case map[string]any:
		for _, x := range v {
			all = append(all, texts(x)...)
		}
	}
	return all
}

const everyHook = "teammem init --agent claude-code,cline,codex,copilot,cursor,gemini,qwen-code --agent-hooks >/dev/null 2>&1"

// TestAgentHooksRun runs the hook of every agent as that agent does: it gives the envelope where
// teammem is installed, and is silent and succeeds where it is not.
func TestAgentHooksRun(t *testing.T) {
	with, without := newWorkshop(t, true), newWorkshop(t, false)
	with.run(t, everyHook)
	hooks := hooksOf(t, with.dir)
	if len(hooks) != 7 {
		t.Fatalf("hooks are %q", hooks)
	}
	if out := without.run(t, "cp -r '"+with.dir+"'/.c* . && command -v teammem || :"); out != "" {
		t.Fatalf("there is a teammem on PATH: %s", out)
	}
	for agent, hook := range hooks {
		var envelope map[string]any
		if err := json.Unmarshal([]byte(with.run(t, hook+" </dev/null")), &envelope); err != nil || len(envelope) == 0 {
			t.Errorf("%s: %v, %v", agent, err, envelope)
		}
		want := map[string]string{"cline": "{\"cancel\":false}\n"}[agent]
		if got := without.run(t, hook+" </dev/null"); got != want {
			t.Errorf("%s without teammem says %q, not %q", agent, got, want)
		}
	}
}

// TestAgentHooksFail holds that a hook which can't finish fails with 1, the code that stops no
// agent, and prints nothing that could pass for an envelope; a task of Cline goes on.
func TestAgentHooksFail(t *testing.T) {
	w := newWorkshop(t, true)
	w.run(t, everyHook)
	for agent, hook := range hooksOf(t, w.dir) {
		got := w.run(t, "TEAMMEM_NOW=never; export TEAMMEM_NOW; { "+strings.Replace(hook, "exit 1", "(exit 1)", 1)+"; } 2>/dev/null </dev/null || echo code $?")
		want := map[string]string{"cline": "{\"cancel\":false}\n"}[agent]
		if want == "" {
			want = "code 1\n"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", agent, got, want)
		}
	}
}
