package secretscan

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/secretscan/secrettest"
	"github.com/teammem/teammem/internal/source"
)

// Scanning in pieces finds what scanning the whole finds, wherever the cuts fall.
func TestPieces(t *testing.T) {
	var b strings.Builder
	for _, n := range secrettest.Notes(11) {
		b.WriteString(n.Text)
		b.WriteString("\n")
	}
	text := []byte(b.String())
	whole := cutting{piece: len(text)}.scan(text)
	if len(whole) < 1000 {
		t.Fatalf("only %d secrets", len(whole))
	}
	for _, piece := range []int{4 << 10, 5003, 64 << 10, 333_333} {
		same(t, text, whole, cutting{piece: piece, before: 6 << 10, after: 6 << 10}.scan(text))
	}
}

// FuzzPieces is TestPieces for other notes, and other sizes of pieces.
func FuzzPieces(f *testing.F) {
	notes := secrettest.Notes(12)
	for seed := range uint64(8) {
		f.Add(seed, uint16(3000+700*seed))
	}
	f.Fuzz(func(t *testing.T, seed uint64, piece uint16) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		for range 12 {
			b.WriteString(notes[rng.IntN(len(notes))].Text + "\n")
		}
		text := []byte(b.String())
		cut := cutting{piece: 1024 + int(piece), before: 6 << 10, after: 6 << 10}
		same(t, text, cutting{piece: len(text)}.scan(text), cut.scan(text))
	})
}

func same(t *testing.T, text []byte, want, got []Match) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d secrets, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i].Span != want[i].Span || got[i].Rule != want[i].Rule || got[i].Fingerprint("a") != want[i].Fingerprint("a") {
			t.Errorf("%s at %v, want %s at %v: line %d", got[i].Rule, got[i].Span, want[i].Rule, want[i].Span, source.NewText(text).LineAt(want[i].Span.Start))
			return
		}
	}
}

// A line without an end is cut as well.
func TestPiecesOfOneLine(t *testing.T) {
	text := []byte(strings.Repeat("words and 词语 of a note without an end, ", 200) + "token " + githubToken(3) + strings.Repeat(" 词语", 2000))
	for piece := 700; piece < 760; piece++ {
		found := cutting{piece: piece, before: 200, after: 200}.scan(text)
		if len(found) != 1 || !bytes.Equal(text[found[0].Span.Start:found[0].Span.End], []byte(githubToken(3))) {
			t.Fatalf("pieces of %d: %v", piece, found)
		}
	}
}

// Words mean nothing in what is no text; what has a form of its own is found there, too.
func TestBinary(t *testing.T) {
	noise := "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\x01\xfe\x83", 200)
	if found := Scan([]byte(noise + "password: " + password() + noise)); len(found) > 0 {
		t.Errorf("words in a program: %v", found)
	}
	if m := single(t, noise+githubToken(4)+noise); m.Rule != "github-token" {
		t.Errorf("%s", m.Rule)
	}
	if m := single(t, join("a\x00b, pass", "word: ", password())+strings.Repeat(", words of a note", 20)); m.Rule != "password" {
		t.Errorf("%s in a note with one NUL", m.Rule)
	}
}
