package store

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// ownGroup reports whether nobody but the user is in the group of a folder. Many
// distributions give each user such a group and the umask 002, so that Claude Code makes its
// folders writable for the group. What /etc does not show is not taken for granted, and an
// access list can let others in as well: its mask shows as the right of the group.
func ownGroup(at string, info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || hasAccessList(at) {
		return false
	}
	passwd, err := os.ReadFile("/etc/passwd")
	group, err2 := os.ReadFile("/etc/group")
	return err == nil && err2 == nil && alone(stat.Uid, stat.Gid, string(passwd), string(group))
}

func hasAccessList(at string) bool {
	_, err := unix.Lgetxattr(at, "system.posix_acl_access", nil)
	return !errors.Is(err, unix.ENODATA) && !errors.Is(err, unix.ENOTSUP)
}

// alone reports whether the group has the user's own name, no other member, and is the
// group of no other user. See passwd(5) and group(5).
func alone(uid, gid uint32, passwd, group string) bool {
	user := ""
	for line := range strings.Lines(passwd) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), ":")
		switch {
		case len(f) < 4 || f[3] != id(gid) && f[2] != id(uid):
		case f[2] != id(uid):
			return false
		case f[3] == id(gid):
			user = f[0]
		}
	}
	found := false
	for line := range strings.Lines(group) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), ":")
		if len(f) < 4 || f[2] != id(gid) {
			continue
		}
		if f[0] != user || f[3] != "" && f[3] != user {
			return false
		}
		found = true
	}
	return found && user != ""
}

func id(n uint32) string { return strconv.FormatUint(uint64(n), 10) }
