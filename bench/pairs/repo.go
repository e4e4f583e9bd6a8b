//go:build unix

package pairs

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// memories is how many there are in every repository that Begin makes.
const memories = 200

// Source and Note are the paths of a file of code and of a memory.
func Source(i int) string { return fmt.Sprintf("src/p%03d/q%02d/file%02d.go", i/1000, i/25%40, i%25) }
func Note(i int) string   { return fmt.Sprintf(".agent/team-memory/project_note_%03d.md", i) }

// A Stream is a history for git fast-import.
type Stream struct{ bytes.Buffer }

// Begin is a first commit of n files, of which 200 are memories.
func Begin(n int) *Stream {
	s := &Stream{}
	s.Commit("begin")
	for i := range n - memories {
		s.File(Source(i), fmt.Sprintf("package part%d\n", i))
	}
	index := ""
	for i := range memories {
		s.File(Note(i), Memory(i))
		index += fmt.Sprintf("- [Note %d](%s) — what was decided about part %d\n", i, filepath.Base(Note(i)), i)
	}
	s.File(".agent/team-memory/MEMORY.md", index)
	return s
}

// Commit begins a commit on main; the files that follow are its own.
func (s *Stream) Commit(message string) {
	fmt.Fprintf(s, "commit refs/heads/main\ncommitter Ann <ann@example.com> 1767225600 +0000\ndata %d\n%s\n", len(message), message)
}

// File puts text at a path.
func (s *Stream) File(path, text string) {
	fmt.Fprintf(s, "M 100644 inline %s\ndata %d\n%s\n", path, len(text), text)
}

// Import makes a repository of the history and its index, without a work tree on disk.
func (s *Stream) Import(repo string) {
	Must(os.MkdirAll(repo, 0o755))
	Git(repo, nil, "init", "-q", "-b", "main")
	Git(repo, s.Bytes(), "fast-import", "--quiet")
	// As a clone or gc packs them: fast-import builds each file on the one before,
	// whatever it holds, and advises to pack anew.
	Git(repo, nil, "repack", "-a", "-d", "-f", "-q")
	Git(repo, nil, "read-tree", "HEAD")
}

// Git runs git in dir, without anybody's configuration, and gives what it prints.
func Git(dir string, stdin []byte, args ...string) string {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(stdin), os.Stderr
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.Output()
	Must(err)
	return string(out)
}
