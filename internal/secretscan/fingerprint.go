package secretscan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// Fingerprint is 16 hex digits that stay the same while the secret does,
// wherever it moves within the file at path. It can't be used to guess the
// value: what people choose or what has few digits (a password, a card) is
// known by rule, path and its line with the secrets blanked instead.
func (m Match) Fingerprint(path string) string {
	if m.held == nil {
		return digest("none", path)
	}
	v := m.held()
	if v.guessable {
		return digest("line", m.Rule, path, v.line, strconv.Itoa(v.nth))
	}
	return digest("value", m.Rule, v.value)
}

// digest hashes parts so that no two lists of parts give the same input.
func digest(parts ...string) string {
	h := sha256.New()
	h.Write([]byte("teammem secret fingerprint 1"))
	for _, p := range parts {
		h.Write([]byte(strconv.Itoa(len(p))))
		h.Write([]byte{':'})
		h.Write([]byte(p))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// blankLines gives each guessable match the line around it. A secret over
// several lines counts as one.
func blankLines(text []byte, matches []Match, hits []hit) {
	for i := 0; i < len(hits); {
		j, start, end := i, lineStart(text, hits[i].span.Start), lineEnd(text, hits[i].span.End)
		for j+1 < len(hits) && hits[j+1].span.Start < end {
			if j++; hits[j].span.End > end {
				end = lineEnd(text, hits[j].span.End)
			}
		}
		line := digest(blank(text[start:end], hits[i:j+1], start)) // a line can be long and hold many
		seen := map[string]int{}
		for k := i; k <= j; k++ {
			v := matches[k].held()
			v.line, v.nth = line, seen[matches[k].Rule]
			seen[matches[k].Rule]++
			matches[k].held = func() held { return v }
		}
		i = j + 1
	}
}

func blank(line []byte, hits []hit, offset int) string {
	var b bytes.Buffer
	at := 0
	for _, h := range hits {
		b.Write(line[at : h.span.Start-offset])
		b.WriteString(redacted)
		at = h.span.End - offset
	}
	b.Write(line[at:])
	return b.String()
}

func lineStart(text []byte, i int) int { return bytes.LastIndexByte(text[:i], '\n') + 1 }

func lineEnd(text []byte, i int) int {
	if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}
