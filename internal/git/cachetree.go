package git

import (
	"bytes"
	"strconv"
)

// A cachedFolder is one folder of the extension TREE of an index: which tree git wrote of
// it, as long as nothing below it was staged since. That tree is what git commits, and
// what its own diff trusts. https://git-scm.com/docs/index-format
type cachedFolder struct {
	name []byte
	id   []byte // nil when something below was staged
	next int    // the place of the first folder that is not below this one
}

// parseCacheTree reads the extension: the top and what is below it, depth first. It gives
// nil for what git would not have written.
func parseCacheTree(text []byte, idSize int) []cachedFolder {
	var folders []cachedFolder
	var open []struct{ folder, left int } // the folders above, and how many of theirs are to come
	for first := true; first || len(open) > 0; first = false {
		f, below, rest, ok := parseFolder(text, idSize)
		if !ok || first != (len(f.name) == 0) {
			return nil
		}
		text = rest
		open = append(open, struct{ folder, left int }{len(folders), below})
		folders = append(folders, f)
		for n := len(open) - 1; n >= 0 && open[n].left == 0; n-- {
			folders[open[n].folder].next = len(folders)
			if open = open[:n]; n > 0 {
				open[n-1].left--
			}
		}
	}
	if len(text) > 0 {
		return nil
	}
	return folders
}

// parseFolder reads "name\x00entries folders\n", and the id unless entries is negative.
func parseFolder(text []byte, idSize int) (f cachedFolder, below int, rest []byte, ok bool) {
	name, rest, ok1 := bytes.Cut(text, []byte{0})
	first, rest, ok2 := bytes.Cut(rest, []byte{' '})
	second, rest, ok3 := bytes.Cut(rest, []byte{'\n'})
	entries, err1 := strconv.Atoi(string(first))
	below, err2 := strconv.Atoi(string(second))
	if !ok1 || !ok2 || !ok3 || err1 != nil || err2 != nil || below < 0 || bytes.IndexByte(name, '/') >= 0 {
		return f, 0, nil, false
	}
	f.name = name
	if entries < 0 {
		return f, below, rest, true
	}
	if len(rest) < idSize {
		return f, 0, nil, false
	}
	f.id = rest[:idSize]
	return f, below, rest[idSize:], true
}

// subfolders gives the places of the folders directly in the i-th, by name.
func subfolders(folders []cachedFolder, i int) map[string]int {
	places := map[string]int{}
	for j := i + 1; j < folders[i].next; j = folders[j].next {
		places[string(folders[j].name)] = j
	}
	return places
}
