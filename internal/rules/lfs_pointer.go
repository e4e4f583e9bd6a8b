package rules

import (
	"bytes"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var lfsPointer = &Rule{
	ID:    "lfs-pointer",
	Title: "a pointer of Git LFS instead of the text",
	Class: BreaksMemory,
	Doc: `Git LFS keeps a pointer in the repository and the text on a server. A review shows the
pointer, and a clone without LFS delivers it to the agent.
See https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Text != nil && f.Kind != memory.KindForeign && isPointer(f.Text) {
				report(Report{
					File: f, Message: "the file is a pointer of Git LFS: the text itself is not in the repository",
					Fix: "take the file out of Git LFS and commit the text",
				})
			}
		}
	},
}

// isPointer reports whether t is what Git LFS stores in place of a file.
func isPointer(t *source.Text) bool {
	b := t.Bytes()
	return t.Len() < 1024 && bytes.Contains(b, []byte("\noid sha256:")) &&
		(bytes.HasPrefix(b, []byte("version https://git-lfs.github.com/spec/")) || bytes.HasPrefix(b, []byte("version https://hawser.github.com/spec/")))
}
