package branch

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// maxVersions is how many changes of a file are looked at.
const maxVersions = "30"

// Versions gives the texts that a file has had up to a commit, newest first. What this clone
// lacks, or where the file was not there, is left out.
func (t *Trial) Versions(ctx context.Context, commit, path string) ([][]byte, error) {
	out, err := t.own.run(ctx, nil, "rev-list", "-n", maxVersions, commit, "--", path)
	if err != nil {
		return nil, err
	}
	var texts [][]byte
	for id := range strings.FieldsSeq(string(out)) {
		text, err := t.repo.FileAt(ctx, id, path)
		switch {
		case errors.Is(err, git.ErrMissingObject):
		case err != nil:
			return nil, err
		case text != nil:
			texts = append(texts, text)
		}
	}
	return texts, nil
}

// Merge brings what ours and theirs changed of base together. It is not clean when both
// changed the same lines; there is no text then.
func (t *Trial) Merge(ctx context.Context, ours, base, theirs []byte) (merged []byte, clean bool, err error) {
	args := []string{"merge-file", "-p", "-q", "--"}
	for _, f := range []struct {
		name string
		text []byte
	}{{"ours", ours}, {"base", base}, {"theirs", theirs}} {
		name := t.path(f.name)
		if err := os.WriteFile(name, f.text, 0o600); err != nil {
			return nil, false, err
		}
		args = append(args, name)
	}
	merged, err = t.own.run(ctx, nil, args...)
	var e *exitError
	if errors.As(err, &e) && e.code < 128 { // the number of conflicts
		return nil, false, nil
	}
	return merged, err == nil, err
}
