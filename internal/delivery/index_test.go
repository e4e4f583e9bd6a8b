package delivery

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/sync"
)

func TestTeamLines(t *testing.T) {
	index := "\ufeff# Team\r\n\r\nRead these first.\n\n" +
		"- [Deploys](deploy.md) — on Tuesdays,\n  see [CI](<sub/c i.md>)\n" +
		"* **[Gone](gone.md)** — was deleted\n" +
		"1. no link at all\n" +
		"- [Old](archive/old.md) — archived\n" +
		"- [Docs](../../docs/x.md) — of the repository\n" +
		"- [Deploys](deploy.md) — again\n" +
		"\n---\n\n| file | what |\n|---|---|\n| [tab](tab.md) | a table |\n<!-- a comment -->\n"
	files := []sync.File{
		{Path: "archive/old.md", Name: "old", Archived: true},
		{Path: "deploy.md", Name: "deploys", Changed: day(3)},
		{Path: "new.md", Name: "new]one", Description: "not in the index (yet)", Changed: day(1)},
		{Path: "nameless.md"},
		{Path: "sub/c i.md", Name: "ci", Changed: day(2)},
		{Path: "tab.md", Name: "tab", Changed: day(4)},
	}
	want := []Line{
		{Text: "# Team"},
		{Text: "Read these first."},
		{Path: "team/deploy.md", Text: "[Deploys](team/deploy.md) — on Tuesdays, see [CI](<team/sub/c i.md>)", Changed: day(3)},
		{Text: "no link at all"},
		{Text: "[Docs](../../docs/x.md) — of the repository"},
		{Text: "[Deploys](team/deploy.md) — again"},
		{Text: "| file | what |"},
		{Text: "|---|---|"},
		{Path: "team/tab.md", Text: "| [tab](team/tab.md) | a table |", Changed: day(4)},
		{Text: "<!-- a comment -->"},
		{Path: "team/new.md", Text: `[new]one](team/new.md) — not in the index (yet)`, Changed: day(1)},
		{Path: "team/nameless.md", Text: "[nameless](team/nameless.md)"},
	}
	if diff := cmp.Diff(want, TeamLines([]byte(index), files)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := TeamLines(nil, nil); got != nil {
		t.Errorf("nothing gave %v", got)
	}
}
