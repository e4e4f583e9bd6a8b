package action

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/report"
)

// A reportFile is an input that names a file for a report.
type reportFile struct {
	input  string
	format report.Format
}

// files are the inputs that name a file for a report, with its format.
var files = []reportFile{{"json-file", report.JSON}, {"sarif-file", report.SARIF}}

// result writes the summary, the outputs and the files that were asked for.
func (d *door) result(ctx context.Context, repo *git.Repo, res *engine.Result, look report.Options) error {
	if d.fetch != nil {
		res.Notices = append(res.Notices, d.fetch.task.notices...)
		fmt.Fprintf(d.app.Stderr, "teammem: judged %s\n", d.fetch.task)
	}
	d.comment(ctx, repo, res, look)
	var summary bytes.Buffer
	d.keep(report.WriteSummary(&summary, res, look))
	if d.app.Getenv("GITHUB_STEP_SUMMARY") != "" {
		summary.WriteString(d.pageText(ctx, repo, res, maxSummary-summary.Len()))
	}
	d.append("GITHUB_STEP_SUMMARY", summary.String())
	var errs, warnings int
	for _, f := range res.Findings {
		switch {
		case f.Older:
		case f.Severity == finding.Error:
			errs++
		case f.Severity == finding.Warn:
			warnings++
		}
	}
	d.outputs(verdictWord(res.Verdict), errs, warnings)
	for _, f := range files {
		var text bytes.Buffer
		if name := d.input(f.input); name != "" {
			d.keep(report.Write(&text, f.format, res, look))
			d.keep(writeFile(d.app.Dir, name, text.Bytes()))
		}
	}
	return d.err
}

// verdictWord is a verdict as an output: one of three constants, whatever a result holds.
func verdictWord(v engine.Verdict) string {
	switch v {
	case engine.Pass, engine.Warn:
		return string(v)
	}
	return string(engine.Block)
}

// failed writes the same where there is no result.
func (d *door) failed(ctx context.Context, code int, why error) {
	if d.err != nil {
		return // it is the reason
	}
	var summary bytes.Buffer
	d.keep(report.WriteSummaryError(&summary, why))
	d.append("GITHUB_STEP_SUMMARY", summary.String())
	d.outputs("unfinished", 0, 0)
	d.commentFailure(ctx, why)
	for _, f := range files {
		var text bytes.Buffer
		if name := d.input(f.input); name != "" {
			d.keep(report.WriteError(&text, f.format, code, why))
			d.keep(writeFile(d.app.Dir, name, text.Bytes()))
		}
	}
	if d.err != nil {
		fmt.Fprintf(d.app.Stderr, "teammem: error: %s\n", report.Inert(fmt.Sprintf("%q", d.err.Error())))
	}
}

// outputs are constants and numbers only, so that nothing in them can be another output.
func (d *door) outputs(verdict string, errs, warnings int) {
	d.append("GITHUB_OUTPUT", fmt.Sprintf("verdict=%s\nerrors=%d\nwarnings=%d\n", verdict, errs, warnings))
}

// append adds text to the file that the runner named in a variable, where it named one.
func (d *door) append(variable, text string) {
	name := d.app.Getenv(variable)
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		d.keep(fmt.Errorf("write %s: %w", variable, err))
		return
	}
	_, err = f.WriteString(text)
	d.keep(errors.Join(err, f.Close()))
}

func (d *door) keep(err error) {
	if d.err == nil {
		d.err = err
	}
}

// writeFile replaces a file. A name below dir stays there, and no link that the
// checked-out files hold leads anywhere else.
func writeFile(dir, name string, text []byte) error {
	if below, err := filepath.Rel(dir, name); filepath.IsAbs(name) && err == nil && filepath.IsLocal(below) {
		name = below
	}
	if filepath.IsAbs(name) {
		dir, name = filepath.Dir(name), filepath.Base(name)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	defer root.Close()
	if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write the report: %w", err)
	}
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
