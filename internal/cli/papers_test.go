package cli

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
)

// papers gives the text of every Markdown file that people read in the repository, by its path.
func papers(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	top := os.DirFS("../..")
	for _, dir := range []string{".", "bench", "docs", "examples", "plugin", "changes"} {
		err := fs.WalkDir(top, dir, func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && name != dir && (dir == "." || d.Name() == "node_modules"):
				return fs.SkipDir
			case path.Ext(name) != ".md":
				return nil
			}
			text, err := fs.ReadFile(top, name)
			all[name] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(all) < 50 {
		t.Fatalf("only %d papers were found", len(all))
	}
	return all
}

var (
	fenced   = regexp.MustCompile("(?ms)^ *```[a-z]*\n(.*?)^ *```$")
	inline   = regexp.MustCompile("`[^`\n]+`")
	linked   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	indented = regexp.MustCompile(`(?m)^    (teammem .*)$`)
)

// TestLinks holds that each link from a paper to a file of the repository leads to one, and
// each fragment to a heading.
func TestLinks(t *testing.T) {
	all := papers(t)
	seen := 0
	for name, text := range all {
		for _, m := range linked.FindAllStringSubmatch(inline.ReplaceAllString(fenced.ReplaceAllString(text, ""), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			seen++
			file, fragment, _ := strings.Cut(m[1], "#")
			target, dir := name, path.Dir(name)
			if strings.HasPrefix(name, "changes/") {
				dir = "." // CHANGELOG.md takes these lines over
			}
			if file != "" {
				target = path.Join(dir, file)
			}
			if _, err := os.Stat(filepath.Join("../..", target)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, m[1])
			} else if fragment != "" && !hasHeading(all[target], fragment) {
				t.Errorf("%s: %s has no heading %q", name, target, fragment)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d links were looked at", seen)
	}
}

// hasHeading says whether a heading of text has the id that GitHub gives it.
func hasHeading(text, id string) bool {
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		if slug == id {
			return true
		}
	}
	return false
}

// TestPapersNameCommands holds that every command line in a paper names a command that there
// is, with flags that it has.
func TestPapersNameCommands(t *testing.T) {
	root := (&App{}).manual()
	seen := 0
	for name, text := range papers(t) {
		for _, line := range commandLines(text) {
			seen++
			if fault := misnamed(root, strings.Fields(line)[1:]); fault != "" {
				t.Errorf("%s: %q: %s", name, line, fault)
			}
		}
	}
	if seen < 150 {
		t.Errorf("only %d command lines were looked at", seen)
	}
}

// commandLines gives what stands in code and begins with the name of the program.
func commandLines(text string) []string {
	var lines []string
	add := func(line string) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
		if strings.HasPrefix(line, "teammem ") {
			lines = append(lines, line)
		}
	}
	rest := fenced.ReplaceAllStringFunc(text, func(block string) string {
		for line := range strings.SplitSeq(block, "\n") {
			add(line)
		}
		return ""
	})
	for _, m := range indented.FindAllStringSubmatch(rest, -1) {
		add(m[1])
	}
	for _, m := range inline.FindAllString(rest, -1) {
		add(strings.Trim(m, "`"))
	}
	return lines
}

// misnamed says which word of a command line is no command or no flag of it; "" where all are.
func misnamed(root *cobra.Command, words []string) string {
	c := root
	for i, w := range words {
		switch {
		case strings.HasPrefix(w, "#"), strings.ContainsAny(w, "<>|"):
			return ""
		case strings.HasPrefix(w, "-"):
			flag := strings.Trim(strings.TrimLeft(w, "-"), ",;.")
			flag, _, _ = strings.Cut(flag, "=")
			flag, _, _ = strings.Cut(flag, "[")
			c.InitDefaultHelpFlag()
			c.InitDefaultVersionFlag()
			if flag != "" && c.Flags().Lookup(flag) == nil && (len(flag) != 1 || c.Flags().ShorthandLookup(flag) == nil) {
				return "there is no flag " + w
			}
		case c.HasSubCommands() && c == root || i == 1 && c.HasSubCommands() && !strings.ContainsAny(w, `"{$`):
			sub, _, err := c.Find([]string{w})
			if err != nil || sub == c {
				return "there is no command " + w
			}
			c = sub
		}
	}
	return ""
}

// TestPapersShowPolicies holds that each policy in a paper is one that is read.
func TestPapersShowPolicies(t *testing.T) {
	seen := 0
	for name, text := range papers(t) {
		for _, m := range fenced.FindAllStringSubmatch(text, -1) {
			if !strings.Contains(m[1], "version: 1\n") {
				continue
			}
			seen++
			if _, err := rules.ParsePolicy(source.NewText([]byte(m[1]))); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if seen < 2 {
		t.Errorf("only %d policies were looked at", seen)
	}
}
