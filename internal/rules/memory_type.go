package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

const typeChoice = "feedback, project or reference"

var missingType = &Rule{
	ID:    "missing-type",
	Title: "a memory has no type",
	Class: BreaksMemory,
	Doc: `The type says how a memory is used: ` + "`feedback`" + ` is a correction or a confirmation,
` + "`project`" + ` is state with dates, ` + "`reference`" + ` points to an outside source, ` + "`user`" + ` is about a
person and private. It is read at the top level and under ` + "`metadata:`" + `.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			if field, ok := f.Memory.Field("type"); strings.TrimSpace(field.Value) == "" {
				message := "the memory has no type"
				if ok {
					message = "the type is empty"
				}
				reportField(report, f, field, message, "write type: and one of "+typeChoice)
			}
		})
	},
}

var unknownType = &Rule{
	ID:    "unknown-type",
	Title: "a memory has an unknown type",
	Class: BreaksMemory,
	Doc: `There are four types: feedback, project, reference and user. An agent does not know what
to do with another one. A known type in another case is the matter of type-case.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			field, _ := f.Memory.Field("type")
			if t := f.Type(); t != "" && !slices.Contains(memory.Types, t) {
				reportField(report, f, field, fmt.Sprintf("unknown type %q", field.Value), "write one of "+typeChoice)
			}
		})
	},
}

var typeCase = &Rule{
	ID:    "type-case",
	Title: "a type is written in another case",
	Class: WeakensMemory,
	Doc: `Types are lower case. Some readers compare them letter by letter. ` + "`teammem fmt`" + ` writes
them in lower case.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			field, _ := f.Memory.Field("type")
			if t := f.Type(); t != field.Value && slices.Contains(memory.Types, t) {
				reportField(report, f, field, fmt.Sprintf("the type is written %q", field.Value), "write "+t+", or run teammem fmt")
			}
		})
	},
}

var filePrefix = &Rule{
	ID:    "file-prefix",
	Title: "the file name says another type",
	Class: WeakensMemory,
	Doc: `Many teams begin a file name with the type and an underscore (` + "`feedback_tone.md`" + `). When
the two differ, people look in the wrong place. The frontmatter decides; the name of a folder
says nothing.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			prefix, _, ok := strings.Cut(f.Name(), "_")
			t := f.Type()
			if !ok || prefix == t || !slices.Contains(memory.Types, prefix) || !slices.Contains(memory.Types, t) {
				return
			}
			field, _ := f.Memory.Field("type")
			reportField(report, f, field, fmt.Sprintf("the file name says %s, the type says %s", prefix, t), "rename the file or correct the type")
		})
	},
}
