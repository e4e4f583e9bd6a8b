package scope_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/source"
)

// columns are the readers whose marks stand in the table: P for private, team, - for no
// scope, none for no frontmatter, E for an error. They keep the emulations honest.
var columns = []string{
	"adrg", "adrg with yaml.v3", "gray-matter, yaml.v3", "front-matter, yaml.v3", "remark, yaml.v3",
	"claude-code, yaml.v3", "plain pattern, yaml.v3", "python-frontmatter, yaml.v2",
}

// differentials are texts that hide something from one reader and not from the next.
var differentials = []struct{ name, text, marks string }{
	{"byte order mark", "\ufeff---\nscope: private\n---\n", "- - P P P none none none"},
	{"blank lines first", "\n\n---\nscope: private\n---\n", "P P none none none none none P"},
	{"cr alone", "---\rscope: private\r---\r", "- - - P P none none P"},
	{"not closed", "---\nscope: private\n", "- - P none none none none none"},
	{"toml", "+++\nscope = \"private\"\n+++\n", "P - none none none none none none"},
	{"json", ";;;\n{\"scope\":\"private\"}\n;;;\n", "P - none none none none none none"},
	{"json object", "{\n\"scope\":\"private\"\n}\n\n", "P - none none none none none none"},
	{"dashes with yaml", "---yaml\nscope: private\n---\n", "P - P none none none none none"},
	{"dashes with toml", "---toml\nscope = \"private\"\n---\n", "P - E none none none none none"},
	{"dashes with json", "---json\n{\"scope\":\"private\"}\n---\n", "P - P none none none none none"},
	{"dashes with js", "---js\n{scope: \"private\"}\n---\n", "- - P none none none none none"},
	{"four dashes", "----\nscope: private\n---\n", "- - none none none none none P"},
	{"four dashes twice", "----\nscope: private\n----\n", "- - none none none none none P"},
	{"no-break space on the fence", "---\u00a0\nscope: private\n---\n", "P P P none none P none P"},
	{"indented fence", " ---\nscope: private\n---\n", "P P none none none none none P"},
	{"indented dashes in a text block", "---\ndescription: |\n  a\n  ---\nscope: private\n---\n", "- - P P P - P P"},
	{"dashes in a value", "---\nname: a---\nscope: private\n---\n", "P P P P P - P P"},
	{"dashes at the start of a line", "---\nname: a\n---b: c\nscope: private\n---\n", "P P - P P - - P"},
	{"dots", "---\nname: a\n...\nscope: private\n---\n", "- - - - - - - -"},
	{"given twice", "---\nscope: private\nscope: team\n---\n", "team E E E E E E team"},
	{"given twice, the other way", "---\nscope: team\nscope: private\n---\n", "P E E E E E E P"},
	{"another case", "---\nScope: private\n---\n", "P P P P P P P P"},
	{"merge", "---\nx: &x {scope: private}\n<<: *x\n---\n", "P P P P P P P P"},
	{"alias", "---\nx: &x private\nscope: *x\n---\n", "P P P P P P P P"},
	{"tag", "---\ntype: !!binary dXNlcg==\n---\n", "P P P P P P P P"},
	{"tab", "---\nmetadata:\n\tscope: private\n---\n", "E E E E E E E E"},
	{"line separator", "---\nscope: team #\u2028scope: private\n---\n", "P E E E E E E P"},
	{"next line", "---\nname: a\u0085scope: private\n---\n", "P P P P P P P P"},
	{"long s in json", ";;;\n{\"\u017fcope\":\"private\"}\n;;;\n", "- - none none none none none none"},
	{"not utf-8", "---\nname: \xff\nscope: private\n---\n", "E E E E E E E E"},
	{"second block", "---\nscope: team\n---\n---\nscope: private\n---\n", "team team team team team team team team"},
	{"empty first block", "---\n---\nscope: private\n---\n", "- - - - - - P -"},
	{"later block", "# a --- b\n\n---\nscope: private\n---\n", "- - none P none none none none"},
	{"blanks on the fence", "--- \nname: a\n---\n\n---\nscope: private\n---\n", "- - - - - - none -"},
	{"blanks on the fence, keys in the body", "--- \nname: a\n---\nscope: private\n\n---\n", "- - - P - - none -"},
	{"equal signs", "= yaml =\nscope: private\n= yaml =\n", "- - none P none none none none"},
	{"list", "---\nscope: [private, team]\n---\n", "P P P P P P P P"},
	{"brackets", "---\n{scope: private}\n---\n", "P P P P P P P P"},
	{"question mark", "---\n? scope\n: private\n---\n", "P P P P P P P P"},
	{"escape in the value", "---\nscope: \"pri\\u0076ate\"\n---\n", "P P P P P P P P"},
	{"escape in the key", "---\n\"sc\\u006fpe\": private\n---\n", "P P P P P P P P"},
	{"over two lines", "---\nscope:\n  private\n---\n", "P P P P P P P P"},
	{"quotation that swallows keys", "---\nname: 'a\ntype: user\nx: 'b\n---\n", "E E E E E E E E"},
	{"bracket that swallows keys", "---\nx: [\nscope: private\n]\n---\n", "- - - - - - - -"},
	{"metadata", "---\nmetadata:\n  type: user\n---\n", "P P P P P P P P"},
	{"metadata in brackets", "---\nmetadata: {type: user}\n---\n", "P P P P P P P P"},
	{"no fences", "scope: private\n\nText.\n", "- - none none none none none none"},
	{"only a closing fence", "scope: private\n---\n", "- - none none none none none none"},
}

func TestDifferentials(t *testing.T) {
	all := map[string]reader{}
	for _, r := range readers() {
		all[r.name] = r
	}
	for _, d := range differentials {
		t.Run(d.name, func(t *testing.T) {
			if got := scope.InTeamDir(memory.Parse(source.NewText([]byte(d.text)))); got.Scope != scope.Private {
				t.Errorf("decided %v, want private", got)
			}
			var marks []string
			for _, c := range columns {
				marks = append(marks, mark(all[c], d.text))
			}
			if got := strings.Join(marks, " "); got != d.marks {
				t.Errorf("readers see\n%s, want\n%s", got, d.marks)
			}
		})
	}
}

// FuzzReaders holds the promise: if any reader sees a private scope or the type user,
// so do we.
func FuzzReaders(f *testing.F) {
	for _, d := range differentials {
		f.Add(d.text)
		f.Add(strings.ReplaceAll(d.text, "\n", "\r\n"))
	}
	for _, front := range []string{
		"name: a\ntype: project\nscope: team", "name: a: b\ntype: user", "a: [b, {c: d}]\ntype: feedback", "a: |\n  type: user\nb: >-\n  c",
		"- type: user", "a:\n- type: user", "\"type\": 'user'", "type : user", "type:user", "type: @user", "type: user # me", "type: \"user\" x",
		"x: \"a\n  type: user\n  b\"", "x: {a: b,\n  scope: private}", "%YAML 1.1\nscope: private", "metadata: \n  scope: private\n  type: project",
		"scope: pri\u200bvate", "scope: \uff50rivate", "\uff53cope: private", "x: y #\rscope: private", "x: 'it''s'\ntype: 'us''er'", "scope: >\n private",
		"description: a\n  b\ntype: project", "tags: [\n  a\n]\nscope: private", "x: \"\\\ntype: user\"", "x: - a\n  - b", "'a\n type': user",
	} {
		f.Add("---\n" + front + "\n---\n\nBody.\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 || strings.Count(text, "*") > 8 {
			return // a bomb is for the libraries to mind
		}
		if name := betrayer(text); name != "" {
			t.Errorf("%s sees private, we decide team: %q", name, text)
		}
	})
}

var everyReader = readers()

// betrayer names a reader that sees private where we decide team, or is "".
func betrayer(text string) string {
	if scope.InTeamDir(memory.Parse(source.NewText([]byte(text)))).Scope == scope.Private {
		return ""
	}
	for _, r := range everyReader {
		if mark(r, text) == "P" {
			return r.name
		}
	}
	return ""
}

// dissenter names a reader that does not see the type and scope that we see in a text
// with which we find nothing wrong, or is "". A reader that goes line by line may be
// misled by keys deeper down; one that knows only LF is excused from CRLF.
func dissenter(text string) string {
	m := memory.Parse(source.NewText([]byte(text)))
	if len(m.Problems) > 0 {
		return ""
	}
	want := [2]string{m.Value("scope"), m.Value("type")}
	for _, r := range everyReader {
		_, how, _ := strings.Cut(r.name, ", ")
		if how != "" && how != "yaml.v3" || strings.HasPrefix(r.name, "plain") && strings.Contains(text, "\r") {
			continue
		}
		keys, _, err := r.read(text)
		if got := [2]string{lookUp(keys, "scope"), lookUp(keys, "type")}; err != nil || got != want {
			return fmt.Sprintf("%s (%v, %q not %q)", r.name, err, got, want)
		}
	}
	return ""
}

func lookUp(keys map[string]any, key string) string {
	if v, ok := keys[key]; ok {
		return text(v)
	}
	return text(asMap(keys["metadata"])[key])
}

func text(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// Pieces of frontmatter that collide often when they are thrown together.
var pieces = []string{
	"scope", "type", "metadata", "name", "description", ":", ": ", " : ", "private", "user", "team", "project", "\n", "\n", "\n  ", "\n    ", "\n- ", "\n  - ",
	"'", "\"", "''", "\\", "[", "]", "{", "}", ", ", " #", "#", "|", ">-", "|2", "? ", "! ", "!!str ", "&a ", "*a", "<<: ", "%", "@", "`", "-", "--", "...", "\t", " ", "  ",
	"\r", "\r\n", "\u00a0", "\u0085", "\u2028", "\ufeff", "\u200b", "\v", "\x00", "\\u0076", "x", "x: y", "\nx: y\n", "\ntype: project", "\nscope: team", "= yaml =", "\n---\n", "---",
}

// The same promise on texts made of pieces, which come to the point sooner.
func TestReadersOnPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inner := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 16).Draw(t, "pieces"), "")
		frame := rapid.SampledFrom([]string{"---\n%s\n---\n\nBody.\n", "---\nname: x\n%s\ntype: project\n---\n", "---\nname: x\ntype: project\n---\n%s\n", "%s"}).Draw(t, "frame")
		text := strings.Replace(frame, "%s", inner, 1)
		if name := betrayer(text); name != "" {
			t.Fatalf("%s sees private, we decide team: %q", name, text)
		}
		if name := dissenter(text); name != "" {
			t.Fatalf("%s reads something else: %q", name, text)
		}
	})
}
