package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
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
	windows     map[int]idWindow // by the number of the first one
}

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
	index, _, err := openRegular(name + ".idx")
	if err != nil {
		return nil, err
	}
	data, _, err := openRegular(name + ".pack")
	if err != nil {
		index.Close()
		return nil, err
	}
	p := &pack{index: index, data: data, known: map[int64]storedObject{}, windows: map[int]idWindow{}}
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
	n := int(p.fan[id[0]]) - first
	if n <= 0 {
		return 0, false
	}
	w, ok := p.around(id, first, first+n)
	if !ok {
		return 0, false
	}
	n = len(w.ids) / packedID
	i := sort.Search(n, func(i int) bool { return bytes.Compare(w.ids[packedID*i:][:packedID], id) >= 0 })
	if i == n || !bytes.Equal(w.ids[packedID*i:][:packedID], id) {
		return 0, false
	}
	return p.place(binary.BigEndian.Uint32(w.places[4*i:]))
}

// An idWindow is some ids that follow one another, and what stands for their places.
type idWindow struct{ ids, places []byte }

// mostIDs is how many ids are read and kept to find one among them.
const mostIDs = 512

// around gives some ids, among which id is if it is among those from the first-th to the one before
// the end-th.
func (p *pack) around(id []byte, first, end int) (w idWindow, ok bool) {
	var found [packedID]byte
	for end-first > mostIDs {
		middle := first + (end-first)/2
		if _, err := p.index.ReadAt(found[:], idsAt+packedID*int64(middle)); err != nil {
			return w, false
		}
		if bytes.Compare(found[:], id) <= 0 {
			first = middle
		} else {
			end = middle
		}
	}
	if w, ok = p.windows[first]; ok {
		return w, true
	}
	w = idWindow{make([]byte, packedID*(end-first)), make([]byte, 4*(end-first))}
	if _, err := p.index.ReadAt(w.ids, idsAt+packedID*int64(first)); err != nil {
		return w, false
	}
	if _, err := p.index.ReadAt(w.places, p.placesAt()+4*int64(first)); err != nil {
		return w, false
	}
	p.windows[first] = w
	return w, true
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
	base int64 // the place of what a delta builds on
}

// maxEntryHead is how many bytes say what an entry is.
const maxEntryHead = 40

// entry begins to read the entry at a place, up to what was compressed: 3 bits of the
// kind and 4 of the size, then 7 more as long as the highest bit is set.
func (s *objectStore) entry(p *pack, at int64) (e packEntry, ok bool) {
	s.compressed.Reset(io.NewSectionReader(p.data, at, math.MaxInt64-at))
	b, _ := s.compressed.Peek(maxEntryHead) // the last entry is followed by 20 bytes
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
	if ok {
		_, err := s.compressed.Discard(i)
		ok = err == nil
	}
	return e, ok
}

// packed reads the object at a place of a pack, and all that it builds on.
func (s *objectStore) packed(p *pack, at int64) (o storedObject, ok bool) {
	type step struct {
		at    int64
		delta []byte
	}
	var steps []step
	for o, ok = p.known[at]; !ok; o, ok = p.known[at] {
		e, sound := s.entry(p, at)
		if !sound || len(steps) == maxChain {
			return o, false
		}
		text, sound := s.inflate(e.size)
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
