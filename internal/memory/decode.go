package memory

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/adrg/frontmatter"
	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/source"
)

// maxDepth is how deep lists and maps may lie in each other.
const maxDepth = 8

const (
	tooDeep = "lists and maps lie more than 8 deep in each other"
	flatten = "write fewer levels, or move the data into the text"
	plainly = "write one key: value a line, each key at the start of its line"
)

var frontFormat = frontmatter.NewFormat("---", "---", yaml.Unmarshal)

// A front is the frontmatter while it is read: by hand first, then by a library.
// Both must see the same keys.
type front struct {
	*scanner
	text   *source.Text
	first  int // the line after the opening fence
	fields []Field
}

// readFront reads the block between the fences that were found.
func readFront(text *source.Text, found fences) *front {
	f := &front{scanner: scan(text, found.block), text: text, first: text.LineAt(found.block.Start)}
	if len(found.problems) == 0 && f.sound() {
		f.decode(text.Slice(found.front))
	}
	if f.fields == nil {
		f.lenient()
	}
	f.spelling()
	return f
}

// decode lets the library read the block, with quotes put where they are missing.
func (f *front) decode(raw []byte) {
	var doc yaml.Node
	rest, err := frontmatter.MustParse(bytes.NewReader(quoteAll(raw, f.quotes)), &doc, frontFormat)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("it ends early")
	}
	if err != nil {
		f.unsafe(f.lineOf(err), "YAML does not read the frontmatter", plainly)
		return
	}
	if len(doc.Content) == 0 && len(f.entries) == 0 {
		f.fields = []Field{}
		return
	}
	if len(doc.Content) == 0 {
		doc.Content = []*yaml.Node{{}}
	}
	root := doc.Content[0]
	f.inspect(root, 1)
	if root.Kind != yaml.MappingNode {
		f.unsafe(f.text.Line(f.first), "the frontmatter is not made of keys and values", plainly)
		return
	}
	fields, ok := f.zip(root, f.top(), "")
	if !ok {
		f.unsafe(f.text.Line(f.first), "readers do not agree on the keys of the frontmatter", plainly)
		return
	}
	f.fields = fields
	if f.sound() {
		f.decisive()
	}
}

// sound reports whether nothing Unsafe was found so far.
func (f *front) sound() bool { return len(f.problems) == len(f.quotes) }

var yamlLine = regexp.MustCompile(`line (\d+)`)

// lineOf is the line that the library complains of, else the first one.
func (f *front) lineOf(err error) source.Span {
	n := 1
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		n, _ = strconv.Atoi(m[1])
	}
	return f.nodeLine(n)
}

// nodeLine is line n of the block.
func (f *front) nodeLine(n int) source.Span {
	return f.text.Line(f.first + max(0, min(n, len(f.lines))-1))
}

// inspect refuses what a library reads and memories have no use for.
func (f *front) inspect(n *yaml.Node, depth int) {
	if depth > maxDepth {
		f.unsafe(f.nodeLine(n.Line), tooDeep, flatten)
		return
	}
	if n.Kind == yaml.AliasNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0 || n.Tag == "!!merge" {
		f.unsafe(f.nodeLine(n.Line), "an anchor, an alias, a tag or a merge key of YAML", "write the value out, or put it in quotes")
		return
	}
	if n.Kind == yaml.MappingNode {
		f.twice(n)
	}
	for _, c := range n.Content {
		f.inspect(c, depth+1)
	}
}

// twice refuses a key that a map holds twice: readers take the first, the last or none.
func (f *front) twice(n *yaml.Node) {
	seen := map[string]bool{}
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		if seen[key.Value] {
			f.unsafe(f.nodeLine(key.Line), fmt.Sprintf("the key %s is given twice", key.Value), "keep one of the two")
		}
		seen[key.Value] = true
	}
}

// top returns the entries of the first column.
func (f *front) top() []int {
	return f.level(0, len(f.entries), 0)
}

// level returns the entries from start to end that have a key at that column and
// follow no dash.
func (f *front) level(start, end, indent int) []int {
	var out []int
	for i := start; i < end; i++ {
		if e := f.entries[i]; e.indent == indent && !e.item && e.keySpan.Len() > 0 {
			out = append(out, i)
		}
	}
	return out
}

// children returns the entries one level below entry i: those that have the column
// of the first of them, as far as the next entry of i's own column.
func (f *front) children(i int) []int {
	parent := f.entries[i].indent
	end := i + 1
	for end < len(f.entries) && f.entries[end].indent > parent {
		end++
	}
	if end == i+1 || f.entries[i+1].item {
		return nil
	}
	return f.level(i+1, end, f.entries[i+1].indent)
}

// zip makes Fields of what the library and the scanner saw, if they saw the same keys.
func (f *front) zip(n *yaml.Node, entries []int, parent string) ([]Field, bool) {
	if len(n.Content) != 2*len(entries) {
		return nil, false
	}
	fields := []Field{}
	for j, i := range entries {
		key, value, e := n.Content[2*j], n.Content[2*j+1], f.entries[i]
		if key.Kind != yaml.ScalarNode || key.Value != e.key && !strings.ContainsAny(e.key, `\'`) {
			return nil, false
		}
		if value.Kind != yaml.ScalarNode {
			e.valueSpan.End = f.lastByte(i)
			e.valueSpan.Start = f.skip(e.valueSpan.Start, e.valueSpan.End, " \t\r\n")
		}
		fields = append(fields, newField(parent, key, value, e))
		if parent != "" || key.Value != "metadata" || value.Kind != yaml.MappingNode {
			continue
		}
		below, ok := f.metadata(value, i)
		if !ok {
			return nil, false
		}
		fields = append(fields, below...)
	}
	return fields, true
}

// lastByte is where the value of entry i ends, with all that lies below it.
func (f *front) lastByte(i int) int {
	end := f.entries[i].valueSpan.End
	for _, e := range f.entries[i+1:] {
		if e.parent < f.entries[i].indent || e.keySpan.Len() > 0 && e.indent <= f.entries[i].indent {
			break
		}
		end = max(end, e.valueSpan.End)
	}
	return end
}

// metadata makes Fields of the map at entry i.
func (f *front) metadata(n *yaml.Node, i int) ([]Field, bool) {
	if n.Style&yaml.FlowStyle == 0 {
		return f.zip(n, f.children(i), "metadata")
	}
	fields := []Field{}
	for j := 0; j < len(n.Content); j += 2 {
		e := f.entries[i]
		e.keySpan, e.cut = e.valueSpan, source.Span{}
		field := newField("metadata", n.Content[j], n.Content[j+1], e)
		fields = append(fields, field)
		if reservedLike(field.Key) != "" {
			f.unsafe(e.valueSpan, fmt.Sprintf("%s stands in brackets, where only some readers see it", field.Key), "write each key of metadata on a line of its own")
		}
	}
	return fields, true
}

func newField(parent string, key, value *yaml.Node, e entry) Field {
	field := Field{Parent: parent, Key: key.Value, KeySpan: e.keySpan, ValueSpan: e.valueSpan, Cut: e.cut}
	if value.Kind == yaml.ScalarNode && value.Tag != "!!null" {
		field.Value, field.Scalar = value.Value, true
	}
	field.null = value.Kind == yaml.ScalarNode && !field.Scalar
	return field
}

// lenient makes Fields of the lines alone, when no library could read them.
func (f *front) lenient() {
	add := func(parent string, e entry) {
		v := string(f.text.Slice(e.valueSpan))
		if e.shape == quoted {
			v = bare(f.text.Slice(e.valueSpan))
		}
		scalar := e.shape == plain || e.shape == quoted
		if !scalar {
			v = ""
		}
		f.fields = append(f.fields, Field{Parent: parent, Key: e.key, Value: v, Scalar: scalar, KeySpan: e.keySpan, ValueSpan: e.valueSpan, Cut: e.cut, null: e.shape == nothing})
	}
	for _, i := range f.top() {
		add("", f.entries[i])
		if f.entries[i].key != "metadata" {
			continue
		}
		for _, j := range f.children(i) {
			add("metadata", f.entries[j])
		}
	}
}

// spelling refuses reserved keys that are given twice or written in another way.
func (f *front) spelling() {
	seen := map[[2]string]bool{}
	for _, field := range f.fields {
		reserved := reservedLike(field.Key)
		if reserved == "" || field.KeySpan == field.ValueSpan {
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
	if !field.Scalar || odd || raw != field.Value || strings.TrimSpace(raw) != raw {
		f.unsafe(source.Span{Start: field.KeySpan.Start, End: max(field.KeySpan.End, field.ValueSpan.End)},
			fmt.Sprintf("the %s is not one plain word, so readers can take it differently", field.Key), fmt.Sprintf("write it like %s", example[field.Key]))
	}
}

var example = map[string]string{"scope": "scope: team", "type": "type: project"}

// quoteAll puts the given values of src, sorted by place, in double quotes.
func quoteAll(src []byte, values []source.Span) []byte {
	var out []byte
	done := 0
	for _, v := range values {
		out = append(out, src[done:v.Start]...)
		out = append(out, inQuotes(src[v.Start:v.End])...)
		done = v.End
	}
	return append(out, src[done:]...)
}

// inQuotes writes b as a double-quoted value of YAML.
func inQuotes(b []byte) []byte {
	b = bytes.ReplaceAll(b, []byte(`\`), []byte(`\\`))
	b = bytes.ReplaceAll(b, []byte(`"`), []byte(`\"`))
	return slices.Concat([]byte(`"`), b, []byte(`"`))
}
