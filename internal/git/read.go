package git

import (
	"context"
	"errors"
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

// Read hands over the contents of entries, in order, at most limit bytes of
// each; the Size of the entry it hands over is the full one. Of a symbolic link
// the contents are its target. What can't be read of one entry (gone, forbidden,
// missing, damaged) goes to each, with the reason; Read itself fails only when
// it can't go on.
func (r *Repo) Read(ctx context.Context, at memory.At, entries []memory.Entry, limit int64, each func(memory.Entry, []byte, error)) error {
	s := &sources{repo: r, ctx: ctx, limit: limit}
	defer s.close()
	if at.Kind == memory.AtWorktree {
		if err := s.openDisk(); err != nil {
			return err
		}
	}
	var stored []memory.Entry
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if e.Hash != "" {
			stored = append(stored, e)
			continue
		}
		if err := s.stored(stored, each); err != nil {
			return err
		}
		stored = nil
		s.file(e, each)
	}
	return s.stored(stored, each)
}

// sources are where contents come from, opened when they are first needed.
type sources struct {
	repo    *Repo
	ctx     context.Context
	limit   int64
	objects Objects
	disk    *disk
}

func (s *sources) close() {
	s.stop()
	if s.disk != nil {
		s.disk.close()
	}
}

func (s *sources) stop() {
	if s.objects != nil {
		s.objects.Close()
		s.objects = nil
	}
}

func (s *sources) openDisk() (err error) {
	if err := s.repo.needWorktree(); err != nil {
		return err
	}
	s.disk, err = openDisk(s.repo.top)
	return err
}

func (s *sources) file(e memory.Entry, each func(memory.Entry, []byte, error)) {
	if s.disk == nil {
		each(e, nil, fmt.Errorf("%q has no object id", e.Path))
		return
	}
	data, size, err := s.disk.read(e.Path, s.limit)
	e.Size = size
	each(e, data, err)
}

// stored reads the blobs of entries. A process that dies over one of them
// (git gives up on some damaged objects) is replaced for those that follow.
func (s *sources) stored(entries []memory.Entry, each func(memory.Entry, []byte, error)) error {
	for len(entries) > 0 {
		done, err := s.some(entries, each)
		if err == nil {
			return nil
		}
		var refusal *Error
		if !errors.As(err, &refusal) {
			return err
		}
		each(entries[done], nil, err)
		entries = entries[done+1:]
		s.stop()
	}
	return nil
}

// some reads blobs until an error and returns how many it handed over.
func (s *sources) some(entries []memory.Entry, each func(memory.Entry, []byte, error)) (done int, err error) {
	if s.objects == nil {
		if s.objects, err = s.repo.ask.Objects(s.ctx); err != nil {
			return 0, err
		}
	}
	ids := make([]string, len(entries))
	for i, e := range entries {
		if ids[i] = e.Hash; !s.repo.isID(e.Hash) {
			return 0, fmt.Errorf("read %q: %q is not a full object id", e.Path, e.Hash)
		}
	}
	err = s.objects.Each(ids, s.limit, func(i int, o Object) error {
		e := entries[i]
		done = i + 1
		if o.Err == nil && o.Kind != "blob" {
			o.Err = refuse(ErrMalformed, "run \"git fsck\"", "%q is a %s, not a file", e.Path, printable(o.Kind))
		}
		if o.Err != nil {
			each(e, nil, o.Err)
			return nil
		}
		e.Size = o.Size
		each(e, o.Data, nil)
		return nil
	})
	return done, err
}
