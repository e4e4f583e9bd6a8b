package remember

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
	"github.com/teammem/teammem/internal/teammemtest"
)

func file(path, name, kind, body string) sync.File {
	data := memory.Write([]memory.Pair{{Key: "name", Value: name}, {Key: "type", Value: kind}}, body)
	return sync.File{Path: path, Name: name, Type: kind, Data: data, Sum: sync.SumOf(data)}
}

const ledger = "The ledger is closed each month by the finance crew, and nobody books afterwards."

var known = Known{
	Private: []sync.File{
		file("feedback_tone.md", "Review tone", "feedback", "Be kind and exact in review comments, and say what would make it right."),
		file("project_freeze.md", "freeze", "project", "The code freeze for the spring release begins on 2026-05-10 at noon."),
		file("x/twice.md", "twice", "project", "One."), file("y/twice.md", "Twice", "project", "Two."),
		file("feedback_straße.md", "road", "feedback", "Two lanes."),
		file("feedback_QUEUE.md", "printer", "feedback", "One each."),
		{Path: "archive/ledger.md", Name: "ledger", Type: "feedback", Archived: true, Data: file("", "ledger", "feedback", ledger).Data},
		file("reference_wiki.md", "wiki", "reference", "The wiki of the app team has pages on the ledger and on its nightly export at wiki.example.com."),
		file("reference_pages.md", "pages", "reference", "The wiki of the app team has pages on the ledger and its nightly export; ask there for what is missing."),
		file("handoff.md", "handoff", "handoff", "Where we stopped."),
	},
	Team: []sync.File{
		file("feedback_deploys.md", "deploy window", "feedback", "Deploys run on Tuesday and Thursday before noon, when support is staffed."),
		{Path: "archive/old.md", Name: "old", Type: "project", Archived: true},
	},
}

func TestMake(t *testing.T) {
	const text = "Ann wants short answers without a summary at the end."
	for _, c := range []struct {
		name string
		r    Request
		want string // the plan in short, or the beginning of the error
	}{
		{"a new memory", Request{Type: "user", Text: text}, "create user_ann-wants-short-answers.md"},
		{"a name", Request{Type: "user", Name: "Ann: answers", Text: text}, "create user_ann-answers.md"},
		{"the first update makes it", Request{Type: "user", Mode: Update, Name: "answers", Text: text}, "create user_answers.md"},
		{"but not of a reference", Request{Type: "reference", Mode: Update, Name: "answers", Text: text}, `there is no private memory named "answers"`},
		{"update without a type", Request{Mode: Update, Name: "answers", Text: text}, `there is no private memory named "answers"`},
		{"no type", Request{Text: text}, "--type is missing, want one of user, feedback, project, reference"},
		{"another type", Request{Type: "note", Text: text}, `--type is "note", want one of`},
		{"no text", Request{Type: "user", Name: "a"}, "there is no text"},
		{"no name", Request{Type: "user", Text: "!!!"}, "the name is \"\", want at least one letter or digit\ngive one with --name"},
		{"create does not suit user", Request{Type: "user", Mode: Create, Text: text}, `a memory of type "user" takes update, not create`},
		{"unless anyway", Request{Type: "user", Mode: Create, Text: text, Anyway: true}, "create user_ann-wants-short-answers.md"},
		{"the name is taken", Request{Type: "feedback", Name: "review_tone", Text: text}, `there is a private memory named "Review tone": "private/feedback_tone.md"` + "\n--mode merge changes it"},
		{"and stays taken", Request{Type: "feedback", Name: "review_tone", Text: text, Anyway: true}, `there is a private memory named "Review tone"`},
		{"a project's name is taken", Request{Type: "project", Name: "freeze", Text: text}, `there is a private memory named "freeze": "private/project_freeze.md"` + "\n--mode update changes it"},
		{"merge", Request{Mode: Merge, Name: "review tone", Text: text}, "merge feedback_tone.md"},
		{"update does not suit feedback", Request{Mode: Update, Name: "review tone", Text: text}, `a memory of type "feedback" takes create or merge, not update`},
		{"append suits no known type", Request{Mode: Append, Name: "freeze", Text: text}, `a memory of type "project" takes update or invalidate, not append`},
		{"append suits any other type", Request{Mode: Append, Name: "handoff", Text: text}, "append handoff.md"},
		{"invalidate", Request{Mode: Invalidate, Name: "freeze"}, "invalidate project_freeze.md"},
		{"invalidate with a text", Request{Mode: Invalidate, Name: "freeze", Text: text}, "invalidate keeps the text as it is"},
		{"nothing to update", Request{Mode: Update, Name: "freeze"}, "there is nothing to update"},
		{"the description alone", Request{Mode: Update, Name: "freeze", Description: "when"}, "update project_freeze.md"},
		{"the wrong type", Request{Mode: Update, Name: "freeze", Type: "user", Text: text}, `"freeze" is of type "project", not "user"`},
		{"two of one name", Request{Mode: Update, Name: "twice", Text: text}, `more than one private memory is named "twice": "private/x/twice.md", "private/y/twice.md"`},
		{"the team has the name", Request{Type: "feedback", Name: "Deploy-Window", Text: text}, `the team has a memory named "Deploy-Window", and it wins: "feedback_deploys.md"`},
		{"anyway it is overridden", Request{Type: "feedback", Name: "Deploy-Window", Text: text, Anyway: true}, "create feedback_deploy-window.md overridden by feedback_deploys.md"},
		{"an archived name is free", Request{Type: "feedback", Name: "old", Text: text}, "create feedback_old.md"},
		{"says the same as a private one", Request{Type: "feedback", Name: "comments", Text: "In review comments be kind, be exact, and say what would make it right."}, `there is a memory that says nearly the same: "private/feedback_tone.md"` + "\n--name \"Review tone\" --mode merge changes it"},
		{"says the same as the team", Request{Type: "feedback", Name: "when", Text: "We run deploys on Tuesday and Thursday before noon, as support is staffed then."}, `there is a memory that says nearly the same: "team/feedback_deploys.md"` + "\nthe team knows it already"},
		{"anyway", Request{Type: "feedback", Name: "when", Text: "We run deploys on Tuesday and Thursday before noon, as support is staffed then.", Anyway: true}, "create feedback_when.md"},
		{"invalidate nothing", Request{Mode: Invalidate}, "--name is missing\nname the memory to invalidate"},
		{"the nearest comes first", Request{Type: "reference", Name: "where", Text: "The wiki of the app team has pages on the ledger and its nightly export; ask there."}, `there is a memory that says nearly the same: "private/reference_pages.md", "private/reference_wiki.md"`},
		{"what is archived is no obstacle", Request{Type: "feedback", Name: "books", Text: ledger}, "create feedback_books.md"},
		{"a path that is the same on some disks", Request{Type: "feedback", Name: "queue", Text: text}, "create feedback_queue-2.md"},
		{"and on others", Request{Type: "feedback", Name: "Straße", Text: text}, "create feedback_straße-2.md"},
		{"a long name", Request{Type: "user", Name: strings.Repeat("short answers ", 20), Text: text}, "create user_" + strings.TrimSuffix(strings.Repeat("short-answers-", 6)[:80], "-") + ".md"},
		{"open code", Request{Type: "feedback", Name: "when", Text: "```\na"}, "a block of code is opened and not closed"},
		{"the name begins with the type", Request{Type: "feedback", Name: "feedback_queue", Text: text}, "create feedback_queue-2.md"},
		{"another file has the name", Request{Type: "feedback", Name: "tone", Text: text}, "create feedback_tone-2.md"},
	} {
		c.r.Now = now
		p, err := Make(c.r, known)
		got := fmt.Sprintf("%s %s", p.Mode, p.Path)
		if p.Overridden != "" {
			got += " overridden by " + p.Overridden
		}
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A token that is cut is no token any more, but still a part of a secret.
func TestNoSecretInAName(t *testing.T) {
	password := teammemtest.Expand("${rnd:password:70}")
	token := "postgres://app:" + password + "@db.example.com/app"
	for _, text := range []string{token, "The robot logs in by " + token, teammemtest.Expand("${pem:name}")} {
		p, err := Make(Request{Type: "reference", Text: text, Now: now}, Known{})
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{password[:12], strings.ToLower(password[:12]), text[len(text)-12:]} {
			if strings.Contains(p.Path+p.Name, part) {
				t.Errorf("%q is part of %q, %q", part, p.Path, p.Name)
			}
		}
	}
}

func TestDuplicatesAreMarked(t *testing.T) {
	for _, c := range []struct {
		r    Request
		want bool
	}{
		{Request{Type: "feedback", Name: "review tone", Text: "x"}, true},
		{Request{Type: "feedback", Name: "deploy window", Text: "x"}, true},
		{Request{Type: "feedback", Name: "y", Text: "Be kind and exact in review comments, and say what would make it right."}, true},
		{Request{Name: "y", Text: "x"}, false},
	} {
		_, err := Make(c.r, known)
		var refused *Refused
		if !errors.As(err, &refused) || refused.Duplicate != c.want {
			t.Errorf("%+v: %v", c.r, err)
		}
	}
}

// A plan for a new memory takes no file away, and what it writes is read as it was asked.
func TestMadeIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Request{
			Type: rapid.SampledFrom(memory.Types).Draw(t, "type"), Name: rapid.StringN(0, 200, -1).Draw(t, "name"),
			Text: texts().Draw(t, "text"), Why: rapid.SampledFrom([]string{"", "x: y", "#"}).Draw(t, "why"), Anyway: true, Now: now,
		}
		p, err := Make(r, known)
		if err != nil {
			return
		}
		for _, f := range known.Private {
			if memory.Folded(f.Path) == memory.Folded(p.Path) {
				t.Fatalf("%q is taken", p.Path)
			}
		}
		if len(p.Path) > 110 || strings.ContainsAny(p.Path, `/\:`) || !strings.HasSuffix(p.Path, ".md") {
			t.Fatalf("path %q", p.Path)
		}
		m := memory.Parse(source.NewText(p.After))
		if !m.Has(memory.Unsafe) && (m.Value("type") != r.Type || m.Value("name") != p.Name) {
			t.Fatalf("name %q, type %q in\n%s", m.Value("name"), m.Value("type"), p.After)
		}
	})
}
