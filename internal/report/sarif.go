package report

import (
	"io"
	"net/url"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

// SARIF 2.1.0 with errata 01, as far as it is written here. Section numbers below
// are those of the standard.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool             `json:"tool"`
	Invocations []sarifInvocation     `json:"invocations"`
	Bases       map[string]sarifNamed `json:"originalUriBaseIds"`
	ColumnKind  string                `json:"columnKind"`
	// Results is nil when the check did not finish: an empty list would say that
	// all is well (3.14.23).
	Results    []sarifResult  `json:"results,omitzero"`
	Properties map[string]any `json:"properties,omitempty"`
}

type sarifNamed struct {
	Description sarifMessage `json:"description"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name           string      `json:"name"`
	Version        string      `json:"version,omitempty"`
	InformationURI string      `json:"informationUri"`
	Rules          []sarifRule `json:"rules,omitempty"`
}

type sarifRule struct {
	ID               string        `json:"id"`
	ShortDescription *sarifMessage `json:"shortDescription,omitempty"`
	Help             *sarifMessage `json:"help,omitempty"`
	HelpURI          string        `json:"helpUri"`
	Default          *sarifLevel   `json:"defaultConfiguration,omitempty"`
}

type sarifLevel struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	ExitCode            int                 `json:"exitCode,omitempty"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifResult struct {
	RuleID       string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifMessage      `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
	Baseline     string            `json:"baselineState,omitempty"`
	Properties   map[string]string `json:"properties,omitempty"`
}

type sarifLocation struct {
	ID       *int           `json:"id,omitempty"`
	Physical sarifPhysical  `json:"physicalLocation"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId"`
}

type sarifLogical struct {
	Name string `json:"fullyQualifiedName"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine,omitempty"`
	EndColumn   int `json:"endColumn,omitempty"`
}

// sourceRoot names the top of the repository, as GitHub's upload knows it.
const sourceRoot = "%SRCROOT%"

var sarifLevels = [...]string{"none", "note", "warning", "error"}

func writeSARIF(w io.Writer, res *engine.Result, opt Options) error {
	run := newRun(opt.Version)
	run.Invocations = []sarifInvocation{{ExecutionSuccessful: true}}
	for _, n := range res.Notices {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{"note", sarifText(n)})
	}
	ids := ruleIDs(res.Findings)
	for _, id := range ids {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, ruleOf(id))
	}
	run.Results = make([]sarifResult, len(res.Findings))
	for i, f := range res.Findings {
		index, _ := slices.BinarySearch(ids, f.Rule)
		run.Results[i] = resultOf(f, index)
		if res.Base != "" { // there is something to be newer than (3.27.24)
			run.Results[i].Baseline = baselineState(f)
		}
	}
	run.Properties = map[string]any{"verdict": res.Verdict, "source": res.Source, "base": res.Base, "head": res.Head, "counts": res.Counts}
	return Encode(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

func writeSARIFError(w io.Writer, code int, text string) error {
	run := newRun("")
	run.Invocations = []sarifInvocation{{
		ExitCode:      code,
		Notifications: []sarifNotification{{"error", sarifText(text)}},
	}}
	return Encode(w, sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
}

func newRun(version string) sarifRun {
	return sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "teammem", Version: version, InformationURI: Repository}},
		Bases:      map[string]sarifNamed{sourceRoot: {sarifMessage{Text: "The top of the repository."}}},
		ColumnKind: "unicodeCodePoints",
	}
}

// ruleIDs lists the rules of fs, each once, sorted.
func ruleIDs(fs []finding.Finding) []string {
	ids := make([]string, len(fs))
	for i, f := range fs {
		ids[i] = f.Rule
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ruleOf describes a rule; one that this teammem does not have, by its id alone.
func ruleOf(id string) sarifRule {
	out := sarifRule{ID: id, HelpURI: ruleURL(id)}
	if r := rules.Find(id); r != nil {
		out.ShortDescription = &sarifMessage{Text: r.Title}
		out.Help = &sarifMessage{Text: r.Doc, Markdown: r.Doc}
		out.Default = &sarifLevel{sarifLevels[r.Severity(policy.Default())]}
	}
	return out
}

func resultOf(f finding.Finding, index int) sarifResult {
	out := sarifResult{
		RuleID: f.Rule, RuleIndex: index, Level: sarifLevels[f.Severity],
		Message:      sarifText(sentence(f)),
		Locations:    []sarifLocation{locationOf(f)},
		Fingerprints: map[string]string{"teammem/v1": f.Fingerprint},
	}
	switch {
	case f.Commit != "":
		out.Properties = map[string]string{"commit": f.Commit}
	case f.Ref != "":
		out.Properties = map[string]string{"ref": f.Ref}
	}
	for i, r := range f.Related {
		l := sarifLocation{ID: &i, Physical: sarifPhysical{Artifact: artifact(r.Path)}}
		if r.Line > 0 {
			l.Physical.Region = &sarifRegion{StartLine: r.Line}
		}
		if r.Message != "" {
			m := sarifText(r.Message)
			l.Message = &m
		}
		out.Related = append(out.Related, l)
	}
	return out
}

// sentence is what a viewer shows of f. It shows no other field, so the fix is part
// of it, and so is the place of what is not in the files that were judged.
func sentence(f finding.Finding) string {
	s := f.Message
	if origin(f) != "" {
		s = Place(f) + ": " + s
	}
	if f.Fix != "" {
		s += "\nfix: " + f.Fix
	}
	return s
}

// locationOf is the place of f. GitHub refuses a whole upload in which one result
// has no file, so what is in none is at the team directory.
func locationOf(f finding.Finding) sarifLocation {
	if f.Path == "" {
		return sarifLocation{
			Physical: sarifPhysical{Artifact: artifact(memory.Dir)},
			Logical:  []sarifLogical{{origin(f)}},
		}
	}
	r := &sarifRegion{StartLine: max(1, f.Line)}
	if !isWhole(f) {
		*r = sarifRegion{f.Line, f.Column, f.EndLine, f.EndColumn}
	}
	return sarifLocation{Physical: sarifPhysical{artifact(f.Path), r}}
}

func artifact(path string) sarifArtifact {
	u := url.URL{Path: path}
	return sarifArtifact{u.String(), sourceRoot}
}

func baselineState(f finding.Finding) string {
	if f.Older {
		return "unchanged"
	}
	return "new"
}

var (
	braces   = lazy.Replacer("{", "{{", "}", "}}")
	brackets = lazy.Replacer(`\`, `\\`, "[", `\[`, "]", `\]`)
)

// sarifText is a message that says s and nothing else: braces are doubled, or they
// would be placeholders (3.11.5), and what could be a link is none (3.11.6).
func sarifText(s string) sarifMessage {
	if strings.Contains(s, "](") {
		s = brackets.Replace(s)
	}
	return sarifMessage{Text: braces.Replace(s)}
}
