package gogit

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
	"github.com/go-git/go-git/v5/plumbing/format/packfile"

	"github.com/teammem/teammem/internal/git"
)

// Of go-git only these packages are used: what the whole of it does at the start costs
// every git hook a millisecond, and its own storage passes over what it does not know.

// A pack is a file of many objects, read by go-git.
type pack struct {
	file    lockless
	index   *idxfile.MemoryIndex
	objects *packfile.Packfile
}

// A lockless file is one as go-git wants it.
type lockless struct{ *os.File }

func (lockless) Lock() error   { return nil }
func (lockless) Unlock() error { return nil }

// list opens the packs, unless that was done.
func (s *store) list() error {
	if s.packs != nil {
		return nil
	}
	dir := filepath.Join(s.dir, "pack")
	files, err := os.ReadDir(dir)
	if err != nil && !isAbsent(err) {
		return err
	}
	bases, packs := cache.NewObjectLRUDefault(), []*pack{}
	for _, f := range files {
		name, isIndex := strings.CutSuffix(f.Name(), ".idx")
		if !isIndex {
			continue
		}
		p, err := openPack(filepath.Join(dir, name), bases)
		if isAbsent(err) {
			continue // it was packed anew, or is not whole yet
		}
		if err != nil {
			return refuse(git.ErrMalformed, "run \"git fsck\"", "the pack %q can't be read: %v", name, err)
		}
		packs = append(packs, p)
	}
	s.packs = packs
	return nil
}

// openPack opens the files name.idx and name.pack.
func openPack(name string, bases cache.Object) (p *pack, err error) {
	defer caught(&err)
	index, err := git.OpenFile(name + ".idx")
	if err != nil {
		return nil, err
	}
	defer index.Close()
	p = &pack{index: idxfile.NewMemoryIndex()}
	if err := idxfile.NewDecoder(index).Decode(p.index); err != nil {
		return nil, err
	}
	f, err := git.OpenFile(name + ".pack")
	if err != nil {
		return nil, err
	}
	p.file = lockless{f}
	p.objects = packfile.NewPackfileWithCache(p.index, nil, p.file, bases, 0)
	return p, nil
}

// caught makes an error of a panic: what go-git reads may be crafted, and it is not ours.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("go-git: %v", r)
	}
}

// packed reads an object of a pack.
func (s *store) packed(id string, limit int64) (git.Object, error) {
	if err := s.list(); err != nil {
		return git.Object{}, err
	}
	for _, p := range s.packs {
		if o, err := p.read(id, limit); !errors.Is(err, errAbsent) {
			return o, err
		}
	}
	return git.Object{}, errAbsent
}

// maxHeld is the size in bytes up to which an object of a pack is read: it is held whole.
const maxHeld = 256 << 20

func (p *pack) read(id string, limit int64) (o git.Object, err error) {
	defer caught(&err)
	hash := plumbing.NewHash(id)
	at, err := p.index.FindOffset(hash)
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return git.Object{}, errAbsent
	}
	if err != nil {
		return git.Object{}, err
	}
	size, err := p.objects.GetSizeByOffset(at)
	if err != nil {
		return git.Object{}, err
	}
	if size > maxHeld {
		return git.Object{}, unsupported("object %s has %d bytes in a pack", id, size)
	}
	stored, err := p.objects.Get(hash)
	if err != nil {
		return git.Object{}, err
	}
	body, err := stored.Reader()
	if err != nil {
		return git.Object{}, err
	}
	defer func() { _ = body.Close() }()
	return content{stored.Type().String(), stored.Size(), body, limit}.object(id)
}

func (p *pack) beginningWith(digits string) (ids []string, err error) {
	defer caught(&err)
	entries, err := p.index.Entries()
	if err != nil {
		return nil, err
	}
	defer func() { _ = entries.Close() }()
	for {
		e, err := entries.Next()
		if errors.Is(err, io.EOF) {
			return slices.Clip(ids), nil
		}
		if err != nil {
			return nil, err
		}
		if id := e.Hash.String(); strings.HasPrefix(id, digits) {
			ids = append(ids, id)
		}
	}
}
