package githubtest

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

// description is what GitHub says may be asked, and what it answers. Where it is from stands in it.
//
//go:embed openapi.json
var description []byte

// A contract is that description at an address.
type contract struct{ routers.Router }

// contracts are read once for each of the two places where hosts have their API.
var (
	atRoot       = sync.OnceValues(func() (contract, error) { return newContract("/") })
	atEnterprise = sync.OnceValues(func() (contract, error) { return newContract("/api/v3") })
)

func contractAt(prefix string) (contract, error) {
	switch prefix {
	case "":
		return atRoot()
	case "/api/v3":
		return atEnterprise()
	}
	return contract{}, fmt.Errorf("no host has its API at %q, want \"\" or /api/v3", prefix)
}

func newContract(address string) (contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(description)
	if err != nil {
		return contract{}, err
	}
	doc.Servers = openapi3.Servers{{URL: address}}
	router, err := gorillamux.NewRouter(doc)
	return contract{router}, err
}

// asks says what is wrong with a request.
func (c contract) asks(r *http.Request, body []byte) (*openapi3filter.RequestValidationInput, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", r.Host
	r.Body = http.NoBody
	if len(body) > 0 {
		r.Body = readAgain{bytes.NewReader(body)}
	}
	route, params, err := c.FindRoute(r)
	if err != nil {
		return nil, fmt.Errorf("GitHub has no %s %s: %w", r.Method, r.URL.Path, err)
	}
	for name := range r.URL.Query() {
		if route.Operation.Parameters.GetByInAndName("query", name) == nil {
			return nil, fmt.Errorf("%s %s knows no parameter %q", r.Method, r.URL.Path, name)
		}
	}
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route, Options: &openapi3filter.Options{
		AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, IncludeResponseStatus: true,
	}}
	if err := openapi3filter.ValidateRequest(r.Context(), in); err != nil {
		return nil, fmt.Errorf("%s %s is not what GitHub takes: %s", r.Method, r.URL.Path, short(err))
	}
	return in, nil
}

// answers says what is wrong with an answer. Files come raw, which the description only mentions.
func (c contract) answers(in *openapi3filter.RequestValidationInput, w *httptest.ResponseRecorder) error {
	if in == nil || strings.Contains(w.Header().Get("Content-Type"), "raw") {
		return nil
	}
	out := &openapi3filter.ResponseValidationInput{RequestValidationInput: in, Status: w.Code, Header: w.Header(), Options: in.Options}
	out.SetBodyBytes(w.Body.Bytes())
	if err := openapi3filter.ValidateResponse(in.Request.Context(), out); err != nil {
		return fmt.Errorf("%s is not what GitHub answers: %s", in.Request.URL.Path, short(err))
	}
	return nil
}

// short leaves the schema out of an error.
func short(err error) string {
	words, _, _ := strings.Cut(err.Error(), "\nSchema:")
	return words
}

type readAgain struct{ *bytes.Reader }

func (readAgain) Close() error { return nil }
