package scope_test

import (
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/source"
)

func TestInTeamDir(t *testing.T) {
	const head = "name: x\ndescription: y\n"
	tests := []struct {
		name, front string
		want        scope.Scope
		line        int // of what decided it; 0 for nothing
		unsure      bool
	}{
		{"no scope means team", head + "type: project", scope.Team, 0, false},
		{"team", head + "type: project\nscope: team", scope.Team, 0, false},
		{"quoted", head + "type: 'project'\nscope: \"team\"", scope.Team, 0, false},
		{"unknown type", head + "type: decision", scope.Team, 0, false},
		{"private", head + "type: feedback\nscope: private", scope.Private, 5, false},
		{"private in quotes", head + "scope: \"private\"", scope.Private, 4, false},
		{"private in capitals", head + "scope: PRIVATE", scope.Private, 4, false},
		{"full width", head + "scope: \uff50rivate", scope.Private, 4, false},
		{"zero width inside", head + "scope: pri\u200bvate", scope.Private, 4, false},
		{"no-break space behind", head + "scope: private\u00a0", scope.Private, 4, false},
		{"escape", head + `scope: "pri\u0076ate"`, scope.Private, 4, false},
		{"block text", head + "scope: |\n  private", scope.Private, 4, false},
		{"under metadata", head + "metadata:\n  scope: private", scope.Private, 5, false},
		{"metadata in brackets", head + "metadata: {scope: private}", scope.Private, 4, false},
		{"metadata in brackets, json", head + `metadata: {"type":"user"}`, scope.Private, 4, false},
		{"deeper", head + "metadata:\n  inner:\n    scope: private", scope.Private, 6, false},
		{"in a list", head + "refs:\n- scope: private", scope.Private, 5, false},
		{"line of a text block", head + "note: |\n  type: user", scope.Private, 5, false},
		{"line of a quotation", head + "note: \"a\n  type: user\n  b\"", scope.Private, 5, false},
		{"no space after the colon", head + "scope:private", scope.Private, 4, false},
		{"wide colon", head + "note: |\n  scope\uff1aprivate", scope.Private, 5, false},
		{"another scope", head + "scope: personal", scope.Private, 4, false},
		{"list", head + "scope: [team]", scope.Private, 4, true},
		{"list in lines", head + "scope:\n  - team", scope.Private, 4, true},
		{"user", head + "type: user\nscope: team", scope.Private, 4, false},
		{"user, nested", head + "metadata:\n  type: user", scope.Private, 5, false},
		{"user in capitals", head + "type: User", scope.Private, 4, false},
		{"user, commented", head + "type: user # me", scope.Private, 4, false},
		{"near miss", head + "scop: private", scope.Private, 4, false},
		{"team in capitals", head + "scope: Team", scope.Private, 4, true},
		{"empty scope", head + "scope:", scope.Private, 4, true},
		{"comment after team", head + "scope: team # for now", scope.Private, 4, true},
		{"anchor", head + "type: &t project", scope.Private, 4, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := source.NewText([]byte("---\n" + tt.front + "\n---\n\nBody.\n"))
			got := scope.InTeamDir(memory.Parse(text))
			line := 0
			if !got.Span.IsZero() {
				line = text.Pos(got.Span.Start).Line
			}
			if got.Scope != tt.want || line != tt.line || got.Unsure != tt.unsure {
				t.Errorf("got %s at line %d, unsure %v (%s); want %s at line %d, unsure %v", got.Scope, line, got.Unsure, got.Reason, tt.want, tt.line, tt.unsure)
			}
			if (got.Reason == "") != (tt.want == scope.Team) {
				t.Errorf("reason %q", got.Reason)
			}
		})
	}
}

func TestReasons(t *testing.T) {
	for front, want := range map[string]string{
		"type: user":                      `memories of type "user" are private`,
		"scope: private":                  `the scope is "private", not team`,
		"type: &x project":                `"&" begins an anchor or an alias of YAML`,
		"note: |\n  scope: private":       `some readers see scope "private" here`,
		"Scope: private":                  `some readers see scope "private" here`,
		"metadata:\n  - type: user":       `some readers see type "user" here`,
		"description: x\ntype: |\n  user": `memories of type "user" are private`,
	} {
		got := scope.InTeamDir(memory.Parse(source.NewText([]byte("---\n" + front + "\n---\n"))))
		if !strings.Contains(got.Reason, want) {
			t.Errorf("%q: reason %q, want %q", front, got.Reason, want)
		}
	}
}
