package memory

import (
	"path"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/source"
)

// Reach says how far a link leads.
type Reach int

// How far a link leads.
const (
	Away    Reach = iota // to another host or program: https, mailto
	Anchor               // to a place in the same file
	Within               // to a path of the repository
	Escapes              // out of the repository, or there is no telling where
)

// A Target is where a link leads.
type Target struct {
	Reach Reach
	Path  string // relative to the top of the repository; for Within only
	Why   string // what is wrong with the link, as in "the link …"; for Escapes only
}

// maxDecode is how often percent-encoding is undone: a text that is still
// changing after that was made to hide something.
const maxDecode = 4

// maxPath is how long a link may be, in bytes; longer ones are not looked into.
const maxPath = 4096

// TargetOf says where a link in the file at from leads. It looks at no disk, and at
// the link as it was written too, since Markdown drops a backslash in "..\x".
func TargetOf(text *source.Text, from string, link markdown.Link) Target {
	if s := link.DestSpan; s.End <= text.Len() && s.Start <= s.End && backslashed(text.Slice(s)) {
		return Target{Reach: Escapes, Why: "uses backslashes"}
	}
	return Resolve(from, link.Dest)
}

// Resolve says where dest leads when it stands in the file at from.
func Resolve(from, dest string) Target {
	dest = strings.TrimSpace(dest)
	if scheme, _, ok := cutScheme(dest); ok {
		return schemed(scheme)
	}
	if i := strings.IndexAny(dest, "?#"); i >= 0 {
		dest = dest[:i]
	}
	switch {
	case dest == "":
		return Target{Reach: Anchor}
	case len(dest) > maxPath:
		return Target{Reach: Escapes, Why: "is longer than any path"}
	}
	plain, why := decode(dest)
	if why != "" {
		return Target{Reach: Escapes, Why: why}
	}
	p := path.Join(path.Dir(from), plain)
	switch {
	case climbs(path.Dir(from), plain):
		return Target{Reach: Escapes, Why: "leads out of the repository"}
	case intoGit(p):
		return Target{Reach: Escapes, Why: "leads into the .git directory"}
	case driven(p):
		return Target{Reach: Escapes, Why: "names the drive of a machine"}
	}
	return Target{Reach: Within, Path: p}
}

// intoGit reports whether a folder on the way of p is .git, however a disk spells it.
func intoGit(p string) bool {
	for segment := range strings.SplitSeq(p, "/") {
		if f := Folded(segment); f == ".git" || f == "git~1" {
			return true
		}
	}
	return false
}

// driven reports whether a segment of p is a drive letter: editors write such a path for
// a file on another drive.
func driven(p string) bool {
	if isPlain(p) && !strings.Contains(p, ":") {
		return false
	}
	for segment := range strings.SplitSeq(norm.NFKC.String(p), "/") {
		if scheme, rest, ok := cutScheme(segment); ok && len(scheme) == 1 && rest == "" {
			return true
		}
	}
	return false
}

// cutScheme cuts "scheme:" off dest. https://www.rfc-editor.org/rfc/rfc3986#section-3.1
func cutScheme(dest string) (scheme, rest string, ok bool) {
	scheme, rest, ok = strings.Cut(dest, ":")
	if !ok || scheme == "" {
		return "", "", false
	}
	for i, c := range []byte(scheme) {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", rune(c))) {
			return "", "", false
		}
	}
	return strings.ToLower(scheme), rest, true
}

func schemed(scheme string) Target {
	switch {
	case scheme == "file":
		return Target{Reach: Escapes, Why: "is a file: address"}
	case scheme == "smb" || scheme == "cifs" || scheme == "nfs" || scheme == "afp":
		return Target{Reach: Escapes, Why: "opens a shared disk"}
	case len(scheme) == 1:
		return Target{Reach: Escapes, Why: "begins with a drive letter"}
	}
	return Target{Reach: Away}
}

// rooted says why a path does not start from the file it stands in.
func rooted(p string) string {
	switch {
	case strings.HasPrefix(p, "/"):
		return "is an absolute path"
	case strings.HasPrefix(p, "~"):
		return "leads to a home directory"
	case strings.HasPrefix(p, "$"):
		return "begins with a variable"
	}
	if scheme, _, ok := cutScheme(p); ok && (len(scheme) == 1 || scheme == "file") {
		return "hides its start in percent-encoding"
	}
	return ""
}

// decode undoes percent-encoding, and says why the path may not be trusted when
// that, or Unicode normalisation, changes the folders it goes through.
func decode(dest string) (plain, why string) {
	if isPlain(dest) && !strings.ContainsAny(dest, `%\`) {
		return dest, rooted(dest)
	}
	return decodeAll(dest)
}

// decodeAll is decode for what holds more than plain characters.
func decodeAll(dest string) (plain, why string) {
	deep, folded := dest, dest
	for range maxDecode {
		deep, folded = unescape(deep), norm.NFKC.String(unescape(folded))
	}
	switch shape := shapeOf(dest); {
	case strings.Contains(deep, "\\"):
		why = "uses backslashes"
	case shapeOf(deep) != shape:
		why = "hides its folders in percent-encoding"
	case shapeOf(folded) != shape:
		why = "holds characters that turn into dots or slashes"
	case strings.IndexByte(deep, 0xc0) >= 0 || strings.IndexByte(deep, 0xc1) >= 0: // begin no character of UTF-8, but an overlong one
		why = "hides a character in percent-encoding"
	case strings.ContainsFunc(deep, unicode.IsControl):
		why = "holds a control character"
	case unescape(deep) != deep:
		why = "is percent-encoded many times over"
	default:
		why = rooted(folded)
	}
	return unescape(dest), why
}

// unescape undoes each well-formed %XX once and leaves everything else.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if c, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// shape is what a path does, its names aside.
type shape struct{ slashes, dots int }

func shapeOf(p string) shape {
	s := shape{slashes: strings.Count(p, "/") + strings.Count(p, "\\")}
	for segment := range strings.SplitSeq(p, "/") {
		if segment == "." || segment == ".." {
			s.dots++
		}
	}
	return s
}

// climbs reports whether p, from dir on, ever leaves the top.
func climbs(dir, p string) bool {
	depth := strings.Count(dir, "/") + 1
	if dir == "." {
		depth = 0
	}
	for segment := range strings.SplitSeq(p, "/") {
		switch segment {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return true
			}
		default:
			depth++
		}
	}
	return false
}

// backslashed reports whether raw holds a backslash that is not there to escape
// punctuation that Markdown would read.
func backslashed(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if i+1 == len(raw) || !strings.ContainsRune("()[]<>_*#!&`|~-+ ", rune(raw[i+1])) {
			return true
		}
		i++
	}
	return false
}
