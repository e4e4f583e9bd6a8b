package memory

import "slices"

// Most frontmatter is a few lines of "key: value". What the library would see in those is
// plain, so it need not look: that would take the most of the time that a memory takes.

// plainFields makes Fields of a block that is made of such lines alone; ok is false for
// every other block.
func (f *front) plainFields() (fields []Field, ok bool) {
	if len(f.pairs) == 0 || len(f.pairs) != len(f.lines) || len(f.quotes) > 0 {
		return nil, false
	}
	fields = make([]Field, 0, len(f.pairs))
	for i, p := range f.pairs {
		if p.indent > 0 || p.item || p.cut.Len() > 0 || !isPlainKey(f.text.Slice(p.keySpan)) ||
			slices.ContainsFunc(fields, func(f Field) bool { return f.Key == p.key }) {
			return nil, false
		}
		value, ok := plainValue(f.text.Slice(p.valueSpan), p.shape)
		if !ok || p.valueSpan.End != f.trimmed(f.lines[i].Start, f.lines[i].End) {
			return nil, false
		}
		fields = append(fields, Field{Key: p.key, Value: value, Scalar: true, KeySpan: p.keySpan, ValueSpan: p.valueSpan})
	}
	return fields, true
}

// isPlainKey reports whether key is a short word without capitals.
func isPlainKey(key []byte) bool {
	for i, c := range key {
		if !('a' <= c && c <= 'z' || i > 0 && (c == '-' || c == '_')) {
			return false
		}
	}
	return 0 < len(key) && len(key) <= 40
}

// plainValue undoes the quotes of a value; ok is false for one that YAML could read in
// another way than it stands there.
func plainValue(raw []byte, shape valueShape) (value string, ok bool) {
	text := string(raw)
	switch {
	case shape == quoted && len(raw) > 1 && raw[len(raw)-1] == raw[0]:
		text = text[1 : len(text)-1]
	case shape != plain || text == "" || !isPlainStart(raw[0]) || isNull(text):
		return "", false
	}
	for i, r := range text {
		switch {
		case r < ' ', 0x7f <= r && r < 0xa0, r > 0xd7ff:
			return "", false
		case shape == quoted && (r == '\\' || r == '"' || r == '\''):
			return "", false
		case shape == plain && (r == '#' || r == ':' && (i+1 == len(text) || text[i+1] == ' ')):
			return "", false
		}
	}
	return text, true
}

func isPlainStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

// isNull reports whether YAML takes a plain text for no value.
func isNull(text string) bool { return text == "null" || text == "Null" || text == "NULL" }

// decodePlain is decode for a plain block; ok is false for every other one.
func (f *front) decodePlain() (ok bool) {
	fields, ok := f.plainFields()
	if ok {
		f.fields = fields
		f.decisive()
	}
	return ok
}
