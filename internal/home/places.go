package home

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// root is where the memory of all projects lies.
const root = ".agent/memory"

// claudeProjects is where Claude Code keeps what belongs to each clone.
const claudeProjects = "projects"

// Home is the home directory; "" when there is none.
func Home(getenv func(string) string) string { return getenv(store.HomeVariable()) }

// native is where the store of a project lies; of no project, where all of them lie.
func native(getenv func(string) string, id string) store.Place {
	if moved := getenv("TEAMMEM_HOME"); moved != "" {
		return store.Place{Base: moved, Dir: path.Join(".", id)}
	}
	return store.Place{Base: Home(getenv), Dir: path.Join(root, id)}
}

// place fills in where the stores lie.
func (d *Desk) place() error {
	home := Home(d.o.Getenv)
	d.Places = map[sync.Layout]store.Place{sync.Native: native(d.o.Getenv, d.Project.ID)}
	asked := slices.Contains(d.o.Agents, string(sync.Claude))
	if d.o.Agents != nil && !asked {
		return nil
	}
	claude, found, err := d.claude(home)
	if err != nil {
		return err
	}
	if found || asked {
		d.Places[sync.Claude] = claude
	}
	return nil
}

// makeRoot makes the directory that TEAMMEM_HOME names: nobody else would.
func (d *Desk) makeRoot() error {
	moved := d.o.Getenv("TEAMMEM_HOME")
	if moved == "" || !filepath.IsAbs(moved) {
		return nil // the store says what is wrong
	}
	if err := os.MkdirAll(moved, 0o700); err != nil {
		return fmt.Errorf("make the directory that TEAMMEM_HOME names: %w", err)
	}
	return nil
}

// claude finds Claude Code's own memory of the project. It is found when Claude Code has
// been at work for this user.
//
// The rules are those of https://code.claude.com/docs/en/memory. A directory that the
// settings of a repository name is not taken: whoever wrote them would choose where
// teammem writes.
func (d *Desk) claude(home string) (p store.Place, found bool, err error) {
	config, fixed := filepath.Join(home, ".claude"), ""
	if moved := d.o.Getenv("CLAUDE_CONFIG_DIR"); moved != "" {
		config, fixed = moved, d.o.Getenv("CLAUDE_CODE_PROJECT_DIR_NAME")
	} else if home == "" {
		return p, false, nil
	}
	real, err := filepath.EvalSymlinks(config)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if !slices.Contains(d.o.Agents, string(sync.Claude)) {
			return p, false, nil
		}
		return p, false, fmt.Errorf("there is no %q, so Claude Code has no memory to merge with\nstart Claude Code once, or set CLAUDE_CONFIG_DIR", config)
	}
	if err != nil {
		return p, false, fmt.Errorf("find the directory of Claude Code: %w", err)
	}
	if dir, err := memoryDirectory(filepath.Join(real, "settings.json"), home); err != nil || dir != "" {
		return store.Place{Base: filepath.Dir(dir), Dir: filepath.Base(dir)}, dir != "", err
	}
	names := scope.ClaudeSlug(d.main)
	if slugForm(fixed) {
		names = []string{fixed}
	}
	name, found := pick(filepath.Join(real, claudeProjects), names)
	return store.Place{Base: real, Dir: claudeProjects + "/" + name + "/memory"}, found, nil
}

// slugForm reports whether name can be one that CLAUDE_CODE_PROJECT_DIR_NAME gives.
func slugForm(name string) bool {
	return name != "" && len(name) <= 64 && !strings.ContainsFunc(name, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && c != '-' && c != '_'
	})
}

// pick chooses the folder of the project: one of names that is there, else one that
// begins as they do where they are cut, else the first. It is found when projects is there.
func pick(projects string, names []string) (name string, found bool) {
	entries, err := os.ReadDir(projects)
	if err != nil {
		return names[0], false
	}
	for _, want := range names {
		cut, isCut := scope.CutSlug(want)
		for _, e := range entries {
			if e.Name() == want || isCut && strings.HasPrefix(e.Name(), cut) {
				return e.Name(), true
			}
		}
	}
	return names[0], true
}

// memoryDirectory reads autoMemoryDirectory of the user's settings; "" when it is not set.
func memoryDirectory(file, home string) (string, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the settings of Claude Code: %w", err)
	}
	var settings struct {
		Dir string `json:"autoMemoryDirectory"`
	}
	if err := json.Unmarshal(data, &settings); err != nil {
		return "", fmt.Errorf("read the settings of Claude Code in %q: %w\nmend the file, or leave its memory out with --agent none", file, err)
	}
	dir := settings.Dir
	if rest, ok := strings.CutPrefix(dir, "~/"); ok && home != "" {
		dir = filepath.Join(home, rest)
	}
	if dir != "" && !filepath.IsAbs(dir) {
		return "", fmt.Errorf("autoMemoryDirectory in %q is %q, want an absolute path or one that begins with ~/", file, dir)
	}
	if dir == "" {
		return "", nil
	}
	return filepath.Clean(dir), nil
}
