package rules

import (
	"bytes"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

var roleToken = lazy.Regexp(`<[|｜][\p{L}\p{N}_▁]{2,40}[|｜]>|\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]`)

var roleTokenCues = []string{"<|", "<｜", "INST]", "_PROMPT]", "_TOOLS]", "TOOL_"}

// valueTag matches a tag in a value of the frontmatter, which an agent is told as it is.
var valueTag = lazy.Regexp(`<(/?)([a-z][a-z_-]+)[^<>]{0,100}>`)

// promptTags are the elements that prompts are built of. Only the end tag counts for
// most: a start tag alone is how people write a placeholder.
var promptTags = wordset.Of(`team-memory private-memory user-memory project-memory memory memories system-reminder system system-prompt system_prompt
	assistant human user context instructions prompt document documents claude-md claudemd tool_result tool_results tool_use
	function_results function_calls function_result user_query user_input untrusted untrusted-data environment_context
	user_instructions rules agent-memory conversation message messages im_start im_end tool_call tool_calls tool_response system_message`)

var promptStarts = wordset.Of(`system-reminder system-prompt system_prompt function_calls function_results tool_result start_of_turn end_of_turn im_start
	im_end`)

// promptMarks finds tags and tokens that imitate the structure of a prompt.
func promptMarks(p *prose) []hit {
	const what = "markup that imitates the structure of a prompt"
	var out []hit
	add := func(s source.Span) {
		if !p.isQuoted(s) {
			out = append(out, hit{s, what})
		}
	}
	for _, e := range p.file.Doc.HTML {
		if isPromptTag(e.Name, e.Close) || e.Name == "sys" && p.isDoubled(e.Span) {
			add(e.Span)
		}
	}
	if m := p.file.Memory; m != nil {
		front := p.lower[:m.Body.Start]
		for _, t := range valueTag.Get().FindAllSubmatchIndex(front, -1) {
			tag := source.Span{Start: t[0], End: t[1]}
			if name := string(front[t[4]:t[5]]); isPromptTag(name, t[2] < t[3]) || name == "sys" && p.isDoubled(tag) {
				add(tag)
			}
		}
	}
	if !holdsAny(p.text, roleTokenCues) {
		return out
	}
	for _, m := range roleToken.Get().FindAllIndex(p.text, -1) {
		add(source.Span{Start: m[0], End: m[1]})
	}
	return out
}

func isPromptTag(name string, closes bool) bool {
	return closes && promptTags.Has(name) || promptStarts.Has(name)
}

// isDoubled reports whether the tag at s stands in brackets once more: <<SYS>>.
func (p *prose) isDoubled(s source.Span) bool {
	src := p.file.Text.Bytes()
	return s.Start > 0 && src[s.Start-1] == '<' && s.End < len(src) && src[s.End] == '>'
}

var (
	humanTurn     = lazy.Regexp(`(?m)^[ \t*_>#-]{0,6}(?:Human|User|USER|HUMAN)[*_]{0,2}:`)
	assistantTurn = lazy.Regexp(`(?m)^[ \t*_>#-]{0,6}(?:Assistant|ASSISTANT)[*_]{0,2}:`)
)

// turns finds the turns of a conversation with an agent, written as prompts have them: a
// line of the one and a line of the other.
func turns(p *prose) []hit {
	if !bytes.Contains(p.text, []byte("ssistant")) && !bytes.Contains(p.text, []byte("ASSISTANT")) {
		return nil
	}
	human, assistant := humanTurn.Get().FindIndex(p.text), assistantTurn.Get().FindIndex(p.text)
	if human == nil || assistant == nil || p.isQuoted(source.Span{Start: human[0], End: human[1]}) {
		return nil
	}
	return []hit{{source.Span{Start: human[0], End: human[1]}, "turns of a conversation, as prompts have them"}}
}
