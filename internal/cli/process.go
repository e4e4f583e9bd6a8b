package cli

import (
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
	return &App{
		Program: program,
		Args:    args, Env: os.Environ(), Dir: dir,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Clock:       time.Now,
		InTerminal:  term.IsTerminal(int(os.Stdin.Fd())),
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
}
