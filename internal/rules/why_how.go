package rules

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/reasons"
)

var missingWhy = &Rule{
	ID:    "missing-why",
	Title: "a memory does not say why",
	Class: CouldBeStronger,
	Doc: `A rule without its reason can't be weighed when the case is a little different. Feedback
and project memories say it after ` + "`**Why:**`" + `, in a heading, or in another language
(为什么, 理由, Warum, Por quê, Почему).`,
	Check: func(in *Input, report func(Report)) {
		in.checkMark(reasons.Why, "the memory does not say why", "add a line **Why:** with the reason", report)
	},
}

var missingHow = &Rule{
	ID:    "missing-how",
	Title: "a memory does not say how to apply it",
	Class: CouldBeStronger,
	Doc: `An agent needs to know when and how a memory takes effect. Feedback and project memories
say it after ` + "`**How to apply:**`" + `, in a heading, or in another language (如何应用, 適用方法, Anwendung, Como aplicar, Как применять).`,
	Check: func(in *Input, report func(Report)) {
		in.checkMark(reasons.How, "the memory does not say how to apply it", "add a line **How to apply:** that says when and how", report)
	},
}

func (in *Input) checkMark(mark reasons.Mark, message, fix string, report func(Report)) {
	in.eachTeam(func(f *memory.File) {
		if t := f.Type(); t != "feedback" && t != "project" {
			return
		}
		if !mark.In(f.Text.Slice(f.Memory.Body)) {
			report(Report{File: f, Message: message, Fix: fix})
		}
	})
}
