package agenthook

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/teammem/teammem/internal/jsonc"
)

const bom = "\ufeff"

// A jsonText is text in a JSON file: a value in a list, behind keys of objects. What of it
// is missing in a file is put in with it as one piece, so that taking the piece out gives the file
// back. Pieces that bring more of the way along are spelt with other blanks, so that no file holds
// two of them in one place.
type jsonText struct {
	keys  []string // of the objects on the way to the list, one at least
	value string   // of the list, as JSON in one line
	first string   // members that a file of its own has before it, each with a comma and a blank; or ""
}

// piece is what is put in where the first n keys lead to something that is there.
func (j jsonText) piece(n int) string {
	if n == len(j.keys) {
		return j.value
	}
	text := "[ " + j.value + " ]"
	for i := len(j.keys) - 1; i >= n; i-- {
		text = fmt.Sprintf("%q: ", j.keys[i]) + text
		if i > n {
			text = "{ " + text + " }"
		}
	}
	return text
}

// file is the contents of a file that is made for it.
func (j jsonText) file() string { return "{\n  " + j.first + j.piece(0) + "\n}\n" }

// line is what an empty file gets.
func (j jsonText) line() string { return "{ " + j.first + j.piece(0) + " }" }

// put gives data with the text in it; nil data is a file that is not there. A file in which
// the way to the list is something else is refused with the place.
func (j jsonText) put(data []byte) ([]byte, error) {
	if data == nil {
		return []byte(j.file()), nil
	}
	if mark := jsonc.Mark(data); jsonc.IsBlank(data) {
		return slices.Concat(data[:mark], []byte(j.line()), data[mark:]), nil
	}
	f, err := jsonc.Parse(data)
	if err != nil {
		return nil, thenAgain(err)
	}
	at, n, err := j.walk(f)
	if err != nil {
		return nil, thenAgain(err)
	}
	return insert(data, at, f.From(at)+1, j.piece(n)), nil
}

// thenAgain is err with what to do once that is mended.
func thenAgain(err error) error { return fmt.Errorf("%w and run the command again", err) }

// walk follows the keys as far as they lead: n of them lead to at.
func (j jsonText) walk(f jsonc.File) (at *hujson.Value, n int, err error) {
	v := &f.Root
	for i, key := range j.keys {
		next, err := f.Member(v, key)
		if err != nil {
			return nil, 0, err
		}
		if next == nil {
			return v, i, nil
		}
		v = next
	}
	if v.Value.Kind() != '[' {
		return nil, 0, f.Wrong(v, "a list")
	}
	return v, len(j.keys), nil
}

// insert puts piece first into the object or list at, which begins before from, in a line of its own where
// the others have one.
func insert(data []byte, at *hujson.Value, from int, piece string) []byte {
	if jsonc.IsEmpty(at) {
		return slices.Concat(data[:from], []byte(piece), data[from:])
	}
	if indent := indentAfter(data[from:]); indent != "" {
		return slices.Concat(data[:from], []byte(indent+piece+","), data[from:])
	}
	return slices.Concat(data[:from], []byte(piece+", "), data[from:])
}

// indentAfter is the last line end of the blanks that text begins with, and the blanks behind it; ""
// when text does not begin with a line end.
func indentAfter(text []byte) string {
	if !bytes.HasPrefix(text, []byte("\n")) && !bytes.HasPrefix(text, []byte("\r\n")) {
		return ""
	}
	blanks := string(text[:len(text)-len(bytes.TrimLeft(text, " \t\r\n"))])
	last := strings.LastIndexByte(blanks, '\n')
	if last > 0 && blanks[last-1] == '\r' {
		last--
	}
	return blanks[last:]
}

// take gives data without the text if it is as put put it: nil for a file that was made for it.
func (j jsonText) take(data []byte) (rest []byte, found bool) {
	text := string(data)
	switch plain := strings.TrimPrefix(text, bom); {
	case unix(data) == j.file():
		return nil, true
	case strings.TrimSpace(plain) == j.line():
		return []byte(strings.Replace(text, j.line(), "", 1)), true
	}
	for n := range len(j.keys) + 1 {
		piece := j.piece(n)
		at := strings.Index(text, piece)
		if at < 0 || strings.Count(text, piece) > 1 {
			continue
		}
		from, to := at, at+len(piece)
		switch after := text[to:]; {
		case strings.HasPrefix(after, ", "):
			to += len(", ")
		case strings.HasPrefix(after, ","):
			indent := indentAfter(data[to+1:])
			if indent == "" || !strings.HasSuffix(text[:from], indent) {
				continue
			}
			from, to = from-len(indent), to+1
		}
		if c := before(text[:from]); c == '{' || c == '[' {
			return []byte(text[:from] + text[to:]), true
		}
	}
	return data, false
}

// before is the byte that a piece stands behind.
func before(text string) byte {
	if text == "" {
		return 0
	}
	return text[len(text)-1]
}

// elements gives the indexes of the values in the list that mine knows, and the parsed file.
// The list may be missing.
func (j jsonText) elements(data []byte, mine func(v *hujson.Value) bool) (root hujson.Value, at []int, err error) {
	if jsonc.IsBlank(data) {
		return root, nil, nil
	}
	f, err := jsonc.Parse(data)
	if err != nil {
		return root, nil, thenAgain(err)
	}
	list, n, err := j.walk(f)
	if err != nil {
		return root, nil, thenAgain(err)
	}
	array, ok := list.Value.(*hujson.Array)
	if !ok || n < len(j.keys) {
		return f.Root, nil, nil
	}
	for i := range array.Elements {
		if mine(&array.Elements[i]) {
			at = append(at, i)
		}
	}
	return f.Root, at, nil
}

// drop gives data without the elements at, however they are spelt.
func (j jsonText) drop(root hujson.Value, data []byte, at []int) ([]byte, error) {
	path := ""
	for _, key := range j.keys {
		path += "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
	}
	for _, i := range slices.Backward(at) {
		patch := fmt.Sprintf(`[{"op": "remove", "path": "%s/%d"}]`, path, i)
		if err := root.Patch([]byte(patch)); err != nil {
			return nil, err
		}
	}
	return append(data[:jsonc.Mark(data):jsonc.Mark(data)], root.Pack()...), nil
}
