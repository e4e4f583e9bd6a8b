package parcel

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/teammem/teammem/internal/sync"
)

const (
	format      = "teammem private memories"
	version     = 1
	manifest    = "manifest.json" // the first file of the archive
	maxManifest = 64 << 20        // bytes
	maxArchive  = MaxTotal + maxManifest + MaxFiles*(4<<10)
)

// ErrNewer means that a parcel was written by a newer teammem.
var ErrNewer = errors.New("the file was written by a newer teammem: update this one and try again")

// Encode gives the archive of a parcel: a tar, so that its owner can get at the texts
// without teammem, too. The same parcel gives the same bytes, in whatever order it is.
func Encode(p Parcel) ([]byte, error) {
	p = p.sorted()
	o := outlineOf(p)
	if err := o.check(); err != nil {
		return nil, err
	}
	head, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return nil, err
	}
	if len(head) > maxManifest {
		return nil, fmt.Errorf("the names of its files have %d bytes; at most %d can travel together", len(head), maxManifest)
	}
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	err = add(w, manifest, append(head, '\n'))
	for _, pr := range p.Projects {
		for _, f := range pr.Files {
			err = errors.Join(err, add(w, place(pr.ID, f.Layout, f.Path), f.Data))
		}
	}
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func add(w *tar.Writer, name string, data []byte) error {
	if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o600, Size: int64(len(data))}); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

func place(id string, l sync.Layout, name string) string { return id + "/" + string(l) + "/" + name }

// Decode reads what Encode gave. What differs in anything from what Encode writes is an
// error, and nothing of it is used.
func Decode(archive []byte) (Parcel, error) {
	rest := bytes.NewReader(archive)
	r := tar.NewReader(rest)
	o, err := decodeOutline(r)
	if err != nil {
		return Parcel{}, err
	}
	var p Parcel
	for _, op := range o.Projects {
		pr := Project{ID: op.ID, Name: op.Name}
		for _, f := range op.Files {
			data, err := next(r, place(op.ID, f.Layout, f.Path), f.Size)
			if err != nil {
				return Parcel{}, damaged(err)
			}
			if sync.SumOf(data) != f.Sum {
				return Parcel{}, damaged(fmt.Errorf("%q is not what it was", f.Path))
			}
			pr.Files = append(pr.Files, File{f.Layout, f.Path, data})
		}
		p.Projects = append(p.Projects, pr)
	}
	return p, damaged(atEnd(r, rest))
}

// decodeOutline reads the first file of an archive.
func decodeOutline(r *tar.Reader) (outline, error) {
	data, err := next(r, manifest, maxManifest)
	if err != nil {
		return outline{}, fmt.Errorf("the file holds no private memories of teammem: %w", err)
	}
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	err = json.Unmarshal(data, &kind)
	switch {
	case err != nil || kind.Format != format:
		return outline{}, errors.New("the file holds no private memories of teammem: its first part says something else")
	case kind.Version > version:
		return outline{}, ErrNewer
	}
	var o outline
	strict := json.NewDecoder(bytes.NewReader(data))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&o); err != nil {
		return outline{}, damaged(err)
	}
	if o.Version < 1 {
		return outline{}, damaged(fmt.Errorf("it has the version %d", o.Version))
	}
	return o, damaged(o.check())
}

// next reads the next file, which must have this name and at most limit bytes.
func next(r *tar.Reader, name string, limit int64) ([]byte, error) {
	h, err := r.Next()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%q is missing", name)
	}
	if err != nil {
		return nil, err
	}
	if h.Name != name || h.Size > limit || !isPlain(h) {
		return nil, fmt.Errorf("there is something else where %q should be", name)
	}
	return io.ReadAll(r)
}

// isPlain reports whether h is of a regular file without anything that a reader of another
// kind could take otherwise.
func isPlain(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if key != "path" { // of names that are long or not ASCII
			return false
		}
	}
	return h.Typeflag == tar.TypeReg && h.Linkname == ""
}

// atEnd wants nothing but the padding of a tar behind the last file.
func atEnd(r *tar.Reader, rest *bytes.Reader) error {
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		return errors.New("there is more in it than it says")
	}
	padding, err := io.ReadAll(rest)
	if len(bytes.Trim(padding, "\x00")) > 0 {
		return errors.New("there is more behind its end")
	}
	return err
}

func damaged(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the file is damaged: %w", err)
}
