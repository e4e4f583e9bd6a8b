package wiring

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestSettings has the shapes of settings files: what they become, and what is left as it is.
func TestSettings(t *testing.T) {
	const gemini, aider, qwen = ".gemini/settings.json", ".aider.conf.yml", ".qwen/settings.json"
	for _, c := range []struct {
		name, path, before, after string // after "": as before
		state                     State
		why                       string
	}{
		{"an object", gemini, "{\n  \"a\": 1\n}\n", "{/* teammem:begin */\"context\": {\"fileName\": [\"GEMINI.md\", \"AGENTS.md\"]}, /* teammem:end */\n  \"a\": 1\n}\n", Absent, ""},
		{"an empty object", gemini, "{}", "{/* teammem:begin */\"context\": {\"fileName\": [\"GEMINI.md\", \"AGENTS.md\"]}/* teammem:end */}", Absent, ""},
		{"an empty file", gemini, "\n", "/* teammem:begin */{\"context\": {\"fileName\": [\"GEMINI.md\", \"AGENTS.md\"]}}/* teammem:end */\n", Absent, ""},
		{"context with other keys", gemini, "{\"context\": {\"x\": 1}}", "{\"context\": {/* teammem:begin */\"fileName\": [\"GEMINI.md\", \"AGENTS.md\"], /* teammem:end */\"x\": 1}}", Absent, ""},
		{"one name", gemini, `{"context": {"fileName": "X.md"}}`, `{"context": {"fileName": /* teammem:begin */["AGENTS.md", /* teammem:end */"X.md"/* teammem:begin */]/* teammem:end */}}`, Absent, ""},
		{"a list of names", gemini, `{"context": {"fileName": ["X.md"]}}`, `{"context": {"fileName": [/* teammem:begin */"AGENTS.md", /* teammem:end */"X.md"]}}`, Absent, ""},
		{"a byte order mark", gemini, bom + `{"context": {"fileName": []}}`, bom + `{"context": {"fileName": [/* teammem:begin */"AGENTS.md"/* teammem:end */]}}`, Absent, ""},
		{"named already", gemini, `{"context": {"fileName": ["AGENTS.md"]}}`, "", Current, ""},
		{"marks in a text", gemini, `{"x": "/* teammem:begin */", "context": {"fileName": "AGENTS.md"}}`, "", Current, ""},
		{"a list", gemini, "\n[]", "", Broken, "line 2, column 1: there is a list, want an object"},
		{"context is null", gemini, `{"context": null}`, "", Broken, "line 1, column 13: there is null, want an object"},
		{"names are numbers", gemini, `{"context": {"fileName": 1}}`, "", Broken, "column 26: there is a number, want a text or a list of texts"},
		{"context twice", gemini, `{"context": {}, "context": {}}`, "", Broken, `line 1, column 17: "context" is there twice`},
		{"a conflict", gemini, "<<<<<<< a\n{}\n", "", Broken, "it is not valid JSON: line 1, column 1"},
		{"somebody wrote between the marks", gemini, "{/* teammem:begin */\"context\": {\"fileName\": [\"GEMINI.md\"]}, /* teammem:end */\"a\": 1}", "", Edited, "somebody wrote into teammem's part"},
		{"ours no longer serves", gemini, "{/* teammem:begin */\"context\": {\"fileName\": [\"GEMINI.md\", \"AGENTS.md\"]}, /* teammem:end */\"context\": {\"fileName\": [\"X.md\"]}}", "{\"context\": {\"fileName\": [/* teammem:begin */\"AGENTS.md\", /* teammem:end */\"X.md\"]}}", Stale, "no longer"},
		{"no longer needed", gemini, "{/* teammem:begin */\"context\": {\"fileName\": [\"GEMINI.md\", \"AGENTS.md\"]}, /* teammem:end */\"context\": {\"fileName\": [\"AGENTS.md\"]}}", "{\"context\": {\"fileName\": [\"AGENTS.md\"]}}", Stale, "without teammem's part"},
		{"more than ours in a file that was made", gemini, strings.Replace(madeJSON("GEMINI.md"), "{\n", "{\n  \"a\": 1,\n", 1), "", Current, ""},
		{"Qwen Code reads AGENTS.md by itself", qwen, "{\"a\": 1}", "", Current, ""},
		{"Qwen Code was told otherwise", qwen, `{"context": {"fileName": ["QWEN.md"]}}`, `{"context": {"fileName": [/* teammem:begin */"AGENTS.md", /* teammem:end */"QWEN.md"]}}`, Absent, ""},
		{"no read", aider, "# c\nmodel: x\n", "# c\n# teammem:begin\nread:\n  - .agent/team-memory/MEMORY.md\n# teammem:end SEAL\nmodel: x\n", Absent, ""},
		{"a text", aider, "read: 'A.md' # why\r\nx: y", "# teammem:begin, in place of: read: 'A.md' # why\r\nread: [\".agent/team-memory/MEMORY.md\", \"A.md\"]\r\n# teammem:end SEAL\r\nx: y", Absent, ""},
		{"a text, last and without a line end", aider, "read: A.md", "# teammem:begin, in place of: read: A.md\nread: [\".agent/team-memory/MEMORY.md\", \"A.md\"]\n# teammem:end SEAL", Absent, ""},
		{"a flow list", aider, "read: [A.md]\n", "# teammem:begin, in place of: read: [A.md]\nread: [\".agent/team-memory/MEMORY.md\", A.md]\n# teammem:end SEAL\n", Absent, ""},
		{"a list", aider, "read:\n- A.md\n", "read:\n# teammem:begin\n- .agent/team-memory/MEMORY.md\n# teammem:end SEAL\n- A.md\n", Absent, ""},
		{"read already", aider, "read: [./AGENTS.md]\n", "", Current, ""},
		{"a list over lines", aider, "read: [\n  A.md]\n", "# teammem:begin, in place of: read: [\nread: [\".agent/team-memory/MEMORY.md\", \n# teammem:end SEAL\n  A.md]\n", Absent, ""},
		{"a list with an anchor", aider, "read: &x\n  - A.md\n", "", Broken, "add .agent/team-memory/MEMORY.md to it by hand"},
		{"an alias", aider, "x: &x A.md\nread: *x\n", "", Broken, "add .agent/team-memory/MEMORY.md to it by hand"},
		{"a mapping", aider, "read: {a: b}\n", "", Broken, `line 1: "read" is neither a text nor a list of texts`},
		{"braces", aider, "{model: x}\n", "", Broken, "line 1: want settings as lines"},
		{"no YAML", aider, "a: [\n", "", Broken, "it is not valid YAML: line "},
		{"a key twice", aider, "a: 1\na: 2\n", "", Broken, "it is not valid YAML: line 2: mapping key"},
		{"half of ours", aider, "# teammem:begin\nread: x\n", "", Broken, "a mark of teammem is missing"},
	} {
		before := tree{c.path: {Data: []byte(c.before)}}
		parts := Survey(Input{Files: before, Index: indexOf("a"), Add: []string{"gemini", "aider", "qwen-code"}})
		p := partAt(parts, c.path)
		got := string(p.Next)
		if i := strings.Index(got, yamlEnd+" "); i >= 0 {
			got = got[:i+len(yamlEnd)+1] + "SEAL" + got[i+len(yamlEnd)+1+16:]
		}
		want := c.after
		if want == "" {
			want = c.before
		}
		if got != want || p.State != c.state || !strings.Contains(p.Why, c.why) {
			t.Errorf("%s: %s, %q; it becomes\n%q, want\n%q", c.name, p.State, p.Why, got, want)
		}
	}
}

func partAt(parts []Part, path string) Part {
	for _, p := range parts {
		if p.Path == path {
			return p
		}
	}
	return Part{}
}

// TestRemoveKeeps holds that nothing that somebody wrote goes with our part.
func TestRemoveKeeps(t *testing.T) {
	before := tree{".gemini/settings.json": {Data: []byte(`{"a": 1}`)}, ".aider.conf.yml": {Data: []byte("model: x\n")}}
	for name, edit := range map[string]func(string) string{
		"between the marks": func(s string) string {
			return strings.Replace(strings.Replace(s, `"GEMINI.md"`, `"GEMINI.md", "MINE.md"`, 1), "  - .agent", "  - MINE.md\n  - .agent", 1)
		},
		"in a file that was made": func(s string) string { return s },
	} {
		start := before
		if name != "between the marks" {
			start = tree{}
			edit = func(s string) string {
				return strings.Replace(strings.Replace(s, "{\n", "{\n  \"mine\": 1,\n", 1), "read:\n", "read:\n  - MINE.md\n", 1)
			}
		}
		files := start.with(Survey(Input{Files: start, Index: indexOf("a"), Add: []string{"gemini", "aider"}}))
		for _, p := range []string{".gemini/settings.json", ".aider.conf.yml"} {
			f := files[p]
			was := string(f.Data)
			if f.Data = []byte(edit(was)); was == string(f.Data) {
				t.Fatalf("%s: nothing is edited in %s: %s", name, p, was)
			}
			files[p] = f
		}
		parts := Remove(files, KeepEdits)
		for _, p := range []string{".gemini/settings.json", ".aider.conf.yml"} {
			if got := partAt(parts, p); got.Changes() || got.State != Broken || !strings.Contains(got.Why, "somebody wrote") {
				t.Errorf("%s: %s is %s (%s) and becomes %q", name, p, got.State, got.Why, got.Next)
			}
		}
		for _, p := range Survey(Input{Files: files, Index: indexOf("a")}) {
			if p.Kind == "setting" && p.Changes() {
				t.Errorf("%s: %s is written again", name, p.Path)
			}
		}
	}
}

// TestMadeFits holds that the room for the index is counted to the last character where the file is
// made for it: the words that say so count, too.
func TestMadeFits(t *testing.T) {
	for pad := range 40 {
		var names []string
		for i := range 190 {
			names = append(names, fmt.Sprintf("%03d%s", i, strings.Repeat("数", pad)))
		}
		p := partAt(Survey(Input{Files: tree{}, Index: indexOf(names...), Add: []string{"windsurf"}}), "AGENTS.md")
		if got := units(p.Next); got > 12_000 {
			t.Errorf("pad %d: AGENTS.md has %d characters", pad, got)
		}
	}
}

// TestRoomIsOne holds that clones with other line ends have the same index.
func TestRoomIsOne(t *testing.T) {
	for pad := range 60 {
		var names []string
		for i := range 190 {
			names = append(names, fmt.Sprintf("%020d", i))
		}
		text := strings.Repeat("rule\n", 20) + strings.Repeat("y", pad) + "\n"
		in := Input{Files: tree{"AGENTS.md": {Data: []byte(text)}}, Index: indexOf(names...), Add: []string{"windsurf"}}
		p := partAt(Survey(in), "AGENTS.md")
		in.Files = tree{"AGENTS.md": {Data: windows(p.Next)}}
		if q := partAt(Survey(in), "AGENTS.md"); q.State != Current || units(q.Next) > 12_000 {
			t.Errorf("pad %d: with the line ends of Windows it has %d characters and is %s", pad, units(q.Next), q.State)
		}
	}
}

// units are the characters of text as agents count them.
func units(text []byte) int { return len(utf16.Encode([]rune(string(text)))) }
