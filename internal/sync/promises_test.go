package sync

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// check holds what is true after every step, whatever it was.
func (w *world) check() { w.kept() }

// kept holds that nothing that somebody wrote is lost.
func (w *world) kept() {
	for token := range w.tokens {
		if !w.holds(token) {
			w.t.Fatalf("the words %q are lost", token)
		}
	}
	there := map[string]bool{}
	for _, d := range w.disks {
		for _, text := range d.files {
			there[text] = true
		}
	}
	for text := range w.whole {
		if !there[text] && !w.git[text] {
			w.t.Fatalf("the file %q is lost", text)
		}
	}
}

// checkPlan holds what is true of any plan.
func (w *world) checkPlan(team Team, seen Observed, p Plan) {
	for i, s := range p.Steps {
		inMirror := s.Layout == seen.Layout && strings.HasPrefix(s.Path, "team/")
		index := s.Layout == seen.Layout && s.Path == "MEMORY.md"
		draft := s.Layout == Native && strings.HasPrefix(s.Path, "drafts/") && s.Kind == Write && s.Before.IsZero()
		if !inMirror && !index && !draft {
			w.t.Fatalf("a step where sync has nothing to write: %s %s %s", s.Kind, s.Layout, s.Path)
		}
		if s.Reason == "" || s.Kind == Write && SumOf(s.Data) != s.After {
			w.t.Fatalf("a wrong step: %+v", s)
		}
		if draft {
			w.checkDraft(string(s.Data))
		}
		if index && i != len(p.Steps)-1 {
			w.t.Fatalf("the index is not last: %v", p.Steps)
		}
	}
	w.checkRefused(team, seen, p)
	w.checkOverrides(seen, p)
}

// checkDraft holds that nothing is kept as a draft that nobody wrote.
func (w *world) checkDraft(text string) {
	w.seen["draft"]++
	if w.ours[text] {
		w.t.Fatalf("a draft of the index that sync wrote: %q", text)
	}
	if w.amnesia {
		return
	}
	for _, m := range w.team {
		if m.text == text && !m.refused {
			w.t.Fatalf("a draft of what the team has: %q", text)
		}
	}
	for at, texts := range w.recent {
		if slices.Contains(texts[max(0, len(texts)-maxBuried):], text) {
			w.t.Fatalf("a draft of what the team had at %s: %q", at, text)
		}
	}
}

// checkDrafts holds that all layouts together keep a text once, each under a name of its own.
func (w *world) checkDrafts(plans []Plan, seen []Observed) {
	names, texts := map[string]bool{}, map[Sum]bool{}
	for _, name := range w.drafts() {
		names[strings.ToLower(name)] = true
	}
	for _, p := range plans {
		for _, s := range p.Steps {
			name, is := strings.CutPrefix(s.Path, "drafts/")
			if !is {
				continue
			}
			if names[strings.ToLower(name)] || texts[s.After] || seen[0].Drafted[s.After] {
				w.t.Fatalf("%s is there already, or its text", s.Path)
			}
			names[strings.ToLower(name)], texts[s.After] = true, true
			if seen[0].Texts[s.After] != nil && seen[1].Texts[s.After] != nil {
				w.seen["shared draft"]++
			}
		}
		if len(p.Drafts) != strings.Count(steps(p), " drafts/") {
			w.t.Fatalf("drafts are %v, and the steps %s", p.Drafts, steps(p))
		}
	}
}

func steps(p Plan) string {
	var b strings.Builder
	for _, s := range p.Steps {
		b.WriteString(" " + s.Path)
	}
	return b.String()
}

// delivered is what the mirror has to hold, found in another way than by sync.
func (w *world) delivered() (files map[string]string, refused []string) {
	files = map[string]string{}
	folded := map[string]bool{}
	for _, at := range sortedKeys(w.team) {
		m := w.team[at]
		switch {
		case m.refused:
			refused = append(refused, at)
		case strings.HasPrefix(at, "archive/"):
		case strings.HasPrefix(at, ".teammem") || strings.Contains(at, ":") || folded[strings.ToLower(at)]:
			refused = append(refused, at)
		default:
			folded[strings.ToLower(at)] = true
			files[at] = m.text
		}
	}
	return files, refused
}

func sortedKeys[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (w *world) checkRefused(team Team, seen Observed, p Plan) {
	_, want := w.delivered()
	for _, r := range seen.Refused {
		want = append(want, r.Path)
	}
	var got []string
	for _, r := range p.Refused {
		got = append(got, r.Path)
		if r.Reason == "" {
			w.t.Fatalf("no reason: %+v", r)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		w.t.Fatalf("refused are %q, not %q", got, want)
	}
	w.seen["refused"] += len(got)
}

// key is the identity of a memory: its name, without case and with one kind of gap.
func (w *world) key(f File) string {
	return strings.ReplaceAll(strings.Join(strings.FieldsFunc(strings.ToLower(f.Name), func(r rune) bool { return strings.ContainsRune(" -_", r) }), " "), "__", " ")
}

func (w *world) checkOverrides(seen Observed, p Plan) {
	files, _ := w.delivered()
	first := map[string]string{}
	for _, at := range sortedKeys(files) {
		if k := w.key(named(at, "", w.team[at].name)); first[k] == "" {
			first[k] = at
		}
	}
	var want []Override
	for _, f := range seen.Private {
		if at := first[w.key(f)]; at != "" {
			want = append(want, Override{Private: f.Path, Team: at, Reason: "the team has a memory of the same name"})
		}
	}
	if !slices.Equal(p.Overridden, want) {
		w.t.Fatalf("overridden are %v, not %v", p.Overridden, want)
	}
	w.seen["override"] += len(want)
}

// checkMirror holds that the mirror has what is delivered, to the byte and nothing else:
// nothing comes back from the dead.
func (w *world) checkMirror(seen Observed) {
	files, _ := w.delivered()
	for at, text := range files {
		if got, there := w.disks[seen.Layout].get("team/" + at); !there || got != text {
			w.t.Fatalf("%s: team/%s holds %q, not %q", seen.Layout, at, got, text)
		}
		if _, spelt := w.disks[seen.Layout].files["team/"+at]; !spelt {
			w.seen["folded"]++
		}
	}
	if len(seen.Mirror) != len(files) {
		w.t.Fatalf("%s: the mirror holds %v, and the team delivers %v", seen.Layout, sortedKeys(seen.Mirror), sortedKeys(files))
	}
}

// cleared holds that nothing of sync's is left, and all of everybody else.
func (w *world) cleared(before []Observed) {
	for _, o := range before {
		d := w.disks[o.Layout]
		for at := range d.files {
			if strings.HasPrefix(at, "team/") {
				w.t.Fatalf("%s: %s is left", o.Layout, at)
			}
		}
		if _, there := d.get("MEMORY.md"); there && o.Layout == Native {
			w.t.Fatal("the merged index is left")
		}
		w.sameOutside(o, d)
		if text, _ := d.get("MEMORY.md"); o.Layout == Claude {
			if own, err := Marked([]byte(text)); own != nil && err == nil {
				w.t.Fatalf("our block is left in %q", text)
			}
		}
	}
	w.seen["cleared"]++
}

// checkIndex holds that the index links each memory that counts, and names those that don't.
func (w *world) checkIndex(seen Observed, p Plan) {
	if _, _, err := find(seen.Index); seen.Layout == Claude && err != nil {
		w.seen[map[bool]string{true: "two blocks", false: "damaged block"}[errors.Is(err, errTwo)]]++
		return
	}
	own := seen.Index
	if seen.Layout == Claude {
		own, _ = Marked(seen.Index)
	}
	if got := w.states[seen.Layout].Index; got != sumOrNone(own) {
		w.t.Fatalf("the state has the index %v, and it is %q", got, own)
	}
	files, _ := w.delivered()
	text := plainLines(string(seen.Index))
	if seen.Layout == Claude {
		if text = plainLines(string(own)); (own == nil) != (len(w.untold(seen)) == 0 && len(p.Overridden) == 0) {
			w.t.Fatalf("%d memories and the block %q", len(files), own)
		}
	}
	active, overridden, _ := strings.Cut(text, "# Overridden\n")
	untold := w.untold(seen)
	for at := range files {
		linked := strings.Contains(active, "](team/"+at+")") || strings.Contains(active, "](<team/"+at+">)")
		if linked != untold[at] {
			w.t.Fatalf("%s is told by others: %v, and the block is %q", at, !untold[at], text)
		}
	}
	if strings.Contains(text, "gone.md") {
		w.t.Fatalf("a dead entry in %q", text)
	}
	hidden := map[string]bool{}
	for _, o := range p.Overridden {
		hidden[o.Private] = true
	}
	for _, f := range seen.Private {
		at := memory.LinkTarget(w.privateDir(seen.Layout) + f.Path)
		if seen.Layout == Native && strings.Contains(active, "]("+at+")") == hidden[f.Path] || strings.Contains(overridden, "`"+at+"`") != hidden[f.Path] {
			w.t.Fatalf("%s is in the wrong part of %q", at, text)
		}
	}
}

// untold are the memories that the index of a store has to list, found by whole lines.
func (w *world) untold(seen Observed) map[string]bool {
	files, _ := w.delivered()
	told := map[string]bool{}
	if seen.Layout == Claude {
		for line := range strings.Lines(outsideCode(w.static)) {
			told[bare(line)] = true
		}
	}
	out := map[string]bool{}
	for at := range files {
		line := bare(entry("", named(at, "", w.team[at].name)))
		for own := range strings.Lines(outsideCode(w.words)) {
			if strings.Contains(own, "("+at+")") || strings.Contains(own, "(<"+at+">)") {
				line = bare(own)
			}
		}
		if told[line] {
			w.seen["told elsewhere"]++
			continue
		}
		out[at] = true
	}
	if n := len(out); n > 0 && n < len(files) {
		w.seen["told by both"]++
	}
	return out
}

// bare is a line without what brackets of a link are in.
func bare(line string) string {
	return strings.NewReplacer("<", "", ">", "").Replace(strings.TrimSpace(line))
}

// outsideCode is text without code, which in the model goes on to the end.
func outsideCode(text string) string {
	before, _, _ := strings.Cut(plainLines(text), "```")
	return before
}

// sameOutside holds that a foreign index keeps every byte outside our block.
func (w *world) sameOutside(before Observed, d disk) {
	if before.Layout != Claude {
		return
	}
	now, there := d.get("MEMORY.md")
	old, err := Unmark(before.Index)
	if err != nil {
		old = before.Index
	}
	var after []byte
	if there {
		after = []byte(now)
	}
	if err == nil {
		if after, err = Unmark(after); err != nil {
			w.t.Fatalf("%q became %q: %v", before.Index, now, err)
		}
	}
	if !bytes.Equal(after, old) || (after == nil) != (old == nil) {
		w.t.Fatalf("outside the block %q became %q", old, after)
	}
}
