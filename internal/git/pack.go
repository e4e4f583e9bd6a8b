package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
)

// A pack is a file of many objects, and the index that says where in it each begins.
type pack struct {
	index, data *os.File
	fan         [256]uint32 // how many ids begin with at most that byte
	known       map[int64]storedObject
	pages       [keptPages]page
	window      [windowIDs * packedID]byte
}

// A page is a piece of a pack. Objects that are wanted together mostly lie together.
type page struct {
	number int64 // counted from 1; 0 is for none
	text   []byte
}

const (
	pageSize  = 16 << 10
	keptPages = 16
	windowIDs = 32 // that are read at once
)

var errOtherFile = errors.New("not a file as git writes it")

const (
	maxPacks = 32  // what lies in others is left to git, which has an index over many
	maxChain = 100 // objects that build on one another; git makes 50
	packedID = 20  // bytes
	fanAt    = 8
	idsAt    = fanAt + 4*256
)

// allPacks opens the packs, or the first ones of many.
func (s *objectStore) allPacks() []*pack {
	if s.listed {
		return s.packs
	}
	s.listed = true
	dir := filepath.Join(s.dir, "pack")
	items, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, item := range items {
		name, isIndex := strings.CutSuffix(item.Name(), ".idx")
		if !isIndex || len(s.packs) == maxPacks {
			continue
		}
		if p, err := openPack(filepath.Join(dir, name)); err == nil {
			s.packs = append(s.packs, p)
		}
	}
	return s.packs
}

func openPack(name string) (*pack, error) {
	index, err := openRegular(name + ".idx")
	if err != nil {
		return nil, err
	}
	data, err := openRegular(name + ".pack")
	if err != nil {
		index.Close()
		return nil, err
	}
	p := &pack{index: index, data: data, known: map[int64]storedObject{}}
	var head [idsAt]byte
	if _, err = index.ReadAt(head[:], 0); err != nil || string(head[:fanAt]) != "\xfftOc\x00\x00\x00\x02" {
		p.close()
		return nil, errOtherFile
	}
	for i := range p.fan {
		p.fan[i] = binary.BigEndian.Uint32(head[fanAt+4*i:])
	}
	return p, nil
}

func (p *pack) close() {
	p.index.Close()
	p.data.Close()
}

// find gives the place of the object with an id.
func (p *pack) find(id []byte) (at int64, ok bool) {
	if len(id) != packedID {
		return 0, false
	}
	first := 0
	if id[0] > 0 {
		first = int(p.fan[id[0]-1])
	}
	n, ok := p.search(id, first, int(p.fan[id[0]]))
	if !ok {
		return 0, false
	}
	var word [4]byte
	if _, err := p.index.ReadAt(word[:], p.placesAt()+4*int64(n)); err != nil {
		return 0, false
	}
	return p.place(binary.BigEndian.Uint32(word[:]))
}

// search gives the number of an id among those from the first-th to the one before the end-th. Ids are
// spread evenly, so it looks first where this one should be.
func (p *pack) search(id []byte, first, end int) (n int, ok bool) {
	guess := first + int(uint64(end-first)*uint64(binary.BigEndian.Uint32(id[1:]))>>32)
	for first < end {
		from := min(max(guess-windowIDs/2, first), max(end-windowIDs, first))
		ids := p.window[:packedID*min(windowIDs, end-from)]
		if _, err := p.index.ReadAt(ids, idsAt+packedID*int64(from)); err != nil {
			return 0, false
		}
		count := len(ids) / packedID
		i := sort.Search(count, func(i int) bool { return bytes.Compare(ids[packedID*i:][:packedID], id) >= 0 })
		switch {
		case i < count && bytes.Equal(ids[packedID*i:][:packedID], id):
			return from + i, true
		case i == 0:
			end = from
		case i == count:
			first = from + count
		default:
			return 0, false
		}
		guess = first + (end-first)/2
	}
	return 0, false
}

// placesAt is where the places stand: behind the ids, and a checksum of each object.
func (p *pack) placesAt() int64 { return idsAt + (packedID+4)*int64(p.fan[255]) }

// place gives that which a number of 31 bits stands for: itself, or where one of 64 stands.
func (p *pack) place(n uint32) (at int64, ok bool) {
	if n < 1<<31 {
		return int64(n), true
	}
	var word [8]byte
	if _, err := p.index.ReadAt(word[:], p.placesAt()+4*int64(p.fan[255])+8*int64(n&^(1<<31))); err != nil {
		return 0, false
	}
	at = int64(binary.BigEndian.Uint64(word[:]))
	return at, at > 0
}

// The kinds of entries that say how another object has to be changed.
const (
	deltaByPlace = 6
	deltaByID    = 7
)

var packedKinds = [8]string{1: "commit", 2: "tree", 3: "blob", 4: "tag"}

// A packEntry is the beginning of an entry.
type packEntry struct {
	kind int
	size int64 // of what was compressed
	text int64 // the place of what was compressed
	base int64 // the place of what a delta builds on
}

// maxEntryHead is how many bytes say what an entry is.
const maxEntryHead = 40

// bytes gives up to n bytes from a place on, fewer at the end. They hold until more are asked for.
func (p *pack) bytes(at int64, n int) []byte {
	number, from := at/pageSize, int(at%pageSize)
	if from+n > pageSize {
		b := make([]byte, n)
		n, _ = p.data.ReadAt(b, at)
		return b[:n]
	}
	kept := &p.pages[number%keptPages]
	if kept.number != number+1 {
		if kept.text == nil {
			kept.text = make([]byte, pageSize)
		}
		got, _ := p.data.ReadAt(kept.text[:pageSize], number*pageSize)
		kept.number, kept.text = number+1, kept.text[:got]
	}
	from = min(from, len(kept.text))
	return kept.text[from:min(from+n, len(kept.text))]
}

// entry reads the head of the entry at a place, up to what was compressed: 3 bits of the
// kind and 4 of the size, then 7 more as long as the highest bit is set.
func (p *pack) entry(at int64) (e packEntry, ok bool) {
	b := p.bytes(at, maxEntryHead) // the last entry is followed by 20 bytes
	if len(b) < packedID {
		return e, false
	}
	e.kind, e.size = int(b[0]>>4&7), int64(b[0]&15)
	i := 1
	for shift := 4; b[i-1]&0x80 != 0; shift += 7 {
		if shift > 25 {
			return e, false
		}
		e.size |= int64(b[i]&0x7f) << shift
		i++
	}
	switch e.kind {
	case deltaByPlace:
		var back int
		back, i, ok = varint(b, i)
		e.base, ok = at-int64(back), ok && back > 0 && int64(back) < at
	case deltaByID:
		if i+packedID <= len(b) {
			e.base, ok = p.find(b[i : i+packedID])
		}
		i += packedID
	default:
		ok = packedKinds[e.kind] != ""
	}
	e.text = at + int64(i)
	return e, ok
}

// compressedSize is how many bytes zlib makes of size bytes at most.
func compressedSize(size int64) int { return int(size + size>>10 + 64) }

// packed reads the object at a place of a pack, and all that it builds on.
func (s *objectStore) packed(p *pack, at int64) (o storedObject, ok bool) {
	type step struct {
		at    int64
		delta []byte
	}
	var steps []step
	for o, ok = p.known[at]; !ok; o, ok = p.known[at] {
		e, sound := p.entry(at)
		if !sound || len(steps) == maxChain || !s.spend(e.size) {
			return o, false
		}
		text, sound := s.inflater.inflate(p.bytes(e.text, compressedSize(e.size)), e.size)
		if !sound {
			return o, false
		}
		if kind := packedKinds[e.kind]; kind != "" {
			p.known[at] = storedObject{kind, text}
			continue
		}
		steps, at = append(steps, step{at, text}), e.base
	}
	for _, step := range slices.Backward(steps) {
		if o.data, ok = patch(o.data, step.delta); !ok {
			return o, false
		}
		s.budget -= int64(len(o.data))
		p.known[step.at] = o
	}
	return o, true
}
