package rules

import (
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wiring"
)

var deliveryStale = &Rule{
	ID:    "delivery-stale",
	Title: "a file from which agents read the index is not current",
	Class: WeakensMemory,
	OfAll: true,
	Doc: `Agents that follow no import get the index from a marked block in AGENTS.md, which
teammem deliver writes. Where the block says something else than MEMORY.md, a clone tells them what the
team no longer holds, and nobody notices. So a change of the index and the block belong in one commit.

Reported is a block in AGENTS.md, AGENTS.override.md or .rules that differs from what teammem deliver
would write, one that somebody edited, and one with a mark missing. Without a block nothing is said.`,
	Check: func(in *Input, report func(Report)) {
		if len(in.Snapshot.Agents) == 0 { // there are none, or none of them nor the index was changed
			return
		}
		for _, p := range wiring.BlocksIn(in.Snapshot) {
			if p.State == wiring.Current {
				continue
			}
			f := in.Snapshot.Agents[p.Path]
			r := Report{File: f, Depends: append(wiring.Steering(), memory.IndexPath), Message: "the block of teammem here is not what the index says", Fix: "run teammem deliver"}
			if p.State != wiring.Stale {
				r.Message, r.Fix = "the block of teammem here can't be kept current", "run teammem deliver, which says what is wrong with it"
			}
			if p.Line > 0 && p.Line <= f.Text.Lines() {
				r.Span = f.Text.Line(p.Line)
			}
			report(r)
		}
	},
}
