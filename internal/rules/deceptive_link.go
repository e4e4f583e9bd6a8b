package rules

import (
	"net/url"
	"sort"
	"strconv"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

var deceptiveLink = &Rule{
	ID:    "deceptive-link",
	Title: "a link leads elsewhere than it says",
	Class: WeakensMemory,
	Doc: `Who reads a page trusts the host that it shows. This rule speaks up when the text of a link is an address on one host and
the link goes to another, the same of mail addresses, and when an address hides its host behind a user name that looks like one:
https://example.com@example.org leads to example.org. A host and its subdomains count as the same.
User names in clone URLs are fine, and so are paths of packages that lead to their page (pkg.go.dev, an archive) or repository.`,
	Check: func(in *Input, report func(Report)) {
		reportLines(in.judged(), report, in.deceptions, Report{Fix: "show the address that the link has, or link to the one that is shown"})
	},
}

func (in *Input) deceptions(f *memory.File) []hit {
	var out []hit
	for _, l := range f.Doc.Links {
		if l.Kind == markdown.Wiki || l.Kind == markdown.Image {
			continue
		}
		text := l.Text
		if f.Doc.InCode(l.Span.Start+1) && (!hostForm.Get().MatchString(strings.TrimSpace(text)) || isProduct(text)) {
			text = "" // the path of a package, linked to where it is described
		}
		if strings.Contains(text, "<") { // what an element says of itself is not shown
			text = htmlTag.Get().ReplaceAllString(text, "")
		}
		if what := deceives(text, l.Dest); what != "" && !holdsSecret(in.Secrets(f.Text), l.Span) {
			out = append(out, hit{l.Span, what})
		}
	}
	for i, e := range f.Doc.HTML {
		if e.Name != "a" || e.Close || e.Attrs["href"] == "" {
			continue
		}
		if what := deceives(anchorText(f, i), e.Attrs["href"]); what != "" {
			out = append(out, hit{e.Span, what})
		}
	}
	return out
}

var htmlTag = lazy.Regexp(`<[a-zA-Z/][^<>]*>`)

// holdsSecret reports whether one of the secrets, which are sorted, overlaps s.
func holdsSecret(secrets []secretscan.Match, s source.Span) bool {
	i := sort.Search(len(secrets), func(i int) bool { return secrets[i].Span.End > s.Start })
	return i < len(secrets) && secrets[i].Span.Overlaps(s)
}

// maxAnchor is how much of an anchor is read, in bytes.
const maxAnchor = 200

// anchorText is what the tag with index i encloses, without the tags in it.
func anchorText(f *memory.File, i int) string {
	src, start := f.Text.Bytes(), f.Doc.HTML[i].Span.End
	end := min(len(src), start+maxAnchor)
	var text strings.Builder
	for _, e := range f.Doc.HTML[i+1:] {
		if e.Span.Start >= end {
			break
		}
		text.Write(src[start:e.Span.Start])
		start = min(e.Span.End, end)
		if e.Name == "a" {
			return text.String()
		}
	}
	text.Write(src[start:end])
	return text.String()
}

// deceives says in words how the text of a link misleads about where dest goes.
func deceives(text, dest string) string {
	if to, ok := cutMailto(dest); ok {
		if shown := strings.TrimPrefix(strings.Trim(text, " \t\r\n.,;:"), "mailto:"); mailForm.Get().MatchString(shown) && !strings.EqualFold(shown, to) {
			return "the link shows the address " + strconv.Quote(shown) + " and writes to " + strconv.Quote(to)
		}
		return ""
	}
	user, host := authority(dest)
	if host == "" {
		return ""
	}
	if looksLikeHost(user) {
		return "the address shows " + strconv.Quote(user) + " and leads to " + strconv.Quote(host)
	}
	shown := shownHost(text)
	if shown == "" || sameSite(shown, host) || mirrors.Has(host) && strings.Contains(dest, shown) || isPackage(text) && keepsCode(host) {
		return ""
	}
	return "the link shows " + strconv.Quote(shown) + " and leads to " + strconv.Quote(host)
}

var mailForm = lazy.Regexp(`^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$`)

// cutMailto gives the address of a mailto: link.
func cutMailto(dest string) (to string, ok bool) {
	if schemeOf(dest) != "mailto" {
		return "", false
	}
	_, to, _ = strings.Cut(dest, ":")
	to, _, _ = strings.Cut(to, "?")
	if plain, err := url.PathUnescape(to); err == nil {
		to = plain
	}
	return strings.TrimSpace(to), true
}

// mirrors are hosts whose addresses hold the one they describe.
var mirrors = wordset.Of("pkg.go.dev godoc.org web.archive.org deps.dev")

// isPackage reports whether the text of a link can be the path of a package, which
// often has a host of its own: golang.org/x/text.
func isPackage(text string) bool {
	return strings.Contains(text, "/") && !strings.Contains(text, ":") && !strings.ContainsAny(text, " ?#")
}

// keepsCode reports whether host is one where repositories lie.
func keepsCode(host string) bool {
	switch host {
	case "github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com":
		return true
	}
	return strings.HasSuffix(host, ".googlesource.com")
}

// authority gives the user name and the host of a web address in lower case; "" when
// there is none. A backslash ends the host, as in a browser.
func authority(dest string) (user, host string) {
	rest := strings.ToLower(strings.TrimSpace(dest))
	s := schemeOf(rest)
	if s != "http" && s != "https" && s != "ftp" && s != "//" {
		return "", ""
	}
	if _, after, ok := strings.Cut(rest, ":"); ok && s != "//" {
		rest = after
	}
	rest = strings.TrimLeft(rest, `/\`)
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		rest = rest[:i]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 {
		user, rest = rest[:i], rest[i+1:]
	}
	user, _, _ = strings.Cut(user, ":")
	host, _, _ = strings.Cut(rest, ":")
	return strings.ReplaceAll(user, "%2e", "."), strings.TrimSuffix(host, ".")
}

var hostForm = lazy.Regexp(`^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$`)

// topLevel are the endings by which a bare word is taken for a host. Endings that
// are also those of files (md, sh, rs, py, zip) are left out.
var topLevel = wordset.Of(`com org net edu gov mil int info biz io dev app ai co cloud tech online site store page xyz
		example test invalid eu uk de fr it es pt nl be ch at pl cz ru ua cn jp kr tw hk in br mx ar au nz ca us se no fi dk gr tr
		il ir sg vn th id my ph za ie hu ro bg lu lt lv ee sk si hr`)

func looksLikeHost(s string) bool {
	return hostForm.Get().MatchString(s) && topLevel.Has(s[strings.LastIndexByte(s, '.')+1:])
}

// shownHost gives the host that the text of a link shows: that of a web address in it,
// or the whole text when it is a host with or without a path.
func shownHost(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, start := range []string{"https://", "http://", "ftp://", "www."} {
		if i := strings.Index(text, start); i >= 0 {
			rest := strings.TrimPrefix(strings.Fields(text[i:])[0], "www.")
			if start == "www." {
				rest = "http://" + rest
			}
			if _, host := authority(rest); hostForm.Get().MatchString(strings.Trim(host, ".,;:!?")) {
				return strings.Trim(host, ".,;:!?")
			}
			return ""
		}
	}
	host, _, _ := strings.Cut(text, "/")
	host, _, _ = strings.Cut(host, ":")
	if !looksLikeHost(host) || host == text && isProduct(host) {
		return ""
	}
	return host
}

// isProduct reports whether a word of two labels is more often the name of a
// product or a library than a host: socket.io, ASP.NET.
func isProduct(host string) bool {
	name, end, _ := strings.Cut(host, ".")
	switch end {
	case "com", "org", "gov", "edu", "mil", "example", "test":
		return name == ""
	}
	return !strings.Contains(end, ".")
}

func sameSite(a, b string) bool {
	a, b = strings.TrimPrefix(a, "www."), strings.TrimPrefix(b, "www.")
	return a == b || strings.HasSuffix(a, "."+b) || strings.HasSuffix(b, "."+a)
}
