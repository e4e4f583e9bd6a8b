package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

var size = &Rule{
	ID:      "size",
	Title:   "a file over the size limit",
	Class:   MustNotPass,
	History: true,
	Doc: `A memory is a page, not an archive. What is over the limit (1 MiB, or limits.memory-bytes
of the policy if that is less) is read neither by a reviewer nor by this tool, and it stays in the history of every
clone. So it is judged in every commit of a range.`,
	Check: func(in *Input, report func(Report)) {
		limit := int64(in.Policy.Limits.MemoryBytes)
		for _, f := range in.judged() {
			if n := bytesOf(f); n > limit {
				report(Report{
					File: f, Message: fmt.Sprintf("the file has %d bytes, over the limit of %d", n, limit),
					Fix: "split it into memories of one topic each, and keep data elsewhere",
				})
			}
		}
	},
}

// bytesOf is the size of f as far as it is known.
func bytesOf(f *memory.File) int64 {
	if f.Size < 0 && f.Text != nil {
		return int64(f.Text.Len())
	}
	return f.Size
}
