// Package archtest holds the arrows between packages as a test, so that they can't
// bend unnoticed.
package archtest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/teammem/teammem/"

// arrows lists, for each package, the packages of this module that it may import.
// What is pure may touch neither disks, processes, networks nor the clock.
var arrows = map[string]struct {
	pure bool
	may  string
}{
	"internal/source":                {true, ""},
	"internal/wordset":               {true, ""},
	"internal/invisible":             {true, "internal/source"},
	"internal/markdown":              {true, "internal/source internal/lazy"},
	"internal/attributes":            {true, "internal/source"},
	"internal/owners":                {true, "internal/source"},
	"internal/doctor":                {true, "internal/delivery internal/finding internal/memory internal/owners internal/source internal/wiring"},
	"internal/confusable":            {true, ""},
	"internal/memory":                {true, "internal/source internal/markdown internal/invisible internal/wordset internal/lazy"},
	"internal/age":                   {true, "internal/memory internal/lazy"},
	"internal/likeness":              {true, "internal/wordset"},
	"internal/reasons":               {true, "internal/source internal/markdown internal/lazy"},
	"internal/finding":               {true, ""},
	"internal/secretscan":            {true, "internal/source internal/wordset internal/lazy"},
	"internal/sync":                  {true, "internal/source internal/markdown internal/memory internal/invisible"},
	"internal/parcel":                {true, "internal/memory internal/sync"},
	"internal/scope":                 {true, "internal/source internal/memory"},
	"internal/jsonc":                 {true, ""},
	"internal/static":                {true, "internal/jsonc internal/source internal/markdown internal/memory"},
	"internal/delivery":              {true, "internal/secretscan internal/source internal/markdown internal/invisible internal/memory internal/age internal/sync"},
	"internal/wiring":                {true, "internal/delivery internal/jsonc internal/markdown internal/memory internal/scope internal/static internal/sync"},
	"internal/agenthook":             {true, "internal/delivery internal/jsonc internal/memory internal/wiring"},
	"internal/policy":                {true, "internal/finding"},
	"internal/remember":              {true, "internal/age internal/secretscan internal/source internal/markdown internal/memory internal/likeness internal/reasons internal/sync internal/wordset"},
	"internal/review":                {true, "internal/memory internal/owners internal/policy internal/wordset internal/lazy"},
	"internal/github":                {false, "internal/memory internal/owners internal/policy internal/review internal/rules internal/source"},
	"internal/rules":                 {true, "internal/wiring internal/reasons internal/likeness internal/age internal/confusable internal/attributes internal/owners internal/source internal/invisible internal/markdown internal/memory internal/finding internal/secretscan internal/scope internal/policy internal/wordset internal/lazy"},
	"internal/engine":                {true, "internal/wiring internal/age internal/source internal/markdown internal/memory internal/finding internal/secretscan internal/policy internal/rules internal/sync internal/likeness"},
	"internal/report":                {true, "internal/memory internal/finding internal/rules internal/engine internal/policy internal/lazy"},
	"internal/page":                  {true, "internal/age internal/engine internal/finding internal/likeness internal/memory internal/owners internal/reasons internal/report internal/review internal/source internal/wordset"},
	"internal/git":                   {false, "internal/memory internal/rules internal/wordset"},
	"internal/branch":                {false, "internal/git"},
	"internal/promote":               {true, "internal/source internal/memory internal/sync"},
	"internal/forge":                 {true, "internal/scope"},
	"internal/gogit":                 {false, "internal/memory internal/rules internal/git internal/lazy"},
	"internal/atomicfile":            {false, ""},
	"internal/cli":                   {false, "internal/agenthook internal/delivery internal/wiring internal/source internal/memory internal/finding internal/secretscan internal/scope internal/policy internal/rules internal/engine internal/page internal/report internal/git internal/gogit internal/atomicfile internal/hooks internal/invisible internal/home internal/static internal/parcel internal/store internal/sync internal/branch internal/forge internal/promote internal/remember internal/doctor internal/owners internal/lazy"},
	"internal/home":                  {false, "internal/age internal/markdown internal/delivery internal/secretscan internal/engine internal/git internal/memory internal/parcel internal/policy internal/rules internal/scope internal/source internal/static internal/store internal/sync internal/lazy"},
	"internal/store":                 {false, "internal/sync"},
	"internal/hooks":                 {false, "internal/memory internal/git internal/atomicfile internal/wordset"},
	"internal/action":                {false, "internal/cli internal/engine internal/finding internal/gate internal/git internal/github internal/report internal/review"},
	"internal/gate":                  {false, "internal/github internal/review"},
	"internal/github/githubtest":     {false, ""},
	"internal/secretscan/secrettest": {false, "internal/source"},
	"internal/git/gittest":           {false, "internal/memory internal/rules internal/engine internal/git"},
	"internal/teammemtest":           {false, "internal/memory internal/finding internal/rules"},
	"internal/archtest":              {false, ""},
	"internal/bigstack":              {true, ""},
	"internal/lazy":                  {true, ""},
	"internal/inerttest":             {false, ""},
	"cmd/teammem":                    {false, "internal/bigstack internal/cli"},
	"cmd/action":                     {false, "internal/action internal/bigstack internal/cli"},
}

// forbidden is what a pure package may not import, and why.
var forbidden = map[string]string{
	"os":            "a pure package opens nothing",
	"os/exec":       "only internal/git runs a process",
	"net":           "nothing here talks to a network",
	"net/http":      "nothing here talks to a network",
	"path/filepath": "paths of a repository are slash-separated: use path",
	"math/rand":     "the same input gives the same bytes",
	"io/ioutil":     "a pure package opens nothing",
}

// owners are the only packages that may import something.
var owners = map[string]string{
	"os/exec":                     "internal/git internal/branch internal/hooks internal/cli internal/action internal/git/gittest internal/teammemtest",
	"github.com/spf13/cobra":      "internal/cli",
	"github.com/gofrs/flock":      "internal/store",
	"github.com/google/go-github": "internal/github",
	"github.com/go-git":           "internal/gogit",
	"filippo.io/age":              "internal/parcel",
	"archive/tar":                 "internal/parcel",
	"github.com/tailscale/hujson": "internal/jsonc internal/wiring internal/agenthook",
	"golang.org/x/term":           "internal/cli",
	"github.com/yuin/goldmark":    "internal/markdown internal/inerttest",
}

func TestArrows(t *testing.T) {
	seen := map[string]bool{}
	taken := map[[2]string]bool{}
	walk(t, func(pkg, file, imported string, test bool) {
		if test {
			return
		}
		seen[pkg] = true
		rule, known := arrows[pkg]
		if !known {
			return
		}
		own, ok := strings.CutPrefix(imported, module)
		if ok && !slices.Contains(strings.Fields(rule.may), own) {
			t.Errorf("%s imports %s, which %s may not: turn the arrow round or move the code", file, own, pkg)
		}
		taken[[2]string{pkg, own}] = true
		if why := forbidden[imported]; why != "" && rule.pure {
			t.Errorf("%s imports %q: %s", file, imported, why)
		}
		for prefix, who := range owners {
			if (imported == prefix || strings.HasPrefix(imported, prefix+"/")) && !slices.Contains(strings.Fields(who), pkg) {
				t.Errorf("%s imports %q, which only %s may", file, imported, who)
			}
		}
	})
	for pkg := range seen {
		if _, known := arrows[pkg]; !known {
			t.Errorf("package %s has no row in arrows: say what it may import", pkg)
		}
	}
	for pkg, rule := range arrows {
		for _, own := range strings.Fields(rule.may) {
			if !taken[[2]string{pkg, own}] {
				t.Errorf("%s may import %s and does not: take the arrow out", pkg, own)
			}
		}
	}
}

// TestLean holds that a hook never pays for what asks a host: only the Action may reach it.
func TestLean(t *testing.T) {
	seen := map[string]bool{}
	var follow func(pkg string)
	follow = func(pkg string) {
		if !seen[pkg] {
			seen[pkg] = true
			for _, next := range strings.Fields(arrows[pkg].may) {
				follow(next)
			}
		}
	}
	follow("cmd/teammem")
	if !seen["internal/engine"] {
		t.Error("cmd/teammem does not reach the engine: the arrows were not followed")
	}
	if seen["internal/github"] {
		t.Error("cmd/teammem reaches internal/github: its start-up and size are paid in every hook")
	}
}

// TestNoTemplate holds that no text of cobra is set as a template: with text/template in it
// the program keeps every exported method of all packages, since one may be called by name.
func TestNoTemplate(t *testing.T) {
	sources(t, func(pkg, file string, src []byte) {
		if pkg == "internal/cli" && (strings.Contains(string(src), "Template(") || strings.Contains(string(src), "AddTemplateFunc")) {
			t.Errorf("%s sets a template, which makes every program larger; print the text yourself", file)
		}
	})
}

// TestArchitecture holds that ARCHITECTURE.md says of every package what it is for.
func TestArchitecture(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			rows.WriteString(line)
		}
	}
	for pkg := range arrows {
		name, ok := strings.CutPrefix(pkg, "internal/")
		if ok && !strings.Contains(rows.String(), "`"+name+"`") {
			t.Errorf("ARCHITECTURE.md has no row for %s", name)
		}
	}
}

// TestClock holds that only cli asks for the time and only main ends the process.
func TestClock(t *testing.T) {
	sources(t, func(pkg, file string, src []byte) {
		if strings.HasSuffix(file, "_test.go") || pkg == "internal/archtest" || pkg == "internal/teammemtest" || pkg == "internal/git/gittest" {
			return
		}
		if strings.Contains(string(src), "time.Now") && pkg != "internal/cli" {
			t.Errorf("%s asks for the time; take it from the caller", file)
		}
		if strings.Contains(string(src), "os.Exit") && !strings.HasPrefix(pkg, "cmd/") {
			t.Errorf("%s ends the process; return an error", file)
		}
	})
}

func walk(t *testing.T, each func(pkg, file, imported string, test bool)) {
	sources(t, func(pkg, file string, src []byte) {
		f, err := parser.ParseFile(token.NewFileSet(), file, src, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			each(pkg, file, imported, strings.HasSuffix(file, "_test.go"))
		}
	})
}

// sources calls each for every Go file of this module's internal/ and cmd/.
func sources(t *testing.T, each func(pkg, file string, src []byte)) {
	top := filepath.Join("..", "..")
	for _, dir := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(top, dir), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
				return err
			}
			rel, err := filepath.Rel(top, p)
			if err != nil {
				return err
			}
			src, err := os.ReadFile(p)
			each(path.Dir(filepath.ToSlash(rel)), filepath.ToSlash(rel), src)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
