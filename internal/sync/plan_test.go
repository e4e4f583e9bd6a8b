package sync

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// world is a store and a team, as the model knows them.
type world struct {
	layout Layout
	team   map[string]string
	disk   map[string]string // files of the store; drafts/ too
	state  State
	mine   map[string]bool // every text that was written in the mirror
	tick   int
}

func (w *world) look() (Team, Observed) {
	team := Team{Ref: "origin/main"}
	for _, at := range slices.Sorted(maps.Keys(w.team)) {
		team.Files = append(team.Files, file(at, w.team[at]))
	}
	o := Observed{Layout: w.layout, Mirror: map[string]Sum{}, Texts: map[Sum][]byte{}, Drafted: map[Sum]bool{}, Now: time.Unix(0, 0)}
	for _, at := range slices.Sorted(maps.Keys(w.disk)) {
		data := []byte(w.disk[at])
		dir, rest, _ := strings.Cut(at, "/")
		switch dir {
		case "team":
			o.Mirror[rest], o.Texts[SumOf(data)] = SumOf(data), data
		case "private":
			o.Private = append(o.Private, file(rest, w.disk[at]))
		case "drafts":
			o.Drafts, o.Drafted[SumOf(data)] = append(o.Drafts, rest), true
		case "MEMORY.md":
			o.Index = data
		}
	}
	return team, o
}

func file(at, text string) File { return File{Path: at, Data: []byte(text), Sum: SumOf([]byte(text))} }

// sync applies the first n steps of a plan; all of them and the state when n is high.
func (w *world) sync(t *rapid.T, n int) {
	team, seen := w.look()
	plan := Make(team, seen, w.state)
	if again := Make(team, seen, w.state); !reflect.DeepEqual(plan, again) {
		t.Fatal("the same input gives two plans")
	}
	for i, s := range plan.Steps {
		if i == n {
			return
		}
		if strings.HasPrefix(s.Path, "private/") || w.layout == Claude && s.Layout == Claude && s.Path != "MEMORY.md" && !strings.HasPrefix(s.Path, "team/") {
			t.Fatalf("a private file is written: %s", s.Path)
		}
		old, there := w.disk[s.Path]
		if there == s.Before.IsZero() || there && SumOf([]byte(old)) != s.Before {
			t.Fatalf("%s does not hold what the step expects", s.Path)
		}
		delete(w.disk, s.Path)
		if s.Kind == Write {
			w.disk[s.Path] = string(s.Data)
		}
		w.kept(t)
	}
	w.state = plan.Next
	team, seen = w.look()
	if again := Make(team, seen, w.state); len(again.Steps) > 0 || !reflect.DeepEqual(again.Next, w.state) {
		t.Fatalf("a second sync does %v", again.Steps)
	}
	if len(seen.Mirror) != len(w.team) {
		t.Fatalf("the mirror has %v, the team %v", seen.Mirror, w.team)
	}
	for at, text := range w.team {
		if w.disk["team/"+at] != text {
			t.Fatalf("team/%s holds %q, not %q", at, w.disk["team/"+at], text)
		}
	}
}

// kept holds that every text written in the mirror is somewhere.
func (w *world) kept(t *rapid.T) {
	there := map[string]bool{}
	for _, text := range w.disk {
		there[text] = true
	}
	for text := range w.mine {
		if !there[text] {
			t.Fatalf("%q is lost", text)
		}
	}
}

func TestModel(t *testing.T) {
	paths := rapid.SampledFrom([]string{"a.md", "b.md", "sub/a.md", "c d.md"})
	for _, layout := range []Layout{Native, Claude} {
		rapid.Check(t, func(t *rapid.T) {
			w := &world{layout: layout, team: map[string]string{}, disk: map[string]string{}, mine: map[string]bool{}}
			fresh := func() string { w.tick++; return fmt.Sprint("text ", w.tick) }
			forget := func(at string) { delete(w.mine, w.disk[at]) }
			t.Repeat(map[string]func(*rapid.T){
				"commit": func(t *rapid.T) { w.team[paths.Draw(t, "p")] = fresh() },
				"delete": func(t *rapid.T) { delete(w.team, paths.Draw(t, "p")) },
				"rename": func(t *rapid.T) {
					from, to := paths.Draw(t, "from"), paths.Draw(t, "to")
					if text, ok := w.team[from]; ok && from != to {
						delete(w.team, from)
						w.team[to] = text
					}
				},
				"edit": func(t *rapid.T) {
					at, text := "team/"+paths.Draw(t, "p"), fresh()
					forget(at)
					w.disk[at], w.mine[text] = text, true
				},
				"remove":  func(t *rapid.T) { at := "team/" + paths.Draw(t, "p"); forget(at); delete(w.disk, at) },
				"private": func(t *rapid.T) { w.disk["private/"+paths.Draw(t, "p")] = fresh() },
				"sync":    func(t *rapid.T) { w.sync(t, 1<<30) },
				"kill":    func(t *rapid.T) { w.sync(t, rapid.IntRange(0, 4).Draw(t, "n")) },
				"":        w.kept,
			})
		})
	}
}

func TestMerged(t *testing.T) {
	team := Team{Index: []byte("- [A](a.md) — our words\n- [Gone](gone.md) — no\n"), Files: []File{file("a.md", "x"), file("B.md", "y"), file("b.md", "z")}}
	plan := Make(team, Observed{Layout: Native, Private: []File{file("A.md", "p"), file("q.md", "q")}}, State{})
	text := string(plan.Steps[len(plan.Steps)-1].Data)
	for _, want := range []string{"- [A](team/a.md) — our words\n", "(team/B.md)", "(private/q.md)", "- `private/A.md` — the team has"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "gone.md") || len(plan.Overridden) != 1 || len(plan.Refused) != 1 || plan.Refused[0].Path != "b.md" {
		t.Errorf("%v %v\n%s", plan.Overridden, plan.Refused, text)
	}
}
