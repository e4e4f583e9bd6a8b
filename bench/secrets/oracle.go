package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/bench/pairs"
	"github.com/teammem/teammem/internal/secretscan"
)

// gitleaksModule is the module of the peer; which version is in go.mod.
const gitleaksModule = "github.com/zricethezav/gitleaks/v8"

// A sample is a text with which gitleaks tests a rule of its own.
type sample struct {
	Rule, Text string
	Loud       bool // the rule must find something
}

// collector stands in for the file of gitleaks' generator that tries the samples of each
// rule: it writes them down instead.
const collector = `package utils

import (
	"encoding/json"
	"os"

	"github.com/zricethezav/gitleaks/v8/config"
)

func write(rule, text string, loud bool) {
	f, err := os.OpenFile(os.Getenv("SAMPLES"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	if err := json.NewEncoder(f).Encode(map[string]any{"Rule": rule, "Text": text, "Loud": loud}); err != nil {
		panic(err)
	}
}

func Validate(r config.Rule, loud, quiet []string) *config.Rule {
	for _, s := range loud {
		write(r.RuleID, s, true)
	}
	for _, s := range quiet {
		write(r.RuleID, s, false)
	}
	return &r
}

func ValidateWithPaths(r config.Rule, loud, quiet map[string]string) *config.Rule {
	for _, s := range loud {
		write(r.RuleID, s, true)
	}
	for _, s := range quiet {
		write(r.RuleID, s, false)
	}
	return &r
}
`

// samples runs gitleaks' own generator of rules, in a copy of its module below dir, with
// the collector in it. The samples are drawn anew by each run.
func samples(dir string) []sample {
	source := strings.TrimSpace(output("go", "list", "-m", "-f", "{{.Dir}}", gitleaksModule))
	clone := filepath.Join(dir, "gitleaks-source")
	pairs.Must(os.RemoveAll(clone))
	pairs.Must(os.CopyFS(clone, os.DirFS(source)))
	pairs.Must(exec.Command("chmod", "-R", "u+w", clone).Run())
	pairs.Must(os.WriteFile(filepath.Join(clone, "cmd/generate/config/utils/validate.go"), []byte(collector), 0o600))
	file := filepath.Join(clone, "samples")
	run := exec.Command("go", "run", "-mod=mod", ".", filepath.Join(dir, "gitleaks.toml"))
	run.Dir = filepath.Join(clone, "cmd/generate/config")
	run.Env = append(os.Environ(), "SAMPLES="+file, "GOWORK=off")
	run.Stderr = os.Stderr
	pairs.Must(run.Run())
	f, err := os.Open(file)
	pairs.Must(err)
	defer f.Close()
	var out []sample
	for lines := bufio.NewReader(f); ; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return out
		}
		var s sample
		pairs.Must(json.Unmarshal(line, &s))
		out = append(out, s)
	}
}

// oracle holds teammem to the samples of gitleaks.
func oracle(dir string) {
	var loud, quiet score
	missed := map[string]int{}
	var all []sample
	for range 3 { // each draws other values
		all = append(all, samples(dir)...)
	}
	for _, s := range all {
		found := len(secretscan.Scan([]byte(s.Text))) > 0
		if !s.Loud {
			quiet.add(found)
			continue
		}
		loud.add(found)
		if !found {
			missed[s.Rule]++
		}
	}
	fmt.Printf("\n| gitleaks' own samples | by teammem |\n|---|---|\n| must be found: found | %v |\n| must not be found by one of its rules: found by any of ours | %v |\n", loud, quiet)
	var rules []string
	for r, n := range missed {
		rules = append(rules, fmt.Sprintf("%s (%d)", r, n))
	}
	slices.Sort(rules)
	fmt.Printf("\nmissed: %s\n", strings.Join(rules, ", "))
}

func output(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	pairs.Must(err)
	return string(out)
}
