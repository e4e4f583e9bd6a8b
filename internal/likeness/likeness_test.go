package likeness

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"pgregory.net/rapid"
)

type note struct{ Name, Description, Body string }

func (n note) bag() Bag { return Of(n.Name, n.Description, []byte(n.Body)) }

// On pairs that were labelled by hand: rewordings of one fact, and facts about the same
// subject.
func TestLabelledPairs(t *testing.T) {
	f, err := os.Open("testdata/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	missed := 0
	for in := bufio.NewScanner(f); in.Scan(); {
		var p struct {
			Same       bool
			One, Other note
		}
		if err := json.Unmarshal(in.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if got := Close(p.One.bag(), p.Other.bag()); got != p.Same {
			t.Errorf("close: %v for %q and %q, which share %.2f", got, p.One.Name, p.Other.Name, Share(p.One.bag(), p.Other.bag()))
		}
		switch got := Same(p.One.bag(), p.Other.bag()); {
		case got && !p.Same:
			t.Errorf("%q and %q are only related", p.One.Name, p.Other.Name)
		case !got && p.Same:
			t.Logf("missed: %q and %q, %.2f", p.One.Name, p.Other.Name, Share(p.One.bag(), p.Other.bag()))
			missed++
		}
	}
	if missed > 2 {
		t.Errorf("%d are missed", missed)
	}
}

func TestSame(t *testing.T) {
	queue := note{"queue", "how the export queue works", "Exports wait in one queue for each printer, so that a slow one blocks no other."}
	for _, c := range []struct {
		name string
		a, b note
		want bool
	}{
		{"itself", queue, queue, true},
		{"another name", queue, note{"printers", queue.Description, queue.Body}, true},
		{"another release alone", note{"r1", "release 1 of the export queue", "It ships on day 12 with the export queue and its printers."}, note{"r2", "release 2 of the export queue", "It ships on day 19 with the export queue and its printers."}, false},
		{"nothing in common", queue, note{"tabs", "indentation", "Go files are indented with tabs and everything else with two blanks."}, false},
		{"too short", note{"a", "", "yes"}, note{"a", "", "yes"}, false},
		{"nothing at all", note{}, note{}, false},
	} {
		if got := Same(c.a.bag(), c.b.bag()); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestCloseWhenShort(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"use tabs in Go files", "Go files use tabs", true},
		{"use tabs in Go files", "use blanks in YAML files", false},
		{"no closing summaries", "no summaries at the end", false},
		{"port 8080", "port 8081", false},
		{"release 12 of the export queue", "release 13 of the export queue", false},
		{"the", "the", false},
		{"tabs", "tabs", false},
		{"the staging cluster has one node", "the staging cluster has one node", true},
		{"发票用整数记账", "发票记账用整数", true},
		{"发票用整数记账", "打印队列每台一个", false},
	} {
		if got := Close(Of("", "", []byte(c.a)), Of("", "", []byte(c.b))); got != c.want {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestShare(t *testing.T) {
	word := rapid.SampledFrom([]string{"queue ", "export ", "printer ", "the ", "12 ", "发票", "打印", ". "})
	bag := rapid.Custom(func(t *rapid.T) Bag {
		body := ""
		for _, w := range rapid.SliceOf(word).Draw(t, "words") {
			body += w
		}
		return Of("", "", []byte(body))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := bag.Draw(t, "a"), bag.Draw(t, "b")
		if s := Share(a, b); s < 0 || s > 1 || s != Share(b, a) {
			t.Fatalf("share %v, the other way %v", s, Share(b, a))
		}
		if s := Share(a, a); len(a.Words) > 0 && s != 1 {
			t.Fatalf("a text shares %v with itself", s)
		}
	})
}
