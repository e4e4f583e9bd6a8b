package store

import (
	"errors"
	"fmt"
)

// errBusy means that another process holds the lock of the store.
var errBusy = errors.New("another teammem is at work here; wait for it and try again")

// A Kind says why a store is refused.
type Kind string

// The kinds of refusals.
const (
	NoHome       Kind = "no-home"
	Linked       Kind = "linked"        // a symbolic link below the home directory
	NotDirectory Kind = "not-directory" // something else is where a folder should be
	Writable     Kind = "writable"      // by others, or by a group that is not the user's alone
	Foreign      Kind = "foreign"       // owned by another user
	Locked       Kind = "locked"        // nothing can be made in it
	Unignored    Kind = "unignored"     // git would offer to commit it
	Damaged      Kind = "damaged"       // a file of teammem's own cannot be read
	Newer        Kind = "newer"         // written by a newer teammem
)

// Refused is the error for a store that is not safe to use. Nothing was changed.
type Refused struct {
	Kind       Kind
	Path       string // "" when there is none
	Found, Fix string
}

func (r *Refused) Error() string {
	if r.Path == "" {
		return r.Found + "; " + r.Fix
	}
	return fmt.Sprintf("%q %s; %s", r.Path, r.Found, r.Fix)
}
