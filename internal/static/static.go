// Package static knows what a coding agent loads of the files of a repository by itself: the
// static route, which needs no teammem, no hook and nobody's trust. It works on values alone.
package static

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/jsonc"
)

// Files shows the files of a work tree by their slash-separated paths.
type Files interface {
	// Read gives the contents of a file; nil when there is none, or it can't be read.
	Read(p string) []byte
	// Below lists the files at any depth below dir, sorted; nil when there are none.
	Below(dir string) []string
}

// A Part is one file that an agent loads.
type Part struct {
	Path string
	Text []byte
}

// Loaded gives the files that the agent of that name loads at the start of every session, each
// once, with what they import behind them. Of an agent that is not known it gives none.
func Loaded(agent string, files Files) []Part {
	r, known := routeOf(agent)
	if !known {
		return nil
	}
	l := loading{files: files, depth: r.depth, seen: map[string]bool{}}
	for _, name := range r.files(files) {
		if l.load(name, 0) && r.first {
			break
		}
	}
	for _, rules := range r.rules {
		for _, p := range files.Below(rules.dir) {
			if rules.takes(p, files) {
				l.load(p, 0)
			}
		}
	}
	return cut(l.parts, r.limit)
}

// cut gives the beginning of parts, as far as limit bytes reach; 0 is no limit.
func cut(parts []Part, limit int) []Part {
	if limit == 0 {
		return parts
	}
	for i, p := range parts {
		if len(p.Text) > limit {
			return append(parts[:i:i], Part{p.Path, p.Text[:limit]})
		}
		limit -= len(p.Text)
	}
	return parts
}

// files are the names that the agent looks for.
func (r route) files(files Files) []string {
	if r.settings == "" {
		return r.names
	}
	if names, named, err := ContextFiles(files.Read(r.settings)); err == nil && named {
		return names
	}
	return r.names
}

// ContextFiles gives the files that context.fileName of the settings of Gemini CLI, or of Qwen
// Code, names. Named is false when it names none, so that the agent loads its usual ones.
// https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md
func ContextFiles(settings []byte) (names []string, named bool, err error) {
	if jsonc.IsBlank(settings) {
		return nil, false, nil
	}
	plain, err := jsonc.Plain(settings)
	if err != nil {
		return nil, false, err
	}
	var s struct {
		Context struct {
			FileName any `json:"fileName"`
		} `json:"context"`
	}
	if json.Unmarshal(plain, &s) != nil {
		return nil, false, nil // a key holds something else: then the agent takes no name from it
	}
	switch v := s.Context.FileName.(type) {
	case string:
		return []string{v}, true, nil
	case []any:
		for _, name := range v {
			if s, ok := name.(string); ok {
				names = append(names, s)
			}
		}
		return names, true, nil
	}
	return nil, false, nil
}

// A loading gathers files, and what they import.
type loading struct {
	files Files
	depth int // of imports
	seen  map[string]bool
	parts []Part
}

// load takes the file at p, and reports whether there is one.
func (l *loading) load(p string, depth int) bool {
	if l.seen[p] {
		return true
	}
	text := l.files.Read(p)
	if text == nil {
		return false
	}
	l.seen[p] = true
	l.parts = append(l.parts, Part{p, text})
	if depth == l.depth {
		return true
	}
	for _, to := range imported(p, text) {
		l.load(to, depth+1)
	}
	return true
}

// imported are the files of the repository that the text of p imports.
func imported(p string, text []byte) (paths []string) {
	for _, at := range imports(text) {
		if to := path.Join(path.Dir(p), at); !path.IsAbs(at) && at[0] != '~' && !strings.HasPrefix(to, "..") {
			paths = append(paths, to)
		}
	}
	return paths
}

// A folder is one whose files are loaded if their frontmatter says so, or does not say
// otherwise.
type folder struct {
	dir    string
	ends   []string
	always func(front map[string]string) bool
}

func (f folder) takes(p string, files Files) bool {
	ends := func(end string) bool { return strings.HasSuffix(p, end) }
	return slices.ContainsFunc(f.ends, ends) && (f.always == nil || f.always(front(files.Read(p))))
}

// front gives the plain values of the frontmatter of text, without quotes. A key whose value is
// in the lines below has the value "".
func front(text []byte) map[string]string {
	block, _ := cutFront(text)
	out := map[string]string{}
	for line := range bytes.Lines(block) {
		if key, value, ok := strings.Cut(string(line), ":"); ok {
			out[strings.TrimSpace(key)] = strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return out
}

// cutFront parts text into its frontmatter, nil when it has none, and what is below.
func cutFront(text []byte) (front, body []byte) {
	pos := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		rule := string(bytes.TrimRight(line, " \t\r\n")) == "---"
		if pos == 0 && !rule {
			return nil, text
		}
		if pos > 0 && rule {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
			return text[:pos], text[pos+len(line):]
		}
		pos += len(line)
	}
	return nil, text
}
