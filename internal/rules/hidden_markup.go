package rules

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wordset"
)

var hiddenMarkup = &Rule{
	ID:    "hidden-markup",
	Title: "text that the rendered page does not show",
	Class: WeakensMemory,
	Doc: `HTML comments, link definitions and footnotes that nothing uses, links without text, cells beyond the columns of a table, a collapsed details block and words inside a tag are invisible to whoever
reviews the rendered page, and plain text to an agent. An entity of HTML for a character that nobody sees, or that turns the text around, is the other way round. Directives of linters and formatters in comments are silent. So is, in
MEMORY.md, a short comment about the file itself ("keep this file under 200 lines"): whoever edits the index has to see it, and an agent that
reads it learns nothing else.`,
	Check: func(in *Input, report func(Report)) {
		reportLines(in.judged(), report, hiddenTexts, Report{
			Message: "not shown to a reader: ",
			Fix:     "write it as visible text, or remove it",
		})
	},
}

func hiddenTexts(f *memory.File) []hit {
	var out []hit
	src := f.Text.Bytes()
	for _, c := range f.Doc.Comments {
		text := src[c.Start:c.End]
		switch {
		case !bytes.HasPrefix(text, []byte("<!--")):
			out = append(out, hit{c, "markup declaration"})
		case !isPragma(commentText(text)) && !(f.Kind == memory.KindIndex && isUpkeep(commentText(text))):
			out = append(out, hit{c, "HTML comment"})
		}
	}
	for _, d := range f.Doc.Definitions {
		if !d.Used && !isPragma(strings.Trim(d.Title, "()")) {
			out = append(out, hit{d.Span, "link definition " + strconv.Quote(d.Label) + ", which no link uses"})
		}
	}
	for _, s := range f.Doc.Dropped {
		out = append(out, hit{s, "cell for which the table has no column"})
	}
	for _, l := range f.Doc.Links {
		if isUnseen(l, src) {
			out = append(out, hit{l.Span, "link without text"})
		}
	}
	out = append(out, loneFootnotes(f)...)
	out = append(out, hiddenEntities(f)...)
	for _, e := range f.Doc.HTML {
		if what := concealed(e); what != "" {
			out = append(out, hit{e.Span, what})
		}
	}
	return out
}

// isUnseen reports whether a link shows nothing: no text and no picture to click on.
func isUnseen(l markdown.Link, src []byte) bool {
	text := src[l.Span.Start:l.Span.End]
	return isLink(l) && strings.TrimSpace(l.Text) == "" && !bytes.Contains(text, []byte("![")) && !bytes.Contains(text, []byte("<"))
}

func commentText(c []byte) string {
	return string(bytes.TrimSpace(bytes.Trim(bytes.TrimSuffix(bytes.TrimPrefix(c, []byte("<!--")), []byte("-->")), "-")))
}

// pragma matches the directives that tools read from comments, with nothing but the
// names of rules after them: a sentence after a directive is still a sentence.
var pragma = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:` + strings.Join([]string{
		`(?:markdownlint|markdown-lint|mdl)-(?:disable|enable|restore|capture|configure)(?:-[a-z]+)*(?:\s+[a-z]+[0-9-][a-z0-9-]*)*`,
		`prettier-ignore(?:-start|-end)?`, `mdformat\s+(?:on|off)`, `dprint-ignore(?:-[a-z]+)*`,
		`(?:lint|remark|remark-lint|textlint|eslint|stylelint|alex|vale|proselint|write-good|ltex|htmlhint|rumdl)[-: ]*(?:disable|enable|ignore|on|off|allow|language)(?:[-=:. ]*[a-z]*[.0-9-][a-z0-9.-]*)*(?:\s+[a-z]+[0-9-][a-z0-9-]*)*`,
		`vale\s+[a-z]+\.[a-z]+\s*=\s*(?:yes|no)`,
		`(?:cspell|spell-checker|spellchecker)\s*:\s*(?:disable|enable)(?:-[a-z]+)*`,
		`(?:cspell|spell-checker|spellchecker)\s*:\s*(?:ignore|words?|language)(?:\s+\S+){1,3}`,
		`/?toc(?:stop|\s*:?\s*(?:start|end|begin|stop))?`, `(?:start|end|begin) (?:doctoc|toc)\b[^.!]{0,120}`, `omit (?:in|from) toc`, `no toc`, `more`, `truncate`,
		`all-contributors-(?:list|badges):[a-z -]{1,40}`,
		`spdx-[a-z-]+:\s*\S+`, `vim?:\s*\S.{0,60}`, `-\*-\s.{0,60}`, `gitleaks:allow`, `teammem:allow\s+[a-z-]+\s+[0-9a-f]{16}`, `nosec`, `noqa(?::\s*\S+)?`,
	}, "|") + `)\.?$`)
}}

// mark is a directive of a project's own tool with its reason, the note of a generator, or
// the begin or end of what a tool keeps up to date.
var mark = lazy.Regexp(`(?i)^(?:[a-z][a-z0-9_-]*:(?:allow|ignore|disable|enable|skip|off|on)[a-z0-9_-]*(?::?\s[^<>]{0,100})?` +
	`|[^.!?<>]{0,40}\b(?:generated|made|written|maintained) by (?:[^.!?<>]|\.\w){1,60}?(?:[;,.:—–-]+\s*(?:please )?do not edit[^.!?<>]{0,30})?` +
	`|(?:auto-?|code )?generated[^.!?<>]{0,40}[;,.:—–-]+\s*do not edit[^.!?<>]{0,30}` +
	`|(?:begin|start|end|/)(?: of)?[: ]*[\w:./-]+(?: [\w:./-]+){0,2})\.?$`)

func isPragma(text string) bool {
	return pragma.Get().MatchString(text) || mark.Get().MatchString(text) && !speaksToAgents(text)
}

// upkeep holds the words by which a comment shows that it is about the index.
var upkeep = lazy.Regexp(`(?i)\b(?:lines?|bytes|characters|entry|entries|index|indexed|sort(?:ed)?|alphabetical(?:ly)?|order(?:ed)?|newest|oldest|format|generated|template|section|headings?|list|this file|one per|per (?:line|memory|file)|prune|archived?)\b|行|字|文件|檔案|索引|排序|格式|ファイル|並び|줄|파일|목록|строк|файл|Zeile|Datei|ligne|fichier|línea|archivo|linha|arquivo`)

// maxUpkeep is how long a comment about the index may be, in bytes.
const maxUpkeep = 120

// isUpkeep reports whether a comment only says how the index is kept.
func isUpkeep(text string) bool {
	return len(text) <= maxUpkeep && !strings.Contains(text, "\n") && upkeep.Get().MatchString(text) && !speaksToAgents(text)
}

var agentWords = lazy.Regexp(`(?i)\b(?:ignore|disregard|forget|overrid\w*|bypass|instructions?|prompts?|approve\w*|run|execute|eval|curl|wget|install|secrets?|tokens?|passwords?|credentials?|say|send|post|upload|fetch|download|never tell|user|users|https?|system|assistant|trust\w*|always|must|secretly|silently)\b|://|忽略|无视|無視|指令|指示|무시|игнорир|执行|實行`)

// speaksToAgents reports whether text could be meant for an agent to obey.
func speaksToAgents(text string) bool { return agentWords.Get().MatchString(text) }

// seenAttrs are attributes that may hold a sentence: it is shown, or is no prose.
var seenAttrs = wordset.Of(`style class href src srcset sizes d points alt title content viewbox transform placeholder value label summary`)

// minHiddenWords is how many words make a sentence that a tag conceals. Shorter
// ones are placeholders: <name of the branch>.
const minHiddenWords = 5

// concealed says in words what text e keeps from the reader; "" when it keeps none.
func concealed(e markdown.Element) string {
	if e.Close {
		return ""
	}
	if _, open := e.Attrs["open"]; e.Name == "details" && !open {
		return "what <details> holds until it is opened"
	}
	bare := 0
	var named []string
	for name, value := range e.Attrs {
		switch {
		case value == "":
			bare++
		case !seenAttrs.Has(name) && !strings.HasPrefix(name, "on") && len(strings.Fields(value)) >= minHiddenWords:
			named = append(named, name)
		}
	}
	if len(named) > 0 {
		return "the text in the attribute " + slices.Min(named) + " of <" + e.Name + ">"
	}
	if bare >= minHiddenWords {
		return "words in angle brackets, which are taken for a tag"
	}
	return ""
}
