// Package forge knows where the hosts of repositories have the page on which a pull
// request is opened. It works on URLs alone and asks nobody.
package forge

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/teammem/teammem/internal/scope"
)

// A Request is a pull request that a person wants to open.
type Request struct {
	Base   string // URL of the repository that it is for, in any form that git takes
	Into   string // the branch there
	Head   string // URL of the repository that has the new branch; equal to Base, or a fork
	Branch string
}

// ErrNoPage means that there is no page, or that nobody can know it: the rest of the
// message says why. It never repeats a URL, which may hold a password.
var ErrNoPage = errors.New("no page for a pull request is known")

// A place is a repository on a host.
type place struct {
	web  string // scheme and host, with the port of https
	host string
	path string // owner and name, slash-separated
}

// Page gives the page on which r is opened.
func Page(r Request) (string, error) {
	base, err := placeOf(r.Base)
	if err != nil {
		return "", err
	}
	head, err := placeOf(r.Head)
	if err != nil {
		return "", err
	}
	if base.web != head.web {
		return "", fmt.Errorf("%w: the branch goes to %q and the reviewed branch is on %q", ErrNoPage, head.host, base.host)
	}
	page := pageOf(base.host)
	if page == nil {
		return "", fmt.Errorf("%w: what runs on %q is not known here", ErrNoPage, base.host)
	}
	return page(base, head, r)
}

// pageOf gives the kind of a host: by its name where everybody knows it, else by the
// name that people give to a server of that kind.
func pageOf(host string) func(base, head place, r Request) (string, error) {
	first, _, _ := strings.Cut(host, ".")
	switch {
	case host == "dev.azure.com", host == "ssh.dev.azure.com", strings.HasSuffix(host, ".visualstudio.com"):
		return azure
	case host == "bitbucket.org":
		return bitbucket
	case host == "codeberg.org", host == "gitea.com", first == "gitea", first == "forgejo":
		return gitea
	case isGitHub(host):
		return github
	case host == "gitlab.com", first == "gitlab":
		return gitlab
	}
	return nil
}

func isGitHub(host string) bool {
	return host == "github.com" || strings.HasPrefix(host, "github.") || strings.HasSuffix(host, ".ghe.com")
}

// IsGitHub reports whether a remote is on GitHub, and whether it is known what runs there at all.
func IsGitHub(remote string) (is, known bool) {
	p, err := placeOf(remote)
	if err != nil {
		return false, false
	}
	return isGitHub(p.host), pageOf(p.host) != nil
}

// Owners lists where the host of a remote looks for CODEOWNERS: the first that is there counts. It is nil for
// GitHub, and where that is not known.
// https://docs.gitlab.com/user/project/codeowners/#codeowners-file https://docs.gitea.com/usage/code-owners
func Owners(remote string) []string {
	p, err := placeOf(remote)
	first, _, _ := strings.Cut(p.host, ".")
	switch {
	case err != nil:
	case p.host == "gitlab.com", first == "gitlab":
		return OwnersOnGitLab()
	case p.host == "codeberg.org", p.host == "gitea.com", first == "gitea", first == "forgejo":
		return []string{"CODEOWNERS", "docs/CODEOWNERS", ".gitea/CODEOWNERS"}
	}
	return nil
}

// OwnersOnGitLab is Owners for GitLab, whatever its name.
func OwnersOnGitLab() []string {
	return []string{"CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"}
}

// Settings gives the host of a remote, "" where it is on none, and the page on which that host
// has the rules of branches, "" where it is not known.
func Settings(remote string) (host, page string) {
	p, err := placeOf(remote)
	if err != nil {
		return "", ""
	}
	first, _, _ := strings.Cut(p.host, ".")
	switch {
	case isGitHub(p.host):
		return p.host, p.url() + "/settings/rules"
	case p.host == "gitlab.com", first == "gitlab":
		return p.host, p.url() + "/-/settings/repository"
	}
	return p.host, ""
}

// github: https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/proposing-changes-to-your-work-with-pull-requests/using-query-parameters-to-create-a-pull-request
func github(base, head place, r Request) (string, error) {
	return base.url() + "/compare/" + segments(r.Into) + "..." + ofFork(base, head, ":") + segments(r.Branch) + "?expand=1", nil
}

// gitea is for Forgejo, too: https://docs.gitea.com/usage/pull-request
func gitea(base, head place, r Request) (string, error) {
	return base.url() + "/compare/" + segments(r.Into) + "..." + ofFork(base, head, "/") + segments(r.Branch), nil
}

// ofFork names the owner of a fork, and the fork where it has another name; "" when the
// branch is in the repository itself.
func ofFork(base, head place, between string) string {
	if base.path == head.path {
		return ""
	}
	owner, name := split(head.path)
	if _, same := split(base.path); same == name {
		return segments(owner) + ":"
	}
	return segments(owner) + between + segments(name) + ":"
}

func split(path string) (owner, name string) {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 0)], path[i+1:]
}

// gitlab opens it from the fork: https://docs.gitlab.com/user/project/merge_requests/creating_merge_requests/
func gitlab(_, head place, r Request) (string, error) {
	return head.url() + "/-/merge_requests/new?" + query("merge_request[source_branch]", r.Branch) + "&" + query("merge_request[target_branch]", r.Into), nil
}

// bitbucket is the page that Bitbucket Cloud itself names after a push; dest is
// OWNER/NAME::BRANCH for a fork.
func bitbucket(base, head place, r Request) (string, error) {
	into := r.Into
	if base.path != head.path {
		into = base.path + "::" + into
	}
	return head.url() + "/pull-requests/new?" + query("source", r.Branch) + "&" + query("dest", into), nil
}

// azure: https://learn.microsoft.com/azure/devops/repos/git/pull-requests
func azure(base, head place, r Request) (string, error) {
	if base.path != head.path {
		return "", fmt.Errorf("%w: for a fork on Azure DevOps; open it from the page of the fork", ErrNoPage)
	}
	web, path, ok := azurePlace(base)
	if !ok {
		return "", fmt.Errorf("%w: the URL of the remote has no organisation, project and repository as Azure DevOps has them", ErrNoPage)
	}
	return web + "/" + segments(path) + "/pullrequestcreate?" + query("sourceRef", r.Branch) + "&" + query("targetRef", r.Into), nil
}

// azurePlace gives the host and the path of a repository: ORG/PROJECT/_git/NAME, with the
// organisation in the host in the old form. By ssh it is v3/ORG/PROJECT/NAME.
func azurePlace(p place) (web, path string, ok bool) {
	elements := strings.Split(p.path, "/")
	if v3 := elements[0] == "v3"; v3 && len(elements) == 4 {
		return "https://dev.azure.com", elements[1] + "/" + elements[2] + "/_git/" + elements[3], true
	}
	ok = len(elements) > 1 && elements[len(elements)-2] == "_git"
	return p.web, p.path, ok
}

func (p place) url() string { return p.web + "/" + segments(p.path) }

// segments escapes a path, or the name of a branch in one; slashes stay.
func segments(path string) string {
	parts := strings.Split(path, "/")
	for i, s := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(s), ":", "%3A")
	}
	return strings.Join(parts, "/")
}

func query(key, value string) string { return url.QueryEscape(key) + "=" + url.QueryEscape(value) }

// placeOf reads the URL of a remote as the identity of a project is read.
func placeOf(remote string) (place, error) {
	project, err := scope.ProjectOf(remote)
	if err != nil {
		return place{}, fmt.Errorf("%w: %w", ErrNoPage, err)
	}
	host, path, ok := project.Location()
	if !ok {
		return place{}, fmt.Errorf("%w: the remote is a path or not on a host", ErrNoPage)
	}
	return place{web: webOf(remote, host), host: host, path: path}, nil
}

// webOf gives the scheme and the host of the pages. The port of https is theirs, too;
// that of ssh is not.
func webOf(remote, host string) string {
	u, err := url.Parse(remote)
	if err != nil {
		return "https://" + host // user@host:path is no URL
	}
	switch scheme := strings.ToLower(u.Scheme); {
	case scheme != "http" && scheme != "https":
		return "https://" + host
	case u.Port() != "":
		return scheme + "://" + host + ":" + u.Port()
	default:
		return scheme + "://" + host
	}
}
