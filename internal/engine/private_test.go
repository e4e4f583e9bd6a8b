package engine

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/teammemtest"
)

func TestPersonalRulesAreSorted(t *testing.T) {
	for _, id := range personal {
		if rules.Find(id) == nil {
			t.Errorf("there is no rule %q", id)
		}
	}
	if !slices.IsSorted(personal) {
		t.Error("the rules are not sorted")
	}
}

func TestJudgePrivate(t *testing.T) {
	const front = "---\nname: a\ndescription: d\ntype: user\n---\n\n"
	for _, c := range []struct {
		name, text string
		want       Verdict
		rules      string
	}{
		{"clean", front + "Ann wants short answers.\n", Pass, ""},
		{"type user is no fault", front + "See `~/notes` and [plans](/srv/plans).\n", Pass, ""},
		{"a secret", front + "It logs in with ${ghp:private}.\n", Block, "secret"},
		{"hidden characters", front + "short${u:200B} answers\n", Block, "hidden-unicode"},
		{"not UTF-8", front + "short${x:ff} answers\n", Block, "encoding"},
		{"keys that readers take in two ways", "---\nname: a\ntype: user\nType: feedback\n---\nx\n", Block, "frontmatter"},
		{"a conflict", front + "${j:<<<<:<<<} ours\n", Block, "conflict-markers"},
		{"text far to the right", front + "short${n:300: }answers\n", Block, "padding"},
		{"too large", front + "${n:1100000:x}\n", Block, "size"},
		{"a day that moves", front + "The freeze begins tomorrow.\n", Warn, "relative-date"},
		{"feedback without reasons", strings.Replace(front, "user", "feedback", 1) + "Be kind.\n", Pass, "missing-how missing-why"},
	} {
		res, err := JudgePrivate("private/a.md", []byte(teammemtest.Expand(c.text)), time.Date(2026, 5, 6, 0, 0, 0, 0, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range res.Findings {
			found = append(found, f.Rule)
			if f.Path != "private/a.md" || f.Severity == finding.Off {
				t.Errorf("%s: %+v", c.name, f)
			}
		}
		slices.Sort(found)
		if got := strings.Join(slices.Compact(found), " "); res.Verdict != c.want || got != c.rules {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, res.Verdict, got, c.want, c.rules)
		}
	}
}
