package git

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
)

func (p program) Index(ctx context.Context, _ error) ([]IndexEntry, error) {
	if err := p.repo.needIndex(); err != nil {
		return nil, err
	}
	out, err := p.repo.run(ctx, "ls-files", "-t", "-s", "-z")
	if err != nil {
		return nil, err
	}
	return parseIndex(out, p.repo.hexLen)
}

func (p program) Untracked(ctx context.Context, tracked []IndexEntry) (paths []string, blocked []memory.Entry, err error) {
	if err := p.repo.readsIgnores(pathsOf(tracked)...); err != nil {
		return nil, nil, err
	}
	out, warnings, err := p.repo.runWith(ctx, nil, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(warnings) {
		dir, ok := unopened(line)
		if !ok {
			return nil, nil, fmt.Errorf("list untracked files: git says %q", printable(strings.TrimSpace(line)))
		}
		blocked = append(blocked, memory.Entry{Path: dir, Mode: memory.Regular, Size: -1, Flaw: "is a directory that can't be opened"})
	}
	return records(out), blocked, nil
}

// unopened reads git's warning about a directory it can't open.
func unopened(line string) (dir string, ok bool) {
	rest, ok := strings.CutPrefix(line, "warning: could not open directory '")
	if !ok {
		return "", false
	}
	end := strings.LastIndex(rest, "/': ")
	if end < 1 {
		return "", false
	}
	return rest[:end], true
}

func (p program) Ignored(ctx context.Context, name string) (*rules.Ignored, error) {
	if p.repo.hidesNothing(name) {
		return nil, nil
	}
	if err := cmp.Or(p.repo.readsIgnores(name), p.repo.holdsNoPipe()); err != nil {
		return nil, err
	}
	// check-ignore refuses to run with literal pathspecs; "./" makes name one.
	plain := p.repo.runner
	plain.env = replaceEnv(plain.env, "GIT_LITERAL_PATHSPECS", "0")
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
	return parseIgnored(out)
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
