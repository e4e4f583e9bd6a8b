package engine_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/teammemtest"
)

// sameNews checks that what is new in a range is told in the same way whether all memories are judged or only
// a part, and that it is what a check tells that shows older findings, too. It returns whether a part was enough.
func sameNews(t interface{ Fatalf(string, ...any) }, repo engine.Repository, req engine.Request) bool {
	ctx := context.Background()
	old, err := engine.CheckWhole(ctx, repo, req)
	req.NewOnly = true
	whole, err2 := engine.CheckWhole(ctx, repo, req)
	asked := &ignoreAsked{Repository: repo}
	quiet, err3 := engine.Check(ctx, asked, req)
	if err != nil || err2 != nil || err3 != nil {
		if fmt.Sprint(err) != fmt.Sprint(err3) || fmt.Sprint(err2) != fmt.Sprint(err3) {
			t.Fatalf("%v, of what is new %v, of a part %v", err, err2, err3)
		}
		return false
	}
	if diff := cmp.Diff(whole, quiet); diff != "" {
		t.Fatalf("-all +part\n%s", diff)
	}
	fresh := slices.DeleteFunc(slices.Clone(old.Findings), func(f finding.Finding) bool { return f.Older })
	if diff := cmp.Diff(fresh, quiet.Findings); diff != "" || old.Verdict != quiet.Verdict || old.Counts.Memories != quiet.Counts.Memories {
		t.Fatalf("verdict %s of all, %s of what is new\n-all +new\n%s", old.Verdict, quiet.Verdict, diff)
	}
	return !asked.asked
}

// ignoreAsked notes whether a check came to the ignore rules, which only one of all memories asks for.
type ignoreAsked struct {
	engine.Repository
	asked bool
}

func (r *ignoreAsked) Ignored(ctx context.Context, path string) (*rules.Ignored, error) {
	r.asked = true
	return r.Repository.Ignored(ctx, path)
}

// A change can make something new of a memory that it leaves alone only as quiet.go says.
func TestQuietFindsAllThatIsNew(t *testing.T) {
	silent, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		base := cited().Draw(t, "base")
		mid := moved(t, base)
		repo := &teammemtest.Repo{Branch: "main", History: []teammemtest.Commit{
			{ID: "base", Files: files(base)}, {ID: "mid", Files: files(mid), Message: "one"}, {ID: "head", Files: files(moved(t, mid)), Message: "two"},
		}}
		all++
		if sameNews(t, repo, engine.Request{Source: engine.Range, Base: "base", Rev: "head", FailOn: finding.Warn, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}) {
			silent++
		}
	})
	if silent == 0 || silent == all {
		t.Errorf("%d of %d changes brought nothing, so that little is shown", silent, all)
	}
}

// What a change does to a memory that it leaves alone.
func TestQuietReachesOthers(t *testing.T) {
	base := map[string]string{
		memory.IndexPath: entry(1) + entry(2) + entry(5) + "- [More](README.md) — of the rest\n", memory.Dir + "/README.md": entry(3), "src/a.go": "package a\n\n//\n",
		memory.Dir + "/note-1.md": remembered(1, "Boats wait outside for the tide, see [[note-2]], [c](../../src/%63.go) and src/b.go:1."), memory.Dir + "/note-3.md": remembered(3, "Ask @lib/x first, since cranes lift heavy crates by night."),
		memory.Dir + "/note-2.md": remembered(2, "Trucks turn left behind each warehouse, it is in a.go:3 and [d](../../src/d\\_e.go)."), memory.Dir + "/note-5.md": remembered(5, "Pilots climb aboard when flags are up, as in [e](../../src/e&amp;f.go)."), "src/b.go": "package b\n",
		"src/c.go": "package c\n", "src/d_e.go": "package d\n", "src/e&f.go": "package e\n",
	}
	for _, c := range []struct {
		name   string
		change map[string]string // "" takes a file away
		want   string
	}{
		{"nothing", map[string]string{"src/g.go": "package g\n"}, ""},
		{"a word more", map[string]string{memory.Dir + "/note-1.md": remembered(1, "Boats wait outside for the tide, see [[note-2]] now.")}, ""},
		{"a memory comes with its entry", map[string]string{memory.Dir + "/note-4.md": remembered(4, "It holds."), memory.IndexPath: base[memory.IndexPath] + entry(4)}, ""},
		{"a memory goes with its entry", map[string]string{memory.Dir + "/note-5.md": "", memory.IndexPath: entry(1) + entry(2) + "- [More](README.md) — of the rest\n"}, ""},
		{"a memory goes that another one names", map[string]string{memory.Dir + "/note-2.md": "", memory.IndexPath: entry(1) + entry(5) + "- [More](README.md) — of the rest\n"}, "dangling-wiki-link"},
		{"a memory comes alone", map[string]string{memory.Dir + "/note-4.md": remembered(4, "It holds.")}, "orphan"},
		{"the list that names a memory is linked no more", map[string]string{memory.IndexPath: entry(1) + entry(2) + entry(5)}, "orphan"},
		{"a cited file loses lines", map[string]string{"src/a.go": "package a\n"}, "stale-citation"},
		{"a cited file goes", map[string]string{"src/b.go": ""}, "stale-citation"},
		{"a file goes that is named with an escape of addresses", map[string]string{"src/c.go": ""}, "stale-citation"},
		{"a file goes that is named with one of Markdown", map[string]string{"src/d_e.go": ""}, "stale-citation"},
		{"a file goes that is named with one of HTML", map[string]string{"src/e&f.go": ""}, "stale-citation"},
		{"a cited name is there twice", map[string]string{"lib/a.go": "package a\n"}, "stale-citation"},
		{"a word becomes an import", map[string]string{"lib/x": "x"}, "import"},
		{"an ignore rule comes that hides the folder", map[string]string{"src/.gitignore": "*.md\n"}, "ignored-directory"},
		{"a file comes that is no memory", map[string]string{memory.Dir + "/build.sh": "true\n"}, "not-markdown"},
		{"a block of another index comes", map[string]string{"AGENTS.md": "<!-- teammem:begin index for codex. -->\n- old\n<!-- teammem:end -->\n"}, "delivery-stale"},
		{"another memory takes its name", map[string]string{memory.Dir + "/note-4.md": remembered(1, "It holds."), memory.IndexPath: base[memory.IndexPath] + entry(4)}, "duplicate-name"},
	} {
		head := maps.Clone(base)
		for p, text := range c.change {
			if head[p] = text; text == "" {
				delete(head, p)
			}
		}
		repo := &teammemtest.Repo{Branch: "main", History: []teammemtest.Commit{{ID: "base", Files: files(base)}, {ID: "head", Files: files(head)}}}
		if rule := "src/.gitignore"; head[rule] != "" {
			repo.Hidden = &rules.Ignored{Source: rule, Line: 1, Pattern: "*.md", Committed: true}
		}
		req := engine.Request{Source: engine.Range, Base: "base", Rev: "head", FailOn: finding.Error, Now: time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)}
		if part := sameNews(t, repo, req); part != (c.want == "") {
			t.Errorf("%s: a part was enough: %v", c.name, part)
		}
		req.NewOnly = true
		res, err := engine.Check(context.Background(), repo, req)
		if err != nil {
			t.Fatal(err)
		}
		if said := slices.ContainsFunc(res.Findings, func(f finding.Finding) bool { return f.Rule == c.want }); said != (c.want != "") || c.want == "" && len(res.Findings) > 0 {
			t.Errorf("%s: found %v, want %q", c.name, res.Findings, c.want)
		}
	}
}

// cited are memories that lead to each other and to code, as one finds them.
func cited() *rapid.Generator[map[string]string] {
	leads := []string{
		"See src/a.go:2.", "See a.go:1.", "It is in [b](../../src/b.go).", "Or [b](../../src/%62.go).", "Or [c](../../src/c\\_d.go).", "Or [e](../../src/e&amp;f.go).",
		"Ask @docs/a.md first.", "See @lib/x first.", "[[note-1]] says more.", "[[note 2]] says more.", "[one](note-1.md) says more.", "See [it](../../go#L2).", "See src/main/go.mod:3.", "It holds.",
	}
	return rapid.Custom(func(t *rapid.T) map[string]string {
		out := map[string]string{"docs/a.md": "# A\n", "src/a.go": "package a\n\n//\n", "src/b.go": "package b\n", "src/c_d.go": "package c\n", "src/e&f.go": "package e\n", "go": "1\n2\n3\n", "src/main/go.mod": "module x\n\n\n"}
		list, below := "# Index\n\n", "# More\n\n"
		for n := range rapid.IntRange(2, 5).Draw(t, "notes") {
			out[fmt.Sprintf("%s/note-%d.md", memory.Dir, n)] = remembered(n, aFew(t, n)+"\n\n"+rapid.SampledFrom(leads).Draw(t, "lead")+"\n\n"+rapid.SampledFrom(leads).Draw(t, "lead"))
			if line := entry(n); rapid.IntRange(0, 7).Draw(t, "below") == 0 {
				below += line
			} else {
				list += line
			}
		}
		if below != "# More\n\n" || rapid.IntRange(0, 4).Draw(t, "readme") == 0 {
			out[memory.Dir+"/README.md"] = below
			list += "- [More](README.md) — of the rest\n"
		}
		out[memory.IndexPath] = list + rapid.SampledFrom([]string{"", "- [A](../../docs/a.md) — a\n"}).Draw(t, "more")
		return out
	})
}

func entry(n int) string { return fmt.Sprintf("- [Note %d](note-%d.md) — about %d\n", n, n, n) }

func remembered(n int, body string) string {
	return fmt.Sprintf("---\nname: note-%d\ndescription: what holds of part %d\ntype: feedback\n---\n\n%s\n\n**Why:** it was decided.\n**How to apply:** keep to it.\n", n, n, body)
}

// aFew are words of which few are those of another number.
func aFew(t *rapid.T, n int) string {
	words := strings.Fields(someWords)
	var out []string
	for i := range 14 {
		out = append(out, words[(n*5+i)%len(words)]+string(rune('a'+n*3+i%3)))
	}
	return strings.Join(out, " ") + "."
}

// moved is base after people have worked on it.
func moved(t *rapid.T, base map[string]string) map[string]string {
	out := maps.Clone(base)
	at := func(n int) string { return fmt.Sprintf("%s/note-%d.md", memory.Dir, n) }
	for range rapid.IntRange(1, 3).Draw(t, "edits") {
		code := rapid.SampledFrom([]string{"src/a.go", "src/b.go", "src/c_d.go", "src/e&f.go", "go", "lib/x", "docs/a.md", "lib/a.go", "src/main/go.mod", "src/main/main.go"}).Draw(t, "code")
		n := rapid.IntRange(0, 5).Draw(t, "note")
		switch rapid.IntRange(0, 11).Draw(t, "edit") {
		case 0:
			delete(out, code)
		case 1, 2, 3:
			out[code] += "// more\n"
		case 4:
			out[code] = "x"
		case 5:
			delete(out, at(n))
			out[memory.IndexPath] = strings.Replace(out[memory.IndexPath], entry(n), "", 1)
		case 6:
			out[memory.IndexPath] += rapid.SampledFrom([]string{"", "- [N](note-5.md) — a new one\n", "- nothing\n", "\n[[note-2]] and `note-3.md`\n", "- [Note 1](note-1.md)\n", "- [More](README.md) — of the rest\n"}).Draw(t, "line")
			gone := rapid.SampledFrom([]string{"no line", "no line", entry(n), "- [More](README.md) — of the rest\n"}).Draw(t, "gone")
			out[memory.IndexPath] = strings.Replace(out[memory.IndexPath], gone, "", 1)
		case 9:
			out[memory.IndexPath] += entry(n)
			out[at(n)] = remembered(n, aFew(t, n+10)+"\n\nIt holds.")
		case 7, 8:
			if text, ok := out[at(n)]; ok {
				out[at(n)] = strings.Replace(text, "It holds.", rapid.SampledFrom([]string{"It holds on.", "See src/b.go:1.", "See [[nobody]].", "It was yesterday.", marker}).Draw(t, "words"), 1)
			}
		default:
			twin := rapid.IntRange(0, 5).Draw(t, "twin")
			out[at(n)] = remembered(rapid.SampledFrom([]int{n, n, n, twin}).Draw(t, "name"), aFew(t, twin)+"\n\nIt holds.")
		}
	}
	return out
}
