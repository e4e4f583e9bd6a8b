package secretscan

import (
	"sort"

	"github.com/teammem/teammem/internal/source"
)

// A view is text made from the text that was given to Scan, with a way back.
type view struct {
	text  []byte
	segs  []segment // none: the view is the text itself
	depth int
}

// A segment says where the bytes of a view from at to the next segment come
// from. An exact one was copied byte for byte; any other stands for the whole
// of its span.
type segment struct {
	at    int
	from  source.Span
	exact bool
}

// origin maps the range from start to end of a view back.
func (v *view) origin(start, end int) source.Span {
	if len(v.segs) == 0 {
		return source.Span{Start: start, End: end}
	}
	first, last := v.segment(start), v.segment(end-1)
	span := source.Span{Start: first.from.Start, End: last.from.End}
	if first.exact {
		span.Start += start - first.at
	}
	if last.exact {
		span.End = last.from.Start + end - last.at
	}
	return span
}

func (v *view) segment(at int) segment {
	i := sort.Search(len(v.segs), func(i int) bool { return v.segs[i].at > at })
	return v.segs[max(0, i-1)]
}

// copy appends the bytes from start to end of from.
func (v *view) copy(from *view, start, end int) {
	if start >= end {
		return
	}
	if len(from.segs) > 0 {
		v.copySegments(from, start, end)
		return
	}
	v.segs = append(v.segs, segment{len(v.text), source.Span{Start: start, End: end}, true})
	v.text = append(v.text, from.text[start:end]...)
}

func (v *view) copySegments(from *view, start, end int) {
	i := sort.Search(len(from.segs), func(i int) bool { return from.segs[i].at > start }) - 1
	for at := start; at < end; i++ {
		stop := end
		if i+1 < len(from.segs) {
			stop = min(stop, from.segs[i+1].at)
		}
		if s := from.segs[i]; s.exact {
			v.segs = append(v.segs, segment{len(v.text), from.origin(at, stop), true})
			v.text = append(v.text, from.text[at:stop]...)
		} else {
			v.put(from.text[at:stop], s.from)
		}
		at = stop
	}
}

// put appends bytes that stand for the whole of span.
func (v *view) put(b []byte, span source.Span) {
	v.segs = append(v.segs, segment{len(v.text), span, false})
	v.text = append(v.text, b...)
}

// separate parts what was appended from what follows, so that nothing is read
// across.
func (v *view) separate() {
	end := source.Span{}
	if n := len(v.segs); n > 0 {
		end = source.Span{Start: v.segs[n-1].from.End, End: v.segs[n-1].from.End}
	}
	v.put([]byte("\n\n"), end)
}
