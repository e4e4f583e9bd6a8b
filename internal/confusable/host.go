package confusable

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Finding is one place that looks like something else.
type Finding struct {
	Start, End int    // bytes of the text
	Shown      string // what stands there, as a browser or a reader sees it
	Reads      string // what it looks like
	Odd        rune   // the first letter that is not what it seems
}

// Hosts returns the hosts in text, in links or bare, that look like others.
func Hosts(text string) []Finding {
	var out []Finding
	for i := 0; i < len(text); {
		start, end, linked := nextHost(text, i)
		if start < 0 {
			break
		}
		if f, ok := Host(text[start:end], linked); ok {
			f.Start, f.End = start, end
			out = append(out, f)
		}
		i = end
	}
	return out
}

// Host judges one host as it is written: escapes and punycode are undone. One that
// is not linked may be the name of a file, and has to end like a host.
func Host(host string, linked bool) (Finding, bool) {
	if isPlainASCII(host) {
		return Finding{}, false
	}
	if h, err := url.PathUnescape(host); err == nil {
		host = h
	}
	labels := strings.FieldsFunc(lowerASCII(host), isDot)
	for i, l := range labels {
		if d, ok := decodePunycode(l); ok {
			labels[i], linked = d, true
		}
	}
	shown := strings.Join(labels, ".")
	if len(labels) < 2 && !linked || isPlainASCII(shown) {
		return Finding{}, false
	}
	r := read(shown)
	f := Finding{Shown: shown, Reads: strings.ToLower(r.text), Odd: cmp.Or(r.other, r.odd)}
	if i := strings.IndexAny(shown, slashes); linked && i >= 0 {
		f.Reads = strings.Map(func(r rune) rune {
			if strings.ContainsRune(slashes, r) {
				return '/'
			}
			return r
		}, f.Reads)
		f.Odd, _ = utf8.DecodeRuneInString(shown[i:])
		return f, true
	}
	known := linked || endsLikeHost(labels)
	switch {
	case r.odd == 0:
		return f, false
	case r.whole && !r.loose && known:
		return f, true
	}
	return f, slices.ContainsFunc(labels, mixed) && (linked || isASCIIName(labels[len(labels)-1]))
}

// mixed reports whether a label has Latin letters and others that look Latin.
func mixed(label string) bool {
	r := read(label)
	return r.latin && r.other != 0
}

// endings are the last labels that hosts outside of links are known by; short, since
// many are extensions of files too.
var endings = []string{"com", "org", "net", "edu", "gov", "info", "biz", "io", "dev", "app", "ai", "co", "cloud", "example", "test", "internal", "local"}

func endsLikeHost(labels []string) bool { return slices.Contains(endings, labels[len(labels)-1]) }

func isASCIIName(label string) bool {
	return len(label) >= 2 && strings.Trim(label, "abcdefghijklmnopqrstuvwxyz") == ""
}

// isPlainASCII reports whether s has nothing that could be taken for something else.
func isPlainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf || s[i] == '%' {
			return false
		}
	}
	return !strings.Contains(strings.ToLower(s), "xn--")
}

// lowerASCII leaves other letters as they are: their capitals have twins of their own.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

// isDot reports whether a browser takes r for the dot between two labels (IDNA).
func isDot(r rune) bool { return r == '.' || r == 0x3002 || r == 0xFF0E || r == 0xFF61 }

// nextHost finds the next host at or after i: what follows "://", up to where a URL's
// host ends, or labels with dots between them. start is -1 when there is none.
func nextHost(text string, i int) (start, end int, linked bool) {
	for i < len(text) {
		if strings.HasPrefix(text[i:], "://") {
			start = i + len("://")
			end = len(text)
			if n := strings.IndexFunc(text[start:], endsAuthority); n >= 0 {
				end = start + n
			}
			if at := strings.LastIndexByte(text[start:end], '@'); at >= 0 {
				start += at + 1
			}
			if port := strings.IndexByte(text[start:end], ':'); port >= 0 {
				return start, start + port, true
			}
			return start, end, true
		}
		if end = labelEnd(text, i); end > i {
			if strings.ContainsFunc(text[i:end], isDot) {
				return i, end, false
			}
			i = end
			continue
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		i += n
	}
	return -1, -1, false
}

// endsAuthority reports whether r ends the host of a URL in running text.
func endsAuthority(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("/?#<>\"'`()[]{}|\\", r) ||
		r >= 0x3000 && unicode.IsPunct(r) && !isDot(r) || r == 0x3002
}

// labelEnd returns the end of the run of labels and dots at i; scripts that are
// written without spaces end it, since a host may follow right after a word.
func labelEnd(text string, i int) int {
	end := i
	for j, r := range text[i:] {
		inLabel := r == '-' || unicode.In(r, unicode.L, unicode.M, unicode.Nd) &&
			!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
		if !inLabel && !(r == '.' || r == 0xFF0E) {
			break
		}
		if inLabel {
			end = i + j + utf8.RuneLen(r)
		} else if end == i {
			break
		}
	}
	return end
}
