//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A check needs no network: in an empty network namespace it says the same.
func TestNoNetwork(t *testing.T) {
	dir := t.TempDir()
	repository(t, dir)
	want, wantCode := run(t, dir, teammem, "check", "--commit", "HEAD")
	got, code := run(t, dir, "unshare", "--net", teammem, "check", "--commit", "HEAD")
	if got != want || code != wantCode {
		t.Errorf("without a network it ended with %d, want %d:\n%s\nwant:\n%s", code, wantCode, got, want)
	}
}

// Nothing that a repository names is executed, and no socket is opened.
func TestExecutesGitAlone(t *testing.T) {
	dir := t.TempDir()
	repository(t, dir)
	trap := filepath.Join(t.TempDir(), "trap")
	if err := os.WriteFile(trap, []byte("#!/bin/sh\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"core.fsmonitor", "core.pager", "core.editor", "core.askPass", "core.sshCommand", "diff.external",
		"filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv", "diff.x.command", "merge.x.driver", "credential.helper", "gpg.program"} {
		must(t, dir, "git", "config", key, trap)
	}
	write(t, dir, ".gitattributes", "* filter=x diff=x merge=x\n")
	write(t, dir, memories+"/project_note.md", "---\nname: note\ndescription: changed\ntype: project\n---\n\nChanged.\n")
	for _, args := range [][]string{{"check"}, {"check", "--staged"}, {"check", "--commit", "HEAD"}, {"check", "--range", "HEAD..HEAD"}, {"fmt", "--check"}, {"index", "--check"}, {"doctor"}} {
		trace := filepath.Join(t.TempDir(), "trace")
		run(t, dir, "strace", append([]string{"-f", "-qq", "-e", "trace=execve,socket,connect", "-o", trace, teammem}, args...)...)
		for line := range strings.Lines(read(t, "/", trace)) {
			if program := executed.FindStringSubmatch(line); program != nil && filepath.Base(program[1]) != "git" && program[1] != teammem {
				t.Errorf("%q executed %s", args, program[1])
			}
			if strings.Contains(line, "socket(") || strings.Contains(line, "connect(") {
				t.Errorf("%q opened a socket: %s", args, line)
			}
		}
	}
}

var executed = regexp.MustCompile(`execve\("([^"]+)".*= 0`)
