package delivery

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// The limits of an index, which hold for every agent.
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
	windsurfFileUnits = 12_000 // of a rule file, which is where the text can be put
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
	Name   string // as in "agents" of the policy, and in whatever teammem writes
	Title  string
	Also   []string // what else people call it, as Meant has it; its title, too, needs no word here
	Event  string   // of the hook whose output becomes part of the conversation; "" when it has none
	Form   Form
	Budget Budget
	Source string // the document that says so
	Static Route  // how the files of a clone bring it the index
}

// Default is what an agent takes of which nothing is known.
var Default = Budget{Lines: indexLines, Bytes: indexBytes}

// Agents are the agents that are known by name, sorted by it.
var Agents = []Agent{
	{Name: "aider", Title: "Aider", Form: Plain, Budget: Default, Source: "https://aider.chat/docs/usage/conventions.html",
		Static: Route{Own: ".aider.conf.yml", Kind: Setting, Signs: []string{".aider.conf.yml"},
			Source: "https://aider.chat/docs/config/aider_conf.html",
			Traps:  []string{"It loads nothing by itself, only what `read` names.", "`read` of this file replaces the one in the home directory; it isn't added to it."}}},
	{Name: "claude-code", Title: "Claude Code", Also: []string{"claude", "claudecode"}, Event: "SessionStart", Form: Specific, Budget: Budget{indexLines, indexBytes, claudeHookUnits},
		Source: "https://code.claude.com/docs/en/hooks",
		Static: Route{Own: ".claude/CLAUDE.md", Kind: Import, Signs: []string{"CLAUDE.md", ".claude"},
			Source: "https://code.claude.com/docs/en/memory",
			Traps: []string{"It reads AGENTS.md by itself only from 2.1.277 on, only where no CLAUDE.md or CLAUDE.local.md is, and not on Bedrock, Vertex or Foundry.",
				"CLAUDE.md at the top would do as well, but Copilot CLI reads that one, too, follows its imports, and would get the index twice."}}},
	{Name: "cline", Title: "Cline", Event: "TaskStart", Form: Modify, Budget: Budget{indexLines, min(indexBytes, clineHookBytes), 0},
		Source: "https://docs.cline.bot/features/hooks/hook-reference",
		Static: Route{Shared: true, Signs: []string{".clinerules"}, Source: "https://docs.cline.bot/features/cline-rules",
			Traps: []string{"In a workspace of several folders it reads the rules of the first alone."}}},
	{Name: "codex", Title: "Codex", Also: []string{"codex-cli", "openai-codex"}, Event: "SessionStart", Form: Specific, Budget: Budget{indexLines, codexHookTokens * codexTokenBytes, 0},
		Source: "https://developers.openai.com/codex/hooks",
		Static: Route{Shared: true, Signs: []string{".codex", "AGENTS.override.md"}, Hiders: []string{"AGENTS.override.md"},
			Limit: Budget{Bytes: codexDocBytes}, Source: "https://developers.openai.com/codex/guides/agents-md",
			Traps: []string{"All AGENTS.md from the top to the working directory count together, and what is over the limit is cut off in silence."}}},
	{Name: "copilot", Title: "GitHub Copilot", Also: []string{"copilot-cli", "gh-copilot"}, Event: "sessionStart", Form: Camel, Budget: Default,
		Source: "https://docs.github.com/en/copilot/how-tos/copilot-sdk/use-hooks/session-lifecycle",
		Static: Route{Shared: true, Signs: []string{".github/copilot-instructions.md", ".github/instructions"},
			Source: "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-custom-instructions",
			Traps: []string{"It also reads CLAUDE.md and GEMINI.md, and the CLI follows their imports since 1.0.66, so teammem writes the index into neither.",
				"Copilot code review reads .github/copilot-instructions.md and not AGENTS.md: it gets a sentence that names the index, and only where that file is there already."}}},
	{Name: "cursor", Title: "Cursor", Also: []string{"cursor-agent", "cursor-cli"}, Event: "sessionStart", Form: Snake, Budget: Default, Source: "https://cursor.com/docs/agent/hooks",
		Static: Route{Shared: true, Signs: []string{".cursor", ".cursorrules"}, Source: "https://cursor.com/docs/context/rules",
			Traps: []string{"A rule in .cursor/rules would say the same a second time, since AGENTS.md is read with all rules."}}},
	{Name: "devin", Title: "Devin", Also: []string{"devin-desktop", "devin-local"}, Event: "SessionStart", Form: Specific, Budget: Budget{indexLines, indexBytes, claudeHookUnits},
		Source: "https://docs.devin.ai/cli/extensibility/hooks/overview",
		Static: Route{Shared: true, Signs: []string{".devin"}, Source: "https://docs.devin.ai/desktop/devin-local/customizations"}},
	{Name: "gemini", Title: "Gemini CLI", Also: []string{"google-gemini"}, Event: "SessionStart", Form: Specific, Budget: Default,
		Source: "https://github.com/google-gemini/gemini-cli/blob/main/docs/hooks/reference.md",
		Static: Route{Own: ".gemini/settings.json", Kind: Setting, Shared: true, Signs: []string{"GEMINI.md", ".gemini"},
			Source: "https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md",
			Traps: []string{"It reads AGENTS.md only where `context.fileName` of its settings names it; where GEMINI.md imports it or the index, or is a link to it, no entry is written.", "An import in GEMINI.md would bring Copilot CLI the index twice.",
				"Settings of a folder that is not trusted are passed over, and so is GEMINI.md."}}},
	{Name: "opencode", Title: "OpenCode", Also: []string{"open-code"}, Form: Plain, Budget: Default, Source: "https://opencode.ai/docs/rules",
		Static: Route{Shared: true, Signs: []string{"opencode.json", "opencode.jsonc", ".opencode"}, Source: "https://opencode.ai/docs/rules",
			Traps: []string{"Where AGENTS.md is there it doesn't read CLAUDE.md: if teammem made AGENTS.md, the block in it names CLAUDE.md."}}},
	{Name: "qwen-code", Title: "Qwen Code", Also: []string{"qwen", "qwencode"}, Event: "SessionStart", Form: Specific, Budget: Default,
		Source: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks",
		Static: Route{Own: ".qwen/settings.json", Kind: Setting, Shared: true, Signs: []string{"QWEN.md", ".qwen"},
			Source: "https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings",
			Traps:  []string{"It reads AGENTS.md unless `context.fileName` of its settings names other files; only then is that entry written."}}},
	{Name: "windsurf", Title: "Windsurf", Also: []string{"cascade"}, Form: Plain, Budget: Budget{indexLines, indexBytes, windsurfFileUnits},
		Source: "https://docs.windsurf.com/windsurf/cascade/memories",
		Static: Route{Shared: true, Signs: []string{".windsurf", ".windsurfrules"}, Limit: Budget{Units: windsurfFileUnits},
			Source: "https://docs.windsurf.com/windsurf/cascade/agents-md",
			Traps:  []string{"It takes 12,000 characters of a rule file. That AGENTS.md is cut at the same place isn't documented; teammem keeps to it where the team names Windsurf."}}},
	{Name: "zed", Title: "Zed", Form: Plain, Budget: Default, Source: "https://zed.dev/docs/ai/rules",
		Static: Route{Shared: true, Signs: []string{".zed", ".rules"},
			Hiders: []string{".rules", ".cursorrules", ".windsurfrules", ".clinerules", ".github/copilot-instructions.md", "AGENT.md"},
			Source: "https://zed.dev/docs/ai/rules",
			Traps: []string{"It reads the first it finds of .rules, .cursorrules, .windsurfrules, .clinerules, .github/copilot-instructions.md, AGENT.md, AGENTS.md, CLAUDE.md and GEMINI.md, and no other. " +
				"Only .rules is read by no other agent and can hold the index; any other one that hides AGENTS.md gets a sentence that names it.",
				"teammem never makes a file that hides AGENTS.md."}}},
}

// Meant finds the agent that a person means: by its name, its title or another word for it, in any case,
// with blanks or underscores for dashes.
func Meant(word string) (Agent, bool) {
	word = dashed(word)
	for _, a := range Agents {
		if word == a.Name || word == dashed(a.Title) || slices.Contains(a.Also, word) {
			return a, true
		}
	}
	return Agent{}, false
}

func dashed(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return r == ' ' || r == '_' || r == '-' }), "-")
}

// AgentNamed finds an agent by its name alone, as a program writes it.
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
