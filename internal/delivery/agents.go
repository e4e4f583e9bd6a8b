package delivery

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The limits of an index, which hold for every agent (requirement R2.1 of the project).
const (
	indexLines = 200
	indexBytes = 25_000
)

// What agents take, by their own documents.
const (
	claudeHookUnits   = 10_000 // more is put into a file, and the agent sees its beginning
	codexHookTokens   = 2_500  // by default, "additionalContextLimit"; more is put into a file
	codexTokenBytes   = 3      // Codex counts four bytes a token; three hold for Chinese, too
	clineHookBytes    = 50_000 // "maximum length: 50KB"
	windsurfRuleUnits = 12_000 // of a rule file, which is where the text can be put
)

// A Form is what a text is wrapped in.
type Form string

// The forms.
const (
	Plain    Form = "plain text"
	Specific Form = `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":…}}`
	Snake    Form = `{"additional_context":…}`
	Camel    Form = `{"additionalContext":…}`
	Modify   Form = `{"cancel":false,"contextModification":…}`
)

// An Agent is a coding agent with the envelope and the budget of its hook. The zero value
// is any agent that takes plain text.
type Agent struct {
	Name   string // as people type it; as in "agents" of the policy
	Title  string
	Event  string // of the hook whose output becomes part of the conversation; "" when it has none
	Form   Form
	Budget Budget
	Source string // the document that says so
}

// Default is what an agent takes of which nothing is known.
var Default = Budget{Lines: indexLines, Bytes: indexBytes}

// Agents are the agents that are known by name, sorted by it.
var Agents = []Agent{
	{Name: "aider", Title: "Aider", Form: Plain, Budget: Default, Source: "https://aider.chat/docs/usage/conventions.html"},
	{Name: "claude-code", Title: "Claude Code", Event: "SessionStart", Form: Specific, Budget: Budget{indexLines, indexBytes, claudeHookUnits},
		Source: "https://code.claude.com/docs/en/hooks"},
	{Name: "cline", Title: "Cline", Event: "TaskStart", Form: Modify, Budget: Budget{indexLines, min(indexBytes, clineHookBytes), 0},
		Source: "https://docs.cline.bot/features/hooks/hook-reference"},
	{Name: "codex", Title: "Codex", Event: "SessionStart", Form: Specific, Budget: Budget{indexLines, codexHookTokens * codexTokenBytes, 0},
		Source: "https://developers.openai.com/codex/hooks"},
	{Name: "copilot", Title: "GitHub Copilot", Event: "sessionStart", Form: Camel, Budget: Default,
		Source: "https://docs.github.com/en/copilot/how-tos/copilot-sdk/use-hooks/session-lifecycle"},
	{Name: "cursor", Title: "Cursor", Event: "sessionStart", Form: Snake, Budget: Default, Source: "https://cursor.com/docs/agent/hooks"},
	{Name: "devin", Title: "Devin", Event: "SessionStart", Form: Specific, Budget: Budget{indexLines, indexBytes, claudeHookUnits},
		Source: "https://docs.devin.ai/cli/extensibility/hooks/overview"},
	{Name: "gemini", Title: "Gemini CLI", Event: "SessionStart", Form: Specific, Budget: Default,
		Source: "https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md"},
	{Name: "opencode", Title: "OpenCode", Form: Plain, Budget: Default, Source: "https://opencode.ai/docs/rules"},
	{Name: "qwen-code", Title: "Qwen Code", Event: "SessionStart", Form: Specific, Budget: Default,
		Source: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks"},
	{Name: "windsurf", Title: "Windsurf", Form: Plain, Budget: Budget{indexLines, indexBytes, windsurfRuleUnits},
		Source: "https://docs.windsurf.com/windsurf/cascade/memories"},
	{Name: "zed", Title: "Zed", Form: Plain, Budget: Default, Source: "https://zed.dev/docs/ai/rules"},
}

// AgentNamed finds an agent by its name.
func AgentNamed(name string) (Agent, bool) {
	for _, a := range Agents {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}

// Wrap puts text, which is UTF-8, into the envelope of the agent: one line of JSON, or
// the text itself.
func (a Agent) Wrap(text []byte) ([]byte, error) {
	switch a.Form {
	case Specific:
		return encode(map[string]any{"hookSpecificOutput": specific{a.Event, string(text)}})
	case Snake:
		return encode(map[string]string{"additional_context": string(text)})
	case Camel:
		return encode(map[string]string{"additionalContext": string(text)})
	case Modify:
		return encode(modification{ContextModification: string(text)})
	case Plain, "":
		return text, nil
	}
	return nil, fmt.Errorf("the envelope %q is unknown", a.Form)
}

type specific struct {
	HookEventName     string `json:"hookEventName"`
	AdditionalContext string `json:"additionalContext"`
}

type modification struct {
	Cancel              bool   `json:"cancel"`
	ContextModification string `json:"contextModification"`
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
