package promote

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// team makes a snapshot of memories, each "path=name" or "path=name|text".
func team(files ...string) *memory.Snapshot {
	s := &memory.Snapshot{}
	var entries []memory.Entry
	for _, f := range files {
		p, name, _ := strings.Cut(f, "=")
		name, body, _ := strings.Cut(name, "|")
		text := source.NewText(private(name, body))
		e := memory.Entry{Path: memory.Dir + "/" + p, Mode: memory.Regular}
		entries = append(entries, e)
		s.Files = append(s.Files, &memory.File{Entry: e, Kind: memory.KindOf(e.Path), Text: text, Memory: memory.Parse(text), Doc: markdown.Parse(text.Bytes(), 0)})
	}
	s.Tree = memory.NewTree(entries)
	return s
}

func private(name, body string) []byte {
	if name == "" {
		return []byte(body)
	}
	return []byte("---\nname: " + name + "\ntype: project\n---\n" + body)
}

func TestFind(t *testing.T) {
	all := []Source{
		{Path: "private/a.md", At: "/home/ann/a.md", Data: private("deploy window", "")},
		{Path: "private/sub/b.md", Data: private("", "no name")},
		{Path: "claude/a.md", Data: private("deploy window", "")}, // the same in another store
		{Path: "claude/b.md", Data: private("other b", "")},
		{Path: "drafts/c.20260102T030405Z.md", Draft: true, Data: private("cee", "1")},
		{Path: "drafts/c.20260103T030405Z-2.md", Draft: true, Data: private("cee", "2")},
		{Path: "drafts/d.e.20260103T030405Z.md", Draft: true, Data: private("", "")},
	}
	for name, want := range map[string]string{
		"a": "private/a.md", "a.md": "private/a.md", "private/a.md": "private/a.md", "/home/ann/a.md": "private/a.md",
		"Deploy-Window": "private/a.md", "claude/a.md": "claude/a.md", "private/sub/b": "private/sub/b.md",
		"other_b": "claude/b.md", "b": "more than one", "c": "more than one", "cee": "more than one",
		"c.20260102T030405Z": "drafts/c.20260102T030405Z.md", "drafts/c.20260103T030405Z-2.md": "drafts/c.20260103T030405Z-2.md",
		"d.e": "drafts/d.e.20260103T030405Z.md", "nothing": "no private memory", "": "no private memory", "-": "no private memory",
	} {
		got, err := Find(all, name)
		found := strings.HasSuffix(want, ".md")
		if found && (err != nil || got.Path != want) || !found && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %q, %v, want %q", name, got.Path, err, want)
		}
	}
	if _, err := Find(nil, "a"); err == nil || !strings.Contains(err.Error(), "no private memory and no draft of this project") {
		t.Errorf("without any: %v", err)
	}
}

func TestPlan(t *testing.T) {
	has := team("deploy.md=Deploy", "one/twin.md=twin one", "other.md=taken", "two/twin.md=twin two", "x.md=x|same")
	mem := func(file, name, body string) Source {
		return Source{Path: "private/" + file, Data: private(name, body)}
	}
	draft := func(stem, name string) Source {
		return Source{Path: "drafts/" + stem + ".20260102T030405Z.md", Draft: true, Data: private(name, "edited")}
	}
	for _, c := range []struct {
		name    string
		sources []Source
		to      string
		update  bool
		want    string // paths below the team directory, "+" before a new one; or the error
		refused bool
	}{
		{"new", []Source{mem("note.md", "a note", "")}, "", false, "+note.md", false},
		{"in a folder", []Source{mem("sub/note.md", "a note", "")}, "", false, "+note.md", false},
		{"to a file", []Source{mem("note.md", "a note", "")}, "sub/n.md", false, "+sub/n.md", false},
		{"to a path of the repository", []Source{mem("note.md", "a note", "")}, memory.Dir + "/sub/n.md", false, "+sub/n.md", false},
		{"to a folder", []Source{mem("note.md", "a note", ""), mem("b.md", "b", "")}, "sub/", false, "+sub/note.md +sub/b.md", false},
		{"two to a file", []Source{mem("note.md", "a note", ""), mem("b.md", "b", "")}, "n.md", false, "one file for 2", false},
		{"out of the folder", []Source{mem("note.md", "a note", "")}, "../n.md", false, "want a path below", false},
		{"absolute", []Source{mem("note.md", "a note", "")}, "/n.md", false, "want a path below", false},
		{"the folder itself", []Source{mem("note.md", "a note", "")}, ".", false, "want a path below", false},
		{"archive", []Source{mem("note.md", "a note", "")}, "archive/", false, "archive/", false},
		{"no memory", []Source{mem("note.md", "a note", "")}, "n.txt", false, "ends in .md", false},
		{"the index", []Source{mem("note.md", "a note", "")}, "MEMORY.md", false, "not the index", false},
		{"a file name that is none", []Source{mem("README.md", "a note", "")}, "", false, "with --to", false},
		{"one name twice", []Source{mem("note.md", "a note", ""), mem("s/note.md", "b", "")}, "", false, "would be the same file", false},
		{"duplicate", []Source{mem("mine.md", "DEPLOY", "")}, "", false, "of that name: " + memory.Dir + "/deploy.md", true},
		{"duplicate by its file", []Source{mem("deploy.md", "", "no frontmatter")}, "", false, "of that name", true},
		{"update", []Source{mem("mine.md", "DEPLOY", "")}, "", true, "deploy.md", false},
		{"update elsewhere", []Source{mem("mine.md", "DEPLOY", "")}, "n.md", true, "leave --to out", false},
		{"update where it is", []Source{mem("mine.md", "DEPLOY", "")}, "deploy.md", true, "deploy.md", false},
		{"update of nothing", []Source{mem("note.md", "a note", "")}, "", true, "+note.md", false},
		{"another memory in its place", []Source{mem("other.md", "a note", "")}, "", true, "is another memory", true},
		{"the team has it", []Source{mem("mine.md", "x", "same")}, "", false, "", false},
		{"draft", []Source{draft("deploy", "Deploy")}, "", false, "deploy.md", false},
		{"draft with a new name", []Source{draft("deploy", "Deployment")}, "", false, "deploy.md", false},
		{"draft of one of two, by name", []Source{draft("twin", "Twin Two")}, "", false, "two/twin.md", false},
		{"draft of one of two", []Source{draft("twin", "twin")}, "", false, "can be an edit of", true},
		{"draft of what moved", []Source{draft("old", "Deploy")}, "", false, "deploy.md", false},
		{"draft of what is gone", []Source{draft("gone", "gone")}, "", false, "+gone.md", false},
		{"draft of the index", []Source{draft("MEMORY", "")}, "", false, "edit of the index", true},
		{"type user", []Source{{Path: "private/me.md", Data: []byte("---\nname: me\nmetadata:\n  type: 'User'\n---\n")}}, "", true, "about one person", true},
	} {
		changes, err := Plan(Request{Team: has, Sources: c.sources, To: c.to, Update: c.update})
		var refused *Refused
		if err != nil {
			if c.want == "" || !strings.Contains(err.Error(), c.want) || errors.As(err, &refused) != c.refused {
				t.Errorf("%s: %v, want %q, refused %v", c.name, err, c.want, c.refused)
			}
			continue
		}
		var got []string
		for _, ch := range changes {
			p := strings.TrimPrefix(ch.Path, memory.Dir+"/")
			if !ch.Update {
				p = "+" + p
			}
			got = append(got, p)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	change := func(file string, update bool) Change {
		return Change{Source: Source{Path: "private/" + file}, Update: update}
	}
	long := strings.Repeat("long", 20)
	for _, c := range []struct {
		changes         []Change
		branch, message string
	}{
		{[]Change{change("deploy.md", false)}, "memory/deploy", "memory: add deploy\n"},
		{[]Change{change("deploy.md", true)}, "memory/deploy", "memory: update deploy\n"},
		{[]Change{change("a.md", true), change("b.md", false), change("c.md", false)}, "memory/a-and-2-more", "memory: add a, b, c\n"},
		{[]Change{change("a.md", true), change(long+".md", true)}, "memory/a-and-1-more", "memory: update 2 memories\n\n- a\n- " + long + "\n"},
		{[]Change{change("Wie wir  prüfen?.md", false)}, "memory/Wie-wir-prüfen", "memory: add Wie wir prüfen?\n"},
		{[]Change{change("a..b.lock.md", false)}, "memory/a-b", "memory: add a..b.lock\n"},
		{[]Change{change("日本語_1.5.md", false)}, "memory/日本語_1.5", "memory: add 日本語_1.5\n"},
		{[]Change{change("aux.md", false)}, "memory/aux-note", "memory: add aux\n"},
		{[]Change{change("---.md", false)}, "memory/note", "memory: add ---\n"},
		{[]Change{change("a\nb.md", false)}, "memory/a-b", "memory: add a b\n"},
	} {
		if got := Branch(c.changes); got != c.branch {
			t.Errorf("%q, want %q", got, c.branch)
		}
		if got := Message(c.changes); got != c.message {
			t.Errorf("%q, want %q", got, c.message)
		}
	}
}

func TestNearest(t *testing.T) {
	const first, second = "Deploys from Tuesday to Thursday until 15:00.", "Deploys from Tuesday to Friday until 15:00."
	versions := [][]byte{[]byte(second), []byte(first)}
	for text, want := range map[string]int{
		"Deploys from Tuesday to Thursday until 17:00.": 1, // the line differs from both
		"Deploys from Tuesday to Friday until 17:00.":   0,
		"Deploys from Tuesday to Sunday until 15:00.":   0, // as near to both
		first: 1, second: 0, "": 0, "Something else altogether": 0,
	} {
		if got := Nearest([]byte(text), versions); got != want {
			t.Errorf("%q: version %d, want %d", text, got, want)
		}
	}
}

// FuzzBranch holds that git takes every name of a branch, and that planning a memory of
// any name and text ends well.
func FuzzBranch(f *testing.F) {
	for _, stem := range []string{"a", "", ".", "..", "a.lock", "a.lock.lock", "@{", "a~^:?*[\\b", "-", "a/b", "é\u0301", "\u0301x", "\xff", "a\x00b", ".lock", strings.Repeat("日", 99), "HEAD", "a.20260102T030405Z"} {
		f.Add(stem, "---\nname: x\nscope: private\n---\n")
	}
	f.Fuzz(func(t *testing.T, stem, text string) {
		for _, draft := range []bool{true, false} {
			s := Source{Path: "private/" + stem + ".md", Draft: draft, Data: []byte(text)}
			if _, err := Plan(Request{Team: team("x.md=x"), Sources: []Source{s}}); err != nil && err.Error() == "" {
				t.Error("an error without words")
			}
			name := Branch([]Change{{Source: s}})
			if out, err := exec.Command("git", "check-ref-format", "--branch", name).CombinedOutput(); err != nil {
				t.Errorf("git does not take %q: %s", name, out)
			}
		}
	})
}
