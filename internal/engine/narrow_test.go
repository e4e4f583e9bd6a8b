package engine_test

import (
	"testing"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
)

func TestNarrow(t *testing.T) {
	of := func(s finding.Severity) finding.Finding { return finding.Finding{Severity: s} }
	older := of(finding.Error)
	older.Older = true
	for _, test := range []struct {
		name   string
		some   []finding.Finding
		failOn finding.Severity
		want   engine.Verdict
	}{
		{"nothing", nil, finding.Error, engine.Pass},
		{"a note", []finding.Finding{of(finding.Note)}, finding.Error, engine.Pass},
		{"what is older", []finding.Finding{older}, finding.Error, engine.Pass},
		{"a warning", []finding.Finding{of(finding.Note), of(finding.Warn), older}, finding.Error, engine.Warn},
		{"an error first", []finding.Finding{of(finding.Error), of(finding.Warn)}, finding.Error, engine.Block},
		{"an error that blocks nothing", []finding.Finding{of(finding.Error)}, finding.Off, engine.Warn},
		{"a warning that blocks", []finding.Finding{of(finding.Warn)}, finding.Warn, engine.Block},
	} {
		res := &engine.Result{Verdict: engine.Block, Findings: []finding.Finding{of(finding.Error), older}}
		got := res.Narrow(test.some, test.failOn)
		if got.Verdict != test.want || len(got.Findings) != len(test.some) {
			t.Errorf("%s: verdict %s with %d findings, want %s with %d", test.name, got.Verdict, len(got.Findings), test.want, len(test.some))
		}
		if res.Verdict != engine.Block || len(res.Findings) != 2 {
			t.Errorf("%s: the result itself was changed", test.name)
		}
	}
}
