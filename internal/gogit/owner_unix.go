//go:build unix

package gogit

import (
	"os"
	"strconv"
	"syscall"
)

// notOwn is what is said of a repository that is not.
const notOwn = "belongs to another user"

// isOwn reports whether the user of this process owns a path, links not followed. Root
// also owns what the user owns who called sudo, as with git.
func isOwn(path string, env []string) bool {
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return false
	}
	owner, user := int(stat.Uid), os.Geteuid()
	if user != 0 || owner == 0 {
		return owner == user
	}
	caller, err := strconv.Atoi(lookup(env, "SUDO_UID"))
	return err == nil && owner == caller
}

// sameDevice reports whether two folders lie on one file system.
func sameDevice(a, b string) bool {
	one, err1 := os.Stat(a)
	two, err2 := os.Stat(b)
	if err1 != nil || err2 != nil {
		return false
	}
	first, ok1 := one.Sys().(*syscall.Stat_t)
	second, ok2 := two.Sys().(*syscall.Stat_t)
	return ok1 && ok2 && first.Dev == second.Dev
}
