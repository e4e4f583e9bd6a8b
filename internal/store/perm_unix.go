//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// unblocked keeps the opening of a pipe from waiting for its other end.
const unblocked = syscall.O_NONBLOCK

func foreign(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) != os.Geteuid()
}

func othersWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }
