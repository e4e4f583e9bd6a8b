package rules

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

var cutValue = &Rule{
	ID:    "cut-value",
	Title: "a value is cut by a comment",
	Class: WeakensMemory,
	Doc: `In YAML a blank and ` + "`#`" + ` begin a comment, so ` + "`name: PR #212`" + ` is read as "PR", and no parser
says so. In the name and the description every comment is reported; at other keys only one that
follows its # without a blank, since ` + "`# words`" + ` is what people write when they mean a comment.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			for _, field := range f.Memory.Fields {
				if field.Cut.IsZero() || field.Value == "" || isComment(f, field) {
					continue
				}
				report(Report{File: f, Span: field.Cut,
					Message: fmt.Sprintf("the value is cut at ` #`; YAML reads only %q", field.Value),
					Fix:     "put the value in quotes"})
			}
		})
	},
}

// isComment reports whether what was cut from a field was meant to be a comment.
func isComment(f *memory.File, field memory.Field) bool {
	cut := strings.TrimLeft(string(f.Text.Slice(field.Cut)), "#")
	return field.Key != "name" && field.Key != "description" && (cut == "" || strings.HasPrefix(cut, " "))
}

var lookalikeKey = &Rule{
	ID:    "lookalike-key",
	Title: "a key looks like one that means something",
	Class: WeakensMemory,
	Doc: `A key that is a letter away from one that teammem reads, or another word for it
(` + "`expiry`" + ` for ` + "`expires`" + `), is kept but read by nobody, so the memory never expires. Other
unknown keys are somebody's own and are left alone. A key in another case is the matter of
frontmatter, since some readers do take it.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			for _, field := range f.Memory.Fields {
				meant := memory.NearReserved(field.Key)
				if _, there := f.Memory.Field(meant); meant == "" || there {
					continue
				}
				report(Report{File: f, Span: field.KeySpan,
					Message: fmt.Sprintf("nobody reads the key %q; it looks like %s", field.Key, meant),
					Fix:     "write " + meant})
			}
		})
	},
}
