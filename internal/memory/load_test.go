package memory_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
)

func TestLoad(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		limits   memory.IndexLimits
		want     string
		cut      []string // what is said of the cut; none where nothing is cut
	}{
		{"fits exactly", "a\nb\n", memory.IndexLimits{Lines: 2, Bytes: 4}, "a\nb\n", nil},
		{"no limits", "a\nb\n", memory.IndexLimits{}, "a\nb\n", nil},
		{"by lines", "- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n", memory.IndexLimits{Lines: 1, Bytes: 1000}, "- [A](a.md)\n", []string{"3 lines (limit 1)", `entries: 2 ("B", "C")`}},
		{"by bytes at a line end", "- [A](a.md)\n- [B](b.md)\n", memory.IndexLimits{Lines: 9, Bytes: 20}, "- [A](a.md)\n", []string{"24 bytes (limit 20)", `entries: 1 ("B")`}},
		{"both", "- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n", memory.IndexLimits{Lines: 2, Bytes: 20}, "- [A](a.md)\n", []string{"3 lines (limit 2) and 36 bytes (limit 20)"}},
		{"hard, inside a line", "abcdef", memory.IndexLimits{Bytes: 4}, "abcd", []string{"6 bytes (limit 4)", "text that belongs to no entry"}},
		{"hard, between characters", "发布前", memory.IndexLimits{Bytes: 8}, "发布", []string{"9 bytes"}},
		{"hard where only blank lines come first", "\n\nabcdef", memory.IndexLimits{Bytes: 5}, "\n\nabc", []string{"8 bytes"}},
		{"no UTF-8", "\x80\x80\x80\x80\x80\x80\x80", memory.IndexLimits{Bytes: 5}, "\x80\x80\x80\x80\x80", []string{"7 bytes"}},
		{"byte order mark", "\ufeffa\n", memory.IndexLimits{Lines: 9, Bytes: 9}, "a\n", nil},
		{"an entry cut in two", "- [A](a.md)\n  more\n", memory.IndexLimits{Lines: 1}, "- [A](a.md)\n", []string{`entries: 1 ("A")`}},
		{"many", strings.Repeat("- [A](a.md)\n", 30), memory.IndexLimits{Lines: 5}, strings.Repeat("- [A](a.md)\n", 5), []string{"entries: 25", "and 15 more"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := memory.Load(text(tc.in), tc.limits)
			if string(got.Text) != tc.want {
				t.Errorf("loaded %q, want %q", got.Text, tc.want)
			}
			excess := got.Excess(tc.limits)
			if (excess != "") != (tc.cut != nil) {
				t.Errorf("the excess is %q", excess)
			}
			said := excess + "; " + got.Missing()
			for _, part := range tc.cut {
				if !strings.Contains(said, part) {
					t.Errorf("it says %q, want %q in it", said, part)
				}
			}
		})
	}
}

// What is loaded is a beginning of the index, within the limits, and whole characters;
// it ends at a line end or holds none; and the index is over them exactly when it is cut.
func TestLoadLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"- [A](a.md) — one\n", "发布前\n", "🙂", "\n", "word ", "\r\n"}), 0, 12).Draw(t, "text"), "")
		limits := memory.IndexLimits{Lines: rapid.IntRange(0, 8).Draw(t, "lines"), Bytes: rapid.IntRange(0, 60).Draw(t, "bytes")}
		got := memory.Load(text(in), limits)
		switch {
		case !strings.HasPrefix(in, string(got.Text)):
			t.Fatalf("%q is no beginning of %q", got.Text, in)
		case limits.Bytes > 0 && len(got.Text) > limits.Bytes || limits.Lines > 0 && text(string(got.Text)).Lines() > limits.Lines:
			t.Fatalf("%q is over %+v", got.Text, limits)
		case !utf8.Valid(got.Text):
			t.Fatalf("%q cuts a character", got.Text)
		case (len(got.Text) < len(in)) != (got.Excess(limits) != ""):
			t.Fatalf("%d of %d bytes with the excess %q", len(got.Text), len(in), got.Excess(limits))
		case len(in) > 0 && len(got.Text) == 0 && limits.Bytes >= utf8.UTFMax:
			t.Fatalf("nothing of %q was loaded", in)
		case len(got.Text) < len(in) && !bytes.HasSuffix(got.Text, []byte("\n")) && len(bytes.TrimSpace(got.Text[:bytes.LastIndexByte(got.Text, '\n')+1])) > 0:
			t.Fatalf("%q is cut inside a line", got.Text)
		}
	})
}
