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
    ran: window.ran || "", links: all("a").length, images: all("img").length, scripts: document.scripts.length,
    overflow: all("*").filter(e => !inBox(e) && e.getBoundingClientRect().right > right + 0.5).map(e => e.outerHTML.slice(0, 200)),
    details: all("details").length, rows: all("table tr").map(r => r.innerText), added: colour(".i"), removed: colour(".d"),
    bars: all("pre").filter(p => /[█▓▒]/.test(p.innerText)).length, text: document.querySelector("main").innerText,
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
	must(t, dir, "chromium", append(args, "--screenshot="+shot, url)...)
	dom := must(t, dir, "chromium", append(args, "--dump-dom", url)...)
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
