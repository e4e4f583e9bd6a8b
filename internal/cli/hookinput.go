package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// An update is one line of what git tells a hook on standard input.
type update struct {
	ref string // full name on the side that receives it
	new string // id; "" for a deletion
	old string // id; "" when the ref is new
}

// maxUpdates is how many bytes of refs are read.
const maxUpdates = 64 << 20

// updates reads what git tells pre-push: "<local ref> <local id> <remote ref> <remote
// id>" for each.
func (h *hookRun) updates() ([]update, error) {
	if h.app.InTerminal { // git never gives a hook the terminal
		return nil, nil
	}
	lines, err := h.lines()
	if err != nil {
		return nil, err
	}
	var all []update
	for i, line := range lines {
		f := strings.Split(line, " ") // the local ref is what a person typed and may hold blanks
		if len(f) < 4 {
			return nil, malformedInput(i, "pre-push")
		}
		f = f[len(f)-3:]
		u, err := parseUpdate(f[1], f[0], f[2])
		if err != nil {
			return nil, malformedInput(i, "pre-push")
		}
		all = append(all, u)
	}
	return all, nil
}

var errMalformed = errors.New("malformed")

func malformedInput(i int, hook string) error {
	return fmt.Errorf("line %d of standard input is not what git tells a %s hook", i+1, hook)
}

func parseUpdate(ref, now, before string) (update, error) {
	if !isObjectID(now) || !isObjectID(before) || len(now) != len(before) || ref == "" {
		return update{}, errMalformed
	}
	return update{ref: ref, new: zeroless(now), old: zeroless(before)}, nil
}

// zeroless is "" for the id of nothing.
func zeroless(id string) string {
	if strings.Trim(id, "0") == "" {
		return ""
	}
	return id
}

func isObjectID(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// lines reads standard input. Git ends every line, so that one without an end was cut.
func (h *hookRun) lines() ([]string, error) {
	data, err := io.ReadAll(io.LimitReader(h.app.Stdin, maxUpdates+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read standard input: %w", err)
	case len(data) > maxUpdates:
		return nil, fmt.Errorf("standard input is longer than %d MiB\npush fewer refs at once", maxUpdates>>20)
	case len(data) == 0:
		return nil, nil
	case data[len(data)-1] != '\n':
		return nil, errors.New("standard input ends in the middle of a line, so not all refs are known")
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"), nil
}
