// Package lazy holds what is made when it is first asked for. Unlike the functions of
// sync.OnceValue, what a package holds of them is plain data: nothing runs for them
// when the program starts, which every hook would pay for.
package lazy

import (
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
)

// A Value is made once. It must not be copied.
type Value[T any] struct {
	Make func() T // required; it must not ask for the same Value

	once sync.Once
	done atomic.Bool
	made T
}

// Get gives the value, and makes it before if nobody has asked yet. It may be called from
// several goroutines at a time, and for each byte of a text: it is small enough to cost
// its caller no call.
func (v *Value[T]) Get() T {
	if !v.done.Load() {
		v.first()
	}
	return v.made
}

func (v *Value[T]) first() {
	v.once.Do(func() {
		v.made = v.Make()
		v.done.Store(true)
	})
}

// A Pattern is a regular expression that is compiled once.
type Pattern struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

// Regexp gives the pattern of an expression, which must be right: Get panics else. It is as
// small as it is for the compiler, so that a variable set by it is data.
func Regexp(expr string) *Pattern { return &Pattern{expr: expr} }

// Get gives the compiled expression.
func (p *Pattern) Get() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.expr) })
	return p.re
}

// A Replacement is a strings.Replacer that is made once.
type Replacement struct {
	pairs []string
	once  sync.Once
	made  *strings.Replacer
}

// Replacer gives the replacement of pairs of old and new strings, as strings.NewReplacer
// takes them. It is as small as it is for the compiler, as Regexp is.
func Replacer(pairs ...string) *Replacement { return &Replacement{pairs: pairs} }

// Replace gives s with all of the pairs replaced.
func (r *Replacement) Replace(s string) string {
	r.once.Do(func() { r.made = strings.NewReplacer(r.pairs...) })
	return r.made.Replace(s)
}
