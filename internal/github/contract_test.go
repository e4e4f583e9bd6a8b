package github

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// A contract is GitHub's own description of what may be asked, and of what it answers.
// Where it is from stands in testdata/openapi.json.
type contract struct{ routers.Router }

func newContract(t *testing.T, address string) contract {
	t.Helper()
	spec, err := os.ReadFile(filepath.Join("testdata", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(spec)
	if err != nil {
		t.Fatal(err)
	}
	doc.Servers = openapi3.Servers{{URL: address}}
	router, err := gorillamux.NewRouter(doc)
	if err != nil {
		t.Fatal(err)
	}
	return contract{router}
}

// asks says what is wrong with a request.
func (c contract) asks(t *testing.T, r *http.Request) *openapi3filter.RequestValidationInput {
	t.Helper()
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", r.Host
	route, params, err := c.FindRoute(r)
	if err != nil {
		t.Errorf("GitHub has no %s %s: %v", r.Method, r.URL.Path, err)
		return nil
	}
	for name := range r.URL.Query() {
		if route.Operation.Parameters.GetByInAndName("query", name) == nil {
			t.Errorf("%s %s knows no parameter %q", r.Method, r.URL.Path, name)
		}
	}
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: &openapi3filter.Options{
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true,
	}}
	if err := openapi3filter.ValidateRequest(r.Context(), in); err != nil {
		t.Errorf("%s %s is not what GitHub takes: %v", r.Method, r.URL.Path, short(err))
	}
	return in
}

// answers says what is wrong with an answer of the fake. Files come raw, which the
// description only mentions.
func (c contract) answers(t *testing.T, in *openapi3filter.RequestValidationInput, w *httptest.ResponseRecorder) {
	t.Helper()
	if in == nil || strings.Contains(w.Header().Get("Content-Type"), "raw") {
		return
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: w.Code, Header: w.Header(), Options: in.Options}
	out.SetBodyBytes(w.Body.Bytes())
	if err := openapi3filter.ValidateResponse(in.Request.Context(), out); err != nil {
		t.Errorf("%s is not what GitHub answers: %v", in.Request.URL.Path, short(err))
	}
}

// short leaves the schema out of an error.
func short(err error) string {
	words, _, _ := strings.Cut(err.Error(), "\nSchema:")
	return words
}

// checked serves a request as h does, and holds both sides to the contract. An odd answer
// is one that no contract knows.
func (h *host) checked(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		h.t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	in := h.contract.asks(h.t, r)
	r.Body = io.NopCloser(bytes.NewReader(body))
	if h.isOdd(r) {
		h.ServeHTTP(w, r)
		return
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	if !h.lax {
		h.contract.answers(h.t, in, rec)
	}
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

func (h *host) isOdd(r *http.Request) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.odd[r.Method+" "+strings.TrimPrefix(r.URL.Path, h.prefix)] != nil
}
