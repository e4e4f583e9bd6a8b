package sync

import (
	"strings"
	"testing"
)

func file(at, text string) File { return File{Path: at, Data: []byte(text), Sum: SumOf([]byte(text))} }

func TestMerged(t *testing.T) {
	team := Team{Index: []byte("- [A](a.md) — our words\n- [Gone](gone.md) — no\n"), Files: []File{file("a.md", "x"), file("B.md", "y"), file("b.md", "z")}}
	plan := Make(team, Observed{Layout: Native, Private: []File{file("A.md", "p"), file("q.md", "q")}}, State{})
	text := string(plan.Steps[len(plan.Steps)-1].Data)
	for _, want := range []string{"- [A](team/a.md) — our words\n", "(team/B.md)", "(private/q.md)", "- `private/A.md` — the team has"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "gone.md") || len(plan.Overridden) != 1 || len(plan.Refused) != 1 || plan.Refused[0].Path != "b.md" {
		t.Errorf("%v %v\n%s", plan.Overridden, plan.Refused, text)
	}
}
