package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/inerttest"
)

// every is all formats.
var every = []Format{Text, JSON, SARIF, GitHub, GitLab, JUnit, RDJSON}

var update = flag.Bool("update", false, "write the golden files")

const (
	dir  = ".agent/team-memory/"
	sha  = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
	base = "00112233445566778899aabbccddeeff00112233"
)

// rich is a result with every kind of finding.
func rich() *engine.Result {
	fs := []finding.Finding{
		{Rule: "branch-rule", Severity: finding.Error, Line: 1, Column: 1, EndLine: 1, EndColumn: 1,
			Message: "the name of the branch holds a secret (GitHub token)", Fix: "rename the branch and revoke the token"},
		{Rule: "secret", Severity: finding.Error, Ref: "refs/tags/v1", Line: 2, Column: 1, EndLine: 2, EndColumn: 11,
			Message: "a secret (GitHub token)", Fix: "revoke it and make the tag anew", Excerpt: "[redacted]"},
		{Rule: "branch-rule", Severity: finding.Error, Ref: "refs/heads/fix-[redacted]", Line: 1, Column: 1, EndLine: 1, EndColumn: 1,
			Message: "the name of the branch holds a secret (GitHub token)", Fix: "rename the branch and revoke the token"},
		{Rule: "secret", Severity: finding.Error, Commit: sha, Line: 3, Column: 8, EndLine: 3, EndColumn: 18,
			Message: "a secret (GitHub token)", Fix: "revoke it; it is in the history", Excerpt: "token: [redacted]"},
		{Rule: "secret", Severity: finding.Error, Commit: sha, Path: dir + "gone.md", Line: 9, Column: 1, EndLine: 11, EndColumn: 5,
			Message: "a secret (private key)", Fix: "revoke it; it is in the history", Excerpt: "[redacted]"},
		{Rule: "dead-link", Severity: finding.Error, Path: dir + "MEMORY.md", Line: 4, Column: 3, EndLine: 4, EndColumn: 27,
			Message: `the link leads to "pläne/über uns.md", which does not exist`, Fix: "create it or remove the entry",
			Excerpt: "- [Über uns](pläne/über%20uns.md) — who we are, 我们",
			Related: []finding.Related{{Path: dir + "pläne/über uns.md", Line: 1, Message: "the file that is missing"}, {Path: dir + "a,b:c.md"}}},
		{Rule: "relative-date", Severity: finding.Warn, Path: dir + "MEMORY.md", Line: 2, Column: 150, EndLine: 2, EndColumn: 159,
			Message: `"yesterday" says nothing to whoever reads this later`, Fix: "write the date",
			Excerpt: strings.Repeat("many words stand before ", 6) + "      yesterday" + strings.Repeat(" and many after", 10)},
		{Rule: "why", Severity: finding.Note, Path: dir + "MEMORY.md", Line: 9, Column: 1, EndLine: 9, EndColumn: 9, Message: "no reason is given for <b> & co", Fix: "add a line that begins with Why:"},
		{Rule: "executable", Severity: finding.Warn, Path: dir + "a,b:c%d.md", Line: 1, Column: 1, EndLine: 1, EndColumn: 1,
			Message: "the file has the executable bit", Fix: "run git update-index --chmod=-x on it, and chmod -x"},
		{Rule: "bidi", Severity: finding.Error, Path: dir + `b\u{202E}.md`, Line: 5, Column: 7, EndLine: 5, EndColumn: 8,
			Message: `U+202E turns the text around, see [x](https://example.com) and ##[error]`, Fix: "remove it", Excerpt: `left \u{202E}right`},
		{Rule: "orphan", Severity: finding.Error, Path: dir + "old.md", Line: 1, Column: 1, EndLine: 1, EndColumn: 1, Older: true,
			Message: "no entry of the index leads here", Fix: "add an entry to the index"},
		{Rule: "dead-link", Severity: finding.Error, Path: dir + "old.md", Line: 7, Column: 1, EndLine: 7, EndColumn: 5, Older: true,
			Message: "the link leads to no file", Fix: "create it or remove the entry", Excerpt: "[x](y.md)"},
		{Rule: "why", Severity: finding.Note, Path: dir + "older.md", Line: 9, Column: 1, EndLine: 9, EndColumn: 9, Older: true, Message: "no reason is given"},
	}
	for i := range fs {
		f := &fs[i]
		f.Rule = "demo-" + f.Rule // so that the words of no real rule stand in the golden files
		f.Fingerprint = finding.Fingerprint(f.Rule, f.Path, f.Message)
	}
	return &engine.Result{
		Version: 1, Verdict: engine.Block, Source: engine.Range, Base: base, Head: sha,
		Counts:   engine.Counts{Memories: 12, Commits: 3, Older: 3, Allowed: 1, Hidden: 2},
		Notices:  []string{".agent/teammem.yaml:9: allow dead-link x.md expired on 2026-01-31"},
		Findings: fs,
	}
}

// many is a result with more findings than GitHub shows.
func many() *engine.Result {
	res := &engine.Result{Version: 1, Verdict: engine.Block, Source: engine.Worktree, Counts: engine.Counts{Memories: 40}}
	for i := range 25 {
		f := finding.Finding{Rule: "orphan", Severity: finding.Warn, Path: fmt.Sprintf("%sm%02d.md", dir, i), Line: 1, Column: 1, EndLine: 1, EndColumn: 1, Message: "no entry of the index leads here", Fix: "add an entry to the index"}
		if i >= 15 {
			f.Severity = finding.Error
		}
		f.Fingerprint = finding.Fingerprint(f.Rule, f.Path)
		res.Findings = append(res.Findings, f)
	}
	return res
}

func clean() *engine.Result {
	return &engine.Result{Version: 1, Verdict: engine.Pass, Source: engine.Worktree, Counts: engine.Counts{Memories: 12}}
}

// onlyWarnings blocks nothing.
func onlyWarnings() *engine.Result {
	res := many()
	res.Verdict, res.Findings = engine.Warn, res.Findings[:1]
	return res
}

// onlyNotes blocks because notes were asked to block.
func onlyNotes(v engine.Verdict) *engine.Result {
	res := clean()
	res.Verdict = v
	res.Findings = []finding.Finding{{Rule: "why", Severity: finding.Note, Path: dir + "a.md", Line: 9, Column: 1, EndLine: 9, EndColumn: 9, Message: "no reason is given", Fingerprint: "0123456789abcdef"}}
	return res
}

func write(t testing.TB, f Format, res *engine.Result, opt Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, f, res, opt); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	onlyOlder := rich()
	onlyOlder.Verdict, onlyOlder.Findings = engine.Pass, onlyOlder.Findings[10:]
	cases := []struct {
		name   string
		format Format
		res    *engine.Result
		opt    Options
	}{
		{"rich.txt", Text, rich(), Options{}},
		{"rich-verbose.txt", Text, rich(), Options{Verbose: true}},
		{"rich-brief.txt", Text, rich(), Options{Brief: true, Advice: "mend it and try again"}},
		{"managed-brief.txt", Text, onlyWarnings(), Options{Brief: true, Pages: true}},
		{"many-brief.txt", Text, many(), Options{Brief: true, Advice: "mend it and try again", Max: 3}},
		{"warn-brief.txt", Text, onlyWarnings(), Options{Brief: true, Advice: "mend it and try again"}},
		{"rich.json", JSON, rich(), Options{}},
		{"rich.sarif.json", SARIF, rich(), Options{Version: "1.2.3"}},
		{"rich.github", GitHub, rich(), Options{}},
		{"rich-verbose.github", GitHub, rich(), Options{Verbose: true}},
		{"many.github", GitHub, many(), Options{}},
		{"rich.gitlab", GitLab, rich(), Options{}},
		{"rich-verbose.gitlab", GitLab, rich(), Options{Verbose: true}},
		{"rich.junit", JUnit, rich(), Options{FailOn: finding.Error}},
		{"rich-verbose.junit", JUnit, rich(), Options{Verbose: true, FailOn: finding.Warn}},
		{"rich.rdjson", RDJSON, rich(), Options{}},
		{"rich-verbose.rdjson", RDJSON, rich(), Options{Verbose: true}},
		{"clean.txt", Text, clean(), Options{}},
		{"clean-brief.txt", Text, clean(), Options{Brief: true}},
		{"clean.json", JSON, clean(), Options{}},
		{"clean.sarif.json", SARIF, clean(), Options{}},
		{"clean.github", GitHub, clean(), Options{}},
		{"clean.gitlab", GitLab, clean(), Options{}},
		{"clean.junit", JUnit, clean(), Options{}},
		{"clean.rdjson", RDJSON, clean(), Options{}},
		{"older.txt", Text, onlyOlder, Options{}},
		{"older-brief.txt", Text, onlyOlder, Options{Brief: true}},
		{"notes.txt", Text, onlyNotes(engine.Pass), Options{}},
		{"notes-block.txt", Text, onlyNotes(engine.Block), Options{}},
	}
	for _, c := range cases {
		golden(t, c.name, write(t, c.format, c.res, c.opt))
	}
}

func TestWriteError(t *testing.T) {
	err := errors.New("no common history of main and HEAD\nrun git fetch --unshallow, then 50% more: ##[error]\x1b[31m")
	for _, f := range every {
		var b bytes.Buffer
		if err := WriteError(&b, f, 3, err); err != nil {
			t.Fatal(err)
		}
		if f == Text {
			if b.Len() > 0 {
				t.Errorf("text: %q; what is wrong is said on stderr", b.String())
			}
			continue
		}
		golden(t, "error."+string(f), b.String())
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// Colour and links add no word and take none away.
func TestColorSameWords(t *testing.T) {
	plain := write(t, Text, rich(), Options{Verbose: true})
	full := write(t, Text, rich(), Options{Verbose: true, Color: true, Links: true, Top: "/home/ann/my repo"})
	for _, want := range []string{
		"\x1b[1;31merror:\x1b[0m", "\x1b[2molder error:\x1b[0m", "\x1b[1;31mverdict: block\x1b[0m",
		"\x1b]8;;file:///home/ann/my%20repo/.agent/team-memory/old.md\x1b\\",
		"\x1b]8;;" + Repository + "/blob/main/docs/rules/demo-orphan.md\x1b\\",
	} {
		if !strings.Contains(full, want) {
			t.Errorf("no %q in the coloured report", want)
		}
	}
	if strings.Contains(full, "my%20repo/.agent/team-memory/gone.md") {
		t.Error("a link to a file that only history holds")
	}
	escapes := regexp.MustCompile("\x1b\\[[0-9;]*m|\x1b]8;;[^\x1b]*\x1b\\\\")
	if diff := cmp.Diff(plain, escapes.ReplaceAllString(full, "")); diff != "" {
		t.Errorf("-plain +coloured:\n%s", diff)
	}
}

func TestParseFormat(t *testing.T) {
	if len(every) != len(formats) {
		t.Errorf("%d formats can be written, %d can be asked for", len(every), len(formats))
	}
	for _, f := range every {
		if got, err := ParseFormat(string(f)); err != nil || got != f {
			t.Errorf("%s: %v, %v", f, got, err)
		}
	}
	if _, err := ParseFormat("xml"); err == nil || err.Error() != `unknown format "xml", want one of github, gitlab, json, junit, rdjson, sarif, text` {
		t.Error(err)
	}
}

// The JSON is the result, nothing more and nothing less.
func TestJSONRoundTrip(t *testing.T) {
	var got engine.Result
	if err := json.Unmarshal([]byte(write(t, JSON, rich(), Options{})), &got); err != nil {
		t.Fatal(err)
	}
	want := rich()
	for i := range want.Findings {
		if want.Findings[i].Related == nil {
			want.Findings[i].Related = []finding.Related{}
		}
	}
	if diff := cmp.Diff(want, &got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, res := range []*engine.Result{clean(), rich(), onlyNotes(engine.Warn)} {
		if out := write(t, JSON, res, Options{}); strings.Contains(out, "null") || !strings.HasSuffix(out, "}\n") {
			t.Errorf("a list is null, or the last line end is missing:\n%s", out)
		}
	}
}

// Writing changes nothing and gives the same bytes again.
func TestWriteOnlyReads(t *testing.T) {
	for _, f := range every {
		res := many()
		res.Findings = append(res.Findings, rich().Findings...)
		before, err := json.Marshal(res)
		if err != nil {
			t.Fatal(err)
		}
		first, second := write(t, f, res, Options{}), write(t, f, res, Options{})
		if first != second {
			t.Errorf("%s: two runs differ", f)
		}
		if after, err := json.Marshal(res); err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("%s: the result was changed", f)
		}
	}
}

func TestWindow(t *testing.T) {
	long := strings.Repeat("a", 50) + "HIT" + strings.Repeat("é", 50)
	for _, tt := range []struct {
		s             string
		column, width int
		want          string
	}{
		{"  short  ", 3, 10, "short"},
		{"", 1, 10, ""},
		{long, 51, 9, "…aaaHITééé…"},
		{long, 1, 9, "aaaaaaaaa…"},
		{long, 103, 9, "…" + strings.Repeat("é", 9)},
		{long, 1 << 40, 3, "…ééé"},
		{long, -5, 3, "aaa…"},
		{"…" + strings.Repeat("a", 99) + "HIT" + strings.Repeat("é", 50), 5000, 9, "…aaaHITééé…"},
		{"…" + strings.Repeat("a", 99) + "HIT…", 5000, 9, "…aaaaaHIT…"},
		{"    " + long, 55, 9, "…aaaHITééé…"},
	} {
		if got := window(finding.Finding{Excerpt: tt.s, Column: tt.column}, tt.width); got != tt.want {
			t.Errorf("window(%.20q, %d, %d) = %q, want %q", tt.s, tt.column, tt.width, got, tt.want)
		}
	}
}

// failing is a full disk.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestWriteFails(t *testing.T) {
	for _, f := range every {
		if err := Write(failing{}, f, rich(), Options{}); err == nil {
			t.Errorf("%s: the error of the writer is lost", f)
		}
		if err := WriteError(failing{}, f, 2, errors.New("x")); f != Text && err == nil {
			t.Errorf("%s: the error of the writer is lost", f)
		}
	}
}

// hostile is a result in which every text is s.
func hostile(s string) *engine.Result {
	res := rich()
	res.Notices = append(res.Notices, s)
	for i := range res.Findings {
		f := &res.Findings[i]
		f.Message, f.Fix, f.Excerpt, f.Rule = s, s, s, s
		if f.Path != "" {
			f.Path = s
		}
		f.Related = []finding.Related{{Path: s, Line: 1, Message: s}}
	}
	return res
}

// Whatever a result holds, no report holds a character that a terminal obeys or
// that nobody sees, and each JSON can be read.
func FuzzReport(f *testing.F) {
	for _, s := range inerttest.Awkward {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		res := hostile(s)
		for _, format := range every {
			out := write(t, format, res, Options{Verbose: true})
			if strings.ReplaceAll(out, "\n", "") != finding.Visible(strings.ReplaceAll(out, "\n", "")) || !utf8.ValidString(out) {
				t.Errorf("%s: the report holds what must not be printed: %q", format, out)
			}
			if slices.Contains([]Format{JSON, SARIF, GitLab, RDJSON}, format) && !json.Valid([]byte(out)) {
				t.Errorf("%s: not JSON", format)
			}
			if format == JUnit {
				checkJUnit(t, out)
			}
			if format == RDJSON {
				checkInertMarkdown(t, out)
			}
			if format == GitHub {
				checkInert(t, out, res)
				continue
			}
			if c := inerttest.Commands(out); len(c) > 0 {
				t.Errorf("%s: the runner obeys %+v", format, c)
			}
		}
		if out := write(t, Text, res, Options{}); strings.Count(out, "\n") > 60 {
			t.Errorf("a text made lines of its own: %q", out)
		}
	})
}
