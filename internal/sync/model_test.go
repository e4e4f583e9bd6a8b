package sync

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/static"
)

var modelSteps = flag.Int("model.steps", 20_000, "steps that TestModel takes at least")

// TestModel takes random steps of a team, of agents, of two layouts and of the clock, and
// checks the promises of sync after each.
func TestModel(t *testing.T) {
	taken, seen := 0, map[string]int{}
	for taken < *modelSteps && !t.Failed() {
		rapid.Check(t, func(t *rapid.T) {
			w := newWorld(rapid.Bool().Draw(t, "folds"))
			w.seen = seen
			steps := w.actions()
			for name, step := range steps {
				steps[name] = func(t *rapid.T) { taken++; w.t = t; step(t); w.check() }
			}
			t.Repeat(steps)
		})
	}
	t.Logf("%d steps: %v", taken, seen)
	for _, what := range []string{"draft", "shared draft", "override", "refused", "overtaken", "moved", "folded", "cleared", "told elsewhere", "told by both"} {
		if seen[what] == 0 && *modelSteps >= 20_000 {
			t.Errorf("%q never happened: the model does not reach far", what)
		}
	}
}

// A world is a team and the stores of one person, as the model knows them.
type world struct {
	t      *rapid.T
	folds  bool
	team   map[string]teamMemory
	words  string // index of the team
	static string // what the files of the repository tell the agent of the second layout
	disks  map[Layout]disk
	states map[Layout]State
	clock  int64
	ticks  int
	seen   map[string]int // what happened how often

	tokens  map[string]bool     // words that somebody wrote and nobody took back
	whole   map[string]bool     // files of the mirror that somebody wrote and nobody took back
	git     map[string]bool     // all that the team ever had
	recent  map[string][]string // what the mirror got of late, by folded path
	ours    map[string]bool     // indexes and blocks that sync wrote
	amnesia bool                // the state was lost: old texts of the team are not known
}

type teamMemory struct {
	text, name string
	refused    bool
}

// A disk holds texts by path. One that folds keeps the spelling that came first.
type disk struct {
	folds bool
	files map[string]string
}

func (d disk) spelt(at string) string {
	if _, there := d.files[at]; there || !d.folds {
		return at
	}
	for other := range d.files {
		if memory.Folded(other) == memory.Folded(at) {
			return other
		}
	}
	return at
}

func (d disk) get(at string) (string, bool) { text, there := d.files[d.spelt(at)]; return text, there }
func (d disk) put(at, text string)          { d.files[d.spelt(at)] = text }
func (d disk) remove(at string)             { delete(d.files, d.spelt(at)) }

func newWorld(folds bool) *world {
	w := &world{folds: folds, team: map[string]teamMemory{}, disks: map[Layout]disk{}, states: map[Layout]State{}, tokens: map[string]bool{}, whole: map[string]bool{},
		git: map[string]bool{}, recent: map[string][]string{}, ours: map[string]bool{}, clock: 1_000_000}
	for _, l := range layouts {
		w.disks[l] = disk{folds, map[string]string{}}
	}
	return w
}

var (
	layouts   = []Layout{Native, Claude}
	teamPaths = rapid.SampledFrom([]string{"a.md", "A.md", "b.md", "sub/a.md", "Sub/b.md", "c d.md", "archive/z.md", ".teammem/x.md", "a:b.md"})
	mirrored  = rapid.SampledFrom([]string{"a.md", "b.md", "sub/a.md", "sub/b.md", "c d.md", "stray.md"})
	privates  = rapid.SampledFrom([]string{"a.md", "mine.md", "deep/alpha-one.md", "notes.md"})
	names     = rapid.SampledFrom([]string{"", "", "Alpha one", "alpha-one", "ALPHA__ONE", "beta"})
)

// token gives words that nobody wrote before.
func (w *world) token() string {
	w.ticks++
	return fmt.Sprintf("<%d>", w.ticks)
}

// agent has somebody write a file, or remove it when text is nil. What the file held of
// theirs is given up.
func (w *world) agent(l Layout, at string, text *string) {
	old, _ := w.disks[l].get(at)
	delete(w.whole, old)
	if text == nil {
		w.disks[l].remove(at)
	} else {
		w.disks[l].put(at, *text)
	}
	for token := range w.tokens {
		if strings.Contains(old, token) && (text == nil || !strings.Contains(*text, token)) && !w.holds(token) {
			delete(w.tokens, token)
		}
	}
}

func (w *world) holds(token string) bool {
	for _, d := range w.disks {
		for _, text := range d.files {
			if strings.Contains(text, token) {
				return true
			}
		}
	}
	for text := range w.git {
		if strings.Contains(text, token) {
			return true
		}
	}
	return false
}

func (w *world) write(l Layout, at, text, token string) {
	w.agent(l, at, &text)
	if token != "" {
		w.tokens[token] = true
	}
}

func (w *world) actions() map[string]func(*rapid.T) {
	layout := rapid.SampledFrom(layouts)
	return map[string]func(*rapid.T){
		"commit": func(t *rapid.T) {
			w.commit(teamPaths.Draw(t, "path"), teamMemory{text: "team " + w.token(), name: names.Draw(t, "name")})
		},
		"rename": func(t *rapid.T) {
			from, to := teamPaths.Draw(t, "from"), teamPaths.Draw(t, "to")
			if m, there := w.team[from]; there && from != to {
				delete(w.team, from)
				w.commit(to, m)
			}
		},
		"delete": func(t *rapid.T) { delete(w.team, teamPaths.Draw(t, "path")) },
		"refuse": func(t *rapid.T) {
			at := teamPaths.Draw(t, "path")
			if m, there := w.team[at]; there {
				m.refused = !m.refused
				w.team[at] = m
			}
		},
		"team index": func(t *rapid.T) {
			w.words = rapid.SampledFrom([]string{"", "# Ours\n", "- [A](a.md) — words\n- [Gone](gone.md) — x\n", "```\nopen\n- [B](b.md) — y", "- [S](<sub/a.md>)\r\n<!-- x -->\r\n"}).Draw(t, "words")
		},
		"static": func(t *rapid.T) {
			w.static = rapid.SampledFrom([]string{"", w.words, "- [a](<a.md>)\n- [b](b.md)\n", w.entries()}).Draw(t, "static")
		},
		"edit": func(t *rapid.T) {
			l, at, token := layout.Draw(t, "layout"), "team/"+mirrored.Draw(t, "path"), w.token()
			w.write(l, at, "edit "+token, token)
			w.whole["edit "+token] = true
		},
		"same edit": func(t *rapid.T) {
			at, token := "team/"+mirrored.Draw(t, "path"), w.token()
			for _, l := range layouts {
				w.write(l, at, "edit "+token, token)
			}
			w.whole["edit "+token] = true
		},
		"old text": func(t *rapid.T) {
			if texts := slices.Sorted(maps.Keys(w.git)); len(texts) > 0 {
				text := rapid.SampledFrom(texts).Draw(t, "text")
				w.agent(layout.Draw(t, "layout"), "team/"+mirrored.Draw(t, "path"), &text)
			}
		},
		"remove": func(t *rapid.T) { w.agent(layout.Draw(t, "layout"), "team/"+mirrored.Draw(t, "path"), nil) },
		"private": func(t *rapid.T) {
			l, token := layout.Draw(t, "layout"), w.token()
			text := "name: " + names.Draw(t, "name") + "\n" + rapid.SampledFrom([]string{"", "<<<<<<< a\n"}).Draw(t, "conflict") + token
			w.write(l, w.privateDir(l)+privates.Draw(t, "path"), text, token)
		},
		"forget private": func(t *rapid.T) {
			l := layout.Draw(t, "layout")
			w.agent(l, w.privateDir(l)+privates.Draw(t, "path"), nil)
		},
		"drop": func(t *rapid.T) {
			if drafts := w.drafts(); len(drafts) > 0 {
				w.agent(Native, "drafts/"+rapid.SampledFrom(drafts).Draw(t, "draft"), nil)
			}
		},
		"index": func(t *rapid.T) { w.meddle(layout.Draw(t, "layout")) },
		"clock": func(t *rapid.T) { w.clock += int64(rapid.IntRange(-2, 2).Draw(t, "seconds")) },
		"sync":  func(t *rapid.T) { w.sync(nil) },
		"killed before": func(t *rapid.T) {
			w.plans() // and nothing of it is done: the store takes it back
		},
		"meanwhile": func(t *rapid.T) {
			n := rapid.IntRange(0, 9).Draw(t, "steps before")
			w.sync(map[int]func(){n: func() { w.interfere(layout.Draw(t, "layout")) }})
			w.sync(nil)
		},
		"uninstall": func(t *rapid.T) {
			if rapid.IntRange(0, 4).Draw(t, "really") != 4 {
				return
			}
			_, seen := w.look()
			if w.apply(Clear(seen, w.states), nil) {
				w.cleared(seen)
			}
			w.states, w.amnesia = map[Layout]State{}, true
		},
		"stale": func(t *rapid.T) {
			plans, _ := w.plans()
			w.sync(nil)
			w.apply(plans, nil)
			w.amnesia = true // only the lock keeps a state from being replaced by an older one
		},
		"state lost": func(t *rapid.T) {
			if rapid.IntRange(0, 4).Draw(t, "really") == 4 {
				w.states, w.amnesia = map[Layout]State{}, true
			}
		},
	}
}

func (w *world) commit(at string, m teamMemory) {
	w.team[at] = m
	w.git[m.text] = true
}

// entries are those of all memories that are delivered, as sync makes them.
func (w *world) entries() string {
	files, _ := w.delivered()
	var b strings.Builder
	for _, at := range sortedKeys(files) {
		b.WriteString(entry("", named(at, "", w.team[at].name)))
	}
	return b.String()
}

func (w *world) privateDir(l Layout) string {
	if l == Native {
		return "private/"
	}
	return ""
}

func (w *world) drafts() (names []string) {
	for at := range w.disks[Native].files {
		if name, is := strings.CutPrefix(at, "drafts/"); is {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// meddle has somebody change an index in one of the ways that people and agents do.
func (w *world) meddle(l Layout) {
	old, there := w.disks[l].get("MEMORY.md")
	token := w.token()
	from, to, err := find([]byte(old))
	block := ""
	if err == nil && from >= 0 {
		block = old[from:to]
	}
	switch how := rapid.SampledFrom([]string{"append", "prepend", "insert", "remove", "empty", "damage", "double", "windows", "no end", "code", "take out"}).Draw(w.t, "how"); {
	case how == "remove":
		w.agent(l, "MEMORY.md", nil)
	case how == "empty":
		w.write(l, "MEMORY.md", "", "")
	case how == "prepend":
		w.write(l, "MEMORY.md", "- "+token+"\n"+old, token)
	case how == "insert":
		w.write(l, "MEMORY.md", strings.Replace(old, "\n", "\n- "+token+"\n", 1)+token, token)
	case how == "windows":
		w.write(l, "MEMORY.md", strings.ReplaceAll(old, "\n", "\r\n"), "")
	case how == "no end":
		w.write(l, "MEMORY.md", strings.TrimRight(old, "\n"), "")
	case how == "code":
		w.write(l, "MEMORY.md", old+"\n```\n"+beginLine+"\n"+token+"\n```\n", token)
	case how == "damage" && block != "":
		w.write(l, "MEMORY.md", strings.Replace(old, endMark, "<!-- "+token, 1), token)
	case how == "double" && block != "":
		w.write(l, "MEMORY.md", old+"\n"+block, "")
	case how == "take out" && there:
		lines := slices.DeleteFunc(strings.Split(old, "\n"), func(s string) bool {
			return strings.HasPrefix(s, beginMark) || strings.HasPrefix(s, endMark)
		})
		w.write(l, "MEMORY.md", strings.Join(lines, "\n"), "")
	default:
		w.write(l, "MEMORY.md", old+"- "+token+"\n", token)
	}
}

// interfere has an agent write while sync does.
func (w *world) interfere(l Layout) {
	token := w.token()
	switch rapid.SampledFrom([]string{"edit", "remove", "index", "draft", "private"}).Draw(w.t, "meanwhile") {
	case "edit":
		w.write(l, "team/"+mirrored.Draw(w.t, "path"), "edit "+token, token)
		w.whole["edit "+token] = true
	case "remove":
		w.agent(l, "team/"+mirrored.Draw(w.t, "path"), nil)
	case "index":
		w.meddle(l)
	case "draft":
		name := draftStem(mirrored.Draw(w.t, "path")) + "." + time.Unix(w.clock, 0).UTC().Format("20060102T150405Z") + ".md"
		if _, there := w.disks[Native].get("drafts/" + name); !there {
			w.write(Native, "drafts/"+name, "draft "+token, token)
		}
	case "private":
		w.write(l, w.privateDir(l)+privates.Draw(w.t, "path"), "name: \n"+token, token)
	}
}

// look is what a caller observes of the team and of the stores.
func (w *world) look() (Team, []Observed) {
	team := Team{Ref: "origin/main"}
	if w.words != "" {
		team.Index = []byte(w.words)
	}
	for _, at := range slices.Sorted(maps.Keys(w.team)) {
		m := w.team[at]
		if m.refused {
			team.Refused = append(team.Refused, Refusal{Path: at, Rule: "secret", Reason: "it holds a secret"})
			continue
		}
		f := named(at, m.text, m.name)
		f.Archived = strings.HasPrefix(at, "archive/")
		team.Files = append(team.Files, f)
	}
	var all []Observed
	for _, l := range layouts {
		all = append(all, w.observe(l))
	}
	return team, all
}

func named(at, text, name string) File {
	f := file(at, text)
	if f.Name = name; name == "" {
		f.Name = strings.TrimSuffix(path.Base(at), ".md")
	}
	return f
}

func (w *world) observe(l Layout) Observed {
	o := Observed{Layout: l, Folds: w.folds, Mirror: map[string]Sum{}, Texts: map[Sum][]byte{}, Drafted: map[Sum]bool{}, Now: time.Unix(w.clock, 0)}
	if l == Claude {
		o.Told = static.Told([]static.Part{{Path: memory.IndexPath, Text: []byte(w.static)}})
	}
	for _, at := range slices.Sorted(maps.Keys(w.disks[l].files)) {
		text := w.disks[l].files[at]
		dir, rest, _ := strings.Cut(at, "/")
		switch {
		case dir == "team":
			o.Mirror[rest] = SumOf([]byte(text))
			if w.states[l].Base[rest] != o.Mirror[rest] {
				o.Texts[o.Mirror[rest]] = []byte(text)
			}
		case at == "MEMORY.md":
			o.Index = []byte(text)
		case dir == "drafts":
		case strings.Contains(text, "<<<<<<<"):
			o.Refused = append(o.Refused, Refusal{Path: at, Reason: "it holds conflict markers"})
		default:
			name, _, _ := strings.Cut(strings.TrimPrefix(text, "name: "), "\n")
			o.Private = append(o.Private, named(strings.TrimPrefix(at, w.privateDir(l)), text, name))
		}
	}
	for _, name := range w.drafts() {
		o.Drafts = append(o.Drafts, name)
		o.Drafted[SumOf([]byte(w.disks[Native].files["drafts/"+name]))] = true
	}
	return o
}

func (w *world) plans() ([]Plan, []Observed) {
	team, seen := w.look()
	before, _ := json.Marshal(w.states)
	plans := MakeAll(team, seen, w.states)
	if after, _ := json.Marshal(w.states); !bytes.Equal(before, after) {
		w.t.Fatalf("planning changed the state %s to %s", before, after)
	}
	if again := MakeAll(team, seen, w.states); !reflect.DeepEqual(plans, again) {
		w.t.Fatal("the same input gives two plans")
	}
	for i, p := range plans {
		w.checkPlan(team, seen[i], p)
	}
	w.checkDrafts(plans, seen)
	return plans, seen
}

// sync does a whole sync. During it, the functions in between are called before the step of
// their number, the last ones at the end.
func (w *world) sync(between map[int]func()) {
	plans, seen := w.plans()
	whole := w.apply(plans, between)
	if !whole {
		return
	}
	for i, o := range seen {
		w.sameOutside(o, w.disks[o.Layout])
		if len(plans[i].Moves) > 0 {
			w.seen["moved"]++
		}
	}
	again, seen := w.plans()
	for i, p := range again {
		if len(p.Steps) > 0 || !sameState(p.Next, w.states[seen[i].Layout]) {
			w.t.Fatalf("%s: a second sync does %v and leaves %v, not %v", seen[i].Layout, p.Steps, p.Next, w.states[seen[i].Layout])
		}
		w.checkMirror(seen[i])
		w.checkIndex(seen[i], p)
	}
}

func sameState(a, b State) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return bytes.Equal(x, y)
}

// apply does steps as the store does: a file that does not hold what was seen is left, and
// no text leaves its place before its draft is there. It reports whether all was done.
func (w *world) apply(plans []Plan, between map[int]func()) (whole bool) {
	var steps []Step
	for _, p := range plans {
		steps = append(steps, p.Steps...)
	}
	isDraft := func(s Step) bool { return s.Layout == Native && strings.HasPrefix(s.Path, "drafts/") }
	slices.SortStableFunc(steps, func(a, b Step) int {
		switch {
		case isDraft(a) == isDraft(b):
			return 0
		case isDraft(a):
			return -1
		}
		return 1
	})
	whole = between == nil
	lost := map[Sum]bool{}
	for i, s := range steps {
		if f := between[i]; f != nil {
			f()
			delete(between, i)
		}
		if !w.step(s, lost) {
			w.seen["overtaken"]++
			whole = false
		}
		w.kept()
	}
	for _, f := range between {
		f()
	}
	for i, l := range layouts {
		data, err := json.Marshal(plans[i].Next)
		if err != nil {
			w.t.Fatal(err)
		}
		var state State
		if err := json.Unmarshal(data, &state); err != nil {
			w.t.Fatal(err)
		}
		w.states[l] = state
	}
	return whole
}

func (w *world) step(s Step, lost map[Sum]bool) bool {
	d := w.disks[s.Layout]
	old, there := d.get(s.Path)
	now := Sum{}
	if there {
		now = SumOf([]byte(old))
	}
	switch {
	case now == s.After:
		return true
	case now != s.Before || lost[s.Before]:
		if strings.HasPrefix(s.Path, "drafts/") {
			lost[s.After] = true
		}
		return false
	case s.Kind == Remove:
		d.remove(s.Path)
		return true
	}
	d.put(s.Path, string(s.Data))
	switch at, mirror := strings.CutPrefix(s.Path, "team/"); {
	case mirror:
		key := memory.Folded(at)
		w.recent[key] = append(w.recent[key], string(s.Data))
	case s.Path == "MEMORY.md" && s.Layout == Native:
		w.ours[string(s.Data)] = true
	case s.Path == "MEMORY.md":
		own, _ := Marked(s.Data)
		w.ours[string(own)] = true
	}
	return true
}
