//go:build e2e

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/color"
	_ "image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	gmhtml "github.com/yuin/goldmark/renderer/html"
)

// widths are a phone and a desk, in pixels.
var widths = []int{390, 1000}

// A probe is what the browser says of the page.
type probe struct {
	Ran      string // by whom a script of a memory ran; "" when none did
	Links    int
	Images   int
	Scripts  int
	Overflow []string // elements that stand out of the page
	Details  int
	Rows     []string // of the table of counts
	Bars     int
	Cut      int    // bars that have to be moved to be seen whole
	Added    string // the colour behind an added line
	Removed  string
	Text     string
}

// probing runs in the browser after the page was laid out, and puts what it sees into the title.
const probing = `<script id="probe">
onload = () => {
  const all = q => [...document.querySelectorAll("main " + q)];
  all("details").forEach(d => d.open = true);
  const right = document.querySelector("main").getBoundingClientRect().right;
  const inBox = e => e.parentElement.closest("main pre, main table");
  const colour = q => all(q).map(e => getComputedStyle(e).backgroundColor)[0] || "";
  const seen = {
    ran: String(window.ran || ""), links: all("a").length, images: all("img").length, scripts: document.scripts.length,
    overflow: all("*").filter(e => !inBox(e) && e.getBoundingClientRect().right > right + 0.5).map(e => e.outerHTML.slice(0, 200)),
    details: all("details").length, rows: all("table tr").map(r => r.innerText), added: colour(".i"), removed: colour(".d"),
    bars: all("pre").filter(p => /[█▓▒]/.test(p.innerText)).length,
    cut: all("pre").filter(p => /[█▓▒]/.test(p.innerText) && p.scrollWidth > p.clientWidth).length, text: document.querySelector("main").innerText,
  };
  const out = document.createElement("textarea");
  out.id = "seen";
  out.textContent = JSON.stringify(seen);
  out.hidden = true;
  document.body.append(out);
};
</script>`

var (
	fenceForm = regexp.MustCompile(`(?s)<pre><code class="language-diff">(.*?)</code></pre>`)
	alertForm = regexp.MustCompile(`(?s)<blockquote>\n<p>\[!(WARNING|CAUTION|NOTE)\]\n?</p>`)
	alertLine = regexp.MustCompile(`(?s)<blockquote>\n<p>\[!(WARNING|CAUTION|NOTE)\]\n`)
)

// asHost makes of Markdown what a host shows: its HTML, with the colours of a diff and the
// boxes of alerts, in a column so many pixels wide.
func asHost(t *testing.T, markdown string, width int) string {
	t.Helper()
	css, err := os.ReadFile("testdata/host.css")
	if err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(gmhtml.WithUnsafe()))
	if err := md.Convert([]byte(markdown), &body); err != nil {
		t.Fatal(err)
	}
	text := fenceForm.ReplaceAllStringFunc(body.String(), func(block string) string {
		lines := strings.SplitAfter(fenceForm.FindStringSubmatch(block)[1], "\n")
		for i, l := range lines {
			switch {
			case strings.HasPrefix(l, "+"):
				lines[i] = `<span class="i">` + strings.TrimSuffix(l, "\n") + "</span>\n"
			case strings.HasPrefix(l, "-"):
				lines[i] = `<span class="d">` + strings.TrimSuffix(l, "\n") + "</span>\n"
			case strings.HasPrefix(l, "@@"):
				lines[i] = `<span class="m">` + strings.TrimSuffix(l, "\n") + "</span>\n"
			}
		}
		return "<pre><code>" + strings.Join(lines, "") + "</code></pre>"
	})
	box := func(tail string) func(string) string {
		return func(s string) string {
			kind := alertLine.FindStringSubmatch(strings.Replace(s, "</p>", "\n", 1))[1]
			return `<blockquote class="alert ` + strings.ToLower(kind) + `"><b>` + kind[:1] + strings.ToLower(kind[1:]) + `</b>` + tail
		}
	}
	text = alertForm.ReplaceAllStringFunc(text, box(""))
	text = alertLine.ReplaceAllStringFunc(text, box("<p>"))
	return fmt.Sprintf("<!doctype html><meta charset=utf-8><title>page</title><style>%s main { width: %dpx }</style><main>%s</main>%s", css, width, text, probing)
}

// browse opens a page in Chromium and gives what it saw, and its picture.
func browse(t *testing.T, page string, width int) (probe, image.Image) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "page.html", page)
	url := "file://" + filepath.Join(dir, "page.html")
	args := []string{"--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
		"--user-data-dir=" + filepath.Join(dir, "profile"), fmt.Sprintf("--window-size=%d,4000", max(width, 600)), "--virtual-time-budget=2000"}
	shot := filepath.Join(dir, "page.png")
	chromium(t, dir, append(args, "--screenshot="+shot, url)...)
	dom := chromium(t, dir, append(args, "--dump-dom", url)...)
	_, seen, found := strings.Cut(dom, `<textarea id="seen"`)
	_, seen, _ = strings.Cut(seen, ">")
	seen, _, _ = strings.Cut(seen, "</textarea>")
	var p probe
	if err := json.Unmarshal([]byte(html.UnescapeString(seen)), &p); err != nil || !found {
		t.Fatalf("the browser says nothing: %v\n%s", err, dom)
	}
	f, err := os.Open(shot)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, _, err := image.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if keep := os.Getenv("TEAMMEM_PICTURES"); keep != "" {
		data, err := os.ReadFile(shot)
		if err != nil {
			t.Fatal(err)
		}
		write(t, keep, fmt.Sprintf("%s-%d.png", t.Name(), width), string(data))
	}
	return p, picture
}

// chromium starts the browser, again where it crashes: that says nothing of a page.
func chromium(t *testing.T, dir string, args ...string) string {
	t.Helper()
	for range 2 {
		if out, code := run(t, dir, "chromium", args...); code == 0 {
			return out
		}
	}
	return must(t, dir, "chromium", args...)
}

// count is how many points of a picture have a colour.
func count(picture image.Image, r, g, b uint8) (n int) {
	want := color.RGBA{r, g, b, 255}
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
			if color.RGBAModel.Convert(picture.At(x, y)) == want {
				n++
			}
		}
	}
	return n
}

// memoryOf is the text of a memory.
func memoryOf(name, description, kind, body string) string {
	return "---\nname: " + name + "\ndescription: " + description + "\ntype: " + kind + "\n---\n\n" + body + "\n"
}

const script = "<script>ran = 1</script>"

// everyKind makes a repository with a change of every kind on its branch "topic".
func everyKind(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	index := func(lines ...string) {
		write(t, dir, memories+"/MEMORY.md", "# Team memory\n\n"+strings.Join(lines, "\n")+"\n")
	}
	ship := "We ship on Fridays at noon from the release branch.\n\n**Why:** the customer tests on Mondays.\n**How to apply:** plan releases for Friday morning."
	reviews := "Two people read every change before it is merged, and one of them knows the code.\n\n**How to apply:** ask a second person."
	must(t, dir, "git", "init", "-q", "-b", "main")
	write(t, dir, ".github/CODEOWNERS", "/.agent/ @ann @example/memory-owners\n")
	write(t, dir, "src/limit.go", "package src\n\n// Limit is how often a call is tried.\nconst Limit = 3\n")
	index("- [Ship](project_ship.md) — when we ship", "- [Reviews](feedback_reviews.md) — how reviews are done", "- [Limits](reference_limits.md) — where limits are", "- [Old](project_old.md) — the old API", "- [Port](reference_port.md) — the port")
	write(t, dir, memories+"/project_ship.md", memoryOf("ship", "when we ship", "project", ship))
	write(t, dir, memories+"/feedback_reviews.md", memoryOf("reviews", "how reviews are done", "feedback", reviews))
	write(t, dir, memories+"/reference_limits.md", memoryOf("limits", "where limits are", "reference", "The limit is in src/limit.go:4."))
	write(t, dir, memories+"/project_old.md", memoryOf("old", "the old API", "project", "Only billing calls the old API."))
	write(t, dir, memories+"/reference_port.md", memoryOf("port", "the port", "reference", "The database listens on port 5433."))
	must(t, dir, "git", "add", "-A")
	must(t, dir, "git", "commit", "-q", "-m", "docs: memory")
	must(t, dir, "git", "checkout", "-q", "-b", "topic")
	write(t, dir, memories+"/project_ship.md", memoryOf("ship", "when we ship", "project", strings.NewReplacer("Friday", "Thursday", "release branch", "main branch").Replace(ship)))
	must(t, dir, "git", "mv", memories+"/feedback_reviews.md", memories+"/feedback_reading.md")
	write(t, dir, memories+"/archive/README.md", "The archive.\n")
	must(t, dir, "git", "mv", memories+"/project_old.md", memories+"/archive/project_old.md")
	must(t, dir, "git", "rm", "-q", memories+"/reference_port.md")
	write(t, dir, "src/limit.go", "package src\n\n// It was moved.\n\n// Limit is how often a call is tried.\nconst Limit = 3\n")
	write(t, dir, memories+"/project_fabu.md", memoryOf("fabu", "何时发布", "project", "我们每周四中午从主分支发布,因为客户周一测试。"))
	write(t, dir, memories+"/feedback_speed.md", memoryOf("speed", "how reviews are done", "feedback", "Two people do not read every change before it is merged, and one of them knows the code.\n\n"+
		script+"<img src=x onerror=ran=2> [x](https://example.com) @ann #1 </pre></details>"+script+"\n\n"+strings.Repeat("averylongword", 40)+"\n\n```\n"+script+"\n"))
	index("- [Ship](project_ship.md) — when we ship", "- [Reviews](feedback_reading.md) — how reviews are done", "- [Limits](reference_limits.md) — where limits are", "- [发布](project_fabu.md) — 何时发布", "- [Speed](feedback_speed.md) — how reviews are done fast")
	must(t, dir, "git", "add", "-A")
	must(t, dir, "git", "commit", "-q", "-m", "docs: more memory")
	return dir
}

// A person sees on the page what there is to see, on a phone and on a desk, and nothing of a
// memory runs or leads anywhere.
func TestPageInBrowser(t *testing.T) {
	dir := everyKind(t)
	markdown, code := run(t, dir, teammem, "review", "--range", "main..topic", "--format", "markdown")
	if code > 1 {
		t.Fatalf("review ended with %d:\n%s", code, markdown)
	}
	for _, width := range widths {
		seen, picture := browse(t, asHost(t, markdown, width), width)
		if seen.Ran != "" || seen.Links+seen.Images > 0 || seen.Scripts != 1 {
			t.Errorf("%d: %q ran, %d links, %d pictures, %d scripts", width, seen.Ran, seen.Links, seen.Images, seen.Scripts)
		}
		for _, e := range seen.Overflow {
			t.Errorf("%d: it stands out of the page: %s", width, e)
		}
		if seen.Details != 7 || seen.Bars != 1 || seen.Cut > 0 || len(seen.Rows) != 6 || seen.Added == "" || seen.Removed == "" {
			t.Errorf("%d: %d memories and an index, %d bars, of which %d are cut, rows %q, colours %q and %q", width, seen.Details, seen.Bars, seen.Cut, seen.Rows, seen.Added, seen.Removed)
		}
		for _, want := range []string{"This change adds 2 memories, changes 1, renames 1, archives 1 and deletes 1.", "@example/memory-owners", "{+Thursdays+}", "may contradict", "何时发布", "that line is line 6 now", "ran = 1"} {
			if !strings.Contains(seen.Text, want) {
				t.Errorf("%d: the page lacks %q", width, want)
			}
		}
		for what, n := range map[string]int{
			"added": count(picture, 0xda, 0xfb, 0xe1), "removed": count(picture, 0xff, 0xeb, 0xe9), "warning": count(picture, 0x9a, 0x67, 0x00), "bars and text": count(picture, 0x1f, 0x23, 0x28),
		} {
			if n < 300 {
				t.Errorf("%d: %d points of %s", width, n, what)
			}
		}
	}
}

// Without what makes it safe, the browser of this test would see that a memory runs.
func TestBrowserRunsWhatIsNotInert(t *testing.T) {
	seen, _ := browse(t, asHost(t, "<b>"+script+"</b> [x](https://example.com) <p style='width:5000px'>x</p>", 390), 390)
	if seen.Ran == "" || seen.Links != 1 || len(seen.Overflow) == 0 {
		t.Errorf("the browser sees %+v", seen)
	}
}
