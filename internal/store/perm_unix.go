//go:build unix

package store

import (
	"io/fs"
	"os"
	"syscall"
)

// unblocked keeps the opening of a pipe from waiting for its other end.
const unblocked = syscall.O_NONBLOCK

// hasPermissions says that a mode tells who can read a file.
const hasPermissions = true

func foreign(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) != os.Geteuid()
}

// writers says who else can write to a folder; "" for nobody.
func writers(at string, info fs.FileInfo) string {
	switch perm := info.Mode().Perm(); {
	case perm&0o002 != 0:
		return "others"
	case perm&0o020 != 0 && !ownGroup(at, info):
		return "its group, which is not known to be yours alone"
	}
	return ""
}
