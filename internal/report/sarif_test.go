package report

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/teammem/teammem/internal/inerttest"
)

func TestSARIFPaths(t *testing.T) {
	for path, want := range map[string]string{
		".agent/team-memory/a.md": ".agent/team-memory/a.md",
		"a b#c?d%.md":             "a%20b%23c%3Fd%25.md",
		"pläne/我.md":              "pl%C3%A4ne/%E6%88%91.md",
		`b\u{202E}.md`:            "b%5Cu%7B202E%7D.md",
		"a:b.md":                  "./a:b.md",
	} {
		if got := artifact(path).URI; got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// A message is text: no placeholder, no link.
func TestSARIFText(t *testing.T) {
	for s, want := range map[string]string{
		"plain [[x]] text":       "plain [[x]] text",
		"{0} and \\u{200B}":      "{{0}} and \\u{{200B}}",
		"[x](https://e.example)": `\[x\](https://e.example)`,
		`[x\](y)`:                `\[x\\\](y)`,
	} {
		if got := sarifText(s).Text; got != want {
			t.Errorf("%s: %s, want %s", s, got, want)
		}
	}
}

// Every result has a file, a rule that it points to, and a fingerprint: what
// GitHub's upload demands beyond the schema.
func TestSARIFResults(t *testing.T) {
	ids := ruleIDs(rich().Findings)
	for _, f := range rich().Findings {
		r := resultOf(f, 0)
		l := r.Locations[0].Physical
		if l.Artifact.URI == "" || l.Artifact.BaseID != "%SRCROOT%" || r.Fingerprints["teammem/v1"] != f.Fingerprint {
			t.Errorf("%+v", r)
		}
		if f.Path != "" && (l.Region == nil || l.Region.StartLine != f.Line) {
			t.Errorf("%s: region %+v", Place(f), l.Region)
		}
	}
	run := write(t, SARIF, rich(), Options{})
	if n := strings.Count(run, `"helpUri"`); n != len(ids) {
		t.Errorf("%d rules, want %d", n, len(ids))
	}
	if strings.Contains(write(t, SARIF, many(), Options{}), "baselineState") {
		t.Error("a state against a base that there was none of")
	}
	rule := ruleOf("executable")
	if rule.ShortDescription == nil || rule.Help.Markdown == "" || rule.Default.Level != "warning" {
		t.Errorf("%+v", rule)
	}
}

// With SARIF_SCHEMA set to a copy of the schema of the standard, the reports are
// validated by it. It is too large to be kept here.
func TestSARIFSchema(t *testing.T) {
	name := os.Getenv("SARIF_SCHEMA")
	if name == "" {
		t.Skip("SARIF_SCHEMA is not set")
	}
	s, err := jsonschema.NewCompiler().Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	var failure bytes.Buffer
	if err := WriteError(&failure, SARIF, 3, errors.New("x")); err != nil {
		t.Fatal(err)
	}
	outs := []string{failure.String()}
	for _, text := range inerttest.Awkward {
		outs = append(outs, write(t, SARIF, hostile(text), Options{}))
	}
	for _, out := range append(outs, write(t, SARIF, rich(), Options{Version: "1"}), write(t, SARIF, clean(), Options{}), write(t, SARIF, many(), Options{})) {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%v\n%.300s", err, out)
		}
	}
}
