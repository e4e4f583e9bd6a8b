package cli

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/term"
)

// FromProcess makes an App of this process: its environment, working directory
// and streams.
func FromProcess(args []string) *App {
	// Without a working directory git says what is wrong, so the error may wait.
	dir, _ := os.Getwd()
	a := &App{
		Program: os.Executable,
		Args:    args, Env: environ(), Dir: dir,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Clock:       time.Now,
		InTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	a.Plain = (a.OutTerminal || a.ErrTerminal) && !takesEscapes(os.Stdout, os.Stderr)
	if a.InTerminal {
		a.ReadHidden = readHidden
	}
	return a
}

// environ is the environment of this process. Windows tells no cases apart in its names, and has a
// "Path" where the program asks for PATH: there all are in capitals.
func environ() []string {
	if runtime.GOOS == "windows" {
		return capitals(os.Environ())
	}
	return os.Environ()
}

// capitals writes the names of variables large. One that begins with "=" is no name: cmd.exe keeps the folder of a drive in it.
func capitals(env []string) []string {
	out := make([]string, len(env))
	for i, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		out[i] = strings.ToUpper(name) + "=" + value
	}
	return out
}

// readHidden reads a line at the terminal without showing it.
func readHidden(ctx context.Context) ([]byte, error) {
	fd := int(os.Stdin.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return nil, err
	}
	type answer struct {
		line []byte
		err  error
	}
	got := make(chan answer, 1)
	go func() {
		line, err := term.ReadPassword(fd)
		got <- answer{line, err}
	}()
	select {
	case a := <-got:
		return a.line, a.err
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), term.Restore(fd, before))
	}
}

// CollectLate lets the first garbage be collected at 32 MB instead of at 4, which a
// hook does not reach; from then on the usual pace holds. It is for the beginning of a program.
func CollectLate() {
	usual := debug.SetGCPercent(800)
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { debug.SetGCPercent(usual) })
}
