// Package jsonc reads JSON with comments and trailing commas, as settings files of agents have
// it, and says where something stands in it, so that a text can be put there and every other
// byte stays. Its errors say what is wrong and what to mend; what to run then, the caller adds.
package jsonc

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

const bom = "\ufeff"

// maxBrackets is how many brackets a text may open. Each can be one more level, for which the
// parser calls itself, and a program without stack can't be saved.
const maxBrackets = 100_000

// IsBlank reports whether data holds nothing but blanks, and a byte order mark perhaps.
func IsBlank(data []byte) bool { return len(bytes.TrimSpace(data[Mark(data):])) == 0 }

// Mark is the length of the byte order mark that data begins with; 0 when it has none.
func Mark(data []byte) int {
	if bytes.HasPrefix(data, []byte(bom)) {
		return len(bom)
	}
	return 0
}

// Plain gives data as JSON without byte order mark, comments and trailing commas. data stays as it is.
func Plain(data []byte) ([]byte, error) {
	f, err := Parse(bytes.Clone(data)) // Standardize writes into what was parsed
	if err != nil {
		return nil, err
	}
	f.Root.Standardize()
	return f.Root.Pack(), nil
}

func notJSON(err error) error {
	return fmt.Errorf("it is not valid JSON: %s; mend it", strings.TrimPrefix(err.Error(), "hujson: "))
}

// A File is a text and what was read of it.
type File struct {
	Root hujson.Value
	data []byte
}

// Parse reads data, which may begin with a byte order mark.
func Parse(data []byte) (File, error) {
	if bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) > maxBrackets {
		return File{}, fmt.Errorf("it opens more than %d brackets, too many for settings; take some out", maxBrackets)
	}
	root, err := hujson.Parse(data[Mark(data):])
	if err != nil {
		return File{}, notJSON(err)
	}
	return File{root, data}, nil
}

// Member finds the member of an object; nil when it has none. That v is no object, or has the
// member twice, is an error.
func (f File) Member(v *hujson.Value, name string) (found *hujson.Value, err error) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, f.Wrong(v, "an object")
	}
	for i := range object.Members {
		m := &object.Members[i]
		if lit, ok := m.Name.Value.(hujson.Literal); !ok || lit.String() != name {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%s: %q is there twice; take one out", f.place(&m.Name), name)
		}
		found = &m.Value
	}
	return found, nil
}

// Wrong is the error that v is not what want says in words.
func (f File) Wrong(v *hujson.Value, want string) error {
	return fmt.Errorf("%s: there is %s, want %s; mend it", f.place(v), kindOf(v), want)
}

// From is the offset in the text at which v begins.
func (f File) From(v *hujson.Value) int { return Mark(f.data) + v.StartOffset }

// To is the offset behind v.
func (f File) To(v *hujson.Value) int { return Mark(f.data) + v.EndOffset }

// place says where v begins. A byte order mark takes no column.
func (f File) place(v *hujson.Value) string {
	before := f.data[Mark(f.data):f.From(v)]
	return fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}

// IsEmpty reports whether an object or a list holds nothing; anything else is empty.
func IsEmpty(v *hujson.Value) bool {
	switch c := v.Value.(type) {
	case *hujson.Object:
		return len(c.Members) == 0
	case *hujson.Array:
		return len(c.Elements) == 0
	}
	return true
}

func kindOf(v *hujson.Value) string {
	switch v.Value.Kind() {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a text"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "true or false"
}
