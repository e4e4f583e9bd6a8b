package scope

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is how long a name of Claude Code's is before a hash ends it.
const maxSlug = 200

// ClaudeSlug gives the names that the folder of a project can have below
// ~/.claude/projects, the likeliest first: there are two when characters outside the
// Basic Multilingual Plane count as two for one program and as one for another. dir is
// the real path of the main work tree. Different paths may have the same name.
//
// Of a path over 200 characters another hash was seen, too: a folder counts that begins with
// the first 200 of a name and a dash.
//
// The rule is that of sessions.py in https://github.com/anthropics/claude-agent-sdk-python.
func ClaudeSlug(dir string) []string {
	points := []rune(norm.NFC.String(dir))
	names := []string{slug(utf16.Encode(points))}
	if other := slug(points); other != names[0] {
		names = append(names, other)
	}
	return names
}

// CutSlug gives what the names of one long path have in common when name is one of these,
// see ClaudeSlug.
func CutSlug(name string) (prefix string, isCut bool) {
	if len(name) <= maxSlug || name[maxSlug] != '-' {
		return "", false
	}
	return name[:maxSlug+1], true
}

func slug[Char uint16 | rune](chars []Char) string {
	var b strings.Builder
	var hash int32
	for i, c := range chars {
		hash = hash<<5 - hash + int32(c)
		if i >= maxSlug {
			continue
		}
		if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			b.WriteByte(byte(c))
		} else {
			b.WriteByte('-')
		}
	}
	if len(chars) <= maxSlug {
		return b.String()
	}
	wide := int64(hash) // the least int32 has no positive twin
	return b.String() + "-" + strconv.FormatInt(max(wide, -wide), 36)
}
