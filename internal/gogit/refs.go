package gogit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/teammem/teammem/internal/git"
)

// hexLen is how many digits an id has.
const hexLen = 40

func isID(s string) bool { return len(s) == hexLen && strings.Trim(s, "0123456789abcdef") == "" }

// maxSymbolic is how many refs may name one another, as in git.
const maxSymbolic = 5

// A ref is what a name stands for in the end.
type ref struct {
	name     string // the ref that is not symbolic
	id       string // "" when there is no such ref
	symbolic bool   // the name that was asked for is symbolic
}

func broken(name string) error {
	return refuse(git.ErrMalformed, "mend or delete it and what it names", "%q can't be read", name)
}

// follow finds what a full name such as HEAD or refs/heads/main stands for.
func (a *answers) follow(name string) (ref, error) {
	first := name
	for range maxSymbolic + 1 {
		target, id, err := a.readRef(name)
		if err != nil || target == "" {
			return ref{name, id, name != first}, err
		}
		if !isRefName(target) {
			return ref{}, broken(name)
		}
		name = target
	}
	return ref{}, broken(first)
}

// readRef reads one ref: what it names, if it is symbolic, or its id.
func (a *answers) readRef(name string) (target, id string, err error) {
	file := a.refFile(name)
	info, err := os.Lstat(file)
	switch {
	case isAbsent(err), err == nil && info.IsDir():
		id, err := a.packed(name)
		return "", id, err
	case err != nil:
		return "", "", err
	case !info.Mode().IsRegular():
		return "", "", unsupported("the ref %q is a symbolic link", name)
	}
	text, err := git.ReadFile(file)
	if isAbsent(err) { // packed meanwhile
		id, err := a.packed(name)
		return "", id, err
	}
	if err != nil {
		return "", "", err
	}
	if target, ok := strings.CutPrefix(string(text), "ref:"); ok {
		return strings.Trim(target, " \t\r\n"), "", nil
	}
	id = strings.ToLower(string(text[:min(len(text), hexLen)]))
	if !isID(id) || len(text) > hexLen && !isSpace(text[hexLen]) {
		return "", "", broken(name)
	}
	return "", id, nil
}

func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// refFile is where a ref lies. HEAD and its like, and some folders, are of one work tree.
func (a *answers) refFile(name string) string {
	dir := a.place.commonDir
	if !strings.HasPrefix(name, "refs/") {
		dir = a.place.gitDir
	}
	for _, own := range []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} {
		if strings.HasPrefix(name, own) {
			dir = a.place.gitDir
		}
	}
	return filepath.Join(dir, filepath.FromSlash(name))
}

// packed looks a ref up in the file packed-refs.
// https://git-scm.com/docs/git-pack-refs
func (a *answers) packed(name string) (id string, err error) {
	text, err := git.ReadFile(filepath.Join(a.place.commonDir, "packed-refs"))
	if isAbsent(err) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' || line[0] == '^' {
			continue
		}
		hex, listed, ok := strings.Cut(line, " ")
		if !ok || !isID(hex) {
			return "", refuse(git.ErrMalformed, "run \"git fsck\"", "the file packed-refs holds something other than refs")
		}
		if listed == name {
			id = hex
		}
	}
	return id, nil
}

// isRefName reports whether a name is safe and one that git would make a ref of
// (check_refname_format).
func isRefName(name string) bool {
	if name == "" || name == "@" || strings.Contains(name, "..") || strings.Contains(name, "@{") || strings.HasSuffix(name, ".") {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c <= ' ' || c == 0x7f || strings.IndexByte(`~^:?*[\`, c) >= 0 {
			return false
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	return true
}

func (a *answers) RefFile(_ context.Context, ref string) (string, error) {
	if !isRefName(ref) {
		return "", broken(ref)
	}
	return a.refFile(ref), nil
}

func (a *answers) SymbolicRef(ctx context.Context, name string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	r, err := a.follow(name)
	if err != nil || !r.symbolic {
		return "", err
	}
	return r.name, nil
}

func (a *answers) HeadCommit(ctx context.Context) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	r, err := a.follow("HEAD")
	if err != nil {
		return "", err
	}
	if r.id == "" {
		return "", fmt.Errorf("%q has no commit yet", r.name)
	}
	return a.peel(r.id, "commit")
}

// short finds the ref that a name stands for, as git does, and says whether it stands for
// more than one. https://git-scm.com/docs/gitrevisions
func (a *answers) short(name string) (id string, several bool, err error) {
	if !isRefName(name) {
		return "", false, nil
	}
	for _, rule := range []string{"%s", "refs/%s", "refs/tags/%s", "refs/heads/%s", "refs/remotes/%s", "refs/remotes/%s/HEAD"} {
		r, err := a.follow(fmt.Sprintf(rule, name))
		switch {
		case errors.Is(err, git.ErrUnsupported):
			return "", false, err
		case err != nil, r.id == "": // git passes over a broken one as well
		case id == "":
			id = r.id
		default:
			several = true
		}
	}
	return id, several, nil
}
