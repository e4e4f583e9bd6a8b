package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// mostAtStart is how many bytes a package may allocate when the program starts: every
// hook pays for them. Larger are only those that are known.
const mostAtStart = 32 << 10

var largeAtStart = map[string]int{
	"github.com/yuin/goldmark/util":   160 << 10,
	"github.com/yuin/goldmark/parser": 128 << 10,
}

// runsAtStart are the packages of this module that run code before main: bigstack is there
// for it, and git gives an error of memory a second name.
var runsAtStart = map[string]bool{"bigstack": true, "git": true}

// TestStart holds that nobody makes large things before they are needed. It counts
// bytes, which do not depend on the machine, and leaves out what only tests need.
func TestStart(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	program := map[string]bool{}
	for _, p := range strings.Fields(string(out)) {
		program[p] = true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	seen, stack := 0, false
	for in := bufio.NewScanner(&trace); in.Scan(); {
		var name string
		var at, clock float64
		var size int
		// init NAME @1.5 ms, 0.21 ms clock, 139464 bytes, 437 allocs
		if n, _ := fmt.Sscanf(in.Text(), "init %s @%f ms, %f ms clock, %d bytes", &name, &at, &clock, &size); n < 4 {
			continue
		}
		name = strings.ReplaceAll(name, "%2e", ".")
		if !program[name] {
			continue
		}
		seen++
		if own, ok := strings.CutPrefix(name, "github.com/teammem/teammem/internal/"); ok && !runsAtStart[own] {
			t.Errorf("internal/%s runs code before main, which every hook pays for: make what is no plain data when it is needed (internal/lazy)", own)
		}
		stack = stack || name == "github.com/teammem/teammem/internal/bigstack"
		if !stack && strings.Contains(name, "goldmark") {
			t.Errorf("%s comes before bigstack, so the stack is copied again and again: bigstack may import nothing", name)
		}
		if limit := max(mostAtStart, largeAtStart[name]); size > limit {
			t.Errorf("%s allocates %d bytes before main, want at most %d: make it when it is needed (sync.OnceValue)", name, size, limit)
		}
	}
	if !stack {
		t.Error("bigstack is not in the program")
	}
	if seen < 20 {
		t.Errorf("only %d packages were seen in\n%s", seen, trace.String())
	}
}
