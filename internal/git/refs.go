package git

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isPlainRef reports whether a ref is a branch whose name holds letters, digits and a few
// signs alone. Where refs are files, HEAD and the ref say what they hold; reftable writes
// into HEAD the name of a branch that can't be.
func isPlainRef(ref string) bool {
	name, ok := strings.CutPrefix(ref, "refs/heads/")
	if !ok || name == "" || strings.Trim(name, letters+"_/-.") != "" || strings.Trim(name[:1], letters) != "" {
		return false
	}
	name += "/"
	return !slices.ContainsFunc([]string{"..", "/.", "./", "//", ".lock/"}, func(odd string) bool { return strings.Contains(name, odd) })
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// headFile reads HEAD, which holds a plain ref or an id. False is for all that git does
// not write there.
func headFile(gitDir string) (ref, id string, ok bool) {
	line, err := readLine(filepath.Join(gitDir, "HEAD"))
	if err != nil {
		return "", "", false
	}
	if ref, symbolic := strings.CutPrefix(line, "ref: "); symbolic {
		return ref, "", isPlainRef(ref)
	}
	return "", line, line != "" && isHex(line)
}

// headID finds the id that HEAD stands for, in the file of its ref or among those that
// were packed. False is for what git has to be asked.
func headID(gitDir string) (id string, ok bool) {
	ref, id, ok := headFile(gitDir)
	if !ok || ref == "" {
		return id, ok
	}
	return refID(gitDir, ref)
}

// refID finds the id of a ref that is plain, in its file or among those that were packed.
func refID(gitDir, ref string) (id string, ok bool) {
	id, err := readLine(filepath.Join(gitDir, ref))
	if errors.Is(err, fs.ErrNotExist) {
		return packedRef(gitDir, ref)
	}
	return id, err == nil && id != "" && isHex(id)
}

// packedRef finds the line "<id> <ref>".
func packedRef(gitDir, ref string) (id string, ok bool) {
	text, err := readSmall(filepath.Join(gitDir, "packed-refs"))
	before, _, found := strings.Cut(text, " "+ref+"\n")
	id = before[strings.LastIndexByte(before, '\n')+1:]
	return id, err == nil && found && id != "" && isHex(id)
}

func readLine(name string) (string, error) {
	text, err := readSmall(name)
	line, ended := strings.CutSuffix(text, "\n")
	if err == nil && !ended {
		err = errOtherFile
	}
	return line, err
}

// maxSmall is how many bytes of a file such as the configuration are read.
const maxSmall = 1 << 20

// readSmall reads a regular file, which is no link.
func readSmall(name string) (string, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSmall {
		return "", errOtherFile
	}
	f, err := openRegular(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text := make([]byte, info.Size())
	_, err = io.ReadFull(f, text)
	return string(text), err
}
