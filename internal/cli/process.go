package cli

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/term"
)

// FromProcess makes an App of this process: its environment, working directory
// and streams.
func FromProcess(args []string) *App {
	// Without a working directory git says what is wrong, so the error may wait.
	dir, _ := os.Getwd()
	program, _ := os.Executable() // without it hooks look on PATH
	a := &App{
		Program: program,
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
