package scope

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"path"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// A Project is the repository that memories belong to, the same for every clone and
// work tree of it. The zero value is none.
type Project struct {
	// ID names the folder of the project: what a person recognises, a dash, a hash of
	// the identity. It has only a-z, 0-9, dot, dash and underscore, at most 68 bytes,
	// and is a name that every system allows.
	ID string

	identity string // host/path, scheme://host/path, or an absolute path
}

// String is the identity in words that are safe to print: host and path, or a path.
func (p Project) String() string {
	quoted := strconv.QuoteToGraphic(p.identity)
	return quoted[1 : len(quoted)-1]
}

// Location gives the host, in lower case and without a port, and the path below it, without
// the first slash and escapes. It is not ok for a path of this machine and for the scheme of
// a helper.
func (p Project) Location() (host, path string, ok bool) {
	host, path, ok = strings.Cut(p.identity, "/")
	return host, path, ok && host != "" && path != "" && (strings.HasPrefix(host, "[") || !strings.Contains(host, ":"))
}

// ProjectOf gives the project of a repository by the URL of its remote, in any form
// that git takes: https://host/path, ssh://host/path, user@host:path, file:///path or
// a path, which must be absolute. User, password and port make no difference, nor do
// scheme, .git, slashes too many, escapes and the case of the host. The case of the
// path does: on some hosts it counts. c:name is a host with a short name, c:/name and
// c:\name are paths. Errors never repeat the URL, since it may hold a password.
func ProjectOf(url string) (Project, error) {
	identity, err := normalURL(url)
	return project(identity), err
}

// ProjectAt gives the project of a repository without a remote by the absolute, real
// path of its main work tree. It is the project of a clone that has this path as its
// remote, too.
func ProjectAt(dir string) (Project, error) {
	if dir != "" && printableURL(dir) != nil {
		return Project{}, errors.New("the path of the repository holds a control character\nrename that folder, or add a remote, by whose URL the project is known then")
	}
	identity, err := normalPath(dir)
	return project(identity), err
}

func project(identity string) Project {
	if identity == "" {
		return Project{}
	}
	sum := sha256.Sum256([]byte(identity))
	short := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10])) // 80 bits: none is made to fit another
	return Project{ID: readable(identity) + "-" + short, identity: identity}
}

// maxElement is how many bytes of each of two path elements an ID shows.
const maxElement = 24

// readable is what a person recognises: the last two elements of identity.
func readable(identity string) string {
	elements := strings.FieldsFunc(identity, func(r rune) bool { return r == '/' })
	var shown []string
	for _, e := range elements[max(0, len(elements)-2):] {
		if e = plain(e); e != "" {
			shown = append(shown, e)
		}
	}
	name := strings.Join(shown, "-")
	if name == "" {
		return "project"
	}
	if reserved(name) {
		return "p-" + name
	}
	return name
}

// plain is as much of an element as may stand in a name; it neither starts nor ends
// with a dot or a dash.
func plain(element string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(element) {
		switch {
		case b.Len() == maxElement:
			return strings.Trim(b.String(), ".-")
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-':
			b.WriteRune(r)
		case !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), ".-")
}

// reserved reports whether Windows takes name for a device, as it does with anything
// behind the first dot.
// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
func reserved(name string) bool {
	stem, _, dotted := strings.Cut(name, ".")
	if !dotted {
		return false // the hash follows, and makes another word of it
	}
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	digit := strings.TrimPrefix(strings.TrimPrefix(stem, "com"), "lpt")
	return len(stem) == 4 && len(digit) == 1 && digit[0] >= '0' && digit[0] <= '9'
}

// normalPath is an absolute path with slashes, without .git at its end.
func normalPath(p string) (string, error) {
	if err := printableURL(p); err != nil {
		return "", err
	}
	drive := ""
	switch {
	case isDrive(p):
		drive, p = strings.ToLower(p[:2]), strings.ReplaceAll(p[2:], `\`, "/")
	case strings.HasPrefix(p, `\\`): // \\server\share
		p = strings.ReplaceAll(p, `\`, "/")
	case !strings.HasPrefix(p, "/"):
		return "", errors.New("the path of a repository must be absolute, or its URL must name a host")
	}
	if server, ok := strings.CutPrefix(p, "//"); ok && userIn(server) {
		return "", errors.New("the path of the repository has a user and a password, which only a URL such as https://host/path can have")
	}
	return norm.NFC.String(drive + withoutGit(p)), nil
}

// userIn reports whether user:password@ begins what is to be a server.
func userIn(server string) bool {
	colon, at := strings.IndexByte(server, ':'), strings.IndexByte(server, '@')
	return colon >= 0 && colon < at
}

// isDrive reports whether p is an absolute path of Windows, such as C:\x or c:/x.
func isDrive(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') && (p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z')
}

// withoutGit is p as a clean absolute path, without the .git that may end the name of
// a repository or be its git directory.
func withoutGit(p string) string {
	return path.Clean(strings.TrimSuffix(path.Clean("/"+p), ".git"))
}

func printableURL(url string) error {
	if strings.TrimSpace(url) == "" {
		return errors.New("the URL of the remote is empty")
	}
	if strings.ContainsFunc(url, func(r rune) bool { return r < ' ' || r == 0x7f }) {
		return errors.New("the URL of the remote holds a control character")
	}
	return nil
}
