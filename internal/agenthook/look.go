package agenthook

import (
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"

	"github.com/teammem/teammem/internal/jsonc"
	"github.com/teammem/teammem/internal/wiring"
)

// A look is what a file holds of an entry.
type look struct {
	root   hujson.Value
	at     []int // where the entry is in its list
	whole  bool  // the file is our program
	edited bool  // there is something of ours that teammem did not write
}

func (l look) count() int {
	if l.whole {
		return 1
	}
	return len(l.at)
}

func (e entry) look(data []byte) (l look, err error) {
	if e.script != "" {
		l.whole = unix(data) == e.script
		l.edited = !l.whole && strings.Contains(string(data), e.sign)
		return l, nil
	}
	want := plain(e.text.value)
	l.root, l.at, err = e.text.elements(data, func(v *hujson.Value) bool { return plain(v.String()) == want })
	if err == nil && len(l.at) == 0 {
		_, signed, _ := e.text.elements(data, func(v *hujson.Value) bool { return strings.Contains(plain(v.String()), e.sign) })
		l.edited = len(signed) > 0
	}
	return l, err
}

// unix is data with the line ends that teammem writes: git gives a file others where core.autocrlf is
// set.
func unix(data []byte) string { return strings.ReplaceAll(string(data), "\r\n", "\n") }

// plain is JSON as it looks however it was spelt: no blanks, no comments, keys in order.
func plain(text string) string {
	data, err := jsonc.Plain([]byte(text))
	if err != nil {
		return ""
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		return ""
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// takeExact takes the entry out if the file holds it as teammem put it there.
func (e entry) takeExact(f wiring.File) (p wiring.Part, found bool) {
	p = e.part(f)
	if e.script != "" {
		p.Next, found = nil, unix(f.Data) == e.script
	} else {
		p.Next, found = e.text.take(f.Data)
	}
	p.State = wiring.Current
	return p, found
}

// takeLoose takes the entry out of a file that another program has written anew. It finds
// what was edited, too, and leaves it.
func (e entry) takeLoose(f wiring.File) (p wiring.Part, found bool) {
	p = e.part(f)
	if !strings.Contains(string(f.Data), e.sign) {
		return p, false // whatever else is wrong with the file
	}
	l, err := e.look(f.Data)
	switch {
	case err != nil:
		return broken(p, err.Error(), true), true
	case l.edited:
		p.State, p.Why = wiring.Edited, "somebody changed teammem's entry, so it stays: take it out by hand"
	case len(l.at) > 0:
		p.State = wiring.Current
		if p.Next, err = e.text.drop(l.root, f.Data, l.at); err != nil {
			p.Next = p.Prev
			return broken(p, err.Error(), true), true
		}
	}
	return p, l.edited || len(l.at) > 0
}
