package git

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/teammem/teammem/internal/memory"
)

// An indexScan reads an index file from end to end without holding it. It reads what
// every git writes by default; of anything else it says errOtherIndex, and git itself
// has to be asked. https://git-scm.com/docs/index-format
type indexScan struct {
	in       *bufio.Reader
	left     int64 // bytes to come, the checksum at the end included
	hashSize int
	version  uint32
	name     []byte // of the last entry
}

// errOtherIndex means that the index is damaged, or of a kind that is left to git.
var errOtherIndex = errors.New("not a plain index")

const (
	scanAhead  = 16 << 10 // bytes that an entry may have
	scanBuffer = 128 << 10
	statSize   = 40 // what stands before the object id
	extended   = 0x4000
	announced  = 0x2000 // of the extended flags
)

// scanIndex gives the entries of the index in file whose path want takes.
func scanIndex(file *os.File, size int64, hexLen int, want func(path []byte) bool) ([]memory.Entry, error) {
	s := &indexScan{in: bufio.NewReaderSize(file, scanBuffer), left: size, hashSize: hexLen / 2}
	head, err := s.peek(12)
	if err != nil || len(head) < 12 || string(head[:4]) != "DIRC" {
		return nil, errOtherIndex
	}
	s.version = binary.BigEndian.Uint32(head[4:])
	count := binary.BigEndian.Uint32(head[8:])
	if s.version < 2 || s.version > 4 || s.skip(12) != nil {
		return nil, errOtherIndex
	}
	var entries []memory.Entry
	for range count {
		e, taken, err := s.entry(want)
		if err != nil {
			return nil, err
		}
		if taken {
			entries = append(entries, e)
		}
	}
	return entries, s.extensions()
}

// peek gives the next n bytes, or all that are left before the checksum.
func (s *indexScan) peek(n int) ([]byte, error) {
	return s.in.Peek(int(min(int64(n), max(0, s.left-int64(s.hashSize)))))
}

func (s *indexScan) skip(n int) error {
	if s.left -= int64(n); s.left < int64(s.hashSize) {
		return errOtherIndex
	}
	_, err := s.in.Discard(n)
	return err
}

// entry reads one entry. It is not taken when a commit would leave it out (add
// --intent-to-add) or want does not take it.
func (s *indexScan) entry(want func(path []byte) bool) (e memory.Entry, taken bool, err error) {
	b, err := s.peek(scanAhead)
	at := statSize + s.hashSize + 2
	if err != nil || len(b) < at+2 {
		return e, false, errOtherIndex
	}
	flags, more := binary.BigEndian.Uint16(b[at-2:]), uint16(0)
	if flags&extended != 0 {
		if s.version < 3 {
			return e, false, errOtherIndex
		}
		more = binary.BigEndian.Uint16(b[at:])
		at += 2
	}
	end, ok := s.readName(b, at)
	mode := memory.Mode(binary.BigEndian.Uint32(b[24:]))
	if !ok || !isMode(mode) {
		return e, false, errOtherIndex
	}
	if more&announced == 0 && want(s.name) {
		id := hex.EncodeToString(b[statSize : statSize+s.hashSize])
		e, taken = memory.Entry{Path: string(s.name), Mode: mode, Hash: id, Size: -1, Stage: int(flags >> 12 & 3)}, true
	}
	return e, taken, s.skip(end)
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
	if n < 0 || keep+n == 0 {
		return 0, false
	}
	s.name = append(s.name[:keep], b[at:at+n]...)
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

// extensions walks over what stands behind the entries. One that a reader has to know
// has a name that begins with a small letter.
func (s *indexScan) extensions() error {
	for s.left > int64(s.hashSize) {
		head, err := s.peek(8)
		if err != nil || len(head) < 8 || head[0] < 'A' || head[0] > 'Z' {
			return errOtherIndex
		}
		size := binary.BigEndian.Uint32(head[4:])
		if err := s.skip(8); err != nil {
			return err
		}
		if s.left -= int64(size); s.left < int64(s.hashSize) {
			return errOtherIndex
		}
		if _, err := io.CopyN(io.Discard, s.in, int64(size)); err != nil {
			return fmt.Errorf("read the index: %w", err)
		}
	}
	return nil
}
