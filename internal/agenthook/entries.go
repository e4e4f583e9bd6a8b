// Package agenthook decides what stands in the settings files of coding agents: the hook by
// which an agent is told at the start of a session what the files of the repository can't
// say, and the rule that keeps it from writing into the team's folder. It works on values:
// what lies in a repository is read by others, and what it plans is written by others.
package agenthook

import (
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
)

// The kinds of parts.
const (
	Hook delivery.Kind = "hook" // runs teammem context when a session begins
	Deny delivery.Kind = "deny" // keeps the agent's own tools from writing into the team's folder
)

// An entry is what one agent has in one file.
type entry struct {
	agent  string
	path   string // of the file, from the top of the repository
	kind   delivery.Kind
	text   jsonText
	script string   // the whole file, where a hook is a program; "" for JSON
	sign   string   // what an entry of ours holds, even when somebody edited it
	notes  []string // what a person has to know who puts it in
}

// command is the hook as sh runs it. It is silent and succeeds where teammem is not installed, and
// fails with 1 where it can't finish: with 2 some agents would block the session.
func command(agent string) string {
	return "command -v teammem >/dev/null 2>&1 || exit 0; teammem context --agent " + agent + " || exit 1"
}

// onPowerShell and onWindows are the same for agents that ask for a command of Windows.
func onPowerShell(agent string) string {
	return "if (Get-Command teammem -ErrorAction SilentlyContinue) { teammem context --agent " + agent + " }"
}

func onWindows(agent string) string {
	return `cmd /d /c "where /q teammem && teammem context --agent ` + agent + ` || exit /b 0"`
}

// object is a JSON object in one line, of keys and texts in turn.
func object(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		b.WriteString(", " + quote(pairs[i]) + ": " + quote(pairs[i+1]))
	}
	return "{" + strings.TrimPrefix(b.String(), ", ") + "}"
}

// quote is s as a JSON string; s is ASCII and holds no control characters.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// grouped is a hook in the shape of Claude Code, which others took over.
func grouped(hook string) string { return `{"hooks": [` + hook + `]}` }

// entries are those of all agents that have one, hooks first, by agent.
func entries() []entry {
	hook := func(agent, path, value string, keys ...string) entry {
		return entry{agent: agent, path: path, kind: Hook, text: jsonText{keys: keys, value: value}, sign: "teammem context --agent " + agent}
	}
	deny := func(agent, path, rule string) entry {
		return entry{agent: agent, path: path, kind: Deny, text: jsonText{keys: []string{"permissions", "deny"}, value: quote(rule)}, sign: rule}
	}
	all := []entry{
		hook("claude-code", ".claude/settings.json", grouped(object("type", "command", "command", command("claude-code"))), "hooks", "SessionStart"),
		{agent: "cline", path: ".clinerules/hooks/TaskStart", kind: Hook, script: clineScript, sign: "teammem context --agent cline"},
		hook("codex", ".codex/hooks.json", grouped(object("type", "command", "command", command("codex"), "commandWindows", onWindows("codex"))), "hooks", "SessionStart"),
		hook("copilot", ".github/hooks/teammem.json", object("type", "command", "bash", command("copilot"), "powershell", onPowerShell("copilot")), "hooks", "sessionStart"),
		hook("cursor", ".cursor/hooks.json", object("command", command("cursor")), "hooks", "sessionStart"),
		hook("devin", ".devin/hooks.v1.json", grouped(object("type", "command", "command", command("devin"))), "SessionStart"),
		hook("gemini", ".gemini/settings.json", grouped(object("type", "command", "command", command("gemini"))), "hooks", "SessionStart"),
		hook("qwen-code", ".qwen/settings.json", grouped(object("type", "command", "command", command("qwen-code"))), "hooks", "SessionStart"),
		deny("claude-code", ".claude/settings.json", "Edit(/"+memory.Dir+"/**)"),
		deny("cursor", ".cursor/cli.json", "Write("+memory.Dir+"/**)"),
		deny("devin", ".devin/config.json", "Write("+memory.Dir+"/**)"),
		deny("qwen-code", ".qwen/settings.json", "Edit(/"+memory.Dir+"/**)"),
	}
	for i := range all {
		switch all[i].path {
		case ".github/hooks/teammem.json", ".cursor/hooks.json":
			all[i].text.first = `"version": 1, ` // which these files must have
		case ".codex/hooks.json":
			all[i].notes = []string{"Codex passes over a hook that nobody has trusted, and says nothing: each person has to start it once and run /hooks"}
		}
	}
	return all
}

// clineScript is the hook of Cline, which is a program: a task stops when it fails, so then it
// says nothing. https://docs.cline.bot/features/hooks/hook-reference
const clineScript = `#!/bin/sh
# Written by teammem init --agent-hooks: tells Cline what the team's memory adds.
command -v teammem >/dev/null 2>&1 || { echo '{"cancel":false}'; exit 0; }
teammem context --agent cline || echo '{"cancel":false}'
`

// Without says why an agent has no part of that kind; "" when it can have one.
func Without(agent string, kind delivery.Kind) string {
	for _, e := range entries() {
		if e.agent == agent && e.kind == kind {
			return ""
		}
	}
	if kind == Hook {
		return "it has no hook whose output becomes part of the conversation, so the files of the repository are all it gets"
	}
	switch agent {
	case "codex":
		return "its permission profiles are in beta and replace the sandbox of each person, so teammem writes none: https://developers.openai.com/codex/permissions"
	case "opencode":
		return "its two versions read rules of different shapes, so teammem writes none: https://opencode.ai/docs/permissions"
	}
	return "it has no documented rule that keeps its tools from writing into one folder and lets them read it"
}
