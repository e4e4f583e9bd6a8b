package memory_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
)

// snapshotOf makes a snapshot of memories: name of the file, type, description.
func snapshotOf(memories ...[3]string) *memory.Snapshot {
	s := &memory.Snapshot{}
	var all []memory.Entry
	for _, m := range memories {
		src := text("---\nname: " + strings.TrimSuffix(m[0], ".md") + "\ndescription: " + m[2] + "\ntype: " + m[1] + "\n---\n\nText.\n")
		f := &memory.File{Entry: memory.Entry{Path: memory.Dir + "/" + m[0], Mode: memory.Regular}, Text: src}
		f.Kind, f.Archived = memory.KindOf(f.Path), strings.HasPrefix(m[0], "archive/")
		f.Memory = memory.Parse(src)
		f.Doc = markdown.Parse(src.Bytes(), f.Memory.Body.Start)
		s.Files, all = append(s.Files, f), append(all, f.Entry)
	}
	slices.SortFunc(s.Files, func(a, b *memory.File) int { return strings.Compare(a.Path, b.Path) })
	s.Tree = memory.NewTree(append(all, memory.Entry{Path: "docs/x.md", Mode: memory.Regular}))
	return s
}

var fewMemories = [][3]string{
	{"f.md", "feedback", "how f goes"}, {"p.md", "project", "what p is"}, {"q.md", "project", "what q is"}, {"r.md", "reference", "where r is"},
}

func reconcile(s *memory.Snapshot, in string) memory.Reconciled {
	return memory.Reconcile(memory.Reconciling{Index: text(in), Snapshot: s, EntryChars: 200})
}

func TestReconcile(t *testing.T) {
	all := "- [f](f.md) — how f goes\n- [p](p.md) — what p is\n- [q](q.md) — what q is\n- [r](r.md) — where r is\n"
	for _, tc := range []struct{ name, in, want string }{
		{"nothing there", "", "# Team memory\n\n" + all},
		{"a heading alone", "# Ours\n", "# Ours\n\n" + all},
		{"already right", "# Ours\n\n" + all, "# Ours\n\n" + all},
		{"no last line end", "# Ours\n\n" + strings.TrimSuffix(all, "\n"), "# Ours\n\n" + strings.TrimSuffix(all, "\n")},
		{"wording is kept", "- [Why F](f.md): because\n* [r.md](r.md)\n- P, see [the P](p.md) and [Q](q.md)\n", "- [Why F](f.md): because\n- P, see [the P](p.md) and [Q](q.md)\n* [r.md](r.md)\n"},
		{"by type, then path", "- [r](r.md) — r\n- [q](q.md) — q\n- [p](p.md) — p\n- [f](f.md) — f\n", "- [f](f.md) — f\n- [p](p.md) — p\n- [q](q.md) — q\n- [r](r.md) — r\n"},
		{"dead entries go, others move up", all + "- [Gone](gone.md) — x\n- [q](docs.md) — y\n", all},
		{"sections stay, missing ones go to their kind", "# Ours\n\n## References\n\n- [r](r.md) — r\n\n## How we work\n\n- [f](f.md) — f\n\n## Now\n\n> q is next\n\n- [p](p.md) — p\n\nEnd.\n",
			"# Ours\n\n## References\n\n- [r](r.md) — r\n\n## How we work\n\n- [f](f.md) — f\n\n## Now\n\n> q is next\n\n- [p](p.md) — p\n- [q](q.md) — what q is\n\nEnd.\n"},
		{"an empty section of that name", "## Feedback\n## Projects\n\nBelow.\n\n## Reference\n\n- [r](r.md) — r\n", "## Feedback\n\n- [f](f.md) — how f goes\n\n## Projects\n\nBelow.\n\n- [p](p.md) — what p is\n- [q](q.md) — what q is\n\n## Reference\n\n- [r](r.md) — r\n"},
		{"entries are not sorted across anything", "- [r](r.md) — r\n- a note\n- [q](q.md) — q\n- [p](p.md) — p\n> quote\n- [f](f.md) — f\n", "- [r](r.md) — r\n- a note\n- [p](p.md) — p\n- [q](q.md) — q\n> quote\n- [f](f.md) — f\n"},
		{"groups parted by blank lines stay", "- [r](r.md) — r\n- [q](q.md) — q\n\n- [p](p.md) — p\n- [f](f.md) — f\n", "- [q](q.md) — q\n- [r](r.md) — r\n\n- [f](f.md) — f\n- [p](p.md) — p\n"},
		{"a loose list is one list", "- [r](r.md) — r\n\n- [q](q.md) — q\n\n- [p](p.md) — p\n\n- [f](f.md) — f\n", "- [f](f.md) — f\n\n- [p](p.md) — p\n\n- [q](q.md) — q\n\n- [r](r.md) — r\n"},
		{"an entry moves with all its lines", "- [p](p.md) — p\n  goes on\n  - detail\n  - [q](q.md) — q\n- [f](f.md) — f\n- [r](r.md) — r\n", "- [f](f.md) — f\n- [p](p.md) — p\n  goes on\n  - detail\n  - [q](q.md) — q\n- [r](r.md) — r\n"},
		{"numbered lists keep their order", "1. [r](r.md) — r\n2. [p](p.md) — p\n3. [q](q.md) — q\n4. [f](f.md) — f\n", "1. [r](r.md) — r\n2. [p](p.md) — p\n3. [q](q.md) — q\n4. [f](f.md) — f\n"},
		{"a table stays, its dead rows go", "| F | W |\n|---|---|\n| [r](r.md) | r |\n| [x](x.md) | x |\n| [f](f.md) | f |\n\n- [p](p.md), [q](q.md)\n", "| F | W |\n|---|---|\n| [r](r.md) | r |\n| [f](f.md) | f |\n\n- [p](p.md), [q](q.md)\n"},
		{"what a dead entry says below it stays", all + "- [Gone](gone.md) — x\n  and y\n- [Top](top.md)\n  - [f](f.md) — f again\n", all + "- [Gone](gone.md) — x\n  and y\n- [Top](top.md)\n  - [f](f.md) — f again\n"},
		{"the second of two same entries goes", all + "- [p](p.md)  — what p is\n", all},
		{"of two same entries of several lines both stay", all + "- [p](p.md)\n  more\n- [p](p.md)\n  more\n", "- [f](f.md) — how f goes\n- [p](p.md)\n  more\n- [p](p.md)\n  more\n- [p](p.md) — what p is\n- [q](q.md) — what q is\n- [r](r.md) — where r is\n"},
		{"a dead link beside others stays", all + "- [Gone](gone.md) and [q](q.md)\n", all + "- [Gone](gone.md) and [q](q.md)\n"},
		{"an indented list keeps its order", " - [r](r.md) — r\n - [q](q.md) — q\n - [p](p.md) — p\n - [f](f.md) — f\n", " - [r](r.md) — r\n - [q](q.md) — q\n - [p](p.md) — p\n - [f](f.md) — f\n"},
		{"links to other places stay", all + "- [Site](https://example.com/) — s\n- [Doc](../../docs/x.md) — d\n- [Up](../../../x.md) — u\n", all + "- [Site](https://example.com/) — s\n- [Doc](../../docs/x.md) — d\n- [Up](../../../x.md) — u\n"},
		{"line ends and mark", "\ufeff# Ours\r\n\r\n- [r](r.md) — r\r\n- [f](f.md) — f\r\n- [q](q.md), [p](p.md)", "\ufeff# Ours\r\n\r\n- [f](f.md) — f\r\n- [q](q.md), [p](p.md)\r\n- [r](r.md) — r\r\n"},
		{"the mark stays in front", "\ufeff- [r](r.md) — r\n- [gone](gone.md)\n- [f](f.md) — f\n- [p](p.md)\n- [q](q.md)\n", "\ufeff- [f](f.md) — f\n- [p](p.md)\n- [q](q.md)\n- [r](r.md) — r\n"},
		{"nothing is written into a block of HTML", "- [f](f.md) — f\n<ul><li>note</li></ul>\n- [p](p.md) — p\n\n- [q](q.md) — q\n- [r](r.md) — r\n", "- [f](f.md) — f\n<ul><li>note</li></ul>\n- [p](p.md) — p\n\n- [p](p.md) — what p is\n- [q](q.md) — q\n- [r](r.md) — r\n"},
		{"HTML at the end", "- [f](f.md), [p](p.md)\n\n<details>\n<summary>Old</summary>\n- [r](r.md)\n</details>\n", "- [f](f.md), [p](p.md)\n- [q](q.md) — what q is\n- [r](r.md) — where r is\n\n<details>\n<summary>Old</summary>\n- [r](r.md)\n</details>\n"},
		{"only HTML", "<p align=center>\nOurs\n</p>\n", "<p align=center>\nOurs\n</p>\n\n" + all},
		{"HTML that no blank line ends", "- [f](f.md)\n<pre>\n", "- [f](f.md)\n<pre>\n"},
		{"code and comments are not entries", "```\n- [x](x.md)\n```\n<!-- - [y](y.md) -->\n" + all, "```\n- [x](x.md)\n```\n<!-- - [y](y.md) -->\n" + all},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := reconcile(snapshotOf(fewMemories...), tc.in)
			if diff := cmp.Diff(tc.want, string(got.Text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestReconcileSays(t *testing.T) {
	s := snapshotOf(append(slices.Clone(fewMemories), [3]string{"sub/moved.md", "project", "x"}, [3]string{"archive/old.md", "project", "x"}, [3]string{"held.md", "user", "x"})...)
	in := "- [Moved](<moved.md#top>) — wording\n- [Old](archive/old.md) — o\n- [Gone](gone.md) — g\n- [Long](long.md) — l\n  more\n- [f](f.md) — one\n- [f](f.md) — two\n"
	got := memory.Reconcile(memory.Reconciling{Index: text(in), Snapshot: s, Hold: func(f *memory.File) string {
		if f.Name() == "held.md" {
			return "it is private"
		}
		return ""
	}})
	want := memory.Reconciled{
		Added:   []string{"- [p](p.md) — what p is", "- [q](q.md) — what q is", "- [r](r.md) — where r is"},
		Dropped: []string{"- [Gone](gone.md) — g"},
		Moved:   []string{"- [Moved](<moved.md#top>) — wording"},
		Left: []string{
			`the entry "Long" leads to no file and runs over several lines: move its text to a memory`,
			`the entry "Old" leads to an archived memory: remove it, or move the memory out of archive/`,
			"f.md has two entries in different words: keep one",
			"held.md was not added: it is private",
		},
	}
	if !strings.Contains(string(got.Text), "- [Moved](<sub/moved.md#top>) — wording\n") {
		t.Errorf("the moved entry is not in\n%s", got.Text)
	}
	got.Text = nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestReconcileOnly(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"in order", "- [f](f.md)\n- [r](r.md)\n", "- [f](f.md)\n- [q](q.md) — what q is\n- [r](r.md)\n"},
		{"in another order", "- [r](r.md)\n- [f](f.md)\n", "- [r](r.md)\n- [f](f.md)\n- [q](q.md) — what q is\n"},
		{"dead entries and twins stay", "- [f](f.md)\n- [f](f.md)\n- [gone](gone.md)\n", "- [f](f.md)\n- [f](f.md)\n- [q](q.md) — what q is\n- [gone](gone.md)\n"},
		{"linked already", "- [r](r.md)\n- [see](q.md)\n", "- [r](r.md)\n- [see](q.md)\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := memory.Reconcile(memory.Reconciling{Index: text(tc.in), Snapshot: snapshotOf(fewMemories...), Only: memory.Dir + "/q.md"})
			if diff := cmp.Diff(tc.want, string(got.Text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestReconcileGuessesNoPlace(t *testing.T) {
	s := snapshotOf([3]string{"a/m.md", "project", "x"}, [3]string{"b/m.md", "project", "y"})
	want := "# Team memory\n\n- [a/m](a/m.md) — x\n- [b/m](b/m.md) — y\n"
	if got := reconcile(s, "- [M](m.md) — wording\n"); string(got.Text) != want || len(got.Dropped) != 1 {
		t.Errorf("got\n%s\nwant\n%s", got.Text, want)
	}
}

// TestReconcileRenamed has by what a memory with another name of its file is known again.
func TestReconcileRenamed(t *testing.T) {
	was := func(name, description, body string) *memory.Memory {
		return memory.Parse(text("---\nname: " + name + "\ndescription: " + description + "\ntype: project\n---\n" + body))
	}
	same := snapshotOf([3]string{"new.md", "project", "x"})
	whole := string(same.Files[0].Text.Bytes())
	_, body, _ := strings.Cut(whole[4:], "---\n")
	long := snapshotOf([3]string{"new.md", "project", "x"})
	long.Files[0].Memory = memory.Parse(text(whole + "More.\n"))
	for _, tt := range []struct {
		name, in string
		s        *memory.Snapshot
		was      map[string]*memory.Memory
		want     string
	}{
		{"the same text", "- [Our word](old.md) — our words\n", same, map[string]*memory.Memory{"old.md": memory.Parse(text(whole))}, "- [Our word](new.md) — our words\n"},
		{"with other line ends", "- [Our word](old.md) — our words\n", same, map[string]*memory.Memory{"old.md": memory.Parse(text(strings.ReplaceAll(whole, "\n", "\r\n")))}, "- [Our word](new.md) — our words\n"},
		{"the same text below", "- [Our word](old.md) — our words\n", same, map[string]*memory.Memory{"old.md": was("old", "other", body)}, "- [Our word](new.md) — our words\n"},
		{"the same name", "- [Our word](old.md) — our words\n", same, map[string]*memory.Memory{"old.md": was("New", "other", "Other text.\n")}, "- [Our word](new.md) — our words\n"},
		{"the title is the name", "- [new](old.md) — our words\n", same, nil, "- [new](new.md) — our words\n"},
		{"two entries of it", "- [Our word](old.md) — our words\n- [Again](old.md) — other words\n", same, map[string]*memory.Memory{"old.md": memory.Parse(text(whole))},
			"- [Again](new.md) — other words\n- [Our word](new.md) — our words\n"},
		{"nothing in common", "- [Our word](old.md) — our words\n", same, map[string]*memory.Memory{"old.md": was("old", "other", "Other text.\n")}, "# Team memory\n\n- [new](new.md) — x\n"},
		{"two have the text", "- [Our word](old.md) — our words\n", snapshotOf([3]string{"new.md", "project", "x"}, [3]string{"next.md", "project", "x"}),
			map[string]*memory.Memory{"old.md": was("old", "other", body)}, "# Team memory\n\n- [new](new.md) — x\n- [next](next.md) — x\n"},
		{"two had the text", "- [A](a.md) — a\n- [B](b.md) — b\n", same, map[string]*memory.Memory{"a.md": was("a", "x", body), "b.md": was("b", "x", body)}, "# Team memory\n\n- [new](new.md) — x\n"},
		{"the same text below, with other line ends", "- [Our word](old.md) — our words\n", long, map[string]*memory.Memory{"old.md": was("old", "other", strings.ReplaceAll(body+"More.\n", "\n", "\r\n"))},
			"- [Our word](new.md) — our words\n"},
		{"its file is there", "- [Our word](new.md) — our words\n", snapshotOf([3]string{"new.md", "project", "x"}, [3]string{"sub/new.md", "project", "y"}), nil,
			"- [Our word](new.md) — our words\n- [sub/new](sub/new.md) — y\n"},
		{"one by the name of its file, one by its text", "- [A](sub/new.md) — a\n- [B](old.md) — b\n", same, map[string]*memory.Memory{"old.md": was("old", "x", body)}, "- [A](new.md) — a\n"},
		{"the name of its file and the text of another", "- [A](sub/new.md) — a\n", snapshotOf([3]string{"new.md", "project", "x"}, [3]string{"other.md", "project", "y"}),
			map[string]*memory.Memory{"sub/new.md": memory.Parse(snapshotOf([3]string{"other.md", "project", "y"}).Files[0].Text)}, "- [A](new.md) — a\n- [other](other.md) — y\n"},
		{"two same entries", "- [A](old.md) — a\n- [A](old.md) — a\n", same, map[string]*memory.Memory{"old.md": was("old", "x", body)}, "- [A](new.md) — a\n"},
		{"two same entries of several lines", "- [A](old.md)\n  more\n- [A](old.md)\n  more\n", same, map[string]*memory.Memory{"old.md": was("old", "x", body)}, "- [A](new.md)\n  more\n- [A](new.md)\n  more\n"},
		{"two same entries in a table", "| a | b |\n| - | - |\n| [A](old.md) | a |\n| [A](old.md) | a |\n", same, map[string]*memory.Memory{"old.md": was("old", "x", body)},
			"| a | b |\n| - | - |\n| [A](new.md) | a |\n| [A](new.md) | a |\n"},
		{"two same entries below others", "- Ours\n  - [A](old.md)\n- Yours\n  - [A](old.md)\n", same, map[string]*memory.Memory{"old.md": was("old", "x", body)}, "- Ours\n  - [A](new.md)\n- Yours\n  - [A](new.md)\n"},
		{"its place stands elsewhere", "- [Our word][o]\n\n[o]: old.md\n", same, map[string]*memory.Memory{"old.md": was("old", "x", body)}, "\n[o]: old.md\n\n- [new](new.md) — x\n"},
		{"linked already", "- [There](new.md) — there\n- [Our word](old.md) — our words\n", same, map[string]*memory.Memory{"old.md": memory.Parse(text(whole))}, "- [There](new.md) — there\n"},
	} {
		known := map[string]*memory.Memory{}
		for p, m := range tt.was {
			known[memory.Dir+"/"+p] = m
		}
		got := memory.Reconcile(memory.Reconciling{Index: text(tt.in), Snapshot: tt.s, Was: known})
		if string(got.Text) != tt.want {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got.Text, tt.want)
		}
		again := memory.Reconcile(memory.Reconciling{Index: text(string(got.Text)), Snapshot: tt.s, Was: known})
		if string(again.Text) != string(got.Text) {
			t.Errorf("%s: a second run gives\n%s", tt.name, again.Text)
		}
	}
}

// TestReconcileHoldsMoved holds that no entry is led to a memory that may not be named.
func TestReconcileHoldsMoved(t *testing.T) {
	s := snapshotOf([3]string{"sub/a.md", "user", "x"})
	got := memory.Reconcile(memory.Reconciling{Index: text("- [A](a.md) — our words\n"), Snapshot: s, Hold: func(*memory.File) string { return "it is private" }})
	if strings.Contains(string(got.Text), "sub/a.md") {
		t.Errorf("got\n%s", got.Text)
	}
}

func TestNewEntry(t *testing.T) {
	for _, tc := range []struct {
		file, name, description, want string
		limit                         int
	}{
		{"a.md", "A", "what it is", "- [A](a.md) — what it is", 0},
		{"b.md", "", "", "- [b](b.md)", 0},
		{"a b(c).md", "A", "x", "- [A](<a b(c).md>) — x", 0},
		{"a%20#b.md", "A", "x", "- [A](<a%2520%23b.md>) — x", 0},
		{"a.md", "[A] b", "see [x](y.md), `Vec<T>` and <T>", "- [\\[A\\] b](a.md) — see [x]\\(y.md), `Vec<T>` and \\<T>", 0},
		{"a.md", "A", "one two three four five", "- [A](a.md) — one two three…", 28},
		{"a.md", "A", "发布前先看监控再看队列", "- [A](a.md) — 发布前先看…", 20},
		{"a.md", "A", "x", "- [A](a.md) — …", 4},
	} {
		s := snapshotOf([3]string{tc.file, "project", "'" + tc.description + "'"})
		f := s.Files[0]
		f.Memory = memory.Parse(text("---\nname: '" + tc.name + "'\ndescription: '" + tc.description + "'\ntype: project\n---\n"))
		got := memory.NewEntry(f, tc.limit)
		if got != tc.want {
			t.Errorf("the entry for %s is %q, want %q", tc.file, got, tc.want)
		}
		x := memory.ParseIndex(text(got + "\n"))
		if len(x.Entries) != 1 || x.Entries[0].Target() != f.Path || len(x.Links) != 1 {
			t.Errorf("%q does not lead to %s alone", got, tc.file)
		}
	}
}

var indexLines = []string{
	"", "# Index", "## Projects", "## Feedback", "Heading", "===", "---", "Some text.", "> a quote", "<!-- note -->", "<!-- open", "-->", "```", "| F | W |", "|---|---|",
	"| [p](p.md) | row |", "| [x](x.md) | dead row |", "- [f](f.md) — f", "- [f](f.md) — other words", "* [p](p.md): p", "- [q](q.md)", "  - [q](q.md) nested",
	"- [r](r.md) (r), see [p](p.md)", "- [gone](gone.md) — g", "  - [gone](gone.md) nested", "- [gone](gone.md), [q](q.md)", "  goes on", "  - detail", "- a note", "1. [p](p.md) — one",
	"- **[m](m.md)** — moved", "- [[f]] — wiki", "- [site](https://example.com)", "- [up](../../../x.md)", "[r]: r.md", "- [R][r] — by reference", "- `q.md` in ticks", "\t- [p](p.md) tab", "- <!-- open in entry", "- [p](p.md) `code",
	"<details><summary>more</summary>", "</details>", "<div>", "<pre>", "</pre>", "<script>", "    - [q](q.md) far in", "> - [r](r.md) quoted", "~~~", "1) a note", "***",
}

func drawLines(t *rapid.T, label string, most int) []string {
	return rapid.SliceOfN(rapid.SampledFrom(indexLines), 0, most).Draw(t, label)
}

func drawSnapshot(t *rapid.T) *memory.Snapshot {
	var some [][3]string
	for _, m := range append(slices.Clone(fewMemories), [3]string{"sub/m.md", "feedback", "moved here"}) {
		if rapid.Bool().Draw(t, m[0]) {
			some = append(some, m)
		}
	}
	return snapshotOf(some...)
}

// kept fails unless every line with text is in the result, or said to be dropped or moved.
func kept(t *rapid.T, lines []string, got memory.Reconciled) {
	out := map[string]bool{}
	for _, line := range strings.Split(string(got.Text), "\n") {
		out[strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))] = true
	}
	for _, line := range slices.Concat(got.Dropped, got.Moved) {
		out[line] = true
	}
	for _, line := range lines {
		// A moved entry may go on in further lines; then it is said as a whole.
		found := out[strings.TrimSpace(line)] || slices.ContainsFunc(got.Moved, func(m string) bool { return strings.Contains(m, strings.Join(strings.Fields(line), " ")) })
		if !found {
			t.Fatalf("the line %q is lost in\n%s\ndropped: %q", line, got.Text, got.Dropped)
		}
	}
}

// A second run changes nothing, nothing that people wrote is lost, and every memory is linked.
func TestReconcileLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, lines := drawSnapshot(t), drawLines(t, "lines", 14)
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
		got := reconcile(s, strings.Join(lines, eol))
		if again := reconcile(s, string(got.Text)); string(again.Text) != string(got.Text) {
			t.Fatalf("a second run makes of\n%s\nthis:\n%s", got.Text, again.Text)
		}
		kept(t, lines, got)
		linked := memory.ParseIndex(text(string(got.Text))).Mentions(s)
		for _, f := range s.Memories() {
			said := slices.ContainsFunc(got.Left, func(l string) bool { return strings.HasPrefix(l, f.Rel()+" was not added") })
			if linked[f.Path].Linked == said {
				t.Fatalf("%s is linked: %v in\n%s", f.Path, !said, got.Text)
			}
		}
	})
}

// The order of entries makes no difference where people wrote nothing else.
func TestReconcileSorts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := []string{"- [f](f.md) — f", "- [p](p.md) — p", "- [q](q.md) — q", "- [r](r.md) — r", "- [r](r.md) — other words", "- [gone](gone.md) — g"}
		a := reconcile(snapshotOf(fewMemories...), strings.Join(lines, "\n")+"\n")
		b := reconcile(snapshotOf(fewMemories...), strings.Join(rapid.Permutation(lines).Draw(t, "order"), "\n")+"\n")
		if string(a.Text) != string(b.Text) {
			t.Fatalf("one order gives\n%s\nanother\n%s", a.Text, b.Text)
		}
	})
}
