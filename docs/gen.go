//go:build ignore

// Gen writes the pages of docs/rules and the rules table of README.md from the
// rules and their cases. Run it with go generate ./...
package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

// go generate runs it in internal/rules.
const (
	pages  = "../../docs/rules"
	readme = "../../README.md"
)

var classes = map[rules.Class]string{
	rules.MustNotPass:     "must never pass",
	rules.BreaksMemory:    "breaks the memory",
	rules.WeakensMemory:   "weakens it",
	rules.CouldBeStronger: "could be stronger",
}

func main() {
	log.SetFlags(0)
	if err := errors.Join(writePages(), writeTable()); err != nil {
		log.Fatal(err)
	}
}

func writePages() error {
	if err := os.RemoveAll(pages); err != nil {
		return err
	}
	if err := os.MkdirAll(pages, 0o755); err != nil {
		return err
	}
	for _, r := range rules.All {
		page, err := page(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(pages, r.ID+".md"), page, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func page(r *rules.Rule) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!-- made by go generate from internal/rules; do not edit -->\n\n# %s\n\n%s.\n\n", r.ID, sentence(r.Title))
	fmt.Fprintf(&b, "| class | recommended | strict |\n|---|---|---|\n| %s | %s | %s |\n\n%s\n", classes[r.Class], severity(r, policy.Recommended), severity(r, policy.Strict), strings.TrimSpace(r.Doc))
	files, err := filepath.Glob(filepath.Join("testdata", r.ID, "*.txtar"))
	if err != nil {
		return nil, err
	}
	for _, heading := range []string{"Reported", "Silent"} {
		fmt.Fprintf(&b, "\n## %s\n", heading)
		for _, file := range files {
			if err := example(&b, file, heading == "Reported"); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
}

// example writes one case, if it is of the kind asked for.
func example(b *bytes.Buffer, file string, reported bool) error {
	a, err := txtar.ParseFile(file)
	if err != nil {
		return err
	}
	want := ""
	var input []txtar.File
	for _, f := range a.Files {
		if f.Name == "want" {
			want = string(f.Data)
		} else {
			input = append(input, f)
		}
	}
	if (want != "") != reported {
		return nil
	}
	first, _, _ := strings.Cut(string(a.Comment), "\n")
	fmt.Fprintf(b, "\n%s\n", first)
	if reported {
		fenced(b, want)
		return nil
	}
	for _, f := range input {
		if len(input) == 1 && len(f.Data) < 1500 {
			fenced(b, string(f.Data))
		}
	}
	return nil
}

// fenced writes text in a fence longer than any run of backticks in it.
func fenced(b *bytes.Buffer, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "\n%stext\n%s\n%s\n", fence, strings.TrimRight(text, "\n"), fence)
}

func severity(r *rules.Rule, preset policy.Preset) string {
	p := policy.Default()
	p.Preset = preset
	return r.Severity(p).String()
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func writeTable() error {
	old, err := os.ReadFile(readme)
	if err != nil {
		return err
	}
	const begin, end = "<!-- rules: made by go generate -->\n", "<!-- end of rules -->\n"
	before, rest, ok := bytes.Cut(old, []byte(begin))
	_, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return fmt.Errorf("%s lacks the marks of the rules table", readme)
	}
	var b bytes.Buffer
	b.Write(before)
	b.WriteString(begin)
	for class := rules.MustNotPass; class <= rules.CouldBeStronger; class++ {
		fmt.Fprintf(&b, "\n**%s**", sentence(classes[class]))
		fmt.Fprintf(&b, " (%s)\n\n", weights[class])
		for _, r := range rules.All {
			if r.Class == class {
				fmt.Fprintf(&b, "- [%s](docs/rules/%s.md): %s\n", r.ID, r.ID, r.Title)
			}
		}
	}
	b.WriteString("\n" + end)
	b.Write(after)
	return os.WriteFile(readme, b.Bytes(), 0o644)
}

var weights = map[rules.Class]string{
	rules.MustNotPass:     "error, always",
	rules.BreaksMemory:    "error",
	rules.WeakensMemory:   "warning; in the strict preset an error",
	rules.CouldBeStronger: "note; in the strict preset an error",
}
