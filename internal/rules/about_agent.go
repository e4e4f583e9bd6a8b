package rules

import (
	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var aboutAgent = &Rule{
	ID:    "about-agent",
	Title: "the memory is about the agent itself",
	Class: CouldBeStronger,
	Doc: `Who the agent is and what it can do comes from its own configuration, and differs between the agents of a team. A team memory says
what the team knows. Only a line that opens with a statement such as "You are a senior reviewer" or "I am Claude" counts.`,
	Check: func(in *Input, report func(Report)) {
		noteLines(in, report, aboutAgentForm, aboutAgentCues, Report{
			Message: "a statement about the agent itself",
			Fix:     "move it to the configuration of that agent, or say what the team knows",
		})
	},
}

var aboutAgentForm = lazy.Regexp(`(?i)^[\s*_#>-]*(?:as (?:an )?(?:ai|llm|language model)\b|(?:i am|i['’]m|you are|you['’]re|your (?:role|job|persona) is(?: that of)?) (?:an? |the |to act as (?:an? )?)?(?:[\p{L}-]+ ){0,4}(?:ai|ai assistant|assistant|agent|subagent|language model|llm|claude|codex|gemini|copilot|chatbot|engineer|developer|architect|reviewer|expert|specialist|auditor|analyst|critic|planner|orchestrator|coordinator|tester|researcher|scientist|consultant|advis[eo]r|programmer|designer|strategist|gatekeeper|tutor)\b)` +
	`|^[\s*_#>-]*(?:我是|你是)(?:一个|一名|一位)?[^。，\n]{0,12}(?:助手|智能体|代理|Claude|专家|工程师)|^[\s*_#>-]*あなたは[^。\n]{0,16}(?:エージェント|アシスタント|エンジニア)|^[\s*_#>-]*당신은[^.\n]{0,16}(?:에이전트|어시스턴트|개발자)`)

var aboutAgentCues = listOfCues("as an ai|as a language|as an llm|i am|i'm|i’m|you are|you're|you’re|your role|your job|your persona|我是|你是|あなたは|당신은")

// noteLines is the check of a rule that speaks once a memory, at the first line of
// prose that matches. One of the cues, in lower case, is in every match.
func noteLines(in *Input, report func(Report), form *lazy.Pattern, cues *cueList, r Report) {
	find := func(f *memory.File) (source.Span, bool) {
		return firstLine(in.prose(f), f.Memory.Body.Start, form, cues)
	}
	in.reportOnce(report, find, r)
}

// firstLine finds the first match of form in a line of the body that is not quoted.
func firstLine(p *prose, from int, form *lazy.Pattern, cues *cueList) (source.Span, bool) {
	last := 0
	for _, near := range cues.Get().windows(p.lower[from:], 0, 0) {
		n := p.file.Text.LineAt(from + near.Start)
		if n == last {
			continue
		}
		last = n
		line := p.file.Text.Line(n)
		m := form.Get().FindIndex(p.text[line.Start:line.End])
		if m == nil {
			continue
		}
		if s := (source.Span{Start: line.Start + m[0], End: line.Start + m[1]}); !p.isQuoted(s) {
			return s, true
		}
	}
	return source.Span{}, false
}
