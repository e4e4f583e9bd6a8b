package cli

import (
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const mark = "# " + scissors + "\n"

func TestCleanup(t *testing.T) {
	strip := cleanup{comment: "#", strip: true, diff: true}
	cases := []struct {
		name       string
		how        cleanup
		text, want string
	}{
		{"comments go", strip, "a\n# b\n#c\nd\n", "a\nd\n"},
		{"a comment begins at the first character", strip, "a\n # b\n", "a\n # b\n"},
		{"another character", cleanup{comment: ";", strip: true}, "a\n# b\n; c\n", "a\n# b\n"},
		{"a string", cleanup{comment: "//", strip: true}, "/ a\n// b\n", "/ a\n"},
		{"no comments are taken out", cleanup{comment: "#"}, "a\n# b\n", "a\n# b\n"},
		{"it is not known what begins comments", cleanup{strip: true, diff: true}, "a\n# b\n", "a\n# b\n"},
		{"the last line has no end", strip, "a\n# b", "a\n"},
		{"nothing", strip, "", ""},
		{"the diff goes", strip, "a\n" + mark + "# below\ndiff --git a/x b/x\n+b\n", "a\n"},
		{"the diff of a merge goes", strip, "a\n" + mark + "diff --cc x\n+b\n", "a\n"},
		{"no diff is left", strip, "a\n" + mark + "# below\n", "a\n"},
		{"what is no diff stays", strip, "a\n" + mark + "# below\nb\n", "a\nb\n"},
		{"a second mark", strip, "a\n" + mark + mark + "b\n" + mark + "diff --git\n", "a\nb\n"},
		{"nor is it one after a blank line", strip, "a\n" + mark + "\ndiff --git a/x b/x\n", "a\n\ndiff --git a/x b/x\n"},
		{"the mark is a line of its own", strip, "a " + mark + "diff --git a/x b/x\n", "a " + mark + "diff --git a/x b/x\n"},
		{"the mark of another character", strip, "; " + scissors + "\ndiff --git\n", "; " + scissors + "\ndiff --git\n"},
		{"whatever character begins the mark", cleanup{diff: true}, "a\n; " + scissors + "\n; below\ndiff --git\n", "a\n"},
		{"no word begins the mark", cleanup{diff: true}, "word " + scissors + "\ndiff --git\n", "word " + scissors + "\ndiff --git\n"},
		{"everything below goes", cleanup{comment: "#", cut: true}, "a\n# b\n" + mark + "c\n", "a\n# b\n"},
		{"without an editor the mark is text", cleanup{comment: "#"}, "a\n" + mark + "diff --git\n", "a\n" + mark + "diff --git\n"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := string(c.how.apply([]byte(c.text))); got != c.want {
				t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
			}
		})
	}
}

// Git itself takes out the same lines, and blanks besides.
func TestCleanupAgreesWithGit(t *testing.T) {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("#; ab\r\t")), 0, 5, -1)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(word, 0, 8).Draw(t, "lines"), "\n")
		git := exec.Command("git", "-c", "core.commentChar=#", "stripspace", "--strip-comments")
		git.Stdin = strings.NewReader(text)
		want, err := git.Output()
		if err != nil {
			t.Fatal(err)
		}
		got := cleanup{comment: "#", strip: true}.apply([]byte(text))
		if g, w := dense(string(got)), dense(string(want)); g != w {
			t.Errorf("%q becomes %q, want %q", text, g, w)
		}
	})
}

// dense is text without blanks at the ends of lines and without blank lines.
func dense(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}
