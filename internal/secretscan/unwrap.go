package secretscan

import "github.com/teammem/teammem/internal/source"

// unwrap joins what looks like one word that a wrap has split over lines.
func unwrap(v *view) *view {
	out := &view{depth: v.depth + 1}
	t := v.text
	for at := 0; at < len(t); {
		end := lineEnd(t, at)
		tail := source.Span{Start: wordStart(t, at, trimEnd(t, at, end)), End: trimEnd(t, at, end)}
		if tail.Len() < shortestPiece {
			at = end + 1
			continue
		}
		at = joinLines(out, v, tail, end)
	}
	return out
}

const (
	shortestPiece = 4  // of a word on one line
	shortestWhole = 20 // of a word that was split
)

// joinLines follows the word at tail over the lines after end, and returns
// where the next line to look at begins.
func joinLines(out, v *view, tail source.Span, end int) int {
	t := v.text
	pieces := []source.Span{tail}
	total, next := tail.Len(), end+1
	for next < len(t) {
		start := next
		for start < len(t) && (t[start] == ' ' || t[start] == '\t' || t[start] == '>') {
			start++
		}
		stop := start
		for stop < len(t) && isWordByte(t[stop]) {
			stop++
		}
		if stop-start < shortestPiece {
			break
		}
		pieces = append(pieces, source.Span{Start: start, End: stop})
		total += stop - start
		if stop < trimEnd(t, start, lineEnd(t, start)) {
			break
		}
		next = lineEnd(t, start) + 1
	}
	if len(pieces) > 1 && total >= shortestWhole {
		for _, p := range pieces {
			out.copy(v, p.Start, p.End)
		}
		out.separate()
	}
	return max(end+1, min(next, len(t)))
}

// trimEnd leaves blanks out of the end of a line.
func trimEnd(t []byte, start, end int) int {
	for end > start && (t[end-1] == ' ' || t[end-1] == '\t' || t[end-1] == '\r') {
		end--
	}
	return end
}

func wordStart(t []byte, low, i int) int {
	for i > low && isWordByte(t[i-1]) {
		i--
	}
	return i
}
