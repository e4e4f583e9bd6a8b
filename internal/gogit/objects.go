package gogit

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // git's own object ids
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"

	"github.com/teammem/teammem/internal/git"
)

// streamed is the size in bytes from which an object is not held in memory whole.
const streamed = 32 << 20

// A store reads objects with go-git, whose own storage is for one goroutine.
type store struct {
	mu      sync.Mutex
	objects *filesystem.ObjectStorage
}

func newStore(commonDir string) *store {
	dir := dotgit.New(osfs.New(commonDir))
	options := filesystem.Options{LargeObjectThreshold: streamed}
	return &store{objects: filesystem.NewObjectStorageWithOptions(dir, cache.NewObjectLRUDefault(), options)}
}

// refuseAlternates refuses a repository whose objects lie elsewhere too: go-git follows
// only some of the forms in which git writes that down.
func refuseAlternates(commonDir string) error {
	file := filepath.Join(commonDir, "objects", "info", "alternates")
	text, err := os.ReadFile(file)
	if isAbsent(err) || err == nil && strings.TrimSpace(string(text)) == "" {
		return nil
	}
	if err != nil {
		return err
	}
	return unsupported("the repository takes objects from another one (objects/info/alternates)")
}

func (a *answers) Objects(ctx context.Context) (git.Objects, error) {
	return &reader{ctx, a.store}, ctx.Err()
}

// A reader reads objects until its context ends.
type reader struct {
	ctx   context.Context
	store *store
}

func (r *reader) Close() {}

func (r *reader) Each(ids []string, limit int64, fn func(i int, o git.Object) error) error {
	for i, id := range ids {
		if err := r.ctx.Err(); err != nil {
			return fmt.Errorf("read object %s: %w", id, err)
		}
		if err := fn(i, r.store.read(id, limit)); err != nil {
			return err
		}
	}
	return nil
}

// read reads an object and holds it against its id. Git may have packed objects anew
// since the packs were listed; then they are listed once more.
func (s *store) read(id string, limit int64) git.Object {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.decode(id, limit)
	if o.Err != nil {
		s.objects.Reindex()
		o = s.decode(id, limit)
	}
	return o
}

// always are the empty objects, which git knows without storing them.
var always = map[string]string{
	"4b825dc642cb6eb9a060e54bf8d69288fbee4904": "tree",
	"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391": "blob",
}

func (s *store) decode(id string, limit int64) (o git.Object) {
	// What it reads may be crafted, and it is not ours: a panic is a damaged object.
	defer func() {
		if recover() != nil {
			o = git.Object{ID: id, Err: damaged(id)}
		}
	}()
	stored, err := s.objects.EncodedObject(plumbing.AnyObject, plumbing.NewHash(id))
	switch {
	case errors.Is(err, plumbing.ErrObjectNotFound) && always[id] != "":
		return git.Object{ID: id, Kind: always[id]}
	case errors.Is(err, plumbing.ErrObjectNotFound):
		return git.Object{ID: id, Err: missing(id)}
	case err != nil:
		return git.Object{ID: id, Err: damaged(id)}
	}
	o = git.Object{ID: id, Kind: stored.Type().String(), Size: stored.Size()}
	if o.Data, err = contents(stored, id, limit); err != nil {
		o.Data, o.Err = nil, damaged(id)
	}
	return o
}

var errOtherID = errors.New("the contents have another id")

// contents gives at most limit bytes of an object, of which all is held against the id.
func contents(stored plumbing.EncodedObject, id string, limit int64) ([]byte, error) {
	r, err := stored.Reader()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	sum := sha1.New() //nolint:gosec // git's own object ids
	fmt.Fprintf(sum, "%s %d\x00", stored.Type(), stored.Size())
	body := io.TeeReader(r, sum)
	var data bytes.Buffer
	if _, err := io.Copy(&data, io.LimitReader(body, limit)); err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return nil, err
	}
	if hex.EncodeToString(sum.Sum(nil)) != id {
		return nil, errOtherID
	}
	return data.Bytes(), nil
}

func missing(id string) error {
	return refuse(git.ErrMissingObject, "run \"git fsck\"; in a partial clone \"git fetch --refetch --no-filter\"", "object %s is missing", id)
}

func damaged(id string) error {
	return refuse(git.ErrMalformed, "run \"git fsck\"", "object %s is damaged or can't be read", id)
}

// beginningWith lists the ids that begin with some bytes.
func (s *store) beginningWith(prefix []byte) (ids []string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		if recover() != nil {
			err = refuse(git.ErrMalformed, "run \"git fsck\"", "the packs can't be read")
		}
	}()
	s.objects.Reindex()
	found, err := s.objects.HashesWithPrefix(prefix)
	for _, h := range found {
		ids = append(ids, h.String())
	}
	slices.Sort(ids)
	return slices.Compact(ids), err
}
