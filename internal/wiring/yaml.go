package wiring

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/memory"
)

// What stands around our lines in YAML.
const (
	yamlBegin   = "# teammem:begin"
	yamlMade    = yamlBegin + ", as this file was"
	yamlInstead = yamlBegin + ", in place of: "
	yamlEnd     = "# teammem:end"
	readKey     = "read"
)

// A yamlPart is our lines in a YAML file, marks included.
type yamlPart struct {
	from, to int
	last     int    // where the last line begins
	first    string // the first line without blanks and its end
	seal     string // the last one
}

func (p yamlPart) found() bool { return p.to > p.from }

// findYAML finds our lines.
func findYAML(data []byte) (p yamlPart, err error) {
	pos, begins, ends := 0, 0, 0
	for line := range bytes.Lines(data) {
		word := strings.TrimSpace(strings.TrimPrefix(string(line), bom))
		switch {
		case strings.HasPrefix(word, yamlBegin):
			p.from, p.first = pos, word
			begins++
			if bytes.HasPrefix(line, []byte(bom)) {
				p.from += len(bom)
			}
		case strings.HasPrefix(word, yamlEnd):
			p.to, p.last, p.seal = pos+len(line), pos, word
			ends++
		}
		pos += len(line)
	}
	if begins > 1 || begins != ends || p.to < p.from {
		return yamlPart{}, errSpan
	}
	return p, nil
}

// withoutYAML is data without our lines; nil when the file was made for them. With errForeign it
// is what remains when what others wrote into them goes as well.
func withoutYAML(data []byte) (rest []byte, found bool, err error) {
	p, err := findYAML(data)
	if err != nil || !p.found() {
		return data, false, err
	}
	if p.seal != sealYAML(string(data[p.from:p.last])) {
		err = errForeign
	}
	was, instead := strings.CutPrefix(p.first, yamlInstead)
	if instead {
		was += ending(data[p.from:p.to])
	} else {
		was = ""
	}
	rest = append(append(append([]byte{}, data[:p.from]...), was...), data[p.to:]...)
	if p.first == yamlMade && len(rest) == 0 {
		rest = nil
	}
	return rest, true, err
}

// sealYAML is the last of our lines, by which is seen whether those before it were changed.
func sealYAML(lines string) string {
	sum := sha256.Sum256([]byte(strings.ReplaceAll(lines, "\r\n", "\n")))
	return yamlEnd + " " + hex.EncodeToString(sum[:8])
}

// ending is the line end of the last line of text.
func ending(text []byte) string { return string(text[len(bytes.TrimRight(text, "\r\n")):]) }

// readsYAML reports whether the settings in data name one of files as read.
func readsYAML(data []byte, files ...string) (bool, error) {
	var settings struct {
		Read any `yaml:"read"`
	}
	if err := yaml.Unmarshal(bytes.TrimPrefix(data, []byte(bom)), &settings); err != nil {
		return false, notYAML(err)
	}
	for _, name := range texts(settings.Read) {
		if slices.Contains(files, strings.TrimPrefix(name, "./")) {
			return true, nil
		}
	}
	return false, nil
}

// texts are the texts of a value that is one or a list of them.
func texts(v any) (out []string) {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, item := range list {
		if s, ok := item.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

func notYAML(err error) error {
	why := strings.TrimPrefix(err.Error(), "yaml: ")
	if wrong := (*yaml.TypeError)(nil); errors.As(err, &wrong) && len(wrong.Errors) > 0 {
		why = wrong.Errors[0]
	}
	first, _, _ := strings.Cut(why, "\n")
	first, _, _ = strings.Cut(first, " into struct") // of ours
	return fmt.Errorf("it is not valid YAML: %s; mend it, then run teammem deliver", first)
}

// insertRead gives settings that have no lines of ours with the index among what is read.
func insertRead(data []byte) ([]byte, error) {
	if data == nil {
		return []byte(ownLines("", yamlMade, "\n", readKey+":", "  - "+memory.IndexPath)), nil
	}
	next, err := placeRead(data)
	if err != nil {
		return nil, err
	}
	if back, found, err := withoutYAML(next); err != nil || !found || !bytes.Equal(back, data) || !addsOnlyRead(data, next) {
		return nil, fmt.Errorf("%q is written in a way that can't be changed safely: add %s to it by hand", readKey, memory.IndexPath)
	}
	return next, nil
}

// ownLines are our lines between the marks.
func ownLines(indent, begin, eol string, lines ...string) string {
	var b strings.Builder
	for _, l := range append([]string{begin}, lines...) {
		b.WriteString(indent + l + eol)
	}
	return b.String() + indent + sealYAML(b.String()) + eol
}

// placeRead puts our lines where they have to be.
func placeRead(data []byte) ([]byte, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(bytes.TrimPrefix(data, []byte(bom)), &doc); err != nil {
		return nil, notYAML(err)
	}
	eol := lineEnd(data)
	if len(doc.Content) == 0 {
		return spliced(data, afterHead(data), 0, ownLines("", yamlBegin, eol, readKey+":", "  - "+memory.IndexPath)), nil
	}
	root := doc.Content[0]
	if root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 {
		return nil, fmt.Errorf("line %d: want settings as lines of the form name: value; add %s to %q by hand", root.Line, memory.IndexPath, readKey)
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == readKey {
			return placeIn(data, root.Content[i], root.Content[i+1], eol)
		}
	}
	if root.Column != 1 {
		return nil, fmt.Errorf("line %d: the settings are indented; add %s to %q by hand", root.Line, memory.IndexPath, readKey)
	}
	return spliced(data, lineStart(data, root.Line), 0, ownLines("", yamlBegin, eol, readKey+":", "  - "+memory.IndexPath)), nil
}

// placeIn adds to a value of read that is there.
func placeIn(data []byte, key, value *yaml.Node, eol string) ([]byte, error) {
	at := lineStart(data, key.Line)
	line, _, _ := bytes.Cut(data[at:], []byte("\n"))
	text := string(bytes.TrimRight(line, "\r"))
	ours := strconv.Quote(memory.IndexPath)
	switch {
	case value.Kind == yaml.SequenceNode && value.Style&yaml.FlowStyle == 0 && value.Line > key.Line:
		return spliced(data, lineStart(data, value.Line), 0, ownLines(strings.Repeat(" ", value.Column-1), yamlBegin, eol, "- "+memory.IndexPath)), nil
	case value.Kind == yaml.SequenceNode && value.Line == key.Line && value.Style&yaml.FlowStyle != 0:
		open := value.Column
		if len(value.Content) > 0 {
			ours += ", "
		}
		return replaced(data, at, text, text[:min(open, len(text))]+ours+text[min(open, len(text)):])
	case value.Kind == yaml.ScalarNode && value.Line == key.Line:
		return replaced(data, at, text, readKey+": ["+ours+", "+strconv.Quote(value.Value)+"]")
	}
	return nil, fmt.Errorf("line %d: %q is neither a text nor a list of texts that can be added to; add %s to it by hand", key.Line, readKey, memory.IndexPath)
}

// replaced puts a line in the place of the one at from, which stays in our first mark.
func replaced(data []byte, from int, was, line string) ([]byte, error) {
	if strings.TrimSpace(was) != was || strings.HasPrefix(was, bom) {
		return nil, errors.New("a line of it begins or ends in blanks; add " + memory.IndexPath + " to " + strconv.Quote(readKey) + " by hand")
	}
	end := lineEnd(data)
	own := strings.TrimSuffix(ownLines("", yamlInstead+was, end, line), end)
	return spliced(data, from, len(was), own), nil
}

// spliced puts text in the place of n bytes at from. A text that was not ended by a line end is
// not mended.
func spliced(data []byte, from, n int, text string) []byte {
	return slices.Concat(data[:from], []byte(text), data[from+n:])
}

// lineStart is where a line begins, counted from 1, behind a byte order mark.
func lineStart(data []byte, line int) int {
	at := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(data[at:], '\n')
		if next < 0 {
			return len(data)
		}
		at += next + 1
	}
	if at == 0 && bytes.HasPrefix(data, []byte(bom)) {
		return len(bom)
	}
	return at
}

// afterHead is where lines go into a file without settings: at its top.
func afterHead(data []byte) int { return lineStart(data, 1) }

// addsOnlyRead reports whether next is data with the index read, too, and nothing else.
func addsOnlyRead(data, next []byte) bool {
	var was, is map[string]any
	if yaml.Unmarshal(bytes.TrimPrefix(data, []byte(bom)), &was) != nil || yaml.Unmarshal(bytes.TrimPrefix(next, []byte(bom)), &is) != nil {
		return false
	}
	before, after := texts(was[readKey]), texts(is[readKey])
	delete(was, readKey)
	delete(is, readKey)
	return slices.Equal(after, append([]string{memory.IndexPath}, before...)) && (len(was) == 0 && len(is) == 0 || reflect.DeepEqual(was, is))
}
