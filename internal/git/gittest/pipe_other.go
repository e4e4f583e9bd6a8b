//go:build !unix

package gittest

import "errors"

func makePipe(string) error { return errors.ErrUnsupported }
