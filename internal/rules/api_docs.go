package rules

import (
	"bytes"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var apiDocs = &Rule{
	ID:    "api-docs",
	Title: "the memory copies the documentation of an interface",
	Class: CouldBeStronger,
	Doc: `What an interface offers is documented at its source and changes there. A memory can say which call the team prefers and why, or point to
the documentation. At least six lines that list endpoints (GET /orders), or flags or parameters with their meaning, count.`,
	Check: func(in *Input, report func(Report)) {
		in.reportOnce(report, listedInterface, Report{
			Message: "a list of the endpoints or options of an interface",
			Fix:     "point to the documentation, and keep what it does not say",
		})
	},
}

const leastCalls = 6 // lines of a list of endpoints or of options

var (
	endpointForm = lazy.Regexp("^[\\s|*+`\\d.-]*\\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\\b[\\s|`*]{1,6}(?:https?://[^\\s`]+)?/[\\w{}:/.?=&*-]*")
	optionForm   = lazy.Regexp("^\\s*(?:[-*+]|\\|)\\s*(?:\\*\\*)?`--?[a-zA-Z][\\w-]*(?:[ =][^`]*)?`(?:, ?`[^`]*`)*(?:\\*\\*)?\\s*(?:—|–|--?|:|→|\\|)\\s*\\S")
)

// listedInterface gives the first line of a list of endpoints or of options.
func listedInterface(f *memory.File) (source.Span, bool) {
	var calls, options []source.Span
	for n := f.Text.LineAt(f.Memory.Body.Start); n <= f.Text.Lines(); n++ {
		s := f.Text.Line(n)
		line := f.Text.Slice(s)
		if bytes.IndexByte(line, '/') >= 0 && endpointForm.Get().Match(line) {
			calls = append(calls, s)
		}
		if bytes.Contains(line, []byte("`-")) && optionForm.Get().Match(line) {
			options = append(options, s)
		}
	}
	if len(calls) >= leastCalls {
		return calls[0], true
	}
	if len(options) >= leastCalls {
		return options[0], true
	}
	return source.Span{}, false
}
