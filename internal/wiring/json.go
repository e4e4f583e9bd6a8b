package wiring

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/jsonc"
	"github.com/teammem/teammem/internal/static"
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
	if isMade(data) {
		if strings.ReplaceAll(string(data), "\r\n", "\n") != madeJSON(usual) {
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

// isMade reports whether a file was made for us. Git may have given it other line ends.
func isMade(data []byte) bool {
	return bytes.HasPrefix(data, []byte(strings.TrimSuffix(jsonMade, "\n")))
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
func loads(data []byte) (shared, named bool, err error) {
	names, named, err := static.ContextFiles(data)
	return slices.Contains(names, delivery.SharedFile), named, thenDeliver(err)
}

// thenDeliver is err with what to run once that is mended.
func thenDeliver(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w, then run teammem deliver", err)
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
	if jsonc.IsBlank(data) {
		return inserted(data, insertion{jsonc.Mark(data), `{"context": {"fileName": ` + names + `}}`}), nil
	}
	f, err := jsonc.Parse(data)
	if err != nil {
		return nil, thenDeliver(err)
	}
	w := jsonWriter{f, data}
	context, err := f.Member(&f.Root, "context")
	if err != nil {
		return nil, thenDeliver(err)
	}
	if context == nil {
		return w.into(&f.Root, `"context": {"fileName": `+names+`}`), nil
	}
	name, err := f.Member(context, "fileName")
	if err != nil {
		return nil, thenDeliver(err)
	}
	if name == nil {
		return w.into(context, `"fileName": `+names), nil
	}
	return w.addTo(name)
}

// A jsonWriter puts text into a file that holds data.
type jsonWriter struct {
	file jsonc.File
	data []byte
}

// into puts text at the beginning of an object or a list.
func (w jsonWriter) into(v *hujson.Value, text string) []byte {
	if !jsonc.IsEmpty(v) {
		text += ", "
	}
	return inserted(w.data, insertion{w.file.From(v) + 1, text})
}

// addTo puts the shared file into the value of fileName.
func (w jsonWriter) addTo(v *hujson.Value) ([]byte, error) {
	name := fmt.Sprintf("%q", delivery.SharedFile)
	switch v.Value.Kind() {
	case '[':
		return w.into(v, name), nil
	case '"':
		return inserted(w.data, insertion{w.file.From(v), "[" + name + ", "}, insertion{w.file.To(v), "]"}), nil
	}
	return nil, thenDeliver(w.file.Wrong(v, "a text or a list of texts"))
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
