//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/teammem/teammem/bench/pairs"
	"github.com/teammem/teammem/internal/secretscan/secrettest"
)

// A usage is what one run took.
type usage struct {
	cpu    time.Duration
	memory int64 // KiB, the largest resident set
}

// run measures one run. A process counts as its own what its parent held when it was
// started, so a small copy of this program starts it.
func run(name string, args ...string) usage {
	self, err := os.Executable()
	pairs.Must(err)
	out, err := exec.Command(self, append([]string{"-measure", name}, args...)...).Output()
	pairs.Must(err)
	var u usage
	_, err = fmt.Sscan(string(out), &u.cpu, &u.memory)
	pairs.Must(err)
	return u
}

// measureChild is what that copy does.
func measureChild(name string, args []string) {
	cmd := exec.Command(name, args...)
	_ = cmd.Run() // what was found does not matter here
	u := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	fmt.Println(int64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()), u.Maxrss)
}

// pair runs both programs on one path in turn and prints medians; the ratio is the median
// of those of the pairs.
func pair(what, path, teammem, gitleaks string, n int) {
	var ours, theirs []time.Duration
	var ratios []float64
	var memory, peer int64
	for i := range n + 1 {
		a, b := run(teammem, "scan", path), run(gitleaks, "dir", "--no-banner", path)
		if i == 0 && n > 1 {
			continue // caches are cold
		}
		ours, theirs = append(ours, a.cpu), append(theirs, b.cpu)
		ratios = append(ratios, float64(a.cpu)/float64(b.cpu))
		memory, peer = max(memory, a.memory), max(peer, b.memory)
	}
	fmt.Printf("| %s | %.1f | %.1f | %.3f | %.1f | %.1f |\n", what, millis(median(ours)), millis(median(theirs)), median(ratios), float64(memory)/1024, float64(peer)/1024)
}

func median[T int64 | float64 | time.Duration](v []T) T {
	slices.Sort(v)
	return v[len(v)/2]
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

const costHead = "\n| what | CPU ms | of gitleaks | ratio | memory MiB | of gitleaks |\n|---|---|---|---|---|---|\n"

// cost measures a note, and a folder of many with 24 MB in all.
func cost(dir, teammem, gitleaks string, n int) {
	note := filepath.Join(dir, "note.md")
	notes := secrettest.Notes(1)
	quiet := slices.IndexFunc(notes, func(n secrettest.Note) bool { return !n.Loud() })
	pairs.Must(os.WriteFile(note, []byte(notes[quiet].Text), 0o600))
	fmt.Print(costHead)
	pair("one note", note, teammem, gitleaks, n)
	pair("24 MB of Markdown", manyNotes(filepath.Join(dir, "many")), teammem, gitleaks, 3)
}

// manyNotes writes folders of notes, each file some notes long, as documents are.
func manyNotes(dir string) string {
	pairs.Must(os.MkdirAll(dir, 0o700))
	total := 0
	for seed := uint64(100); total < 24<<20; seed++ {
		for part := range slices.Chunk(secrettest.Notes(seed), 15) {
			var b strings.Builder
			for _, n := range part {
				if !n.Loud() || seed%8 == 0 { // most documents hold no secret
					b.WriteString(n.Text)
				}
			}
			total += b.Len()
			pairs.Must(os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%d.md", seed, total)), []byte(b.String()), 0o600))
		}
	}
	return dir
}
