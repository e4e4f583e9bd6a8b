// Package remember decides what becomes of a memory that somebody wants to write down:
// which file it is, whether it is there already, and what the file then holds. It works on
// values alone.
package remember

import (
	"slices"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/reasons"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

// A Mode says what is done with what is there already.
type Mode string

// The modes.
const (
	Create     Mode = "create"     // a new memory
	Update     Mode = "update"     // what is given takes the place of what was there
	Append     Mode = "append"     // the text goes to the end
	Merge      Mode = "merge"      // what is not there yet is added; both say why and how
	Invalidate Mode = "invalidate" // it holds no longer; the text stays
)

// Modes are all modes.
var Modes = []Mode{Create, Update, Append, Merge, Invalidate}

// allowed are the modes that suit a type. What is known of a person and of a project
// changes, so it is updated, and the first update makes it. Feedback adds up, so it is
// merged. A memory of no known type takes all.
func allowed(kind string) []Mode {
	switch kind {
	case "user":
		return []Mode{Update}
	case "feedback":
		return []Mode{Create, Merge}
	case "project":
		return []Mode{Update, Invalidate}
	case "reference":
		return []Mode{Create, Update}
	}
	return Modes
}

// makes reports whether mode makes a memory of that type where there is none.
func makes(mode Mode, kind string) bool {
	return mode == Create || mode == Update && !slices.Contains(allowed(kind), Create)
}

// A Request is what somebody wants to remember.
type Request struct {
	Mode Mode // "": a new memory
	// Name may be empty for a new memory: it then comes from the text.
	Name, Type, Description string
	// Text is Markdown. If it begins with frontmatter, that says what the other fields
	// leave open.
	Text     string
	Why, How string
	Expires  string // a date; "" for none
	// Anyway says that neither a likeness nor the modes of its type are an obstacle.
	Anyway bool
	Now    time.Time // required
}

// complete fills in what the frontmatter of the text says, and what can be made of
// the text itself.
func (r Request) complete() Request {
	r.Text = strings.ReplaceAll(r.Text, "\r\n", "\n")
	m := memory.Parse(source.NewText([]byte(r.Text)))
	for key, field := range map[string]*string{"name": &r.Name, "type": &r.Type, "description": &r.Description} {
		if *field = oneLine(*field); *field == "" {
			*field = oneLine(m.Value(key))
		}
	}
	r.Type = strings.ToLower(r.Type)
	r.Why, r.How = oneLine(r.Why), oneLine(r.How)
	return r
}

// body is the text without its frontmatter.
func (r Request) body() string {
	m := memory.Parse(source.NewText([]byte(r.Text)))
	return strings.TrimRight(strings.Trim(string(m.Text.Slice(m.Body)), "\n"), " \t\n")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// The length up to which a text lends its words to a name and to a description.
const (
	nameWords        = 6
	nameRunes        = 60
	descriptionRunes = 150
	firstBytes       = 16 << 10 // where they are looked for
)

// named gives a new memory the name and the description that it lacks: its first words. A
// secret lends them nothing: a part of it would not be known for one.
func (r Request) named() Request {
	body := r.body()
	first := firstSentence(new(secretscan.Redactor).Redact(body[:min(len(body), firstBytes)]))
	if r.Name == "" {
		r.Name = cutRunes(strings.Trim(strings.Join(firstWords(first), " "), ".,:;!?。，：；！？"), nameRunes)
	}
	if r.Description == "" {
		r.Description = cutRunes(first, descriptionRunes)
	}
	return r
}

// firstWords are those that s lends to a name. Where that cuts s, none of the last ones only leads
// to the word that is missing, as "the" does.
func firstWords(s string) []string {
	words := strings.Fields(s)
	if len(words) <= nameWords {
		return words
	}
	words = words[:nameWords]
	for len(words) > 1 && leading.Has(strings.ToLower(words[len(words)-1])) {
		words = words[:len(words)-1]
	}
	return words
}

var leading = wordset.Of("a an the this that its our is are was were be has have will to of in on at by for from with without into before after until and or but as than")

// firstSentence is the first sentence of running text, without the marks of Markdown.
func firstSentence(body string) string {
	for line := range strings.Lines(body) {
		line = oneLine(strings.NewReplacer("*", "", "`", "").Replace(strings.TrimLeft(line, "#>*-+ \t")))
		if line == "" {
			continue
		}
		for i, r := range line {
			if strings.ContainsRune("。！？", r) || strings.ContainsRune(".!?", r) && strings.HasPrefix(line[i+1:], " ") {
				return strings.TrimSpace(line[:i])
			}
		}
		return strings.TrimRight(line, ".!?")
	}
	return ""
}

// cutRunes shortens s to so many characters, at a blank where there is one.
func cutRunes(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	cut := string(runes[:n])
	if i := strings.LastIndexByte(cut, ' '); i > 0 {
		cut = cut[:i]
	}
	return strings.TrimSpace(cut)
}

// said is what is told, by reasons.Kind: each element is a part with its mark.
type said [3][]string

// flags is what was given besides the text.
func (r Request) flags() (out said) {
	if r.Why != "" {
		out[reasons.Because] = []string{"**Why:** " + r.Why}
	}
	if r.How != "" {
		out[reasons.Applied] = []string{"**How to apply:** " + r.How}
	}
	return out
}

// parts is all that was given, each why and how once.
func (r Request) parts() (out said) {
	text := source.NewText([]byte(r.body()))
	var all []piece
	for _, p := range reasons.Parts(text, 0) {
		all = append(all, piece{kind: p.Kind, text: strings.Trim(string(text.Slice(p.Span)), "\n")})
	}
	for kind, more := range r.flags() {
		for _, part := range more {
			all = append(all, piece{kind: reasons.Kind(kind), text: part})
		}
	}
	told := map[piece]bool{}
	for _, p := range all {
		id := piece{kind: p.kind, text: plain(p.text)}
		if strings.TrimSpace(p.text) != "" && (p.kind == reasons.Said || !told[id]) {
			told[id] = true
			out[p.kind] = append(out[p.kind], p.text)
		}
	}
	return out
}
