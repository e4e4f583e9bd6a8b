package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesEscapes makes consoles understand escapes, which they show as they stand until a program asks for more.
func takesEscapes(streams ...*os.File) bool {
	for _, f := range streams {
		console := windows.Handle(f.Fd())
		var mode uint32
		if windows.GetConsoleMode(console, &mode) != nil {
			continue // a file or a pipe
		}
		if windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) != nil {
			return false
		}
	}
	return true
}
