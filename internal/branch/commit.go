package branch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A File is one file of a commit. Its bytes are stored as they are.
type File struct {
	Path string // relative to the top of the repository, slash-separated
	Data []byte
	id   string
}

// A Change is a commit to be made.
type Change struct {
	Base    string // full id of its one parent
	Files   []File // new, or in place of others; with distinct paths
	Message string
}

// Commit makes the commit, in the name of whom git would take, and signed where commits
// are signed. The error is ErrAltered when git add would
// store other bytes than these, because of attributes or core.autocrlf, or takes no such
// path: the file would look changed as soon as it is checked out.
func (t *Trial) Commit(ctx context.Context, c Change) (id string, err error) {
	files := slices.Clone(c.Files)
	for i, f := range files {
		if files[i].id, err = t.make(ctx, f.Data, "hash-object", "-w", "--stdin"); err != nil {
			return "", err
		}
	}
	if err := t.asAdded(ctx, c.Base, files); err != nil {
		return "", err
	}
	tree, err := t.own.id(ctx, nil, "rev-parse", "--verify", "--end-of-options", c.Base+"^{tree}")
	if err != nil {
		return "", err
	}
	if tree, err = t.graft(ctx, tree, "", files); err != nil {
		return "", err
	}
	args := []string{"commit-tree", tree, "-p", c.Base}
	who := t.committing(t.own)
	if signs, err := signing(ctx, who); err != nil {
		return "", err
	} else if signs {
		args = append(args, "-S")
	}
	id, err = who.id(ctx, []byte(c.Message), args...)
	if err != nil {
		return "", explain(err)
	}
	t.made = append(t.made, id)
	return id, nil
}

// make runs a command that writes an object.
func (t *Trial) make(ctx context.Context, data []byte, args ...string) (string, error) {
	id, err := t.own.id(ctx, data, args...)
	if err == nil && !slices.Contains(t.made, id) {
		t.made = append(t.made, id)
	}
	return id, err
}

// identity are the variables that say who commits and when, and what git was told on its
// command line.
var identity = []string{"GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG_PARAMETERS=", "GIT_CONFIG_COUNT=", "GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_"}

// committing gives a runner that knows who commits.
func (t *Trial) committing(r runner) runner {
	env := slices.Clone(r.Env)
	for _, kv := range r.Given {
		if slices.ContainsFunc(identity, func(prefix string) bool { return strings.HasPrefix(kv, prefix) }) {
			env = append(env, kv)
		}
	}
	r.Env = env
	return r
}

func signing(ctx context.Context, r runner) (bool, error) {
	out, err := r.run(ctx, nil, "config", "--type=bool", "--get", "commit.gpgSign")
	if err != nil && !saidNo(err) {
		return false, err
	}
	return strings.TrimSpace(string(out)) == "true", nil
}

// explain says what a commit that could not be made lacks.
func explain(err error) error {
	var e *exitError
	if !errors.As(err, &e) {
		return err
	}
	switch {
	case strings.Contains(e.stderr, "tell me who you are"), strings.Contains(e.stderr, "empty ident"), strings.Contains(e.stderr, "no name was given"), strings.Contains(e.stderr, "no email was given"):
		return fmt.Errorf("%w: %s\nrun git config --global user.name \"YOUR NAME\" and git config --global user.email YOU@EXAMPLE", errNoIdentity, e.reason())
	case strings.Contains(e.stderr, "failed to sign"), strings.Contains(e.stderr, "failed to write commit object"), strings.Contains(e.stderr, "gpg"):
		return fmt.Errorf("sign the commit: %s\ncommit.gpgSign is set: make git commit -S work, or unset it", e.reason())
	}
	return err
}

// graft gives a tree with files in it. tree is what lies at dir, "" for nothing; the paths
// of files are below it.
func (t *Trial) graft(ctx context.Context, tree, dir string, files []File) (string, error) {
	items, err := t.list(ctx, tree)
	if err != nil {
		return "", err
	}
	below := map[string][]File{}
	for _, f := range files {
		name, rest, deeper := strings.Cut(f.Path, "/")
		if !deeper {
			if items, err = put(items, dir, item{"100644", "blob", f.id, name}); err != nil {
				return "", err
			}
			continue
		}
		f.Path = rest
		below[name] = append(below[name], f)
	}
	for name, files := range below {
		sub, err := t.graft(ctx, folder(items, name), dir+name+"/", files)
		if err != nil {
			return "", err
		}
		if items, err = put(items, dir, item{"040000", "tree", sub, name}); err != nil {
			return "", err
		}
	}
	var all strings.Builder
	for _, i := range items {
		all.WriteString(i.mode + " " + i.kind + " " + i.id + "\t" + i.name + "\x00")
	}
	return t.make(ctx, []byte(all.String()), "mktree", "-z", "--missing")
}

// An item is one entry of a tree, as ls-tree and mktree have it.
type item struct{ mode, kind, id, name string }

func (t *Trial) list(ctx context.Context, tree string) ([]item, error) {
	if tree == "" {
		return nil, nil
	}
	out, err := t.own.run(ctx, nil, "ls-tree", "-z", tree)
	if err != nil {
		return nil, err
	}
	var items []item
	for rec := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if rec == "" {
			continue
		}
		meta, name, _ := strings.Cut(rec, "\t")
		fields := strings.Fields(meta)
		if len(fields) != 3 {
			return nil, fmt.Errorf("git ls-tree gave an answer that makes no sense: %q", shown(rec))
		}
		items = append(items, item{fields[0], fields[1], fields[2], name})
	}
	return items, nil
}

// folder is the tree at name, or "".
func folder(items []item, name string) string {
	for _, i := range items {
		if i.name == name && i.kind == "tree" {
			return i.id
		}
	}
	return ""
}

// put sets an entry; one of another kind is never replaced.
func put(items []item, dir string, next item) ([]item, error) {
	for n, i := range items {
		switch {
		case i.name != next.name:
		case i.kind != next.kind || i.mode == "120000":
			return nil, fmt.Errorf("%w: %q is %s", errInTheWay, dir+i.name, kindOf(i))
		default:
			items[n] = next
			return items, nil
		}
	}
	return append(items, next), nil
}

func kindOf(i item) string {
	switch {
	case i.mode == "120000":
		return "a symbolic link"
	case i.kind == "commit":
		return "a submodule"
	case i.kind == "tree":
		return "a folder"
	}
	return "a file"
}
