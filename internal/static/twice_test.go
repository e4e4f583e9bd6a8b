package static

import (
	"strings"
	"testing"
)

// TestDoubles has, for agents and files, what is told twice by which files; the other set-ups are in
// the clones of package wiring.
func TestDoubles(t *testing.T) {
	const agents = "-- AGENTS.md --\n# Agents\n\n- [Tests](.agent/team-memory/tests.md) — a real database\n- [Deploys](.agent/team-memory/deploys.md) — on Tuesdays\n"
	const memories = "-- " + index + " --\n- [Tests](tests.md) — a real database\n- [Deploys](deploys.md) — on Tuesdays\n"
	const both = agents + memories
	for _, tt := range []struct{ name, agent, tree, want string }{
		{"once", "codex", both, ""},
		{"nothing", "codex", "", ""},
		{"nobody knows it", "tabby", both, ""},
		{"below itself", "codex", agents + "\n- [Tests](.agent/team-memory/tests.md) — a real database\n" + memories, "1: AGENTS.md"},
		{"in other words", "codex", agents + "\n- [Tests](.agent/team-memory/tests.md) — see this first\n" + memories, ""},
		{"as often as in the index", "codex", agents + "- [Tests](.agent/team-memory/tests.md) — a real database\n" + memories + "- [Tests](tests.md) — a real database\n", ""},
		{"a pattern", "opencode", both + "-- opencode.json --\n{\"instructions\": [\".agent/**/*.md\"]}\n", "2: .agent/team-memory/MEMORY.md AGENTS.md"},
		{"a pattern with comments", "opencode", both + "-- opencode.jsonc --\n{\"instructions\": [\"**/**/MEMORY.md\",], /* x */}\n", "2: .agent/team-memory/MEMORY.md AGENTS.md"},
		{"a path", "opencode", both + "-- opencode.json --\n{\"instructions\": [\"./.agent/team-memory/MEMORY.md\"]}\n", "2: .agent/team-memory/MEMORY.md AGENTS.md"},
		{"what it reads anyway", "opencode", both + "-- opencode.json --\n{\"instructions\": [\"AGENTS.md\", \"docs/*.md\"]}\n", ""},
		{"instructions of another kind", "opencode", both + "-- opencode.json --\n{\"instructions\": {\"a\": 1}}\n", ""},
		{"a list", "aider", both + "-- .aider.conf.yml --\nread: [./AGENTS.md, .agent/team-memory/MEMORY.md]\n", "2: .agent/team-memory/MEMORY.md AGENTS.md"},
		{"one of a list", "aider", both + "-- .aider.conf.yml --\nread: [AGENTS.md, AGENTS.md]\n", ""},
		{"one", "aider", both + "-- .aider.conf.yml --\nread: AGENTS.md\n", ""},
		{"a list behind a byte order mark", "aider", both + "-- .aider.conf.yml --\n\ufeffread: [AGENTS.md, .agent/team-memory/MEMORY.md]\n", "2: .agent/team-memory/MEMORY.md AGENTS.md"},
		{"no YAML", "aider", both + "-- .aider.conf.yml --\nread: [\n", ""},
		{"a rule", "windsurf", both + "-- .windsurf/rules/a.md --\n---\ntrigger: always_on\n---\n- [Tests](../../.agent/team-memory/tests.md) — a real database\n", "1: .windsurf/rules/a.md AGENTS.md"},
		{"a rule for some files", "windsurf", both + "-- .windsurf/rules/a.md --\n---\ntrigger: glob\n---\n- [Tests](../../.agent/team-memory/tests.md) — a real database\n", ""},
		{"rules of others", "cline", both + "-- .cursorrules --\n- [Tests](.agent/team-memory/tests.md) — a real database\n", "1: .cursorrules AGENTS.md"},
		{"the rules of old", "cursor", both + "-- .cursorrules --\n- [Tests](.agent/team-memory/tests.md) — a real database\n", "1: .cursorrules AGENTS.md"},
		{"the rules of old", "windsurf", both + "-- .windsurfrules --\n- [Tests](.agent/team-memory/tests.md) — a real database\n", "1: .windsurfrules AGENTS.md"},
		{"links from the top", "cline", both + "-- .clinerules/a.md --\n- [Tests](.agent/team-memory/tests.md) — a real database\n", "1: .clinerules/a.md AGENTS.md"},
		{"the first alone", "zed", both + "-- .rules --\n- [Tests](.agent/team-memory/tests.md) — a real database\n", ""},
		{"a file of one person", "claude-code", both + "-- .claude/CLAUDE.md --\n@../AGENTS.md\n-- CLAUDE.local.md --\n@AGENTS.md\n", "2: AGENTS.md (imported by .claude/CLAUDE.md) AGENTS.md (imported by CLAUDE.local.md)"},
		{"in a ring", "claude-code", both + "-- CLAUDE.md --\n@CLAUDE.md @a.md @AGENTS.md\n-- a.md --\n@CLAUDE.md\n", ""},
		{"many times", "gemini", both + "-- GEMINI.md --\n" + strings.Repeat("@a.md\n", 99) + "-- a.md --\n" + strings.Repeat("@b.md\n", 99) + "-- b.md --\n" + strings.Repeat("@AGENTS.md @a.md\n", 99), "2: AGENTS.md (imported by b.md)"},
	} {
		var got []string
		for _, d := range Doubles(tt.agent, treeOf(tt.tree)) {
			got = append(got, strings.Trim(d.Version+" "+string(rune('0'+d.Entries))+": "+strings.Join(d.Files, " "), " "))
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, s, tt.want)
		}
	}
}

// TestDoublesByVersion holds that each version is told of by itself.
func TestDoublesByVersion(t *testing.T) {
	const line = "- [Tests](.agent/team-memory/tests.md) — a real database\n"
	tree := treeOf("-- AGENTS.md --\n" + line + "-- GEMINI.md --\n" + line + "-- .claude/rules/a.md --\n@../../AGENTS.md\n")
	if got := Doubles("copilot", tree); len(got) != 1 || got[0].Version != "on the command line" {
		t.Errorf("%+v", got)
	}
	if got := Doubles("claude-code", tree); len(got) != 1 || got[0].Version == "" {
		t.Errorf("%+v", got)
	}
}

// TestReads holds that of agents without a hook, too, is known what they read.
func TestReads(t *testing.T) {
	for _, tt := range []struct{ agent, tree, want string }{
		{"codex", "-- AGENTS.md --\nx\n", "AGENTS.md"},
		{"zed", "-- AGENTS.md --\nx\n-- CLAUDE.md --\nx\n", "AGENTS.md"},
		{"zed", "-- AGENTS.md --\nx\n-- .rules --\nx\n", ".rules"},
		{"opencode", "-- AGENTS.md --\nx\n-- CLAUDE.md --\nx\n-- opencode.json --\n{\"instructions\": [\"AGENTS.md\", \"docs/a.md\"]}\n-- docs/a.md --\nx\n", "AGENTS.md docs/a.md"},
		{"aider", "-- AGENTS.md --\nx\n-- .aider.conf.yml --\nread: a.md\n-- a.md --\nx\n", "a.md"},
		{"aider", "-- AGENTS.md --\nx\n", ""},
		{"windsurf", "-- AGENTS.md --\nx\n", "AGENTS.md"},
	} {
		var got []string
		for _, p := range Reads(tt.agent, treeOf(tt.tree)) {
			got = append(got, p.Path)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.agent, got, tt.want)
		}
	}
}
