package scope_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/scope"
)

// pass is a password that must show up nowhere.
const pass = "opensesame"

// kin are groups of URLs: those of one group are one project, those of two are two.
var kin = []struct {
	want string // what String gives
	urls []string
}{
	{"example.com/team/app", []string{
		"https://example.com/team/app.git", "https://example.com/team/app", "https://example.com/team/app/", "https://example.com/team/app.git///", "http://example.com/team/app",
		"HTTPS://Example.COM/team/app.git", "https://example.com.:443/team/app", "https://example.com:8443/team/app", "https://example.com:/team/app", "https://ann@example.com/team/app",
		"https://ann:" + pass + "@example.com/team/app", "https://" + pass + "@example.com:443/team/app.git", "https://ann:a%2F%40" + pass + "@example.com/team/app", "https://a@b:" + pass + "@example.com/team/app",
		"https://example.com/team/app?token=" + pass, "https://example.com/team/app.git#" + pass, "https://example.com//team//app", "https://example.com/team/./x/../app", "https://example.com/te%61m%2Fapp",
		"ssh://git@example.com/team/app.git", "ssh://git@example.com:2222/team/app.git", "ssh://example.com:22/team/app", "ssh://git:" + pass + "@EXAMPLE.com/team/app/", "git+ssh://git@example.com/team/app", "ssh+git://example.com/team/app",
		"git://example.com/team/app.git", "git://example.com:9418/team/app", "ftp://example.com/team/app", "ftps://example.com/team/app",
		"git@example.com:team/app.git", "example.com:team/app", "Ann.B@Example.com:/team/app.git/", "[example.com]:team/app", "[git@example.com:2222]:team/app.git", "git@[example.com:2222]:team/app.git",
		"ext::https://example.com/team/app", "https://example.com/team/app/.git",
	}},
	{"example.com/Team/app", []string{"https://example.com/Team/app", "git@example.com:Team/app.git"}},
	{"example.com/team/app.git", []string{"https://example.com/team/app.git.git"}},
	{"example.org/team/app", []string{"https://example.org/team/app", "git@example.org:team/app"}},
	{"example.com/team/other", []string{"https://example.com/team/other.git"}},
	{"example.com/app", []string{"git@example.com:app", "ssh://example.com/app.git"}},
	{"example.com/~ann/app", []string{"ssh://ann@example.com/~ann/app.git", "ann@example.com:~ann/app", "https://example.com/%7Eann/app"}},
	{"example.com/a b", []string{"https://example.com/a%20b", "example.com:a b"}},
	{"example.com/a%20b", []string{"example.com:a%20b", "https://example.com/a%2520b"}},
	{"example.com/a?b#c", []string{"ssh://example.com/a?b#c", "https://example.com/a%3Fb%23c"}},
	{"example.com/100%", []string{"https://example.com/100%", "https://example.com/100%25"}},
	{"example.com/a%zz", []string{"https://example.com/a%zz"}},
	{"example.com/\u00fc", []string{"https://example.com/%C3%BC", "https://example.com/u%CC%88", "example.com:\u00fc"}},
	{"b\u00fccher.example.com/a", []string{"https://B\u00dccher.example.com/a", "bu\u0308cher.example.com:a"}},
	{"[::1]/team/app", []string{"ssh://git@[::1]:22/team/app", "git@[::1]:team/app", "https://[::1]/team/app", "[::1]:team/app"}},
	{"github.com/team/app", []string{"ssh://git@ssh.github.com:443/team/app.git", "git@github.com:team/app.git"}},
	{"gitlab.com/team/app", []string{"ssh://git@altssh.gitlab.com:443/team/app.git", "https://gitlab.com/team/app"}},
	{"bitbucket.org/team/app", []string{"ssh://git@altssh.bitbucket.org:443/team/app.git", "git@bitbucket.org:team/app"}},
	{"example.com/@team/app", []string{"https://example.com:8443/@team/app", "example.com:@team/app"}},
	{"example.com/a/@team/app", []string{"https://example.com:8443/a/@team/app"}},
	{"codecommit://repo", []string{"codecommit://profile@repo", "codecommit://repo/"}},
	{"us-east-1://repo", []string{"codecommit::us-east-1://repo"}},
	{"/srv/git/app", []string{"/srv/git/app.git", "/srv/git/app", "/srv//git/./app/", "/srv/git/app/.git", "file:///srv/git/app.git", "FILE:///srv/git/%61pp", "file:////srv/git/app"}},
	{"/srv/a:b", []string{"/srv/a:b", "file:///srv/a:b"}},
	{"/server/share/app", []string{`\\server\share\app`, `\\server\share\app.git\`, "//server/share/app", "file://server/share/app"}},
	{"c:/src/app", []string{`C:\src\app`, "c:/src/app.git", `C:/src\app\`, "file:///C:/src/app", "file://C:/src/app"}},
	{"/a/b:c@d", []string{"/a/b:c@d"}},
	{"example.com/a/b@c", []string{"example.com:a/b@c", "git@example.com:a/b@c", "https://example.com/a/b@c"}},
	{"/", []string{"/", "file:///", "/.git"}},
	{"c/src/app", []string{"c:src/app", "ssh://c/src/app"}},
	{"/con.x", []string{"/con.x"}},
	{"/a/\u65e5\u672c", []string{"/a/\u65e5\u672c"}},
	{"/\u65e5\u672c", []string{"/\u65e5\u672c"}},
}

func TestProjectOf(t *testing.T) {
	owner := map[string]string{}
	for _, k := range kin {
		for _, url := range k.urls {
			p, err := scope.ProjectOf(url)
			if err != nil || p.String() != k.want {
				t.Errorf("%q is %q, %v; want %q", url, p, err, k.want)
				continue
			}
			if first, known := owner[p.ID]; known && first != k.want {
				t.Errorf("%q and %q share %s", first, k.want, p.ID)
			}
			owner[p.ID] = k.want
			checkProject(t, p)
		}
	}
	if len(owner) != len(kin) {
		t.Errorf("%d groups have %d ids", len(kin), len(owner))
	}
}

func TestProjectOfNonsense(t *testing.T) {
	for url, words := range map[string]string{
		"": "is empty", " \t": "is empty", "app": "must be absolute", "../app": "must be absolute", "./a:b": "must be absolute", "~/app": "must be absolute", ".": "must be absolute",
		":app": "names no host", "example.com:": "names a host and no repository", "https://": "names no host", "https:///app": "names no host", "https://example.com": "no repository",
		"https://example.com/": "no repository", "https://example.com/.git": "no repository", "https://example.com/..": "no repository", "https://.:1/a": "names no host", "ssh://:22/a": "names no host",
		"https://example.com:x/app": "port", "https://ann:" + pass + "/x@example.com/app": "%2F", "https://ann:12/" + pass + "@example.com/app": "%2F", "https://ann:#" + pass + "@example.com/app": "no repository",
		"ann:" + pass + "@example.com:team/app": "ssh://user@host/path", "ann:a/" + pass + "@example.com:team/app": "ssh://user@host/path", "ann:a:" + pass + "@example.com:a@b/c": "ssh://user@host/path",
		"https://exa mple.com/" + pass: "can't be", "-oProxyCommand=" + pass + ":a": "can't be", "ssh://-o" + pass + "/a": "can't be", "https://[::1/a": "can't be", "[::1:a": "in brackets",
		"https://example.com/a\nb": "control character", "https://example.com/a%0A" + pass: "control character", "/a\x00b": "control character", "file:///a%00b": "control character",
		"https:ann:" + pass + "@example.com/app": "two slashes", "HTTPS:/ann:" + pass + "@example.com/app": "two slashes", "ann:" + pass + "@example.com/team/app": "user:password@host",
		"//ann:" + pass + "@example.com/app": "only a URL", "file://ann:" + pass + "@example.com/app": "only a URL", `\\ann:` + pass + `@server\app`: "only a URL", "https//ann:" + pass + "@example.com/app": "must be absolute",
		"ext::sh -c " + pass: "helper", "file://": "no repository", "x]:a": "can't be", "a[b:c]:d": "can't be",
	} {
		p, err := scope.ProjectOf(url)
		if err == nil || p != (scope.Project{}) || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is %q, %v; want %q", url, p, err, words)
			continue
		}
		if strings.Contains(err.Error(), pass) {
			t.Errorf("%q: the error shows it: %v", url, err)
		}
	}
}

func TestProjectAt(t *testing.T) {
	if _, err := scope.ProjectAt("/srv/new\nline"); err == nil || !strings.Contains(err.Error(), "path of the repository") || !strings.Contains(err.Error(), "\nrename") {
		t.Errorf("a path of two lines: %v", err)
	}
	at, err := scope.ProjectAt("/srv/git/app")
	of, err2 := scope.ProjectOf("file:///srv/git/app.git")
	if err != nil || err2 != nil || at != of {
		t.Errorf("a repository is %q, %v and its clone %q, %v", at, err, of, err2)
	}
	for _, p := range []string{"", "app", "../app", "example.com:app", "https://example.com/app", "/a\nb"} {
		if got, err := scope.ProjectAt(p); err == nil {
			t.Errorf("%q is %q", p, got)
		}
	}
}

func TestProjectID(t *testing.T) {
	long := strings.Repeat("x", 300)
	for url, want := range map[string]string{
		"https://example.com/team/app": "team-app", "https://example.com/a/b/Team/My.App": "team-my.app", "git@example.com:app": "example.com-app", "/": "project",
		"/con.x": "p-con.x", "/lpt1.x/y": "p-lpt1.x-y", "/com10.x": "com10.x", "/con": "con", "/nul/x": "nul-x", "/../..": "project", "/...": "project",
		"/\u65e5\u672c": "project", "/a/\u65e5\u672c": "a", "/a b/c--d_$e": "a-b-c--d_-e", "/.hidden/-x-": "hidden-x", "/" + long + "/" + long: long[:24] + "-" + long[:24],
	} {
		p, err := scope.ProjectOf(url)
		if got := p.ID[:max(0, len(p.ID)-17)]; err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", url, p.ID, err, want)
		}
	}
	// A change of the rule would cut everybody off from what is stored.
	if p, _ := scope.ProjectOf("https://example.com/team/app"); p.ID != "team-app-mzwkxlgukd7pt77x" {
		t.Errorf("the id is now %s", p.ID)
	}
	if (scope.Project{}).String() != "" {
		t.Error("no project has words")
	}
	if p, _ := scope.ProjectOf("/a\u202eb\u200b"); strings.ContainsAny(p.String(), "\u202e\u200b") {
		t.Errorf("%q is not safe to print", p)
	}
}

var (
	goodID  = regexp.MustCompile(`^[a-z0-9_][a-z0-9._-]*-[a-z2-7]{16}$`)
	devices = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
)

func checkProject(t interface{ Errorf(string, ...any) }, p scope.Project) {
	if !goodID.MatchString(p.ID) || devices.MatchString(p.ID) || len(p.ID) > 68 {
		t.Errorf("%q has the id %q", p, p.ID)
	}
	if strings.Contains(p.ID+p.String(), pass) {
		t.Errorf("%q shows the password, id %q", p, p.ID)
	}
}

// forms writes one host and path in one of the many ways.
func forms(host, path string) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "part") }
		host := pick(host, strings.ToUpper(host), host+".")
		path := path + pick("", ".git", "/", ".git/", "//")
		if pick("scp", "url") == "scp" {
			return pick("", "git@", "Ann.B@") + host + ":" + pick("", "/") + path
		}
		escaped := strings.ReplaceAll(path, "a", pick("a", "%61"))
		return pick("ssh", "https", "http", "git", "SSH") + "://" + pick("", "git@", "u:"+pass+"@", pass+"@") + host + pick("", ":22", ":443", ":8443") + pick("/", "//") + escaped
	})
}

// TestProjectLaws holds that the forms of one repository are one project, and that
// another host or path is another one.
func TestProjectLaws(t *testing.T) {
	host := rapid.StringMatching(`[a-z][a-z0-9-]{0,8}[a-z]\.example\.(com|org)`)
	path := rapid.StringMatching(`[a-zA-Z0-9_~-]{1,6}(/[a-zA-Z0-9_~-]{1,30}){0,3}`)
	rapid.Check(t, func(t *rapid.T) {
		h, p := host.Draw(t, "host"), path.Draw(t, "path")
		h2, p2 := rapid.OneOf(rapid.Just(h), host).Draw(t, "host 2"), rapid.OneOf(rapid.Just(p), path).Draw(t, "path 2")
		a, err := scope.ProjectOf(forms(h, p).Draw(t, "a"))
		b, err2 := scope.ProjectOf(forms(h2, p2).Draw(t, "b"))
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		checkProject(t, a)
		if same := h == h2 && p == p2; (a == b) != same || (a.ID == b.ID) != same {
			t.Fatalf("%q and %q: %s, %s", a, b, a.ID, b.ID)
		}
	})
}

// FuzzProjectOf holds for any text: a good project or an error, and what follows user:
// in a URL shows up in neither.
func FuzzProjectOf(f *testing.F) {
	for _, k := range kin {
		for _, url := range k.urls {
			f.Add(url)
		}
	}
	for _, url := range []string{"[", "]:", "[]:a", "@:", "a@:b", "::", "a::b::c://d", "://", "file://%", "%", "https://%2f%40/a", "\\\\", "c:", "c:\\", "[a:b:c]:d", "\xff:\xff", "https://\xff/\xff", "//", "@[:"} {
		f.Add(url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		p, err := scope.ProjectOf(url)
		if err != nil {
			if p != (scope.Project{}) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q is %q and %v", url, p, err)
			}
			return
		}
		if !goodID.MatchString(p.ID) || devices.MatchString(p.ID) || len(p.ID) > 68 {
			t.Errorf("%q has the id %q", url, p.ID)
		}
		if again, err := scope.ProjectOf(url + "/"); !strings.ContainsAny(url, "?#:") && (err != nil || again != p) {
			t.Errorf("a slash makes %q of %q, %v", again, p, err)
		}
	})
}

func TestClaudeSlug(t *testing.T) {
	a200 := "/" + strings.Repeat("a", 199)
	for _, c := range []struct {
		dir  string
		want []string
	}{
		{"/home/ann/my_app.v2", []string{"-home-ann-my-app-v2"}},
		{`C:\Users\Ann\app`, []string{"C--Users-Ann-app"}},
		{"/a/b-c", []string{"-a-b-c"}},
		{"/a/b/c", []string{"-a-b-c"}},
		{"/caf\u00e9", []string{"-caf-"}},
		{"/cafe\u0301", []string{"-caf-"}},
		{"/a\xffb", []string{"-a-b"}},
		{"", []string{""}},
		{"/x\U0001f600y", []string{"-x--y", "-x-y"}},
		{a200, []string{"-" + a200[1:]}},
		{a200 + "b", []string{"-" + a200[1:] + "-b6ymvk"}},
		{a200[:199] + "\U0001f600", []string{"-" + a200[1:199] + "--b5wpam", "-" + a200[1:199] + "-"}},
		{a200 + "\U0001f600/\u00fc", []string{"-" + a200[1:] + "-f4gjwe", "-" + a200[1:] + "-t53c79"}},
	} {
		got := scope.ClaudeSlug(c.dir)
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("%q is\n%q, want\n%q", c.dir, got, c.want)
		}
	}
}
