package home

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/teammem/teammem/internal/static"
)

// maxStatic is how much of a file counts that an agent loads; what is longer is not looked at.
const maxStatic = 1 << 20

// claudeTold is what Claude Code is told of team memories by the files of this work tree. All work
// trees of a clone share one memory of it, so what the main one lacks does not count.
func (d *Desk) claudeTold() map[string]bool {
	told := d.told("claude-code", d.repo.Top())
	if d.main != d.repo.Top() && len(told) > 0 {
		main := d.told("claude-code", d.main)
		maps.DeleteFunc(told, func(said string, _ bool) bool { return !main[said] })
	}
	return told
}

// told is what an agent is told of team memories by the files in the work tree at top, as
// memory.Index.Said has it.
func (d *Desk) told(agent, top string) map[string]bool {
	if top == "" || agent == "claude-code" && d.leavesOut(top) {
		return nil
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // nothing was written
	return static.Told(static.Loaded(agent, workTree{root}))
}

// leavesOut reports whether Claude Code may be set to leave out files that it loads otherwise.
// https://code.claude.com/docs/en/memory
func (d *Desk) leavesOut(top string) bool {
	if d.o.Getenv("CLAUDE_CODE_DISABLE_CLAUDE_MDS") != "" {
		return true
	}
	config := d.o.Getenv("CLAUDE_CONFIG_DIR")
	if config == "" {
		config = filepath.Join(Home(d.o.Getenv), ".claude")
	}
	for _, file := range []string{filepath.Join(config, "settings.json"), filepath.Join(top, ".claude/settings.json"), filepath.Join(top, ".claude/settings.local.json")} {
		data, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || bytes.Contains(data, []byte("claudeMdExcludes")) {
			return true
		}
	}
	return false
}

// A workTree is static.Files on a disk.
type workTree struct{ root *os.Root }

func (w workTree) Read(p string) []byte {
	info, err := w.root.Stat(p)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxStatic {
		return nil
	}
	data, err := w.root.ReadFile(p)
	if err != nil {
		return nil
	}
	return data
}

func (w workTree) Below(dir string) (files []string) {
	_ = fs.WalkDir(w.root.FS(), dir, func(p string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, p)
		}
		return nil // what can't be seen tells nothing
	})
	return files
}
