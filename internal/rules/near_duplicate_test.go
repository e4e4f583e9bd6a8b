package rules

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

type note struct{ Name, Description, Body string }

func (n note) file(i int) *memory.File {
	text := source.NewText([]byte("---\nname: " + n.Name + "\ndescription: '" + strings.ReplaceAll(n.Description, "'", "''") + "'\n---\n" + n.Body + "\n"))
	return &memory.File{Entry: memory.Entry{Path: fmt.Sprintf("%s/%04d.md", memory.Dir, i)}, Kind: memory.KindMemory, Text: text, Memory: memory.Parse(text)}
}

// pairs are memories that were labelled by hand: rewordings of one fact, and facts
// about the same subject.
func pairs(t *testing.T) (same, related [][2]note) {
	f, err := os.Open("testdata/near-duplicate/pairs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var p struct {
			Same       bool
			One, Other note
		}
		if err := json.Unmarshal(in.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p.Same {
			same = append(same, [2]note{p.One, p.Other})
		} else {
			related = append(related, [2]note{p.One, p.Other})
		}
	}
	return same, related
}

func TestNearDuplicateOnLabelledPairs(t *testing.T) {
	same, related := pairs(t)
	found := 0
	for _, p := range same {
		if len(lookalikes([]*memory.File{p[0].file(0), p[1].file(1)})) == 1 {
			found++
		} else {
			t.Logf("missed: %q and %q", p[0].Name, p[1].Name)
		}
	}
	if found < len(same)-2 {
		t.Errorf("found %d of %d duplicates", found, len(same))
	}
	for _, p := range related {
		if len(lookalikes([]*memory.File{p[0].file(0), p[1].file(1)})) > 0 {
			t.Errorf("%q and %q are only related", p[0].Name, p[1].Name)
		}
	}
}

// In one folder with all the others, the same pairs are found and no further one.
func TestNearDuplicateInAFolder(t *testing.T) {
	same, related := pairs(t)
	var files []*memory.File
	twinOf := map[string]string{}
	for i, p := range append(same, related...) {
		files = append(files, p[0].file(2*i))
		if i < len(same) {
			files = append(files, p[1].file(2*i+1))
			twinOf[files[len(files)-1].Path] = files[len(files)-2].Path
		}
	}
	found := lookalikes(files)
	for _, f := range found {
		if twinOf[f.later.Path] != f.earlier.Path {
			t.Errorf("%s is taken for %s", f.later.Path, f.earlier.Path)
		}
	}
	if len(found) < len(same)-2 {
		t.Errorf("found %d of %d duplicates", len(found), len(same))
	}
}

func TestCopiesAreFoundHoweverMany(t *testing.T) {
	n := note{"a", "how the nightly build is kept", "The nightly build keeps its cache on disk, because the network share was slow in May."}
	var files []*memory.File
	for i := range 40 {
		n.Name = strings.Repeat("x", i+1)
		files = append(files, n.file(i))
	}
	if got := len(lookalikes(files)); got != 39 {
		t.Errorf("found %d copies, want 39", got)
	}
}

// The words of a template that many memories are written in make no duplicates.
func TestTemplatesAreNoDuplicates(t *testing.T) {
	const template = "Context, decision, status, consequences, owner, review date, links, open questions and alternatives are given for the service %s, %s and %s only."
	var files []*memory.File
	for i := range 12 {
		a, b, c := fnv(fmt.Append(nil, i)), fnv(fmt.Append(nil, "b", i)), fnv(fmt.Append(nil, "c", i))
		files = append(files, note{"a", "d", fmt.Sprintf(template, letters(a), letters(b), letters(c))}.file(i))
	}
	if got := len(lookalikes(files)); got != 0 {
		t.Errorf("found %d duplicates", got)
	}
}

// letters spells n without digits.
func letters(n uint64) string {
	var b strings.Builder
	for ; n > 0; n /= 26 {
		b.WriteByte(byte('a' + n%26))
	}
	return b.String()
}

// However few different words a text has, it is compared like any other.
func TestFewDifferentWords(t *testing.T) {
	for _, words := range []string{"yes", "yes never", "the of", "yes never perhaps", "你", "你好", "1 2"} {
		for _, times := range []int{12, 5000} {
			n := note{"a", "d", strings.Repeat(words+" ", times)}
			files := []*memory.File{n.file(0), n.file(1), note{"b", "d", n.Body + "once more"}.file(2)}
			for _, twin := range lookalikes(files) {
				if twin.earlier.Path >= twin.later.Path {
					t.Errorf("%q, %d times: %s is a twin of the later %s", words, times, twin.later.Path, twin.earlier.Path)
				}
			}
			if got := len(lookalikes(files)); got == 0 && strings.HasPrefix(words, "yes") {
				t.Errorf("%q, %d times: the copy is not found", words, times)
			}
		}
	}
}
