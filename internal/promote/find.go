package promote

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// Find gives the source that a person means by name: its path, the name of its file with
// or without end and time, or the name of the memory. The error says which there are when
// there is none or more than one.
func Find(all []Source, name string) (Source, error) {
	for _, means := range []func(Source, string) bool{byPath, byFile, byName} {
		var found []Source
		for _, s := range all {
			if means(s, name) && !again(found, s) {
				found = append(found, s)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return Source{}, fmt.Errorf("%q is the name of more than one memory\nsay which: %s", name, listed(found))
		}
	}
	if len(all) == 0 {
		return Source{}, fmt.Errorf("there is no private memory and no draft of this project\nwrite one first, or edit the team memory on a branch of your own")
	}
	return Source{}, fmt.Errorf("no private memory and no draft is named %q\nthere are: %s", name, listed(all))
}

func byPath(s Source, name string) bool {
	return s.Path == name || strings.TrimSuffix(s.Path, ".md") == name || s.At != "" && s.At == name
}

func byFile(s Source, name string) bool {
	return s.file() == name || strings.TrimSuffix(s.file(), ".md") == name
}

// byName also takes the stem, however it is written.
func byName(s Source, name string) bool {
	key := memory.Key(strings.TrimSuffix(name, ".md"))
	return key != "" && (key == s.identity() || key == memory.Key(s.stem()))
}

// again reports whether one of found is the same memory in another store.
func again(found []Source, s Source) bool {
	for _, f := range found {
		if f.Draft == s.Draft && f.file() == s.file() && bytes.Equal(f.Data, s.Data) {
			return true
		}
	}
	return false
}

// maxListed is how many names a message lists.
const maxListed = 10

func listed(all []Source) string {
	var names []string
	for i, s := range all {
		if i == maxListed {
			names = append(names, fmt.Sprintf("%d more", len(all)-i))
			break
		}
		names = append(names, fmt.Sprintf("%q", s.Path))
	}
	return strings.Join(names, ", ")
}
