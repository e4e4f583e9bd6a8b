package githubtest

import (
	"fmt"
	"net/http"
	"strings"
)

// trouble is a fault that counts what it meets.
type trouble struct {
	Fault
	seen int
}

// meets counts a request that is meant and reports whether it goes wrong.
func (f *trouble) meets(method, path string) bool {
	on, any := strings.CutSuffix(f.On, "*")
	asked := method + " " + path
	if asked != on && !(any && strings.HasPrefix(asked, on)) {
		return false
	}
	f.seen++
	from := max(f.From, 1)
	return f.seen >= from && (f.Times == 0 || f.seen < from+f.Times)
}

func (f *trouble) answer(w http.ResponseWriter, r *http.Request) {
	for name, value := range f.Headers {
		w.Header().Set(name, value)
	}
	code := f.Code
	if code == 0 {
		code = http.StatusOK
	}
	switch f.How {
	case "slow":
		<-r.Context().Done()
	case "html":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(code)
		fmt.Fprint(w, "<html>Sign in</html>")
	case "cut":
		Cut(w, r)
	case "garbage":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		fmt.Fprint(w, "\x00::error::not JSON")
	default:
		Answer(w, code, Object{"message": "::error::no"})
	}
}

// Cut answers with less than it promises.
func Cut(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", "100")
	fmt.Fprint(w, `[{"filename": "a`)
}
