package memory

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/frontmatter"
	"go.yaml.in/yaml/v3"

	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/lazy"
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
	if len(found.problems) == 0 && f.sound() && !f.decodePlain() {
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
	if len(doc.Content) == 0 && len(f.pairs) == 0 {
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

var yamlLine = lazy.Regexp(`line (\d+)`)

// lineOf is the line that the library complains of, else the first one.
func (f *front) lineOf(err error) source.Span {
	n := 1
	if m := yamlLine.Get().FindStringSubmatch(err.Error()); m != nil {
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
	for _, r := range n.Value {
		if n.Style&yaml.DoubleQuotedStyle != 0 && invisible.KindOf(r) != invisible.Seen && !bytes.ContainsRune(f.src, r) {
			f.unsafe(f.nodeLine(n.Line), fmt.Sprintf("an escape puts U+%04X into the value", r), "write what should be read")
			break
		}
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

// top returns the pairs of the first column.
func (f *front) top() []int {
	return f.level(0, len(f.pairs), 0)
}

// level returns the pairs from start to end that have a key at that column and
// follow no dash.
func (f *front) level(start, end, indent int) []int {
	var out []int
	for i := start; i < end; i++ {
		if p := f.pairs[i]; p.indent == indent && !p.item && p.keySpan.Len() > 0 {
			out = append(out, i)
		}
	}
	return out
}

// children returns the pairs one level below pair i: those that have the column
// of the first of them, as far as the next pair of i's own column.
func (f *front) children(i int) []int {
	parent := f.pairs[i].indent
	end := i + 1
	for end < len(f.pairs) && f.pairs[end].indent > parent {
		end++
	}
	if end == i+1 || f.pairs[i+1].item {
		return nil
	}
	return f.level(i+1, end, f.pairs[i+1].indent)
}

// zip makes Fields of what the library and the scanner saw, if they saw the same keys.
func (f *front) zip(n *yaml.Node, pairs []int, parent string) ([]Field, bool) {
	if len(n.Content) != 2*len(pairs) {
		return nil, false
	}
	fields := []Field{}
	for j, i := range pairs {
		key, value, p := n.Content[2*j], n.Content[2*j+1], f.pairs[i]
		if key.Kind != yaml.ScalarNode || key.Value != p.key && !strings.ContainsAny(p.key, `\'`) {
			return nil, false
		}
		if value.Kind != yaml.ScalarNode {
			p.valueSpan.End = f.lastByte(i)
			p.valueSpan.Start = f.skip(p.valueSpan.Start, p.valueSpan.End, " \t\r\n")
		}
		fields = append(fields, newField(parent, key, value, p))
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

// lastByte is where the value of pair i ends, with all that lies below it.
func (f *front) lastByte(i int) int {
	end := f.pairs[i].valueSpan.End
	for _, p := range f.pairs[i+1:] {
		if p.parent < f.pairs[i].indent || p.keySpan.Len() > 0 && p.indent <= f.pairs[i].indent {
			break
		}
		end = max(end, p.valueSpan.End)
	}
	return end
}

// metadata makes Fields of the map at pair i.
func (f *front) metadata(n *yaml.Node, i int) ([]Field, bool) {
	if n.Style&yaml.FlowStyle == 0 {
		return f.zip(n, f.children(i), "metadata")
	}
	fields := []Field{}
	for j := 0; j < len(n.Content); j += 2 {
		p := f.pairs[i]
		p.keySpan, p.cut = p.valueSpan, source.Span{}
		field := newField("metadata", n.Content[j], n.Content[j+1], p)
		fields = append(fields, field)
		if reservedLike(field.Key) != "" {
			f.unsafe(p.valueSpan, fmt.Sprintf("%s stands in brackets, where only some readers see it", field.Key),
				"write each key of metadata on a line of its own")
		}
	}
	return fields, true
}

func newField(parent string, key, value *yaml.Node, p pair) Field {
	field := Field{Parent: parent, Key: key.Value, KeySpan: p.keySpan, ValueSpan: p.valueSpan, Cut: p.cut}
	if value.Kind == yaml.ScalarNode && value.Tag != "!!null" {
		field.Value, field.Scalar = value.Value, true
	}
	field.null = value.Kind == yaml.ScalarNode && !field.Scalar
	return field
}

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
