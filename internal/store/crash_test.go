package store

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	gosync "sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/sync"
)

var errInjected = errors.New("injected")

// failOnce fails the n-th change; dieAt fails it and all that come later, as if the process were dead.
func failOnce(n int) (func(op, name string) error, *int) {
	count := new(int)
	return func(string, string) error {
		if *count++; *count == n {
			return errInjected
		}
		return nil
	}, count
}

func dieAt(n int) (func(op, name string) error, *int) {
	count := new(int)
	return func(string, string) error {
		if *count++; *count >= n {
			return errInjected
		}
		return nil
	}, count
}

// dieWithoutSwap is dieAt on a file system that can't exchange files.
func dieWithoutSwap(n int) (func(op, name string) error, *int) {
	die, count := dieAt(n)
	return func(op, name string) error {
		if op == "swap" {
			return errors.ErrUnsupported
		}
		return die(op, name)
	}, count
}

// run opens a store and applies the new steps.
func run(o Options) error {
	s, err := Open(o)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = s.Apply(newSteps(), []byte(newState))
	return err
}

// wholeWorld fails unless the next Open finds the old world or the new one, and a run after
// that reaches the new one. It reports which one it was.
func wholeWorld(t *testing.T, home string, old, next map[string]string) (isNew bool) {
	t.Helper()
	s, err := Open(optionsIn(home))
	if err != nil {
		t.Fatal(err)
	}
	got, state := tree(t, home), stateOf(t, s)
	isNew = state == newState
	want := old
	if isNew {
		want = next
	}
	// A folder that is left empty, because its removal failed, is no loss.
	for _, files := range []map[string]string{old, next, got} {
		delete(files, nativeDir+"team/sub/")
	}
	files := func() map[string]string {
		all := tree(t, home)
		delete(all, nativeDir+"team/sub/")
		return all
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("with state %s (-want +got):\n%s", state, d)
	}
	for _, e := range entries(t, filepath.Join(home, nativeDir, stateDir)) {
		if e != stateFile && e != lockFile && e != undoFile {
			t.Errorf("%q was left behind", e)
		}
	}
	s.Close()
	if err := run(optionsIn(home)); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(next, files()); d != "" {
		t.Errorf("the run after it (-want +got):\n%s", d)
	}
	s = open(t, optionsIn(home))
	if _, err := s.Undo(); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(old, files()); d != "" {
		t.Errorf("undo (-want +got):\n%s", d)
	}
	s.Close()
	return isNew
}

func entries(t *testing.T, dir string) (names []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		names = append(names, e.Name())
	}
	return names
}

func TestFailureAtEveryChange(t *testing.T) {
	for name, fail := range map[string]func(int) (func(op, name string) error, *int){"once": failOnce, "for good": dieAt, "for good without swap": dieWithoutSwap} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			outcomes := map[bool]int{}
			for n := 1; ; n++ {
				home := t.TempDir()
				old, next := oldWorld(t, home)
				o := optionsIn(home)
				var count *int
				o.touch, count = fail(n)
				err := run(o)
				if *count < n {
					break
				}
				isNew := wholeWorld(t, home, old, next)
				outcomes[isNew]++
				if err == nil && !isNew {
					t.Errorf("failure %d: success was reported, and it was taken back", n)
				}
				if t.Failed() {
					t.Fatalf("failure %d: %v", n, err)
				}
			}
			if outcomes[true] < 5 || outcomes[false] < 10 {
				t.Errorf("old and new were reached %v times: the test does not reach far", outcomes)
			}
		})
	}
}

// TestFailureInRecovery fails the recovery of every third failed run at each of its changes.
func TestFailureInRecovery(t *testing.T) {
	t.Parallel()
	for n := 1; ; n += 3 {
		for m := 1; ; m++ {
			home := t.TempDir()
			old, next := oldWorld(t, home)
			o := optionsIn(home)
			var count, again *int
			o.touch, count = dieAt(n)
			_ = run(o)
			if *count < n {
				return
			}
			o.touch, again = dieAt(m)
			if s, err := Open(o); err == nil {
				s.Close()
			}
			if *again < m {
				break
			}
			wholeWorld(t, home, old, next)
			if t.Failed() {
				t.Fatalf("failure %d, then %d", n, m)
			}
		}
	}
}

// TestAgentWritesMeanwhile edits the file before each change that the writer makes. The edit
// is what the file holds in the end, or it was made after the writer was done.
func TestAgentWritesMeanwhile(t *testing.T) {
	t.Parallel()
	styles := map[string]func(string) error{"in place": func(file string) error { return os.WriteFile(file, []byte("edit"), 0o600) }}
	if runtime.GOOS == "linux" {
		styles["renamed over it"] = func(file string) error {
			beside := filepath.Join(filepath.Dir(file), "of-an-agent")
			return errors.Join(os.WriteFile(beside, []byte("edit"), 0o600), os.Rename(beside, file))
		}
	}
	for style, edit := range styles {
		t.Run(style, func(t *testing.T) { t.Parallel(); editAtEveryChange(t, edit, "") })
	}
	t.Run("without swap", func(t *testing.T) { t.Parallel(); editAtEveryChange(t, styles["in place"], "swap") })
}

func editAtEveryChange(t *testing.T, edit func(file string) error, unsupported string) {
	for _, edited := range []string{"team/a.md", "team/sub/gone.md", "team/new/deep/n.md"} {
		for n := 1; ; n++ {
			home := t.TempDir()
			oldWorld(t, home)
			o := optionsIn(home)
			file := filepath.Join(home, nativeDir, edited)
			count, made := 0, false
			o.touch = func(op, name string) error {
				if count++; count == n {
					made = edit(file) == nil
				}
				if op == unsupported {
					return errors.ErrUnsupported
				}
				return nil
			}
			err := run(o)
			if count < n {
				break
			}
			if got := tree(t, home); made && !holds(got, "edit") {
				t.Fatalf("%s, change %d: %v; the edit is lost: %v", edited, n, err, got)
			}
			if s, err := Open(optionsIn(home)); err != nil {
				t.Fatalf("%s, change %d: %v", edited, n, err)
			} else {
				s.Close()
			}
		}
	}
}

// TestDraftIsOvertaken has an agent write where an edit of the mirror is to be kept, before
// each change, and then into the mirror while that is undone. The edit is somewhere.
func TestDraftIsOvertaken(t *testing.T) {
	t.Parallel()
	const draft, mirror = "drafts/a.20260101T000000Z.md", "team/a.md"
	for _, c := range []struct {
		kind        sync.StepKind
		undo        bool
		overtaken   string
		unsupported string
	}{
		{sync.Write, false, draft, ""}, {sync.Remove, false, draft, ""}, {sync.Write, false, draft, "swap"}, {sync.Write, true, mirror, ""},
	} {
		steps := []sync.Step{write(sync.Native, mirror, "an edit", "team"), write(sync.Native, draft, "", "an edit")}
		if c.kind == sync.Remove {
			steps[0] = remove(sync.Native, mirror, "an edit")
		}
		for n := 1; ; n++ {
			home := t.TempDir()
			put(t, filepath.Join(home, nativeDir, mirror), "an edit", 0o600)
			put(t, filepath.Join(home, nativeDir, "drafts/other.md"), "other", 0o600)
			if c.undo {
				s := open(t, optionsIn(home))
				if _, err := s.Apply(steps, []byte("{}")); err != nil {
					t.Fatal(err)
				}
				s.Close()
			}
			o, count := optionsIn(home), 0
			o.touch = func(op, name string) error {
				file := filepath.Join(home, nativeDir, c.overtaken)
				if now, _ := os.ReadFile(file); count+1 == n && string(now) != "an edit" { // which it may overwrite
					put(t, file, "of an agent", 0o600)
				}
				count++
				if op == c.unsupported {
					return errors.ErrUnsupported
				}
				return nil
			}
			s, err := Open(o)
			if err == nil && c.undo {
				_, err = s.Undo()
			} else if err == nil {
				_, err = s.Apply(steps, []byte("{}"))
			}
			s.Close()
			if count < n {
				break
			}
			if got := tree(t, home); !holds(got, "an edit") {
				t.Fatalf("%+v, change %d: %v; the edit is lost: %v", c, n, err, got)
			}
		}
	}
}

func holds(files map[string]string, text string) bool {
	for _, have := range files {
		if have == text {
			return true
		}
	}
	return false
}

func TestOvertaken(t *testing.T) {
	home := t.TempDir()
	oldWorld(t, home)
	put(t, filepath.Join(home, nativeDir, "team/a.md"), "edit", 0o600)
	put(t, filepath.Join(home, nativeDir, "team/sub/gone.md"), "edit", 0o600)
	put(t, filepath.Join(home, nativeDir, "team/new/deep/n.md"), "edit", 0o600)
	s := open(t, optionsIn(home))
	out, err := s.Apply(newSteps(), []byte(newState))
	if err != nil || len(out.Overtaken) != 3 || len(out.Done) != 1 {
		t.Fatalf("apply gives %+v, %v", out, err)
	}
	if got := tree(t, home); got[nativeDir+"team/a.md"] != "edit" || got[nativeDir+"team/sub/gone.md"] != "edit" || got[claudeDir+"MEMORY.md"] != "m2" {
		t.Errorf("files are %v", got)
	}
}

// TestLinkInTheWay holds that no step goes through a link, not even inside the store.
func TestLinkInTheWay(t *testing.T) {
	home := t.TempDir()
	oldWorld(t, home)
	if err := os.Symlink("../private", filepath.Join(home, nativeDir, "team/in")); err != nil {
		t.Skip("no links here: ", err)
	}
	s := open(t, optionsIn(home))
	out, err := s.Apply([]sync.Step{write(sync.Native, "team/in/p.md", "mine", "theirs"), write(sync.Native, "team/in/q.md", "", "theirs")}, nil)
	if err != nil || len(out.Overtaken) != 2 {
		t.Errorf("apply gives %+v, %v", out, err)
	}
	if got := entries(t, filepath.Join(home, nativeDir, "private")); len(got) != 1 {
		t.Errorf("private holds %v", got)
	}
}

func TestParallelTransactionsLoseNothing(t *testing.T) {
	const runs = 32
	home := t.TempDir()
	var all gosync.WaitGroup
	for i := range runs {
		all.Go(func() {
			if err := appendOne(optionsIn(home), fmt.Sprintf("line %d\n", i)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := tree(t, home)[nativeDir+"team/all.md"]
	for i := range runs {
		if !strings.Contains(got, fmt.Sprintf("line %d\n", i)) {
			t.Errorf("line %d is lost", i)
		}
	}
}

func appendOne(o Options, line string) error {
	s, err := Open(o)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := s.Observe(sync.Native, "team")
	if err != nil {
		return err
	}
	before := ""
	for _, f := range l.Files {
		before = string(f.Data)
	}
	out, err := s.Apply([]sync.Step{write(sync.Native, "team/all.md", before, before+line)}, []byte("{}"))
	if err == nil && len(out.Overtaken) > 0 {
		err = errors.New("overtaken under the lock")
	}
	return err
}

func TestBusy(t *testing.T) {
	o := optionsIn(t.TempDir())
	open(t, o)
	o.Wait = 50 * time.Millisecond
	if _, err := Open(o); !errors.Is(err, errBusy) {
		t.Errorf("error is %v", err)
	}
	o.Wait = 0
	if _, err := Open(o); !errors.Is(err, errBusy) {
		t.Errorf("without waiting the error is %v", err)
	}
}

// TestMain runs the new steps in a home directory for the tests that kill or confine it.
func TestMain(m *testing.M) {
	home := os.Getenv("STORE_TEST_HOME")
	if home == "" {
		os.Exit(m.Run())
	}
	runtime.LockOSThread() // strace counts the calls of each thread
	if err := run(optionsIn(home)); err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
	os.Exit(0)
}

func child(home string, wrap ...string) *exec.Cmd { return childOf(os.Args[0], home, wrap...) }

func childOf(bin, home string, wrap ...string) *exec.Cmd {
	args := append(wrap, bin)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), "STORE_TEST_HOME="+home, "GOMAXPROCS=1", "GOCOVERDIR=")
	return cmd
}

// lacks ends a test for which something is missing here: as skipped, or as failed where
// TEAMMEM_TEST_ALL=1 says that nothing may be.
func lacks(t *testing.T, what ...any) {
	t.Helper()
	if os.Getenv("TEAMMEM_TEST_ALL") == "1" {
		t.Fatal(what...)
	}
	t.Skip(what...)
}

// TestKilledAtEverySystemCall kills a process with strace.
func TestKilledAtEverySystemCall(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		lacks(t, "strace is not installed: the writer is not killed at its system calls")
	}
	probe := t.TempDir()
	oldWorld(t, probe)
	if out, err := child(probe, strace, "-f", "-qq", "-o", os.DevNull).CombinedOutput(); err != nil {
		lacks(t, "strace can't trace here: ", err, string(out))
	}
	changes := changesOfARun(t)
	calls := map[string]string{"write": "write", "fsync": "fsync", "rename": "renameat", "swap": "renameat2", "remove": "unlinkat", "mkdir": "mkdirat", "link": "linkat", "create": "openat"}
	for op, call := range calls {
		kills := killAtEach(t, strace, call)
		t.Logf("%s: killed %d times", op, kills)
		if kills < changes[op] {
			t.Errorf("%s: killed %d times, but there are %d changes of this kind", op, kills, changes[op])
		}
	}
}

// killAtEach kills a run at the first call of this name, at the second, and so on; it gives
// their number.
func killAtEach(t *testing.T, strace, call string) (kills int) {
	t.Helper()
	for n := 1; ; n++ {
		home := t.TempDir()
		old, next := oldWorld(t, home)
		err := child(home, strace, "-f", "-qq", "-o", os.DevNull, "-e", "trace="+call, "-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", call, n)).Run()
		if err == nil {
			return kills
		}
		kills++
		wholeWorld(t, home, old, next)
		if t.Failed() {
			t.Fatalf("killed at %s number %d", call, n)
		}
	}
}

// changesOfARun counts the changes of a run by their kind.
func changesOfARun(t *testing.T) map[string]int {
	t.Helper()
	home := t.TempDir()
	oldWorld(t, home)
	o := optionsIn(home)
	all := map[string]int{}
	o.touch = func(op, _ string) error { all[op]++; return nil }
	if err := run(o); err != nil {
		t.Fatal(err)
	}
	return all
}

// unprivileged is a command in front that takes the rights of root away, if there are any.
func unprivileged(t *testing.T, home string) []string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("permissions are others here")
	}
	if os.Geteuid() != 0 {
		return nil
	}
	setpriv, err := exec.LookPath("setpriv")
	if err != nil {
		lacks(t, "setpriv is not installed: root can write everywhere")
	}
	for dir := home; dir != filepath.Clean(os.TempDir()) && dir != "/"; dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	err = filepath.WalkDir(home, func(p string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Lchown(p, 65534, 65534))
	})
	if err != nil {
		t.Fatal(err)
	}
	return []string{setpriv, "--reuid=65534", "--regid=65534", "--clear-groups"}
}

func TestReadOnly(t *testing.T) {
	for _, dir := range []string{"", nativeDir + stateDir, nativeDir + "team", nativeDir + "team/sub", claudeDir} {
		t.Run("home/"+dir, func(t *testing.T) {
			home := t.TempDir()
			if dir != "" {
				oldWorld(t, home)
			}
			old := tree(t, home)
			wrap := unprivileged(t, home)
			bin := filepath.Join(t.TempDir(), "store.test")
			copyFile(t, os.Args[0], bin)
			at := filepath.Join(home, dir)
			if err := os.Chmod(at, 0o500); err != nil {
				t.Fatal(err)
			}
			defer os.Chmod(at, 0o700)
			cmd := childOf(bin, home, wrap...)
			out, err := cmd.CombinedOutput()
			if err == nil {
				t.Errorf("it reported success: %s", out)
			}
			got := tree(t, home)
			if d := cmp.Diff(old, got); d != "" {
				t.Errorf("it changed (-want +got):\n%s\n%s", d, out)
			}
		})
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(to, data, 0o755), os.Chmod(to, 0o755), os.Chmod(filepath.Dir(to), 0o755), os.Chmod(filepath.Dir(filepath.Dir(to)), 0o755)); err != nil {
		t.Fatal(err)
	}
}

func TestDiskFull(t *testing.T) {
	mount, err := exec.LookPath("mount")
	if err != nil || os.Geteuid() != 0 || runtime.GOOS != "linux" {
		lacks(t, "only root on Linux can make a small disk")
	}
	home := t.TempDir()
	if out, err := exec.Command(mount, "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", home).CombinedOutput(); err != nil {
		lacks(t, "a small disk can't be mounted: ", err, string(out))
	}
	defer exec.Command("umount", home).Run()
	old, next := oldWorld(t, home)
	for free := 0; free < 16; free++ {
		fill(t, home, free)
		before := tree(t, home)
		err := run(optionsIn(home))
		os.Remove(filepath.Join(home, "ballast"))
		delete(before, "ballast")
		got := tree(t, home)
		delete(got, "ballast")
		if err == nil {
			if d := cmp.Diff(next, got); d != "" || free == 0 {
				t.Errorf("with %d pages success (-want +got):\n%s", free, d)
			}
			return
		}
		if d := cmp.Diff(old, got); d != "" {
			t.Errorf("with %d pages free, %v (-want +got):\n%s", free, err, d)
		}
	}
	t.Error("it never succeeded")
}

// fill leaves so many pages of a disk.
func fill(t *testing.T, home string, pages int) {
	t.Helper()
	f, err := os.Create(filepath.Join(home, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	page := make([]byte, 4096)
	size := int64(0)
	for {
		if _, err := f.Write(page); err != nil {
			break
		}
		size += int64(len(page))
	}
	if err := f.Truncate(max(0, size-int64(pages*len(page)))); err != nil {
		t.Fatal(err)
	}
}
