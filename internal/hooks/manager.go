package hooks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
		data, err := os.ReadFile(filepath.Join(top, filepath.FromSlash(c.file)))
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
	if m.Name == "lefthook" {
		var missing []string
		for _, name := range Names {
			if !calls(config, name) {
				missing = append(missing, name)
			}
		}
		return missing
	}
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") && (strings.Contains(line, "id: teammem") || strings.Contains(line, `id = "teammem"`)) {
			return nil
		}
	}
	return frameworkHooks
}

// Calls reports whether the configuration names teammem for any hook.
func (m *Manager) Calls() bool { return len(m.Missing) < len(m.hooks()) }

// frameworkHooks are those that pre-commit and prek run: they give a message to a hook
// only as a file name, and the push judges the messages anyway.
var frameworkHooks = []string{"pre-commit", "pre-merge-commit", "pre-push"}

// Lines are what the configuration lacks, ready to be pasted; version is a tag of teammem.
func (m *Manager) Lines(version string) string {
	switch {
	case m.File == "prek.toml":
		return `default_install_hook_types = ["` + strings.Join(frameworkHooks, `", "`) + `"]

[[repos]]
repo = "` + repository + `"
rev = "` + version + `"
hooks = [{ id = "teammem" }]
`
	case m.Name != "lefthook":
		return "default_install_hook_types: [" + strings.Join(frameworkHooks, ", ") + `]
repos:
  - repo: ` + repository + `
    rev: ` + version + `
    hooks:
      - id: teammem
`
	}
	var lines strings.Builder
	for _, name := range m.Missing {
		lines.WriteString(lefthookLines(name, m.File))
	}
	return lines.String()
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
