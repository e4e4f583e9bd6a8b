package secretscan_test

import (
	"slices"
	"testing"

	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/secretscan/secrettest"
	"github.com/teammem/teammem/internal/source"
)

// What is promised of notes that secrettest makes, in percent, with phone numbers.
const (
	leastFound   = 98.0
	leastChinese = 97.0
	leastHard    = 95.0
	mostFalse    = 0.5
	leastExact   = 95.0 // of those that are found, at the very start
)

type score struct{ found, of int }

func (s *score) add(ok bool) {
	s.of++
	if ok {
		s.found++
	}
}

func (s score) percent() float64 { return 100 * float64(s.found) / float64(max(s.of, 1)) }

func TestCorpus(t *testing.T) {
	for seed := range uint64(4) {
		var all, chinese, hard, quiet, exact score
		for _, n := range secrettest.Notes(seed + 1) {
			found := secretscan.ScanPhones([]byte(n.Text))
			if !n.Loud() {
				quiet.add(len(found) > 0)
				for _, m := range found {
					t.Logf("seed %d: %s: %s is none: %q", seed, n.Class, m, source.NewText([]byte(n.Text)).Slice(m.Span))
				}
				continue
			}
			hit, start := false, false
			for _, m := range found {
				hit = hit || m.Span.Overlaps(n.Secret)
				start = start || m.Span.Start == n.Secret.Start
			}
			if !hit {
				t.Logf("seed %d: %s in %s: %q is not found", seed, n.Class, n.Context, n.Text[n.Secret.Start:n.Secret.End])
			}
			all.add(hit)
			if n.Lang == "zh" {
				chinese.add(hit)
			}
			if n.Hard {
				hard.add(hit)
			}
			if hit {
				exact.add(start)
			}
		}
		t.Logf("seed %d: found %v, Chinese %v, hard %v, false %v, exact %v", seed, all, chinese, hard, quiet, exact)
		if all.percent() < leastFound || chinese.percent() < leastChinese || hard.percent() < leastHard || quiet.percent() > mostFalse || exact.percent() < leastExact {
			t.Errorf("seed %d: less than is promised", seed)
		}
	}
}

// What is promised of the many forms of secrettest.Forms, in percent.
const (
	leastFormsFound = 97.0
	mostFormsFalse  = 0.5
)

func TestForms(t *testing.T) {
	found, quiet := map[string]*score{"en": {}, "zh": {}}, score{}
	for _, n := range secrettest.Forms(1) {
		found[n.Lang].add(slices.ContainsFunc(secretscan.Scan([]byte(n.Text)), func(m secretscan.Match) bool { return m.Span.Overlaps(n.Secret) }))
	}
	for _, n := range secrettest.QuietForms(1) {
		matches := secretscan.ScanPhones([]byte(n.Text))
		quiet.add(len(matches) > 0)
		for _, m := range matches {
			t.Logf("%s: %s is none: %q", n.Context, m, source.NewText([]byte(n.Text)).Slice(m.Span))
		}
	}
	for lang, s := range found {
		if s.percent() < leastFormsFound {
			t.Errorf("%s: found %v, want %v %%", lang, *s, leastFormsFound)
		}
	}
	if quiet.of < found["en"].of+found["zh"].of || quiet.percent() > mostFormsFalse {
		t.Errorf("false %v, want at most %v %%", quiet, mostFormsFalse)
	}
}
