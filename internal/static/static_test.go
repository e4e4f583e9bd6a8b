package static

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/teammem/teammem/internal/delivery"
)

// A memoryTree is Files of a txtar archive.
type memoryTree map[string]string

func treeOf(archive string) memoryTree {
	t := memoryTree{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		t[f.Name] = string(f.Data)
	}
	return t
}

func (t memoryTree) Read(p string) []byte {
	if text, there := t[p]; there {
		return []byte(text)
	}
	return nil
}

func (t memoryTree) Below(dir string) (files []string) {
	for _, p := range slices.Sorted(maps.Keys(t)) {
		if strings.HasPrefix(p, dir+"/") {
			files = append(files, p)
		}
	}
	return files
}

const index = ".agent/team-memory/MEMORY.md"

// TestLoaded has, for each agent, which files of a tree it loads.
func TestLoaded(t *testing.T) {
	for _, c := range []struct{ name, agent, tree, want string }{
		{"import", "claude-code", "-- CLAUDE.md --\nRead @.agent/team-memory/MEMORY.md.\n-- " + index + " --\nx\n", "CLAUDE.md " + index},
		{"import in code", "claude-code", "-- CLAUDE.md --\n`@a.md`\n\n```\n@a.md\n```\n<!-- @a.md -->\n-- a.md --\nx\n", "CLAUDE.md"},
		{"import from a folder", "claude-code", "-- .claude/CLAUDE.md --\n@../a.md\n-- a.md --\n@b.md\n-- b.md --\nx\n", ".claude/CLAUDE.md a.md b.md"},
		{"import from outside", "claude-code", "-- CLAUDE.md --\n@../../x.md @~/y.md @/etc/z.md ann@a.md\n-- a.md --\nx\n-- ../../x.md --\nx\n-- etc/z.md --\nx\n-- ~/y.md --\nx\n", "CLAUDE.md"},
		{"imports in a ring", "claude-code", "-- CLAUDE.md --\n@a.md\n-- a.md --\n@CLAUDE.md @a.md\n", "CLAUDE.md a.md"},
		{"imports four deep", "claude-code", "-- CLAUDE.md --\n@1.md\n-- 1.md --\n@2.md\n-- 2.md --\n@3.md\n-- 3.md --\n@4.md\n-- 4.md --\n@5.md\n-- 5.md --\nx\n", "CLAUDE.md 1.md 2.md 3.md 4.md"},
		{"imports five deep", "gemini", "-- GEMINI.md --\n@1.md\n-- 1.md --\n@2.md\n-- 2.md --\n@3.md\n-- 3.md --\n@4.md\n-- 4.md --\n@5.md\n-- 5.md --\nx\n", "GEMINI.md 1.md 2.md 3.md 4.md 5.md"},
		{"rules", "claude-code", "-- .claude/rules/a.md --\nx\n-- .claude/rules/deep/b.md --\n---\nname: b\n---\n-- .claude/rules/c.md --\n---\npaths:\n  - src/**\n---\n-- .claude/rules/d.txt --\nx\n", ".claude/rules/a.md .claude/rules/deep/b.md"},
		{"local", "claude-code", "-- CLAUDE.md --\nx\n-- CLAUDE.local.md --\n@a.md\n-- a.md --\nx\n", "CLAUDE.md"},
		{"no AGENTS.md", "claude-code", "-- AGENTS.md --\nx\n", ""},
		{"codex", "codex", "-- AGENTS.md --\n@a.md\n-- CLAUDE.md --\nx\n-- a.md --\nx\n", "AGENTS.md"},
		{"codex, overridden", "codex", "-- AGENTS.md --\nx\n-- AGENTS.override.md --\nx\n", "AGENTS.override.md"},
		{"cursor", "cursor", "-- AGENTS.md --\nx\n-- .cursor/rules/a.mdc --\n---\nalwaysApply: true\n---\n-- .cursor/rules/b.mdc --\n---\nalwaysApply: false\n---\n", "AGENTS.md .cursor/rules/a.mdc"},
		{"copilot", "copilot", "-- AGENTS.md --\nx\n-- .github/copilot-instructions.md --\nx\n-- .github/instructions/a.instructions.md --\n---\napplyTo: \"**\"\n---\n-- .github/instructions/b.instructions.md --\n---\napplyTo: \"*.go\"\n---\n", ".github/copilot-instructions.md AGENTS.md .github/instructions/a.instructions.md"},
		{"devin", "devin", "-- AGENTS.md --\nx\n-- .devin/rules/a.md --\nx\n", "AGENTS.md .devin/rules/a.md"},
		{"cline", "cline", "-- .clinerules/a.md --\nx\n-- .clinerules/b.txt --\nx\n-- .clinerules/hooks/TaskStart --\nx\n", ".clinerules/a.md .clinerules/b.txt"},
		{"qwen", "qwen-code", "-- QWEN.md --\n@a.md\n-- a.md --\nx\n-- AGENTS.md --\nx\n", "QWEN.md a.md AGENTS.md"},
		{"gemini, named", "gemini", "-- .gemini/settings.json --\n// x\n{\"context\": {\"fileName\": [\"GEMINI.md\", \"AGENTS.md\", 1]}}\n-- AGENTS.md --\nx\n-- GEMINI.md --\nx\n", "GEMINI.md AGENTS.md"},
		{"gemini, one named", "gemini", "-- .gemini/settings.json --\n{\"context\": {\"fileName\": \"AGENTS.md\"}}\n-- AGENTS.md --\nx\n-- GEMINI.md --\nx\n", "AGENTS.md"},
		{"gemini, odd settings", "gemini", "-- .gemini/settings.json --\n{\"context\": 1}\n-- AGENTS.md --\nx\n-- GEMINI.md --\nx\n", "GEMINI.md"},
		{"gemini, no settings", "gemini", "-- .gemini/settings.json --\n{\n-- AGENTS.md --\nx\n-- GEMINI.md --\nx\n", "GEMINI.md"},
		{"qwen, named", "qwen-code", "-- .qwen/settings.json --\n{\"context\": {\"fileName\": \"QWEN.md\"}}\n-- AGENTS.md --\nx\n-- QWEN.md --\nx\n", "QWEN.md"},
		{"unknown", "zed", "-- AGENTS.md --\nx\n", ""},
	} {
		var got []string
		for _, p := range Loaded(c.agent, treeOf(c.tree)) {
			got = append(got, p.Path)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, strings.Join(got, " "), c.want)
		}
	}
}

// TestCut holds that what Codex cuts off in silence does not count as loaded.
func TestCut(t *testing.T) {
	tree := memoryTree{"AGENTS.md": strings.Repeat("x", codexLimit-20) + "\n\n- [A](.agent/team-memory/a.md) — words\n", "src/AGENTS.md": "x"}
	if parts := Loaded("codex", tree); len(parts) != 1 || len(parts[0].Text) != codexLimit || len(Told(parts)) != 0 {
		t.Errorf("%d bytes are loaded, and told is %v", len(parts[0].Text), Told(parts))
	}
	for _, c := range []struct{ limit, want int }{{0, 6}, {6, 6}, {5, 5}, {3, 3}, {2, 2}} {
		n := 0
		for _, p := range cut([]Part{{"a", []byte("abc")}, {"b", []byte("def")}}, c.limit) {
			n += len(p.Text)
		}
		if n != c.want {
			t.Errorf("of 6 bytes %d are left within %d", n, c.limit)
		}
	}
}

// TestHidden holds that an entry which the agent is not shown tells it nothing: who writes the files
// could else keep a memory from it unseen.
func TestHidden(t *testing.T) {
	const entry = "- [A](.agent/team-memory/a.md) — words\n"
	for _, text := range []string{
		"---\n" + entry + "---\nx\n", "\ufeff---\r\nx: y\n" + entry + "--- \nx\n", "<!--\n" + entry + "-->\n", "```\n" + entry + "```\n", "~~~\n" + entry, "    " + entry,
	} {
		if told := Told([]Part{{"CLAUDE.md", []byte(text)}}); len(told) != 0 {
			t.Errorf("%q tells %v", text, told)
		}
	}
	for _, text := range []string{entry, "---\n" + entry, "x\n---\n" + entry + "---\n", "---\nx: y\n---\n" + entry, "<!-- x -->\n" + entry} {
		if told := Told([]Part{{"CLAUDE.md", []byte(text)}}); len(told) != 1 {
			t.Errorf("%q tells %v", text, told)
		}
	}
}

// TestTold holds that an entry is known again wherever it stands, and a changed one is not.
func TestTold(t *testing.T) {
	tree := treeOf("-- CLAUDE.md --\n@" + index + "\n# Team\n- [Deploy](.agent/team-memory/deploy.md) — only on &lt;Tuesdays\n- [Elsewhere](docs/x.md) — x\n" +
		"-- " + index + " --\n- [Testing](testing.md) — a real database\n- [Old](old.md) — words of yesterday\n")
	told := Told(Loaded("claude-code", tree))
	want := Told([]Part{{index, []byte("* [Testing](<testing.md>) - a real  database\n- [Deploy](deploy.md) — only on <Tuesdays\n")}})
	for said := range want {
		if !told[said] {
			t.Errorf("%q is not told", said)
		}
	}
	if len(want) != 2 || len(told) != 3 {
		t.Errorf("told are %v", told)
	}
	for said := range Told([]Part{{index, []byte("- [Old](old.md) — words of today\n- [Testing](other.md) — a real database\n")}}) {
		if told[said] {
			t.Errorf("%q is told", said)
		}
	}
}

// TestRoutesAgree holds the routes here against what delivery says of each agent that has a hook.
func TestRoutesAgree(t *testing.T) {
	for _, a := range delivery.Agents {
		r, known := routeOf(a.Name)
		if known != (a.Event != "") {
			t.Errorf("%s: it has a route: %v, and its hook is %q", a.Name, known, a.Event)
		}
		if !known {
			continue
		}
		tree := memoryTree{delivery.SharedFile: "x", ".gemini/settings.json": `{"context": {"fileName": "AGENTS.md"}}`}
		if shared := len(Loaded(a.Name, tree)) > 0; shared != a.Static.Shared {
			t.Errorf("%s: it loads the shared file: %v, want %v", a.Name, shared, a.Static.Shared)
		}
		for _, hider := range a.Static.Hiders {
			tree[hider] = "y"
			if parts := Loaded(a.Name, tree); len(parts) != 1 || parts[0].Path != hider {
				t.Errorf("%s: beside %s it loads %v", a.Name, hider, parts)
			}
		}
		if own := a.Static.Own; a.Static.Kind == delivery.Import && len(Loaded(a.Name, memoryTree{own: "z"})) != 1 || a.Static.Kind == delivery.Setting && r.settings != own {
			t.Errorf("%s: it does not take %s, which teammem writes for it", a.Name, own)
		}
		if r.limit != a.Static.Limit.Bytes {
			t.Errorf("%s: its limit is %d bytes, want %d", a.Name, r.limit, a.Static.Limit.Bytes)
		}
	}
}
