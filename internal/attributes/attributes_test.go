package attributes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/attributes"
	"github.com/teammem/teammem/internal/source"
)

const memory = ".agent/team-memory/note.md"

// given says what p gets, sorted, as it stands in files.
func given(files map[string]string, p string) string {
	texts := map[string]*source.Text{}
	for name, text := range files {
		texts[name] = source.NewText([]byte(text))
	}
	var out []string
	for _, g := range attributes.NewSet(".agent/team-memory", ".md", texts).Of(p) {
		if g.State != attributes.Unspecified {
			out = append(out, g.String())
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

var attributeTests = []struct {
	name, root string
	want       string
}{
	{"nothing", "# comment\n\n  \n", ""},
	{"name at any depth", "*.md -diff", "-diff"},
	{"exact name", "note.md filter=x", "filter=x"},
	{"other name", "notes.md -diff", ""},
	{"star does not cross folders", ".agent/* -diff", ""},
	{"folder alone", ".agent/ -diff", ""},
	{"folder without slash", ".agent -diff", ""},
	{"all below", ".agent/** -diff", "-diff"},
	{"leading slash", "/.agent/**/*.md -diff", "-diff"},
	{"any folders", "**/note.md -diff", "-diff"},
	{"any folders in the middle", ".agent/**/note.md -diff", "-diff"},
	{"two stars inside a name", ".agent/team-memory/no**.md -diff", "-diff"},
	{"question mark", "not?.md -diff", "-diff"},
	{"class", "[m-o]ote.[!x]d -diff", "-diff"},
	{"class takes no slash", ".agent[!x]team-memory/*.md -diff", ""},
	{"class with bracket", "[]n]ote.md -diff", "-diff"},
	{"named class", "[[:alpha:]]ote.md -diff", "-diff"},
	{"open class", "[note.md -diff", ""},
	{"escape", `\note.md -diff`, "-diff"},
	{"quoted", `"no\164e.md" -diff`, "-diff"},
	{"quote never closed", `"note.md -diff`, ""},
	{"later line wins", "*.md -diff\n*.md diff\n", "diff"},
	{"later word wins", "*.md -diff diff", "diff"},
	{"taken back", "*.md -diff\n.agent/** !diff\n", ""},
	{"another attribute stays", "*.md -diff text\n.agent/** !diff\n", "text"},
	{"built-in macro", "*.md binary", "-diff -merge -text binary"},
	{"macro", "[attr]hide -diff linguist-generated\n*.md hide", "-diff hide linguist-generated"},
	{"macro defined later", "*.md hide\n[attr]hide -diff", "-diff hide"},
	{"macro of a macro", "[attr]a b\n[attr]b -diff\n*.md a", "-diff a b"},
	{"macro of itself", "[attr]a a -diff\n*.md a", "-diff a"},
	{"macro not set", "[attr]a -diff\n*.md -a", "-a"},
	{"macro taken back", "[attr]a -diff\n*.md a\n*.md !a", ""},
	{"word after the macro", "*.md binary diff", "-merge -text binary diff"},
	{"negative pattern", "!*.md -diff", ""},
	{"bad name drops the line", "*.md -diff\n*.md diff @x", "-diff"},
	{"long line is passed over", "*.md -diff\n*.md diff " + strings.Repeat("x", 2100), "-diff"},
	{"byte order mark and CRLF", "\uFEFF*.md -diff\r\n", "-diff"},
	{"many stars", "*o" + strings.Repeat("*", 500) + "t*.md -diff", "-diff"},
	{"longer than the path", ".agent/team-memory/note.md" + strings.Repeat("?", 100) + " -diff", ""},
	{"name with folders", "**/team-memory/note.md -diff", "-diff"},
	{"later line by name", "*.md -diff\nnote.md diff\n.agent/team-memory/note.md -diff\n", "-diff"},
	{"value", "*.md linguist-language=Text eol=lf", "eol=lf linguist-language=Text"},
}

func TestOf(t *testing.T) {
	for _, tt := range attributeTests {
		t.Run(tt.name, func(t *testing.T) {
			if got := given(map[string]string{".gitattributes": tt.root}, memory); got != tt.want {
				t.Errorf("%q gives %q, want %q", tt.root, got, tt.want)
			}
		})
	}
}

// TestGitAgrees asks git the same.
func TestGitAgrees(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal("git is missing, and the tests need it: ", err)
	}
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command(git, append([]string{"-c", "core.ignorecase=false"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	run("init", "-q")
	for _, tt := range attributeTests {
		if err := os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte(tt.root), 0o644); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range strings.Lines(run("check-attr", "-a", memory)) {
			_, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
			name, value, _ := strings.Cut(rest, ": ")
			switch value {
			case "set":
				got = append(got, name)
			case "unset":
				got = append(got, "-"+name)
			default:
				got = append(got, name+"="+value)
			}
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: git gives %q, the test wants %q", tt.name, s, tt.want)
		}
	}
}

func TestFolders(t *testing.T) {
	files := map[string]string{
		".gitattributes":                    "[attr]hide -diff\n*.md text\n",
		".agent/.gitattributes":             "team-memory/*.md hide\n[attr]hide filter=x\n",
		".agent/team-memory/.gitattributes": "note.md -text\n",
		"docs/.gitattributes":               "* ident\n",
	}
	if got, want := given(files, memory), "-diff -text hide"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := given(files, ".agent/team-memory/sub/note.md"), "-text"; got != want {
		t.Errorf("below: got %q, want %q", got, want)
	}
	if got := given(map[string]string{".gitattributes": "NOTE.MD -diff\n"}, memory); got != "-diff" {
		t.Errorf("on a disk that ignores case git gives -diff, got %q", got)
	}
}

func TestWitnesses(t *testing.T) {
	set := attributes.NewSet(".agent/team-memory", ".md", map[string]*source.Text{
		".gitattributes":        source.NewText([]byte("*.md -diff\n.agent/team-memory/[p-r]_?*.md -diff\nsrc/ -diff\nsrc/*.md -diff\n*.png binary\n.agent/team-memory/*.sh -diff\na.md x\n")),
		".agent/.gitattributes": source.NewText([]byte("secret_*.md -diff\n")),
	})
	if got, want := set.Witnesses(), []string{".agent/team-memory/p_xx.md", ".agent/team-memory/secret_x.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if set.Costly() != 3 {
		t.Errorf("%d costly patterns, want 3", set.Costly())
	}
}

func FuzzOf(f *testing.F) {
	for _, tt := range attributeTests {
		f.Add(tt.root)
	}
	for _, s := range []string{"\"\\", "\"\\4", "[", "[]", "[[:", "[[:x:]]", "[\\", "\\", "[a-", "* =", "[attr]", "**/**/** x", "\xff [\xff-\xfe] x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { given(map[string]string{".gitattributes": s}, memory) })
}
