package hooks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Manager runs what a file of its own names.
type Manager struct {
	Name    string   // lefthook, pre-commit or prek
	File    string   // its configuration, relative to the top of the work tree
	Missing []string // the hooks whose call of teammem the file lacks
	Setup   string   // the command that makes git start the manager
}

// configs are the files that managers read, in the order in which they look.
var configs = []struct{ file, manager, setup string }{
	{"lefthook.yml", "lefthook", "lefthook install"},
	{"lefthook.yaml", "lefthook", "lefthook install"},
	{"lefthook.toml", "lefthook", "lefthook install"},
	{"lefthook.json", "lefthook", "lefthook install"},
	{".lefthook.yml", "lefthook", "lefthook install"},
	{".lefthook.yaml", "lefthook", "lefthook install"},
	{".lefthook.toml", "lefthook", "lefthook install"},
	{".lefthook.json", "lefthook", "lefthook install"},
	{".config/lefthook.yml", "lefthook", "lefthook install"},
	{".config/lefthook.yaml", "lefthook", "lefthook install"},
	{"prek.toml", "prek", "prek install --prepare-hooks"},
	{".pre-commit-config.yaml", "pre-commit", "pre-commit install --install-hooks"},
	{".pre-commit-config.yml", "prek", "prek install --prepare-hooks"},
}

// findManager looks for the configuration of a manager; nil means that there is none.
func findManager(top string) (*Manager, error) {
	for _, c := range configs {
		name := filepath.Join(top, filepath.FromSlash(c.file))
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			continue // no manager reads it either, and a pipe would never end
		}
		data, err := os.ReadFile(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("read %q: %w", c.file, err)
		}
		m := &Manager{Name: c.manager, File: c.file, Setup: c.setup}
		m.Missing = m.lacks(string(data))
		return m, nil
	}
	return nil, nil
}

func (m *Manager) lacks(config string) []string {
	has := calls
	if m.Name != "lefthook" {
		has = func(config, hook string) bool { return namesID(config, frameworkID(hook)) }
	}
	return slices.DeleteFunc(slices.Clone(names), func(hook string) bool { return has(config, hook) })
}

// frameworkID is what pre-commit and prek call the hook of teammem that judges at name.
// See .pre-commit-hooks.yaml.
func frameworkID(name string) string {
	if name == "commit-msg" {
		return "teammem-commit-msg"
	}
	return "teammem"
}

// namesID reports whether a configuration of pre-commit or prek has a hook with that
// id, in YAML or TOML, outside of comments.
func namesID(config, id string) bool {
	for line := range strings.Lines(config) {
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n{}[],:=\"'", r) })
		for i, word := range words {
			if strings.HasPrefix(word, "#") {
				break
			}
			if word == id && i > 0 && words[i-1] == "id" {
				return true
			}
		}
	}
	return false
}

// notSetUp says why git does not start the manager for a hook, and what to do.
func (m *Manager) notSetUp() string {
	if m.Name == "lefthook" {
		return fmt.Sprintf("lefthook is not set up in this clone: run %s", m.Setup)
	}
	return fmt.Sprintf("%s is not set up for it in this clone: have it in default_install_hook_types of %s, then run %s", m.Name, m.File, m.Setup)
}

// Calls reports whether the configuration names teammem for any hook.
func (m *Manager) Calls() bool { return len(m.Missing) < len(names) }

// Lines are what the configuration lacks, ready to be pasted; version is a tag of teammem.
func (m *Manager) Lines(version string) string {
	if m.Name != "lefthook" {
		return m.frameworkLines(version)
	}
	var lines strings.Builder
	for _, name := range m.Missing {
		lines.WriteString(lefthookLines(name, m.File))
	}
	return lines.String()
}

// frameworkLines are all that pre-commit or prek needs, without the ids that are there.
func (m *Manager) frameworkLines(version string) string {
	var ids []string
	for _, name := range m.Missing {
		if id := frameworkID(name); !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if m.File == "prek.toml" {
		return `default_install_hook_types = ["` + strings.Join(names, `", "`) + `"]

[[repos]]
repo = "` + repository + `"
rev = "` + version + `"
hooks = [{ id = "` + strings.Join(ids, `" }, { id = "`) + `" }]
`
	}
	return "default_install_hook_types: [" + strings.Join(names, ", ") + `]
repos:
  - repo: ` + repository + `
    rev: ` + version + `
    hooks:
      - id: ` + strings.Join(ids, "\n      - id: ") + "\n"
}

const repository = "https://github.com/teammem/teammem"

// lefthookLines call teammem for one hook. At a push lefthook skips a command when the
// branch that is checked out has nothing to push, whatever is pushed, unless the
// command names files; so it names one that is there, in a comment.
func lefthookLines(name, config string) string {
	run, more := "teammem hook "+name, ""
	switch name {
	case "commit-msg":
		run += " {1}"
	case "pre-push":
		run, more = "'"+run+" {1} {2} # {files}'", "      use_stdin: true\n      files: echo "+config+" # or it is skipped when another branch is pushed\n"
	}
	return name + ":\n  commands:\n    teammem:\n" + more + "      run: " + run + "\n"
}
