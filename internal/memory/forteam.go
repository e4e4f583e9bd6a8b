package memory

// ForTeam gives the text of m as a team keeps it: a scope that says private in so many
// words says team instead, and every other byte stays. A scope that readers could see in
// another way is left for who judges the text.
func (m *Memory) ForTeam() []byte {
	var edits []Edit
	for _, f := range m.Fields {
		if f.Key == "scope" && f.Scalar && !f.inBrackets() && foldWord(f.Value) == "private" {
			edits = append(edits, Edit{Span: f.ValueSpan, New: "team"})
		}
	}
	return apply(m.Text.Bytes(), edits)
}
