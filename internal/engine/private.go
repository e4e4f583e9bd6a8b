package engine

import (
	"time"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/source"
)

// Private is the source of a memory that is for one person.
const Private Source = "private"

// personal are the rules that make sense for a private memory: what no text may hold that
// an agent reads, and what is better kept elsewhere or said in another way.
var personal = []string{
	"about-agent", "api-docs", "bad-date", "bidi", "big-memory", "code-layout", "conflict-markers", "control-char", "email", "encoding",
	"fixed-bug", "frontmatter", "hidden-unicode", "injection", "missing-how", "missing-why", "padding", "project-dates", "relative-date", "secret", "size",
}

// JudgePrivate judges a private memory at p before it is written. The default policy
// holds: what a team has decided does not concern it.
func JudgePrivate(p string, data []byte, now time.Time) (*Result, error) {
	s := newScan(personal, policy.Default(), now, finding.Error)
	s.res.Source, s.res.Counts.Memories = Private, 1
	f := newFile(memory.Entry{Path: p, Mode: memory.Regular, Size: int64(len(data))})
	f.Text = source.NewText(data[:min(len(data), memory.MaxParsed)])
	model(f)
	err := s.Add(f)
	res := s.Result()
	for i := range res.Findings {
		if res.Findings[i].Rule == "secret" { // no history has it, so nothing has to be rotated
			res.Findings[i].Fix = "leave it out: keep it in a vault, and write down where"
		}
	}
	return res, err
}
