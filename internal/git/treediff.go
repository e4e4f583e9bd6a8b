package git

import (
	"bytes"
	"encoding/hex"

	"github.com/teammem/teammem/internal/memory"
)

// A rawItem is one entry of a tree object as it is stored. Key is its name, and of a
// directory with a slash behind it: git sorts by that.
type rawItem struct {
	mode, name, id, whole []byte
	dir                   bool
}

// nextRaw splits off the first entry of a tree. False is for the end, and for all that is not
// as git writes it, which parseTree looks at.
func nextRaw(raw []byte, idSize int) (item rawItem, rest []byte, ok bool) {
	space, end := bytes.IndexByte(raw[:min(len(raw), 7)], ' '), bytes.IndexByte(raw, 0)
	if space < 5 || end < space+2 || len(raw)-end-1 < idSize {
		return item, raw, false
	}
	next := end + 1 + idSize
	item = rawItem{mode: raw[:space], name: raw[space+1 : end], id: raw[end+1 : next], whole: raw[:next]}
	item.dir = string(item.mode) == "40000"
	plain := item.dir || space == 6 && item.mode[0] == '1' && len(bytes.Trim(item.mode[1:], "01234567")) == 0
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

// differing walks over two trees at once and gives those entries of each that the other one
// has not got in the same way. False is for trees that are not sorted, or out of the usual
// otherwise: of them all entries count.
func differing(before, after []byte, idSize int) (old, new []rawItem, ok bool) {
	a, b := treeWalk{rest: before, idSize: idSize}, treeWalk{rest: after, idSize: idSize}
	a.next()
	b.next()
	for a.here || b.here {
		switch c := a.compare(&b); {
		case c < 0:
			old = append(old, a.item)
			a.next()
		case c > 0:
			new = append(new, b.item)
			b.next()
		default:
			if !bytes.Equal(a.item.whole, b.item.whole) {
				old, new = append(old, a.item), append(new, b.item)
			}
			a.next()
			b.follow(&a)
		}
	}
	return old, new, !a.odd && !b.odd
}

// A treeWalk is a walk over the entries of a tree.
type treeWalk struct {
	rest   []byte
	idSize int
	item   rawItem
	here   bool // item is an entry
	odd    bool // the tree is out of the usual, and the walk has ended
}

func (t *treeWalk) next() {
	if len(t.rest) == 0 {
		t.here = false
		return
	}
	item, rest, ok := nextRaw(t.rest, t.idSize)
	if !ok || t.here && compareKeys(t.item, item) >= 0 {
		t.here, t.odd, t.rest = false, true, nil
		return
	}
	t.item, t.rest, t.here = item, rest, true
}

// follow is next of a walk that stood at an entry of the same key as the other one, which has gone on:
// nearly always both go on with the same entry.
func (t *treeWalk) follow(other *treeWalk) {
	if other.here && bytes.HasPrefix(t.rest, other.item.whole) {
		t.item, t.rest = other.item, t.rest[len(other.item.whole):]
		return
	}
	t.next()
}

// compare orders the entries at which two walks stand; one that has ended comes last.
func (t *treeWalk) compare(other *treeWalk) int {
	switch {
	case !other.here:
		return -1
	case !t.here:
		return 1
	}
	return compareKeys(t.item, other.item)
}

// asSides gives entries as they are compared. Their names have no slash, none is there twice,
// and a flaw is of no account there.
func asSides(raw []rawItem) sides {
	items := make([]treeItem, len(raw))
	for i, r := range raw {
		items[i] = treeItem{name: string(r.name), mode: canonical(octal(r.mode)), hash: hex.EncodeToString(r.id)}
	}
	return split(items)
}

func octal(digits []byte) (mode memory.Mode) {
	for _, d := range digits {
		mode = mode<<3 | memory.Mode(d-'0')
	}
	return mode
}
