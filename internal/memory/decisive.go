package memory

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/source"
)

// lenient makes Fields of the lines alone, when no library could read them.
func (f *front) lenient() {
	for _, i := range f.top() {
		f.fields = append(f.fields, f.asWritten("", f.pairs[i]))
		if f.pairs[i].key != "metadata" {
			continue
		}
		for _, j := range f.children(i) {
			f.fields = append(f.fields, f.asWritten("metadata", f.pairs[j]))
		}
	}
}

// asWritten makes a Field of what stands in the line.
func (f *front) asWritten(parent string, p pair) Field {
	field := Field{Parent: parent, Key: p.key, KeySpan: p.keySpan, ValueSpan: p.valueSpan, Cut: p.cut, null: p.shape == nothing}
	switch raw := f.text.Slice(p.valueSpan); p.shape {
	case plain:
		field.Value, field.Scalar = string(raw), true
	case quoted:
		field.Value, field.Scalar = bare(raw), true
	}
	return field
}

// spelling refuses reserved keys that are given twice or written in another way.
func (f *front) spelling() {
	seen := map[[2]string]bool{}
	for _, field := range f.fields {
		reserved := reservedLike(field.Key)
		if reserved == "" || field.inBrackets() {
			continue
		}
		if field.Key != reserved || bare(f.text.Slice(field.KeySpan)) != reserved {
			f.unsafe(field.KeySpan, fmt.Sprintf("the key %s is written %q, which some readers take for it and others do not", reserved, field.Key), "write "+reserved)
		}
		if id := [2]string{field.Parent, reserved}; seen[id] {
			f.unsafe(field.KeySpan, fmt.Sprintf("the key %s is given twice", reserved), "keep one of the two")
		} else {
			seen[id] = true
		}
	}
}

// decisive demands that scope and type are words that every reader takes alike.
func (f *front) decisive() {
	var types []Field
	for _, field := range f.fields {
		switch field.Key {
		case "scope":
			if field.Empty() {
				f.unsafe(field.KeySpan, "the scope is empty", "write scope: team, or remove the line")
				continue
			}
			f.plainWord(field)
			if !field.Cut.IsZero() {
				f.unsafe(field.Cut, "a comment follows the scope, which some readers take as part of it", "move the comment to a line of its own")
			}
			if field.Scalar && field.Value != "team" && foldWord(field.Value) == "team" {
				f.unsafe(field.ValueSpan, fmt.Sprintf("the scope is written %q, which some readers do not take for team", field.Value), "write scope: team")
			}
		case "type":
			if !field.Empty() { // without a type, nothing is hidden
				f.plainWord(field)
			}
			types = append(types, field)
		}
	}
	if len(types) == 2 && types[0].Value != types[1].Value {
		f.unsafe(types[1].KeySpan, fmt.Sprintf("there are two types, %q and %q", types[0].Value, types[1].Value), "keep one of the two")
	}
}

// plainWord refuses a value that is a list, a map or nothing, that has escapes or
// several lines, or that holds anything but what it shows.
func (f *front) plainWord(field Field) {
	raw := bare(f.text.Slice(field.ValueSpan))
	odd := strings.ContainsFunc(raw, func(r rune) bool {
		return r != ' ' && (unicode.IsSpace(r) || !unicode.IsGraphic(r) || unseen(r) || strings.ContainsRune("\"'\\", r))
	})
	whole := source.Span{Start: field.KeySpan.Start, End: max(field.KeySpan.End, field.ValueSpan.End)}
	if !field.Scalar || odd || raw != field.Value || strings.TrimSpace(raw) != raw || bytes.ContainsRune(f.text.Slice(whole), '\n') {
		f.unsafe(whole,
			fmt.Sprintf("the %s is not one plain word, so readers can take it differently", field.Key), fmt.Sprintf("write it like %s", example(field.Key)))
	}
}

func example(key string) string {
	if key == "type" {
		return "type: project"
	}
	return "scope: team"
}
