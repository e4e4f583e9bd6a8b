package report

import (
	"encoding/json"
	"io"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
)

// writeJSON writes the result as it is. Lists are never null.
func writeJSON(w io.Writer, res *engine.Result) error {
	out := *res
	out.Notices = append([]string{}, res.Notices...)
	out.Findings = append([]finding.Finding{}, res.Findings...)
	for i := range out.Findings {
		f := &out.Findings[i]
		f.Related = append([]finding.Related{}, f.Related...)
	}
	return encode(w, out)
}

// failure is the JSON of a check that reached no verdict. It has none, so that
// nobody takes it for one that passed.
type failure struct {
	Version int `json:"version"`
	Error   struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func writeJSONError(w io.Writer, code int, err error) error {
	out := failure{Version: engine.ResultVersion}
	out.Error.Code, out.Error.Message = code, message(err)
	return encode(w, out)
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
