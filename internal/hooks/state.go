package hooks

import "fmt"

// A State says whether a hook calls teammem.
type State struct {
	Hook  string
	Calls bool
	Why   string // why it does not, in words; "" when it does
}

// States says of every hook whether it calls teammem, as far as its files tell: Probe
// proves it. With a manager it is the manager's file that counts, unless teammem
// stands in git's own hooks.
func (s *Site) States() ([]State, error) {
	found, err := s.own()
	if err != nil || s.Manager == nil || anyCalls(found) {
		return found, err
	}
	var states []State
	for _, hook := range names {
		st := State{Hook: hook, Calls: true}
		for _, missing := range s.Manager.Missing {
			if missing == hook {
				st = State{hook, false, fmt.Sprintf("%s does not name it", s.Manager.File)}
			}
		}
		if f, err := s.look(hook); err != nil {
			return nil, err
		} else if st.Calls && f.Kind == Missing {
			st = State{hook, false, s.Manager.notSetUp()}
		}
		states = append(states, st)
	}
	return states, nil
}

// InGit reports whether teammem stands in the files of Dir.
func (s *Site) InGit() (bool, error) {
	found, err := s.own()
	return anyCalls(found), err
}

func (s *Site) own() ([]State, error) {
	var states []State
	for _, hook := range names {
		f, err := s.look(hook)
		if err != nil {
			return nil, err
		}
		states = append(states, s.state(hook, f))
	}
	return states, nil
}

func (s *Site) state(hook string, f File) State {
	switch {
	case f.Kind == Missing:
		return State{hook, false, "there is no such hook"}
	case started(s.Runner, hook, f):
		return State{Hook: hook, Calls: true}
	case !cut(string(f.Text)).whole || writer(f.Text) != "":
		return State{hook, false, fmt.Sprintf("%q does not call teammem", f.Path)}
	case s.Runner == Git && !f.Executable:
		return State{hook, false, fmt.Sprintf("%q is not executable, so git does not run it", f.Path)}
	}
	return State{Hook: hook, Calls: true}
}

func anyCalls(states []State) bool {
	for _, s := range states {
		if s.Calls {
			return true
		}
	}
	return false
}
