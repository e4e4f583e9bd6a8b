package secretscan

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// connectionNouns are the keys whose value is secret in a connection string of
// the form key=value;key=value, and what Go's MySQL driver writes.
var connectionNouns = []string{"password=", "pwd=", "accountkey=", "sharedaccesskey=", "sharedsecretkey=", "accesskey="}

// connections finds connection strings that are no URL.
func (s *scan) connections() {
	for _, noun := range connectionNouns {
		done := 0
		s.each(noun, func(at int) {
			if at >= done {
				done = s.keyValues(at, at+len(noun))
			}
		})
	}
	for _, mark := range []string{"@tcp(", "@unix("} {
		s.each(mark, s.goDSN)
	}
	for _, mark := range []string{"jdbc:oracle:thin:", "jdbc:oracle:oci:"} {
		s.each(mark, func(at int) { s.oracle(at, at+len(mark)) })
	}
	for _, mark := range []string{":5432:", ":5433:", ":6432:"} {
		s.each(mark, func(at int) { s.passwordFile(at, at+len(mark)) })
	}
}

// keyValues reads the string around a key at i whose value begins at v, and
// returns where it has read to. One key alone is an assignment and none of ours.
func (s *scan) keyValues(i, v int) int {
	end := s.valueEnd(v)
	value := strings.Trim(string(s.text[v:end]), `{}"'`)
	if len(value) < 4 || len(value) > longestValue || standsIn(value) {
		return end
	}
	start, stop := s.firstKey(i), end
	for stop < len(s.text) && s.text[stop] == ';' {
		next := s.valueEnd(stop + 1)
		if !bytes.Contains(s.text[stop:next], []byte("=")) {
			break
		}
		stop = next
	}
	for strings.IndexByte(".,) ", s.text[stop-1]) >= 0 { // of the sentence
		stop--
	}
	if start < i || stop > end {
		s.add(connectionString, start, stop, value)
	}
	return stop
}

// valueEnd returns where the value at i ends.
func (s *scan) valueEnd(i int) int {
	end := i
	for limit := min(len(s.text), i+1024); end < limit; end++ {
		if c := s.text[end]; c == ';' || endsKeyValues(c) || c >= utf8Start {
			break
		}
	}
	return end
}

const utf8Start = 0x80

func endsKeyValues(c byte) bool { return strings.IndexByte("\"'`<>|\n\r", c) >= 0 }

// longestKeyValues is how far before its password a string can begin.
const longestKeyValues = 2048

// firstKey walks back over "key=value;" to where the string begins.
func (s *scan) firstKey(i int) int {
	low := max(0, i-longestKeyValues)
	for i > low && s.text[max(low, trimEnd(s.text, low, i)-1)] == ';' {
		semicolon := trimEnd(s.text, low, i) - 1
		item := semicolon
		for item > low && s.text[item-1] != ';' && !endsKeyValues(s.text[item-1]) {
			item--
		}
		key := s.keyOf(item, semicolon)
		if key < 0 {
			return i
		}
		i = key
		if item <= low || s.text[item-1] != ';' {
			return i
		}
	}
	return i
}

// keyOf returns where the key of the item "key=value" begins, or -1 when it is
// none. The first item can have the words of a sentence before it, or the
// variable that the string is assigned to.
func (s *scan) keyOf(start, end int) int {
	item := s.text[start:end]
	eq := bytes.LastIndexByte(item, '=')
	if eq < 0 {
		return -1
	}
	if start > 0 && s.text[start-1] == ';' {
		start = s.skip(start, end, " ")
		return start
	}
	key := start + eq
	for key > start && isAlnum(s.text[key-1]) {
		key--
	}
	return key
}

// oracle reads name/password@host, which begins at v, behind the driver at i.
func (s *scan) oracle(i, v int) {
	u := source.Span{Start: i, End: min(s.runs.until(s.text, 'U', v), i+longestURL)}
	user, rest, _ := strings.Cut(string(s.text[v:u.End]), "/")
	at := strings.Index(rest, "@")
	if at < 4 || user == "" || len(user) > longestPassword {
		return
	}
	if password := rest[:at]; urlPasswordCounts(user, password, "db.") {
		s.add(connectionString, u.Start, u.End, password)
	}
}

// passwordFile reads the line of a .pgpass file, host:port:database:user:password, whose port is at i
// and whose database begins at v. https://www.postgresql.org/docs/current/libpq-pgpass.html
func (s *scan) passwordFile(i, v int) {
	host := i
	for host > 0 && i-host < longestGap && (isTokenByte(s.text[host-1]) || s.text[host-1] == '.' || s.text[host-1] == '*') {
		host--
	}
	if host == i || host > 0 && strings.IndexByte(" \t\n>`'\"", s.text[host-1]) < 0 {
		return
	}
	end := min(s.line(i).End, v+longestPair)
	fields := strings.SplitN(string(s.text[v:end]), ":", 3)
	if len(fields) < 3 || !isField(fields[0]) || !isField(fields[1]) {
		return
	}
	if v := s.valueAt(v+len(fields[0])+len(fields[1])+2, end); accountPassword(v.text) {
		s.addValue(passwordInCode, v)
	}
}

// isField reports whether v is a name of a database or user, or the star that stands for all.
func isField(v string) bool {
	return v == "*" || v != "" && strings.Trim(strings.ToLower(v), lowerLetters+"0123456789_-") == ""
}

// longestPassword is how long a password within a connection string may be.
const longestPassword = 128

// goDSN reads user:password@tcp(host)/name around the mark at i.
func (s *scan) goDSN(i int) {
	start := i
	for start > 0 && i-start < 256 && !endsKeyValues(s.text[start-1]) && !isBlank(s.text[start-1]) && s.text[start-1] != '=' && s.text[start-1] < utf8Start {
		start--
	}
	user, password, ok := strings.Cut(string(s.text[start:i]), ":")
	if !ok || len(password) > longestPassword || standsIn(password) || user == password || len(password) < 4 {
		return
	}
	s.add(connectionString, start, s.urlAround(i).End, password)
}
