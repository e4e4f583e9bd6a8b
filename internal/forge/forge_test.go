package forge

import (
	"errors"
	"strings"
	"testing"
)

func TestPage(t *testing.T) {
	const br = "memory/deploy-window"
	for _, c := range []struct{ name, base, head, branch, want string }{
		{"GitHub", "https://github.com/example-org/app.git", "", br, "https://github.com/example-org/app/compare/main...memory/deploy-window?expand=1"},
		{"GitHub by ssh", "git@github.com:example-org/app.git", "", br, "https://github.com/example-org/app/compare/main...memory/deploy-window?expand=1"},
		{"GitHub by ssh on 443", "ssh://git@ssh.github.com:443/example-org/app.git", "", br, "https://github.com/example-org/app/compare/main...memory/deploy-window?expand=1"},
		{"a password is not shown", strings.Replace("https://ann·word@github.com/example-org/app", "·", ":", 1), "", br, "https://github.com/example-org/app/compare/main...memory/deploy-window?expand=1"},
		{"fork on GitHub", "https://github.com/example-org/app", "git@github.com:ann/app.git", br, "https://github.com/example-org/app/compare/main...ann:memory/deploy-window?expand=1"},
		{"renamed fork on GitHub", "https://github.com/example-org/app", "git@github.com:ann/my-app.git", br, "https://github.com/example-org/app/compare/main...ann:my-app:memory/deploy-window?expand=1"},
		{"GitHub Enterprise", "git@github.example.com:example-org/app.git", "", br, "https://github.example.com/example-org/app/compare/main...memory/deploy-window?expand=1"},
		{"signs in a branch", "https://github.com/example-org/app", "", "memory/a#b%c é", "https://github.com/example-org/app/compare/main...memory/a%23b%25c%20%C3%A9?expand=1"},
		{"GitLab", "git@gitlab.com:group/sub/app.git", "", br, "https://gitlab.com/group/sub/app/-/merge_requests/new?merge_request%5Bsource_branch%5D=memory%2Fdeploy-window&merge_request%5Btarget_branch%5D=main"},
		{"GitLab of one's own, with a port", "https://gitlab.example.com:8443/group/app.git", "", br, "https://gitlab.example.com:8443/group/app/-/merge_requests/new?merge_request%5Bsource_branch%5D=memory%2Fdeploy-window&merge_request%5Btarget_branch%5D=main"},
		{"the port of ssh is not that of the page", "ssh://git@gitlab.example.com:2222/group/app.git", "", br, "https://gitlab.example.com/group/app/-/merge_requests/new?merge_request%5Bsource_branch%5D=memory%2Fdeploy-window&merge_request%5Btarget_branch%5D=main"},
		{"fork on GitLab", "https://gitlab.com/group/app", "https://gitlab.com/ann/app", "b", "https://gitlab.com/ann/app/-/merge_requests/new?merge_request%5Bsource_branch%5D=b&merge_request%5Btarget_branch%5D=main"},
		{"Codeberg", "https://codeberg.org/ann/app.git", "", br, "https://codeberg.org/ann/app/compare/main...memory/deploy-window"},
		{"Gitea of one's own", "http://gitea.example.com:3000/ann/app.git", "", br, "http://gitea.example.com:3000/ann/app/compare/main...memory/deploy-window"},
		{"fork on Forgejo", "https://forgejo.example.com/team/app", "https://forgejo.example.com/ann/app2", br, "https://forgejo.example.com/team/app/compare/main...ann/app2:memory/deploy-window"},
		{"Bitbucket", "git@bitbucket.org:example/app.git", "", br, "https://bitbucket.org/example/app/pull-requests/new?source=memory%2Fdeploy-window&dest=main"},
		{"fork on Bitbucket", "git@bitbucket.org:example/app.git", "git@bitbucket.org:ann/app.git", "b", "https://bitbucket.org/ann/app/pull-requests/new?source=b&dest=example%2Fapp%3A%3Amain"},
		{"Azure", "https://org@dev.azure.com/org/My%20Project/_git/app", "", br, "https://dev.azure.com/org/My%20Project/_git/app/pullrequestcreate?sourceRef=memory%2Fdeploy-window&targetRef=main"},
		{"Azure by ssh", "git@ssh.dev.azure.com:v3/org/project/app", "", br, "https://dev.azure.com/org/project/_git/app/pullrequestcreate?sourceRef=memory%2Fdeploy-window&targetRef=main"},
		{"Azure by its old name", "https://org.visualstudio.com/project/_git/app", "", br, "https://org.visualstudio.com/project/_git/app/pullrequestcreate?sourceRef=memory%2Fdeploy-window&targetRef=main"},
		{"Azure by its old name and ssh", "org@vs-ssh.visualstudio.com:v3/org/project/app", "", br, "https://dev.azure.com/org/project/_git/app/pullrequestcreate?sourceRef=memory%2Fdeploy-window&targetRef=main"},
	} {
		if c.head == "" {
			c.head = c.base
		}
		got, err := Page(Request{Base: c.base, Into: "main", Head: c.head, Branch: c.branch})
		if err != nil || got != c.want {
			t.Errorf("%s:\n%s, %v, want\n%s", c.name, got, err, c.want)
		}
	}
}

func TestNoPage(t *testing.T) {
	for _, c := range []struct{ name, base, head, want string }{
		{"unknown host", "https://git.example.com/app.git", "", `what runs on "git.example.com" is not known`},
		{"only a part of the name", "https://notgithub.com/a/b", "", "not known"},
		{"another top", "https://github.com.example.org/a/b", "https://gitlab.com/a/b", "the branch goes to"},
		{"a path", "/srv/git/app.git", "", "a path"},
		{"a file", "file:///srv/git/app.git", "", "a path"},
		{"a path of Windows", `C:\git\app`, "", "a path"},
		{"a helper", "codecommit::https-no-url", "", "helper"},
		{"empty", "", "", "empty"},
		{"two hosts", "https://github.com/a/b", "https://gitlab.com/a/b", "the branch goes to"},
		{"Azure without a repository", "https://dev.azure.com/org", "", "organisation"},
		{"fork on Azure", "https://dev.azure.com/o/p/_git/a", "https://dev.azure.com/o/p/_git/b", "fork"},
	} {
		if c.head == "" {
			c.head = c.base
		}
		got, err := Page(Request{Base: c.base, Into: "main", Head: c.head, Branch: "b"})
		if !errors.Is(err, ErrNoPage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
}

// FuzzPage holds that whatever a remote is, a page is one line of ASCII on the web, without
// a user.
func FuzzPage(f *testing.F) {
	for _, url := range []string{"https://github.com/a/b", "git@gitlab.com:a/b/c", "https://u:p@bitbucket.org/a/b", "ssh://[::1]:22/a", "https://[::1]:8/a", "C:\\x", "a::b", "https://gitea.com/\x01/b", "https://github.com:x/y/z", "//", "git@github.com:/a b/c\"<"} {
		f.Add(url, url, "b")
	}
	f.Add("https://github.com/a/b", "https://github.com/\"><script>/b", "\x1b[2J\n")
	f.Fuzz(func(t *testing.T, base, head, branch string) {
		got, err := Page(Request{Base: base, Into: "main", Head: head, Branch: branch})
		if err != nil {
			if got != "" {
				t.Errorf("%q beside the error %v", got, err)
			}
			return
		}
		rest, ok := strings.CutPrefix(strings.Replace(got, "http://", "https://", 1), "https://")
		host, _, _ := strings.Cut(rest, "/")
		if !ok || strings.Contains(host, "@") || strings.ContainsFunc(got, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"<>`\\", r) }) {
			t.Errorf("%q", got)
		}
	})
}

func TestOwners(t *testing.T) {
	for remote, want := range map[string]string{
		"https://github.com/o/r.git": "", "git@github.example.com:o/r.git": "", "https://code.example.com/o/r": "", "/srv/r.git": "",
		"https://gitlab.com/o/r.git": ".gitlab/CODEOWNERS", "ssh://git@gitlab.example.com/o/r": ".gitlab/CODEOWNERS",
		"https://codeberg.org/o/r": ".gitea/CODEOWNERS", "https://gitea.com/o/r": ".gitea/CODEOWNERS", "https://gitea.example.com/o/r": ".gitea/CODEOWNERS", "https://forgejo.example.com/o/r": ".gitea/CODEOWNERS",
	} {
		paths := Owners(remote)
		if want == "" && paths != nil || want != "" && (len(paths) != 3 || paths[0] != "CODEOWNERS" || paths[1] != "docs/CODEOWNERS" || paths[2] != want) {
			t.Errorf("%s: %q, want the last to be %q", remote, paths, want)
		}
	}
}
