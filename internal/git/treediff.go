package git

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/teammem/teammem/internal/memory"
)

// A rawItem is one entry of a tree object as it is stored. Key is its name, and of a
// directory with a slash behind it: git sorts by that.
type rawItem struct {
	mode, name, id []byte
	dir            bool
}

// nextRaw splits off the first entry of a tree. False is for the end, and for all that is not
// as git writes it, which parseTree looks at.
func nextRaw(raw []byte, idSize int) (item rawItem, rest []byte, ok bool) {
	space, end := bytes.IndexByte(raw[:min(len(raw), 7)], ' '), bytes.IndexByte(raw, 0)
	if space < 5 || end < space+2 || len(raw)-end-1 < idSize {
		return item, raw, false
	}
	next := end + 1 + idSize
	item = rawItem{mode: raw[:space], name: raw[space+1 : end], id: raw[end+1 : next]}
	item.dir = string(item.mode) == "40000"
	plain := item.dir || space == 6 && item.mode[0] == '1' && isOctal(item.mode)
	return item, raw[next:], plain && bytes.IndexByte(item.name, '/') < 0
}

// compareKeys is the order of git, in which the name of a directory ends in a slash.
func compareKeys(a, b rawItem) int {
	n := min(len(a.name), len(b.name))
	if c := bytes.Compare(a.name[:n], b.name[:n]); c != 0 {
		return c
	}
	return int(a.byteAt(n)) - int(b.byteAt(n))
}

// byteAt is the byte of a key, 0 at its end.
func (r rawItem) byteAt(i int) byte {
	switch {
	case i < len(r.name):
		return r.name[i]
	case r.dir && i == len(r.name):
		return '/'
	}
	return 0
}

// sorted reports whether a tree is as git writes it, each entry behind the one before.
func sorted(raw []byte, idSize int) bool {
	var last rawItem
	for first := true; len(raw) > 0; first = false {
		item, rest, ok := nextRaw(raw, idSize)
		if !ok || !first && compareKeys(last, item) >= 0 {
			return false
		}
		last, raw = item, rest
	}
	return true
}

// differing gives those entries of each of two sorted trees that the other one has not got in the same way.
func differing(before, after []byte, idSize int) (old, new sides) {
	for {
		n := alike(before, after, idSize)
		before, after = before[n:], after[n:]
		a, restA, inA := nextRaw(before, idSize)
		b, restB, inB := nextRaw(after, idSize)
		order := 0
		switch {
		case !inA && !inB:
			return old, new
		case inA && inB:
			order = compareKeys(a, b)
		case inA:
			order = -1
		default:
			order = 1
		}
		if order <= 0 {
			old.add(a)
			before = restA
		}
		if order >= 0 {
			new.add(b)
			after = restB
		}
	}
}

// alike is how many bytes the entries have with which both trees begin.
func alike(a, b []byte, idSize int) (n int) {
	same := 0
	for same+8 <= min(len(a), len(b)) && binary.NativeEndian.Uint64(a[same:]) == binary.NativeEndian.Uint64(b[same:]) {
		same += 8
	}
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	for n < same {
		next := n + bytes.IndexByte(a[n:], 0) + 1 + idSize
		if next > same {
			break
		}
		n = next
	}
	return n
}

// add adds an entry of a sorted tree: its name has no slash and is not there twice, and a flaw is of no account.
func (s *sides) add(r rawItem) {
	var id [2 * sha256.Size]byte
	n := hex.Encode(id[:], r.id)
	item := treeItem{name: string(r.name), mode: canonical(octal(r.mode)), hash: string(id[:n])}
	if item.mode == directory {
		s.dirs = append(s.dirs, item)
	} else {
		s.files = append(s.files, item)
	}
}

func isOctal(digits []byte) bool {
	for _, d := range digits {
		if d < '0' || '7' < d {
			return false
		}
	}
	return true
}

func octal(digits []byte) (mode memory.Mode) {
	for _, d := range digits {
		mode = mode<<3 | memory.Mode(d-'0')
	}
	return mode
}
