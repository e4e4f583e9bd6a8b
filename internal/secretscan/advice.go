package secretscan

// Kept is where a text lies in which a secret was found. It decides what can still be done.
type Kept int

// The places of a text.
const (
	Loose     Kept = iota // in a file, or on its way into one; nobody knows whether it was ever committed
	Staged                // in what will be committed
	InHistory             // in a commit
)

// Advice says what to do about a secret in a text that is kept there, beginning with a verb.
func (m Match) Advice(at Kept) string {
	const seen = "if it was ever committed, or if an agent, a log or anybody else has seen it"
	switch {
	case m.personal:
		return "take it out and say where it is kept instead; if it was committed, history still holds it and has to be cleaned as well"
	case at == InHistory:
		return "rotate it first, then keep it in a vault and write down where; deleting it here does not help, because history keeps it"
	case at == Staged:
		return "take it out and stage again; keep it in a vault and write down where; rotate it " + seen
	}
	return "take it out, keep it in a vault and write down where; rotate it " + seen
}
