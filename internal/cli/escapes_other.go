//go:build !windows

package cli

import "os"

// takesEscapes: the terminals of these systems do.
func takesEscapes(...*os.File) bool { return true }
