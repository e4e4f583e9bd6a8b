package remember

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/reasons"
	"github.com/teammem/teammem/internal/source"
)

var now = time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)

const front = "---\nname: a\ntype: feedback\n---\n\n"
const dated = "---\nname: a\ntype: feedback\nupdated: 2026-05-06\n---\n\n"

func TestChanged(t *testing.T) {
	for _, c := range []struct {
		name      string
		mode      Mode
		old       string
		text      string
		why, how  string
		want      string
		described string
	}{
		{name: "append", mode: Append, old: front + "one\n\n**Why:** x\n", text: "two", want: dated + "one\n\n**Why:** x\n\ntwo\n"},
		{name: "append to a text without an end of line", mode: Append, old: front + "one", text: "two", want: dated + "one\n\ntwo\n"},
		{name: "append to nothing", mode: Append, old: front, text: "two", want: dated + "two\n"},
		{name: "append in Windows", mode: Append, old: "---\r\nname: a\r\n---\r\n\r\none\r\n", text: "two\nthree", want: "---\r\nname: a\r\nupdated: 2026-05-06\r\n---\r\n\r\none\r\n\r\ntwo\r\nthree\r\n"},
		{name: "merge", mode: Merge, old: front + "one\n\n**Why:** x\n**How to apply:** y\n", text: "two", why: "z", how: "w",
			want: dated + "one\n\ntwo\n\n**Why:** x\n**Why:** z\n**How to apply:** y\n**How to apply:** w\n"},
		{name: "merge what is there", mode: Merge, old: front + "one\n\n**Why**: x\n", text: "one", why: "x", want: dated + "one\n\n**Why**: x\n"},
		{name: "merge a text with its own why", mode: Merge, old: front + "one\n\n**Why:** x\n", text: "one\n\n**Why:** z\n\n**How to apply:** w", want: dated + "one\n\n**Why:** x\n**Why:** z\n**How to apply:** w\n"},
		{name: "merge a why where there is none", mode: Merge, old: front + "one\n\n**How to apply:** y\n", why: "z", want: dated + "one\n\n**Why:** z\n**How to apply:** y\n"},
		{name: "merge into headings", mode: Merge, old: front + "one\n\n## Why\n\nx\n\n## Links\n\nl\n", text: "two", why: "z", want: dated + "one\n\ntwo\n\n## Why\n\nx\n\n**Why:** z\n\n## Links\n\nl\n"},
		{name: "merge into no text", mode: Merge, old: front + "**Why:** x\n", text: "two", want: dated + "two\n\n**Why:** x\n"},
		{name: "update", mode: Update, old: front + "one\n\n**Why:** x\n**How to apply:** y\n", text: "two\n\nmore", want: dated + "two\n\nmore\n\n**Why:** x\n**How to apply:** y\n"},
		{name: "update the why", mode: Update, old: front + "one\n\n**Why:** x\n**Why:** v\n**How to apply:** y\n", why: "z", want: dated + "one\n\n**Why:** z\n**How to apply:** y\n"},
		{name: "update with a whole text", mode: Update, old: front + "one\n\n**Why:** x\n", text: "two\n\n**Why:** z", want: dated + "two\n\n**Why:** z\n"},
		{name: "update what it is about", mode: Update, old: front + "one\n", described: "more: of it", want: "---\nname: a\ntype: feedback\nupdated: 2026-05-06\ndescription: \"more: of it\"\n---\n\none\n"},
		{name: "update what held no longer", mode: Update, old: "---\nname: a\ninvalidated: 2026-01-02\n---\none\n", text: "two", want: "---\nname: a\ninvalidated: false\nupdated: 2026-05-06\n---\ntwo\n"},
		{name: "invalidate", mode: Invalidate, old: front + "one\n", want: "---\nname: a\ntype: feedback\ninvalidated: 2026-05-06\n---\n\none\n"},
		{name: "invalidate what is", mode: Invalidate, old: "---\nname: a\ninvalidated: 2026-01-02\n---\none\n", want: "---\nname: a\ninvalidated: 2026-01-02\n---\none\n"},
		{name: "invalidate what will be", mode: Invalidate, old: "---\nname: a\ninvalidated: 2027-01-02\n---\none\n", want: "---\nname: a\ninvalidated: 2026-05-06\n---\none\n"},
		{name: "no frontmatter", mode: Append, old: "one\n", text: "two", want: "---\nupdated: 2026-05-06\n---\n\none\n\ntwo\n"},
		{name: "append to lines without a gap", mode: Append, old: front + "one\n**Why:** x\nmore\n# End\n", text: "two", want: dated + "one\n**Why:** x\nmore\n# End\n\ntwo\n"},
		{name: "append to blanks", mode: Append, old: front + "one\n\n  ", text: "two\r\nthree", want: dated + "one\n\n  \ntwo\nthree\n"},
		{name: "merge does not bring back", mode: Merge, old: "---\nname: a\ninvalidated: 2026-01-02\n---\none\n", text: "two", want: "---\nname: a\ninvalidated: 2026-01-02\nupdated: 2026-05-06\n---\none\n\ntwo\n"},
		{name: "merge one why given twice", mode: Merge, old: front + "one\n", text: "**Why:** z", why: "z", want: dated + "one\n\n**Why:** z\n"},
		{name: "update with two whys", mode: Update, old: front + "one\n\n**Why:** x\n", text: "two\n\n**Why:** z\n**Why:** w", want: dated + "two\n\n**Why:** z\n**Why:** w\n"},
		{name: "update where there was no text", mode: Update, old: front + "\n**Why:** x\n", text: "two", want: dated + "\ntwo\n\n**Why:** x\n"},
		{name: "code is one piece", mode: Merge, old: front + "```\na\n\nb\n```\n", text: "```\na\n\nc\n```", want: dated + "```\na\n\nb\n```\n\n```\na\n\nc\n```\n"},
	} {
		r := Request{Mode: c.mode, Text: c.text, Why: c.why, How: c.how, Description: c.described, Now: now}.complete()
		got, err := r.changed([]byte(c.old))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
}

func TestMade(t *testing.T) {
	for _, c := range []struct {
		name string
		r    Request
		want string
	}{
		{"all that can be given", Request{Name: "Deploy  window", Type: "Project", Description: "one rule: noon", Text: "Deploys run before noon.\n", Why: "support\nis there", How: "ask", Expires: "2027-01-31"},
			"---\nname: Deploy window\ndescription: \"one rule: noon\"\ntype: project\ncreated: 2026-05-06\nexpires: 2027-01-31\n---\n\nDeploys run before noon.\n\n**Why:** support is there\n**How to apply:** ask\n"},
		{"a text alone", Request{Type: "user", Text: "Ann wants short answers. She reads the diff."},
			"---\nname: Ann wants short answers\ndescription: Ann wants short answers\ntype: user\ncreated: 2026-05-06\n---\n\nAnn wants short answers. She reads the diff.\n"},
		{"a text with frontmatter", Request{Why: "x", Text: "---\nname: tone\ntags: [a, b] # ours\ntype: feedback\ndescription: how\n---\nBe kind.\n"},
			"---\nname: tone\ntags: [a, b] # ours\ntype: feedback\ndescription: how\ncreated: 2026-05-06\n---\nBe kind.\n\n**Why:** x\n"},
		{"a text with its own day", Request{Text: "---\nname: tone\ntype: feedback\ndescription: how\ncreated: 2025-01-02\n---\nBe kind.\n"},
			"---\nname: tone\ntype: feedback\ndescription: how\ncreated: 2025-01-02\n---\nBe kind.\n"},
		{"Chinese", Request{Type: "feedback", Text: "# 发票用整数记账。\n不用浮点。"},
			"---\nname: 发票用整数记账\ndescription: 发票用整数记账\ntype: feedback\ncreated: 2026-05-06\n---\n\n# 发票用整数记账。\n不用浮点。\n"},
	} {
		r := c.r
		r.Now = now
		got, err := r.complete().named().made()
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
}

func TestNamed(t *testing.T) {
	long := "So the export queue keeps one job for each printer so that a slow printer blocks no other, " +
		"and the ledger is written only after all of them are done and have been checked"
	for _, c := range []struct{ text, name, description string }{
		{"## *Exports* wait. Then they print.", "Exports wait", "Exports wait"},
		{"- v1.2 is the last one: keep it", "v1.2 is the last one: keep", "v1.2 is the last one: keep it"},
		{long, "So the export queue keeps one", "So the export queue keeps one job for each printer so that a slow printer blocks no other, and the ledger is written only after all of them are done"},
		{strings.Repeat("账", 70) + "。", strings.Repeat("账", 60), strings.Repeat("账", 70)},
		{"\n\n#\nText", "Text", "Text"},
	} {
		r := Request{Text: c.text}.named()
		if r.Name != c.name || r.Description != c.description {
			t.Errorf("%q: %q, %q", c.text, r.Name, r.Description)
		}
	}
}

// texts draws memories and pieces of them.
func texts(lines ...string) *rapid.Generator[string] {
	line := rapid.SampledFrom(append(lines, "", "", "one", "two words", "**Why:** x", "**Why**: y", "## Why", "How: z", "**How to apply:** w", "## Links", "- item", "```", "> quote", "为什么：慢", "# T"))
	return rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(line, 0, 9).Draw(t, "lines"), "\n") })
}

func drawOld(t *rapid.T) string {
	old := texts("three", "  ").Draw(t, "old")
	if rapid.Bool().Draw(t, "front") {
		old = "---\nname: a # why\nx-key: [1, 2]\n---\n" + old
	}
	if rapid.Bool().Draw(t, "windows") {
		old = strings.ReplaceAll(old, "\n", "\r\n")
	}
	return old
}

func drawRequest(t *rapid.T, mode Mode) Request {
	return Request{Mode: mode, Text: texts("four").Draw(t, "text"), Why: rapid.SampledFrom([]string{"", "x", "because"}).Draw(t, "why"),
		How: rapid.SampledFrom([]string{"", "w", "so"}).Draw(t, "how"), Now: now}.complete()
}

// keepsLines fails unless all lines of old come in got in their order.
func keepsLines(t *rapid.T, old, got string) {
	for _, l := range strings.Split(old, "\n") {
		_, rest, found := strings.Cut(got, l)
		if !found {
			t.Fatalf("%q is lost", l)
		}
		got = rest
	}
}

func TestAddingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := drawOld(t)
		r := drawRequest(t, rapid.SampledFrom([]Mode{Append, Merge}).Draw(t, "mode"))
		got, err := r.changed([]byte(old))
		if err != nil {
			return
		}
		keepsLines(t, old, string(got))
		m, before := memory.Parse(source.NewText(got)), memory.Parse(source.NewText([]byte(old)))
		was := strings.TrimRight(string(before.Text.Slice(before.Body)), " \r\n")
		if is := strings.TrimLeft(string(m.Text.Slice(m.Body)), "\r\n"); r.Mode == Append && r.Why+r.How == "" && !strings.HasPrefix(is, strings.TrimLeft(was, "\r\n")) {
			t.Fatalf("append changed the text before it:\n%s\n->\n%s", was, is)
		}
		all := oneLine(string(got))
		if r.Mode == Append && !strings.Contains(all, oneLine(r.body())) {
			t.Fatalf("what is appended is not there:\n%s", got)
		}
		for _, p := range paragraphs(r.body()) {
			for _, l := range strings.Split(p, "\n") {
				if r.Mode == Merge && !strings.Contains(all, oneLine(strings.NewReplacer("**Why**", "", "**Why:**", "", "Why:", "").Replace(l))) {
					t.Fatalf("%q is not there:\n%s", l, got)
				}
			}
		}
	})
}

// A merge keeps both reasons, and does not add what is there.
func TestMergeKeepsBothReasons(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := drawOld(t)
		r := drawRequest(t, Merge)
		got, err := r.changed([]byte(old))
		if err != nil {
			return
		}
		before, now, asked := told(old), told(string(got)), r.parts()
		for kind := range now {
			for s := range before[kind] {
				if !now[kind][s] && kind != int(reasons.Said) {
					t.Fatalf("kind %d lost %q:\n%s\n->\n%s", kind, s, old, got)
				}
			}
		}
		for kind, parts := range asked {
			for _, p := range parts {
				if s := reasons.Plain([]byte(p)); kind != int(reasons.Said) && !now[kind][s] {
					t.Fatalf("kind %d lacks %q:\n%s\n->\n%s", kind, s, old, got)
				}
			}
		}
	})
}

// told is what a text tells of each kind.
func told(s string) (out [3]map[string]bool) {
	text := source.NewText([]byte(s))
	for i := range out {
		out[i] = map[string]bool{}
	}
	for _, p := range reasons.Parts(text, memory.Parse(text).Front.End) {
		out[p.Kind][reasons.Plain([]byte(strings.Trim(string(text.Slice(p.Span)), "\r\n")))] = true
	}
	return out
}

// To update, merge or invalidate twice is to do it once.
func TestTwiceIsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRequest(t, rapid.SampledFrom([]Mode{Update, Merge, Invalidate}).Draw(t, "mode"))
		once, err := r.changed([]byte(drawOld(t)))
		if err != nil {
			return
		}
		twice, err := r.changed(once)
		if err != nil || string(twice) != string(once) {
			t.Fatalf("%s: %v\n%s\n->\n%s", r.Mode, err, once, twice)
		}
	})
}

// Whatever is done, the keys that nobody asked about stay byte for byte.
func TestOtherKeysStay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"name: 'a'", "x: y # z", "tags: [a,  b]", "metadata: ", "  type: user", "# note", "z: \"q\""}), 1, 5).Draw(t, "keys"), "\n") + "\n"
		r := drawRequest(t, rapid.SampledFrom(Modes[1:]).Draw(t, "mode"))
		got, err := r.changed([]byte("---\n" + keys + "---\n" + texts().Draw(t, "old")))
		if err == nil && !strings.HasPrefix(string(got), "---\n"+keys) {
			t.Fatalf("%s: %q became\n%s", r.Mode, keys, got)
		}
	})
}

func FuzzChanged(f *testing.F) {
	for _, s := range []string{"", front, front + "one", "one\r\n\r\n**Why:** x\r\n", "---\nname: a\n", "```\n**Why:** x", "\ufeff---\nname: a\n---\n", "**Why:**\n", "\x00\xff", "## Why\n## How\n"} {
		for i := range Modes {
			f.Add([]byte(s), i, "two\n\n**Why:** z", "x", "")
		}
	}
	f.Fuzz(func(t *testing.T, old []byte, mode int, text, why, how string) {
		r := Request{Mode: Modes[max(mode, 0)%len(Modes)], Text: text, Why: why, How: how, Now: now}.complete()
		if r.Mode == Create {
			_, _ = r.named().made()
			return
		}
		got, err := r.changed(old)
		if err != nil || r.Mode == Update {
			return
		}
		rest := string(got)
		for _, l := range strings.SplitAfter(string(old), "\n") {
			if strings.HasPrefix(strings.TrimSpace(l), "updated") || strings.HasPrefix(strings.TrimSpace(l), "invalidated") {
				return
			}
			_, after, found := strings.Cut(rest, l)
			if !found {
				t.Fatalf("%s lost %q:\n%q\n->\n%q", r.Mode, l, old, got)
			}
			rest = after
		}
	})
}
