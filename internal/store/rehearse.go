package store

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/sync"
)

// Dry is a Writer that writes nothing and says what Apply would do now.
type Dry struct{ View *View }

// Apply gives the steps that would be done and those that are overtaken already.
func (d Dry) Apply(steps []sync.Step, next []byte) (Outcome, error) {
	if _, err := encodeState(next); err != nil {
		return Outcome{}, err
	}
	todo, out, err := d.View.sort(steps)
	for _, t := range todo {
		out.add(t.Step, "")
	}
	return makingRoom(out), err
}

// makingRoom takes the steps for done that have room once others have removed a file: a file
// has become a folder, or a folder a file.
func makingRoom(all Outcome) Outcome {
	out := Outcome{Done: all.Done}
	for _, o := range all.Overtaken {
		room := o.Reason == errInTheWay.Error() && slices.ContainsFunc(all.Done, func(s sync.Step) bool {
			return s.Kind == sync.Remove && s.Layout == o.Step.Layout &&
				(strings.HasPrefix(s.Path, o.Step.Path+"/") || strings.HasPrefix(o.Step.Path, s.Path+"/"))
		})
		if room {
			out.Done = append(out.Done, o.Step)
		} else {
			out.Overtaken = append(out.Overtaken, o)
		}
	}
	return out
}

var _ Writer = Dry{}
