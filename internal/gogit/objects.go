package gogit

import (
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // git's own object ids
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/teammem/teammem/internal/git"
)

// A store reads the objects of one repository. It may be used by several goroutines.
type store struct {
	dir   string // of the objects
	mu    sync.Mutex
	packs []*pack // nil before they were listed
}

// refuseAlternates refuses a repository whose objects lie elsewhere too.
func refuseAlternates(commonDir string) error {
	text, err := git.ReadFile(filepath.Join(commonDir, "objects", "info", "alternates"))
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

// Close has nothing to do: the files of a store are closed with the Repo.
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

// always is the kind of an empty object, which git knows without storing it; else "".
func always(id string) (kind string) {
	switch id {
	case "4b825dc642cb6eb9a060e54bf8d69288fbee4904":
		return "tree"
	case "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391":
		return "blob"
	}
	return ""
}

// errAbsent means that an object is not in one place.
var errAbsent = errors.New("not there")

// read reads an object, at most limit bytes of it. Git may have packed objects anew since
// the packs were listed; then they are listed once more.
func (s *store) read(id string, limit int64) git.Object {
	if !isID(id) {
		return git.Object{ID: id, Err: damaged(id)}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o, err := s.find(id, limit)
	if err != nil && always(id) == "" {
		s.forget()
		o, err = s.find(id, limit)
	}
	var refusal *git.Error
	switch {
	case err == nil:
		return o
	case errors.Is(err, errAbsent) && always(id) != "":
		return git.Object{ID: id, Kind: always(id)}
	case errors.Is(err, errAbsent):
		err = refuse(git.ErrMissingObject, "run \"git fsck\"; in a partial clone \"git fetch --refetch --no-filter\"", "object %s is missing", id)
	case !errors.As(err, &refusal):
		err = damaged(id)
	}
	return git.Object{ID: id, Err: err}
}

// find looks for an object among those that lie loose, then in the packs.
func (s *store) find(id string, limit int64) (git.Object, error) {
	o, err := s.loose(id, limit)
	if err == nil {
		return o, nil
	}
	packed, inPack := s.packed(id, limit)
	if errors.Is(inPack, errAbsent) {
		return o, err
	}
	return packed, inPack
}

// forget has the packs listed anew.
func (s *store) forget() {
	for _, p := range s.packs {
		p.file.Close()
	}
	s.packs = nil
}

// A content holds contents against the id that they should have.
type content struct {
	kind  string
	size  int64
	body  io.Reader
	limit int64
}

var errOtherID = errors.New("the contents have another id")

func (c content) object(id string) (git.Object, error) {
	sum := sha1.New() //nolint:gosec // git's own object ids
	fmt.Fprintf(sum, "%s %d\x00", c.kind, c.size)
	body := io.TeeReader(io.LimitReader(c.body, c.size+1), sum)
	var data bytes.Buffer
	if _, err := io.Copy(&data, io.LimitReader(body, c.limit)); err != nil {
		return git.Object{}, err
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return git.Object{}, err
	}
	if hex.EncodeToString(sum.Sum(nil)) != id {
		return git.Object{}, errOtherID
	}
	return git.Object{ID: id, Kind: c.kind, Size: c.size, Data: data.Bytes()}, nil
}

// beginningWith lists the ids that begin with some digits.
func (s *store) beginningWith(digits string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget()
	if err := s.list(); err != nil {
		return nil, err
	}
	ids, err := s.looseBeginning(digits)
	for _, p := range s.packs {
		more, failed := p.beginningWith(digits)
		if failed != nil {
			return nil, failed
		}
		ids = append(ids, more...)
	}
	slices.Sort(ids)
	return slices.Compact(ids), err
}

func damaged(id string) error {
	return refuse(git.ErrMalformed, "run \"git fsck\"", "object %s is damaged or can't be read", id)
}
