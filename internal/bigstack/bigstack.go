// Package bigstack is imported for its effect alone: the first goroutine gets a large stack
// once, which would else be copied six times, page by page, while the program starts.
package bigstack

// size is what is needed before main, in bytes: a pattern that a library compiles when the
// program starts nests sixty deep and takes some 70 KB.
const size = 96 << 10

// This package imports nothing, so it is initialized before those that need the stack.
func init() { grow(0) }

// grow has a frame of size bytes: the runtime finds room for it when grow is called, and
// keeps that room. The frame is not touched for 0, since that would cost its pages.
//
//go:noinline
func grow(n int) byte {
	if n == 0 {
		return 0
	}
	var room [size]byte
	for i := range room {
		room[i] = byte(i / n)
	}
	return room[n%size]
}
