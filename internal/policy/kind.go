package policy

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// schema is a JSON schema.
type schema map[string]any

// A kind is one shape of value: how it is read into a T, and the same in the
// words of JSON schema.
type kind[T any] struct {
	// read reads n, the value of the key name. Errors are *Error.
	read   func(n *yaml.Node, name string, into *T) error
	schema schema
}

// A field is one key of a mapping that is read into a T.
type field[T any] struct {
	key      string
	required bool
	schema   schema // with the description
	read     func(n *yaml.Node, name string, into *T) error
}

// bind makes a field of a kind: its value goes where at points.
func bind[T, V any](key, doc string, k kind[V], at func(*T) *V) field[T] {
	s := maps.Clone(k.schema)
	s["description"] = doc
	return field[T]{key: key, schema: s, read: func(n *yaml.Node, name string, into *T) error {
		return k.read(n, name, at(into))
	}}
}

func required[T any](f field[T]) field[T] {
	f.required = true
	return f
}

// mapping is the kind of a mapping with these keys and no others.
func mapping[T any](fields ...field[T]) kind[T] {
	props, must, keys := schema{}, []string{}, []string{}
	for _, f := range fields {
		props[f.key] = f.schema
		keys = append(keys, f.key)
		if f.required {
			must = append(must, f.key)
		}
	}
	s := schema{"type": "object", "properties": props, "additionalProperties": false}
	if len(must) > 0 {
		s["required"] = must
	}
	read := func(n *yaml.Node, name string, into *T) error {
		seen, err := eachKey(n, name, func(key, value *yaml.Node) error {
			i := slices.Index(keys, key.Value)
			if i < 0 {
				return unknown(key, "key", keys)
			}
			return fields[i].read(value, key.Value, into)
		})
		for _, key := range must {
			if err == nil && seen[key] == 0 {
				return at(n, "%s has no %s", name, key)
			}
		}
		return err
	}
	return kind[T]{read, s}
}

// eachKey visits the keys of a mapping in order. It returns the line of each.
func eachKey(n *yaml.Node, name string, visit func(key, value *yaml.Node) error) (map[string]int, error) {
	if err := plainNode(n); err != nil {
		return nil, err
	}
	if n.Kind != yaml.MappingNode {
		return nil, at(n, "%s is %s; want keys with values", name, found(n))
	}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if err := plainNode(key); err != nil {
			return nil, err
		}
		if key.Kind != yaml.ScalarNode {
			return nil, at(key, "a key is %s; want a word", found(key))
		}
		if first := lines[key.Value]; first > 0 {
			return nil, at(key, "the key %s stands here and on line %d; keep one", quote(key.Value), first)
		}
		lines[key.Value] = key.Line
		if err := visit(key, n.Content[i+1]); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// maybe is k or nothing: a key whose values are all commented out.
func maybe[T any](k kind[T]) kind[T] {
	s := maps.Clone(k.schema)
	s["type"] = []string{s["type"].(string), "null"}
	return kind[T]{schema: s, read: func(n *yaml.Node, name string, into *T) error {
		if isEmpty(n) {
			return plainNode(n)
		}
		return k.read(n, name, into)
	}}
}

// list is the kind of a list.
func list[T any](k kind[T]) kind[[]T] {
	read := func(n *yaml.Node, name string, into *[]T) error {
		if err := plainNode(n); err != nil {
			return err
		}
		if n.Kind != yaml.SequenceNode {
			return at(n, "%s is %s; want a list", name, found(n))
		}
		for _, item := range n.Content {
			var v T
			if err := k.read(item, "an entry of "+name, &v); err != nil {
				return err
			}
			*into = append(*into, v)
		}
		return nil
	}
	return kind[[]T]{read, schema{"type": "array", "items": k.schema}}
}

// number is the kind of a whole number from 1 to most. why is added to the words
// for one that is out of bounds.
func number(most int, why string) kind[int] {
	want := fmt.Sprintf("a whole number from 1 to %d", most)
	if most == 1 {
		want = "1"
	}
	return between(1, most, want+why)
}

// between is the kind of a whole number; want says in words which ones are taken.
func between(least, most int, want string) kind[int] {
	read := func(n *yaml.Node, name string, into *int) error {
		if err := plainNode(n); err != nil {
			return err
		}
		v, err := digits(n)
		if err != nil || v < least || v > most {
			return at(n, "%s is %s; want %s", name, found(n), want)
		}
		*into = v
		return nil
	}
	return kind[int]{read, schema{"type": "integer", "minimum": least, "maximum": most}}
}

// digits reads a number that is written the one plain way, so that every reader of
// YAML takes it for the same.
func digits(n *yaml.Node) (int, error) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || strings.Trim(n.Value, "0123456789") != "" || n.Value[0] == '0' && n.Value != "0" {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(n.Value)
}

// oneOf is the kind of a word out of a few.
func oneOf[T ~string](words ...string) kind[T] {
	read := func(n *yaml.Node, name string, into *T) error {
		if err := plainNode(n); err != nil {
			return err
		}
		if n.Kind != yaml.ScalarNode || !slices.Contains(words, n.Value) {
			return at(n, "%s is %s%s", name, found(n), meant(n.Value, words))
		}
		*into = T(n.Value)
		return nil
	}
	return kind[T]{read, schema{"enum": words}}
}

// maxText is the number of characters that a text in a policy may have.
const maxText = 4000

// text is the kind of a text that matches pattern; want says in words what does.
func text(pattern, want string) kind[string] {
	re := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) }) // most policies hold few of the texts
	read := func(n *yaml.Node, name string, into *string) error {
		if err := plainNode(n); err != nil {
			return err
		}
		switch {
		case n.Kind != yaml.ScalarNode || isEmpty(n):
			return at(n, "%s is %s; want %s", name, found(n), want)
		case n.ShortTag() != "!!str" && n.ShortTag() != "!!timestamp":
			return at(n, "%s is %s; put the text in quotes", name, found(n))
		case utf8.RuneCountInString(n.Value) > maxText || !re().MatchString(n.Value):
			return at(n, "%s is %s; want %s", name, found(n), want)
		}
		*into = n.Value
		return nil
	}
	return kind[string]{read, schema{"type": "string", "pattern": pattern, "maxLength": maxText}}
}

// asWritten is k for a text that without quotes can look like a number.
func asWritten(k kind[string]) kind[string] {
	s := maps.Clone(k.schema)
	s["type"] = []string{"string", "number"}
	return kind[string]{schema: s, read: func(n *yaml.Node, name string, into *string) error {
		if tag := n.ShortTag(); plainNode(n) == nil && (tag == "!!int" || tag == "!!float") {
			n = &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: n.Value, Line: n.Line}
		}
		return k.read(n, name, into)
	}}
}

// date is the kind of a day, at its beginning in UTC.
func date() kind[time.Time] {
	const want = "a date such as 2030-01-31"
	words := text(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, want)
	words.schema["format"] = "date"
	read := func(n *yaml.Node, name string, into *time.Time) error {
		var s string
		if err := words.read(n, name, &s); err != nil {
			return err
		}
		day, err := time.Parse(time.DateOnly, s)
		if err != nil {
			return at(n, "%s is %s, a day that does not exist; want %s", name, found(n), want)
		}
		*into = day
		return nil
	}
	return kind[time.Time]{read, words.schema}
}

// plainNode refuses what YAML can do and a policy needs not.
func plainNode(n *yaml.Node) error {
	switch {
	case n.Kind == yaml.AliasNode || n.Anchor != "":
		return at(n, "anchors and aliases are not read here; write the value out")
	case n.Style&yaml.TaggedStyle != 0:
		return at(n, "tags such as %s are not read here; write the plain value", quote(n.ShortTag()))
	}
	return nil
}

func isEmpty(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

func at(n *yaml.Node, format string, args ...any) *Error {
	return &Error{n.Line, fmt.Sprintf(format, args...)}
}
