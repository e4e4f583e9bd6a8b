package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/forge"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	codeowners "github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/source"
)

// An ownership is what the CODEOWNERS file says of the folder.
type ownership struct {
	paths  []string // where the host looks for the file
	path   string   // of the one that it reads, or would read
	text   []byte   // nil when there is no file
	line   int      // the first line about the folder, from 1; 0 when there is none
	owners []string
}

// ownersPaths are where the host of a repository looks for owners, by its remote, or else by what it runs; where
// nothing tells, it is GitHub.
func (a *App) ownersPaths(ctx context.Context, repo *git.Repo) []string {
	url := ""
	if ref, err := repo.Trusted(ctx, ""); err == nil && ref.Remote != "" {
		url, _ = repo.RemoteURL(ctx, ref.Remote) // without one the files tell
	}
	if _, err := os.Lstat(atTop(repo.Top(), pipeline)); err == nil {
		return ownersPathsOf(url, forge.OwnersOnGitLab())
	}
	return ownersPathsOf(url, memory.CodeownersPaths)
}

// ownersPathsOf is ownersPaths for a remote, and otherwise where it is not known what runs there.
func ownersPathsOf(url string, otherwise []string) []string {
	if paths := forge.Owners(url); paths != nil {
		return paths
	}
	if _, known := forge.IsGitHub(url); known {
		return memory.CodeownersPaths
	}
	return otherwise
}

// readOwners reads the first file of paths that is there.
func readOwners(t *tree, paths []string) (ownership, error) {
	o := ownership{paths: paths, path: paths[0]}
	for _, p := range paths {
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
	file := codeowners.Reader(now.paths...)(source.NewText(e.prev))
	lines := []string{"/.agent/ " + strings.Join(owners, " ")}
	if file.Divided {
		lines = append([]string{"[Team memory]"}, lines...)
	}
	if who, _ := file.Of(now.path); len(who) == 0 { // or anybody may become an owner
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
