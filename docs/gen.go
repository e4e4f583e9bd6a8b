//go:build ignore

// Gen writes the pages of docs/rules and the rules table of README.md from the
// rules and their cases, and docs/agents.md from the agents and the clones of
// their test. Run it with go generate ./...
package main

import (
	"bytes"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

// go generate runs it in internal/rules.
const (
	pages  = "../../docs/rules"
	readme = "../../README.md"
	agents = "../../docs/agents.md"
	clones = "../wiring/testdata/clones/*.txtar"
)

var classes = map[rules.Class]string{
	rules.MustNotPass:     "must never pass",
	rules.BreaksMemory:    "breaks the memory",
	rules.WeakensMemory:   "weakens it",
	rules.CouldBeStronger: "could be stronger",
}

func main() {
	log.SetFlags(0)
	if err := errors.Join(writePages(), writeTable(), writeAgents()); err != nil {
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

// writeAgents writes the page that says by which files each agent gets the index.
func writeAgents() error {
	var b bytes.Buffer
	b.WriteString(agentsHead)
	b.WriteString("| agent | files that teammem writes | takes of them | hook |\n|---|---|---|---|\n")
	for _, a := range delivery.Agents {
		fmt.Fprintf(&b, "| [%s](#%s) `%s` | %s | %s | %s |\n", a.Title, anchor(a.Title), a.Name, strings.Join(filesOf(a.Static), ", "), takes(a.Static), hookOf(a))
	}
	b.WriteString(agentsProof)
	for _, a := range delivery.Agents {
		fmt.Fprintf(&b, "\n### %s\n\n[What it reads](%s).", a.Title, a.Static.Source)
		for _, trap := range a.Static.Traps {
			b.WriteString(" " + trap)
		}
		b.WriteString("\n")
	}
	b.WriteString(agentsOnce)
	files, err := filepath.Glob(clones)
	if err != nil {
		return err
	}
	var all []*exception
	for _, file := range files {
		if all, err = exceptions(all, file); err != nil {
			return err
		}
	}
	b.WriteString("| agent | is told | because | where |\n|---|---|---|---|\n")
	for _, e := range all {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", e.who, e.how, e.why, strings.Join(e.where, "; "))
	}
	return os.WriteFile(agents, b.Bytes(), 0o644)
}

func anchor(title string) string { return strings.ReplaceAll(strings.ToLower(title), " ", "-") }

func filesOf(r delivery.Route) []string {
	var files []string
	if r.Shared {
		files = append(files, "`"+delivery.SharedFile+"` (the index)")
	}
	if r.Own != "" {
		what := map[delivery.Kind]string{delivery.Import: "an import", delivery.Setting: "an entry"}[r.Kind]
		files = append(files, "`"+r.Own+"` ("+what+")")
	}
	return files
}

func takes(r delivery.Route) string {
	if r.Limit == (delivery.Budget{}) {
		return "no limit is published"
	}
	return r.Limit.String() + " a file"
}

func hookOf(a delivery.Agent) string {
	if a.Event == "" {
		return "none"
	}
	return a.Event
}

// An exception is an agent that is told a line another number of times than once.
type exception struct {
	who, how, why string
	where         []string
}

// exceptions appends those of a clone to all.
func exceptions(all []*exception, file string) ([]*exception, error) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(string(a.Comment)), "\n")
	for line := range strings.Lines(rest) {
		who, words, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "link ") {
			continue
		}
		n, why, _ := strings.Cut(words, ", ")
		e := &exception{who: agentTitle(who), how: map[string]string{"0": "not", "2": "twice"}[n], why: why}
		i := slices.IndexFunc(all, func(o *exception) bool { return o.who == e.who && o.how == e.how && o.why == e.why })
		if i < 0 {
			all, i = append(all, e), len(all)
		}
		all[i].where = append(all[i].where, strings.TrimSuffix(first, "."))
	}
	return all, nil
}

// agentTitle is what people call the agent whose name who begins with.
func agentTitle(who string) string {
	for _, a := range delivery.Agents {
		if rest, ok := strings.CutPrefix(who, a.Name); ok {
			return a.Title + strings.Replace(rest, " cli", " CLI", 1)
		}
	}
	return who
}

const agentsHead = `<!-- made by go generate from internal/delivery and the clones of internal/wiring; do not edit -->

# How each agent gets the team's index

A clone is enough: the files below bring the index to an agent that knows nothing of teammem, without a hook, without a
question of trust. ` + "`teammem init --agent NAME`" + ` writes them and ` + "`teammem deliver`" + ` keeps them current; see [deliver.md](deliver.md). What hooks add
is in [agent-hooks.md](agent-hooks.md).

`

const agentsProof = `
## What is proven, and what is only documented

Proven by test, for each agent and for clones with every kind of file before: that what it loads by the rules of its own
documents, assembled from the files alone with imports followed and limits kept, holds the line of each active memory once
(` + "`TestEveryAgentOnce`, `TestFullIndexFits`" + `); that serving it twice equals once and taking it out gives every byte back
(` + "`TestLaws`, `FuzzFiles`" + `); that no text of a memory ends the block or imports a file (` + "`TestInert`" + `); that settings are still read as what they were
and name the file (each write is read back by a parser of its own before it is written).

Only documented: that the agent does what its documents say, and every limit below. ` + "`teammem doctor`" + ` asks an agent that you run
to repeat a line.

## What to know of each
`

const agentsOnce = `
## Where once can't be had

`
