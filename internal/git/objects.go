package git

import (
	"bufio"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// An objectStore reads the objects of a plain repository from its files: those that lie
// loose, and those in packs. What it gives is held against its id, so it can only be
// right. Whatever it does not find or understand is left to git.
// https://git-scm.com/docs/gitformat-pack
type objectStore struct {
	dir    string // of the objects
	packs  []*pack
	listed bool // packs are known
	budget int64
	sum    hash.Hash
	head   [32]byte // of what is hashed
	odd    string   // what lies in the place of an object and is no file; "" for nothing

	inflater   inflater
	compressed *bufio.Reader // a loose object
}

const (
	maxNear   = 1 << 20  // bytes of an object; git reads a larger one as fast
	budget    = 16 << 20 // bytes to inflate in all: git remembers what others build on
	perObject = 1 << 10  // what one costs in addition
)

func newObjectStore(dir string) *objectStore {
	return &objectStore{dir: dir, budget: budget, sum: newHash(2 * packedID), compressed: bufio.NewReader(nil)}
}

// read gives an object with at most limit bytes of its contents.
func (s *objectStore) read(id string, limit int64) (Object, bool) {
	var raw, is [packedID]byte
	if len(id) != 2*packedID || s.budget <= 0 {
		return Object{}, false
	}
	if _, err := hex.Decode(raw[:], []byte(id)); err != nil || !isHex(id) {
		return Object{}, false
	}
	o, ok := s.find(id, raw[:])
	if !ok {
		return Object{}, false
	}
	size := int64(len(o.data))
	s.sum.Reset()
	s.sum.Write(append(strconv.AppendInt(append(append(s.head[:0], o.kind...), ' '), size, 10), 0))
	s.sum.Write(o.data)
	if s.sum.Sum(is[:0]); is != raw {
		return Object{}, false
	}
	n := min(size, limit)
	return Object{ID: id, Kind: o.kind, Size: size, Data: o.data[:n:n]}, true
}

// A storedObject is an object as it was found, whatever its id should be.
type storedObject struct {
	kind string
	data []byte
}

func (s *objectStore) find(id string, raw []byte) (o storedObject, ok bool) {
	if s.listed { // once an object was in a pack, most are
		if o, ok = s.inPacks(raw); ok {
			return o, true
		}
		return s.loose(id)
	}
	if o, ok = s.loose(id); ok {
		return o, true
	}
	return s.inPacks(raw)
}

func (s *objectStore) inPacks(raw []byte) (o storedObject, ok bool) {
	for _, p := range s.allPacks() {
		if at, ok := p.find(raw); ok {
			return s.packed(p, at)
		}
	}
	return o, false
}

// loose reads an object that has a file of its own.
func (s *objectStore) loose(id string) (o storedObject, ok bool) {
	f, err := openRegular(filepath.Join(s.dir, id[:2], id[2:]))
	if errors.Is(err, errOtherFile) {
		s.odd = filepath.Join(s.dir, id[:2], id[2:])
	}
	if err != nil {
		return o, false
	}
	defer f.Close()
	s.compressed.Reset(f)
	if !s.inflater.start(s.compressed) {
		return o, false
	}
	kind, size, ok := s.looseHead()
	if !ok || !s.spend(size) {
		return o, false
	}
	data, ok := s.inflater.rest(size)
	return storedObject{kind, data}, ok
}

// looseHead reads "blob 12\x00".
func (s *objectStore) looseHead() (kind string, size int64, ok bool) {
	var head [32]byte
	for i := range head {
		if _, err := io.ReadFull(s.inflater.z, head[i:i+1]); err != nil {
			return "", 0, false
		}
		if head[i] == 0 {
			kind, digits, ok := strings.Cut(string(head[:i]), " ")
			size, err := strconv.ParseInt(digits, 10, 64)
			return kind, size, ok && err == nil
		}
	}
	return "", 0, false
}

// spend takes what it costs to inflate size bytes from the budget. False is for too much.
func (s *objectStore) spend(size int64) bool {
	s.budget -= size + perObject
	return 0 <= size && size <= maxNear && s.budget >= 0
}

func (s *objectStore) close() {
	for _, p := range s.packs {
		p.close()
	}
	s.packs, s.listed = nil, false
}

// openRegular opens a regular file, and never waits for a pipe.
func openRegular(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errOtherFile
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
