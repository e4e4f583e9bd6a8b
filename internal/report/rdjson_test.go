package report

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"github.com/teammem/teammem/internal/engine"
)

func TestRDJSONSchema(t *testing.T) {
	file, err := os.Open("testdata/schema/rdjson.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	validate(t, doc, RDJSON)
	for _, out := range reports(t, RDJSON) {
		for _, d := range diagnostics(t, out) {
			if d.Location.Path == "" || d.Location.Range.Start.Line < 1 || d.Severity == "" {
				t.Errorf("reviewdog needs a path, a line and a severity: %+v", d)
			}
		}
	}
}

// What is older makes no comment, unless it is asked for, and never one that counts.
func TestRDJSONOlder(t *testing.T) {
	res := onlyWarnings()
	res.Verdict, res.Findings[0].Older = engine.Pass, true
	if ds := diagnostics(t, write(t, RDJSON, res, Options{})); len(ds) != 0 {
		t.Errorf("%+v", ds)
	}
	ds := diagnostics(t, write(t, RDJSON, res, Options{Verbose: true}))
	if len(ds) != 1 || ds[0].Severity != "INFO" || !strings.HasPrefix(ds[0].Message, "older: `") {
		t.Errorf("%+v", ds)
	}
}

func TestCodeSpans(t *testing.T) {
	for s, want := range map[string]string{
		"":              "",
		"plain":         "`plain`",
		" a \n\n b":     "`a`\n\n`b`",
		"`":             "`` ` ``",
		"a``b`c":        "``` a``b`c ```",
		"fix: run `x`":  "`` fix: run `x` ``",
		"@ann\n# title": "`@ann`\n\n`# title`",
	} {
		if got := codeSpans(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// checkInertMarkdown fails unless all of a message is in code spans, but for one word of ours.
func checkInertMarkdown(t *testing.T, out string) {
	t.Helper()
	p := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()
	for _, d := range diagnostics(t, out) {
		src := []byte(d.Message)
		err := ast.Walk(p.Parse(text.NewReader(src)), func(n ast.Node, in bool) (ast.WalkStatus, error) {
			switch n := n.(type) {
			case *ast.Document, *ast.Paragraph:
				return ast.WalkContinue, nil
			case *ast.CodeSpan:
				return ast.WalkSkipChildren, nil
			case *ast.Text:
				if s := string(n.Segment.Value(src)); s == "older: " {
					return ast.WalkContinue, nil
				}
			}
			if in {
				t.Errorf("%s in the message %q", n.Kind(), d.Message)
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func diagnostics(t *testing.T, out string) []rdDiagnostic {
	t.Helper()
	var res rdResult
	if err := json.Unmarshal([]byte(out), &res); err != nil {
		t.Fatal(err)
	}
	return res.Diagnostics
}
