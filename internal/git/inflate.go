package git

import (
	"bytes"
	"compress/zlib"
	"io"
)

// An inflater undoes what zlib compressed, when it is known how many bytes come out. It keeps its memory, since to make
// a reader for each object of a pack would cost more than most of them have bytes. It is for one goroutine.
type inflater struct {
	from bytes.Reader
	z    io.ReadCloser
	more [1]byte
}

// inflate gives size bytes of what was compressed to text, or false where that is not what it holds.
func (z *inflater) inflate(text []byte, size int) ([]byte, bool) {
	z.from.Reset(text)
	var err error
	if z.z == nil {
		z.z, err = zlib.NewReader(&z.from)
	} else {
		err = z.z.(zlib.Resetter).Reset(&z.from, nil)
	}
	if err != nil {
		return nil, false
	}
	out := make([]byte, size)
	if _, err := io.ReadFull(z.z, out); err != nil {
		return nil, false
	}
	n, err := z.z.Read(z.more[:])
	return out, n == 0 && err == io.EOF
}
