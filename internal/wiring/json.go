package wiring

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/teammem/teammem/internal/delivery"
)

// What stands around our text in JSON with comments. All that is put into a file is one or
// two such spans, so that taking them out gives the file back. A file that was made for us
// begins with a line that says so.
const (
	jsonBegin = "/* teammem:begin */"
	jsonEnd   = "/* teammem:end */"
	jsonMade  = "// Made by teammem: teammem deliver --remove takes it away as long as nothing else is in it.\n"
)

// errForeign means that somebody wrote between our marks.
var errForeign = errors.New("somebody wrote into teammem's part: move that out of it, or take the part out by hand")

var errSpan = errors.New("a mark of teammem is missing or out of place: take out what is left of its part, then run teammem deliver")

// A span is a marked part of a JSON file, marks included.
type span struct{ from, to int }

// jsonSpans gives our spans in data. Marks in strings and in other comments are text.
func jsonSpans(data []byte) (spans []span, err error) {
	begin := -1
	for i := 0; i < len(data); {
		n, comment := jsonToken(data[i:])
		switch word := string(data[i : i+n]); {
		case !comment:
		case word == jsonBegin:
			if begin >= 0 {
				return nil, errSpan
			}
			begin = i
		case word == jsonEnd:
			if begin < 0 {
				return nil, errSpan
			}
			spans = append(spans, span{begin, i + n})
			begin = -1
		}
		i += n
	}
	if begin >= 0 {
		return nil, errSpan
	}
	return spans, nil
}

// jsonToken is how long the string, the comment or the other byte is that data begins with.
func jsonToken(data []byte) (n int, comment bool) {
	switch {
	case data[0] == '"':
		for n = 1; n < len(data) && data[n] != '"'; n++ {
			if data[n] == '\\' {
				n++
			}
		}
		return min(n+1, len(data)), false
	case bytes.HasPrefix(data, []byte("//")):
		if n = bytes.IndexByte(data, '\n'); n < 0 {
			n = len(data)
		}
		return n, true
	case bytes.HasPrefix(data, []byte("/*")):
		if n = bytes.Index(data[2:], []byte("*/")); n < 0 {
			return len(data), true
		}
		return n + 4, true
	}
	return 1, false
}

// withoutSpans is data without our spans; nil when the file was made for us. With errForeign
// it is what remains when what others wrote into them goes as well.
func withoutSpans(data []byte, usual string) (rest []byte, found bool, err error) {
	if bytes.HasPrefix(data, []byte(jsonMade)) {
		if string(data) != madeJSON(usual) {
			return data, true, errForeign
		}
		return nil, true, nil
	}
	spans, err := jsonSpans(data)
	if err != nil || len(spans) == 0 {
		return data, false, err
	}
	rest, from := []byte{}, 0
	for _, s := range spans {
		if !isOurs(string(data[s.from+len(jsonBegin):s.to-len(jsonEnd)]), usual) {
			err = errForeign
		}
		rest = append(rest, data[from:s.from]...)
		from = s.to
	}
	return append(rest, data[from:]...), true, err
}

func madeJSON(usual string) string {
	return jsonMade + "{\n  \"context\": {\n    \"fileName\": " + namesJSON(usual) + "\n  }\n}\n"
}

func namesJSON(usual string) string { return fmt.Sprintf("[%q, %q]", usual, delivery.SharedFile) }

// isOurs reports whether text is one that we put between the marks.
func isOurs(text, usual string) bool {
	names, shared := namesJSON(usual), fmt.Sprintf("%q", delivery.SharedFile)
	whole := []string{`{"context": {"fileName": ` + names + `}}`, `"context": {"fileName": ` + names + `}`, `"fileName": ` + names, shared, "[" + shared}
	return text == "]" || slices.Contains(whole, strings.TrimSuffix(text, ", "))
}

// loads reports whether the settings in data name the shared file among the files that the
// agent loads. Named is false when they name none, so that the agent loads its usual ones.
// https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md
func loads(data []byte) (shared, named bool, err error) {
	data = bytes.TrimPrefix(data, []byte(bom))
	if len(bytes.TrimSpace(data)) == 0 {
		return false, false, nil
	}
	plain, err := hujson.Standardize(bytes.Clone(data)) // it writes into what it is given
	if err != nil {
		return false, false, notJSON(err)
	}
	var settings struct {
		Context struct {
			FileName any `json:"fileName"`
		} `json:"context"`
	}
	if err := json.Unmarshal(plain, &settings); err != nil {
		return false, false, nil // which insertName refuses with the place
	}
	switch v := settings.Context.FileName.(type) {
	case string:
		return v == delivery.SharedFile, true, nil
	case []any:
		return slices.Contains(v, any(delivery.SharedFile)), true, nil
	}
	return false, false, nil
}

func notJSON(err error) error {
	return fmt.Errorf("it is not valid JSON: %s; mend it, then run teammem deliver", strings.TrimPrefix(err.Error(), "hujson: "))
}

// insertName gives settings that have no span of ours with the shared file among those that
// the agent loads; usual is the one it loads by itself.
func insertName(data []byte, usual string) ([]byte, error) {
	next, err := placeName(data, usual)
	if err != nil {
		return nil, err
	}
	back, found, err := withoutSpans(next, usual)
	if shared, _, bad := loads(next); err != nil || bad != nil || !found || !shared || !bytes.Equal(back, data) {
		return nil, fmt.Errorf("it is written in a way that can't be changed safely: add %q to context.fileName by hand", delivery.SharedFile)
	}
	return next, nil
}

func placeName(data []byte, usual string) ([]byte, error) {
	names := namesJSON(usual)
	if data == nil {
		return []byte(madeJSON(usual)), nil
	}
	skip := 0
	if bytes.HasPrefix(data, []byte(bom)) {
		skip = len(bom)
	}
	if len(bytes.TrimSpace(data[skip:])) == 0 {
		return inserted(data, insertion{skip, `{"context": {"fileName": ` + names + `}}`}), nil
	}
	root, err := hujson.Parse(data[skip:])
	if err != nil {
		return nil, notJSON(err)
	}
	w := jsonWriter{data, skip}
	context, err := w.member(root, "context", "an object")
	if err != nil {
		return nil, err
	}
	if context == nil {
		return w.into(root, `"context": {"fileName": `+names+`}`), nil
	}
	name, err := w.member(*context, "fileName", "an object")
	if err != nil {
		return nil, err
	}
	if name == nil {
		return w.into(*context, `"fileName": `+names), nil
	}
	return w.addTo(*name)
}

// A jsonWriter puts text into parsed JSON that begins at skip.
type jsonWriter struct {
	data []byte
	skip int
}

// member finds the member of an object; nil when it has none.
func (w jsonWriter) member(v hujson.Value, name, want string) (*hujson.Value, error) {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, w.wrong(v, want)
	}
	var found *hujson.Value
	for i := range object.Members {
		m := &object.Members[i]
		if lit, ok := m.Name.Value.(hujson.Literal); !ok || lit.String() != name {
			continue
		}
		if found != nil {
			return nil, fmt.Errorf("%s: %q is there twice; take one out, then run teammem deliver", w.place(m.Name), name)
		}
		found = &m.Value
	}
	return found, nil
}

func (w jsonWriter) wrong(v hujson.Value, want string) error {
	return fmt.Errorf("%s: there is %s, want %s; mend it, then run teammem deliver", w.place(v), kindOfJSON(v), want)
}

func (w jsonWriter) place(v hujson.Value) string {
	before := w.data[:w.skip+v.StartOffset]
	return fmt.Sprintf("line %d, column %d", bytes.Count(before, []byte("\n"))+1, len(before)-bytes.LastIndexByte(before, '\n'))
}

func kindOfJSON(v hujson.Value) string {
	switch k := v.Value.Kind(); k {
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

// into puts text at the beginning of an object or a list.
func (w jsonWriter) into(v hujson.Value, text string) []byte {
	empty := false
	switch c := v.Value.(type) {
	case *hujson.Object:
		empty = len(c.Members) == 0
	case *hujson.Array:
		empty = len(c.Elements) == 0
	}
	if !empty {
		text += ", "
	}
	return inserted(w.data, insertion{w.skip + v.StartOffset + 1, text})
}

// addTo puts the shared file into the value of fileName.
func (w jsonWriter) addTo(v hujson.Value) ([]byte, error) {
	name := fmt.Sprintf("%q", delivery.SharedFile)
	switch c := v.Value.(type) {
	case *hujson.Array:
		return w.into(v, name), nil
	case hujson.Literal:
		if c.Kind() == '"' {
			return inserted(w.data, insertion{w.skip + v.StartOffset, "[" + name + ", "}, insertion{w.skip + v.EndOffset, "]"}), nil
		}
	}
	return nil, w.wrong(v, "a text or a list of texts")
}

// An insertion is text that goes to a place between our marks.
type insertion struct {
	at   int
	text string
}

// inserted gives data with the insertions, which are in order.
func inserted(data []byte, insertions ...insertion) []byte {
	var out []byte
	from := 0
	for _, n := range insertions {
		out = append(append(out, data[from:n.at]...), jsonBegin+n.text+jsonEnd...)
		from = n.at
	}
	return append(out, data[from:]...)
}
