package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/teammem/teammem/internal/engine"
)

// writeJSON writes the result as it is.
func writeJSON(w io.Writer, res *engine.Result) error { return Encode(w, res) }

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
	return Encode(w, failure{engine.ResultVersion, cause{code, text}})
}

// Encode writes v as JSON that means the same to every reader, and nothing to the
// runner of a build: the beginning of a workflow command is written with an escape.
func Encode(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte("##["), []byte(`#\u0023[`)))
	return err
}
