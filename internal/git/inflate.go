package git

import (
	"bytes"
	"compress/zlib"
	"io"
)

// An inflater undoes what zlib compressed, when it is known how many bytes come out. It keeps its memory, since to make
// a reader for each object of a pack would cost more than most of them have bytes. It is for one goroutine.
type inflater struct {
	piece bytes.Reader
	z     io.ReadCloser
	more  [1]byte
}

// inflate gives size bytes of what was compressed to text, or false where that is not what it holds.
func (z *inflater) inflate(text []byte, size int64) ([]byte, bool) {
	z.piece.Reset(text)
	if !z.start(&z.piece) {
		return nil, false
	}
	return z.rest(size)
}

// start begins to inflate what from gives.
func (z *inflater) start(from io.Reader) bool {
	var err error
	if z.z == nil {
		z.z, err = zlib.NewReader(from)
		return err == nil
	}
	return z.z.(zlib.Resetter).Reset(from, nil) == nil
}

// rest gives all that is left, which are size bytes, or false.
func (z *inflater) rest(size int64) ([]byte, bool) {
	out := make([]byte, size)
	if _, err := io.ReadFull(z.z, out); err != nil {
		return nil, false
	}
	n, err := z.z.Read(z.more[:])
	return out, n == 0 && err == io.EOF
}
