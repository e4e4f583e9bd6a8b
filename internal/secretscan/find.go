package secretscan

import (
	"sync"

	"github.com/teammem/teammem/internal/source"
)

// A scan is the search of one view.
type scan struct {
	*view
	lower []byte    // text with ASCII letters in lower case
	grams gramSet   // of text
	named *nounList // see nounList
	runs  runs
	at    source.Span // the line that was asked for last
	hits  []hit
	tries tries
	// head is where the head of the last table of aligned columns begins, and rowsDone where its
	// rows were read to.
	head, rowsDone int
}

// scans are what earlier searches used: most texts are short, and there are many.
var scans = sync.Pool{New: func() any { return new(scan) }}

// begin readies s for a view, whatever it was used for.
func (s *scan) begin(v *view) {
	*s = scan{view: v, lower: appendLower(s.lower[:0], v.text)}
	s.grams.of(v.text)
}

// A layer is one way to find secrets in a view. It takes time in proportion
// to the text.
type layer func(s *scan)

// The layers, in the order in which they look.
var (
	tokenLayers = []layer{(*scan).tokens}
	// formLayers find what has a form of its own; in what is no text only they mean something.
	formLayers  = []layer{(*scan).blocks, (*scan).urls}
	wordLayers  = []layer{(*scan).connections, (*scan).headers, (*scan).webKeys, (*scan).manifests, (*scan).commands, (*scan).pipes, (*scan).protocols, (*scan).calls, (*scan).nouns}
	proseLayers = []layer{(*scan).tables, (*scan).tagged, (*scan).pairs, (*scan).accounts, (*scan).inBrackets, (*scan).opens, (*scan).unlocks, (*scan).codes, (*scan).personal}
)

// findBinary gives every reading of what is no text.
func findBinary(data []byte) []hit {
	return withForms(data, (&view{text: data}).find(nil, tokenLayers, formLayers))
}

// findText gives every reading of text: as written, as a reader sees it, with
// lines joined that a wrap has split, and what is encoded in any of these.
func findText(text []byte) []hit {
	raw := &view{text: text}
	hits := raw.find(nil, tokenLayers, formLayers, wordLayers, proseLayers)
	read, joined := undress(raw), unwrap(raw)
	hits = read.find(hits, tokenLayers, formLayers, wordLayers, proseLayers)
	hits = joined.find(hits, tokenLayers)
	for _, v := range []*view{raw, read, joined} {
		for range maxDepth {
			v = decode(v)
			hits = v.find(hits, tokenLayers, formLayers, wordLayers)
		}
	}
	return withForms(text, hits)
}

// withForms adds to the forms of each hit how it is written.
func withForms(text []byte, hits []hit) []hit {
	for i, h := range hits {
		hits[i].forms = append(h.forms, string(text[h.span.Start:h.span.End]))
	}
	return hits
}

// maxDepth is how many encodings inside one another are undone.
const maxDepth = 2

func (v *view) find(hits []hit, groups ...[]layer) []hit {
	if len(v.text) == 0 {
		return hits
	}
	s := scans.Get().(*scan)
	defer scans.Put(s)
	s.begin(v)
	for _, layers := range groups {
		for _, l := range layers {
			l(s)
		}
	}
	return append(hits, s.hits...)
}

// add records that the view from start to end is a secret. The parts are
// other forms that must not come up: the password within a connection string.
func (s *scan) add(k *kind, start, end int, parts ...string) {
	if start >= end {
		return
	}
	span := s.origin(start, end)
	h := hit{kind: k, span: span, end: end, value: string(s.text[start:end]), forms: parts, depth: s.depth}
	s.hits = append(s.hits, h)
}

// line returns the line of the view that holds i, without its line end. It
// remembers the last one, so that a long line is walked once.
func (s *scan) line(i int) source.Span {
	if i < s.at.Start || i > s.at.End || s.at.IsZero() {
		s.at = source.Span{Start: lineStart(s.text, i), End: lineEnd(s.text, i)}
	}
	return s.at
}

// tries counts how often values that end at one place were judged. Words that
// nothing separates would be judged at each noun within them.
type tries struct{ end, n int }

const mostTries = 16

func (t *tries) tooMany(end int) bool {
	if t.end != end {
		*t = tries{end: end}
	}
	t.n++
	return t.n > mostTries
}

// appendLower appends b to out, with ASCII letters in lower case.
func appendLower(out, b []byte) []byte {
	n := len(out)
	out = append(out, b...)
	for i, c := range out[n:] {
		if 'A' <= c && c <= 'Z' {
			out[n+i] = c + 'a' - 'A'
		}
	}
	return out
}
