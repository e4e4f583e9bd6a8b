package git_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/git"
)

// shim puts a program named git into a directory and returns an environment
// that finds it first.
func shim(t *testing.T, script string) []string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the shim is a shell script")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{"PATH=" + dir + string(filepath.ListSeparator) + os.Getenv("PATH"), "HOME=" + t.TempDir()}
}

func TestOldGit(t *testing.T) {
	for version, words := range map[string]string{
		"git version 2.30.9":          "git 2.30 is too old\ninstall git 2.31 or newer",
		"git version 1.8.3.1":         "git 1.8 is too old",
		"some other program, v. 9.9.": "does not tell its version",
	} {
		_, err := git.Open(context.Background(), git.Options{Dir: t.TempDir(), Env: shim(t, "echo '"+version+"'")})
		if !errors.Is(err, git.ErrOldGit) || !strings.Contains(err.Error(), words) {
			t.Errorf("%q gives %v", version, err)
		}
	}
}

func TestNoGit(t *testing.T) {
	for name, path := range map[string]string{"empty": "", "nowhere": filepath.Join(t.TempDir(), "nowhere"), "relative": "."} {
		_, err := git.Open(context.Background(), git.Options{Dir: t.TempDir(), Env: []string{"PATH=" + path}})
		if !errors.Is(err, git.ErrNoGit) || !strings.Contains(err.Error(), "install git") {
			t.Errorf("a PATH that is %s gives %v", name, err)
		}
	}
}

// TestCancel holds that a git that never ends is killed with the context.
func TestCancel(t *testing.T) {
	dir := t.TempDir()
	env := shim(t, "case \"$*\" in *version*) echo git version 2.39.5;; *) : >started; exec sleep 600;; esac")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		defer cancel()
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join(dir, "started")); err == nil {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := git.Open(ctx, git.Options{Dir: dir, Env: env})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("git that sleeps gives %v", err)
	}
}
