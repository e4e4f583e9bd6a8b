package page

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/report"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/teammemtest"
)

// memoryFile is a memory that says text.
func memoryFile(text string) *memory.File {
	src := source.NewText([]byte("---\nname: a\ntype: feedback\n---\n\n" + text + "\n"))
	f := &memory.File{Text: src, Memory: memory.Parse(src)}
	f.Doc = markdown.Parse(src.Bytes(), f.Memory.Body.Start)
	return f
}

func TestDenies(t *testing.T) {
	for text, want := range map[string]bool{
		"Merge on Fridays.": false, "Do not merge on Fridays.": true, "Don’t merge on Fridays.": true, "Never merge without a test.": false,
		"周五不合并。": true, "Merge.\n\n**Why:** it was never done.": false, "Note the noise.": false,
	} {
		if got := denies(memoryFile(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestNumbersOfFewWords holds that texts of a few words, which are alike by chance, do not contradict each other by a number.
func TestNumbersOfFewWords(t *testing.T) {
	about := func(name, text string) candidate {
		f := memoryFile(text)
		return candidate{file: f, bag: likeness.Of(name, "", f.Text.Slice(f.Memory.Body)), key: name, not: func() bool { return false }}
	}
	const long = " of the machine that everybody here uses for tests in the evening"
	for more, want := range map[string]Relation{"": "", long: Numbers} {
		a, b := about("billing", "It listens on port 5432"+more+"."), about("invoices", "It listens on port 5433"+more+".")
		if got, _ := relate(a, b, nil, nil); got != want {
			t.Errorf("%q: %q, want %q", more, got, want)
		}
	}
}

// TestAlertNames holds that an alert says that it names some of many only where it leaves some out.
func TestAlertNames(t *testing.T) {
	for _, names := range []int{mostAbout, mostAbout + 1} {
		m := &maker{page: &Page{}}
		var about []string
		for i := range names {
			about = append(about, fmt.Sprint(i), "0")
		}
		m.alert(finding.Warn, "it is old", about...)
		a := m.page.Alerts[0]
		if some := strings.Contains(a.Text, "among them"); some != (names > mostAbout) || len(a.About) != mostAbout || a.Error {
			t.Errorf("of %d names it is %+v", names, a)
		}
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abcd": 1, "abcde": 2, "发布": 2, "ab发": 2} {
		if got := tokenCount([]byte(text)); got != want {
			t.Errorf("%q: %d tokens, want %d", text, got, want)
		}
	}
}

// A password that one memory gives away is shown of no other one, which by itself would not
// be known to hold it.
func TestKnownSecretElsewhere(t *testing.T) {
	password := "Tr" + teammemtest.Random("password", 14) + "7"
	file := func(name, text string) teammemtest.File {
		return teammemtest.NewFile(memory.Dir+"/"+name, "---\nname: "+name+"\ndescription: x\ntype: reference\n---\n\n"+text+"\n")
	}
	p := scene{head: []teammemtest.File{file("a.md", "The password of the database is "+password+"."), file("b.md", "Ask for "+password+" at the desk.")}}.page(t)
	if out := p.Markdown(wholePage) + text(t, p); strings.Contains(out, password) || !strings.Contains(out, "at the desk") {
		t.Errorf("the page shows the password, or nothing:\n%s", out)
	}
}

// Who may approve is not known by a CODEOWNERS that a host doesn't load.
func TestCodeownersTooLarge(t *testing.T) {
	note := func(text string) teammemtest.File {
		return teammemtest.NewFile(memory.Dir+"/a.md", "---\nname: a\n---\n\n"+text+"\n")
	}
	for size, want := range map[int]string{1000: "line 1 of CODEOWNERS", 2 << 20: "could not be read", 4 << 20: "has over 3 MB"} {
		owners := teammemtest.NewFile("CODEOWNERS", "/.agent/ @ann\n"+strings.Repeat("# x\n", size/4))
		p := scene{both: []teammemtest.File{owners}, base: []teammemtest.File{note("One.")}, head: []teammemtest.File{note("Two.")}}.page(t)
		if len(p.Approvals) != 1 || !strings.Contains(p.Approvals[0].Source+p.Approvals[0].Fault, want) {
			t.Errorf("%d bytes: %+v, want %q", size, p.Approvals, want)
		}
	}
}

// Colour changes no words: it stands for the brackets of marked ones.
func TestColour(t *testing.T) {
	p := &Page{
		Headline: "This change changes 1 memory.", Alerts: []Alert{{Error: true, Text: "look", About: []string{"a.md"}}},
		Memories: []Memory{{Kind: Changed, Path: "a.md", Title: "A", Text: []Line{
			{Kind: Same, Parts: []Part{{"same", false}}}, {Kind: Old, Parts: []Part{{"one ", false}, {"old", true}}}, {Kind: Now, Parts: []Part{{"one ", false}, {"new", true}}}, {Kind: Left, Lines: 2},
		}}},
	}
	var b bytes.Buffer
	if err := p.WriteText(&b, report.Options{Color: true}); err != nil {
		t.Fatal(err)
	}
	bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(b.String(), "")
	want := strings.NewReplacer("[-", "", "-]", "", "{+", "", "+}", "").Replace(text(t, p))
	if bare != want {
		t.Errorf("in colour it says\n%s, without\n%s", bare, want)
	}
	for _, look := range []string{"\x1b[1;31;7mold", "\x1b[32;7mnew", "\x1b[1;31merror:"} {
		if !strings.Contains(b.String(), look) {
			t.Errorf("there is no %q in %q", look, b.String())
		}
	}
}
