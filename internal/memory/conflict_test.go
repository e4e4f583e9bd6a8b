package memory_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// marks writes "<", "|", "=" and ">" at the start of a line as conflict markers.
func marks(in string) string {
	var out []string
	for _, line := range strings.Split(in, "\n") {
		if line != "" && strings.Contains("<|=>", line[:1]) && !strings.HasPrefix(line, "==") {
			line = strings.TrimSpace(strings.Repeat(line[:1], 7) + " " + line[1:])
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

func TestReconcileConflicts(t *testing.T) {
	rest := "- [q](q.md) — q\n- [r](r.md) — r\n"
	for _, tc := range []struct {
		name, in, want string
		left           []string
	}{
		{"both sides add", "- [f](f.md) — f\n<HEAD\n- [p](p.md) — p\n=\n- [q](q.md) — q\n- [r](r.md) — r\n>topic\n", "- [f](f.md) — f\n- [p](p.md) — p\n" + rest, nil},
		{"with a base", "<HEAD\n- [f](f.md) — new\n- [p](p.md) — p\n|base\n- [f](f.md) — old\n- [p](p.md) — old\n=\n- [f](f.md) — old\n- [p](p.md) — p\n>topic\n" + rest, "- [f](f.md) — new\n- [p](p.md) — p\n" + rest, nil},
		{"two wordings", "<HEAD\n- [f](f.md) — one\n=\n- [f](f.md) — two\n>topic\n- [p](p.md) — p\n" + rest, "- [f](f.md) — one\n- [f](f.md) — two\n- [p](p.md) — p\n" + rest, []string{"f.md has two entries in different words: keep one"}},
		{"one side removed what is there", "<HEAD\n- [f](f.md) — kept words\n|base\n- [f](f.md) — kept words\n=\n>topic\n- [p](p.md) — p\n" + rest, "- [f](f.md) — kept words\n- [p](p.md) — p\n" + rest, nil},
		{"one side removed what is gone", "<HEAD\n- [x](x.md) — x\n=\n>topic\n- [f](f.md) — f\n- [p](p.md) — p\n" + rest, "- [f](f.md) — f\n- [p](p.md) — p\n" + rest, nil},
		{"sections", "<HEAD\n## Feedback\n\n- [f](f.md) — f\n\n## Projects\n\n- [p](p.md) — p\n=\n## Feedback\n\n## Projects\n\n- [q](q.md) — q\n\n## References\n\n- [r](r.md) — r\n>topic\n",
			"## Feedback\n\n- [f](f.md) — f\n\n## Projects\n\n- [p](p.md) — p\n- [q](q.md) — q\n\n## References\n\n- [r](r.md) — r\n", nil},
		{"only one entry differs", "<HEAD\n- [f](f.md) — same\n- [p](p.md) — new\n|base\n- [f](f.md) — same\n- [p](p.md) — old\n=\n- [f](f.md) — same\n- [p](p.md) — old\n>topic\n" + rest, "- [f](f.md) — same\n- [p](p.md) — new\n" + rest, nil},
		{"one side moved, the other reworded", "<HEAD\n- [P](p.md) — old\n=\n- [P](old/p.md) — new\n>topic\n- [f](f.md) — f\n" + rest, "- [f](f.md) — f\n- [P](p.md) — new\n- [P](p.md) — old\n" + rest, []string{"p.md has two entries in different words: keep one"}},
		{"one side moved, the other renamed the file as well", "<HEAD\n- [P](x/y.md) — new\n=\n- [P](p.md) — old\n>topic\n- [f](f.md) — f\n" + rest, "- [f](f.md) — f\n- [P](p.md) — new\n- [P](p.md) — old\n" + rest, []string{"p.md has two entries in different words: keep one"}},
		{"one side moved, the other left it", "<HEAD\n- [P](p.md) — old\n=\n- [P](old/p.md) — old\n>topic\n- [f](f.md) — f\n" + rest, "- [f](f.md) — f\n- [P](p.md) — old\n" + rest, nil},
		{"one side moved, and two have the title", "<HEAD\n- [P](p.md) — old\n=\n- [P](old/p.md) — new\n>topic\n- [P](f.md) — f\n" + rest, "- [P](f.md) — f\n- [P](p.md) — old\n" + rest, nil},
		{"a longer underline inside", "<HEAD\nHeading\n=========\n=\n- [f](f.md) — f\n>topic\n\n- [p](p.md) — p\n" + rest, "- [f](f.md) — f\n\nHeading\n=========\n\n- [p](p.md) — p\n" + rest, nil},
		{"text of both sides", "<HEAD\nOurs.\n=\nTheirs.\n>topic\n\n- [f](f.md) — f\n- [p](p.md) — p\n" + rest, "Ours.\nTheirs.\n\n- [f](f.md) — f\n- [p](p.md) — p\n" + rest,
			[]string{"both versions of text that is no entry were kept, in conflicts: 1; read the index again"}},
		{"inside each other", "<HEAD\n- [f](f.md) — f\n<inner\n- [p](p.md) — p\n=\n- [q](q.md) — q\n>inner\n=\n- [r](r.md) — r\n>topic\n", "- [f](f.md) — f\n- [p](p.md) — p\n" + rest, nil},
		{"no end", "- [f](f.md) — f\n<HEAD\n- [p](p.md) — p\n=\n" + rest, "- [f](f.md) — f\n- [p](p.md) — p\n" + rest, []string{"conflict markers without a counterpart were taken out: 1; read the index again"}},
		{"no start", "- [f](f.md) — f\n- [p](p.md) — p\n>topic\n" + rest, "- [f](f.md) — f\n- [p](p.md) — p\n" + rest, []string{"conflict markers without a counterpart were taken out: 1; read the index again"}},
		{"no middle", "<HEAD\n- [f](f.md) — f\n>topic\n- [p](p.md) — p\n" + rest, "- [f](f.md) — f\n- [p](p.md) — p\n" + rest, []string{"conflict markers without a counterpart were taken out: 2; read the index again"}},
		{"a heading with the same line", "Heading\n=\n\n<HEAD\n- [f](f.md) — f\n=\n- [p](p.md) — p\n>topic\n" + rest, "Heading\n=======\n\n- [f](f.md) — f\n- [p](p.md) — p\n" + rest, nil},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			t.Run(tc.name+fmt.Sprintf("%q", eol), func(t *testing.T) {
				got := reconcile(snapshotOf(fewMemories...), strings.ReplaceAll(marks(tc.in), "\n", eol))
				if diff := cmp.Diff(strings.ReplaceAll(tc.want, "\n", eol), string(got.Text)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(tc.left, got.Left); diff != "" {
					t.Errorf("left (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestReconcileKeepsTheMarkInFrontOfAConflict(t *testing.T) {
	in := marks("<HEAD\n\ufeff# Ours\n=\n# Ours\n>topic\n\n- [f](f.md), [p](p.md), [q](q.md), [r](r.md)\n")
	want := "\ufeff# Ours\n\n- [f](f.md), [p](p.md), [q](q.md), [r](r.md)\n"
	if got := reconcile(snapshotOf(fewMemories...), in); string(got.Text) != want {
		t.Errorf("got %q, want %q", got.Text, want)
	}
}

// A conflict comes to the same whoever merged whom, holds what both sides say, and
// no marker.
func TestReconcileConflictLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSnapshot(t)
		before, a, b, after := drawLines(t, "before", 4), drawLines(t, "ours", 6), drawLines(t, "theirs", 6), drawLines(t, "after", 4)
		whole := func(a, b []string) string {
			return strings.Join(slices.Concat(before, []string{marks("<HEAD")}, a, []string{marks("=")}, b, []string{marks(">topic")}, after), "\n")
		}
		got, other := reconcile(s, whole(a, b)), reconcile(s, whole(b, a))
		if string(got.Text) != string(other.Text) {
			t.Fatalf("one side first gives\n%s\nthe other\n%s", got.Text, other.Text)
		}
		kept(t, slices.Concat(before, a, b, after), got)
		if strings.Contains(string(got.Text), marks("<")) || strings.Contains(string(got.Text), marks(">")) {
			t.Fatalf("a marker is left in\n%s", got.Text)
		}
		if again := reconcile(s, string(got.Text)); string(again.Text) != string(got.Text) {
			t.Fatalf("a second run makes of\n%s\nthis:\n%s", got.Text, again.Text)
		}
	})
}

// Any heap of markers comes to a text without them, and loses no line. (What only the
// base of a conflict holds may go.)
func TestReconcileOddConflicts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom([]string{marks("<a"), marks("="), marks(">c"), "||||||||| d", "<<<<<<<<< d", ">>>>>>>>> d", "=========", "text a", "text b", "- [f](f.md) — f", "- [p](p.md) — p"}), 0, 30).Draw(t, "lines")
		got := reconcile(snapshotOf(fewMemories...), strings.Join(lines, "\n"))
		if slices.Contains(lines, "||||||||| d") {
			lines = nil
		}
		words := slices.DeleteFunc(lines, func(l string) bool { return strings.Contains("<|=>", l[:1]) })
		for _, line := range words {
			if !strings.Contains(string(got.Text), line) {
				t.Fatalf("%q is lost in\n%s", line, got.Text)
			}
		}
		if strings.Contains(string(got.Text), "<<<<<<<") || strings.Contains(string(got.Text), ">>>>>>>") {
			t.Fatalf("a marker is left in\n%s", got.Text)
		}
	})
}
