package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// NewEntry is the line of the index for a memory that has none yet: its name as the
// title, a dash, and its description, cut at a word to at most limit code points;
// zero means no limit.
func NewEntry(f *File, limit int) string {
	name, description := "", ""
	if f.Memory != nil {
		name, description = entryTitle(f.Memory.Value("name")), EntryText(f.Memory.Value("description"))
	}
	if name == "" {
		name = entryTitle(strings.TrimSuffix(f.Name(), ".md"))
	}
	entry := "- [" + name + "](" + LinkTarget(f.Rel()) + ")"
	if description == "" {
		return entry
	}
	return entry + " — " + cut(description, limit-utf8.RuneCountInString(entry+" — "), limit)
}

// cut shortens s to room code points, at a word where there is one.
func cut(s string, room, limit int) string {
	if limit <= 0 || utf8.RuneCountInString(s) <= room {
		return s
	}
	runes := []rune(s)
	room = max(room-1, 0)
	short := string(runes[:room])
	if i := strings.LastIndexByte(short, ' '); i > len(short)/2 && runes[room] != ' ' {
		short = short[:i]
	}
	return strings.TrimRight(short, " ,;:.-—(`") + "…"
}

// EntryText is s as it can stand after the dash of an entry: in one line, and with
// nothing outside code that Markdown would read as a link or a tag.
func EntryText(s string) string {
	return escape(s, func(before, c, after byte) bool {
		return c == '(' && before == ']' ||
			c == '<' && (after == '/' || after == '!' || after == '?' || 'a' <= after|0x20 && after|0x20 <= 'z')
	})
}

// entryTitle is s as it can stand between the brackets of a link.
func entryTitle(s string) string {
	return escape(EntryText(s), func(before, c, _ byte) bool { return (c == '[' || c == ']') && before != '\\' })
}

// escape puts s in one line, and a backslash before each byte outside code that needs
// one, given with its neighbours; 0 stands for the edge of the text.
func escape(s string, needs func(before, c, after byte) bool) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	var b strings.Builder
	code, ticks := false, strings.Count(s, "`")%2 == 0
	padded := "\x00" + s + "\x00"
	for i := 1; i <= len(s); i++ {
		c := padded[i]
		if c == '`' {
			code = ticks && !code
		}
		if !code && needs(padded[i-1], c, padded[i+1]) {
			b.WriteByte('\\')
		}
		b.WriteByte(c)
	}
	return b.String()
}

// LinkTarget is the path p as the target of a link.
func LinkTarget(p string) string {
	const odd, hex = "<>%\\?#", "0123456789ABCDEF"
	valid := utf8.ValidString(p)
	if valid && !strings.ContainsFunc(p, func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(odd+"()", r) }) {
		return p
	}
	var b strings.Builder
	for _, c := range []byte(p) {
		if c < ' ' || c == 0x7f || c > 0x7f && !valid || strings.IndexByte(odd, c) >= 0 {
			b.WriteString("%" + hex[c>>4:c>>4+1] + hex[c&15:c&15+1])
			continue
		}
		b.WriteByte(c)
	}
	return "<" + b.String() + ">"
}
