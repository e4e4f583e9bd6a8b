package finding

// Of a line with more than maxExcerpt characters, an excerpt shows that many, and
// the place that it is about ExcerptLead characters from its beginning.
const (
	maxExcerpt  = 400
	ExcerptLead = 100
)

// Excerpt cuts a line around the character at offset at. What is cut away is shown
// as "…", so an excerpt that begins with it has the place at ExcerptLead.
func Excerpt(line string, at int) string {
	r := []rune(line)
	if len(r) <= maxExcerpt {
		return line
	}
	start := max(0, min(at, len(r))-ExcerptLead)
	end := min(start+maxExcerpt, len(r))
	cut := string(r[start:end])
	if start > 0 {
		cut = "…" + string(r[start+1:end])
	}
	if end < len(r) {
		cut += "…"
	}
	return cut
}
