//go:build !linux

package store

import "errors"

// swapNames says that files can't be exchanged in a single step here.
func (d *directory) swapNames(string, string) error { return errors.ErrUnsupported }
