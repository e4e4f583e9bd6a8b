//go:build e2e

package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// teamSize is how many memories the team of a desk has.
const teamSize = 50

// A desk is a clone, the home directory of a person, and all that somebody wrote there.
type desk struct {
	t       *testing.T
	origin  string
	clone   string
	home    string
	private map[string]string // by path below home: stays where it is
	edits   []string          // texts that may become drafts
}

// newDesk synced once; since then an agent edited the mirror of every fifth memory, and
// the team changed, deleted or added every third one.
func newDesk(t *testing.T) *desk {
	d := &desk{t: t, private: map[string]string{}}
	top := t.TempDir()
	d.origin, d.clone, d.home = filepath.Join(top, "origin"), filepath.Join(top, "clone"), filepath.Join(top, "home")
	must(t, top, "git", "init", "-q", "-b", "main", d.origin)
	for i := range teamSize {
		d.write(d.team(i), memoryText(i, "as it was"))
	}
	d.commit("docs: team memory")
	must(t, top, "git", "clone", "-q", d.origin, d.clone)
	must(t, d.clone, "git", "remote", "set-url", "origin", "https://git.example.com/team/app.git")
	d.own(".claude/projects/-clone/memory/mine.md", memoryText(1000, "of Claude Code"))
	d.own(".agent/memory/team-app-xbi4mvl4tje7pspu/private/mine.md", memoryText(1001, "private"))
	d.write(filepath.Join(d.home, ".claude/projects/-clone/memory/MEMORY.md"), foreignIndex)
	d.sync()
	for i := 0; i < teamSize; i += 5 {
		text := memoryText(i, "edited in the mirror")
		d.write(filepath.Join(d.home, ".agent/memory/team-app-xbi4mvl4tje7pspu/team", name(i)), text)
		d.edits = append(d.edits, text)
	}
	for i := 0; i < teamSize; i += 3 {
		switch i % 9 {
		case 0:
			d.write(d.team(i), memoryText(i, "changed by the team"))
		case 3:
			if err := os.Remove(d.team(i)); err != nil {
				t.Fatal(err)
			}
		case 6:
			d.write(d.team(teamSize+i), memoryText(teamSize+i, "new"))
		}
	}
	d.commit("docs: team memory changes")
	must(t, d.clone, "git", "fetch", "-q", d.origin, "main:refs/remotes/origin/main")
	return d
}

const foreignIndex = "# My index\n\n- [Mine](mine.md) — of Claude Code\n"

func name(i int) string { return fmt.Sprintf("reference_%03d.md", i) }

func memoryText(i int, words string) string {
	return fmt.Sprintf("---\nname: memory %d\ndescription: number %d\ntype: reference\n---\n\nNumber %d, %s.\n", i, i, i, words)
}

func (d *desk) team(i int) string {
	return filepath.Join(d.origin, ".agent", "team-memory", name(i))
}

func (d *desk) own(at, text string) {
	d.private[at] = text
	d.write(filepath.Join(d.home, at), text)
}

func (d *desk) write(at, text string) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) commit(message string) {
	must(d.t, d.origin, "git", "add", "-A")
	must(d.t, d.origin, "git", "commit", "-q", "-m", message)
}

// command is one that runs in the clone, for the person of the desk.
func (d *desk) command(args ...string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = d.clone
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + d.home, "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"CLAUDE_CONFIG_DIR=" + filepath.Join(d.home, ".claude"), "CLAUDE_CODE_PROJECT_DIR_NAME=-clone", "TEAMMEM_NOW=2026-01-02T03:04:05Z"}
	return cmd
}

func (d *desk) sync() string {
	d.t.Helper()
	out, err := d.command(teammem, "sync").CombinedOutput()
	if err != nil {
		d.t.Fatalf("sync: %v\n%s", err, out)
	}
	return string(out)
}

// lost says what somebody wrote and is nowhere any more, or is not as it has to be after
// a sync that came to its end.
func (d *desk) lost() (out []string) {
	for at, text := range d.private {
		if data, err := os.ReadFile(filepath.Join(d.home, at)); err != nil || string(data) != text {
			out = append(out, at)
		}
	}
	all := d.texts()
	for _, text := range d.edits {
		if all[text] == "" {
			out = append(out, "an edit: "+text)
		}
	}
	for _, dir := range []string{".agent/memory/team-app-xbi4mvl4tje7pspu/team", ".claude/projects/-clone/memory/team"} {
		if diff, err := exec.Command("diff", "-r", "-x", "MEMORY.md", filepath.Join(d.origin, ".agent", "team-memory"), filepath.Join(d.home, dir)).CombinedOutput(); err != nil {
			out = append(out, "the mirror "+dir+": "+string(diff))
		}
	}
	index, err := os.ReadFile(filepath.Join(d.home, ".claude/projects/-clone/memory/MEMORY.md"))
	if err != nil || !strings.HasSuffix(string(index), foreignIndex) {
		out = append(out, "the index of Claude Code")
	}
	return out
}

// texts are the contents of all files of the home directory, each with one of its places.
func (d *desk) texts() map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(d.home, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			data, _ := os.ReadFile(p)
			all[string(data)] = p
		}
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return all
}

// copyOf is the same desk with a home of its own.
func (d *desk) copyOf(t *testing.T) *desk {
	t.Helper()
	other := *d
	other.t, other.home = t, filepath.Join(t.TempDir(), "home")
	must(t, d.clone, "cp", "-a", d.home, other.home)
	return &other
}

// TestSyncKilled kills a sync at its system calls, one after the other, and runs another
// one. TEAMMEM_TEST_EVERY=1 takes each of them, not only every seventh.
func TestSyncKilled(t *testing.T) {
	every, err := strconv.Atoi(os.Getenv("TEAMMEM_TEST_EVERY"))
	if err != nil || every < 1 {
		every = 7
	}
	first := newDesk(t)
	for _, call := range []string{"write", "fsync", "renameat", "renameat2", "unlinkat", "mkdirat", "linkat", "openat"} {
		t.Run(call, func(t *testing.T) {
			kills, step := 0, every
			if call == "openat" {
				step *= 5 // most of these only read
			}
			for n := 1; ; n += step {
				d := first.copyOf(t)
				inject := fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, n)
				out, err := d.command("strace", "-f", "-qq", "-o", os.DevNull, "-e", "trace="+call, "-e", inject, teammem, "sync").CombinedOutput()
				if err == nil {
					break
				}
				if !strings.Contains(err.Error(), "killed") {
					// git was killed and not teammem, which says so.
					if code := err.(*exec.ExitError).ExitCode(); code != 3 {
						t.Fatalf("%s %d: %v\n%s", call, n, err, out)
					}
				}
				kills++
				d.sync()
				if lost := d.lost(); len(lost) > 0 {
					t.Fatalf("killed at %s %d, then synced: lost %q", call, n, lost)
				}
				if again := d.sync(); strings.Count(again, "written: 0, removed: 0") != 2 {
					t.Fatalf("killed at %s %d, then synced twice; the second sync did something:\n%s", call, n, again)
				}
			}
			t.Logf("killed %d times", kills)
		})
	}
}

// TestSyncParallel runs 32 syncs at once, while agents write to the mirror and the private
// folder.
func TestSyncParallel(t *testing.T) {
	d := newDesk(t)
	var all sync.WaitGroup
	for i := range 32 {
		all.Add(2)
		go func() {
			defer all.Done()
			if out, err := d.command(teammem, "sync").CombinedOutput(); err != nil && !strings.Contains(string(out), "another teammem") {
				t.Errorf("sync: %v\n%s", err, out)
			}
		}()
		edit := memoryText(i, "edited while it was synced")
		d.edits = append(d.edits, edit)
		go func() {
			defer all.Done()
			at := filepath.Join(d.home, ".agent/memory/team-app-xbi4mvl4tje7pspu/team", fmt.Sprintf("reference_agent_%d.md", i))
			if err := os.WriteFile(at, []byte(edit), 0o600); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	d.sync()
	if lost := d.lost(); len(lost) > 0 {
		t.Fatalf("lost %q", lost)
	}
	if again := d.sync(); strings.Count(again, "written: 0, removed: 0") != 2 {
		t.Fatalf("the last sync did something:\n%s", again)
	}
}

// TestSyncOtherDisk has the memory of Claude Code on another file system than the store of
// teammem: no file can be renamed from one to the other.
func TestSyncOtherDisk(t *testing.T) {
	d := newDesk(t)
	claude := filepath.Join(d.home, ".claude")
	kept := filepath.Join(t.TempDir(), "claude")
	must(t, d.clone, "cp", "-a", claude, kept)
	must(t, d.clone, "mount", "-t", "tmpfs", "-o", "size=8m,mode=0700", "tmpfs", claude)
	defer must(t, d.clone, "umount", claude)
	must(t, d.clone, "cp", "-a", kept+"/.", claude)
	d.sync()
	if lost := d.lost(); len(lost) > 0 {
		t.Fatalf("lost %q", lost)
	}
	if out, err := d.command(teammem, "undo").CombinedOutput(); err != nil {
		t.Fatalf("undo: %v\n%s", err, out)
	}
	if diff, err := exec.Command("diff", "-r", kept, claude).CombinedOutput(); err != nil {
		t.Fatalf("undo left the other disk changed:\n%s", diff)
	}
}
