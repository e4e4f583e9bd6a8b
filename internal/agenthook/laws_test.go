package agenthook

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/wiring"
)

var all = Want{agents(Hook), agents(Deny)}

// agents are those that can have a part of that kind, sorted by name.
func agents(kind delivery.Kind) []string {
	var names []string
	for _, e := range entries() {
		if e.kind == kind {
			names = append(names, e.agent)
		}
	}
	return names
}

// paths are the files that Survey and Remove ask for, sorted.
func paths() []string {
	paths := map[string]bool{}
	for _, e := range entries() {
		paths[e.path] = true
	}
	return slices.Sorted(maps.Keys(paths))
}

// laws holds that all parts can be put into files that hold text, in any order and more than once,
// that the files stay what they were besides, and that every byte comes back.
func laws(t interface{ Fatalf(string, ...any) }, text *string, wants []Want) {
	before := folder{}
	for _, p := range paths() {
		if text != nil && p != ".clinerules/hooks/TaskStart" {
			before[p] = *text
		}
	}
	f := before
	for _, want := range wants {
		f = f.apply(t, Survey(f, want))
	}
	again := Survey(f, wants[len(wants)-1])
	for _, p := range again {
		if p.State != wiring.Current || string(p.Prev) != string(p.Next) {
			t.Fatalf("twice is not once: %s", states(again))
		}
	}
	for p, now := range f {
		if text == nil || p == ".clinerules/hooks/TaskStart" {
			continue
		}
		if json.Valid([]byte(*text)) && !json.Valid([]byte(now)) {
			t.Fatalf("JSON became none: %q", now)
		}
		for _, word := range []string{"keep1", "keep2", "keep3"} {
			if strings.Count(*text, word) != strings.Count(now, word) {
				t.Fatalf("%q is not kept in %q", word, now)
			}
		}
	}
	after := f.apply(t, Remove(f))
	if len(after) != len(before) {
		t.Fatalf("files are %d, and were %d", len(after), len(before))
	}
	for p, was := range before {
		if after[p] != was {
			t.Fatalf("%s came back as %q, not %q; it was %q in between", p, after[p], was, f[p])
		}
	}
}

// orders are the ways in which hooks and rules can come into a file one after the other.
var orders = [][]Want{{all}, {{Hooks: all.Hooks}, all}, {{Deny: all.Deny}, all}, {{Hooks: all.Hooks}, {Deny: all.Deny}}}

func TestEveryShape(t *testing.T) {
	shapes := []string{
		"", " ", "\n", "\ufeff", "\ufeff\r\n", "{}", "{ }", "{\n}\n", "\ufeff{}",
		`{"keep1": 1}`, "{\n  \"keep1\": {\"keep2\": []}\n}\n", "{\r\n\t\"keep1\": 1,\r\n\t\"keep2\": 2\r\n}\r\n", "\ufeff{\n    \"keep1\": 1\n}",
		`{"hooks": {}}`, `{"hooks":{"SessionStart":[]}}`, `{"hooks":{"SessionStart":[ ]}}`, `{"hooks": { }, "permissions": { "deny": [ ] }}`,
		`{"hooks":{"SessionStart":[{"matcher":"startup","hooks":[{"type":"command","command":"keep1"}]}],"Stop":["keep2"]}}`,
		"{\n  \"permissions\": {\n    \"deny\": [\n      \"Read(keep1)\"\n    ],\n    \"allow\": [\"keep2\"]\n  },\n  \"hooks\": {\n    \"SessionStart\": [\n      {\"keep3\": 1}\n    ]\n  }\n}\n",
		"// keep1\n{\n  // keep2\n  \"hooks\": {}, /* keep3 */\n}\n",
		"{ // keep1\n  \"a\": 1,\n}\n",
		`{"SessionStart": [1], "permissions": {"deny": ["keep1"], "allow": []}}`,
		`{"version": 1, "hooks": {"sessionStart": [{"command": "keep1"}]}}`,
		"{\n\n\n  \"keep1\": 1\n}",
	}
	for _, order := range orders {
		laws(t, nil, order)
		for _, shape := range shapes {
			laws(t, &shape, order)
		}
	}
}

// drawJSON gives JSON with odd blanks, in which ways to our lists may be begun.
func drawJSON(t *rapid.T) string {
	blank := func() string {
		return rapid.SampledFrom([]string{"", "", " ", "\n", "\r\n  ", "\n    ", "\t", "/* c */", "// c\n"}).Draw(t, "blank")
	}
	keys := []string{"hooks", "SessionStart", "sessionStart", "permissions", "deny", "keep1", "keep2"}
	var value func(depth int, key string) string
	members := func(depth int) string {
		var parts []string
		for _, key := range rapid.SliceOfNDistinct(rapid.SampledFrom(keys), 0, 3, rapid.ID[string]).Draw(t, "keys") {
			parts = append(parts, blank()+quote(key)+blank()+":"+blank()+value(depth+1, key)+blank())
		}
		return "{" + blank() + strings.Join(parts, ",") + "}"
	}
	value = func(depth int, key string) string {
		switch {
		case key == "hooks" || key == "permissions":
			return members(depth)
		case key == "deny" || strings.HasSuffix(key, "Start"):
			items := rapid.SliceOfN(rapid.SampledFrom([]string{`"keep3"`, "1", "{}", "[ ]"}), 0, 2).Draw(t, "items")
			return "[" + blank() + strings.Join(items, blank()+",") + "]"
		case depth < 3 && rapid.Bool().Draw(t, "deeper"):
			return members(depth)
		}
		return rapid.SampledFrom([]string{"1", `"\"hooks\": {"`, "null", "[]", "{}", "true"}).Draw(t, "leaf")
	}
	return rapid.SampledFrom([]string{"", bom}).Draw(t, "bom") + blank() + members(0) + blank()
}

func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawJSON(t)
		laws(t, &text, rapid.SampledFrom(orders).Draw(t, "order"))
	})
}

func FuzzPut(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"hooks":{"SessionStart":[]}}`, "{\n  \"a\": 1\n}", "{\"hooks\": {\n}}", "\ufeff{ }", "// x\n{}", "{\"permissions\":{\"deny\":[1,]}}"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := entries()[0]
		next, err := e.text.put([]byte(text))
		if err != nil {
			return
		}
		if _, found := e.text.take([]byte(text)); found {
			return
		}
		if rest, found := e.text.take(next); !found || string(rest) != text {
			t.Errorf("%q became %q and came back as %q (%v)", text, next, rest, found)
		}
	})
}
