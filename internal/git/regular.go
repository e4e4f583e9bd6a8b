package git

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// OpenFile opens a regular file for reading. Of anything else it gives an error, and never waits: a pipe has no
// end, and a device may have none.
func OpenFile(name string) (*os.File, error) {
	f, err := openRegular(name)
	if errors.Is(err, errOtherFile) {
		err = &fs.PathError{Op: "open", Path: name, Err: errOtherFile}
	}
	return f, err
}

// ReadFile is OpenFile and all that it holds. The null device, by which people say "none", is empty.
func ReadFile(name string) ([]byte, error) {
	if name == os.DevNull {
		return nil, nil
	}
	f, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
