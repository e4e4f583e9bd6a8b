package home

import (
	"strings"
	"testing"
	"time"

	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/sync"
)

func item(short, name string, state State) Item {
	i := Item{Short: short, At: short, Scope: scope.Private, Layout: sync.Native, State: state}
	if at, team := strings.CutPrefix(short, MirrorDir+"/"); team {
		i.Scope, i.Layout, i.At = scope.Team, "", ".agent/team-memory/"+at
	}
	_, p, _ := strings.Cut(short, "/")
	i.File = sync.File{Path: p, Name: name}
	return i
}

func TestPick(t *testing.T) {
	items := []Item{
		item("team/feedback_tone.md", "tone", Active), item("team/archive/old.md", "old", Archived), item("team/leak.md", "leak", Refused),
		item("private/feedback_tone.md", "Tone", Overridden), item("private/a/notes.md", "notes", Active), item("private/b/notes.md", "Notes", Active),
		item("claude/queue.md", "queue", Active), item("private/archive/old.md", "old", Archived), item("private/x.md", "ledger", Invalidated),
		item("drafts/feedback_tone.20260501T000000Z.md", "tone", Drafted), item("drafts/queue.20260501T000000Z.md", "queue", Drafted), item("drafts/new.md", "new", Drafted),
	}
	for name, want := range map[string]string{
		"tone":                                "team/feedback_tone.md",
		"TONE":                                "team/feedback_tone.md",
		"feedback_tone":                       "team/feedback_tone.md",
		"private/feedback_tone.md":            "private/feedback_tone.md",
		".agent/team-memory/feedback_tone.md": "team/feedback_tone.md",
		"notes":                               "private/a/notes.md private/b/notes.md",
		"private/b/notes.md":                  "private/b/notes.md",
		"a/notes.md":                          "private/a/notes.md",
		"queue":                               "claude/queue.md",
		"new":                                 "drafts/new.md",
		"old":                                 "team/archive/old.md private/archive/old.md",
		"leak":                                "team/leak.md",
		"x.md":                                "private/x.md",
		"ledger":                              "private/x.md",
		"feedback_tone.20260501T000000Z":      "drafts/feedback_tone.20260501T000000Z.md",
		"nothing":                             "",
		"-":                                   "",
	} {
		var got []string
		for _, i := range Pick(items, name) {
			got = append(got, i.Short)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q means %q, want %q", name, got, want)
		}
	}
}

func TestStateOf(t *testing.T) {
	now := time.Date(2026, 5, 6, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		keys, team string
		archived   bool
		want       State
	}{
		{"type: user", "", false, Active},
		{"type: user", "team/a.md", false, Overridden},
		{"expires: 2026-05-05", "", false, Stale},
		{"expires: 2026-05-05", "team/a.md", false, Overridden},
		{"invalidated: 2026-05-05", "team/a.md", false, Invalidated},
		{"invalidated: 2026-05-05", "", true, Archived},
	} {
		f := sync.File{Data: []byte("---\nname: a\n" + c.keys + "\n---\nx\n"), Archived: c.archived}
		if got := stateOf(f, now, c.team); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.keys, c.team, got, c.want)
		}
	}
}
