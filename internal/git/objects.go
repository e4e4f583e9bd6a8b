package git

import (
	"bufio"
	"compress/zlib"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
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

	compressed *bufio.Reader
	inflater   io.ReadCloser
}

const (
	maxNear   = 1 << 20  // bytes of an object; git reads a larger one as fast
	budget    = 16 << 20 // bytes to inflate in all: git remembers what others build on
	perObject = 1 << 10  // what one costs in addition
)

func newObjectStore(dir string) *objectStore {
	return &objectStore{dir: dir, budget: budget, compressed: bufio.NewReader(nil)}
}

// read gives an object with at most limit bytes of its contents.
func (s *objectStore) read(id string, limit int64) (Object, bool) {
	if len(id) != 2*packedID || !isHex(id) || s.budget <= 0 {
		return Object{}, false
	}
	o, ok := s.find(id)
	if !ok {
		return Object{}, false
	}
	size := int64(len(o.data))
	sum := newHash(len(id))
	fmt.Fprintf(sum, "%s %d\x00", o.kind, size)
	sum.Write(o.data)
	if hex.EncodeToString(sum.Sum(nil)) != id {
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

func (s *objectStore) find(id string) (o storedObject, ok bool) {
	if s.listed { // once an object was in a pack, most are
		if o, ok = s.inPacks(id); ok {
			return o, true
		}
		return s.loose(id)
	}
	if o, ok = s.loose(id); ok {
		return o, true
	}
	return s.inPacks(id)
}

func (s *objectStore) inPacks(id string) (o storedObject, ok bool) {
	raw, err := hex.DecodeString(id)
	if err != nil {
		return o, false
	}
	for _, p := range s.allPacks() {
		if at, ok := p.find(raw); ok {
			return s.packed(p, at)
		}
	}
	return o, false
}

// loose reads an object that has a file of its own.
func (s *objectStore) loose(id string) (o storedObject, ok bool) {
	f, _, err := openRegular(filepath.Join(s.dir, id[:2], id[2:]))
	if err != nil {
		return o, false
	}
	defer f.Close()
	s.compressed.Reset(f)
	if !s.start() {
		return o, false
	}
	kind, size, ok := s.looseHead()
	if !ok {
		return o, false
	}
	data, ok := s.rest(size)
	return storedObject{kind, data}, ok
}

// looseHead reads "blob 12\x00".
func (s *objectStore) looseHead() (kind string, size int64, ok bool) {
	var head [32]byte
	for i := range head {
		if _, err := io.ReadFull(s.inflater, head[i:i+1]); err != nil {
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

// inflate gives what was compressed to size bytes.
func (s *objectStore) inflate(size int64) ([]byte, bool) {
	if !s.start() {
		return nil, false
	}
	return s.rest(size)
}

// start begins to inflate, with the memory of the time before.
func (s *objectStore) start() bool {
	var err error
	if s.inflater == nil {
		s.inflater, err = zlib.NewReader(s.compressed)
		return err == nil
	}
	return s.inflater.(zlib.Resetter).Reset(s.compressed, nil) == nil
}

// rest inflates all that is left, which are size bytes.
func (s *objectStore) rest(size int64) ([]byte, bool) {
	if s.budget -= size + perObject; size < 0 || size > maxNear || s.budget < 0 {
		return nil, false
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(s.inflater, data); err != nil {
		return nil, false
	}
	n, err := s.inflater.Read(make([]byte, 1))
	return data, n == 0 && err == io.EOF
}

func (s *objectStore) close() {
	for _, p := range s.packs {
		p.close()
	}
	s.packs, s.listed = nil, false
}

// openRegular opens a regular file, and never waits for a pipe.
func openRegular(name string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errOtherFile
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}
