package rules

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
)

// Limits of common file systems: NAME_MAX, and MAX_PATH less a folder for the clone.
const (
	maxNameBytes = 255
	maxPathUnits = 240
)

var (
	// escapedPart is a percent escape of a dot, slash, backslash, colon or control
	// character, or of an escape of one.
	escapedPart = lazy.Regexp(`(?i)%(25)*(2e|2f|5c|3a|7f|[01][0-9a-f])`)
	// shortName is what NTFS calls a longer name: PROJEC~1.MD.
	shortName = lazy.Regexp(`^[^.~]{1,6}~[0-9]{1,6}(\.[^.]{0,3})?$`)
)

// nameFlaw says what is wrong with the name of f or of a folder it lies in, or "".
func nameFlaw(f *memory.File) (message, fix string) {
	const rename = "rename it"
	if !utf8.ValidString(f.Path) {
		return "the name is not UTF-8", rename
	}
	if r, bad := unseen(f.Path); bad {
		return "the name holds " + invisible.Name(r), rename + " without it"
	}
	if len(utf16.Encode([]rune(f.Path))) > maxPathUnits {
		return fmt.Sprintf("the path has more than %d characters", maxPathUnits), "shorten it"
	}
	top, below, deeper := strings.Cut(f.Rel(), "/")
	switch folded := memory.Folded(top); {
	case !deeper && folded == "memory.md" && f.Kind != memory.KindIndex:
		return "some disks take this name for MEMORY.md", rename
	case deeper && below != "" && folded == "archive" && !f.Archived:
		return "some disks take this folder for archive", "rename the folder"
	}
	for elem := range strings.SplitSeq(f.Rel(), "/") {
		if what := elemFlaw(elem); what != "" {
			return fmt.Sprintf("the name %q %s", elem, what), rename
		}
	}
	return "", ""
}

// unseen returns the first character of a path that nobody sees; in a name, nothing
// excuses a change of direction.
func unseen(p string) (rune, bool) {
	for _, r := range p {
		if k := invisible.KindOf(r); k == invisible.Control || k == invisible.Bidi || r == '\n' || r == '\t' {
			return r, true
		}
	}
	if marks := invisible.Scan([]byte(p)); len(marks) > 0 {
		return marks[0].Rune, true
	}
	return 0, false
}

// elemFlaw says what is wrong with one element of a path, or "".
func elemFlaw(e string) string {
	plain := norm.NFKC.String(e)
	switch {
	case e == "", e == ".", e == "..":
		return "leads to another folder"
	case strings.Contains(e, `\`):
		return "holds a backslash, which parts folders on Windows"
	case strings.Contains(e, ":"):
		return "holds a colon, which names a stream or a disk on Windows"
	case plain == ".", plain == "..", strings.ContainsAny(plain, `/\`):
		return "holds characters that some tools take for dots or slashes"
	case strings.Contains(e, "%") && escapedPart.Get().MatchString(e):
		return "holds an escaped dot, slash or control character"
	case strings.ContainsAny(e, `*?"<>|`):
		return "holds a character that Windows can't store"
	case strings.TrimRight(e, ". ") != e:
		return "ends in a dot or a space, which Windows drops"
	case memory.IsDevice(e):
		return "is kept for a device on Windows"
	case memory.Folded(e) == ".git":
		return "is the folder of git itself"
	case strings.Contains(e, "~") && shortName.Get().MatchString(e):
		return "is a short name that Windows gives to another file"
	case len(e) > maxNameBytes:
		return fmt.Sprintf("has more than %d bytes", maxNameBytes)
	}
	return ""
}
