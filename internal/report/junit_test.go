package report

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/inerttest"
)

// xsd is what junit.xsd uses of XML Schema for the elements that are written here. The file
// is that of the xunit plugin of Jenkins, with its licence in it:
// https://github.com/jenkinsci/xunit-plugin at 031e285ef3b60dee7aaf36e9096d7dcd95ffae83
type xsd struct {
	Elements []struct {
		Name string `xml:"name,attr"`
		Type struct {
			Mixed      bool     `xml:"mixed,attr"`
			Attributes []xsdAny `xml:"attribute"`
			Choice     []xsdAny `xml:"choice>element"`
			Sequence   []xsdAny `xml:"sequence>element"`
			Inner      []xsdAny `xml:"sequence>choice>element"`
		} `xml:"complexType"`
	} `xml:"element"`
}

type xsdAny struct {
	Name string `xml:"name,attr"`
	Ref  string `xml:"ref,attr"`
	Use  string `xml:"use,attr"`
}

// shape is what an element may hold.
type shape struct {
	children, attributes, required []string
	text                           bool
}

func junitShapes(t *testing.T) map[string]shape {
	t.Helper()
	src, err := os.ReadFile("testdata/schema/junit.xsd")
	if err != nil {
		t.Fatal(err)
	}
	var x xsd
	if err := xml.Unmarshal(src, &x); err != nil {
		t.Fatal(err)
	}
	shapes := map[string]shape{}
	for _, e := range x.Elements {
		s := shape{text: e.Type.Mixed || len(e.Type.Attributes) == 0}
		for _, c := range slices.Concat(e.Type.Choice, e.Type.Sequence, e.Type.Inner) {
			s.children = append(s.children, c.Ref)
		}
		for _, a := range e.Type.Attributes {
			s.attributes = append(s.attributes, a.Name)
			if a.Use == "required" {
				s.required = append(s.required, a.Name)
			}
		}
		shapes[e.Name] = s
	}
	return shapes
}

func TestJUnitSchema(t *testing.T) {
	shapes := junitShapes(t)
	for _, out := range reports(t, JUnit) {
		d := xml.NewDecoder(strings.NewReader(out))
		var path []string
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch token := token.(type) {
			case xml.StartElement:
				checkElement(t, shapes, path, token)
				path = append(path, token.Name.Local)
			case xml.EndElement:
				path = path[:len(path)-1]
			case xml.CharData:
				if len(path) > 0 && !shapes[path[len(path)-1]].text && strings.TrimSpace(string(token)) != "" {
					t.Errorf("text in %v: %q", path, token)
				}
			}
		}
	}
}

func checkElement(t *testing.T, shapes map[string]shape, path []string, e xml.StartElement) {
	t.Helper()
	s, known := shapes[e.Name.Local]
	if !known || len(path) == 0 && e.Name.Local != "testsuites" || len(path) > 0 && !slices.Contains(shapes[path[len(path)-1]].children, e.Name.Local) {
		t.Errorf("<%s> in %v", e.Name.Local, path)
	}
	var given []string
	for _, a := range e.Attr {
		if given = append(given, a.Name.Local); !slices.Contains(s.attributes, a.Name.Local) {
			t.Errorf("%s has no attribute %s", e.Name.Local, a.Name.Local)
		}
	}
	for _, r := range s.required {
		if !slices.Contains(given, r) {
			t.Errorf("%s lacks the attribute %s", e.Name.Local, r)
		}
	}
}

// junitFile is a report as a server reads it.
type junitFile struct {
	Suites []struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Class   string    `xml:"classname,attr"`
			Name    string    `xml:"name,attr"`
			Failure *struct{} `xml:"failure"`
			Error   *struct{} `xml:"error"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

// checkJUnit fails unless the counts are those of the tests, and gives the failures and errors.
func checkJUnit(t *testing.T, out string) (failures, broken int) {
	t.Helper()
	var file junitFile
	if err := xml.Unmarshal([]byte(out), &file); err != nil || len(file.Suites) != 1 {
		t.Fatalf("%v, %d suites:\n%s", err, len(file.Suites), out)
	}
	s, skipped := file.Suites[0], 0
	for _, c := range s.Cases {
		failures, broken, skipped = failures+given(c.Failure), broken+given(c.Error), skipped+given(c.Skipped)
	}
	if s.Tests != len(s.Cases) || s.Failures != failures || s.Errors != broken || s.Skipped != skipped || s.Tests == 0 {
		t.Errorf("wrong counts:\n%s", out)
	}
	return failures, broken
}

func given(p *struct{}) int {
	if p == nil {
		return 0
	}
	return 1
}

// A test fails exactly when the verdict is block, whatever blocks; and those findings fail
// that count.
func TestJUnitVerdict(t *testing.T) {
	for i, tt := range []struct {
		res    *engine.Result
		failOn finding.Severity
		want   int
	}{
		{clean(), finding.Error, 0},
		{onlyWarnings(), finding.Error, 0},
		{onlyNotes(engine.Pass), finding.Error, 0},
		{onlyNotes(engine.Block), finding.Note, 2},
		{onlyNotes(engine.Block), finding.Off, 1},
		{many(), finding.Off, 1},
		{many(), finding.Error, 11},
		{many(), finding.Warn, 26},
		{rich(), finding.Error, 8},
		{rich(), finding.Warn, 10},
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			if got, broken := checkJUnit(t, write(t, JUnit, tt.res, Options{FailOn: tt.failOn})); got != tt.want || broken != 0 {
				t.Errorf("%d failures and %d errors, want %d failures", got, broken, tt.want)
			}
		})
	}
	var b strings.Builder
	if err := WriteError(&b, JUnit, 3, errors.New("no common history")); err != nil {
		t.Fatal(err)
	}
	if failures, broken := checkJUnit(t, b.String()); failures != 0 || broken != 1 {
		t.Errorf("%d failures and %d errors of a check that could not finish", failures, broken)
	}
}

// reports is one of every kind in f.
func reports(t *testing.T, f Format) []string {
	t.Helper()
	var failure strings.Builder
	if err := WriteError(&failure, f, 3, errors.New("no common history\nrun git fetch --unshallow")); err != nil {
		t.Fatal(err)
	}
	outs := []string{failure.String()}
	for _, opt := range []Options{{}, {Verbose: true, FailOn: finding.Warn, Version: "1"}} {
		for _, res := range []*engine.Result{rich(), clean(), many(), onlyWarnings(), onlyNotes(engine.Block)} {
			outs = append(outs, write(t, f, res, opt))
		}
		for _, s := range inerttest.Awkward {
			outs = append(outs, write(t, f, hostile(s), opt))
		}
	}
	return outs
}
