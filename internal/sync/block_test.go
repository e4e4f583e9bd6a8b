package sync

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// blockLaws holds that a block can be put in, renewed and taken out of any file, or that the
// file is refused and stays as it is.
func blockLaws(t interface{ Fatalf(string, ...any) }, file []byte, body, body2 string) {
	if had, _ := Marked(file); had != nil {
		return // whatever was outside of it comes back, which the laws hold for a file without
	}
	once, err := Mark(file, body)
	if err != nil {
		if got, _ := Unmark(file); !bytes.Equal(got, file) {
			t.Fatalf("%q is refused and becomes %q", file, got)
		}
		return
	}
	twice, err := Mark(once, body2)
	if err != nil {
		t.Fatalf("%q: %v", once, err)
	}
	if again, _ := Mark(twice, body2); !bytes.Equal(again, twice) {
		t.Fatalf("again: %q, then %q", twice, again)
	}
	if straight, _ := Mark(file, body2); !bytes.Equal(straight, twice) {
		t.Fatalf("at once %q, in two steps %q", straight, twice)
	}
	for _, f := range [][]byte{once, twice} {
		if own, _ := Marked(f); !isSealed(own) || isSealed(bytes.Replace(own, []byte("\n"), []byte("\nx"), 1)) {
			t.Fatalf("the seal of %q tells nothing", own)
		}
		if got, err := Unmark(f); err != nil || !bytes.Equal(got, file) || (got == nil) != (file == nil) {
			t.Fatalf("%q came back as %q, %v", file, got, err)
		}
	}
}

var blockParts = []string{"\n", "\r\n", "---", "# T", bom, "é", "\xff", " ", "<!-- x -->", "---\n", "\r", "```", "\n````\n", "~~~\n", "   ```go\n", "    ```\n",
	"\n" + beginLine + "\n", "\n" + madeLine, "\n" + endMark + " -->\n", "```\n" + beginLine + "\nx\n" + endMark + " -->\n```\n", "a\n"}

func TestBlockLaws(t *testing.T) {
	parts := rapid.SliceOfN(rapid.SampledFrom(blockParts), 0, 9)
	rapid.Check(t, func(t *rapid.T) {
		file := join(parts.Draw(t, "file"))
		if len(file) == 0 && rapid.Bool().Draw(t, "empty") {
			file = []byte{}
		}
		blockLaws(t, file, string(join(parts.Draw(t, "body"))), string(join(parts.Draw(t, "body2"))))
	})
}

func FuzzBlock(f *testing.F) {
	for _, part := range blockParts {
		f.Add([]byte(part), "x", part)
		f.Add([]byte("---\n"+part+"\n---\n"+part), part, "")
		f.Add([]byte(bom+part+"\r\n"+part), part+part, part)
	}
	f.Fuzz(func(t *testing.T, file []byte, body, body2 string) { blockLaws(t, file, body, body2) })
}

func join(parts []string) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func TestMarkShapes(t *testing.T) {
	made, b := string(block(madeLine, "x", "\n")), string(block(beginLine, "x", "\n"))
	code := "```\n" + b + "```\n"
	for _, c := range []struct {
		name, in, want string
		err            error
	}{
		{"no file", "", made, nil},
		{"no block", "# Mine", b + "# Mine", nil},
		{"byte order mark", bom + "a\n", bom + b + "a\n", nil},
		{"frontmatter", "---\na: b\n---\ntext\n", "---\na: b\n---\n" + b + "text\n", nil},
		{"frontmatter without a line end", "---\na: b\n---", "", errFront},
		{"frontmatter without a line end, and a blank", "---\na: b\n--- ", "", errFront},
		{"a rule at the top", "---\ntext\n", b + "---\ntext\n", nil},
		{"windows", "a\r\n", string(block(beginLine, "x", "\r\n")) + "a\r\n", nil},
		{"renewed", "a\n" + string(block(beginLine, "old", "\n")) + "z", "a\n" + b + "z", nil},
		{"renewed, of a file that sync made", string(block(madeLine, "old", "\n")) + "z", made + "z", nil},
		{"edited inside", strings.Replace(b, "x\n", "x\n- mine\n", 1), b, nil},
		{"code begun inside", strings.Replace(b, "x\n", "x\n```\n", 1), b, nil},
		{"in code with a fence that has words", "```\n``` x\n" + b + "```\n", b + "```\n``` x\n" + b + "```\n", nil},
		{"cut at its end", strings.TrimSuffix(b, "\n"), b, nil},
		{"only begin", beginLine + "\nx\n", "", errDamaged},
		{"below another file", "a\n" + bom + b + "z", "", errDamaged},
		{"only end", "x\n" + endMark + " -->\n", "", errDamaged},
		{"out of order", endMark + " -->\n" + beginLine + "\n", "", errDamaged},
		{"two", b + b, "", errTwo},
		{"in code", code + "a\n", b + code + "a\n", nil},
		{"in code and outside", string(block(beginLine, "old", "\n")) + code, b + code, nil},
		{"in code that is not closed", "~~~\n```\n" + b, b + "~~~\n```\n" + b, nil},
		{"behind code", code + b, code + b, nil},
		{"behind a longer fence", "````\n```\n" + b + "````\n", b + "````\n```\n" + b + "````\n", nil},
		{"no fence", "``` a`b\n" + string(block(beginLine, "old", "\n")), "``` a`b\n" + b, nil},
		{"indented code", "    ```\n" + string(block(beginLine, "old", "\n")), "    ```\n" + b, nil},
		{"in frontmatter of another", "---\n" + b + "---\n", "---\n" + b + "---\n", nil},
	} {
		in := []byte(c.in)
		if c.in == "" {
			in = nil
		}
		got, err := Mark(in, "x")
		if string(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: got %q, %v", c.name, got, err)
		}
	}
}

// TestEmptyStaysAFile holds that a file that was empty is empty again, and that one which
// sync made goes.
func TestEmptyStaysAFile(t *testing.T) {
	for name, file := range map[string][]byte{"none": nil, "empty": {}} {
		team := Team{Files: []File{file2("a.md")}}
		seen := Observed{Layout: Claude, Index: file}
		plan := Make(team, seen, State{})
		seen.Mirror, seen.Index = plan.Next.Base, last(plan).Data
		back := last(Make(Team{}, seen, plan.Next))
		if back.Path != "MEMORY.md" || (back.Kind == Remove) != (file == nil) || back.Kind == Write && (len(back.Data) != 0 || back.After != SumOf(nil)) {
			t.Errorf("%s: %+v", name, back)
		}
	}
}

func file2(at string) File { return file(at, "text of "+at) }

func last(p Plan) Step { return p.Steps[len(p.Steps)-1] }

// TestIndexWithoutState holds that the index which sync wrote is known by itself, and that an
// edit of it is kept.
func TestIndexWithoutState(t *testing.T) {
	for _, layout := range []Layout{Native, Claude} {
		wrote := last(Make(Team{Files: []File{file2("a.md")}}, Observed{Layout: layout}, State{})).Data
		for text, drafts := range map[string]int{
			string(wrote): 0,
			strings.ReplaceAll(string(wrote), "\n", "\r\n"):                0,
			strings.Replace(string(wrote), "\n", "\n- mine\n", 1):          1,
			strings.Replace(string(wrote), "written by", "written for", 1): map[Layout]int{Claude: 1}[layout],
		} {
			plan := Make(Team{Files: []File{file2("b.md")}}, Observed{Layout: layout, Index: []byte(text)}, State{})
			if len(plan.Drafts) != drafts {
				t.Errorf("%s: %q gives %v", layout, text, plan.Drafts)
			}
		}
	}
}

// TestBodyCannotEndTheBlock holds that words of the team neither end the block nor swallow
// what comes after it.
func TestBodyCannotEndTheBlock(t *testing.T) {
	got, err := Mark([]byte("mine\n"), endMark+" -->\n~~~~sh\nopen")
	if err != nil || !strings.Contains(string(got), "open\n~~~~\n"+endMark) || strings.Count(string(got), endMark) != 1 {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestRefusedIsLeftAlone holds that no step touches what the store could not read.
func TestRefusedIsLeftAlone(t *testing.T) {
	team := Team{Files: []File{file2("a.md"), file2("sub/b.md"), file2("c.md")}}
	seen := Observed{Layout: Native, Refused: []Refusal{{Path: "team/a.md"}, {Path: "team/sub"}, {Path: "MEMORY.md"}}}
	index := SumOf([]byte("index"))
	plan := Make(team, seen, State{Base: map[string]Sum{"a.md": SumOf([]byte("old"))}, Index: index})
	if plan.Next.Index != index || len(plan.Steps) != 1 || plan.Steps[0].Path != "team/c.md" || plan.Next.Base["a.md"] != SumOf([]byte("old")) {
		t.Errorf("steps %v, base %v", plan.Steps, plan.Next.Base)
	}
}
