package branch

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// asAdded holds that git add would store the very bytes of files on top of base. It is
// asked in an empty work tree with an index that has the attributes of base, so that
// those of the branch that is checked out do not count. A filter is not run but refused.
func (t *Trial) asAdded(ctx context.Context, base string, files []File) error {
	top := t.path("tree")
	if err := os.MkdirAll(top, 0o700); err != nil {
		return err
	}
	adding := t.committing(t.own).with("GIT_INDEX_FILE", t.path("index")).with("GIT_WORK_TREE", top)
	adding.Dir = top
	if err := stage(ctx, adding, base, files); err != nil {
		return err
	}
	if err := refuseFilters(ctx, adding, files); err != nil {
		return err
	}
	var paths strings.Builder
	for _, f := range files {
		paths.WriteString(f.Path + "\x00")
		name := filepath.Join(top, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o600); err != nil {
			return err
		}
	}
	if _, err := adding.run(ctx, []byte(paths.String()), "update-index", "--add", "-z", "--stdin"); err != nil {
		return fmt.Errorf("%w: %w", ErrAltered, err)
	}
	return compare(ctx, adding, files)
}

// stage fills the index with what decides how files are added: the attributes above them
// and the files that are there.
func stage(ctx context.Context, adding runner, base string, files []File) error {
	args := []string{"ls-tree", "-z", "--full-tree", base, "--"}
	for _, f := range files {
		args = append(args, f.Path)
		for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
			args = append(args, path.Join(dir, ".gitattributes"))
			if dir == "." {
				break
			}
		}
	}
	found, err := adding.run(ctx, nil, args...)
	if err != nil {
		return err
	}
	_, err = adding.run(ctx, onlyBlobs(found), "update-index", "-z", "--index-info")
	return err
}

// onlyBlobs takes out what is no regular file; what is in the way is found elsewhere.
func onlyBlobs(listed []byte) []byte {
	var out []byte
	for rec := range bytes.SplitSeq(listed, []byte{0}) {
		if bytes.HasPrefix(rec, []byte("100")) {
			out = append(append(out, rec...), 0)
		}
	}
	return out
}

func refuseFilters(ctx context.Context, adding runner, files []File) error {
	args := []string{"check-attr", "-z", "filter", "--"}
	for _, f := range files {
		args = append(args, f.Path)
	}
	out, err := adding.run(ctx, nil, args...)
	if err != nil {
		return err
	}
	fields := strings.Split(string(out), "\x00") // path, attribute, value
	for i := 2; i < len(fields); i += 3 {
		if value := fields[i]; value != "unspecified" && value != "unset" {
			return fmt.Errorf("%w: the attributes send %q through the filter %q\ngive it the attribute -filter", ErrAltered, fields[i-2], shown(value))
		}
	}
	return nil
}

func compare(ctx context.Context, adding runner, files []File) error {
	out, err := adding.run(ctx, nil, "ls-files", "-s", "-z")
	if err != nil {
		return err
	}
	added := map[string]string{}
	for rec := range strings.SplitSeq(string(out), "\x00") {
		if meta, name, ok := strings.Cut(rec, "\t"); ok {
			added[name] = strings.Fields(meta)[1]
		}
	}
	for _, f := range files {
		switch {
		case added[f.Path] == f.id:
		case bytes.Contains(f.Data, []byte("\r\n")):
			return fmt.Errorf("%w: the line ends of %q are CRLF, and git would make LF of them here\ngive it LF line ends (.gitattributes and core.autocrlf say what git makes of them)", ErrAltered, f.Path)
		default:
			return fmt.Errorf("%w: attributes such as ident or working-tree-encoding change %q\ngive it the attributes -ident and -working-tree-encoding", ErrAltered, f.Path)
		}
	}
	return nil
}
