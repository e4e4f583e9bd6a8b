package delivery

import (
	"slices"
	"strings"
	"testing"
)

// TestEnvelopes has the envelope of each agent as its document gives it.
func TestEnvelopes(t *testing.T) {
	session := `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"a \"b\" <c>\n"}}` + "\n"
	for name, want := range map[string]string{
		"aider":       "a \"b\" <c>\n",
		"claude-code": session,
		"cline":       `{"cancel":false,"contextModification":"a \"b\" <c>\n"}` + "\n",
		"codex":       session,
		"copilot":     `{"additionalContext":"a \"b\" <c>\n"}` + "\n",
		"cursor":      `{"additional_context":"a \"b\" <c>\n"}` + "\n",
		"devin":       session,
		"gemini":      session,
		"opencode":    "a \"b\" <c>\n",
		"qwen-code":   session,
		"windsurf":    "a \"b\" <c>\n",
		"zed":         "a \"b\" <c>\n",
	} {
		a, ok := AgentNamed(name)
		got, err := a.Wrap([]byte("a \"b\" <c>\n"))
		if !ok || err != nil || string(got) != want {
			t.Errorf("%s (known: %v, error: %v):\n got %s\nwant %s", name, ok, err, got, want)
		}
	}
	if len(Agents) != 12 {
		t.Errorf("%d agents: give the new ones their envelope here", len(Agents))
	}
}

func TestAgentsAreWhole(t *testing.T) {
	if !slices.IsSortedFunc(Agents, func(a, b Agent) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the agents are not sorted by name")
	}
	for _, a := range Agents {
		b := a.Budget
		if a.Title == "" || !strings.HasPrefix(a.Source, "https://") || (a.Event == "") != (a.Form == Plain) {
			t.Errorf("%s lacks something: %+v", a.Name, a)
		}
		if b.Lines != indexLines || b.Bytes < Least || b.Bytes > indexBytes || b.Units != 0 && b.Units < Least {
			t.Errorf("%s has the budget %+v", a.Name, b)
		}
	}
}

func TestUnknownForm(t *testing.T) {
	if _, err := (Agent{Form: "?"}).Wrap(nil); err == nil {
		t.Error("an unknown envelope was made")
	}
}
