package memory

import (
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/teammem/teammem/internal/invisible"
)

// TeamPath reports whether p lies in the team directory, is the team directory
// or stands in its way. alike is set when p does not, but a disk, a server or a
// reader would put it there: one that folds case, normalises, ignores characters,
// trailing dots and spaces, undoes escapes, or knows the short names of NTFS.
// https://git-scm.com/docs/git-config#Documentation/git-config.txt-coreprotectNTFS
func TeamPath(p string) (in, alike bool) {
	if p == Dir || p == ".agent" || strings.HasPrefix(p, Dir+"/") {
		return true, false
	}
	if plainlyElsewhere(p) {
		return false, false
	}
	first, rest, deeper := strings.Cut(read(p), "/")
	second, _, _ := strings.Cut(rest, "/")
	return false, spells(first, ".agent") && (!deeper || spells(second, "team-memory"))
}

// MayHold reports whether a path below dir can be in the team directory, be read as if it were, or
// steer it: what IsControl tells. Names further down that can be read in two ways, such as
// "..%2f.agent", are not thought of.
func MayHold(dir string) bool {
	return !plainlyElsewhere(dir+"/") || slices.ContainsFunc(OwnersPaths, func(p string) bool { return path.Dir(p) == dir })
}

// plainlyElsewhere reports whether p begins with another directory and has nothing
// in it that could be read in two ways; nearly all paths of a repository do.
func plainlyElsewhere(p string) bool {
	for i := 0; i < len(p); i++ {
		if c := p[i]; c >= utf8.RuneSelf || c == '%' || c == '\\' || c == '~' || c == ':' {
			return false
		}
	}
	first, _, _ := strings.Cut(p, "/")
	return !strings.EqualFold(strings.TrimRight(first, ". "), ".agent") && first != "" &&
		!strings.Contains(p, "./") && !strings.Contains(p, "//")
}

// spells reports whether the folded name is long, or what NTFS makes of it when it
// shortens names: up to six of its letters, or two and four hex digits, and a number.
func spells(name, long string) bool {
	if name == long {
		return true
	}
	stem, number, ok := strings.Cut(strings.TrimPrefix(name, "."), "~")
	if !ok || number == "" || strings.Trim(number, "0123456789") != "" || len(stem) < 2 {
		return false
	}
	long = strings.TrimPrefix(long, ".")
	return strings.HasPrefix(long, stem) ||
		len(stem) == 6 && stem[:2] == long[:2] && strings.Trim(stem[2:], "0123456789abcdef") == ""
}

// read gives p as the most forgiving reader takes it: percent escapes undone,
// backslashes as slashes, compatibility forms as their plain ones, then folded.
func read(p string) string {
	for range 3 { // an escape can hide another
		p = unescape(p)
	}
	p = norm.NFKC.String(strings.ToValidUTF8(p, "\uFFFD"))
	return Folded(strings.ReplaceAll(p, `\`, "/"))
}

// Folded gives p as a forgiving disk stores it: two paths with the same folded form
// are one file on some machine. Case is folded, letters are composed, characters
// that draw nothing are dropped, and so are streams and trailing dots and spaces of
// each element. What is not UTF-8 becomes U+FFFD.
func Folded(p string) string {
	if isASCII(p) {
		return trimmed(strings.ToLower(p))
	}
	p = strings.ToValidUTF8(p, "\uFFFD")
	p = strings.Map(func(r rune) rune {
		if k := invisible.KindOf(r); k == invisible.Hidden || k == invisible.Bidi {
			return -1
		}
		return r
	}, p)
	return trimmed(composed(foldCase(composed(p))))
}

// trimmed drops from each element of p what a disk drops.
func trimmed(p string) string {
	elems := strings.Split(p, "/")
	for i, e := range elems {
		if e == "." || e == ".." {
			continue
		}
		if stream := strings.IndexByte(e, ':'); stream > 0 {
			e = e[:stream]
		}
		elems[i] = strings.TrimRight(e, ". ")
	}
	return strings.TrimPrefix(path.Clean("/"+strings.Join(elems, "/")), "/")
}
