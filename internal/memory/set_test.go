package memory

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/source"
)

func TestSet(t *testing.T) {
	for _, c := range []struct{ name, in, key, value, want string }{
		{"a key that is there", "---\nname: a\nupdated: 2026-01-02 # by Ann\n---\nx\n", "updated", "2026-05-06", "---\nname: a\nupdated: 2026-05-06 # by Ann\n---\nx\n"},
		{"a new key", "---\nname: a\n---\nx\n", "updated", "2026-05-06", "---\nname: a\nupdated: 2026-05-06\n---\nx\n"},
		{"Windows", "---\r\nname: a\r\n---\r\nx\r\n", "updated", "2026-05-06", "---\r\nname: a\r\nupdated: 2026-05-06\r\n---\r\nx\r\n"},
		{"below metadata", "---\nname: a\nmetadata: \n  type: user\n  updated: 2026-01-02\nz: 1\n---\nx\n", "updated", "2026-05-06", "---\nname: a\nmetadata: \n  type: user\n  updated: 2026-05-06\nz: 1\n---\nx\n"},
		{"in brackets", "---\nname: a\nmetadata: {updated: 2026-01-02}\n---\nx\n", "updated", "2026-05-06", ""},
		{"without a value", "---\nupdated:\nname: a\n---\nx\n", "updated", "2026-05-06", "---\nupdated: 2026-05-06\nname: a\n---\nx\n"},
		{"a value that needs quotes", "---\nname: a\n---\nx\n", "description", `how: "we" do`, "---\nname: a\ndescription: \"how: \\\"we\\\" do\"\n---\nx\n"},
		{"a folded value", "---\nname: a\ndescription: >\n  one\n  two\nz: 1\n---\nx\n", "description", "three", "---\nname: a\ndescription: three\nz: 1\n---\nx\n"},
		{"the same value in quotes", "---\nname: 'a'\n---\nx\n", "name", "a", "---\nname: 'a'\n---\nx\n"},
		{"no frontmatter", "x\r\n", "updated", "2026-05-06", "---\r\nupdated: 2026-05-06\r\n---\r\n\r\nx\r\n"},
		{"another value needs quotes", "---\ndescription: a: b\n---\nx\n", "updated", "2026-05-06", "---\ndescription: a: b\nupdated: 2026-05-06\n---\nx\n"},
		{"another key in brackets", "---\nname: a\nmetadata: {x: 1}\n---\nx\n", "x", "2", "---\nname: a\nmetadata: {x: 1}\nx: 2\n---\nx\n"},
		{"a comment within a value", "---\ndescription: a: b\n# note\n  c\n---\nx\n", "description", "d", ""},
		{"a key twice", "---\nupdated: 1\nupdated: 2\n---\nx\n", "updated", "2026-05-06", ""},
		{"no closing fence", "---\nname: a\nx\n", "updated", "2026-05-06", ""},
		{"an anchor", "---\nname: &a b\n---\nx\n", "updated", "2026-05-06", ""},
	} {
		got, err := Set(source.NewText([]byte(c.in)), []Pair{{c.key, c.value}})
		if (err == nil) != (c.want != "") || string(got) != c.want {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}

// Whatever is set is read back, twice is once, and every line that was there stays but for
// the one that is changed.
func TestSetKeepsTheRest(t *testing.T) {
	line := rapid.SampledFrom([]string{"name: a", "type: user", "updated: 2026-01-02", "updated: 'x' # c", "# note", "", "tags: [a, b]", "metadata:", "  modified: 1", "  type: x", "description: a: b", "z: |", "  text", "invalidated:", "- a", "x: \"", "---"})
	rapid.Check(t, func(t *rapid.T) {
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line end")
		lines := rapid.SliceOfN(line, 0, 8).Draw(t, "lines")
		in := "---" + eol + strings.Join(append(lines, ""), eol) + "---" + eol + "body" + eol
		pairs := []Pair{{"updated", "2026-05-06"}, {"description", rapid.SampledFrom([]string{"plain", "a: b", "#", "\"q\"", "é"}).Draw(t, "description")}}
		got, err := Set(source.NewText([]byte(in)), pairs)
		if err != nil {
			return
		}
		m := Parse(source.NewText(got))
		for _, p := range pairs {
			if m.Value(p.Key) != p.Value {
				t.Fatalf("%s is %q in %q", p.Key, m.Value(p.Key), got)
			}
		}
		again, err := Set(source.NewText(got), pairs)
		if err != nil || string(again) != string(got) {
			t.Fatalf("a second time: %q, %v, after %q", again, err, got)
		}
		rest := string(got)
		for _, l := range strings.SplitAfter(in, eol) {
			if strings.HasPrefix(strings.TrimSpace(l), "updated") || strings.HasPrefix(l, "description") || strings.HasPrefix(l, "  text") {
				continue // a value that is replaced, or perhaps the second line of one
			}
			_, after, found := strings.Cut(rest, l)
			if !found {
				t.Fatalf("%q is gone from %q", l, got)
			}
			rest = after
		}
	})
}

func FuzzSet(f *testing.F) {
	for _, s := range []string{"", "x", "---\n", "---\n---\n", "---\nname: a\n---\nx", "---\r\nupdated: {a: b}\r\n---\r\n", "\ufeff---\nname: a\n---\n", "---\nupdated: |\n  a\n---\n", "---\nmetadata: {type: user}\n---\n", "+++\na = 1\n+++\n", "---\nupdated: \"a\n  b\"\n---\n"} {
		f.Add([]byte(s), "a: b")
	}
	f.Fuzz(func(t *testing.T, in []byte, value string) {
		got, err := Set(source.NewText(in), []Pair{{"updated", value}})
		if err != nil {
			return
		}
		m := Parse(source.NewText(got))
		if want := strings.Join(strings.Fields(value), " "); m.Value("updated") != want {
			t.Fatalf("%q is read as %q", want, m.Value("updated"))
		}
	})
}
