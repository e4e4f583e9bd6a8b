package git

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1" //nolint:gosec // git's own object ids
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// A batch answers for many objects: from the files of the repository where that is a
// plain one, and else by one "cat-file --batch".
type batch struct {
	repo   *Repo
	parent context.Context
	near   *objectStore // nil where all is left to git
	broken bool         // the process is in the middle of an answer, or gone
	hexLen int
	cmd    *exec.Cmd // nil as long as it was not needed
	ctx    context.Context
	cancel context.CancelFunc
	in     io.WriteCloser
	out    *bufio.Reader
	stderr head
}

// startBatch gives the batch that waits for questions, or a new one. Its process ends
// with ctx.
func (r *Repo) startBatch(ctx context.Context) (*batch, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.mu.Lock()
	b := r.idle
	r.idle = nil
	r.mu.Unlock()
	if b != nil && b.parent == ctx {
		return b, nil
	}
	if b != nil {
		b.kill()
	}
	b = &batch{repo: r, parent: ctx, hexLen: r.hexLen}
	if r.plain {
		b.near = newObjectStore(filepath.Join(r.gitDir, "objects"))
	}
	return b, nil
}

// start starts the process unless it runs.
func (b *batch) start() error {
	if b.cmd != nil {
		return nil
	}
	if err := b.repo.holdsNoPipe(); err != nil {
		b.broken = true
		return err
	}
	b.ctx, b.cancel = context.WithCancel(b.parent)
	b.cmd = b.repo.command(b.ctx, "cat-file", "--batch")
	b.cmd.Stderr = &b.stderr
	out, err := b.cmd.StdoutPipe()
	if err == nil {
		b.in, err = b.cmd.StdinPipe()
	}
	if err == nil {
		err = b.cmd.Start()
	}
	if err != nil {
		b.cancel()
		b.broken = true
		return fmt.Errorf("run git cat-file: %w", err)
	}
	b.out = bufio.NewReaderSize(out, 64<<10)
	return nil
}

// Close hands the process back for the next questions, or ends it when it is not fit
// for more.
func (b *batch) Close() {
	b.repo.mu.Lock()
	keep := !b.broken && b.repo.idle == nil
	if keep {
		b.repo.idle = b
	}
	b.repo.mu.Unlock()
	if !keep {
		b.kill()
	}
}

// kill ends the process, whatever it is doing, and closes all files.
func (b *batch) kill() {
	if b.near != nil {
		b.near.close()
	}
	if b.cmd != nil {
		b.cancel()
		_ = b.cmd.Wait() // it was killed; what went wrong before is known already
	}
}

// Each asks for objects and hands them over in order, with at most limit bytes of
// each. An error, its own or one of fn, makes the process useless.
func (b *batch) Each(ids []string, limit int64, fn func(i int, o Object) error) error {
	for i, id := range ids {
		o, ok := b.readNear(id, limit)
		if !ok {
			return b.eachOfGit(ids[i:], limit, func(j int, o Object) error { return fn(i+j, o) })
		}
		if err := fn(i, o); err != nil {
			return err
		}
	}
	return nil
}

func (b *batch) readNear(id string, limit int64) (Object, bool) {
	if b.near == nil || b.parent.Err() != nil {
		return Object{}, false
	}
	o, ok := b.near.read(id, limit)
	if b.near.odd != "" {
		b.repo.mu.Lock()
		b.repo.odd = b.near.odd
		b.repo.mu.Unlock()
	}
	return o, ok
}

func (b *batch) eachOfGit(ids []string, limit int64, fn func(i int, o Object) error) error {
	if err := b.start(); err != nil {
		return err
	}
	written := make(chan struct{})
	if len(ids)*(b.hexLen+1) <= pipeHolds {
		b.ask(ids)
		close(written)
	} else {
		go func() {
			defer close(written)
			b.ask(ids)
		}()
	}
	for i, id := range ids {
		o, err := b.next(id, limit)
		if err == nil {
			err = fn(i, o)
		}
		if err != nil {
			b.broken = true
			b.cancel()
			<-written
			return err
		}
	}
	<-written
	return nil
}

// pipeHolds is how many bytes a pipe takes at least before somebody reads it.
const pipeHolds = 4096

// ask writes down what is wanted. If git is gone, the reader notices.
func (b *batch) ask(ids []string) {
	out := bufio.NewWriterSize(b.in, pipeHolds)
	for _, id := range ids {
		_, _ = out.WriteString(id)
		_ = out.WriteByte('\n')
	}
	_ = out.Flush()
}

// next reads the answer for id.
func (b *batch) next(id string, limit int64) (Object, error) {
	line, err := b.out.ReadString('\n')
	if err != nil {
		return Object{}, b.died(id, err)
	}
	h, err := parseHeader(line, b.hexLen)
	if err != nil {
		return Object{}, err
	}
	if h.id != id {
		return Object{}, fmt.Errorf("git cat-file was asked for %s and sent %s: %w", id, h.id, errMeaningless)
	}
	if h.kind == "" {
		return Object{ID: id, Err: refuse(ErrMissingObject, fetchObjects, "object %s is missing or can't be read", id)}, nil
	}
	return b.contents(h, limit)
}

// contents reads an object and holds it against its id: git itself does not, and
// a damaged or forged object must not be judged in place of the real one.
func (b *batch) contents(h header, limit int64) (Object, error) {
	sum := newHash(b.hexLen)
	fmt.Fprintf(sum, "%s %d\x00", h.kind, h.size)
	var data bytes.Buffer
	body := io.TeeReader(io.LimitReader(b.out, h.size), sum)
	n, err := io.Copy(&data, io.LimitReader(body, limit))
	if err == nil && n < h.size {
		var rest int64
		rest, err = io.Copy(io.Discard, body)
		n += rest
	}
	if err != nil || n < h.size {
		return Object{}, b.died(h.id, err)
	}
	if end, err := b.out.ReadByte(); err != nil || end != '\n' {
		return Object{}, b.died(h.id, err)
	}
	o := Object{ID: h.id, Kind: h.kind, Size: h.size, Data: data.Bytes()}
	if hex.EncodeToString(sum.Sum(nil)) != h.id {
		o.Data, o.Err = nil, refuse(ErrMalformed, "run \"git fsck\"", "object %s is damaged: its contents have another id", h.id)
	}
	return o, nil
}

// died says why the process stopped answering while id was wanted.
func (b *batch) died(id string, err error) error {
	if b.ctx.Err() != nil {
		return fmt.Errorf("read object %s: %w", id, b.ctx.Err())
	}
	b.cancel()
	_ = b.cmd.Wait() // for stderr to be complete
	e := &exitError{"cat-file", b.cmd.ProcessState.ExitCode(), b.stderr.String()}
	if strings.TrimSpace(e.stderr) == "" {
		return fmt.Errorf("read object %s: git cat-file ended: %w", id, err)
	}
	return fmt.Errorf("read object %s: %w", id, classify(e))
}

func newHash(hexLen int) hash.Hash {
	if hexLen == 64 {
		return sha256.New()
	}
	return sha1.New() //nolint:gosec // git's own object ids
}

// emptyTree is the id of the tree without entries; git knows it always.
func (r *Repo) emptyTree() string {
	sum := newHash(r.hexLen)
	io.WriteString(sum, "tree 0\x00") //nolint:errcheck // a hash takes everything
	return hex.EncodeToString(sum.Sum(nil))
}

// head gives the id of the commit that HEAD names, and that of its tree; ok is false
// when it names none.
func (b *batch) head() (id, tree string, ok bool, err error) {
	const name = "HEAD^{commit}"
	if err := b.start(); err != nil {
		return "", "", false, err
	}
	if _, err := io.WriteString(b.in, name+"\n"); err != nil {
		b.broken = true
		return "", "", false, b.died(name, err)
	}
	line, err := b.out.ReadString('\n')
	if err != nil {
		b.broken = true
		return "", "", false, b.died(name, err)
	}
	h, err := parseHeader(line, b.hexLen)
	if err != nil || h.kind == "" {
		return "", "", false, nil // whoever asks finds out why
	}
	o, err := b.contents(h, noLimit)
	if err != nil {
		b.broken = true
	}
	c, bad := asCommit(o)
	return h.id, c.tree, bad == nil, err
}
