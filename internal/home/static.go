package home

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/static"
)

// claudeCode is what Claude Code is called among the agents.
const claudeCode = "claude-code"

// maxStatic is how much of a file counts that an agent loads; what is longer is not looked at.
const maxStatic = 1 << 20

// claudeTold is what Claude Code is told of team memories by the files of this work tree. All work
// trees of a clone share one memory of it, so what the main one lacks does not count.
func (d *Desk) claudeTold() map[string]bool {
	told := d.told(claudeCode, d.repo.Top())
	if d.main != d.repo.Top() && len(told) > 0 {
		main := d.told(claudeCode, d.main)
		maps.DeleteFunc(told, func(said string, _ bool) bool { return !main[said] })
	}
	return told
}

// told is what an agent is told of team memories by the files in the work tree at top, as
// memory.Index.Said has it.
func (d *Desk) told(agent, top string) map[string]bool {
	if top == "" || agent == claudeCode && d.leavesOut(top) {
		return nil
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // nothing was written
	return static.Told(static.Loaded(agent, workTree{root}))
}

// agentTold is what the agent that a context is for is told of team memories by other ways: the files
// in the work tree at top, and Claude Code's own index, into which sync writes a block.
func (d *Desk) agentTold(top string) map[string]bool {
	told := d.told(d.o.For, top)
	if d.o.For != claudeCode {
		return told
	}
	parts := []static.Part{{Path: IndexFile, Text: d.claudeIndex(top)}}
	if told == nil {
		told = map[string]bool{}
	}
	maps.Copy(told, static.ToldBelow(MirrorDir+"/", parts))
	return told
}

// claudeIndex is what Claude Code loads of its own index; nil when it may load nothing.
// https://code.claude.com/docs/en/memory
func (d *Desk) claudeIndex(top string) []byte {
	if d.o.Getenv("CLAUDE_CODE_DISABLE_AUTO_MEMORY") != "" || d.inSettings(top, "autoMemoryEnabled") {
		return nil
	}
	place, found, err := d.claude(Home(d.o.Getenv))
	if err != nil || !found {
		return nil
	}
	root, err := os.OpenRoot(filepath.Join(place.Base, filepath.FromSlash(place.Dir)))
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // nothing was written
	return memory.Load(source.NewText(workTree{root}.Read(IndexFile)), memory.IndexLimits{Lines: delivery.Default.Lines, Bytes: delivery.Default.Bytes}).Text
}

// leavesOut reports whether Claude Code may be set to leave out files that it loads otherwise.
// https://code.claude.com/docs/en/memory
func (d *Desk) leavesOut(top string) bool {
	return d.o.Getenv("CLAUDE_CODE_DISABLE_CLAUDE_MDS") != "" || d.inSettings(top, "claudeMdExcludes")
}

// inSettings reports whether a settings file of Claude Code names key, or can't be read.
func (d *Desk) inSettings(top, key string) bool {
	config := d.o.Getenv("CLAUDE_CONFIG_DIR")
	if config == "" {
		config = filepath.Join(Home(d.o.Getenv), ".claude")
	}
	for _, file := range []string{filepath.Join(config, "settings.json"), filepath.Join(top, ".claude/settings.json"), filepath.Join(top, ".claude/settings.local.json")} {
		data, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, fs.ErrNotExist) || bytes.Contains(data, []byte(key)) {
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
