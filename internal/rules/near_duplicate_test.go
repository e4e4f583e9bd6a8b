package rules

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/likeness"
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
	f, err := os.Open("../likeness/testdata/pairs.jsonl")
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
		if len(new(Input).lookalikes([]*memory.File{p[0].file(0), p[1].file(1)})) == 1 {
			found++
		} else {
			t.Logf("missed: %q and %q", p[0].Name, p[1].Name)
		}
	}
	if found < len(same)-2 {
		t.Errorf("found %d of %d duplicates", found, len(same))
	}
	for _, p := range related {
		if len(new(Input).lookalikes([]*memory.File{p[0].file(0), p[1].file(1)})) > 0 {
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
	found := new(Input).lookalikes(files)
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
	if got := len(new(Input).lookalikes(files)); got != 39 {
		t.Errorf("found %d copies, want 39", got)
	}
}

// The words of a template that many memories are written in make no duplicates.
func TestTemplatesAreNoDuplicates(t *testing.T) {
	const template = "Context, decision, status, consequences, owner, review date, links, open questions and alternatives are given for the service %s, %s and %s only."
	var files []*memory.File
	for i := range 12 {
		a, b, c := likeness.Hash(fmt.Append(nil, i)), likeness.Hash(fmt.Append(nil, "b", i)), likeness.Hash(fmt.Append(nil, "c", i))
		files = append(files, note{"a", "d", fmt.Sprintf(template, letters(a), letters(b), letters(c))}.file(i))
	}
	if got := len(new(Input).lookalikes(files)); got != 0 {
		t.Errorf("found %d duplicates", got)
	}
}

// A few memories are compared each with each first. What that takes for different, the
// look-up must, too.
func TestFewAreComparedAsMany(t *testing.T) {
	words := strings.Fields("queue export printer invoice layout cache retry banner probe badge ledger migration 12 发票 打印")
	rapid.Check(t, func(t *rapid.T) {
		var bags []bag
		df := map[uint64]int{}
		for range rapid.IntRange(2, 6).Draw(t, "memories") {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 8, 20).Draw(t, "words"), " ")
			b := bag{likeness.Of("", "", []byte(text)), &memory.File{}}
			bags = append(bags, b)
			for _, w := range b.Words {
				df[w]++
			}
		}
		if found := lookUp(bags, df); len(found) > 0 && !someAlike(bags) {
			t.Fatalf("%d twins are not seen", len(found))
		}
	})
}

func TestRewritten(t *testing.T) {
	many := "queue export printer invoice layout cache retry banner probe "
	tests := []struct {
		name, old, now string
		want           bool
	}{
		{"a word more", many + "badge ledger", many + "badge ledger window", false},
		{"two words more", many + "badge ledger", many + "badge ledger window review", true},
		{"words go away", many + "badge ledger window", many + "badge ledger", false},
		{"long enough by one word", " " + many + "badge", "ledger  " + many + "badge", true},
		{"a word loses its start", "xqueue" + strings.Repeat(" export cache", 6), "queue" + strings.Repeat(" export cache", 6), true},
		{"two words become one", many + "bad ge" + strings.Repeat(" export", 9), many + "badge" + strings.Repeat(" export", 9), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, now := note{"a", "d", tt.old}.file(0), note{"a", "d", tt.now}.file(0)
			if got := new(Input).Rewritten(old.Text, now); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

// To look at what differs alone must come to the same as to count all words.
func TestRewrittenCountsWhatDiffers(t *testing.T) {
	piece := rapid.SampledFrom([]string{"queue", "export", "the", "cache", "12", "发票", "打印", " ", " ", "\n", ".", "retry banner probe badge ledger migration\n"})
	text := func(t *rapid.T, name string, n int) string {
		return strings.Join(rapid.SliceOfN(piece, 0, n).Draw(t, name), "")
	}
	rapid.Check(t, func(t *rapid.T) {
		head, tail := text(t, "head", 40), text(t, "tail", 40)
		old := note{"a", "d", head + text(t, "old", 3) + tail}.file(0)
		now := note{"a", "d", head + text(t, "new", 3) + tail}.file(0)
		in := new(Input)
		is, was := in.bagOf(now), in.bagOf(old)
		want := !is.Comparable() || !was.Comparable() || !is.gainsFew(is, was.Words)
		if got := in.Rewritten(old.Text, now); got != want {
			t.Fatalf("%v, want %v:\n%q\n%q", got, want, old.Text.Bytes(), now.Text.Bytes())
		}
	})
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
			for _, twin := range new(Input).lookalikes(files) {
				if twin.earlier.Path >= twin.later.Path {
					t.Errorf("%q, %d times: %s is a twin of the later %s", words, times, twin.later.Path, twin.earlier.Path)
				}
			}
			if got := len(new(Input).lookalikes(files)); got == 0 && strings.HasPrefix(words, "yes") {
				t.Errorf("%q, %d times: the copy is not found", words, times)
			}
		}
	}
}

// What a change of a few memories brings is found without a comparison of all with all.
func TestResemblingFindsWhatIsNew(t *testing.T) {
	words := strings.Fields("queue export printer invoice layout cache retry banner probe badge ledger migration rollback window contact review release branch worker flag 打印 队列 发票 记账 导出 缓存")
	found, none := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var files []*memory.File
		for i := range rapid.IntRange(5, 40).Draw(t, "memories") {
			n := note{Name: fmt.Sprint("note ", i), Description: "what holds"}
			from := rapid.SampledFrom([]int{i, i, i, i, 0, 1}).Draw(t, "from")
			for k := range rapid.IntRange(10, 30).Draw(t, "words") {
				n.Body += words[(from*7+k*(from%5+1))%len(words)] + string(rune('a'+from%20)) + " "
			}
			files = append(files, n.file(i))
		}
		in := &Input{NewOnly: true, Base: &Base{Changed: map[string]memory.Change{}}, Snapshot: &memory.Snapshot{Files: files}}
		for range rapid.IntRange(0, 5).Draw(t, "changed") {
			p := files[rapid.IntRange(0, len(files)-1).Draw(t, "which")].Path
			in.Base.Changed[p] = memory.Change{Path: p}
		}
		fresh := slices.ContainsFunc(in.lookalikes(files), func(p twin) bool { return in.Changed(p.earlier.Path) || in.Changed(p.later.Path) })
		switch may := in.anyResembles(files); {
		case fresh && !may:
			t.Fatalf("one of %d memories is passed over", len(files))
		case fresh:
			found++
		case !may:
			none++
		}
	})
	if found == 0 || none == 0 {
		t.Errorf("new ones are there in %d, and none in %d, so that little is shown", found, none)
	}
}
