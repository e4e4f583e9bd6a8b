package git

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/rules"
)

// Ignored returns the ignore rule that hides name, a path relative to the top,
// or nil when none does; tracked files count as well. Without a work tree
// nothing is hidden.
func (r *Repo) Ignored(ctx context.Context, name string) (*rules.Ignored, error) {
	if r.top == "" {
		return nil, nil
	}
	// check-ignore refuses to run with literal pathspecs; "./" makes name one.
	plain := r.runner
	plain.env = replaceEnv(r.env, "GIT_LITERAL_PATHSPECS", "0")
	out, warnings, err := plain.runWith(ctx, []byte("./"+name+"\x00"), "check-ignore", "-v", "-z", "--no-index", "--stdin")
	if saidNo(err) || isBeyondLink(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if warnings != "" {
		return nil, fmt.Errorf("look for ignore rules: git says %q", printable(strings.TrimSpace(warnings)))
	}
	rule, err := parseIgnored(out)
	if err != nil || rule == nil {
		return nil, err
	}
	if rel, err := filepath.Rel(r.top, rule.Source); err == nil && filepath.IsLocal(rel) {
		rule.Source = filepath.ToSlash(rel) // git names files below the .git directory in full
	}
	rule.Committed, err = r.isCommitted(ctx, rule.Source)
	return rule, err
}

// isBeyondLink reports whether git refused a path that leads through a link: no
// ignore rule reaches there.
func isBeyondLink(err error) bool {
	return err != nil && strings.Contains(err.Error(), "beyond a symbolic link")
}

// parseIgnored reads "check-ignore -v -z": source, line, pattern, path. A pattern
// that takes a path back in is none that hides it.
func parseIgnored(out string) (*rules.Ignored, error) {
	fields := records(out)
	if len(fields) != 4 {
		return nil, malformed("an ignore rule", out)
	}
	line, err := strconv.Atoi(fields[1])
	if err != nil || line < 1 || fields[0] == "" {
		return nil, malformed("an ignore rule", out)
	}
	if strings.HasPrefix(fields[2], "!") {
		return nil, nil
	}
	return &rules.Ignored{Source: fields[0], Line: line, Pattern: fields[2]}, nil
}

// isCommitted reports whether the file with the rule is part of the repository
// rather than a person's own.
func (r *Repo) isCommitted(ctx context.Context, source string) (bool, error) {
	if filepath.IsAbs(source) || path.Base(source) != ".gitignore" {
		return false, nil
	}
	out, err := r.run(ctx, "ls-files", "-z", "--", source)
	return out != "", err
}
