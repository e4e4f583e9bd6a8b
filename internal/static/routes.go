package static

// A route is how one agent finds what it loads.
type route struct {
	names []string // files, in their order
	first bool     // only the first of names that is there
	rules []folder
	depth int // how deep @path imports files; 0: it imports none
	limit int // bytes of all files together; what is more is cut off; 0: none
	// settings is a file in which context.fileName names other files than names; "" for none.
	settings string
}

// How deep agents follow imports.
const (
	claudeDepth  = 4 // https://code.claude.com/docs/en/memory
	copilotDepth = 4 // not documented; since 1.0.66 of its command line
	geminiDepth  = 5 // https://github.com/google-gemini/gemini-cli/blob/main/docs/reference/memport.md
)

// codexLimit is project_doc_max_bytes. https://developers.openai.com/codex/guides/agents-md
const codexLimit = 32 << 10

// The folders of rules that more than one route has.
var (
	claudeRules  = folder{".claude/rules", []string{".md"}, withoutPaths}
	copilotRules = folder{".github/instructions", []string{".instructions.md"}, toAll}
	cursorRules  = folder{".cursor/rules", []string{".mdc"}, alwaysApply}
	clineRules   = folder{".clinerules", []string{".md", ".txt"}, withoutPaths}
)

// routeOf gives the route of an agent that has a hook, too: only for these it matters what they
// know already. What an agent loads in some versions or settings alone is left out, since to be
// told twice is better than not to be told.
func routeOf(agent string) (route, bool) {
	switch agent {
	case "claude-code": // AGENTS.md is read by new versions alone, and CLAUDE.local.md is of one person
		return route{names: []string{"CLAUDE.md", ".claude/CLAUDE.md"}, depth: claudeDepth,
			rules: []folder{claudeRules}}, true
	case "codex": // https://developers.openai.com/codex/guides/agents-md
		return route{names: []string{"AGENTS.override.md", "AGENTS.md"}, first: true, limit: codexLimit}, true
	case "copilot": // https://docs.github.com/en/copilot/how-tos/configure-custom-instructions
		return route{names: []string{".github/copilot-instructions.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md"}, depth: copilotDepth,
			rules: []folder{copilotRules}}, true
	case "cursor": // https://cursor.com/docs/context/rules
		return route{names: []string{"AGENTS.md"}, rules: []folder{cursorRules}}, true
	case "devin": // https://docs.devin.ai/desktop/devin-local/customizations
		return route{names: []string{"AGENTS.md"}, rules: []folder{{".devin/rules", []string{".md"}, nil}}}, true
	case "cline": // https://docs.cline.bot/customization/cline-rules
		return route{names: []string{"AGENTS.md"}, rules: []folder{clineRules}}, true
	case "gemini": // https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md
		return route{names: []string{"GEMINI.md"}, depth: geminiDepth, settings: ".gemini/settings.json"}, true
	case "qwen-code": // https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings
		return route{names: []string{"QWEN.md", "AGENTS.md"}, depth: geminiDepth, settings: ".qwen/settings.json"}, true
	}
	return route{}, false
}

func withoutPaths(front map[string]string) bool { _, has := front["paths"]; return !has }

func alwaysApply(front map[string]string) bool { return front["alwaysApply"] == "true" }

func toAll(front map[string]string) bool {
	return front["applyTo"] == "**" || front["applyTo"] == "**/*"
}
