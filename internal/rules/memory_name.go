package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
)

var missingName = &Rule{
	ID:    "missing-name",
	Title: "a memory has no name",
	Class: BreaksMemory,
	Doc: `The name is the identity of a memory: by it a private memory is matched with the team's,
and [[links]] find it. It need not equal the file name.`,
	Check: func(in *Input, report func(Report)) { in.checkText("name", report) },
}

var missingDescription = &Rule{
	ID:    "missing-description",
	Title: "a memory has no description",
	Class: BreaksMemory,
	Doc: `Agents choose by the description which memories to open. Without it the memory is opened
never, or always.`,
	Check: func(in *Input, report func(Report)) { in.checkText("description", report) },
}

// checkText demands that key holds text.
func (in *Input) checkText(key string, report func(Report)) {
	in.eachTeam(func(f *memory.File) {
		field, ok := f.Memory.Field(key)
		if strings.TrimSpace(field.Value) != "" {
			return
		}
		message, fix := "the memory has no "+key, "add a line "+key+": with a few words"
		switch {
		case !field.Cut.IsZero():
			message, fix = fmt.Sprintf("the %s begins with #, so YAML reads nothing", key), "put the value in quotes"
		case ok && field.Empty():
			message, fix = fmt.Sprintf("the %s is empty", key), "write a few words"
		case ok:
			message, fix = fmt.Sprintf("the %s is no text", key), "write a few words in quotes"
		}
		reportField(report, f, field, message, fix)
	})
}

var duplicateName = &Rule{
	ID:    "duplicate-name",
	Title: "two memories have the same name",
	Class: BreaksMemory,
	Wide:  true,
	OfAll: true,
	Doc: `Two memories with the same name are the same memory to sync and to [[links]], so one of
them is lost. Names are compared without case, and with runs of space, dash and underscore as
one; the file name counts where a memory has no name. Archived memories do not take part.`,
	Check: func(in *Input, report func(Report)) {
		first := map[string]*memory.File{}
		for _, f := range in.active() {
			if f.Memory == nil || f.Memory.Has(memory.Unsafe) {
				continue
			}
			name, field := identity(f)
			twin, twice := first[memory.Key(name)]
			if !twice {
				first[memory.Key(name)] = f
				continue
			}
			reportTwin(report, f, twin, field, name)
		}
	},
}

// identity is the name of a memory, or the stem of its file when it has none.
func identity(f *memory.File) (string, memory.Field) {
	field, _ := f.Memory.Field("name")
	if strings.TrimSpace(field.Value) != "" {
		return field.Value, field
	}
	return strings.TrimSuffix(f.Name(), path.Ext(f.Name())), memory.Field{}
}

func reportTwin(report func(Report), f, twin *memory.File, field memory.Field, name string) {
	_, other := identity(twin)
	line := 1
	if !other.KeySpan.IsZero() {
		line = twin.Text.Pos(other.KeySpan.Start).Line
	}
	report(Report{
		File: f, Span: field.ValueSpan,
		Message: fmt.Sprintf("the name %q is already that of %s", name, twin.Rel()),
		Fix:     "rename one of the two, or merge them",
		Depends: []string{twin.Path},
		Related: []finding.Related{{Path: twin.Path, Line: line, Message: "the other one"}},
	})
}
