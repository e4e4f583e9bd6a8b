//go:build !unix

package store

import "io/fs"

const unblocked = 0

// hasPermissions says that a mode tells who can read a file.
const hasPermissions = false

// Elsewhere the permissions of the home directory are inherited and not told by a mode.
func foreign(fs.FileInfo) bool           { return false }
func writers(string, fs.FileInfo) string { return "" }
