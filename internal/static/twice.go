package static

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/jsonc"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// A Double is what one version of an agent is told more than once.
type Double struct {
	Version string   // of the agent, in words; "" for every one
	Entries int      // of the index
	Files   []string // that tell them, and by which file they are imported
}

// Doubles gives the entries of the team's index that an agent loads more than once: through two
// files, two names of a file, an import of what it reads anyway, or twice in one file. Other than
// Loaded it goes by all that a version of the agent may read, since here too much is what is looked for.
func Doubles(agent string, files Files) (out []Double) {
	inIndex := counted(reading{path: memory.IndexPath, text: files.Read(memory.IndexPath)})
	for _, v := range versionsOf(agent, files) {
		r := reader{files: files, depth: v.depth, times: map[string]int{}}
		for _, p := range slices.Compact(slices.Sorted(slices.Values(v.names))) { // each name is looked for once
			r.read(p, nil)
		}
		if d := doubled(r.all, inIndex); d.Entries > 0 {
			d.Version = v.name
			out = append(out, d)
		}
	}
	return out
}

// Reads is Loaded, and of an agent without a hook what one version of it reads.
func Reads(agent string, files Files) (parts []Part) {
	if _, known := routeOf(agent); known {
		return Loaded(agent, files)
	}
	v := versionsOf(agent, files)[0]
	r := reader{files: files, depth: v.depth, times: map[string]int{}}
	for _, p := range v.names {
		if r.times[p] == 0 {
			r.read(p, nil)
		}
	}
	for _, one := range r.all {
		parts = append(parts, Part{one.path, one.text})
	}
	return parts
}

// doubled compares how often each entry is told with how often the index has it.
func doubled(all []reading, inIndex map[string]int) (d Double) {
	told := map[string][]string{}
	for _, r := range all {
		for said, n := range counted(r) {
			told[said] = append(told[said], slices.Repeat([]string{r.label()}, n)...)
		}
	}
	by := map[string]bool{}
	for said, labels := range told {
		if len(labels) <= max(1, inIndex[said]) {
			continue
		}
		d.Entries++
		for _, l := range labels {
			by[l] = true
		}
	}
	for _, r := range all { // in their order
		if l := r.label(); by[l] {
			d.Files = append(d.Files, l)
			delete(by, l)
		}
	}
	return d
}

// A reading is one file as it is loaded, through another one where that imports it.
type reading struct {
	path, by string
	text     []byte
}

func (r reading) label() string {
	if r.by == "" {
		return r.path
	}
	return r.path + " (imported by " + r.by + ")"
}

// counted says how often a file has each entry.
func counted(r reading) map[string]int {
	_, body := cutFront(r.text)
	if !bytes.Contains(body, []byte("](")) {
		return nil
	}
	n := map[string]int{}
	for _, at := range []string{r.path, path.Base(r.path)} { // a link to a file at the top has links from there
		x := memory.ParseIndexAt(source.NewText(body), at)
		for i := range x.Entries {
			if said := x.Said(&x.Entries[i]); said != "" {
				n[said]++
			}
		}
		if len(n) > 0 {
			break
		}
	}
	return n
}

// A reader gathers files as often as they are loaded.
type reader struct {
	files Files
	depth int // of imports
	times map[string]int
	all   []reading
}

// enough is how often a file is read: what is there twice is found by then, and rings end.
const enough = 2

// read takes the file at p; chain are those that led to it by imports.
func (r *reader) read(p string, chain []string) {
	if slices.Contains(chain, p) || r.times[p] >= enough {
		return
	}
	text := r.files.Read(p)
	if text == nil {
		return
	}
	r.times[p]++
	by := ""
	if len(chain) > 0 {
		by = chain[len(chain)-1]
	}
	r.all = append(r.all, reading{p, by, text})
	if len(chain) == r.depth {
		return
	}
	for _, to := range imported(p, text) {
		r.read(to, append(slices.Clone(chain), p))
	}
}

// A version is what one version of an agent reads.
type version struct {
	name  string
	depth int
	names []string
}

// versionsOf has the same sources as routeOf, and docs/agents.md.
func versionsOf(agent string, files Files) []version {
	switch agent {
	case "aider":
		return []version{{names: readKey(files.Read(".aider.conf.yml"))}}
	case "claude-code":
		own := append([]string{"CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md"}, claudeRules.list(files)...)
		all := []version{{"", claudeDepth, own}}
		if !slices.ContainsFunc(own[:3], func(p string) bool { return files.Read(p) != nil }) {
			all = append(all, version{"from 2.1.277 on, which reads AGENTS.md where no CLAUDE.md is", claudeDepth, append(slices.Clone(own), "AGENTS.md")})
		}
		return all
	case "copilot":
		own := append([]string{".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md"}, copilotRules.list(files)...)
		editor := append(slices.Clone(own), ".claude/CLAUDE.md")
		return []version{
			{"on the command line", copilotDepth, append(own, "GEMINI.md")},
			{"in an editor", 0, append(editor, claudeRules.list(files)...)},
		}
	case "cursor":
		return []version{{names: append([]string{"AGENTS.md", "CLAUDE.md", ".cursorrules"}, cursorRules.list(files)...)}}
	case "cline":
		return []version{{names: append([]string{"AGENTS.md", ".clinerules", ".cursorrules", ".windsurfrules"}, clineRules.list(files)...)}}
	case "windsurf":
		return []version{{names: append([]string{"AGENTS.md", ".windsurfrules"}, folder{".windsurf/rules", []string{".md"}, alwaysOn}.list(files)...)}}
	case "opencode":
		return []version{{names: append(firstOf(files, "AGENTS.md", "CLAUDE.md"), instructions(files)...)}}
	case "zed":
		return []version{{names: firstOf(files, ".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md")}}
	}
	r, _ := routeOf(agent)
	names := r.files(files)
	if r.first {
		names = firstOf(files, names...)
	}
	for _, f := range r.rules {
		names = append(slices.Clone(names), f.list(files)...)
	}
	return []version{{"", r.depth, names}}
}

// list are the files of a folder that are always loaded.
func (f folder) list(files Files) []string {
	return slices.DeleteFunc(slices.Clone(files.Below(f.dir)), func(p string) bool { return !f.takes(p, files) })
}

// firstOf is the first of names that is there.
func firstOf(files Files, names ...string) []string {
	for _, p := range names {
		if files.Read(p) != nil {
			return []string{p}
		}
	}
	return nil
}

func alwaysOn(front map[string]string) bool { return front["trigger"] == "always_on" }

// readKey gives what the key read names, which is one file or a list.
// https://aider.chat/docs/config/aider_conf.html
func readKey(data []byte) []string {
	var s struct {
		Read yaml.Node `yaml:"read"`
	}
	if yaml.Unmarshal(data, &s) != nil {
		return nil
	}
	if s.Read.Kind == yaml.ScalarNode {
		return []string{path.Clean(s.Read.Value)}
	}
	var names []string
	for _, n := range s.Read.Content {
		if n.Kind == yaml.ScalarNode {
			names = append(names, path.Clean(n.Value))
		}
	}
	return names
}

// instructions gives the files that the settings of OpenCode name, by path or by a pattern that
// takes in one of those in which an index can stand. https://opencode.ai/docs/rules
func instructions(files Files) (names []string) {
	for _, at := range []string{"opencode.json", "opencode.jsonc"} {
		var s struct{ Instructions []string }
		plain, err := jsonc.Plain(files.Read(at))
		if err != nil || json.Unmarshal(plain, &s) != nil {
			continue
		}
		for _, pattern := range s.Instructions {
			pattern = path.Clean(pattern)
			if !strings.ContainsAny(pattern, "*?[{") {
				names = append(names, pattern)
				continue
			}
			parts := slices.Compact(strings.Split(pattern, "/")) // ** twice is ** once
			for _, p := range []string{memory.IndexPath, "AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md"} {
				if matches(parts, strings.Split(p, "/")) {
					names = append(names, p)
				}
			}
		}
	}
	return names
}

// matches reports whether the parts of a path fit those of a pattern, in which ** stands for any number.
func matches(pattern, parts []string) bool {
	switch {
	case len(pattern) == 0:
		return len(parts) == 0
	case pattern[0] == "**":
		return matches(pattern[1:], parts) || len(parts) > 0 && matches(pattern, parts[1:])
	case len(parts) == 0:
		return false
	}
	fits, err := path.Match(pattern[0], parts[0])
	return err == nil && fits && matches(pattern[1:], parts[1:])
}
