package parcel_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/parcel"
	"github.com/teammem/teammem/internal/sync"
)

var noon = time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC)

// A disk is what a store holds, by "layout/path". Like that of a careful machine it tells
// capitals from small letters.
type disk map[string]string

func (d disk) target(claude bool, taken ...parcel.File) parcel.Target {
	t := parcel.Target{Claude: claude, Now: noon, Taken: taken}
	for _, at := range slices.Sorted(maps.Keys(d)) {
		layout, name, _ := strings.Cut(at, "/")
		t.Files = append(t.Files, parcel.File{Layout: sync.Layout(layout), Path: name, Data: []byte(d[at])})
	}
	return t
}

func (d disk) project() parcel.Project {
	return parcel.Project{ID: "p", Files: d.target(true).Files}
}

// apply does the steps of a plan as the store would; it refuses what the store refuses.
func (d disk) apply(steps []sync.Step) (disk, error) {
	out := disk{}
	maps.Copy(out, d)
	for _, s := range steps {
		at := string(s.Layout) + "/" + s.Path
		now := sync.Sum{}
		if held, found := out[at]; found {
			now = sync.SumOf([]byte(held))
		}
		switch {
		case s.Kind != sync.Write || sync.SumOf(s.Data) != s.After || !parcel.MayLie(s.Layout, s.Path):
			return nil, fmt.Errorf("a wrong step: %s %s", s.Kind, at)
		case now != s.Before:
			return nil, fmt.Errorf("%s is not what the plan takes it for", at)
		}
		for other := range out {
			if strings.HasPrefix(other, at+"/") || strings.HasPrefix(at, other+"/") {
				return nil, fmt.Errorf("%s is in the way of %s", other, at)
			}
		}
		out[at] = string(s.Data)
	}
	return out, nil
}

func anyDisk(t *rapid.T, label string) disk {
	names := []string{"native/private/a.md", "native/private/A.md", "native/private/b/c.md", "native/private/b", "native/private/B/d.md",
		"native/drafts/a.20260506T120000Z.md", "native/drafts/x.md", "native/private/team/a.md",
		"claude/a.md", "claude/b/c.md", "claude/b", "claude/MEMORY.md", "claude/notes.txt"}
	texts := []string{"", "one\n", "two\n", "- [a](a.md)\r\n", "---\nname: x\n---\n"}
	d := disk{}
	for _, at := range rapid.SliceOfDistinct(rapid.SampledFrom(names), rapid.ID[string]).Draw(t, label) {
		clash := false
		for other := range d {
			clash = clash || strings.HasPrefix(other, at+"/") || strings.HasPrefix(at, other+"/")
		}
		if !clash {
			d[at] = rapid.SampledFrom(texts).Draw(t, label+" text")
		}
	}
	if index, found := d["claude/MEMORY.md"]; found && rapid.Bool().Draw(t, label+" block") {
		marked, err := sync.Mark([]byte(index), "- team")
		if err != nil {
			t.Fatal(err)
		}
		d["claude/MEMORY.md"] = string(marked)
	}
	return d
}

func TestArriveLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		here, there, claude := anyDisk(t, "here"), anyDisk(t, "there"), rapid.Bool().Draw(t, "claude")
		pr := there.project()
		for i, f := range pr.Files {
			if f.Path == "MEMORY.md" {
				pr.Files[i].Data = parcel.Own(f.Data)
			}
		}
		plan, err := parcel.Arrive(pr, here.target(claude))
		if err != nil {
			t.Fatal(err)
		}
		after, err := here.apply(plan.Steps)
		if err != nil {
			t.Fatal(err)
		}
		for at, text := range here {
			own := string(parcel.Own([]byte(text)))
			if after[at] != text && !(at == "claude/MEMORY.md" && strings.TrimSpace(own) == "") {
				t.Errorf("%s was changed from %q to %q", at, text, after[at])
			}
		}
		kept := map[string]bool{}
		for at, text := range after {
			kept[text] = true
			if at == "claude/MEMORY.md" {
				kept[string(parcel.Own([]byte(text)))] = true
			}
		}
		for _, f := range pr.Files {
			if !kept[string(f.Data)] && !(f.Path == "MEMORY.md" && strings.TrimSpace(string(f.Data)) == "") {
				t.Errorf("%s/%s is lost", f.Layout, f.Path)
			}
		}
		if n := len(plan.Added) + len(plan.Drafts); n != len(plan.Steps) || n+plan.Same != len(pr.Files) {
			t.Errorf("%d added, %d drafts, %d the same: %d steps of %d files", len(plan.Added), len(plan.Drafts), plan.Same, len(plan.Steps), len(pr.Files))
		}
		again, err := parcel.Arrive(pr, after.target(claude))
		if err != nil || len(again.Steps) > 0 {
			t.Errorf("the same again: %v, %+v", err, again.Steps)
		}
		if len(here) == 0 && claude {
			for _, f := range pr.Files {
				at := string(f.Layout) + "/" + f.Path
				if after[at] != string(f.Data) && !twin(there, at) && strings.TrimSpace(string(f.Data)) != "" {
					t.Errorf("%s did not come back", at)
				}
			}
		}
	})
}

// twin reports whether another file is the same one on a forgiving disk.
func twin(d disk, at string) bool {
	for other := range d {
		if other != at && (strings.EqualFold(other, at) || strings.HasPrefix(strings.ToLower(at), strings.ToLower(other)+"/") || strings.HasPrefix(strings.ToLower(other), strings.ToLower(at)+"/")) {
			return true
		}
	}
	return false
}

func TestArrive(t *testing.T) {
	block := func(text string) string {
		marked, err := sync.Mark([]byte(text), "- team")
		if err != nil {
			t.Fatal(err)
		}
		return string(marked)
	}
	link := parcel.File{Layout: sync.Native, Path: "private/x.md"}
	for _, c := range []struct {
		name        string
		here, there disk
		claude      bool
		taken       []parcel.File
		want        disk // what is new or changed
	}{
		{name: "nothing here", there: disk{"native/private/x.md": "one"}, want: disk{"native/private/x.md": "one"}},
		{name: "the same", here: disk{"native/private/x.md": "one"}, there: disk{"native/private/x.md": "one"}, want: disk{}},
		{name: "both differ", here: disk{"native/private/x.md": "one"}, there: disk{"native/private/x.md": "two"}, want: disk{"native/drafts/x.20260506T120000Z.md": "two"}},
		{name: "kept already", here: disk{"native/private/x.md": "one", "native/drafts/old.md": "two"}, there: disk{"native/private/x.md": "two"}, want: disk{}},
		{name: "empty is a text", here: disk{"native/private/x.md": ""}, there: disk{"native/private/x.md": "two"}, want: disk{"native/drafts/x.20260506T120000Z.md": "two"}},
		{name: "two drafts of one name", here: disk{"native/private/a/x.md": "1", "native/private/b/x.md": "1"}, there: disk{"native/private/a/x.md": "2", "native/private/b/x.md": "3"},
			want: disk{"native/drafts/x.20260506T120000Z.md": "2", "native/drafts/x.20260506T120000Z-2.md": "3"}},
		{name: "two drafts of one text", here: disk{"native/private/a.md": "1", "native/private/b.md": "1"}, there: disk{"native/private/a.md": "2", "native/private/b.md": "2"},
			want: disk{"native/drafts/a.20260506T120000Z.md": "2"}},
		{name: "a draft that comes and one that is made", here: disk{"native/drafts/x": "1"}, there: disk{"native/drafts/x": "2", "native/drafts/x.20260506T120000Z.md": "3"},
			want: disk{"native/drafts/x.20260506T120000Z.md": "2", "native/drafts/x.20260506T120000Z.20260506T120000Z.md": "3"}},
		{name: "capitals", here: disk{"native/private/x.md": "one"}, there: disk{"native/private/X.md": "two"}, want: disk{"native/drafts/X.20260506T120000Z.md": "two"}},
		{name: "capitals, same text", here: disk{"native/private/x.md": "one"}, there: disk{"native/private/X.md": "one"}, want: disk{}},
		{name: "a link here", taken: []parcel.File{link}, there: disk{"native/private/x.md": "one"}, want: disk{"native/drafts/x.20260506T120000Z.md": "one"}},
		{name: "a link in place of the folder", taken: []parcel.File{link}, there: disk{"native/private/x.md/y.md": "one"}, want: disk{"native/drafts/y.20260506T120000Z.md": "one"}},
		{name: "a folder here", here: disk{"native/private/x.md/y.md": "one"}, there: disk{"native/private/x.md": "two"}, want: disk{"native/drafts/x.20260506T120000Z.md": "two"}},
		{name: "to Claude Code", claude: true, there: disk{"claude/x.md": "one", "claude/MEMORY.md": "- x"}, want: disk{"claude/x.md": "one", "claude/MEMORY.md": "- x"}},
		{name: "no Claude Code", there: disk{"claude/x.md": "one", "claude/MEMORY.md": "- x"}, want: disk{"native/private/x.md": "one", "native/drafts/MEMORY.20260506T120000Z.md": "- x"}},
		{name: "our block alone", claude: true, here: disk{"claude/MEMORY.md": block("")}, there: disk{"claude/MEMORY.md": "- x\n"}, want: disk{"claude/MEMORY.md": block("- x\n")}},
		{name: "our block beside their words", claude: true, here: disk{"claude/MEMORY.md": block("- x\n")}, there: disk{"claude/MEMORY.md": "- x\n"}, want: disk{}},
		{name: "two indexes", claude: true, here: disk{"claude/MEMORY.md": block("- y\n")}, there: disk{"claude/MEMORY.md": "- x\n"}, want: disk{"native/drafts/MEMORY.20260506T120000Z.md": "- x\n"}},
		{name: "a damaged block", claude: true, here: disk{"claude/MEMORY.md": "<!-- teammem:begin\n"}, there: disk{"claude/MEMORY.md": "- x\n"}, want: disk{"native/drafts/MEMORY.20260506T120000Z.md": "- x\n"}},
		{name: "a block that does not fit", claude: true, here: disk{"claude/MEMORY.md": block("")}, there: disk{"claude/MEMORY.md": "---\na: b\n---"}, want: disk{"native/drafts/MEMORY.20260506T120000Z.md": "---\na: b\n---"}},
		{name: "a long name", here: disk{"native/private/" + strings.Repeat("é", 120) + ".md": "1"}, there: disk{"native/private/" + strings.Repeat("é", 120) + ".md": "2"},
			want: disk{"native/drafts/" + strings.Repeat("é", 100) + ".20260506T120000Z.md": "2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			plan, err := parcel.Arrive(c.there.project(), c.here.target(c.claude, c.taken...))
			if err != nil {
				t.Fatal(err)
			}
			after, err := c.here.apply(plan.Steps)
			if err != nil {
				t.Fatal(err)
			}
			for at, text := range c.here {
				if after[at] == text {
					delete(after, at)
				}
			}
			if !maps.Equal(after, c.want) {
				t.Errorf("new is %q, want %q", after, c.want)
			}
		})
	}
}

// TestArriveMany holds that time grows with the number of files alone.
func TestArriveMany(t *testing.T) {
	here, there := disk{}, disk{}
	for i := range parcel.MaxFiles / 2 {
		at := fmt.Sprintf("native/private/%d/a.md", i)
		here[at], there[at] = "one", fmt.Sprint(i)
	}
	plan, err := parcel.Arrive(there.project(), here.target(false))
	if err != nil || len(plan.Drafts) != len(there) {
		t.Fatalf("%d drafts, %v", len(plan.Drafts), err)
	}
	there["native/private/b.md"] = "b"
	if _, err := parcel.Arrive(there.project(), here.target(false)); err == nil {
		t.Error("more than a store can hold was planned")
	}
	if !bytes.HasSuffix([]byte(plan.Drafts[1].Put), []byte("-2.md")) {
		t.Errorf("the second draft is %q", plan.Drafts[1].Put)
	}
}
