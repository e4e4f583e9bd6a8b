package git

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/teammem/teammem/internal/memory"
)

// An indexScan reads the entries of an index, one after the other, without holding them.
// It reads what every git writes by default; of anything else it says errOtherIndex, and
// git itself has to be asked. https://git-scm.com/docs/index-format
type indexScan struct {
	index   io.ReaderAt
	window  []byte // what was read of it, from from on
	from    int64
	buffer  []byte // for the window; nil when that is the whole index
	at, end int64  // end is where the checksum begins
	version uint32
	idSize  int

	// The last entry that was read. Its name and id are overwritten by the next one.
	name, id  []byte
	mode      memory.Mode
	stage     int
	announced bool // by add --intent-to-add: no commit takes it
	sparse    bool // not meant to lie on disk (skip-worktree)

	before []byte // the name of the entry before
}

// errOtherIndex means that the index is damaged, or of a kind that is left to git.
var errOtherIndex = errors.New("not a plain index")

// An otherIndex is an errOtherIndex that says of which kind the index is.
type otherIndex string

func (o otherIndex) Error() string        { return string(o) }
func (o otherIndex) Is(target error) bool { return target == errOtherIndex }

const (
	maxEntry   = 16 << 10  // bytes that an entry may have
	readAll    = 128 << 10 // bytes read at once when all are wanted
	readSome   = 32 << 10
	headerSize = 12
	statSize   = 40 // what stands before the object id
	extended   = 0x4000
	announced  = 0x2000 // of the extended flags
	sparse     = 0x4000 // of the extended flags
)

// newScan begins at the first of count entries. Ahead is how many bytes are read at once.
func newScan(index io.ReaderAt, size int64, hexLen, ahead int) (s *indexScan, count int, err error) {
	s = &indexScan{index: index, idSize: hexLen / 2, end: size - int64(hexLen/2)}
	if text, whole := index.(wholeIndex); whole {
		s.window = text
	} else {
		s.buffer = make([]byte, ahead)
	}
	head, err := s.peek(headerSize)
	if err != nil || len(head) < headerSize || string(head[:4]) != "DIRC" {
		return nil, 0, errOtherIndex
	}
	s.version = binary.BigEndian.Uint32(head[4:])
	count = int(binary.BigEndian.Uint32(head[8:]))
	if s.version < 2 || s.version > 4 {
		return nil, 0, otherIndex(fmt.Sprintf("an index of version %d", s.version))
	}
	return s, count, s.skip(headerSize)
}

// A wholeIndex is an index that is held whole.
type wholeIndex []byte

func (t wholeIndex) ReadAt(p []byte, at int64) (int, error) { return bytes.NewReader(t).ReadAt(p, at) }

// jump goes on at another place, behind the entry of that name.
func (s *indexScan) jump(at int64, name string) {
	s.at, s.name = at, append(s.name[:0], name...)
}

// peek gives the next n bytes, or all that are left before the checksum.
func (s *indexScan) peek(n int) ([]byte, error) {
	n = int(min(int64(n), max(0, s.end-s.at)))
	if s.buffer != nil && (s.at < s.from || s.at+int64(n) > s.from+int64(len(s.window))) {
		s.from, s.window = s.at, s.buffer[:min(int64(len(s.buffer)), s.end-s.at)]
		if _, err := s.index.ReadAt(s.window, s.at); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
	}
	return s.window[s.at-s.from:][:n], nil
}

func (s *indexScan) skip(n int) error {
	if s.at += int64(n); s.at > s.end {
		return errOtherIndex
	}
	return nil
}

// next reads one entry.
func (s *indexScan) next() error {
	b, err := s.peek(maxEntry)
	at := statSize + s.idSize + 2
	if err != nil || len(b) < at+2 {
		return errOtherIndex
	}
	flags, more := binary.BigEndian.Uint16(b[at-2:]), uint16(0)
	if flags&extended != 0 {
		if s.version < 3 {
			return errOtherIndex
		}
		more = binary.BigEndian.Uint16(b[at:])
		at += 2
	}
	end, ok := s.readName(b, at)
	s.mode = memory.Mode(binary.BigEndian.Uint32(b[24:]))
	switch {
	case s.mode == directory:
		return extension("sdir")
	case ok && len(s.name) == 0: // it stands for one of the index that this one shares
		return extension("link")
	case !ok || !isMode(s.mode):
		return errOtherIndex
	}
	s.id = b[statSize : statSize+s.idSize]
	s.stage, s.announced, s.sparse = int(flags>>12&3), more&announced != 0, more&sparse != 0
	return s.skip(end)
}

// entry is the last entry that was read.
func (s *indexScan) entry() memory.Entry {
	return memory.Entry{Path: string(s.name), Mode: s.mode, Hash: hex.EncodeToString(s.id), Size: -1, Stage: s.stage}
}

// readName reads the name of an entry, which begins at at, and says where the entry ends.
func (s *indexScan) readName(b []byte, at int) (end int, ok bool) {
	keep := 0
	if s.version == 4 { // how much of the last name is not kept comes first
		drop, next, ok := varint(b, at)
		if !ok || drop > len(s.name) {
			return 0, false
		}
		keep, at = len(s.name)-drop, next
	}
	n := bytes.IndexByte(b[at:], 0)
	if n < 0 {
		return 0, false
	}
	s.before, s.name = s.name, append(append(s.before[:0], s.name[:keep]...), b[at:at+n]...)
	if s.version == 4 {
		return at + n + 1, true
	}
	end = (at + n + 8) &^ 7 // padded, with at least one zero
	return end, end <= len(b) && len(bytes.Trim(b[at+n:end], "\x00")) == 0
}

// varint reads a number as git writes offsets: seven bits a byte, the highest first,
// and one more than they say for every byte that goes on.
func varint(b []byte, at int) (n, next int, ok bool) {
	for i := at; i < len(b) && i < at+4; i++ {
		n = n<<7 | int(b[i]&0x7f)
		if b[i]&0x80 == 0 {
			return n, i + 1, true
		}
		n++
	}
	return 0, 0, false
}

func isMode(m memory.Mode) bool {
	return m == memory.Regular || m == memory.Executable || m == memory.Symlink || m == memory.Gitlink
}

// extension says which extension, which a reader has to know, an index has.
func extension(name string) error {
	switch name {
	case "link":
		return otherIndex("a split index (core.splitIndex)")
	case "sdir":
		return otherIndex("a sparse index (index.sparse)")
	}
	return otherIndex(fmt.Sprintf("an index with the extension %q", printable(name)))
}

// extensions walks over what stands behind the entries and gives the contents of the
// extension TREE, nil when there is none. An extension that a reader has to know has a
// name that begins with a small letter.
func (s *indexScan) extensions() (tree []byte, err error) {
	for s.at < s.end {
		head, err := s.peek(8)
		if err != nil || len(head) < 8 {
			return nil, errOtherIndex
		}
		if head[0] < 'A' || head[0] > 'Z' {
			return nil, extension(string(head[:4]))
		}
		wanted, size := string(head[:4]) == "TREE", int64(binary.BigEndian.Uint32(head[4:]))
		if err := s.skip(8); err != nil {
			return nil, err
		}
		from := s.at
		if s.jump(from+size, ""); s.at > s.end {
			return nil, errOtherIndex
		}
		if !wanted {
			continue
		}
		tree = make([]byte, size)
		if _, err := s.index.ReadAt(tree, from); err != nil {
			return nil, fmt.Errorf("read the index: %w", err)
		}
	}
	return tree, nil
}
