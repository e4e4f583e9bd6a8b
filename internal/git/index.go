package git

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// needIndex refuses a repository without a work tree, an index file that the
// environment names and that is not there (git would take it for an empty one),
// and a damaged one: git reads a cut-off index without a word.
func (r *Repo) needIndex() error {
	file, info, err := r.openIndex()
	if file == nil || r.isSound(info) {
		return err
	}
	defer file.Close()
	if info.Size() > checksummed {
		if _, err := scanIndex(file, info.Size(), r.hexLen, func([]byte) bool { return false }); err == nil {
			r.found(info)
			return nil
		}
	}
	return r.verifyIndex(file, info)
}

// checksummed is the size in bytes up to which the checksum of an index is computed,
// which takes as long as reading it. A larger one is walked from end to end, which
// finds what is cut off; git itself trusts all the rest.
const checksummed = 1 << 20

// openIndex opens the index file; it is nil when nothing was ever staged.
func (r *Repo) openIndex() (*os.File, fs.FileInfo, error) {
	if err := r.needWorktree(); err != nil {
		return nil, nil, err
	}
	name := r.indexFile
	if name == "" {
		name = filepath.Join(r.gitDir, "index")
	}
	file, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && r.indexFile != "":
		return nil, nil, refuse(ErrMissingIndex, "correct or unset GIT_INDEX_FILE", "the index %q does not exist", name)
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, fmt.Errorf("read the index: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("read the index: %w", err)
	}
	return file, info, nil
}

// verifyIndex holds a whole index against its checksum.
func (r *Repo) verifyIndex(file *os.File, info fs.FileInfo) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return fmt.Errorf("read the index: %w", err)
	}
	if err := checkIndex(text, r.hexLen); err != nil {
		return err
	}
	r.found(info)
	return nil
}

// found remembers an index that is sound, so that it is not read again.
func (r *Repo) found(info fs.FileInfo) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sound = info
}

func (r *Repo) isSound(info fs.FileInfo) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sound != nil && os.SameFile(r.sound, info) && r.sound.Size() == info.Size() && r.sound.ModTime().Equal(info.ModTime())
}

const restage = "rewrite the index with \"git read-tree HEAD\", then stage again"

// checkIndex holds an index against the checksum at its end. Zeros stand for
// none (index.skipHash). https://git-scm.com/docs/index-format
func checkIndex(text []byte, hexLen int) error {
	size := hexLen / 2
	if len(text) < size {
		return refuse(ErrMalformed, restage, "the index is cut off")
	}
	body, sum := text[:len(text)-size], text[len(text)-size:]
	if bytes.Count(sum, []byte{0}) == size {
		return nil
	}
	actual := newHash(hexLen)
	actual.Write(body)
	if !bytes.Equal(actual.Sum(nil), sum) {
		return refuse(ErrMalformed, restage, "the index is damaged: its checksum is wrong")
	}
	return nil
}
