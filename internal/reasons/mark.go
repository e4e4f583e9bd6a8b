// Package reasons finds where a memory says why it holds and how to apply it.
package reasons

import (
	"bytes"
	"slices"

	"github.com/teammem/teammem/internal/lazy"
)

// A Mark is a line that begins with one of some words as a heading or before a colon,
// or such words in bold anywhere.
type Mark struct {
	re    *lazy.Pattern
	line  *lazy.Pattern // a line that such a part begins with
	usual string        // how most write it: re matches it wherever it stands
}

// The two marks, in the languages of real memories.
var (
	Why = Mark{
		usual: "**Why:",
		line:  lazy.Regexp(lineHead + whyWords + lineColon + whyWords + colon),
		re:    lazy.Regexp(boldHead + whyWords + hashHead + whyWords + lineColon + whyWords + colon),
	}
	How = Mark{
		usual: "**How to apply:",
		line:  lazy.Regexp(lineHead + howWords + lineColon + howWords + colon),
		re:    lazy.Regexp(boldHead + howWords + hashHead + howWords + lineColon + howWords + colon),
	}
)

// What stands around the words.
const (
	lineHead  = `(?i)^[\s>+*-]*(?:#{1,6}\s+|\*\*\s*|__\s*)`
	lineColon = `|^[\s>*+-]*`
	boldHead  = `(?im)(?:\*\*|__)\s*`
	hashHead  = `|^[\s>*+-]*#{1,6}\s+`
	colon     = `\s*[:：]`
)

const (
	whyWords = `(?:` + `why\b|reason\b|rationale\b|为什么|為什麼|为何|為何|原因|理由|이유|なぜ` +
		`|warum\b|weshalb\b|grund\b|begründung|por ?qu[eéê]|motivo\b|pourquoi\b|raison\b|perch[éè]|waarom\b|dlaczego\b|powód|proč|důvod|varför|hvorfor` +
		`|neden\b|tại sao|vì sao|lý do|mengapa\b|alasan\b|почему|зачем|причина|чому|چرا|دلیل|لماذا|السبب|למה|מדוע|क्यों|เหตุผล` + `)`
	howWords = `(?:` + `how to (?:apply|use)\b|how\b|application\b|如何(?:应用|應用|使用|套用|适用|適用)|怎么(?:应用|用)|怎麼(?:應用|用)|(?:应用|應用|使用|套用|适用|適用)(?:方式|方法|场景|場景)?|적용` +
		`|when to (?:apply|use)\b|anwendung|wie anwenden|como (?:aplicar|usar)\b|aplicação|cómo (?:aplicar|usar)|aplicación|comment (?:appliquer|utiliser)|come (?:applicare|usare)` +
		`|toepassing|hoe toe te passen|jak stosować|zastosowanie|jak použít|så används|slik brukes|nasıl (?:uygulanır|kullanılır)|cách (?:áp dụng|dùng)|cara (?:menerapkan|memakai)` +
		`|как (?:применять|применить|использовать)|применение|як застосувати|使い方|使用法|방법|چگونه|نحوه|كيف|איך|कैसे` + `)`
)

// partsOfMark are what every mark has one of.
var partsOfMark = []string{"**", "__", "#", ":", "："}

// In reports whether body holds the mark. The pattern is tried where something stands
// that is part of every mark, with the lines before and after it.
func (m Mark) In(body []byte) bool {
	if bytes.Contains(body, []byte(m.usual)) {
		return true
	}
	const blanks = " \t\r\n\f"
	for at := 0; at < len(body); {
		n := bytes.IndexByte(body[at:], '\n') + 1
		if n == 0 {
			n = len(body) - at
		}
		if mayMark(body[at : at+n]) {
			start := bytes.LastIndexByte(bytes.TrimRight(body[:at], blanks), '\n') + 1
			rest := bytes.TrimLeft(body[at+n:], blanks)
			next := bytes.IndexByte(rest, '\n')
			if next < 0 {
				next = len(rest)
			}
			if m.re.Get().Match(body[start : len(body)-len(rest)+next]) {
				return true
			}
		}
		at += n
	}
	return false
}

// begins reports whether a part of a memory begins with line.
func (m Mark) begins(line []byte) bool { return mayMark(line) && m.line.Get().Match(line) }

func mayMark(text []byte) bool {
	return slices.ContainsFunc(partsOfMark, func(p string) bool { return bytes.Contains(text, []byte(p)) })
}
