package wiring

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/sync"
)

// A tree is Files in memory.
type tree map[string]File

func (t tree) At(p string) File {
	f := t[p]
	if f.Real != "" {
		real := t[f.Real]
		return File{Data: real.Data, Real: f.Real, Flaw: real.Flaw}
	}
	return f
}

func (t tree) Below(dir string) (files []string) {
	for _, p := range slices.Sorted(maps.Keys(t)) {
		if strings.HasPrefix(p, dir+"/") {
			files = append(files, p)
		}
	}
	return files
}

// with is the tree after parts were carried out.
func (t tree) with(parts []Part) tree {
	out := maps.Clone(t)
	for _, p := range parts {
		switch f := t[p.Path]; {
		case !p.Changes():
		case p.Next == nil:
			delete(out, p.Path)
		default:
			f.Data = p.Next
			out[p.Path] = f
		}
	}
	return out
}

// indexOf is an index with these memories.
func indexOf(names ...string) delivery.TeamIndex {
	var files []sync.File
	index := "# Team memory\n\n"
	for _, n := range names {
		files = append(files, sync.File{Path: n + ".md", Name: n})
		index += "- [" + n + "](" + n + ".md) — about " + n + "\n"
	}
	return delivery.NewTeamIndex([]byte(index), files)
}

func everybody() (names []string) {
	for _, a := range delivery.Agents {
		names = append(names, a.Name)
	}
	return names
}

// shapes are texts that files of agents can begin with, and ends.
var shapes = []string{"", "\n", "# Rules\n", "no line end", "a\r\nb\r\n", bom, bom + "# T\r\n", "---\na: b\n---\n", "---\na: b\n---", "```\n", "```\n<!-- teammem:begin index for codex. -->\n```\n",
	"<!-- a comment -->\n", "\xff\xfe", "@AGENTS.md\n", "@.agent/team-memory/MEMORY.md\n", "=======\n", "    code\n", "{}", "{ }\n", "{\n  // mine\n  \"a\": [1, 2,],\n}\n", "[]", "{\"context\": 5}", "{\"context\": {}}",
	"{\"context\": {\"fileName\": \"GEMINI.md\"}}", "{\"context\": {\"fileName\": [\"X.md\"], \"y\": 1}, \"z\": \"/* teammem:begin */\"}", "{\"context\": {\"fileName\": []}}", "{\"context\": {\"fileName\": {}}}", "{", "{\"context\": {}, \"context\": {}}",
	"read: A.md\n", "read: [A.md, 'b c']\n", "read: []", "read:\n  - A.md\n  - B.md\n", "read:\n- A.md\nx: y", "read:\nx: y\n", "# c\nmodel: x\r\nread: \"A.md\" # why\r\n", "read: {a: b}\n", "read:\n  [A.md,\n   B.md]\n", "---\nmodel: x\n", "x: &a 1\ny: *a\n", "read: 5\n", "x: [\n", "read: A.md"}

// drawTree draws what agents' files can hold.
func drawTree(t *rapid.T) tree {
	out := tree{}
	for _, p := range append(paths(), ".claude/rules/x.md") {
		if rapid.IntRange(0, 2).Draw(t, p) == 0 {
			continue
		}
		data := []byte{}
		for _, s := range rapid.SliceOfN(rapid.SampledFrom(shapes), 0, 3).Draw(t, "text of "+p) {
			data = append(data, s...)
		}
		out[p] = File{Data: data}
	}
	if rapid.IntRange(0, 5).Draw(t, "linked") == 0 {
		out["CLAUDE.md"] = File{Real: "AGENTS.md"}
		if _, there := out["AGENTS.md"]; !there {
			out["AGENTS.md"] = File{Data: []byte("# A\n")}
		}
	}
	return out
}

// TestLaws holds that serving agents twice equals once, that what is put in can be renewed, and
// that taking it out gives every byte back, whatever is there before.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := drawTree(t)
		agents := rapid.SliceOfDistinct(rapid.SampledFrom(everybody()), rapid.ID[string]).Draw(t, "agents")
		once := before.with(Survey(Input{Files: before, Index: indexOf("a", "b"), Add: agents}))
		again := Survey(Input{Files: once, Index: indexOf("a", "b")})
		for _, p := range again {
			if p.Changes() {
				t.Fatalf("%s is %s after it was written, and changes again (%s):\n%q\n%q", p.Path, p.State, p.Why, p.Prev, p.Next)
			}
		}
		renewed := once.with(Survey(Input{Files: once, Index: indexOf("c")}))
		straight := before.with(Survey(Input{Files: before, Index: indexOf("c"), Add: agents}))
		same(t, "renewed", renewed, straight)
		same(t, "taken out", once.with(Remove(once, KeepEdits)), before)
		same(t, "renewed and taken out", renewed.with(Remove(renewed, KeepEdits)), before)
	})
}

func same(t *rapid.T, what string, got, want tree) {
	for p := range want {
		if g, w := got[p], want[p]; !bytes.Equal(g.Data, w.Data) || (g.Data == nil) != (w.Data == nil) {
			t.Fatalf("%s: %s is %q, want %q", what, p, g.Data, w.Data)
		}
	}
	for p := range got {
		if _, there := want[p]; !there {
			t.Fatalf("%s: %s is there: %q", what, p, got[p].Data)
		}
	}
}

// FuzzFiles holds the laws for any bytes, in each file by itself.
func FuzzFiles(f *testing.F) {
	for i, s := range shapes {
		f.Add([]byte(s), i)
		f.Add([]byte(s+shapes[(i*7+1)%len(shapes)]), i+1)
	}
	for i, s := range []string{"# teammem:begin\n", "{/* teammem:end */}", "<!-- teammem:end -->\n", "\"", "/*", "{\"a\": \"\\", "<<<<<<< a\n<!-- teammem:begin index for codex.", "read: [\"a\"] # x\r\n", "\ufeffread: a", "- a", "? a\n: b\n", "read: !x a\n"} {
		f.Add([]byte(s), i)
	}
	f.Fuzz(func(t *testing.T, data []byte, n int) {
		paths := paths()
		path := paths[((n%len(paths))+len(paths))%len(paths)]
		before := tree{path: {Data: append([]byte{}, data...)}}
		once := before.with(Survey(Input{Files: before, Index: indexOf("a", "b"), Add: everybody()}))
		for _, p := range Survey(Input{Files: once, Index: indexOf("a", "b")}) {
			if p.Changes() {
				t.Fatalf("%s is %s and changes again:\n%q\n%q", p.Path, p.State, p.Prev, p.Next)
			}
		}
		back := once.with(Remove(once, KeepEdits))
		if had := bytes.Contains(data, []byte("teammem:")); !had && (!bytes.Equal(back[path].Data, data) || len(back) != 1) {
			t.Fatalf("%s was %q and is %q", path, data, back[path].Data)
		}
	})
}

// paths are the files that a survey may ask for by name.
func paths() []string {
	paths := append(blockPaths(), "CLAUDE.md")
	for _, a := range delivery.Agents {
		if own := a.Static.Own; own != "" && !slices.Contains(paths, own) {
			paths = append(paths, own)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
