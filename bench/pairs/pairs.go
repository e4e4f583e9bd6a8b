//go:build unix

// Package pairs times a command against its peer, one after the other, so that what else
// the machine does falls on both. Unix only.
package pairs

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Must ends the program at an error.
func Must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Folder gives keep or, where that is empty, a directory that done removes.
func Folder(keep string) (dir string, done func()) {
	if keep != "" {
		return keep, func() {}
	}
	dir, err := os.MkdirTemp("", "teammem-bench-")
	Must(err)
	return dir, func() { _ = os.RemoveAll(dir) }
}

// Teammem, Action and Gitleaks build the programs into dir. Gitleaks is a tool of this module.
func Teammem(dir string) string { return release(dir, "teammem", "..", "./cmd/teammem") }
func Action(dir string) string  { return release(dir, "action", "..", "./cmd/action") }
func Gitleaks(dir string) string {
	return release(dir, "gitleaks", ".", "github.com/zricethezav/gitleaks/v8")
}

// release builds a program as for a release: with cgo the system links it at each start.
func release(dir, name, folder, program string) string {
	out := filepath.Join(dir, name)
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, program)
	cmd.Dir, cmd.Env, cmd.Stderr = folder, append(os.Environ(), "CGO_ENABLED=0"), os.Stderr
	Must(cmd.Run())
	return out
}

// CPU is the user and system time of a command and of all that it starts. It runs in dir,
// with no configuration of git but env.
func CPU(dir string, env []string, args ...string) time.Duration {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		log.Fatalf("%v: %v\n%s", args, err, out)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// Compare times a and b in turn, n times, and gives the end of a row: the medians of both
// in milliseconds, and the median of the ratios of the pairs. A first pair does not count:
// caches are cold.
func Compare(n int, a, b func() time.Duration) string {
	var as, bs []time.Duration
	var ratios []float64
	for i := range n + 1 {
		x, y := a(), b()
		if i == 0 {
			continue
		}
		as, bs, ratios = append(as, x), append(bs, y), append(ratios, float64(x)/float64(y))
	}
	slices.Sort(as)
	slices.Sort(bs)
	slices.Sort(ratios)
	return fmt.Sprintf("%.1f | %.1f | %.2f |", as[n/2].Seconds()*1e3, bs[n/2].Seconds()*1e3, ratios[n/2])
}

// Memory is a memory of ordinary length that differs from every other in its words.
func Memory(i int) string {
	words := strings.Fields("queue export printer invoice layout cache retry banner probe badge ledger migration rollback window contact review release branch worker flag")
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: note-%05d\ndescription: what was decided about part %d of the printer\ntype: project\ncreated: 2026-01-02\nexpires: 2099-01-02\n---\n\n", i, i)
	for j := range 150 {
		fmt.Fprintf(&b, "%s%d%c", words[(i*7+j*(i%13+1)+j*j)%len(words)], (i+1)*j%97, " \n"[min(1, j%12/11)])
	}
	return b.String() + "\n\n**Why:** it was decided.\n**How to apply:** keep to it.\n"
}
