// Package lazy holds what is made when it is first asked for. Unlike the functions of
// sync.OnceValue, a Value and a Pattern of a package are plain data: nothing runs for them
// when the program starts, which every hook would pay for.
package lazy

import (
	"regexp"
	"sync"
)

// A Value is made once. It must not be copied.
type Value[T any] struct {
	Make func() T // required; it must not ask for the same Value

	once sync.Once
	made T
}

// Get gives the value, and makes it before if nobody has asked yet. It may be called from
// several goroutines at a time.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.Make() })
	return v.made
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
