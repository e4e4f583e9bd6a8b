package parcel_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/parcel"
	"github.com/teammem/teammem/internal/sync"
)

// anyPath draws a path at which a private file may lie.
func anyPath(t *rapid.T, l sync.Layout) string {
	element := rapid.StringMatching(`[a-zA-Z0-9 éß漢_.~-]{0,20}[a-z0-9]`)
	long := rapid.Just(strings.Repeat("n", 180) + "é")
	elements := rapid.SliceOfN(rapid.OneOf(element, element, element, long), 1, 4).Draw(t, "elements")
	name := strings.Join(elements, "/")
	if l == sync.Native {
		name = rapid.SampledFrom([]string{"private/", "drafts/"}).Draw(t, "top") + name
	}
	if !parcel.MayLie(l, name) {
		t.Skip("an unlucky name")
	}
	return name
}

func anyParcel(t *rapid.T) parcel.Parcel {
	var p parcel.Parcel
	for i := range rapid.IntRange(0, 3).Draw(t, "projects") {
		pr := parcel.Project{ID: fmt.Sprintf("p%d-abc", 9-i), Name: rapid.StringMatching(`[a-zé漢/ .]{0,30}`).Draw(t, "name")}
		there := map[string]bool{}
		for range rapid.IntRange(0, 5).Draw(t, "files") {
			layout := rapid.SampledFrom([]sync.Layout{sync.Native, sync.Claude}).Draw(t, "layout")
			f := parcel.File{Layout: layout, Path: anyPath(t, layout), Data: rapid.SliceOfN(rapid.Byte(), 0, 2000).Draw(t, "data")}
			if at := string(layout) + "/" + f.Path; !there[at] {
				there[at] = true
				pr.Files = append(pr.Files, f)
			}
		}
		p.Projects = append(p.Projects, pr)
	}
	return p
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyParcel(t)
		archive, err := parcel.Encode(p)
		if err != nil {
			t.Fatal(err)
		}
		back, err := parcel.Decode(archive)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(parcel.Sorted(p), back, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-in +out)\n%s", diff)
		}
		again, err := parcel.Encode(back)
		if err != nil || !bytes.Equal(again, archive) {
			t.Fatalf("the same parcel in another order gave other bytes (%v)", err)
		}
	})
}

// small is a parcel of three files, the last one empty.
func small() parcel.Parcel {
	return parcel.Parcel{Projects: []parcel.Project{{ID: "app-abc", Name: "example.com/app", Files: []parcel.File{
		{Layout: sync.Native, Path: "private/a.md", Data: []byte("one\n")},
		{Layout: sync.Native, Path: "private/b.md", Data: []byte("two\n")},
		{Layout: sync.Native, Path: "private/c.md"},
	}}}}
}

func encoded(t testing.TB, p parcel.Parcel) []byte {
	t.Helper()
	archive, err := parcel.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// An entry is one file of a hostile archive.
type entry struct {
	header tar.Header
	data   string
}

func packed(t testing.TB, entries []entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, e := range entries {
		if e.header.Typeflag == tar.TypeReg {
			e.header.Size = int64(len(e.data))
		}
		if err := w.WriteHeader(&e.header); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(e.data)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unpacked(t testing.TB, archive []byte) []entry {
	t.Helper()
	var all []entry
	r := tar.NewReader(bytes.NewReader(archive))
	for h, err := r.Next(); err == nil; h, err = r.Next() {
		var data bytes.Buffer
		if _, err := data.ReadFrom(r); err != nil {
			t.Fatal(err)
		}
		all = append(all, entry{*h, data.String()})
	}
	return all
}

// hostile gives archives that no export writes, by what is wrong with them.
func hostile(t testing.TB) map[string][]byte {
	good := func() []entry { return unpacked(t, encoded(t, small())) }
	made := map[string][]byte{}
	change := func(name string, f func(e []entry) []entry) { made[name] = packed(t, f(good())) }
	says := func(name string, oldnew ...string) {
		change(name, func(e []entry) []entry {
			text := strings.NewReplacer(oldnew...).Replace(e[0].data)
			if text == e[0].data {
				t.Fatalf("%s: nothing to replace", name)
			}
			e[0].data = text
			return e
		})
	}
	renamed := func(name, to string) {
		change(name, func(e []entry) []entry {
			e[0].data = strings.Replace(e[0].data, "private/b.md", to, 1)
			e[2].header = tar.Header{Typeflag: tar.TypeReg, Name: "app-abc/native/" + to}
			return e
		})
	}
	renamed("climbs out", "private/a.md/../../b.md")
	renamed("mirror", "team/b.md")
	renamed("twice", "private/a.md")
	renamed("out of order", "drafts/b.md")
	as := func(name string, h tar.Header) {
		change(name, func(e []entry) []entry {
			h.Name = e[3].header.Name
			e[3] = entry{header: h}
			return e
		})
	}
	as("symbolic link", tar.Header{Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"})
	as("hard link", tar.Header{Typeflag: tar.TypeLink, Linkname: "app-abc/native/private/a.md"})
	as("folder", tar.Header{Typeflag: tar.TypeDir})
	as("pipe", tar.Header{Typeflag: tar.TypeFifo})
	as("device", tar.Header{Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 3})
	change("extended attribute", func(e []entry) []entry {
		e[2].header.PAXRecords = map[string]string{"SCHILY.xattr.user.x": "1"}
		e[2].header.Format = tar.FormatPAX
		return e
	})
	change("global header", func(e []entry) []entry {
		global := entry{header: tar.Header{Typeflag: tar.TypeXGlobalHeader, Name: "g", PAXRecords: map[string]string{"path": "other"}}}
		return []entry{e[0], global, e[1], e[2], e[3]}
	})
	change("missing file", func(e []entry) []entry { return e[:3] })
	change("one file more", func(e []entry) []entry { return append(e, e[3]) })
	change("swapped files", func(e []entry) []entry { return []entry{e[0], e[2], e[1], e[3]} })
	change("manifest last", func(e []entry) []entry { return []entry{e[1], e[2], e[3], e[0]} })
	change("manifest twice", func(e []entry) []entry { return []entry{e[0], e[0], e[1], e[2], e[3]} })
	change("other name", func(e []entry) []entry { e[2].header.Name += "x"; return e })
	change("other words", func(e []entry) []entry { e[1].data = "ono\n"; return e })
	change("longer words", func(e []entry) []entry { e[1].data = "one\n\n"; return e })
	change("no JSON", func(e []entry) []entry { e[0].data = "{"; return e })
	says("version 0", `"version": 1`, `"version": 0`)
	says("other format", "teammem private", "private")
	says("unknown key", `"count"`, `"extra": 1, "count"`)
	says("wrong count", `"count": 3`, `"count": 2`)
	says("wrong bytes", `"bytes": 8`, `"bytes": 9`)
	says("huge file", `"size": 4`, `"size": 99999999999`, `"bytes": 8`, `"bytes": 199999999998`)
	says("negative size", `"size": 4`, `"size": -4`, `"bytes": 8`, `"bytes": -8`)
	says("unknown layout", `"native"`, `"other"`)
	says("project outside", `"app-abc"`, `"../abc"`)
	says("project hidden", `"app-abc"`, `".teammem"`)
	says("sum of another length", `"sum": "`, `"sum": "00`)
	whole := encoded(t, small())
	made["words behind the end"] = append(bytes.Clone(whole), "more"...)
	made["nothing"] = nil
	made["zeros"] = make([]byte, 2048)
	made["text"] = []byte(strings.Repeat("no archive\n", 200))
	return made
}

func TestHostile(t *testing.T) {
	for name, archive := range hostile(t) {
		if p, err := parcel.Decode(archive); err == nil {
			t.Errorf("%s: was taken: %+v", name, p)
		}
	}
	if _, err := parcel.Decode(encoded(t, small())); err != nil {
		t.Errorf("what is good is refused: %v", err)
	}
}

func TestNewer(t *testing.T) {
	e := unpacked(t, encoded(t, small()))
	e[0].data = strings.Replace(e[0].data, `"version": 1`, `"version": 2, "colour": "blue"`, 1)
	if _, err := parcel.Decode(packed(t, e)); !errors.Is(err, parcel.ErrNewer) {
		t.Errorf("got %v, want %v", err, parcel.ErrNewer)
	}
}

func TestEncodeRefuses(t *testing.T) {
	megabyte := make([]byte, parcel.MaxBytes)
	many := make([]parcel.File, parcel.MaxFiles+1)
	for i := range many {
		many[i] = parcel.File{Layout: sync.Native, Path: fmt.Sprintf("private/%d.md", i)}
	}
	full := make([]parcel.File, parcel.MaxTotal/parcel.MaxBytes+1)
	for i := range full {
		full[i] = parcel.File{Layout: sync.Native, Path: fmt.Sprintf("private/%d.md", i), Data: megabyte}
	}
	for name, files := range map[string][]parcel.File{
		"large": {{Layout: sync.Native, Path: "private/a.md", Data: make([]byte, parcel.MaxBytes+1)}},
		"many":  many,
		"twice": {{Layout: sync.Native, Path: "private/a.md"}, {Layout: sync.Native, Path: "private/a.md", Data: []byte("x")}},
		"much":  full,
		"place": {{Layout: sync.Native, Path: "team/a.md"}},
		"bytes": {{Layout: sync.Native, Path: "private/\xff.md"}},
	} {
		if _, err := parcel.Encode(parcel.Parcel{Projects: []parcel.Project{{ID: "a", Files: files}}}); err == nil {
			t.Errorf("%s: was written", name)
		}
	}
}

func TestProjects(t *testing.T) {
	for name, projects := range map[string][]parcel.Project{
		"twice":        {{ID: "a"}, {ID: "a"}},
		"no id":        {{}},
		"a name":       {{ID: "a", Name: "one\ntwo"}},
		"no UTF-8":     {{ID: "a", Name: "\xff"}},
		"a long name":  {{ID: "a", Name: strings.Repeat("n", 5000)}},
		"too many":     make([]parcel.Project, parcel.MaxProjects+1),
		"a wrong one":  {{ID: "a"}, {ID: "B"}},
		"hidden":       {{ID: ".a"}},
		"like a flag":  {{ID: "-a"}},
		"another path": {{ID: "a/b"}},
		"a long id":    {{ID: strings.Repeat("a", 69)}},
	} {
		for i := range projects {
			if name == "too many" {
				projects[i].ID = fmt.Sprint(i)
			}
		}
		if _, err := parcel.Encode(parcel.Parcel{Projects: projects}); err == nil {
			t.Errorf("%s: was written", name)
		}
	}
}

func TestMayLie(t *testing.T) {
	deep := strings.Repeat("d/", 16)
	for _, c := range []struct {
		layout sync.Layout
		name   string
		may    bool
	}{
		{sync.Native, "private/a.md", true},
		{sync.Native, "private/" + deep + "a.md", true},
		{sync.Native, "private/" + deep + "d/a.md", false},
		{sync.Native, "private/team/é b", true},
		{sync.Native, "drafts/a.md", true},
		{sync.Native, "private", false},
		{sync.Native, "MEMORY.md", false},
		{sync.Native, "team/a.md", false},
		{sync.Native, "Private/a.md", false},
		{sync.Native, ".teammem/state.json", false},
		{sync.Native, "private/.teammem/a.md", false},
		{sync.Native, "private/.TeamMem-x/a.md", false},
		{sync.Native, "private/../a.md", false},
		{sync.Native, "private//a.md", false},
		{sync.Native, "/private/a.md", false},
		{sync.Native, "private/a\\b.md", false},
		{sync.Native, "private/a\x00.md", false},
		{sync.Native, "private/a\nb.md", false},
		{sync.Native, "private/\xff.md", false},
		{sync.Native, "private/" + strings.Repeat("n", 5000), false},
		{sync.Claude, "MEMORY.md", true},
		{sync.Claude, "private/a.md", true},
		{sync.Claude, "team", false},
		{sync.Claude, "team/a.md", false},
		{sync.Claude, "TEAM/a.md", false},
		{sync.Claude, "team./a.md", false},
		{sync.Claude, ".", false},
		{"other", "private/a.md", false},
	} {
		if parcel.MayLie(c.layout, c.name) != c.may {
			t.Errorf("%s %q: got %v", c.layout, c.name, !c.may)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(encoded(f, small()))
	f.Add(encoded(f, parcel.Parcel{}))
	for _, archive := range hostile(f) {
		f.Add(archive)
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		p, err := parcel.Decode(archive)
		if err != nil {
			return
		}
		again, err := parcel.Decode(encoded(t, p))
		if diff := cmp.Diff(p, again, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	})
}
