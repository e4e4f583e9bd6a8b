package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/secretscan/secrettest"
)

// seeds make the notes that the committed figures are about.
var seeds = []uint64{1, 2, 3, 4, 5}

// A score counts what was right among what was asked.
type score struct{ right, of int }

func (s *score) add(ok bool) {
	s.of++
	if ok {
		s.right++
	}
}

func (s score) String() string {
	return fmt.Sprintf("%d of %d, %.1f %%", s.right, s.of, 100*float64(s.right)/float64(max(1, s.of)))
}

// A tally is a table of scores by name.
type tally map[string]*score

func (t tally) add(name string, ok bool) {
	if t[name] == nil {
		t[name] = new(score)
	}
	t[name].add(ok)
}

// figures are what the notes of all seeds come to.
type figures struct {
	total, class, context, quiet tally
	forms, shapes, quietForms    tally
}

// measure scans the notes of all seeds.
func measure() figures {
	f := figures{tally{}, tally{}, tally{}, tally{}, tally{}, tally{}, tally{}}
	for _, seed := range seeds {
		for _, n := range secrettest.Notes(seed) {
			f.note(n)
		}
		for _, n := range secrettest.Forms(seed) {
			ok := hits(secretscan.Scan([]byte(n.Text)), n)
			f.forms.add(n.Lang+", "+n.Context, ok)
			f.forms.add("all", ok)
			f.shapes.add(n.Class, ok)
		}
		for _, n := range secrettest.QuietForms(seed) {
			loud := len(secretscan.ScanPhones([]byte(n.Text))) > 0
			f.quietForms.add(n.Lang+", "+n.Context+", "+n.Class, loud)
			f.quietForms.add("all", loud)
		}
	}
	return f
}

func (f figures) note(n secrettest.Note) {
	found := secretscan.ScanPhones([]byte(n.Text))
	if !n.Loud() {
		f.quiet.add(n.Class, len(found) > 0)
		f.total.add("look-alikes flagged", len(found) > 0)
		return
	}
	ok := hits(found, n)
	f.class.add(n.Class, ok)
	f.context.add(n.Context, ok)
	f.total.add("secrets found", ok)
	f.total.add("found, "+map[string]string{"en": "English", "zh": "Chinese"}[n.Lang], ok)
	f.total.add(map[bool]string{false: "found, plain contexts", true: "found, hard contexts"}[n.Hard], ok)
	if ok {
		f.total.add("of these, at the exact start", slices.ContainsFunc(found, func(m secretscan.Match) bool { return m.Span.Start == n.Secret.Start }))
	}
}

func hits(found []secretscan.Match, n secrettest.Note) bool {
	return slices.ContainsFunc(found, func(m secretscan.Match) bool { return m.Span.Overlaps(n.Secret) })
}

// write prints the figures as Markdown. They depend on the code alone.
func (f figures) write(w io.Writer) {
	fmt.Fprintf(w, "Notes of the seeds %v, scanned for phone numbers, too.\n", seeds)
	for _, t := range []struct {
		head string
		tally
	}{{"all", f.total}, {"class of secret", f.class}, {"context", f.context}, {"look-alike", f.quiet},
		{"form of a password", f.forms}, {"shape of a password", f.shapes}, {"form without a password", f.quietForms}} {
		verb := "found"
		if t.head == "look-alike" || t.head == "form without a password" {
			verb = "flagged"
		}
		fmt.Fprintf(w, "\n| %s | %s |\n|---|---|\n", t.head, verb)
		for _, name := range slices.SortedFunc(maps.Keys(t.tally), cmp.Compare[string]) {
			fmt.Fprintf(w, "| %s | %v |\n", name, *t.tally[name])
		}
	}
}
