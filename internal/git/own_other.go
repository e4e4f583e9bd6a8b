//go:build !unix

package git

import "io/fs"

// Elsewhere git decides.
func isOwn(fs.FileInfo) bool { return false }

func onOneDevice(_, _ fs.FileInfo) bool { return false }
