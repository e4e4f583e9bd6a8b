package main

import (
	"runtime"
	"testing"
)

// TestOwnMemory holds that the memory of this project is as its own commands would write it: the
// index in line, and the files of agents current.
func TestOwnMemory(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of a shell")
	}
	c := newClinic(t)
	said := c.run(t, c.folder("own"), `set -e
git init -q -b main clone
cd clone
cp -R "$EXAMPLES/../.agent" "$EXAMPLES/../.claude" "$EXAMPLES/../AGENTS.md" .
git add -A
git commit -q -m 'chore: memory'
teammem index --check || echo "the index is not in line"
teammem deliver --check || echo "the files of agents are not current"`)
	if said != "" {
		t.Error(said)
	}
}
