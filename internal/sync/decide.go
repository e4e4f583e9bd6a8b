package sync

import "slices"

// Sides are the versions of one memory at one path.
type Sides struct {
	Base   Sum   // what the mirror got last
	Ours   Sum   // what lies in the mirror
	Theirs Sum   // what the trusted ref has, and may be delivered
	Buried []Sum // what the team had at this path earlier
	Known  bool  // ours is what the team has or had at another path
}

// An Outcome is what becomes of one memory. The mirror holds Mirror afterwards.
type Outcome struct {
	Mirror Sum    // zero: no file
	Draft  bool   // ours holds words that nobody else has: keep them before it goes
	Bury   Sum    // what the team has no longer, to be remembered; zero for none
	Reason string // in plain words
}

// decide says what becomes of one memory. It is total: the mirror always ends with what
// the team has, and ours goes without a draft only if it once came from the team.
func decide(s Sides) Outcome {
	out := Outcome{Mirror: s.Theirs, Draft: s.own()}
	if s.Theirs != s.Base {
		out.Bury = s.Base
	}
	out.Reason = s.reason(out.Draft)
	return out
}

// own reports whether ours would be lost if it were replaced.
func (s Sides) own() bool {
	return !s.Ours.IsZero() && !s.Known && s.Ours != s.Theirs && s.Ours != s.Base && !slices.Contains(s.Buried, s.Ours)
}

func (s Sides) reason(draft bool) string {
	switch {
	case s.Ours == s.Theirs && s.Ours.IsZero():
		return "there is no such memory any more"
	case s.Ours == s.Theirs:
		return "the mirror has what the team has"
	case draft && s.Theirs.IsZero() && s.Base.IsZero():
		return "it was added in the mirror, where only team memories belong"
	case draft && s.Theirs.IsZero():
		return "the team deleted it and it was edited in the mirror"
	case draft && s.Theirs == s.Base:
		return "it was edited in the mirror"
	case draft:
		return "the team changed it and it was edited in the mirror"
	case s.Theirs.IsZero():
		return "the team deleted it"
	case s.Ours.IsZero() && !s.Base.IsZero():
		return "it was deleted in the mirror and the team still has it"
	case s.Ours.IsZero():
		return "the team added it"
	case s.Theirs == s.Base:
		return "the mirror held another text of the team, or an old one"
	}
	return "the team changed it"
}

// A Label says how one side stands to the base, where they differ.
type Label string

const (
	Added   Label = "added"
	Edited  Label = "edited"
	Deleted Label = "deleted"
)
