package git

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// The parsers of this file take what git printed and nothing else. They refuse
// whatever git does not print, so that a misread answer is never a half answer.

func malformed(what, record string) error {
	return fmt.Errorf("read %s: %w: %q", what, errMeaningless, printable(record))
}

// records splits the output of a command run with -z.
func records(out string) []string {
	if out == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
}

// parseIndex reads records of "ls-files -t -s -z": "H 100644 <id> 0\tpath".
func parseIndex(out string, hexLen int) ([]IndexEntry, error) {
	all := records(out)
	entries := make([]IndexEntry, 0, len(all))
	for _, rec := range all {
		meta, path, ok := strings.Cut(rec, "\t")
		fields := strings.Split(meta, " ")
		if !ok || path == "" || len(fields) != 4 || len(fields[0]) != 1 || !isStage(fields[3]) {
			return nil, malformed("the index", rec)
		}
		mode, err := parseMode(fields[1])
		if err != nil || mode == 0 || len(fields[2]) != hexLen || !isHex(fields[2]) {
			return nil, malformed("the index", rec)
		}
		entry := memory.Entry{Path: path, Mode: mode, Hash: fields[2], Size: -1, Stage: int(fields[3][0] - '0')}
		entries = append(entries, IndexEntry{entry, fields[0] == "S"})
	}
	return entries, nil
}

func isStage(s string) bool { return len(s) == 1 && s[0] >= '0' && s[0] <= '3' }

// parseMode reads the six octal digits of a mode; zero means that there is none.
func parseMode(s string) (memory.Mode, error) {
	mode, err := strconv.ParseUint(s, 8, 32)
	if err != nil || len(s) != 6 {
		return 0, errMeaningless
	}
	switch m := memory.Mode(mode); m {
	case 0, memory.Regular, memory.Executable, memory.Symlink, memory.Gitlink:
		return m, nil
	}
	return 0, errMeaningless
}

// parseConfig reads "config -z --show-scope --get-regexp": a scope, and a key and its
// value, in turns.
func parseConfig(out string) ([]Value, error) {
	all := records(out)
	if len(all)%2 != 0 {
		return nil, malformed("the configuration", all[len(all)-1])
	}
	var values []Value
	for pair := range slices.Chunk(all, 2) {
		key, value, hasValue := strings.Cut(pair[1], "\n")
		if !hasValue {
			value = "true"
		}
		values = append(values, Value{Key: key, Value: value, Scope: pair[0]})
	}
	return values, nil
}

// last is the value in force, "" when there is none.
func last(values []Value) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1].Value
}

// parseRaw reads "diff-index --raw -z": ":100644 100644 <old> <new> M" and then
// the path, for each change. Renames are never asked for, so that a status with
// two paths is refused.
func parseRaw(out string, hexLen int) ([]memory.Change, error) {
	all := records(out)
	if len(all)%2 != 0 {
		return nil, malformed("a diff", all[len(all)-1])
	}
	changes := make([]memory.Change, 0, len(all)/2)
	for i := 0; i < len(all); i += 2 {
		change, err := parseChange(all[i], all[i+1], hexLen)
		if err != nil {
			return nil, err
		}
		changes = append(changes, change)
	}
	sortChanges(changes)
	return changes, nil
}

func sortChanges(changes []memory.Change) {
	slices.SortStableFunc(changes, func(a, b memory.Change) int { return strings.Compare(a.Path, b.Path) })
}

func parseChange(meta, path string, hexLen int) (memory.Change, error) {
	meta, ok := strings.CutPrefix(meta, ":")
	fields := strings.Split(meta, " ")
	if !ok || len(fields) != 5 || path == "" || len(fields[4]) != 1 || !strings.Contains("AMDTU", fields[4]) {
		return memory.Change{}, malformed("a diff", meta)
	}
	before, err1 := parseState(fields[0], fields[2], hexLen)
	after, err2 := parseState(fields[1], fields[3], hexLen)
	if err1 != nil || err2 != nil {
		return memory.Change{}, malformed("a diff", meta)
	}
	return memory.Change{Path: path, Old: before, New: after}, nil
}

func parseState(mode, hash string, hexLen int) (memory.State, error) {
	m, err := parseMode(mode)
	if err != nil || len(hash) != hexLen || !isHex(hash) {
		return memory.State{}, errMeaningless
	}
	if m == 0 {
		return memory.State{}, nil
	}
	return memory.State{Mode: m, Hash: hash}, nil
}

// parseRevList reads "rev-list --parents": an id and those of its parents.
func parseRevList(out string, hexLen int) ([][]string, error) {
	var commits [][]string
	for line := range strings.Lines(out) {
		ids := strings.Split(strings.TrimSuffix(line, "\n"), " ")
		for _, id := range ids {
			if len(id) != hexLen || !isHex(id) {
				return nil, malformed("a list of commits", line)
			}
		}
		commits = append(commits, ids)
	}
	return commits, nil
}

// A header is the line that "cat-file --batch" prints before an object.
type header struct {
	id, kind string
	size     int64
}

// parseHeader reads "<id> blob 12\n". A missing object has no kind.
func parseHeader(line string, hexLen int) (header, error) {
	line, ok := strings.CutSuffix(line, "\n")
	fields := strings.Split(line, " ")
	if !ok || len(fields[0]) != hexLen || !isHex(fields[0]) {
		return header{}, malformed("an object", line)
	}
	if len(fields) == 2 && fields[1] == "missing" {
		return header{id: fields[0]}, nil
	}
	if len(fields) != 3 || fields[1] == "" {
		return header{}, malformed("an object", line)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return header{}, malformed("an object", line)
	}
	return header{fields[0], fields[1], size}, nil
}

// A commitObject is what a raw commit holds.
type commitObject struct {
	tree    string
	parents []string
	message []byte
	said    []byte // as memory.Commit.Said
	time    int64  // of the committer, in seconds; 0 where it can't be read
}

// parseCommit reads a raw commit: header lines, an empty line, the message.
func parseCommit(raw []byte, hexLen int) (commitObject, error) {
	var c commitObject
	head, message, _ := strings.Cut(string(raw), "\n\n")
	c.message, c.said = []byte(message), said(head)
	lines := strings.Split(head, "\n")
	tree, ok := strings.CutPrefix(lines[0], "tree ")
	if !ok || len(tree) != hexLen || !isHex(tree) {
		return c, refuse(ErrMalformed, "run \"git fsck\"", "a commit does not begin with its tree")
	}
	c.tree = tree
	for _, line := range lines[1:] {
		parent, ok := strings.CutPrefix(line, "parent ")
		if !ok {
			break
		}
		if len(parent) != hexLen || !isHex(parent) {
			return c, refuse(ErrMalformed, "run \"git fsck\"", "a commit names a parent that is no object id")
		}
		c.parents = append(c.parents, parent)
	}
	c.time = committed(head)
	return c, nil
}

// idHeaders begin the headers of commits and tags that hold ids, kinds and signatures.
var idHeaders = []string{"tree ", "parent ", "object ", "type ", "tag ", "gpgsig ", "gpgsig-sha256 "}

// said gives the lines of all other headers. A line that begins with a blank goes on with the header above.
func said(head string) []byte {
	var out []byte
	kept := false
	for line := range strings.Lines(head) {
		if !strings.HasPrefix(line, " ") {
			kept = !slices.ContainsFunc(idHeaders, func(h string) bool { return strings.HasPrefix(line, h) })
		}
		if kept {
			out = append(out, line...)
		}
	}
	return out
}

// committed finds the time in the line of the committer, which ends in "1767225600 +0000".
func committed(head string) int64 {
	_, line, _ := strings.Cut(head, "\ncommitter ")
	line, _, _ = strings.Cut(line, "\n")
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return 0
	}
	seconds, _ := strconv.ParseInt(fields[len(fields)-2], 10, 64)
	return seconds
}
