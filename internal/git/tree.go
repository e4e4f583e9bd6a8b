package git

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// directory is the mode of a tree inside a tree.
const directory memory.Mode = 0o040000

// A treeItem is one entry of a tree object.
type treeItem struct {
	name string
	mode memory.Mode
	hash string
	flaw string // as memory.Entry.Flaw
}

// parseTree reads a raw tree object and notes in which entries a lookup by path
// and a checkout could disagree. Git's own commands look trees up in order and
// so overlook such entries, while a checkout writes them.
func parseTree(raw []byte, hexLen int) ([]treeItem, error) {
	var items []treeItem
	for len(raw) > 0 {
		meta, rest, ok := bytes.Cut(raw, []byte{0})
		digits, name, spaced := strings.Cut(string(meta), " ")
		mode, err := strconv.ParseUint(digits, 8, 16)
		if !ok || !spaced || err != nil || len(rest) < hexLen/2 {
			return nil, refuse(ErrMalformed, "run \"git fsck\"", "a tree object can't be read")
		}
		item := treeItem{name: name, mode: canonical(memory.Mode(mode)), hash: hex.EncodeToString(rest[:hexLen/2])}
		item.flaw = flawOf(name, memory.Mode(mode))
		items = append(items, item)
		raw = rest[hexLen/2:]
	}
	markOrder(items)
	if !ascending(items) { // else no name can be there twice
		markTwins(items)
	}
	return items, nil
}

// canonical is what git makes of a mode on reading it (canon_mode in its cache.h).
func canonical(mode memory.Mode) memory.Mode {
	const kind, file = 0o170000, 0o100000
	switch {
	case mode&kind == file && mode&0o100 != 0:
		return memory.Executable
	case mode&kind == file:
		return memory.Regular
	case mode&kind == memory.Symlink:
		return memory.Symlink
	case mode&kind == directory:
		return directory
	}
	return memory.Gitlink
}

// oddMode is the flaw that does not matter to who looks a path up.
const oddMode = "mode is not one of git's"

func flawOf(name string, mode memory.Mode) string {
	const groupWritable = 0o100664 // written by git before 1.0 and harmless
	switch {
	case name == "":
		return "has no name"
	case strings.Contains(name, "/"):
		return "name holds a slash"
	case name == "." || name == ".." || strings.EqualFold(name, ".git"):
		return "name is reserved"
	case mode != canonical(mode) && mode != groupWritable:
		return oddMode
	}
	return ""
}

// markOrder marks each entry that comes after one it should precede.
func markOrder(items []treeItem) {
	last := ""
	for i := range items {
		key := items[i].name
		if items[i].mode == directory {
			key += "/" // git sorts a directory as if its name ended so
		}
		if key < last && items[i].flaw == "" {
			items[i].flaw = "listed out of order"
		}
		last = max(last, key)
	}
}

func ascending(items []treeItem) bool {
	for i := 1; i < len(items); i++ {
		if items[i-1].name >= items[i].name {
			return false
		}
	}
	return true
}

// markTwins marks all entries that share a name.
func markTwins(items []treeItem) {
	count := make(map[string]int, len(items))
	for i := range items {
		count[items[i].name]++
	}
	for i := range items {
		if count[items[i].name] > 1 {
			items[i].flaw = "listed twice"
		}
	}
}
