package report

import (
	"encoding/json"
	"io"

	"github.com/teammem/teammem/internal/engine"
)

// writeJSON writes the result as it is.
func writeJSON(w io.Writer, res *engine.Result) error { return encode(w, res) }

// failure is the JSON of a check that reached no verdict. It has none, so that
// nobody takes it for one that passed.
type failure struct {
	Version int   `json:"version"`
	Error   cause `json:"error"`
}

type cause struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func writeJSONError(w io.Writer, code int, text string) error {
	return encode(w, failure{engine.ResultVersion, cause{code, text}})
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
