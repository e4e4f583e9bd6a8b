package report

import (
	"io"
	"slices"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
)

// rdResult is the DiagnosticResult of the Reviewdog Diagnostic Format.
// https://github.com/reviewdog/reviewdog/blob/master/proto/rdf/reviewdog.proto
type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
	Severity string     `json:"severity"`
	Code     *rdCode    `json:"code,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

// rdRange is of whole lines, the last included, because both ends have no column: the
// format counts columns in bytes, and a finding counts them in code points.
type rdRange struct {
	Start rdPosition  `json:"start"`
	End   *rdPosition `json:"end,omitempty"`
}

type rdPosition struct {
	Line int `json:"line"`
}

var rdSeverities = [...]string{"INFO", "INFO", "WARNING", "ERROR"}

// writeRDJSON writes what is to be said at the lines of a change: reviewdog makes
// comments of it, so what is older is left out unless it is asked for.
func writeRDJSON(w io.Writer, res *engine.Result, opt Options) error {
	ds := []rdDiagnostic{}
	for _, n := range res.Notices {
		ds = append(ds, rdNotice("INFO", n))
	}
	fs := wanted(res, opt)
	if !opt.Verbose {
		fs = slices.DeleteFunc(fs, isOlder)
	}
	for _, f := range fs {
		ds = append(ds, rdOf(f))
	}
	return writeRD(w, ds)
}

// writeRDJSONError reports the failure as a diagnostic: none would say that all is well.
func writeRDJSONError(w io.Writer, text string) error {
	return writeRD(w, []rdDiagnostic{rdNotice("ERROR", text)})
}

func writeRD(w io.Writer, ds []rdDiagnostic) error {
	return Encode(w, rdResult{rdSource{"teammem", Repository}, ds})
}

func rdNotice(severity, text string) rdDiagnostic {
	return rdDiagnostic{Message: codeSpans(text), Location: rdLocation{memory.Dir, rdRange{Start: rdPosition{1}}}, Severity: severity}
}

func rdOf(f finding.Finding) rdDiagnostic {
	d := rdDiagnostic{
		Message:  codeSpans(sentence(f)),
		Location: rdLocation{fileOf(f), rdRange{Start: rdPosition{lineOf(f)}}},
		Severity: rdSeverities[f.Severity],
		Code:     &rdCode{f.Rule, ruleURL(f.Rule)},
	}
	if f.Older {
		d.Severity, d.Message = "INFO", "older: "+d.Message
	}
	if f.Path != "" && f.EndLine > f.Line {
		d.Location.Range.End = &rdPosition{f.EndLine}
	}
	return d
}
