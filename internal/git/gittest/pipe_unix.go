//go:build unix

package gittest

import "syscall"

func makePipe(name string) error { return syscall.Mkfifo(name, 0o644) }
