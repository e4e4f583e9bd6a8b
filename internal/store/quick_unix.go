//go:build unix

package store

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// readQuickly reads a regular file of the folder that dir is open on, in four system calls
// instead of seven: a mirror has hundreds of small files. Where it fits data lies in room.
// False is for all else, and for errors: they are found out about more slowly.
func readQuickly(dir *os.File, name string, room []byte) (data []byte, modified time.Time, ok bool) {
	fd, err := unix.Openat(int(dir.Fd()), name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, modified, false
	}
	data, modified, ok = readOpen(fd, room)
	return data, modified, unix.Close(fd) == nil && ok
}

func readOpen(fd int, room []byte) (data []byte, modified time.Time, ok bool) {
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil || info.Mode&unix.S_IFMT != unix.S_IFREG || info.Size > maxBytes {
		return nil, modified, false
	}
	modified = time.Unix(info.Mtim.Unix())
	if info.Size == 0 {
		return []byte{}, modified, true
	}
	if data = room; int64(len(room)) < info.Size {
		data = make([]byte, info.Size)
	}
	n, err := unix.Read(fd, data[:info.Size])
	return data[:info.Size], modified, err == nil && int64(n) == info.Size
}
