package gogit

import (
	"bufio"
	"compress/zlib"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// maxHeader is how many bytes stand before the contents of a loose object at most.
const maxHeader = 32

// loose reads an object that has a file of its own: compressed, "blob 12\x00" and the
// contents. https://git-scm.com/docs/gitformat-loose
func (s *store) loose(id string, limit int64) (git.Object, error) {
	f, err := git.OpenFile(filepath.Join(s.dir, id[:2], id[2:]))
	if isAbsent(err) {
		return git.Object{}, errAbsent
	}
	if err != nil {
		return git.Object{}, err
	}
	defer f.Close()
	inflated, err := zlib.NewReader(f)
	if err != nil {
		return git.Object{}, err
	}
	defer func() { _ = inflated.Close() }()
	body := bufio.NewReader(inflated)
	kind, size, err := looseHeader(body)
	if err != nil {
		return git.Object{}, err
	}
	return content{kind, size, body, limit}.object(id)
}

func looseHeader(body *bufio.Reader) (kind string, size int64, err error) {
	var head []byte
	for len(head) < maxHeader {
		b, err := body.ReadByte()
		if err != nil {
			return "", 0, err
		}
		if b == 0 {
			break
		}
		head = append(head, b)
	}
	kind, digits, _ := strings.Cut(string(head), " ")
	n, err := strconv.ParseUint(digits, 10, 62)
	return kind, int64(n), err
}

func (s *store) looseBeginning(digits string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.dir, digits[:2]))
	if isAbsent(err) {
		return nil, nil
	}
	var ids []string
	for _, e := range entries {
		if id := digits[:2] + e.Name(); isID(id) && strings.HasPrefix(id, digits) {
			ids = append(ids, id)
		}
	}
	return ids, err
}
