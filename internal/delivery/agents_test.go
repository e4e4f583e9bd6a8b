package delivery

import (
	"flag"
	"fmt"
	"os"
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
		if b.Lines != indexLines || b.Bytes < leastBudget || b.Bytes > indexBytes || b.Units != 0 && b.Units < leastBudget {
			t.Errorf("%s has the budget %+v", a.Name, b)
		}
	}
}

func TestUnknownForm(t *testing.T) {
	if _, err := (Agent{Form: "?"}).Wrap(nil); err == nil {
		t.Error("an unknown envelope was made")
	}
}

var update = flag.Bool("update", false, "write the table of docs/context.md")

// TestPage holds that docs/context.md has the agents as they are here.
func TestPage(t *testing.T) {
	const page, begin, end = "../../docs/context.md", "<!-- agents: made by go test ./internal/delivery -update -->\n", "<!-- end of agents -->\n"
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(old), begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s lacks the marks of the table", page)
	}
	next := before + begin + agentTable() + end + after
	if *update {
		err = os.WriteFile(page, []byte(next), 0o644)
	}
	if err != nil || !*update && next != string(old) {
		t.Errorf("%s is not as the agents are (%v): run go test ./internal/delivery -update", page, err)
	}
}

func agentTable() string {
	var b strings.Builder
	b.WriteString("| name | agent | hook | envelope | takes at most |\n|---|---|---|---|---|\n")
	for _, a := range Agents {
		event, form := a.Event, "`"+string(a.Form)+"`"
		if event == "" {
			event, form = "none", string(a.Form)
		}
		most := fmt.Sprintf("%d bytes", a.Budget.Bytes)
		if a.Budget.Units > 0 {
			most += fmt.Sprintf(", %d characters", a.Budget.Units)
		}
		fmt.Fprintf(&b, "| `%s` | [%s](%s) | %s | %s | %s |\n", a.Name, a.Title, a.Source, event, form, most)
	}
	return b.String()
}

// TestRoutesAreWhole holds that each agent has a way by which a clone alone brings it the
// index, and that nothing is made that hides the shared file from another one.
func TestRoutesAreWhole(t *testing.T) {
	hidden := map[string]string{}
	for _, a := range Agents {
		for _, h := range a.Static.Hiders {
			hidden[h] = a.Name
		}
	}
	for _, a := range Agents {
		r := a.Static
		if !r.Shared && r.Own == "" || (r.Own == "") != (r.Kind == "") || !strings.HasPrefix(r.Source, "https://") || len(r.Signs) == 0 {
			t.Errorf("%s lacks something: %+v", a.Name, r)
		}
		if by := hidden[r.Own]; by != "" {
			t.Errorf("%s, for %s, hides AGENTS.md from %s", r.Own, a.Name, by)
		}
		if r.Limit.Bytes != 0 && r.Limit.Bytes < leastBudget || r.Limit.Units != 0 && r.Limit.Units < leastBudget {
			t.Errorf("%s has the limit %+v", a.Name, r.Limit)
		}
	}
	if got := RoomFor([]string{"codex", "zed", "windsurf", "nobody"}); got != (Budget{Bytes: codexDocBytes, Units: windsurfFileUnits}) {
		t.Errorf("codex and windsurf take %+v", got)
	}
}

// TestMeant holds that each agent is found by what people call it, and no word means two.
func TestMeant(t *testing.T) {
	means := map[string]string{}
	for _, a := range Agents {
		for _, word := range append([]string{a.Name, a.Title, strings.ToUpper(a.Name), strings.ReplaceAll(a.Name, "-", "_")}, a.Also...) {
			if got, ok := Meant(word); !ok || got.Name != a.Name {
				t.Errorf("%q is taken for %q", word, got.Name)
			}
			if other := means[strings.ToLower(word)]; other != "" && other != a.Name {
				t.Errorf("%q means %s and %s", word, a.Name, other)
			}
			means[strings.ToLower(word)] = a.Name
		}
	}
	for _, word := range []string{"", "-", "none", "claude-desktop", "agent"} {
		if got, ok := Meant(word); ok {
			t.Errorf("%q is taken for %q", word, got.Name)
		}
	}
}
