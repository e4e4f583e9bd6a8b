package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/lazy"
)

// A junitCase is one test. The outcome is "failure", "error" or "skipped"; "" is passed.
type junitCase struct {
	class, name   string
	outcome, kind string
	message, body string
	out           string
}

// writeJUnit writes a suite in which the first test is the verdict, and each finding is
// another. Those that count fail; the others are skipped, with what they say. A file with
// no test at all is an error to many servers.
// https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd
func writeJUnit(w io.Writer, res *engine.Result, opt Options) error {
	fs := wanted(res, opt)
	forReading(fs)
	summary := new(page).summary(res, fs)
	first := junitCase{class: "teammem", name: "verdict", out: strings.Join(append(res.Notices, summary), "\n")}
	if res.Verdict == engine.Block {
		first.outcome, first.kind, first.message = "failure", string(res.Verdict), summary
	}
	cases := []junitCase{first}
	for _, f := range fs {
		cases = append(cases, junitOf(f, res.Verdict, opt.FailOn))
	}
	return writeSuite(w, cases)
}

func writeJUnitError(w io.Writer, code int, text string) error {
	return writeSuite(w, []junitCase{{
		class: "teammem", name: "verdict",
		outcome: "error", kind: "exit code " + strconv.Itoa(code), message: text,
	}})
}

func junitOf(f finding.Finding, v engine.Verdict, failOn finding.Severity) junitCase {
	c := junitCase{class: "teammem." + f.Rule, name: Place(f), outcome: "skipped", kind: f.Severity.String(), message: f.Message, body: oneLine(f)}
	if v == engine.Block && !f.Older && failOn != finding.Off && f.Severity >= failOn {
		c.outcome = "failure"
	}
	return c
}

func writeSuite(w io.Writer, cases []junitCase) error {
	n := map[string]int{}
	for _, c := range cases {
		n[c.outcome]++
	}
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
	fmt.Fprintf(&b, "  <testsuite name=\"teammem\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n",
		len(cases), n["failure"], n["error"], n["skipped"])
	for _, c := range cases {
		c.write(&b)
	}
	b.WriteString("  </testsuite>\n</testsuites>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (c junitCase) write(b *strings.Builder) {
	fmt.Fprintf(b, "    <testcase classname=\"%s\" name=\"%s\"", escapeXML(c.class), escapeXML(c.name))
	b.WriteString(">\n")
	if c.outcome != "" {
		fmt.Fprintf(b, "      <%s type=\"%s\" message=\"%s\">%s</%[1]s>\n", c.outcome, escapeXML(c.kind), escapeXML(c.message), escapeXML(c.body))
	}
	if c.out != "" {
		fmt.Fprintf(b, "      <system-out>%s</system-out>\n", escapeXML(c.out))
	}
	b.WriteString("    </testcase>\n")
}

// xmlEscapes are for text and attributes alike. A line end is escaped, so that no text
// begins a line of the file, and so is the beginning of a workflow command.
var xmlEscapes = lazy.Replacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\n", "&#10;", "##[", "##&#91;")

func escapeXML(s string) string { return xmlEscapes.Replace(s) }
