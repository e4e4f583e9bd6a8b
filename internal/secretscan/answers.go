package secretscan

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// Somebody asks for a password and somebody else answers, on the lines below.

// askingEnds close a question, behind the noun or before it.
var (
	askingEnds  = []string{"?", "？", "多少", "是啥", "啥", "什么", "什麼", "发我", "發我", "发一下", "给我", "給我", "给我一下", "給我一下", "发我一下", "发下", "要一下", "说一下", "告诉我", "告訴我", "教えて", "なんですか", "何ですか", "何だっけ", "なんだっけ", "뭐야", "뭐예요", "알려줘", "알려주세요", "please", "plz", "pls", "again", "bitte", "por favor", "svp", "пожалуйста"}
	askingWords = []string{"what's the ", "what is the ", "whats the ", "which ", "who knows ", "anyone know", "какой ", "подскажи", "cuál es ", "c'est quoi ", "quel est ", "qual é ", "wie war ", "wie lautet ", "谁知道", "誰知道",
		"need the ", "send me ", "can i have ", "can you give ", "give me ", "do you have ", "who has ", "forgot the ", "скинь ", "пришли ", "дай ", "me pasas ", "pásame ", "dame ", "tu peux ", "t'as ", "envoie", "me manda ", "me passa ", "hast du ", "schick mir ", "gib mir ", "发我", "發我", "给我", "給我", "求"}
)

// asks reports whether the line of m asks for what m names.
func (s *scan) asks(m mention) bool {
	if m.lineEnd-m.end > 2*longestGap {
		return false
	}
	rest := bytes.TrimRight(s.lower[m.end:m.lineEnd], " \t\r*\"'")
	for _, end := range askingEnds {
		if bytes.HasSuffix(rest, []byte(end)) {
			return true
		}
	}
	return s.holdsAny(s.lower[max(s.line(m.start).Start, m.ident-longestGap):m.ident], askingWords)
}

// mostAnswers is how many lines below a question are read.
const mostAnswers = 3

// answered reads the value that somebody answers on the lines below a question: "bob: x", "x".
func (s *scan) answered(m mention) {
	at := s.line(m.end).End + 1
	for n := 0; n < mostAnswers && at < len(s.text); n++ {
		end := trimEnd(s.text, at, s.line(at).End)
		if s.answer(m, at, end) {
			return
		}
		at = s.line(at).End + 1
	}
}

// answer adds the value that the line from i to end gives, behind the name of who speaks or not.
func (s *scan) answer(m mention, i, end int) bool {
	spoken := s.speaker(i, end)
	setting := spoken > i && s.holdsAny(s.lower[i:spoken], nounWords) // unless "user:" is who speaks
	for _, from := range []int{spoken, i} {
		from = s.skipAnswer(from, end)
		v := s.valueAt(from, end)
		if setting && !evident(v.text) && !m.acceptsBefore(v.text) {
			continue
		}
		if v.end() <= end && isEndOfAnswer(s.text[v.end():end]) && s.isAnswer(m, v, from >= spoken && spoken > i) {
			s.addValue(m.kind(), v)
			return true
		}
	}
	return false
}

// isAnswer reports whether v, which is all that somebody says, is what m names; named says that
// the name of who speaks stands before it.
func (s *scan) isAnswer(m mention, v value, named bool) bool {
	if s.isLink(v) || strings.HasPrefix(v.text, "@") {
		return false
	}
	m.strict = m.word == "pass" // more often a verb
	return m.accepts(v, noOperator) || named && !m.strict && m.class == passwords && m.accepts(v, prose) && measure(v.text).digit > 0
}

// speaker returns where begins what somebody says whose name and a colon, or <name> or a), stand at i.
func (s *scan) speaker(i, end int) int {
	rest := s.text[i:min(end, i+longestGap/2)]
	for at, c := range rest {
		switch {
		case c == '>' && at > 0 && rest[0] == '<', c == ')' && at == 1, c == ':' && (at+1 == len(rest) || rest[at+1] == ' '):
			return i + at + 1
		case bytes.HasPrefix(rest[at:], []byte("：")):
			return i + at + len("：")
		}
	}
	return i
}

// answerWords may stand before such a value.
var answerWords = wordset.Of("it's its it is uses use still try that's yes sure here it’s that should be was sorry ok hi just type c'est es это está é das ist")

// skipAnswer skips them, with the signs around them.
func (s *scan) skipAnswer(i, end int) int {
	for range 4 {
		i = s.skip(i, end, " \t*>-,")
		stop := i
		for stop < end && s.text[stop] > ' ' {
			stop++
		}
		word := strings.TrimRight(string(s.lower[i:stop]), ",:")
		if !answerWords.Has(word) {
			return i
		}
		i = stop
	}
	return i
}

// isEndOfAnswer reports whether b, behind a value, is no more than the end of a short answer: a stop,
// a particle of Japanese or Korean, "like the primary".
func isEndOfAnswer(b []byte) bool {
	if len(b) > longestGap/2 {
		return false
	}
	b = bytes.TrimLeft(b, "`*\"' \t.!。！”」』)")
	return len(b) == 0 || b[0] >= utf8Start && !bytes.ContainsAny(b, "0123456789:=/") || bytes.HasPrefix(b, []byte("like ")) || bytes.HasPrefix(b, []byte("as ")) || bytes.HasPrefix(b, []byte("("))
}
