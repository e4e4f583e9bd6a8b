package memory

import (
	"slices"
	"strings"
)

// IsDevice reports whether Windows keeps the name e for a device, with any extension.
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
func IsDevice(e string) bool {
	stem, _, _ := strings.Cut(e, ".")
	stem = strings.TrimRight(stem, " ")
	for _, name := range []string{"con", "prn", "aux", "nul", "conin$", "conout$", "clock$"} {
		if strings.EqualFold(stem, name) {
			return true
		}
	}
	if len(stem) < 4 || !strings.EqualFold(stem[:3], "com") && !strings.EqualFold(stem[:3], "lpt") {
		return false
	}
	return slices.Contains([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"}, stem[3:])
}
