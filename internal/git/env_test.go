package git

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCleanEnv(t *testing.T) {
	env := []string{
		"PATH=/bin", "HOME=/h", "LC_ALL=de_DE", "LANGUAGE=de", "GIT_DIR=/d", "GIT_COMMON_DIR=/c", "GIT_INDEX_FILE=i", "GIT_QUARANTINE_PATH=q", "GIT_CONFIG_GLOBAL=/g",
		"GIT_EXTERNAL_DIFF=x", "GIT_SSH_COMMAND=x", "GIT_ASKPASS=x", "GIT_PAGER=x", "GIT_TRACE=/t", "GIT_TRACE2_EVENT=/t", "GIT_EXEC_PATH=/e", "GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_PARAMETERS='a.b'='c'", "GIT_GRAFT_FILE=g", "GIT_SHALLOW_FILE=s", "GIT_REPLACE_REF_BASE=r", "GIT_ICASE_PATHSPECS=1", "GIT_NAMESPACE=n", "GIT_PREFIX=p/", "GIT_ALLOW_PROTOCOL=file",
	}
	got := cleanEnv(env)
	want := append([]string{"PATH=/bin", "HOME=/h", "GIT_DIR=/d", "GIT_COMMON_DIR=/c", "GIT_INDEX_FILE=i", "GIT_QUARANTINE_PATH=q", "GIT_CONFIG_GLOBAL=/g"}, imposed...)
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestTrusted(t *testing.T) {
	for _, c := range []struct {
		name string
		env  []string
		want []string
	}{
		{"nothing", nil, nil},
		{"command line", []string{`GIT_CONFIG_PARAMETERS='core.pager'='evil' 'safe.directory'='/a b' 'Safe.Directory'='/it'\''s' 'x.safe.directory'='/no'`}, []string{"/a b", "/it's"}},
		{"old form", []string{`GIT_CONFIG_PARAMETERS='safe.directory=/a'`}, []string{"/a"}},
		{"no value", []string{`GIT_CONFIG_PARAMETERS='safe.directory'`}, nil},
		{"variables", []string{"GIT_CONFIG_COUNT=3", "GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=evil", "GIT_CONFIG_KEY_1=safe.directory", "GIT_CONFIG_VALUE_1=*", "GIT_CONFIG_KEY_2=safe.directory", "GIT_CONFIG_KEY_3=safe.directory", "GIT_CONFIG_VALUE_3=/beyond"}, []string{"*"}},
		{"bad count", []string{"GIT_CONFIG_COUNT=-1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"}, nil},
		{"huge count", []string{"GIT_CONFIG_COUNT=999999999"}, nil},
	} {
		if got := SafeDirectories(c.env); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestParseVersion(t *testing.T) {
	for text, want := range map[string]version{
		"git version 2.39.5\n": {2, 39}, "git version 2.39.5 (Apple Git-154)\n": {2, 39}, "git version 2.47.0.windows.1": {2, 47}, "git version 3.0-rc1": {3, 0}, "git version 2.31": {2, 31},
	} {
		if got, ok := parseVersion(text); !ok || got != want {
			t.Errorf("%q is %v, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "git", "git version", "git version x.y", "git version 2", "hub version 2.39.5", "git version 2.", "git version -2.1", "git version 99999999999999999999.1"} {
		if got, ok := parseVersion(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
	if !(version{2, 30}).before(oldest) || !(version{1, 99}).before(oldest) || oldest.before(oldest) || (version{3, 0}).before(oldest) {
		t.Error("versions are in the wrong order")
	}
}

func TestClassify(t *testing.T) {
	for stderr, want := range map[string]error{
		"fatal: not a git repository (or any of the parent directories): .git\n":                                             ErrNotRepository,
		"fatal: detected dubious ownership in repository at '/r'\nTo add\n\n\tgit config --global --add safe.directory /r\n": ErrNotTrusted,
		"fatal: unsafe repository ('/r' is owned by someone else)\n":                                                         ErrNotTrusted,
		"fatal: cannot use bare repository '/r' (safe.bareRepository is 'explicit')\n":                                       ErrBare,
		"fatal: this operation must be run in a work tree\n":                                                                 ErrBare,
		"fatal: unknown repository extension found:\n\treftable\n":                                                           ErrUnsupported,
		"fatal: Expected git repo version <= 1, found 9\n":                                                                   ErrUnsupported,
		"error: index uses must extension, which we do not understand\nfatal: index file corrupt\n":                          ErrUnsupported,
		"error: bad index version 9\nfatal: index file corrupt\n":                                                            ErrUnsupported,
		"fatal: index file corrupt\n":                                                                                        ErrMalformed,
		"fatal: /r/.git/index: index file smaller than expected\n":                                                           ErrMalformed,
		"fatal: bad config line 9 in file .git/config\n":                                                                     ErrMalformed,
		"fatal: bad numeric config value 'x' for 'pack.window' in file .git/config: invalid unit\n":                          ErrMalformed,
		"fatal: loose object 11 (stored in x) is corrupt\n":                                                                  ErrMalformed,
		"fatal: transport 'file' not allowed\nfatal: could not fetch 11 from promisor remote\n":                              ErrMissingObject,
		"fatal: unable to read tree 11\n":                                                                                    ErrMissingObject,
		"fatal: bad object 11\n":                                                                                             ErrMissingObject,
		"error: Could not read 11\nfatal: Failed to traverse parents of commit 22\n":                                         ErrMissingObject,
	} {
		err := classify(&exitError{"x", 128, stderr})
		refusal, ok := err.(*Error)
		if !ok || refusal.Kind != want || refusal.Fix == "" {
			t.Errorf("%q is %#v, want %v and a fix", stderr, err, want)
		}
	}
	plain := classify(&exitError{"merge-base", 1, ""})
	if !saidNo(plain) || saidNo(classify(&exitError{"merge-base", 128, ""})) {
		t.Errorf("a plain no is %v", plain)
	}
}

func TestPrintable(t *testing.T) {
	got := printable("a\x1b[31m\"b\"\u202e\xff " + strings.Repeat("x", 1000))
	if strings.ContainsAny(got, "\x1b\u202e") || !utf8.ValidString(got) || strings.HasSuffix(got, "xxx...") || len(got) > 400 || !strings.Contains(got, `"b"`) {
		t.Errorf("not safe to print: %q", got)
	}
}
