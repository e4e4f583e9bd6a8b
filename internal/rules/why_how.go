package rules

import (
	"bytes"

	"github.com/teammem/teammem/internal/memory"
)

// A section is a line that begins with one of some words as a heading or before a colon,
// or such words in bold anywhere.
type section struct {
	re    regexpFunc
	usual string // how most write it: re matches it wherever it stands
}

func marked(usual, words string) section {
	words = "(?:" + words + ")"
	return section{usual: usual, re: lazy(`(?im)(?:\*\*|__)\s*` + words + `|^[\s>*+-]*#{1,6}\s+` + words + `|^[\s>*+-]*` + words + `\s*[:：]`)}
}

var (
	whyMark = marked("**Why:", `why\b|reason\b|rationale\b|为什么|為什麼|为何|為何|原因|理由|이유|なぜ`+
		`|warum\b|weshalb\b|grund\b|begründung|por ?qu[eéê]|motivo\b|pourquoi\b|raison\b|perch[éè]|waarom\b|dlaczego\b|powód|proč|důvod|varför|hvorfor`+
		`|neden\b|tại sao|vì sao|lý do|mengapa\b|alasan\b|почему|зачем|причина|чому|چرا|دلیل|لماذا|السبب|למה|מדוע|क्यों|เหตุผล`)
	howMark = marked("**How to apply:", `how to (?:apply|use)\b|how\b|application\b|如何(?:应用|應用|使用|套用|适用|適用)|怎么(?:应用|用)|怎麼(?:應用|用)|(?:应用|應用|使用|套用|适用|適用)(?:方式|方法|场景|場景)?|적용`+
		`|when to (?:apply|use)\b|anwendung|wie anwenden|como (?:aplicar|usar)\b|aplicação|cómo (?:aplicar|usar)|aplicación|comment (?:appliquer|utiliser)|come (?:applicare|usare)`+
		`|toepassing|hoe toe te passen|jak stosować|zastosowanie|jak použít|så används|slik brukes|nasıl (?:uygulanır|kullanılır)|cách (?:áp dụng|dùng)|cara (?:menerapkan|memakai)`+
		`|как (?:применять|применить|использовать)|применение|як застосувати|使い方|使用法|방법|چگونه|نحوه|كيف|איך|कैसे`)
)

// partsOfMark are what every mark has one of.
var partsOfMark = []string{"**", "__", "#", ":", "："}

// in reports whether body holds the mark. The pattern is tried where something stands
// that is part of every mark, with the lines before and after it.
func (m section) in(body []byte) bool {
	if bytes.Contains(body, []byte(m.usual)) {
		return true
	}
	const blanks = " \t\r\n\f"
	for at := 0; at < len(body); {
		n := bytes.IndexByte(body[at:], '\n') + 1
		if n == 0 {
			n = len(body) - at
		}
		if holdsAny(body[at:at+n], partsOfMark) {
			start := bytes.LastIndexByte(bytes.TrimRight(body[:at], blanks), '\n') + 1
			rest := bytes.TrimLeft(body[at+n:], blanks)
			next := bytes.IndexByte(rest, '\n')
			if next < 0 {
				next = len(rest)
			}
			if m.re().Match(body[start : len(body)-len(rest)+next]) {
				return true
			}
		}
		at += n
	}
	return false
}

var missingWhy = &Rule{
	ID:    "missing-why",
	Title: "a memory does not say why",
	Class: CouldBeStronger,
	Doc: `A rule without its reason can't be weighed when the case is a little different. Feedback
and project memories say it after ` + "`**Why:**`" + `, in a heading, or in another language
(为什么, 理由, Warum, Por quê, Почему).`,
	Check: func(in *Input, report func(Report)) {
		in.checkMark(whyMark, "the memory does not say why", "add a line **Why:** with the reason", report)
	},
}

var missingHow = &Rule{
	ID:    "missing-how",
	Title: "a memory does not say how to apply it",
	Class: CouldBeStronger,
	Doc: `An agent needs to know when and how a memory takes effect. Feedback and project memories
say it after ` + "`**How to apply:**`" + `, in a heading, or in another language (如何应用, 適用方法, Anwendung, Como aplicar, Как применять).`,
	Check: func(in *Input, report func(Report)) {
		in.checkMark(howMark, "the memory does not say how to apply it", "add a line **How to apply:** that says when and how", report)
	},
}

func (in *Input) checkMark(mark section, message, fix string, report func(Report)) {
	in.eachTeam(func(f *memory.File) {
		if t := f.Type(); t != "feedback" && t != "project" {
			return
		}
		if !mark.in(f.Text.Slice(f.Memory.Body)) {
			report(Report{File: f, Message: message, Fix: fix})
		}
	})
}
