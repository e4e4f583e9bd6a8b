package scope_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/adrg/frontmatter"
	"github.com/goccy/go-yaml"
	yaml3 "go.yaml.in/yaml/v3"
	yaml2 "gopkg.in/yaml.v2"
)

// A reader stands for one way in which agents and tools find and read frontmatter.
// It sees none, or an error, or some keys.
type reader struct {
	name string
	read func(text string) (keys map[string]any, found bool, err error)
}

// A split finds the block of frontmatter, as one library or tool does it.
type split func(text string) (block string, found bool)

type decode func(block string) (map[string]any, error)

var (
	jsLineEnd     = regexp.MustCompile("\r\n|\r|\u2028|\u2029")
	jsFrontMatter = regexp.MustCompile(`(?ms)^\x{feff}?---$(.*?)^(?:---|\.\.\.)[\s\x{a0}\x{feff}]*$|^\x{feff}?= yaml =$(.*?)^(?:= yaml =|\.\.\.)[\s\x{a0}\x{feff}]*$`)
	crLineEnd     = regexp.MustCompile("\r\n|\r")
	remarkBlock   = regexp.MustCompile(`\A---[ \t]*\n((?:.*\n)*?)---[ \t]*(?:\n|\z)`)
	claudeBlock   = regexp.MustCompile(`(?s)\A---[\s\v\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]*\n(.*?)---`)
	plainBlock    = regexp.MustCompile(`(?s)\A---\n(.*?)\n---`)
	crlfBlock     = regexp.MustCompile(`(?s)\A---\r?\n(.*?)\r?\n---`)
	anyLineEnd    = regexp.MustCompile("\r\n|\r")
	pythonFence   = regexp.MustCompile(`(?m)^-{3,}[\s\x1c-\x1f\x{85}\x{a0}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{3000}]*$`)
	jekyllBlock   = regexp.MustCompile(`(?ms)\A---[ \t\r\n\f\v]*\n(.*?\n?)^(?:---|\.\.\.)[ \t\r\n\f\v]*$`)
	wordLine      = regexp.MustCompile(`(?im)^\s*"?(scope|type)"?\s*:\s*["']?(\w+)["']?\s*$`)
)

// within is the split that takes what an expression has in its first group.
func within(block *regexp.Regexp) split {
	return func(text string) (string, bool) {
		m := block.FindStringSubmatch(text)
		if m == nil {
			return "", false
		}
		return m[1], true
	}
}

// The splits, after the sources named.
var splits = map[string]split{
	// https://github.com/jonschlinkert/gray-matter
	"gray-matter": func(text string) (string, bool) {
		text = strings.TrimPrefix(text, "\ufeff")
		rest, ok := strings.CutPrefix(text, "---")
		if !ok || strings.HasPrefix(rest, "-") {
			return "", false
		}
		first, _, _ := strings.Cut(rest, "\n")
		rest = strings.TrimPrefix(rest, first) // the language; take any as YAML
		block, _, _ := strings.Cut(rest, "\n---")
		return block, true
	},
	// https://github.com/jxson/front-matter
	"front-matter": func(text string) (string, bool) {
		first, _, _ := strings.Cut(text, "\n")
		if !strings.Contains(first, "---") && !strings.Contains(first, "= yaml =") {
			return "", false
		}
		text = jsLineEnd.ReplaceAllString(text, "\n")
		m := jsFrontMatter.FindStringSubmatch(text)
		if m == nil {
			return "", false
		}
		return m[1] + m[2], true
	},
	// https://github.com/micromark/micromark-extension-frontmatter
	"remark": func(text string) (string, bool) {
		text = strings.TrimPrefix(text, "\ufeff")
		text = crLineEnd.ReplaceAllString(text, "\n")
		return within(remarkBlock)(text)
	},
	// The pattern that ports of Claude Code quote.
	"claude-code":   within(claudeBlock),
	"plain pattern": within(plainBlock),
	"crlf pattern":  within(crlfBlock),
	// https://github.com/eyeseast/python-frontmatter
	"python-frontmatter": func(text string) (string, bool) {
		text = strings.TrimSpace(anyLineEnd.ReplaceAllString(text, "\n"))
		fence := pythonFence
		parts := fence.Split(text, 3)
		if at := fence.FindStringIndex(text); at == nil || at[0] != 0 || len(parts) < 3 {
			return "", false
		}
		return parts[1], true
	},
	// https://github.com/jekyll/jekyll
	"jekyll": within(jekyllBlock),
	"trimmed lines": func(text string) (string, bool) {
		lines := strings.Split(text, "\n")
		if strings.TrimSpace(lines[0]) != "---" {
			return "", false
		}
		for i, l := range lines[1:] {
			if strings.TrimSpace(l) == "---" {
				return strings.Join(lines[1:i+1], "\n"), true
			}
		}
		return "", false
	},
}

var decodes = map[string]decode{
	"yaml.v3": func(block string) (keys map[string]any, err error) {
		return keys, yaml3.Unmarshal([]byte(block), &keys)
	},
	"yaml.v2": func(block string) (keys map[string]any, err error) {
		return keys, yaml2.Unmarshal([]byte(block), &keys)
	},
	"goccy":       func(block string) (keys map[string]any, err error) { return keys, yaml.Unmarshal([]byte(block), &keys) },
	"lines":       func(block string) (map[string]any, error) { return byLine(strings.Split(block, "\n"), ":"), nil },
	"colon space": func(block string) (map[string]any, error) { return byLine(strings.Split(block, "\n"), ": "), nil },
	"all line ends": func(block string) (map[string]any, error) {
		return byLine(strings.FieldsFunc(block, func(r rune) bool {
			return strings.ContainsRune("\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029", r)
		}), ":"), nil
	},
	"regular expression": func(block string) (map[string]any, error) {
		keys := map[string]any{}
		for _, m := range wordLine.FindAllStringSubmatch(block, -1) {
			keys[m[1]] = m[2]
		}
		return keys, nil
	},
}

// byLine splits each line at the first separator; the last of equal keys stays,
// unless an earlier one was private: a reader that keeps the first exists, too.
func byLine(lines []string, separator string) map[string]any {
	keys := map[string]any{}
	for _, l := range lines {
		key, value, ok := strings.Cut(l, separator)
		key = strings.Trim(strings.TrimLeft(key, " \t-{"), " \t\r\"'\u00a0")
		if ok && !private(keys) {
			keys[key] = strings.Trim(strings.TrimSpace(value), `"',}`)
		}
	}
	return keys
}

// readers is every split with every decode, and adrg/frontmatter in two ways.
func readers() []reader {
	out := []reader{
		{"adrg", func(text string) (map[string]any, bool, error) { return adrg(text) }},
		{"adrg with yaml.v3", func(text string) (map[string]any, bool, error) {
			return adrg(text, frontmatter.NewFormat("---", "---", yaml3.Unmarshal))
		}},
	}
	for s, split := range splits {
		for d, decode := range decodes {
			out = append(out, reader{s + ", " + d, func(text string) (map[string]any, bool, error) {
				block, found := split(text)
				if !found {
					return nil, false, nil
				}
				keys, err := safely(decode, block)
				return keys, true, err
			}})
		}
	}
	return out
}

func adrg(text string, formats ...*frontmatter.Format) (keys map[string]any, found bool, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	_, err = frontmatter.Parse(bytes.NewReader([]byte(text)), &keys, formats...)
	return keys, true, err
}

// safely turns the panic of a library into an error.
func safely(d decode, block string) (keys map[string]any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return d(block)
}

// private reports whether keys hold a private scope or the type user, at the top or
// under metadata, whatever the case of the key.
func private(keys map[string]any) bool {
	for key, value := range keys {
		switch k := strings.ToLower(strings.TrimSpace(key)); k {
		case "scope", "type":
			if privateValue(value) {
				return true
			}
		case "metadata":
			if private(asMap(value)) {
				return true
			}
		}
	}
	return false
}

func asMap(v any) map[string]any {
	switch m := v.(type) {
	case map[string]any:
		return m
	case map[any]any:
		out := map[string]any{}
		for k, v := range m {
			out[fmt.Sprint(k)] = v
		}
		return out
	}
	return nil
}

func privateValue(v any) bool {
	if list, ok := v.([]any); ok {
		for _, v := range list {
			if privateValue(v) {
				return true
			}
		}
		return false
	}
	if b, ok := v.([]byte); ok {
		v = string(b)
	}
	s, _ := v.(string)
	s = strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == 0 }))
	return s == "private" || s == "user"
}

// mark is how a reader takes a text, in the letters of the table.
func mark(r reader, text string) string {
	keys, found, err := r.read(text)
	switch {
	case !found:
		return "none"
	case err != nil:
		return "E"
	case private(keys):
		return "P"
	}
	if s, ok := keys["scope"].(string); ok && s == "team" {
		return "team"
	}
	return "-"
}
