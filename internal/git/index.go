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

// checksummed is the size in bytes up to which the checksum of an index is computed,
// which takes as long as reading it. A larger one is walked from end to end, which
// finds what is cut off; git itself trusts all the rest.
const checksummed = 1 << 20

// An indexFile is an index that was opened.
type indexFile struct {
	*os.File
	info   fs.FileInfo
	text   []byte  // all of a small one, which was held against its checksum
	survey *survey // nil before it was scanned
}

// contents are those of the index, for any place of it.
func (f *indexFile) contents() io.ReaderAt {
	if f.text != nil {
		return wholeIndex(f.text)
	}
	return f.File
}

// needIndex refuses a repository without a work tree, an index file that the
// environment names and that is not there (git would take it for an empty one),
// and a damaged one: git reads a cut-off index without a word.
func (r *Repo) needIndex() error {
	file, err := r.openIndex()
	if file == nil {
		return err
	}
	defer file.Close()
	if err != nil || file.text != nil || file.survey != nil {
		return err
	}
	if err := r.scan(file, func(*indexScan) {}); err == nil {
		return nil
	}
	_, err = r.verified(file)
	return err
}

// scan shows the entries of an index to visit, and remembers its survey.
func (r *Repo) scan(file *indexFile, visit func(*indexScan)) (err error) {
	file.survey, err = scanIndex(file.contents(), file.info.Size(), r.hexLen, visit)
	if err == nil {
		r.found(file)
	}
	return err
}

// openIndex opens the index file, which has to be closed; it is nil when nothing was
// ever staged. A small one is read, once.
func (r *Repo) openIndex() (*indexFile, error) {
	if err := r.needWorktree(); err != nil {
		return nil, err
	}
	name := r.indexFile
	if name == "" {
		name = filepath.Join(r.gitDir, "index")
	}
	file, err := OpenFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && r.indexFile != "":
		return nil, refuse(ErrMissingIndex, "correct or unset GIT_INDEX_FILE", "the index %q does not exist", name)
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the index: %w", err)
	}
	f, err := r.look(&indexFile{File: file})
	if err != nil {
		file.Close()
	}
	return f, err
}

// look takes what is known of an index, and else reads it if it is small.
func (r *Repo) look(f *indexFile) (_ *indexFile, err error) {
	if f.info, err = f.Stat(); err != nil {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	if known := r.knownIndex(); known != nil && isSame(known.info, f.info) {
		f.text, f.survey = known.text, known.survey
		return f, nil
	}
	if f.info.Size() > checksummed {
		return f, nil
	}
	if f.text, err = r.verified(f); err != nil {
		return nil, err
	}
	r.found(f)
	return f, nil
}

// verified reads a whole index and holds it against its checksum.
func (r *Repo) verified(f *indexFile) ([]byte, error) {
	text := make([]byte, f.info.Size())
	if n, err := f.ReadAt(text, 0); n < len(text) {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	return text, checkIndex(text, r.hexLen)
}

// found remembers an index that is sound, so that it is not read again.
func (r *Repo) found(f *indexFile) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = &indexFile{info: f.info, text: f.text, survey: f.survey}
}

func (r *Repo) knownIndex() *indexFile {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known
}

func isSame(a, b fs.FileInfo) bool {
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
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
