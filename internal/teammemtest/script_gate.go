package teammemtest

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/finding"
)

// result is the part of the promised JSON that scripts ask for.
type result struct {
	Verdict  string
	Findings []finding.Finding
}

var formats = []string{"text", "json", "sarif", "github", "gitlab", "junit", "rdjson"}

func gate(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, true, "gate ARGS...")
	s := stageOf(ts)
	s.result = result{}
	codes := map[string]int{}
	for _, format := range formats {
		codes[format] = run(ts, "teammem", append([]string{"check", "--format", format}, args...)...)
		out := ts.ReadFile("stdout")
		if err := readable(format, out); err != nil {
			ts.Fatalf("the report in the format %s can't be read: %v", format, err)
		}
		if format == "json" {
			ts.Check(json.Unmarshal([]byte(out), &s.result))
		}
	}
	code := 0
	if s.result.Verdict == "block" {
		code = 1
	}
	for _, format := range formats {
		if codes[format] != code {
			ts.Fatalf("verdict %q, but exit codes %v", s.result.Verdict, codes)
		}
	}
	reviewed(ts, args, code)
}

// reviewed holds that the page of a range comes to the same, in each of its formats.
func reviewed(ts *testscript.TestScript, args []string, code int) {
	if len(args) != 2 || args[0] != "--range" || stageOf(ts).result.Verdict == "" {
		return
	}
	for _, format := range []string{"text", "markdown", "json"} {
		got := run(ts, "teammem", "review", "--format", format, args[0], args[1])
		nothing := strings.Contains(ts.ReadFile("stdout"), "This change does nothing") // check judges the whole tree then
		if got != code && !nothing {
			ts.Fatalf("teammem review --format %s ends with %d, and check with %d", format, got, code)
		}
	}
}

// readable says why the program that a report is for could not read it.
func readable(format, out string) error {
	switch format {
	case "text", "github":
		return nil
	case "junit":
		return xml.Unmarshal([]byte(out), new(struct{}))
	}
	return json.Unmarshal([]byte(out), new(any))
}

func verdict(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) > 0, "verdict WORD...")
	if got := stageOf(ts).result.Verdict; !slices.Contains(args, got) {
		ts.Fatalf("verdict %q, want one of %q; findings:\n%s", got, args, list(ts))
	}
}

func found(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 || len(args) > 2 {
		ts.Fatalf("usage: found RULE [PATH[:LINE]]")
	}
	place := strings.Join(args[1:], "")
	hit := slices.ContainsFunc(stageOf(ts).result.Findings, func(f finding.Finding) bool {
		return f.Rule == args[0] && !f.Older && (place == "" || place == f.Path || place == f.Path+":"+strconv.Itoa(f.Line))
	})
	if hit == neg {
		ts.Fatalf("finding %q: %v; findings:\n%s", args, hit, list(ts))
	}
}

func findings(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 0, "findings")
	fmt.Fprint(ts.Stdout(), list(ts))
}

func list(ts *testscript.TestScript) string {
	var b strings.Builder
	for _, f := range stageOf(ts).result.Findings {
		fmt.Fprintf(&b, "%s:%d %s %s", f.Path, f.Line, f.Severity, f.Rule)
		if f.Older {
			b.WriteString(" older")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func canary(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) > 0, "canary TEXT...")
	for _, a := range args {
		if a = Expand(a); a == "" {
			ts.Fatalf("an empty canary")
		}
		stageOf(ts).canaries = append(stageOf(ts).canaries, a)
	}
}

func nocanary(ts *testscript.TestScript, neg bool, files []string) {
	want(ts, neg, true, "nocanary [FILE...]")
	noCanaryIn(ts, append([]string{"stdout", "stderr"}, files...)...)
}

func noCanaryIn(ts *testscript.TestScript, files ...string) {
	for _, file := range files {
		text := ts.ReadFile(file)
		for _, c := range stageOf(ts).canaries {
			if strings.Contains(text, c) {
				ts.Fatalf("%s holds the canary %q", file, c)
			}
		}
	}
}
