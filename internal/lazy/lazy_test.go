package lazy

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestMadeOnce(t *testing.T) {
	var made atomic.Int64
	v := Value[string]{Make: func() string {
		made.Add(1)
		return "x"
	}}
	if made.Load() != 0 {
		t.Error("made before it was asked for")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := v.Get(); got != "x" {
				t.Errorf("Get() = %q", got)
			}
		})
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
}

func TestPattern(t *testing.T) {
	p := Regexp(`^a+$`)
	if !p.Get().MatchString("aa") || p.Get().MatchString("b") {
		t.Error("it is another pattern")
	}
	first := p.Get()
	if p.Get() != first {
		t.Error("it is compiled again")
	}
}

func TestReplacement(t *testing.T) {
	r := Replacer("a", "b", "b", "a")
	for range 2 {
		if got := r.Replace("abc"); got != "bac" {
			t.Errorf("%q", got)
		}
	}
}
