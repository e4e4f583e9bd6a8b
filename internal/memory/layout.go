// Package memory holds the nouns: a memory, the index, their places, and a
// snapshot of them. It reads bytes and gives values; it opens no file and
// never rewrites a byte that nobody asked it to.
package memory

import (
	"path"
	"strings"
)

// Where things live, relative to the top of the repository.
const (
	Dir        = ".agent/team-memory"
	IndexPath  = Dir + "/MEMORY.md"
	ArchiveDir = Dir + "/archive"
	PolicyPath = ".agent/teammem.yaml"
)

// MaxParsed is the size in bytes up to which contents are parsed. A larger
// file is an error whatever it holds, and only searched for secrets.
const MaxParsed = 1 << 20

// KindOf says what the file at p, a path below Dir, is for.
func KindOf(p string) Kind {
	switch name := path.Base(p); {
	case p == IndexPath:
		return KindIndex
	case name == "README.md" || name == ".gitkeep":
		return KindPlain
	case strings.HasSuffix(name, ".md"):
		return KindMemory
	}
	return KindForeign
}
