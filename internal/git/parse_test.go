package git

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/memory"
)

var (
	id1  = strings.Repeat("1", 40)
	id2  = strings.Repeat("2", 40)
	zero = strings.Repeat("0", 40)
)

func TestParseIndex(t *testing.T) {
	out := "H 100644 " + id1 + " 0\ta\tb\nc\x00S 100755 " + id2 + " 0\tx\xff\x00M 120000 " + id1 + " 2\tz\x00"
	want := []IndexEntry{
		{memory.Entry{Path: "a\tb\nc", Mode: memory.Regular, Hash: id1, Size: -1}, false},
		{memory.Entry{Path: "x\xff", Mode: memory.Executable, Hash: id2, Size: -1}, true},
		{memory.Entry{Path: "z", Mode: memory.Symlink, Hash: id1, Size: -1, Stage: 2}, false},
	}
	got, err := parseIndex(out, 40)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

var badIndexes = []string{
	"x", "\x00", "H 100644 " + id1 + " 0\t\x00", "H 100644 " + id1 + " 4\ta\x00", "H 100644 " + id1[1:] + " 0\ta\x00", "H 000000 " + id1 + " 0\ta\x00",
	"H 040000 " + id1 + " 0\ta\x00", "H 100648 " + id1 + " 0\ta\x00", "100644 " + id1 + " 0\ta\x00", "H 100644 " + strings.Repeat("g", 40) + " 0\ta\x00", "H 100644 " + id1 + " 0 a\x00",
}

func TestParseIndexRefuses(t *testing.T) {
	for _, out := range badIndexes {
		if got, err := parseIndex(out, 40); err == nil {
			t.Errorf("%q gave %v", out, got)
		}
	}
}

func TestParseRaw(t *testing.T) {
	out := ":000000 100644 " + zero + " " + id1 + " A\x00b\nc\x00:100644 000000 " + id1 + " " + zero + " D\x00a\x00:100644 120000 " + id1 + " " + id2 + " T\x00c\x00:000000 000000 " + zero + " " + zero + " U\x00d\x00"
	want := []memory.Change{
		{Path: "a", Old: memory.State{Mode: memory.Regular, Hash: id1}},
		{Path: "b\nc", New: memory.State{Mode: memory.Regular, Hash: id1}},
		{Path: "c", Old: memory.State{Mode: memory.Regular, Hash: id1}, New: memory.State{Mode: memory.Symlink, Hash: id2}},
		{Path: "d"},
	}
	got, err := parseRaw(out, 40)
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
}

var badRaws = []string{
	"x", ":", ":000000 100644 " + zero + " " + id1 + " A\x00", ":000000 100644 " + zero + " " + id1 + " A\x00\x00", ":100644 100644 " + id1 + " " + id2 + " R100\x00a\x00b\x00",
	"000000 100644 " + zero + " " + id1 + " A\x00a\x00", ":000000 100644 " + zero + " " + id1[1:] + " A\x00a\x00", ":000000 040000 " + zero + " " + id1 + " A\x00a\x00", id1 + "\x00a\x00",
}

func TestParseRawRefuses(t *testing.T) {
	for _, out := range badRaws {
		if got, err := parseRaw(out, 40); err == nil {
			t.Errorf("%q gave %v", out, got)
		}
	}
}

func TestParseHeader(t *testing.T) {
	for line, want := range map[string]header{
		id1 + " blob 12\n": {id1, "blob", 12}, id1 + " tree 0\n": {id1, "tree", 0}, id1 + " missing\n": {id: id1},
	} {
		if got, err := parseHeader(line, 40); err != nil || got != want {
			t.Errorf("%q is %v, %v", line, got, err)
		}
	}
	for _, line := range []string{"", "\n", id1 + " blob 12", id1 + " blob -1\n", id1 + " blob\n", id1 + "  12\n", id1 + " blob 1 2\n", "HEAD missing\n", id1 + " ambiguous\n", id1 + " blob 99999999999999999999\n"} {
		if got, err := parseHeader(line, 40); err == nil {
			t.Errorf("%q is %v", line, got)
		}
	}
}

func TestParseCommit(t *testing.T) {
	raw := "tree " + id1 + "\nparent " + id2 + "\nparent " + id1 + "\nauthor A\nencoding x\ngpgsig a\n \n b\nparent " + id2 + "\n\n\nmess\x00age\xff\n\n"
	got, err := parseCommit([]byte(raw), 40)
	if err != nil || got.tree != id1 || !slices.Equal(got.parents, []string{id2, id1}) || string(got.message) != "\nmess\x00age\xff\n\n" {
		t.Errorf("%+v, %v", got, err)
	}
	if want := "author A\nencoding x\n"; string(got.said) != want {
		t.Errorf("the headers say %q, want %q", got.said, want)
	}
	for _, raw := range []string{"", "parent " + id1, "tree x\n\nm", "tree " + id1 + "\nparent x\n\nm", "\n\n"} {
		if got, err := parseCommit([]byte(raw), 40); err == nil {
			t.Errorf("%q is %+v", raw, got)
		}
	}
}

func rawTree(items ...string) string {
	var b strings.Builder
	for _, item := range items {
		b.WriteString(item + "\x00" + strings.Repeat("\x11", 20))
	}
	return b.String()
}

func TestParseTree(t *testing.T) {
	flaws := func(items ...string) []string {
		parsed, err := parseTree([]byte(rawTree(items...)), 40)
		if err != nil {
			return []string{err.Error()}
		}
		var out []string
		for _, item := range parsed {
			out = append(out, item.flaw)
		}
		return out
	}
	for _, c := range []struct {
		name        string
		items, want []string
	}{
		{"sorted as git sorts", []string{"100644 a-b", "100644 a.b", "40000 a", "100644 a0"}, []string{"", "", "", ""}},
		{"the first is the last", []string{"100644 b", "100644 c", "100644 a"}, []string{"", "", "listed out of order"}},
		{"apart and yet the same", []string{"100644 a", "100644 a.b", "40000 a"}, []string{"listed twice", "", "listed twice"}},
		{"names", []string{"100644 ", "100644 .Git", "100644 a/b"}, []string{"has no name", "name is reserved", "name holds a slash"}},
		{"modes", []string{"100664 a", "100600 b", "040000 c", "0 d"}, []string{"", "mode is not one of git's", "", "mode is not one of git's"}},
	} {
		if got := flaws(c.items...); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, raw := range []string{"x", "100644", "100644 a", "100644 a\x00short", "\x00" + strings.Repeat("x", 20), "10064x a\x00" + strings.Repeat("x", 20), "-1 a\x00" + strings.Repeat("x", 20)} {
		if got, err := parseTree([]byte(raw), 40); err == nil {
			t.Errorf("%q is %v", raw, got)
		}
	}
}

func TestParseIgnored(t *testing.T) {
	rule, err := parseIgnored(".gitignore\x003\x00*.md\x00a.md\x00")
	if err != nil || rule.Source != ".gitignore" || rule.Line != 3 || rule.Pattern != "*.md" {
		t.Errorf("%v, %v", rule, err)
	}
	if rule, err := parseIgnored(".gitignore\x003\x00!a.md\x00a.md\x00"); err != nil || rule != nil {
		t.Errorf("a pattern that takes a path back in: %v, %v", rule, err)
	}
	for _, out := range []string{"", "a", "\x001\x00p\x00a\x00", "s\x00x\x00p\x00a\x00", "s\x000\x00p\x00a\x00", "s\x001\x00p\x00a\x00more\x00"} {
		if rule, err := parseIgnored(out); err == nil {
			t.Errorf("%q is %v", out, rule)
		}
	}
}

// The fuzz targets hold that nothing panics, and that whatever is accepted
// writes back to the same bytes, so that nothing was misread.

func FuzzIndex(f *testing.F) {
	for _, out := range append(badIndexes, "", "H 100644 "+id1+" 0\ta\tb\nc\x00S 100755 "+id2+" 3\t\xff\x00") {
		f.Add(out)
	}
	f.Fuzz(func(t *testing.T, out string) {
		entries, err := parseIndex(out, 40)
		if err != nil {
			return
		}
		paths := make([]string, len(entries))
		for i, e := range entries {
			paths[i] = e.Path + "\x00"
			if !e.Sparse && e.Mode == 0 || e.Stage > 3 || !isHex(e.Hash) || e.Path == "" {
				t.Errorf("%q holds %+v", out, e)
			}
		}
		if got := len(strings.Join(paths, "")) + len(entries)*(len("H 100644 ")+40+len(" 0\t")); got != len(out) && got != len(out)+1 {
			t.Errorf("%q has %d bytes and %d were read", out, len(out), got)
		}
	})
}

func FuzzRaw(f *testing.F) {
	for _, out := range append(badRaws, "", ":000000 100644 "+zero+" "+id1+" A\x00:b\nc\x00") {
		f.Add(out)
	}
	f.Fuzz(func(t *testing.T, out string) {
		changes, err := parseRaw(out, 40)
		if err == nil && 2*len(changes) != len(records(out)) {
			t.Errorf("%q gave %d changes", out, len(changes))
		}
	})
}

func FuzzTree(f *testing.F) {
	f.Add([]byte(rawTree("100644 a", "40000 a", "100644 a/b", "160000 \xff", "100644 ")))
	f.Add([]byte("100644 a\x00short"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		items, err := parseTree(raw, 40)
		if err != nil {
			return
		}
		size := 0
		for _, item := range items {
			size += len(item.name) + 1 + 20
			if len(item.hash) != 40 || canonical(item.mode) != item.mode {
				t.Errorf("%q holds %+v", raw, item)
			}
		}
		if size > len(raw) {
			t.Errorf("%q has %d bytes and %d were read", raw, len(raw), size)
		}
	})
}

func FuzzCommit(f *testing.F) {
	f.Add([]byte("tree " + id1 + "\nparent " + id2 + "\nauthor A\n\nmessage\n"))
	f.Add([]byte("tree " + id1 + "\ntree " + id1 + "\nparent " + id2))
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := parseCommit(raw, 40)
		if err == nil && !strings.HasSuffix(string(raw), string(c.message)) {
			t.Errorf("%q has the message %q", raw, c.message)
		}
	})
}

func FuzzHeader(f *testing.F) {
	f.Add(id1 + " blob 12\n")
	f.Add(id1 + " missing\n")
	f.Add(id1 + " blob -0\n")
	f.Fuzz(func(t *testing.T, line string) {
		h, err := parseHeader(line, 40)
		if err == nil && (len(h.id) != 40 || h.size < 0) {
			t.Errorf("%q is %+v", line, h)
		}
	})
}

func FuzzRevList(f *testing.F) {
	f.Add(id1 + " " + id2 + "\n" + id2 + "\n")
	f.Add(id1)
	f.Add(id1 + "  " + id2 + "\n")
	f.Fuzz(func(t *testing.T, out string) {
		commits, err := parseRevList(out, 40)
		if err != nil {
			return
		}
		var lines []string
		for _, ids := range commits {
			lines = append(lines, strings.Join(ids, " "))
		}
		if strings.Join(lines, "\n") != strings.TrimSuffix(out, "\n") {
			t.Errorf("%q is %q", out, commits)
		}
	})
}

func TestParseConfig(t *testing.T) {
	got, err := parseConfig("global\x00core.pager\nless\x00local\x00core.bare\x00local\x00a.b\none\ntwo=3\x00")
	want := []Value{{"core.pager", "less", "global"}, {"core.bare", "true", "local"}, {"a.b", "one\ntwo=3", "local"}}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := parseConfig(""); err != nil || got != nil {
		t.Errorf("nothing is %v, %v", got, err)
	}
	if got, err := parseConfig("global\x00core.pager\nless\x00local\x00"); err == nil {
		t.Errorf("half an answer is %v", got)
	}
}
