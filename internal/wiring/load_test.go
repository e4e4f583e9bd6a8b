package wiring

import (
	"encoding/json"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/static"
)

// A loader assembles what one agent loads of a clone, as its documents say, or as far as one of
// its versions goes. It shares nothing with what is tested.
type loader struct {
	name  string // of the agent, and which version of it
	agent string
	cut   func(file string) string // what it takes of one file; nil for all
	load  func(files tree) []string
}

var loaders = []loader{
	{"claude-code before 2.1.277", "claude-code", nil, func(t tree) []string { return t.importing(4, claudePaths(t)...) }},
	{"claude-code from 2.1.277 on", "claude-code", nil, func(t tree) []string {
		if t.text("CLAUDE.md") == "" && t.text(".claude/CLAUDE.md") == "" {
			return t.importing(4, append(claudePaths(t), "AGENTS.md")...)
		}
		return t.importing(4, claudePaths(t)...)
	}},
	{"codex", "codex", bytesUpTo(32768), func(t tree) []string { return t.first("AGENTS.override.md", "AGENTS.md") }},
	{"cursor", "cursor", nil, func(t tree) []string {
		return t.plain(append(t.Below(".cursor/rules"), "AGENTS.md", ".cursorrules", "CLAUDE.md")...)
	}},
	{"copilot cli", "copilot", nil, func(t tree) []string {
		return t.importing(5, ".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md")
	}},
	{"copilot in an editor", "copilot", nil, func(t tree) []string {
		return t.plain(append(t.Below(".claude/rules"), ".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md")...)
	}},
	{"gemini", "gemini", nil, func(t tree) []string { return t.importing(5, t.contextFiles(".gemini/settings.json", "GEMINI.md")...) }},
	{"qwen-code", "qwen-code", nil, func(t tree) []string {
		return t.importing(5, t.contextFiles(".qwen/settings.json", "QWEN.md", "AGENTS.md")...)
	}},
	{"windsurf", "windsurf", unitsUpTo(12000), func(t tree) []string {
		return t.plain(append(t.Below(".windsurf/rules"), "AGENTS.md", ".windsurfrules")...)
	}},
	{"devin", "devin", nil, func(t tree) []string { return t.plain(append(t.Below(".devin/rules"), "AGENTS.md")...) }},
	{"opencode", "opencode", nil, func(t tree) []string { return t.first("AGENTS.md", "CLAUDE.md") }},
	{"cline", "cline", nil, func(t tree) []string {
		return t.plain(append(t.Below(".clinerules"), "AGENTS.md", ".cursorrules", ".windsurfrules", ".clinerules")...)
	}},
	{"zed", "zed", nil, func(t tree) []string {
		return t.first(".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md")
	}},
	{"aider", "aider", nil, func(t tree) []string { return t.plain(t.aiderReads()...) }},
}

func bytesUpTo(n int) func(string) string { return func(s string) string { return s[:min(n, len(s))] } }

func unitsUpTo(n int) func(string) string {
	return func(s string) string { return string([]rune(s)[:min(n, len([]rune(s)))]) } // no memory here has an astral character
}

func claudePaths(t tree) []string {
	return append([]string{"CLAUDE.md", ".claude/CLAUDE.md"}, t.Below(".claude/rules")...)
}

func (t tree) text(p string) string { return string(t.At(p).Data) }

func (t tree) plain(paths ...string) []string {
	var out []string
	for _, p := range paths {
		if text := t.text(p); text != "" {
			out = append(out, text)
		}
	}
	return out
}

func (t tree) first(paths ...string) []string {
	for _, p := range paths {
		if t.At(p).Data != nil {
			return t.plain(p)
		}
	}
	return nil
}

var atWord = regexp.MustCompile(`(?m)(?:^|\s)@([^\s]+)`)

// importing follows @path in each file, as deep as depth, and loads what is imported twice twice.
func (t tree) importing(depth int, paths ...string) []string {
	var out []string
	for _, p := range paths {
		text := t.text(p)
		if text == "" {
			continue
		}
		out = append(out, text)
		for _, m := range atWord.FindAllStringSubmatch(text, -1) {
			if depth > 0 {
				out = append(out, t.importing(depth-1, path.Join(path.Dir(p), m[1]))...)
			}
		}
	}
	return out
}

func (t tree) contextFiles(settings string, usual ...string) []string {
	plain, err := hujson.Standardize([]byte(strings.TrimPrefix(t.text(settings), bom)))
	var s struct {
		Context struct {
			FileName any `json:"fileName"`
		} `json:"context"`
	}
	if err != nil || json.Unmarshal(plain, &s) != nil || s.Context.FileName == nil {
		return usual
	}
	return texts(s.Context.FileName)
}

func (t tree) aiderReads() []string {
	var s struct {
		Read any `yaml:"read"`
	}
	if err := yaml.Unmarshal([]byte(t.text(".aider.conf.yml")), &s); err != nil {
		return nil
	}
	return texts(s.Read)
}

// TestEveryAgentOnce serves every agent in clones that hold all kinds of files before, assembles
// what each agent loads from the files alone, and finds the line of each active memory once.
//
// The comment of a clone is a sentence, and then lines of the form
//
//	link PATH TARGET     PATH is a symbolic link
//	LOADER: N, why       for which loader a line is found N times, and why
func TestEveryAgentOnce(t *testing.T) {
	clones, err := filepath.Glob("testdata/clones/*.txtar")
	if err != nil || len(clones) < 15 {
		t.Fatalf("%d clones, %v", len(clones), err)
	}
	for _, file := range clones {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { checkClone(t, file) })
	}
}

func checkClone(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"tests", "deploys", "naming"}
	files := tree{memory.IndexPath: {Data: []byte("# Team memory\n\n- [tests](tests.md) — about tests\n- [deploys](deploys.md) — about deploys\n- [naming](naming.md) — about naming\n")}}
	for _, f := range archive.Files {
		files[f.Name] = File{Data: f.Data}
	}
	want := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(archive.Comment)), "\n")[1:] {
		if rest, ok := strings.CutPrefix(line, "link "); ok {
			from, to, _ := strings.Cut(rest, " ")
			files[from] = File{Real: to}
			continue
		}
		who, rest, _ := strings.Cut(line, ": ")
		n, why, _ := strings.Cut(rest, ", ")
		count, err := strconv.Atoi(n)
		if err != nil || why == "" || !slices.ContainsFunc(loaders, func(l loader) bool { return l.name == who }) {
			t.Fatalf("the line %q is not of the form LOADER: N, why", line)
		}
		want[who] = count + 1 // so that 0 is told from none
	}
	served := files.with(Survey(Input{Files: files, Index: indexOf(names...), Add: everybody()}))
	for _, l := range loaders {
		checkLoaded(t, l, served, names, want[l.name]-1)
	}
	checkDoubles(t, served, want)
	nothingLost(t, files, served)
	if back := served.with(Remove(served, KeepEdits)); len(back) != len(files) {
		t.Errorf("%d files are left, want %d", len(back), len(files))
	}
}

// checkDoubles holds that what doctor takes for told twice is what the loaders load twice.
func checkDoubles(t *testing.T, files tree, want map[string]int) {
	t.Helper()
	for _, a := range delivery.Agents {
		twice := slices.ContainsFunc(loaders, func(l loader) bool { return l.agent == a.Name && want[l.name]-1 > 1 })
		if got := static.Doubles(a.Name, readable{files}); twice != (len(got) > 0) {
			t.Errorf("%s is told twice: %v, and found is %+v", a.Name, twice, got)
		}
	}
}

type readable struct{ tree }

func (r readable) Read(p string) []byte { return r.At(p).Data }

func checkLoaded(t *testing.T, l loader, files tree, names []string, want int) {
	t.Helper()
	if want < 0 {
		want = 1
	}
	all := ""
	for _, text := range l.load(files) {
		if l.cut != nil {
			text = l.cut(text)
		}
		all += text + "\n"
	}
	for _, n := range names {
		if got := strings.Count(all, "— about "+n+"\n"); got != want {
			t.Errorf("%s is told of %q %d times, want %d. It loads:\n%s", l.name, n, got, want, all)
		}
	}
}

// nothingLost holds that each agent still loads what it loaded before. OpenCode and Zed read
// AGENTS.md in place of CLAUDE.md and GEMINI.md: one that was made names CLAUDE.md to them.
func nothingLost(t *testing.T, before, after tree) {
	t.Helper()
	for _, l := range loaders {
		now := strings.Join(l.load(after), "\n")
		for _, text := range l.load(before) {
			switch made := before.At("AGENTS.md").Data == nil; {
			case strings.Contains(now, text), made && l.agent == "zed" && before.At("CLAUDE.md").Data == nil:
			case made && (l.agent == "opencode" || l.agent == "zed"):
				if !strings.Contains(now, "Instructions for agents stand in CLAUDE.md.") {
					t.Errorf("%s no longer sees CLAUDE.md, and isn't told of it", l.name)
				}
			default:
				t.Errorf("%s no longer loads %q", l.name, text)
			}
		}
	}
	if review := after.text(copilotFile); before.At(copilotFile).Data != nil && !strings.Contains(review, memory.IndexPath) && !strings.Contains(review, "](.agent/team-memory/tests.md)") {
		t.Errorf("a code review by Copilot is not told where the index is: %q", review)
	}
}

// TestLoadersCoverAll holds that no agent of the table is forgotten.
func TestLoadersCoverAll(t *testing.T) {
	for _, a := range delivery.Agents {
		if !slices.ContainsFunc(loaders, func(l loader) bool { return l.agent == a.Name }) {
			t.Errorf("nothing assembles what %s loads", a.Name)
		}
	}
}

// TestFullIndexFits holds that an index as long as one may be reaches each agent within what it
// takes, line by line, or that what does not is named.
func TestFullIndexFits(t *testing.T) {
	var names []string
	for i := range 180 {
		names = append(names, "memory-"+strconv.Itoa(i)+"-"+strings.Repeat("x", 30))
	}
	for _, l := range loaders {
		files := tree{"AGENTS.md": {Data: []byte("# About\n")}, memory.IndexPath: {Data: []byte(indexText(names))}}
		parts := Survey(Input{Files: files, Index: indexOf(names...), Add: []string{l.agent}})
		served := files.with(parts)
		all := strings.Join(l.load(served), "\n")
		if l.cut != nil && l.cut(all) != all {
			t.Errorf("%s loads %d bytes, which is more than it takes", l.name, len(all))
		}
		listed := 0
		for _, n := range names {
			listed += strings.Count(all, "— about "+n+"\n")
		}
		left := strings.Join(slices.Concat(lefts(parts)...), "\n")
		if dropped := len(names) - listed; dropped > 0 && !strings.Contains(left, "no room for memories: "+strconv.Itoa(dropped)+" (") {
			t.Errorf("%s is not told of %d memories, and is said: %s", l.name, dropped, left)
		}
		if l.agent != "windsurf" && listed != len(names) {
			t.Errorf("%s is told of %d memories of %d", l.name, listed, len(names))
		}
	}
}

func indexText(names []string) string {
	text := "# Team memory\n\n"
	for _, n := range names {
		text += "- [" + n + "](" + n + ".md) — about " + n + "\n"
	}
	return text
}

func lefts(parts []Part) (out [][]string) {
	for _, p := range parts {
		out = append(out, p.Left)
	}
	return out
}
