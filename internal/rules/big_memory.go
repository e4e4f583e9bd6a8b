package rules

import (
	"fmt"

	"github.com/teammem/teammem/internal/memory"
)

var bigMemory = &Rule{
	ID:    "big-memory",
	Title: "a memory of many pages",
	Class: WeakensMemory,
	Doc: `An agent that needs one fact loads the whole memory. Over 64 KiB
(limits.memory-warn-bytes of the policy) it costs more than it tells.`,
	Check: func(in *Input, report func(Report)) {
		limits := in.Policy.Limits
		for _, f := range in.judged() {
			n := bytesOf(f)
			if f.Kind == memory.KindMemory && n > int64(limits.MemoryWarn) && n <= int64(limits.MemoryBytes) {
				report(Report{
					File: f, Message: fmt.Sprintf("the memory has %d bytes, over %d", n, limits.MemoryWarn),
					Fix: "split it into memories of one topic each",
				})
			}
		}
	},
}
