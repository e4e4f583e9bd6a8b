package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	codeowners "github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/source"
)

// An ownership is what the CODEOWNERS file says of the folder.
type ownership struct {
	path   string // of the file that the host reads, or would read
	text   []byte // nil when there is no file
	line   int    // the first line about the folder, from 1; 0 when there is none
	owners []string
}

func readOwners(t *tree) (ownership, error) {
	o := ownership{path: memory.CodeownersPaths[0]}
	for _, p := range memory.CodeownersPaths {
		data, err := t.read(p)
		if err != nil {
			return o, err
		}
		if data != nil {
			o.path, o.text = p, data
			break
		}
	}
	n := 0
	for line := range strings.Lines(string(o.text)) {
		n++
		line, _, _ = strings.Cut(line, "#")
		if f := strings.Fields(line); len(f) > 0 && strings.Trim(f[0], "/") == ".agent" {
			o.line, o.owners = n, f[1:]
			break
		}
	}
	return o, nil
}

// planOwners adds a line at the end of the CODEOWNERS file, where it wins over every
// line before, unless the file names the folder already; and one for the file itself, where
// nobody owns it.
func planOwners(now ownership, owners []string) edit {
	e := edit{path: now.path, prev: now.text}
	if now.line > 0 {
		e.next = e.prev
		if !slices.Equal(now.owners, owners) {
			e.left = []string{fmt.Sprintf("line %d of %s names other owners already: %s; edit it to change them", now.line, now.path, strings.Join(now.owners, " "))}
		}
		return e
	}
	end := "\n"
	if strings.Contains(string(e.prev), "\r\n") {
		end = "\r\n"
	}
	text := string(e.prev)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += end
	}
	lines := []string{"/.agent/ " + strings.Join(owners, " ")}
	if who, _ := codeowners.Parse(source.NewText(e.prev)).Of(now.path); len(who) == 0 { // or anybody may become an owner
		lines = append(lines, "/"+now.path+" "+strings.Join(owners, " "))
	}
	for _, line := range lines {
		text += line + end
		e.done = append(e.done, "the line "+line)
	}
	e.next = []byte(text)
	return e
}

func checkOwners(owners []string) error {
	for _, o := range owners {
		if strings.ContainsAny(o, " \t\r\n#") || !strings.Contains(o, "@") || strings.HasSuffix(o, "@") {
			return usagef("owner is %q, want @USER, @ORG/TEAM or an e-mail address", o)
		}
	}
	return nil
}
