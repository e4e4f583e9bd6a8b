package agenthook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/wiring"
)

// A folder is Files in memory.
type folder map[string]string

func (f folder) At(p string) wiring.File {
	if text, there := f[p]; there {
		return wiring.File{Data: []byte(text)}
	}
	return wiring.File{}
}

func (folder) Below(string) []string { return nil }

// apply writes parts in their order, each onto what it was made for.
func (f folder) apply(t interface{ Fatalf(string, ...any) }, parts []wiring.Part) folder {
	out := folder{}
	for p, text := range f {
		out[p] = text
	}
	for _, p := range parts {
		if now, there := out[p.Path]; there != (p.Prev != nil) || now != string(p.Prev) {
			t.Fatalf("%s holds %q, and the part was made for %q", p.Path, now, p.Prev)
		}
		if p.Next == nil {
			delete(out, p.Path)
			continue
		}
		out[p.Path] = string(p.Next)
	}
	return out
}

func states(parts []wiring.Part) string {
	var words []string
	for _, p := range parts {
		words = append(words, fmt.Sprintf("%s %s %s", p.Agents[0], p.Kind, p.State))
	}
	return strings.Join(words, ", ")
}

// TestUntouched holds that a file in which nothing can be put is left and named with the place.
func TestUntouched(t *testing.T) {
	for text, why := range map[string]string{
		"{\n  \"hooks\": [,]\n}":              "line 2, column 13",
		"{\"hooks\": {}":                      "not valid JSON",
		"[]":                                  "line 1, column 1: there is a list, want an object",
		"{\n\t\"hooks\": \"x\"}":              "line 2, column 11: there is a text, want an object",
		"{\"hooks\": {\"SessionStart\": {}}}": "line 1, column 28: there is an object, want a list",
		"{\"hooks\": {},\n \"hooks\": {}}":    "line 2, column 2: \"hooks\" is there twice",
		"\ufeff{\"hooks\": null}":             "line 1, column 11: there is null, want an object",
		"{\"hooks\": {\"SessionStart\": [], \"SessionStart\": []}}": "is there twice",
	} {
		parts := Survey(folder{".claude/settings.json": text}, Want{Hooks: []string{"claude-code"}})
		if len(parts) != 1 || parts[0].State != wiring.Broken || string(parts[0].Next) != text || !strings.Contains(parts[0].Why, why) {
			t.Errorf("%q: %+v", text, parts)
		}
		if parts := Survey(folder{".claude/settings.json": text}, Want{}); len(parts) != 0 {
			t.Errorf("%q concerns who wants nothing: %v", text, states(parts))
		}
		if parts := Remove(folder{".claude/settings.json": text}); len(parts) != 0 {
			t.Errorf("%q concerns who takes out what is not there: %v", text, states(parts))
		}
	}
}

// TestEdited holds that what somebody changed is neither written again nor taken out.
func TestEdited(t *testing.T) {
	f := folder{}.apply(t, Survey(folder{}, all))
	edited := folder{
		".claude/settings.json":       strings.Replace(f[".claude/settings.json"], "|| exit 1", "|| exit 7", 1),
		".clinerules/hooks/TaskStart": f[".clinerules/hooks/TaskStart"] + "echo mine\n",
	}
	want := Want{Hooks: []string{"claude-code", "cline"}}
	for _, parts := range [][]wiring.Part{Survey(edited, want), Remove(folder{".claude/settings.json": edited[".claude/settings.json"]})} {
		hook := parts[slices.IndexFunc(parts, func(p wiring.Part) bool { return p.Kind == Hook })]
		if hook.State != wiring.Edited || string(hook.Prev) != string(hook.Next) || hook.Why == "" {
			t.Errorf("%s: %+v", states(parts), hook)
		}
	}
	if parts := Remove(edited); states(parts) != "claude-code deny current, claude-code hook edited, cline hook edited" {
		t.Errorf("removed are %s", states(parts))
	}
	if parts := Survey(folder{".clinerules/hooks/TaskStart": "#!/bin/sh\necho mine\n"}, want); parts[1].State != wiring.Broken {
		t.Errorf("another program: %s", states(parts))
	}
	if parts := Survey(folder{".clinerules/hooks/TaskStart": "#!/bin/sh\necho mine\n"}, Want{}); len(parts) != 0 {
		t.Errorf("another program concerns who wants nothing: %s", states(parts))
	}
}

// TestWrittenAnew holds that an entry is known and taken out when another program has written the
// file in its own way, and that there is no second one.
func TestWrittenAnew(t *testing.T) {
	before := folder{".claude/settings.json": `{"model": "keep1", "hooks": {"SessionStart": [1]}}`}
	f := before.apply(t, Survey(before, Want{Hooks: []string{"claude-code"}, Deny: []string{"claude-code"}}))
	var v any
	if err := json.Unmarshal([]byte(f[".claude/settings.json"]), &v); err != nil {
		t.Fatal(err)
	}
	anew, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	f[".claude/settings.json"] = string(anew)
	if parts := Survey(f, Want{}); states(parts) != "claude-code hook current, claude-code deny current" {
		t.Errorf("after another program wrote it: %s", states(parts))
	}
	f = f.apply(t, Remove(f))
	if got := plain(f[".claude/settings.json"]); got != `{"hooks":{"SessionStart":[1]},"model":"keep1","permissions":{"deny":[]}}` {
		t.Errorf("what is left is %s", got)
	}
	f = folder{".claude/settings.json": bom + string(anew)}
	if f = f.apply(t, Remove(f)); !strings.HasPrefix(f[".claude/settings.json"], bom+"{") {
		t.Errorf("the byte order mark is lost: %q", f)
	}
	twice := folder{".claude/settings.json": `{"permissions": {"deny": ["Edit(/.agent/team-memory/**)", "x", "Edit(/.agent/team-memory/**)"]}}`}
	if parts := Survey(twice, Want{}); len(parts) != 1 || parts[0].State != wiring.Broken {
		t.Errorf("twice: %s", states(parts))
	}
	if twice = twice.apply(t, Remove(twice)); plain(twice[".claude/settings.json"]) != `{"permissions":{"deny":["x"]}}` {
		t.Errorf("twice is left as %q", twice)
	}
}

// TestMovedByHand holds that an entry which somebody moved to another line comes out all the same, and
// nothing else does.
func TestMovedByHand(t *testing.T) {
	before := folder{".codex/hooks.json": "{\n  \"keep1\": 1\n}\n"}
	f := before.apply(t, Survey(before, Want{Hooks: []string{"codex"}}))
	for _, moved := range []string{
		strings.Replace(f[".codex/hooks.json"], "\n  \"hooks\"", "\"hooks\"", 1),
		strings.Replace(f[".codex/hooks.json"], "\n  \"hooks\"", " \"hooks\"", 1),
		strings.Replace(f[".codex/hooks.json"], "\n  \"hooks\"", "\n\t\"hooks\"", 1),
	} {
		g := folder{".codex/hooks.json": moved}
		g = g.apply(t, Remove(g))
		if now := g[".codex/hooks.json"]; !json.Valid([]byte(now)) || !strings.Contains(now, "keep1") || strings.Contains(now, "teammem") {
			t.Errorf("%q became %q", moved, now)
		}
	}
}

// TestLineEnds holds that a file with the line ends of Windows gets no others.
func TestLineEnds(t *testing.T) {
	before := folder{".codex/hooks.json": "{\r\n  \"keep1\": 1\r\n}\r\n"}
	f := before.apply(t, Survey(before, Want{Hooks: []string{"codex"}}))
	if now := f[".codex/hooks.json"]; strings.Count(now, "\n") != 4 || strings.Count(now, "\r\n") != 4 {
		t.Errorf("it became %q", now)
	}
}

// TestFlawAndLink holds that a file that can't be read is named, and a link written where it leads.
func TestFlawAndLink(t *testing.T) {
	flawed := one{wiring.File{Flaw: "it is a folder"}}
	if parts := Survey(flawed, Want{Hooks: []string{"codex"}}); len(parts) != 1 || parts[0].State != wiring.Broken || parts[0].Why != "it is a folder" {
		t.Errorf("%+v", parts)
	}
	if parts := append(Survey(flawed, Want{}), Remove(flawed)...); len(parts) != 0 {
		t.Errorf("%+v", parts)
	}
	if parts := Survey(one{wiring.File{Data: []byte("{}"), Real: "conf/codex.json"}}, Want{Hooks: []string{"codex"}}); len(parts) != 1 || parts[0].Path != "conf/codex.json" {
		t.Errorf("%+v", parts)
	}
}

// TestLocked holds that settings that may not be written stay as they are, with the reason, and that those with
// all they need are no fault.
func TestLocked(t *testing.T) {
	const why = "it is read-only"
	want := Want{Hooks: []string{"codex"}}
	told := func(parts []wiring.Part) bool {
		return len(parts) == 1 && parts[0].State == wiring.Broken && parts[0].Why == why && !parts[0].Changes()
	}
	if parts := Survey(one{wiring.File{Data: []byte("{}"), Locked: why}}, want); !told(parts) {
		t.Errorf("to be written: %+v", parts)
	}
	made := Survey(one{wiring.File{Data: []byte("{}")}}, want)[0].Next
	if parts := Survey(one{wiring.File{Data: made, Locked: why}}, want); len(parts) != 1 || parts[0].State != wiring.Current {
		t.Errorf("written already: %+v", parts)
	}
	if parts := Remove(one{wiring.File{Data: made, Locked: why}}); !told(parts) {
		t.Errorf("to be removed: %+v", parts)
	}
}

// TestOneFileForTwo holds that two agents whose settings are one file both get their part of it.
func TestOneFileForTwo(t *testing.T) {
	files := linked{folder{".gemini/settings.json": "{}"}}
	parts := Survey(files, Want{Hooks: []string{"gemini", "qwen-code"}})
	f := files.folder.apply(t, parts)
	for _, agent := range []string{"gemini", "qwen-code"} {
		if !strings.Contains(f[".gemini/settings.json"], "--agent "+agent) {
			t.Errorf("%s has no hook in %s", agent, f[".gemini/settings.json"])
		}
	}
	if f = f.apply(t, Remove(linked{f})); f[".gemini/settings.json"] != "{}" {
		t.Errorf("it came back as %q", f)
	}
}

// linked is a folder in which the settings of Qwen Code are a link to those of Gemini CLI.
type linked struct{ folder folder }

func (l linked) At(p string) wiring.File {
	if p != ".qwen/settings.json" {
		return l.folder.At(p)
	}
	f := l.folder.At(".gemini/settings.json")
	f.Real = ".gemini/settings.json"
	return f
}

func (linked) Below(string) []string { return nil }

type one struct{ file wiring.File }

func (o one) At(string) wiring.File { return o.file }

func (one) Below(string) []string { return nil }

// TestFiles has the whole files as they are made, by what their documents show.
func TestFiles(t *testing.T) {
	f := folder{}.apply(t, Survey(folder{}, all))
	f = f.apply(t, Survey(folder{}, Want{Hooks: []string{"devin"}}))
	commands := map[string]func(v any) any{
		".claude/settings.json":      func(v any) any { return dig(v, "hooks", "SessionStart", 0, "hooks", 0, "command") },
		".codex/hooks.json":          func(v any) any { return dig(v, "hooks", "SessionStart", 0, "hooks", 0, "command") },
		".cursor/hooks.json":         func(v any) any { return dig(v, "hooks", "sessionStart", 0, "command") },
		".github/hooks/teammem.json": func(v any) any { return dig(v, "hooks", "sessionStart", 0, "bash") },
		".devin/hooks.v1.json":       func(v any) any { return dig(v, "SessionStart", 0, "hooks", 0, "command") },
		".gemini/settings.json":      func(v any) any { return dig(v, "hooks", "SessionStart", 0, "hooks", 0, "command") },
		".qwen/settings.json":        func(v any) any { return dig(v, "hooks", "SessionStart", 0, "hooks", 0, "command") },
	}
	for p, text := range f {
		var v any
		if p == ".clinerules/hooks/TaskStart" {
			continue
		}
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		if find := commands[p]; find != nil {
			if got, _ := find(v).(string); !strings.Contains(got, "teammem context --agent ") {
				t.Errorf("%s runs %q", p, got)
			}
		}
	}
	for _, p := range []string{".cursor/hooks.json", ".github/hooks/teammem.json"} {
		if !strings.HasPrefix(f[p], "{\n  \"version\": 1, \"hooks\"") {
			t.Errorf("%s has no version: %s", p, f[p])
		}
	}
	if len(f) != len(paths()) {
		t.Errorf("files are %d, paths %d", len(f), len(paths()))
	}
}

func dig(v any, keys ...any) any {
	for _, key := range keys {
		switch k := key.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[k]
		case int:
			list, _ := v.([]any)
			if k >= len(list) {
				return nil
			}
			v = list[k]
		}
	}
	return v
}

// TestAgents holds that every agent of whose hook something is known has one here.
func TestAgents(t *testing.T) {
	var names []string
	for _, a := range delivery.Agents {
		if a.Event != "" {
			names = append(names, a.Name)
		}
	}
	if !slices.Equal(agents(Hook), names) {
		t.Errorf("hooks are for %q, and agents with one are %q", agents(Hook), names)
	}
	for _, e := range entries() {
		if _, err := hujson.Parse([]byte(e.text.value)); e.script == "" && err != nil {
			t.Errorf("%s: %v in %s", e.agent, err, e.text.value)
		}
		if !strings.Contains(e.text.value+e.script, e.sign) {
			t.Errorf("%s %s does not hold its own sign", e.agent, e.kind)
		}
	}
}

// TestDevin holds that Devin, which runs the hook of Claude Code, is told once.
func TestDevin(t *testing.T) {
	alone := Want{Hooks: []string{"devin"}}
	f := folder{}.apply(t, Survey(folder{}, alone))
	if f[".devin/hooks.v1.json"] == "" {
		t.Fatal("alone it has no hook")
	}
	parts := Survey(f, Want{Hooks: []string{"claude-code", "devin"}})
	if states(parts) != "claude-code hook absent, devin hook stale" {
		t.Errorf("with Claude Code: %s", states(parts))
	}
	if f = f.apply(t, parts); f[".devin/hooks.v1.json"] != "" || f[".claude/settings.json"] == "" {
		t.Errorf("it became %q", f)
	}
	if parts = Survey(f, alone); states(parts) != "claude-code hook current" {
		t.Errorf("again: %s", states(parts))
	}
}
