//go:build e2e

package e2e

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// doctor proves the hooks of every client, in the main work tree and in a linked one, and
// leaves everything as it is. Of husky it says what is missing in a linked one.
func TestDoctorProvesHooks(t *testing.T) {
	r := newRig(t)
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := r.copy(t, c, r.prepare(t, c))
			judge(t, scenario{}, c.name, attempt(scenario{play: func(w *world) {
				before, state := w.hooks(), w.state()
				w.wantHookLines("", "hooks: ok", "hook fires: ok")
				w.same(state)
				if after := w.hooks(); after != before {
					w.fail("the hooks changed; before:\n%s\nafter:\n%s", before, after)
				}
				linked := filepath.Join(w.dir, "..", "linked")
				w.git("worktree", "add", "-q", linked)
				if c.name == "husky" {
					w.wantHookLines("", "hooks: ok", "hook fires: ok", "work trees: worktree-without-hook")
					w.wantHookLines(linked, "hooks: hook-manager-not-set-up", "work trees: ok")
					return
				}
				w.wantHookLines("", "hooks: ok", "hook fires: ok", "work trees: ok")
				w.wantHookLines(linked, "hooks: ok", "hook fires: ok", "work trees: ok")
			}}, w))
		})
	}
}

// wantHookLines runs doctor in dir, the work tree for "", and compares its lines about hooks:
// each has the check and the fault, or the state where there is none.
func (w *world) wantHookLines(dir string, want ...string) {
	if dir != "" {
		w = w.in(dir)
	}
	out, _ := w.exec(teammem, "doctor", "--json") // its code is 1 where something else is missing
	var res struct{ Lines []struct{ Check, State, Fault, Found string } }
	if err := json.Unmarshal([]byte(out), &res); err != nil {
		w.fail("%v:\n%s", err, out)
	}
	var got []string
	for _, l := range res.Lines {
		if l.Check != "hooks" && l.Check != "hook fires" && l.Check != "work trees" {
			continue
		}
		if l.Fault == "" {
			l.Fault = l.State
		}
		got = append(got, l.Check+": "+l.Fault)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		w.fail("doctor says:\n%s\nwant:\n%s\nof:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), out)
	}
}
