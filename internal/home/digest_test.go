package home

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/sync"
)

func drawLine(t *rapid.T) delivery.Line {
	moment := rapid.Custom(func(t *rapid.T) time.Time {
		if rapid.Bool().Draw(t, "known") {
			return time.Unix(rapid.Int64Range(-1e11, 1e11).Draw(t, "seconds"), 0).UTC()
		}
		return time.Time{}
	})
	return delivery.Line{Path: rapid.String().Draw(t, "path"), Text: anyText.Draw(t, "text"), Changed: moment.Draw(t, "changed"), Until: moment.Draw(t, "until")}
}

var anyText = rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"\n", "by \"x\"\n", "\x00", `"`, `\`, "\xff"}))

func drawNamed(t *rapid.T) named {
	return named{Path: anyText.Draw(t, "path"), Sum: sync.SumOf([]byte(anyText.Draw(t, "data"))), Name: anyText.Draw(t, "name")}
}

func TestDigestComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(anyText, 0, 3)
		g := digest{By: anyText.Draw(t, "by"), Ref: anyText.Draw(t, "ref"), Commit: anyText.Draw(t, "commit"), Main: text.Draw(t, "main"), Notices: text.Draw(t, "notices"),
			Files: rapid.SliceOfN(rapid.Custom(drawNamed), 0, 3).Draw(t, "files"), Lines: rapid.SliceOfN(rapid.Custom(drawLine), 0, 3).Draw(t, "lines")}
		for _, n := range rapid.SliceOfN(rapid.Custom(drawNamed), 0, 3).Draw(t, "private") {
			g.Private = append(g.Private, note{n, drawLine(t)})
		}
		for _, p := range text.Draw(t, "refused") {
			g.Refused = append(g.Refused, sync.Refusal{Path: p, Rule: p, Reason: p})
		}
		for _, l := range g.Lines {
			g.News = append(g.News, delivery.Change{Path: l.Path, What: l.Text, At: l.Changed})
		}
		got, ok := decodeDigest(g.encode())
		if !ok || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", g) {
			t.Fatalf("%s came back as %s", g.encode(), got.encode())
		}
	})
}

func FuzzDecodeDigest(f *testing.F) {
	for _, seed := range []string{"", digestForm, digestForm + "by \"x\"\n", digestForm + "line \"\" \"\" \"x\" \"\"\n", digestForm + "file \"a\" \"00\" \"\"\n", digestForm + "by \"x", "teammem digest 2\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if g, ok := decodeDigest(data); ok {
			if again, ok := decodeDigest(g.encode()); !ok || string(again.encode()) != string(g.encode()) {
				t.Errorf("%q is read as %v", data, g)
			}
		}
	})
}

func TestDigestOfAnotherForm(t *testing.T) {
	for _, bad := range []string{"", "teammem digest 2\n", digestForm + "by \"x\"", digestForm + "by \"x\" \"y\"\n", digestForm + "what \"x\"\n", digestForm + "file \"a\" \"00\" \"b\"\n", digestForm + "line \"a\" \"b\" \"soon\" \"\"\n", digestForm + "main\n"} {
		if g, ok := decodeDigest([]byte(bad)); ok {
			t.Errorf("%q is read as %v", bad, g)
		}
	}
}
