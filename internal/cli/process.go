package cli

import (
	"context"
	"errors"
	"os"
	"runtime"
	"runtime/debug"
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
		Args:    args, Env: os.Environ(), Dir: dir,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Clock:       time.Now,
		InTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
	if a.InTerminal {
		a.ReadHidden = readHidden
	}
	return a
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
