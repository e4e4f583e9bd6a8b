package teammemtest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

// A File is one path of a tree that lives in memory.
type File struct {
	memory.Entry
	Data   []byte
	Unread string // the error when it is read; "" for none
}

// NewFile makes a regular file of contents.
func NewFile(path, data string) File {
	return File{Entry: memory.Entry{Path: path, Mode: memory.Regular, Size: int64(len(data))}, Data: []byte(data)}
}

// Repo is a repository in memory: a line of commits, each a whole tree.
type Repo struct {
	History []Commit // oldest first; the first has no parent
	Here    []File   // the index and the work tree at once
	Branch  string
	Merging []string
	Hidden  *rules.Ignored
}

// A Commit is one commit of a Repo.
type Commit struct {
	ID      string
	Message string
	Files   []File
}

func (r *Repo) tree(at memory.At) ([]File, error) {
	if at.Kind != memory.AtCommit {
		return r.Here, nil
	}
	if at.Commit == "" {
		return nil, nil
	}
	for _, c := range r.History {
		if c.ID == at.Commit {
			return c.Files, nil
		}
	}
	return nil, fmt.Errorf("no commit %q", at.Commit)
}

// Head stands on the last commit.
func (r *Repo) Head(context.Context) (memory.Head, error) {
	head := memory.Head{Branch: r.Branch, Merging: r.Merging}
	if len(r.History) > 0 {
		head.Commit = r.History[len(r.History)-1].ID
	}
	return head, nil
}

// Resolve knows the ids of commits alone.
func (r *Repo) Resolve(_ context.Context, rev string) (string, error) {
	_, err := r.tree(memory.At{Commit: rev})
	return rev, err
}

// Parent is the commit before, or "".
func (r *Repo) Parent(_ context.Context, id string) (string, error) {
	for i, c := range r.History {
		if c.ID == id && i > 0 {
			return r.History[i-1].ID, nil
		}
	}
	return "", nil
}

// Commit is a commit with its message.
func (r *Repo) Commit(_ context.Context, id string) (memory.Commit, error) {
	for _, c := range r.History {
		if c.ID == id {
			return memory.Commit{Hash: id, Message: []byte(c.Message)}, nil
		}
	}
	return memory.Commit{}, fmt.Errorf("no commit %q", id)
}

// Entries lists a state.
func (r *Repo) Entries(_ context.Context, at memory.At) ([]memory.Entry, error) {
	files, err := r.tree(at)
	out := make([]memory.Entry, len(files))
	for i, f := range files {
		out[i] = f.Entry
		out[i].Hash = f.hash()
	}
	slices.SortStableFunc(out, func(a, b memory.Entry) int { return cmp.Compare(a.Path, b.Path) })
	return out, err
}

// Listed filters Entries.
func (r *Repo) Listed(ctx context.Context, at memory.At, want func(path []byte) bool) ([]memory.Entry, error) {
	entries, err := r.Entries(ctx, at)
	return slices.DeleteFunc(entries, func(e memory.Entry) bool { return !want([]byte(e.Path)) }), err
}

// Within filters Entries.
func (r *Repo) Within(ctx context.Context, commit string, enter func(dir string) bool) ([]memory.Entry, error) {
	entries, err := r.Entries(ctx, memory.At{Commit: commit})
	return slices.DeleteFunc(entries, func(e memory.Entry) bool {
		for i, c := range e.Path {
			if c == '/' && !enter(e.Path[:i]) {
				return true
			}
		}
		return false
	}), err
}

func (f File) hash() string {
	sum := sha256.Sum256(append([]byte(fmt.Sprintf("%o %d ", f.Mode, f.Size)), f.Data...))
	return hex.EncodeToString(sum[:20])
}

// Read finds contents by id, in any commit.
func (r *Repo) Read(_ context.Context, _ memory.At, entries []memory.Entry, limit int64, each func(memory.Entry, []byte, error)) error {
	for _, e := range entries {
		f, ok := r.blob(e)
		switch {
		case !ok:
			each(e, nil, errors.New("no such object"))
		case f.Unread != "":
			each(e, nil, errors.New(f.Unread))
		default:
			e.Size = f.Size
			each(e, f.Data[:min(limit, int64(len(f.Data)))], nil)
		}
	}
	return nil
}

func (r *Repo) blob(e memory.Entry) (File, bool) {
	for _, c := range append(r.History, Commit{Files: r.Here}) {
		for _, f := range c.Files {
			if f.Path == e.Path && f.hash() == e.Hash {
				return f, true
			}
		}
	}
	return File{}, false
}

// Diff compares two commits.
func (r *Repo) Diff(_ context.Context, from string, to memory.At) ([]memory.Change, error) {
	before, err := r.tree(memory.At{Commit: from})
	if err != nil {
		return nil, err
	}
	after, err := r.tree(to)
	changes := map[string]memory.Change{}
	for _, f := range before {
		changes[f.Path] = memory.Change{Path: f.Path, Old: memory.State{Mode: f.Mode, Hash: f.hash()}}
	}
	for _, f := range after {
		c := changes[f.Path]
		c.Path, c.New = f.Path, memory.State{Mode: f.Mode, Hash: f.hash()}
		changes[f.Path] = c
	}
	var out []memory.Change
	for _, c := range changes {
		if c.Old != c.New {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b memory.Change) int { return cmp.Compare(a.Path, b.Path) })
	return out, err
}

// MergeBases of a line of commits is the older one.
func (r *Repo) MergeBases(_ context.Context, a, _ string) ([]string, error) { return []string{a}, nil }

// Commits lists the line after the last commit that is known, up to to.
func (r *Repo) Commits(ctx context.Context, to string, known memory.Known) ([]memory.Commit, error) {
	var out []memory.Commit
	first := r.unknown(known)
	for i, c := range r.History {
		if i >= first {
			parent := ""
			if i > 0 {
				parent = r.History[i-1].ID
			}
			changes, err := r.Diff(ctx, parent, memory.At{Commit: c.ID})
			if err != nil {
				return nil, err
			}
			out = append(out, memory.Commit{Hash: c.ID, Message: []byte(c.Message), Changes: changes})
		}
		if c.ID == to {
			break
		}
	}
	return out, nil
}

// unknown is where the commits begin that are not known.
func (r *Repo) unknown(known memory.Known) int {
	first := 0
	for i, c := range r.History {
		if slices.Contains(known.Commits, c.ID) {
			first = i + 1
		}
	}
	return first
}

// Forks of a line of commits is the last one that is known, but to at most.
func (r *Repo) Forks(_ context.Context, to string, known memory.Known) ([]string, error) {
	first := r.unknown(known)
	for _, c := range r.History[:first] {
		if c.ID == to {
			return []string{to}, nil
		}
	}
	if first == 0 {
		return nil, nil
	}
	return []string{r.History[first-1].ID}, nil
}

// Unwrap knows no tags.
func (r *Repo) Unwrap(_ context.Context, id string) (string, []memory.Tag, error) {
	return id, nil, nil
}

// Ignored gives what Hidden says.
func (r *Repo) Ignored(context.Context, string) (*rules.Ignored, error) { return r.Hidden, nil }
