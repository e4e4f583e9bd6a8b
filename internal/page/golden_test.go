package page

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/inerttest"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/report"
	"github.com/teammem/teammem/internal/teammemtest"
)

var update = flag.Bool("update", false, "write the wanted pages into the cases")

var now = time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)

const (
	forkID = "00000000000000000000000000000000000f0000"
	baseID = "0000000000000000000000000000000000ba5e00"
	headID = "00000000000000000000000000000000004ead00"
)

// forked is a repository whose base and head parted at the fork.
type forked struct {
	*teammemtest.Repo
	fork string
}

func (f forked) MergeBases(context.Context, string, string) ([]string, error) {
	return []string{f.fork}, nil
}

// A scene is the files of each state. Those of Both are in all of them; Meanwhile is what the
// base has besides or otherwise.
type scene struct{ both, base, head, meanwhile []teammemtest.File }

// sceneOf reads the files of a case: "base/memory/x.md" is a memory at the base.
func sceneOf(t testing.TB, files []txtar.File) scene {
	t.Helper()
	var s scene
	for _, f := range files {
		state, p, _ := strings.Cut(f.Name, "/")
		if rest, ok := strings.CutPrefix(p, "memory/"); ok {
			p = memory.Dir + "/" + rest
		}
		file := teammemtest.NewFile(teammemtest.Expand(p), teammemtest.Expand(string(f.Data)))
		switch state {
		case "both":
			s.both = append(s.both, file)
		case "base":
			s.base = append(s.base, file)
		case "head":
			s.head = append(s.head, file)
		case "meanwhile":
			s.meanwhile = append(s.meanwhile, file)
		case "want.md", "want.txt":
		default:
			t.Fatalf("no state %q", state)
		}
	}
	return s
}

// page makes the page of a scene as the command does.
func (s scene) page(t testing.TB) *Page {
	t.Helper()
	join := func(lists ...[]teammemtest.File) (out []teammemtest.File) {
		for _, l := range lists {
			out = append(out, l...)
		}
		return out
	}
	history := []teammemtest.Commit{{ID: forkID, Files: join(s.both, s.base)}}
	base := forkID
	if s.meanwhile != nil {
		base = baseID
		old := slices.DeleteFunc(slices.Clone(s.base), func(f teammemtest.File) bool {
			return slices.ContainsFunc(s.meanwhile, func(g teammemtest.File) bool { return f.Path == g.Path })
		})
		history = append(history, teammemtest.Commit{ID: baseID, Files: join(s.both, old, s.meanwhile)})
	}
	history = append(history, teammemtest.Commit{ID: headID, Files: join(s.both, s.head)})
	repo := forked{&teammemtest.Repo{History: history}, forkID}
	var shelf engine.Shelf
	res, err := engine.Check(context.Background(), repo, engine.Request{Source: engine.Range, Base: base, Rev: headID, Branch: "topic", FailOn: finding.Error, Now: now, Shelf: &shelf})
	if err != nil {
		t.Fatal(err)
	}
	var pages []*Page
	for _, s := range []*engine.Shelf{&shelf, {}} {
		sides, err := engine.Compare(context.Background(), repo, s, base, headID)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, Of(sides, Request{Result: res, Now: now}))
	}
	if again, anew := pages[0].Markdown(wholePage), pages[1].Markdown(wholePage); again != anew {
		t.Errorf("what the check has read makes another page:\n%s\nread anew:\n%s", again, anew)
	}
	return pages[0]
}

func text(t testing.TB, p *Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := p.WriteText(&b, report.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const wholePage = 1 << 20

// Each case of testdata is a change of each kind with the page it makes.
func TestPages(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) < 20 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(bytes.TrimSpace(a.Comment)) == 0 {
				t.Error("the case has no sentence")
			}
			p := sceneOf(t, a.Files).page(t)
			got := map[string]string{"want.md": p.Markdown(wholePage), "want.txt": text(t, p)}
			safe(t, string(txtar.Format(a)), got, p)
			for _, out := range []string{"want.md", "want.txt"} {
				compareGolden(t, a, out, got[out])
			}
			if *update {
				if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func compareGolden(t *testing.T, a *txtar.Archive, name, got string) {
	t.Helper()
	for i := range a.Files {
		if f := &a.Files[i]; f.Name == name {
			if *update {
				f.Data = []byte(got)
			} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			return
		}
	}
	if !*update {
		t.Errorf("the case has no %s", name)
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(got)})
}

// safe holds that a page shows no secret of its case, and that a browser makes nothing of
// what the memories say.
func safe(t *testing.T, source string, got map[string]string, p *Page) {
	t.Helper()
	var j bytes.Buffer
	if err := p.WriteJSON(&j); err != nil {
		t.Fatal(err)
	}
	got["json"] = j.String()
	for name, out := range got {
		for _, secret := range teammemtest.Secrets(source) {
			if strings.Contains(out, secret) {
				t.Errorf("%s shows a secret", name)
			}
		}
		if c := inerttest.Commands(out); len(c) > 0 {
			t.Errorf("the runner obeys %s: %+v", name, c)
		}
	}
	delete(got, "json")
	if strings.Contains(j.String(), ": null") {
		t.Error("the JSON holds null")
	}
	var again Page
	if err := json.Unmarshal(j.Bytes(), &again); err != nil {
		t.Error(err)
	} else if diff := cmp.Diff(*p, again); diff != "" {
		t.Errorf("the JSON says something else:\n%s", diff)
	}
	onlyOurs(t, got["want.md"])
}

// ours are the elements that a page is made of.
var ours = strings.Fields("html head body h3 p strong b code pre ul li table thead tbody tr th td details summary blockquote")

// onlyOurs holds that the page has our elements alone, and nothing that a host would bring
// to life.
func onlyOurs(t testing.TB, markdown string) {
	t.Helper()
	read := inerttest.Read(t, markdown)
	for _, tag := range read.Tags {
		name, rest, _ := strings.Cut(tag, " ")
		class := strings.HasPrefix(rest, "class=language-") || strings.HasPrefix(rest, "align=") || strings.HasPrefix(rest, "style=text-align:") || rest == "open" || rest == "open="
		if !strings.Contains(" "+strings.Join(ours, " ")+" ", " "+name+" ") || rest != "" && !class {
			t.Errorf("there is an element %q", tag)
		}
	}
	for _, live := range read.Live {
		if live != "> [!WARNING]" && live != "> [!CAUTION]" && !strings.HasPrefix(live, "[!") {
			t.Errorf("a host would see %q", live)
		}
	}
}

// Five hundred memories are cut at whole ones, whatever the limit.
func TestMarkdownIsCut(t *testing.T) {
	var s scene
	index := "# Team memory\n\n"
	for i := range 500 {
		name := fmt.Sprintf("feedback_n%03d.md", i)
		s.head = append(s.head, teammemtest.NewFile(memory.Dir+"/"+name, fmt.Sprintf(
			"---\nname: n%03d\ndescription: the note with the number %d\ntype: feedback\n---\n\nNote %d says %s.\n", i, i, i, teammemtest.Random(name, 300))))
		index += fmt.Sprintf("- [N%03d](%s) — note\n", i, name)
	}
	s.head = append(s.head, teammemtest.NewFile(memory.IndexPath, index))
	p := s.page(t)
	for _, limit := range []int{0, 100, 2000, 9000, 65_000, 200_000, wholePage} {
		out := p.Markdown(limit)
		if len(out) > limit {
			t.Errorf("of %d bytes allowed %d came", limit, len(out))
		}
		if a, b := strings.Count(out, "<details"), strings.Count(out, "</details>"); a != b {
			t.Errorf("%d bytes: %d parts are opened and %d closed", limit, a, b)
		}
		if strings.Count(out, "```")%2 != 0 {
			t.Errorf("%d bytes: a fence is open", limit)
		}
		shown := strings.Count(out, "<b>new</b>")
		more := fmt.Sprintf("%d more: `teammem review` shows all", 500-shown)
		if limit >= 9000 && (shown < limit/1000 && shown < 400 || shown < 500 && !strings.Contains(out, more)) {
			t.Errorf("%d bytes: %d memories, and not %q", limit, shown, more)
		}
		if limit <= 65_000 {
			onlyOurs(t, out)
		}
	}
	if n := strings.Count(p.Markdown(wholePage), "<b>new</b>"); n != 500 {
		t.Errorf("of 500 memories %d are shown", n)
	}
}
