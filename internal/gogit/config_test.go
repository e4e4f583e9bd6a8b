package gogit

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// configParts are what configurations are drawn from.
var configParts = []string{
	"[core]\n", "[core]", "[Remote \"Ori gin\"]\n", "[a \"x\\\"y\\\\z\"]", "[A.b-C.d]\n", "[a \"\"]\n", "[ a]\n", "[a  \t\"b\"]\r\n", "[a \"b\" ]\n", "[a", "[]\n", "]",
	"key", "Key-2", "key = ", "key=value\n", "\tkey = two words \n", "k = \"quoted ; \" # comment\n", "k = \"\" x\n", "k = a\\\nb\n", "k = \\t\\n\\b\\\\\\\"\n", "k = \\q\n",
	"k = a ; b\n", "k = \"open\n", "k = a  b   \\\n", "2k = v\n", "k_v = v\n", "k v\n", "; comment\n", "# comment\\\n", "\n", "\r\n", " ", "\ufeff", "=", "\"", "\\", "é", "k\r\n", "k = v\r\n",
}

// TestParseConfig holds what is read of a configuration to what git reads.
func TestParseConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config")
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(configParts), 0, 12).Draw(rt, "parts"), "")
		if rapid.Bool().Draw(rt, "begun") {
			text = "[s]\n" + text
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			rt.Fatal(err)
		}
		want, accepted := listedByGit(file)
		settings, ok := parseConfig(text)
		var got []string
		for _, s := range settings {
			line := s.key + "\n" + s.value
			if s.bare {
				line = s.key
			}
			got = append(got, line)
		}
		if ok != accepted || ok && blank(got) != blank(want) {
			rt.Errorf("%q is read as %q, %t; git: %q, %t", text, got, ok, want, accepted)
		}
	})
}

// blank makes tabs blanks: versions of git differ in what they make of them in a value.
func blank(lines []string) string {
	return strings.ReplaceAll(strings.Join(lines, "\x00"), "\t", " ")
}

func listedByGit(file string) (lines []string, ok bool) {
	cmd := exec.Command("git", "config", "--list", "-z", "--file", file)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Dir(file)}
	out, err := cmd.Output()
	if text := strings.TrimSuffix(string(out), "\x00"); text != "" {
		lines = strings.Split(text, "\x00")
	}
	return lines, err == nil
}

func FuzzParseConfig(f *testing.F) {
	for _, p := range configParts {
		f.Add("[s]\n" + p)
	}
	f.Fuzz(func(t *testing.T, text string) {
		settings, ok := parseConfig(text)
		if !ok && settings != nil {
			t.Errorf("a configuration that is refused has %v", settings)
		}
		for _, s := range settings {
			if s.key == "" || s.bare && s.value != "true" {
				t.Errorf("odd setting %+v", s)
			}
		}
	})
}

func TestTruth(t *testing.T) {
	for value, want := range map[string][2]bool{
		"true": {true, true}, "YES": {true, true}, "on": {true, true}, "1": {true, true}, "-1": {true, true}, "2k": {true, true},
		"false": {false, true}, "No": {false, true}, "off": {false, true}, "0": {false, true}, "": {false, true}, "0m": {false, true},
		"maybe": {true, false}, "k": {true, false}, "1kk": {true, false}, "t": {true, false},
	} {
		if on, ok := truth(value); ok != want[1] || ok && on != want[0] {
			t.Errorf("%q is %t, %t", value, on, ok)
		}
	}
}
