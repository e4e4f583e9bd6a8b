package git

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// RemoteURL gives the URL that git would fetch from, with insteadOf applied: that of the
// named remote, else of origin, else of the only one. It is "" when there is none of
// these. A relative path is made absolute from the main work tree, for every work tree
// the same. The URL may hold a password: it must not be printed. A named remote that does
// not exist, or an empty URL, is ErrUnknownRemote.
func (r *Repo) RemoteURL(ctx context.Context, remote string) (string, error) {
	name, _, err := r.pickRemote(ctx, remote)
	if err != nil || name == "" {
		return "", err
	}
	url, err := r.ask.RemoteURL(ctx, name)
	if err == nil && url == "" {
		return "", refuse(ErrUnknownRemote, `set it with "git remote set-url"`, "the URL of the remote %q is empty", name)
	}
	if err != nil || !isRelative(url) {
		return url, err
	}
	main, err := r.MainWorktree(ctx)
	return filepath.Join(main, url), err
}

// isRelative reports whether git takes url for a path that is not absolute: no colon
// comes before a slash.
func isRelative(url string) bool {
	colon, slash := strings.IndexByte(url, ':'), strings.IndexByte(url, '/')
	isPath := colon < 0 || slash >= 0 && slash < colon
	return isPath && url[0] != '/' && !filepath.IsAbs(url)
}

// pickRemote chooses a remote: the named one, else origin, else the only one. When it
// is "", why says so in words.
func (r *Repo) pickRemote(ctx context.Context, asked string) (name, why string, err error) {
	names, err := r.Remotes(ctx)
	switch {
	case err != nil:
		return "", "", err
	case asked != "" && !slices.Contains(names, asked):
		return "", "", refuse(ErrUnknownRemote, `correct "remote" in the policy, or run "git remote add"`,
			"there is no remote %q: this clone has %s", asked, listed(names))
	case asked != "":
		return asked, "", nil
	case slices.Contains(names, "origin"):
		return "origin", "", nil
	case len(names) == 1:
		return names[0], "", nil
	case len(names) == 0:
		return "", "this clone has no remote", nil
	}
	return "", fmt.Sprintf("this clone has the remotes %s and none of them is origin (name one as \"remote\" in the policy)", listed(names)), nil
}

// maxListed is how many names a message lists.
const maxListed = 10

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	quoted := make([]string, 0, maxListed+1)
	for i, n := range names {
		if i == maxListed {
			quoted = append(quoted, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		quoted = append(quoted, fmt.Sprintf("%q", printable(n)))
	}
	return strings.Join(quoted, ", ")
}

// Remotes lists the remotes that have a URL, sorted. A name that no ref can hold is left
// out: git can't fetch from it either. "git remote" would also list a name for which some
// configuration has only an option.
func (r *Repo) Remotes(ctx context.Context) ([]string, error) {
	values, err := r.ask.Config(ctx, Query{Keys: `remote\..*\.url`})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, v := range values {
		name := strings.TrimSuffix(strings.TrimPrefix(v.Key, "remote."), ".url")
		if name != "" && !strings.ContainsAny(name, " ~^:?*[\\\n") && !strings.Contains(name, "..") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
