package report

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/secretscan/secrettest"
	"github.com/teammem/teammem/internal/source"
)

// No writer shows a secret, or the better half of one, whatever the secret is and wherever
// it stands: in the text, beside others on its line, in the name of the file or in a link.
func TestSilence(t *testing.T) {
	var loud []secrettest.Note
	for _, n := range secrettest.Notes(21) {
		if n.Loud() && len(secretscan.ScanPhones([]byte(n.Text))) > 0 {
			loud = append(loud, n)
		}
	}
	p := policy.Default()
	p.Rules = map[string]finding.Severity{"phone": finding.Error}
	rapid.Check(t, func(t *rapid.T) {
		notes := rapid.SliceOfN(rapid.SampledFrom(loud), 1, 3).Draw(t, "notes")
		s := engine.NewScan(p, time.Unix(0, 0), finding.Error)
		var values []string
		for _, n := range notes {
			value := n.Text[n.Secret.Start:n.Secret.End]
			values = append(values, value)
			f := &memory.File{Entry: memory.Entry{Path: "notes/a.md"}, Text: source.NewText([]byte(n.Text + "\nonce more: " + value + " and " + value + "\n"))}
			if rapid.Bool().Draw(t, "in the name") && !strings.ContainsAny(value, "\n/") {
				f.Path = "notes/" + value + ".md"
			}
			if rapid.Bool().Draw(t, "in a link") {
				f.Target = source.NewText([]byte("https://example.org/" + value))
			}
			if err := s.Add(f); err != nil {
				t.Fatal(err)
			}
		}
		res := s.Result()
		for _, format := range every {
			for _, opt := range []Options{{}, {Verbose: true, Fingerprints: true, Color: true, Links: true, Top: "/top"}, {Brief: true, Max: 1}} {
				var out bytes.Buffer
				if err := Write(&out, format, res, opt); err != nil {
					t.Fatal(err)
				}
				for i, value := range values {
					if shows(out.String(), value) {
						t.Fatalf("%s shows a %s in %s", format, notes[i].Class, notes[i].Context)
					}
				}
			}
		}
	})
}

// shows reports whether out holds value or a half of it that says more than its shape. What
// stands before the password of a connection string says where it leads, and may be shown.
func shows(out, value string) bool {
	if strings.Contains(out, value) {
		return true
	}
	half := len(value) / 2
	if half < 12 {
		return false
	}
	leads := strings.Contains(value[:half], "://") || strings.Contains(value[half:], ";Password=")
	return !leads && strings.Contains(out, value[:half]) || strings.Contains(out, value[half:])
}
