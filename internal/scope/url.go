package scope

import (
	"errors"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// transport says of a scheme whether one server gives one repository by it and by the
// others that are, and whether ? and # are parts of its path.
// https://git-scm.com/docs/git-fetch#_git_urls
func transport(scheme string) (known, literal bool) {
	switch scheme {
	case "ssh", "git+ssh", "ssh+git", "git":
		return true, true
	case "https", "http", "ftps", "ftp":
		return true, false
	}
	return false, false
}

func normalURL(url string) (string, error) {
	if err := printableURL(url); err != nil {
		return "", err
	}
	if before, after, ok := strings.Cut(url, "::"); ok && isScheme(before) { // helper::address
		if url = after; !strings.Contains(url, "://") {
			return "", errors.New("the remote is read by a helper, and its address is no URL")
		}
	}
	scheme, rest, ok := strings.Cut(url, "://")
	switch scheme = strings.ToLower(scheme); {
	case ok && scheme == "file":
		return fileURL(rest)
	case ok && isScheme(scheme):
		return hostURL(scheme, rest)
	case isDrive(url) || strings.HasPrefix(url, `\\`) || !isSCP(url):
		return normalPath(url)
	}
	return scpURL(url)
}

func isScheme(s string) bool {
	for i, r := range strings.ToLower(s) {
		letter := r >= 'a' && r <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", r)) {
			return false
		}
	}
	return s != ""
}

// fileURL reads what follows file://. As in git, a host there is the server of a
// share: //server/share.
func fileURL(rest string) (string, error) {
	p := unescape(rest)
	switch {
	case p == "":
		return "", errNoRepository
	case len(p) > 1 && isDrive(p[1:]): // file:///C:/x
		return normalPath(p[1:])
	case isDrive(p):
		return normalPath(p)
	}
	return normalPath("//" + p)
}

var errNoRepository = errors.New("the URL of the remote names a host and no repository")

// hostURL reads what follows the scheme: user:password@host:port/path.
func hostURL(scheme, rest string) (string, error) {
	known, literal := transport(scheme)
	if !literal {
		if i := strings.IndexAny(rest, "?#"); i >= 0 { // never sent to a server as a part of the path
			rest = rest[:i]
		}
	}
	authority, p, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(authority, '@')
	if i := strings.IndexByte(p, '@'); at < 0 && strings.Contains(authority, ":") && i > 0 && p[i-1] != '/' {
		return "", errors.New("the URL of the remote may have a slash in its password: write it as %2F")
	}
	host, err := withoutPort(unescape(authority[at+1:]))
	if err != nil {
		return "", err
	}
	if !known {
		return unknownURL(scheme, host, unescape(p))
	}
	return hostPath(host, unescape(p))
}

// unknownURL is for the scheme of a helper, which has a meaning of its own.
func unknownURL(scheme, host, p string) (string, error) {
	err := printableURL(host + p)
	if err != nil {
		return "", err
	}
	return norm.NFC.String(scheme + "://" + host + strings.TrimSuffix(withoutGit(p), "/")), nil
}

// isSCP reports whether git takes url for user@host:path: a colon comes before any
// slash.
func isSCP(url string) bool {
	colon, slash := strings.IndexByte(url, ':'), strings.IndexByte(url, '/')
	return colon >= 0 && (slash < 0 || colon < slash)
}

// scpURL reads user@host:path, also with [host:port] or [address] for the host.
func scpURL(url string) (string, error) {
	colon := strings.IndexByte(url, ':')
	open := strings.IndexByte(url, '[')
	bracketed := open == 0 || open > 0 && open < colon && url[open-1] == '@'
	if bracketed {
		end := strings.Index(url, "]:") // past the colons of an address
		if end < open {
			return "", errors.New("the URL of the remote has a host in brackets and no path behind it")
		}
		colon = end + 1
	}
	host, p := url[:colon], url[colon+1:]
	if known, _ := transport(strings.ToLower(host)); known {
		return "", errors.New("the URL of the remote lacks the two slashes behind its scheme")
	}
	if !strings.Contains(host, "@") && passwordIn(p) {
		return "", errors.New("the URL of the remote looks like user:password@host, which git can't read: write ssh://user@host/path")
	}
	if bracketed {
		host = bare(host[open:])
	}
	host, err := withoutPort(host[strings.LastIndexByte(host, '@')+1:])
	if err != nil {
		return "", err
	}
	return hostPath(host, p)
}

// passwordIn reports whether what follows the first colon looks like password@host:path
// or password@host/path.
func passwordIn(p string) bool {
	before, behind, ok := strings.Cut(p, "@")
	return ok && before != "" && (strings.Contains(behind, ":") || !strings.Contains(before, "/"))
}

// bare takes the brackets off what is no address: [user@host:port].
func bare(bracketed string) string {
	inner := bracketed[1 : len(bracketed)-1]
	host := inner[strings.LastIndexByte(inner, '@')+1:]
	if strings.Count(host, ":") > 1 {
		return "[" + host + "]"
	}
	return host
}

// withoutPort is a host in its one form.
func withoutPort(host string) (string, error) {
	port := ""
	if colon := strings.LastIndexByte(host, ':'); colon > strings.IndexByte(host, ']') {
		host, port = host[:colon], host[colon+1:]
	}
	host = strings.TrimSuffix(strings.ToLower(norm.NFC.String(host)), ".")
	name := host
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		name = strings.ReplaceAll(host[1:len(host)-1], ":", "")
	}
	switch {
	case strings.Trim(port, "0123456789") != "":
		return "", errors.New("the port in the URL of the remote is not a number; in a password write : as %3A, / as %2F and @ as %40")
	case name == "":
		return "", errors.New("the URL of the remote names no host")
	case name[0] == '-' || strings.ContainsAny(name, " /\\@:?#[]<>\"'`{}|^%*$&;()!"):
		return "", errors.New("the URL of the remote names a host that can't be")
	}
	return mainHost(host), nil
}

// mainHost is the name under which a host that also listens for ssh on port 443 is
// known otherwise.
// https://docs.github.com/authentication/troubleshooting-ssh/using-ssh-over-the-https-port
// https://docs.gitlab.com/user/ssh/ https://support.atlassian.com/bitbucket-cloud/docs/troubleshoot-ssh-issues/
func mainHost(host string) string {
	switch host {
	case "ssh.github.com":
		return "github.com"
	case "altssh.gitlab.com":
		return "gitlab.com"
	case "altssh.bitbucket.org":
		return "bitbucket.org"
	}
	return host
}

func hostPath(host, p string) (string, error) {
	if err := printableURL(host + p); err != nil {
		return "", err
	}
	p = withoutGit(p)
	if p == "/" {
		return "", errNoRepository
	}
	return norm.NFC.String(host + p), nil
}

// unescape replaces %XX; like git it leaves what is no escape as it is.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if hi, lo := hexDigit(s[i+1]), hexDigit(s[i+2]); hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexDigit(c byte) int {
	if c >= 'A' && c <= 'F' {
		c += 'a' - 'A'
	}
	return strings.IndexByte("0123456789abcdef", c)
}
