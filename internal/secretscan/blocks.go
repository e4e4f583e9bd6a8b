package secretscan

import (
	"bytes"
	"strings"
)

// Keys that come as blocks of lines: PEM and its kin, and PuTTY's. Public
// keys, certificates and a mere mention of a header are none.

const (
	leastBody    = 40 // base64 characters that make a key
	leastVariety = 16 // different ones among them; a filler has fewer
	shortestRow  = 16 // of a body, the last one aside
)

// blocks finds private keys by their first line. The line that ends the block
// may be missing.
func (s *scan) blocks() {
	s.each("private key", func(at int) {
		begin, title := s.pemHeader(at)
		if begin < 0 {
			return
		}
		body := at + len("private key")
		body += len(pemTail.find(s.text[body:]))
		if end := s.keyBody(body); end > 0 {
			s.add(&kind{rule: "private-key", title: title, rank: rankBlock}, begin, end)
		}
	})
	s.each("putty-user-key-file-", s.putty)
}

// tail matches what may stand between the words and the body.
type tail []string

var pemTail = tail{" block-----", "-----", " block ----", " ----"}

func (t tail) find(b []byte) string {
	for _, s := range t {
		if len(b) >= len(s) && bytes.EqualFold(b[:len(s)], []byte(s)) {
			return s
		}
	}
	return ""
}

// longestLabel is how long the words before PRIVATE KEY may be.
const longestLabel = 40

// pemHeader returns where the header around the words PRIVATE KEY at i begins,
// or -1, and what the key is called.
func (s *scan) pemHeader(i int) (begin int, title string) {
	low := max(0, i-longestLabel)
	n := bytes.LastIndex(s.lower[low:i], []byte("begin "))
	if n < 0 || pemTail.find(s.text[i+len("private key"):]) == "" {
		return -1, ""
	}
	label := bytes.TrimSpace(s.text[low+n+len("begin ") : i])
	begin = low + n
	for begin > 0 && (s.text[begin-1] == '-' || s.text[begin-1] == ' ' && begin > 1 && s.text[begin-2] == '-') {
		begin--
	}
	if begin == low+n || bytes.ContainsAny(label, "-\n") {
		return -1, ""
	}
	if len(label) == 0 {
		return begin, "private key"
	}
	return begin, string(bytes.ToUpper(label)) + " private key"
}

// keyBody returns where a key body that begins at i ends, or -1 when there is
// none. It reads base64 through quotes, indents and "\n" written out.
func (s *scan) keyBody(i int) int {
	var seen [256]bool
	total, kinds, end := 0, 0, -1
	short := false
	for i < len(s.text) {
		next := skipNoise(s.text, i)
		if bytes.HasPrefix(s.text[next:], []byte("-----END ")) || bytes.HasPrefix(s.text[next:], []byte("---- END ")) {
			end = lineEndMark(s.text, next)
			break
		}
		if n := pemField(s.text[next:]); n > 0 {
			i = next + n
			continue
		}
		stop := s.runs.until(s.text, 'b', next)
		checksum := stop-next == 5 && s.text[next] == '=' // of OpenPGP
		if short && !checksum || stop == next || stop-next < shortestRow && !endsRow(s.text[stop:]) {
			break
		}
		for _, c := range s.text[next:stop] {
			if !seen[c] {
				seen[c] = true
				kinds++
			}
		}
		total += stop - next
		end, i = stop, stop
		short = stop-next < shortestRow || s.text[stop-1] == '='
	}
	if total < leastBody || kinds < leastVariety {
		return -1
	}
	return end
}

// endsRow reports whether a row of base64 ends before rest, as words do not.
func endsRow(rest []byte) bool {
	return len(rest) == 0 || strings.IndexByte("\r\n\"'`\\<|", rest[0]) >= 0
}

// skipNoise skips what surrounds the rows of a key that is quoted, indented
// or written into a string.
func skipNoise(t []byte, i int) int {
	for i < len(t) {
		switch {
		case t[i] == '\\' && i+1 < len(t) && (t[i+1] == 'n' || t[i+1] == 'r' || t[i+1] == 't'):
			i += 2
		case strings.IndexByte(" \t\r\n>|\"'`,;\\*", t[i]) >= 0:
			i++
		case t[i] == '+' && i > 0 && (t[i-1] == ' ' || t[i-1] == '\n'):
			i++
		case isDigit(t[i]) && i > 0 && (t[i-1] == '\n' || t[i-1] == ' ') && lineNumber(t[i:]) > 0:
			i += lineNumber(t[i:])
		case bytes.HasPrefix(t[i:], []byte("\u200b")), bytes.HasPrefix(t[i:], []byte("\ufeff")):
			i += 3
		default:
			return i
		}
	}
	return i
}

// lineNumber returns the length of a number and a colon, bar or bracket that an editor or a tool puts in front
// of a line, or 0.
func lineNumber(b []byte) int {
	n := 0
	for n < len(b) && n < 5 && isDigit(b[n]) {
		n++
	}
	if n+1 < len(b) && (b[n] == ':' || b[n] == '|' || b[n] == ')') && (b[n+1] == ' ' || b[n+1] == '\t') {
		return n + 2
	}
	return 0
}

// pemFields are the headers that can stand before a body.
// https://www.rfc-editor.org/rfc/rfc1421#section-4.6
var pemFields = []string{"Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Hash:", "Charset:", "MessageID:"}

// pemField returns the length of the header line at the start of b, or 0.
func pemField(b []byte) int {
	for _, f := range pemFields {
		if bytes.HasPrefix(b, []byte(f)) {
			n := bytes.IndexByte(b, '\n')
			if m := bytes.Index(b[:max(n, 0)], []byte(`\n`)); m > 0 {
				n = m
			}
			return max(n, len(f))
		}
	}
	return 0
}

// lineEndMark returns where the END line at i ends.
func lineEndMark(t []byte, i int) int {
	end := min(len(t), i+80)
	for j := i + len("-----END "); j < end; j++ {
		if t[j] == '-' {
			for j < len(t) && t[j] == '-' {
				j++
			}
			return j
		}
		if t[j] == '\n' {
			return j
		}
	}
	return i
}

// putty reads a key of PuTTY: it is secret if the private lines are there.
func (s *scan) putty(at int) {
	window := s.lower[at:min(len(s.lower), at+8<<10)]
	n := bytes.Index(window, []byte("private-lines:"))
	if n < 0 {
		return
	}
	body := s.line(at + n).End
	end := s.keyBody(body)
	if end < 0 {
		return
	}
	if m := skipNoise(s.text, end); bytes.HasPrefix(s.lower[m:], []byte("private-mac:")) {
		end = trimEnd(s.text, m, s.line(m).End)
	}
	s.add(&kind{rule: "private-key", title: "PuTTY private key", rank: rankBlock}, at, end)
}
