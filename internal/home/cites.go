package home

import (
	"fmt"

	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// citesOf gives the places that a text cites by line.
func citesOf(data []byte) []string {
	text := source.NewText(data)
	var out []string
	for _, c := range memory.Citations(text, markdown.Parse(data, memory.Parse(text).Body.Start)) {
		if c.Line > 0 {
			out = append(out, fmt.Sprintf("%s:%d", c.Path, c.Line))
		}
	}
	return out
}
