package git

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// needIndex refuses a repository without a work tree, an index file that the
// environment names and that is not there (git would take it for an empty one),
// and a damaged one: git reads a cut-off index without a word.
func (r *Repo) needIndex() error {
	if err := r.needWorktree(); err != nil {
		return err
	}
	file := r.indexFile
	if file == "" {
		file = filepath.Join(r.gitDir, "index")
	}
	text, err := os.ReadFile(file)
	switch {
	case err == nil:
		return checkIndex(text, r.hexLen)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("read the index: %w", err)
	case r.indexFile != "":
		return refuse(ErrMissingIndex, "correct or unset GIT_INDEX_FILE", "the index %q does not exist", file)
	}
	return nil // nothing was ever staged
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
