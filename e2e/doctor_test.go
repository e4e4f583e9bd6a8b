//go:build e2e

package e2e

import (
	"encoding/json"
	"path/filepath"
	"regexp"
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
	var res struct {
		Lines []struct{ Check, State, Fault, Found string }
	}
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

// doctor opens no socket, and writes nowhere but in the folder for temporary files, where it
// tries the hooks.
func TestDoctorWritesNothing(t *testing.T) {
	dir, home, temp := t.TempDir(), t.TempDir(), t.TempDir()
	repository(t, dir)
	must(t, dir, teammem, "hook", "install")
	if out, code := run(t, dir, "env", "HOME="+home, teammem, "sync"); code > 1 { // it refuses the memory of the repository
		t.Fatal(out)
	}
	trace := filepath.Join(t.TempDir(), "trace")
	out, code := run(t, dir, "strace", "-f", "-qq", "-e", "trace=%file,socket,connect", "-o", trace, "env", "HOME="+home, "TMPDIR="+temp, teammem, "doctor")
	if code > 1 || !strings.Contains(out, "ok: hook fires: proven") || !strings.Contains(out, "ok: lock: it is free") {
		t.Fatalf("doctor ended with %d:\n%s", code, out)
	}
	seen := 0
	for line := range strings.Lines(read(t, "/", trace)) {
		if strings.Contains(line, "socket(") || strings.Contains(line, "connect(") {
			t.Errorf("a socket: %s", line)
		}
		if !writes.MatchString(line) || strings.Contains(line, " = -1 ") {
			continue
		}
		seen++
		if inside := strings.Contains(line, dir) || strings.Contains(line, home); inside {
			t.Errorf("doctor writes: %s", line)
		}
	}
	if seen == 0 {
		t.Error("the trace has no write at all, not even those of the hooks' trial")
	}
}

// writes finds calls that make, change or remove a file.
var writes = regexp.MustCompile(`(O_WRONLY|O_RDWR|O_CREAT|mkdir|rename|unlink|rmdir|symlink|link(at)?\(|chmod|chown|truncate|utime)`)
