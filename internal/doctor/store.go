package doctor

import "fmt"

var (
	noHome        = &Fault{"no-home", Fail, "there is no home directory, so no private memory"}
	storeLinked   = &Fault{"store-linked", Fail, "the private memory lies behind a symbolic link"}
	storeOther    = &Fault{"store-not-a-folder", Fail, "something else is where the private memory should be"}
	storeWritable = &Fault{"store-writable", Fail, "others can write the private memory"}
	storeForeign  = &Fault{"store-of-another-user", Fail, "the private memory belongs to another user"}
	storeInTree   = &Fault{"store-in-work-tree", Fail, "git would offer to commit the private memory"}
	storeClosed   = &Fault{"store-unreadable", Fail, "you can't read your own private memory"}
	storeDamaged  = &Fault{"store-damaged", Fail, "a file of teammem's own in the private memory can't be read"}
	storeNewer    = &Fault{"store-newer", Fail, "a newer teammem wrote the private memory"}
)

// Unreadable is the kind of the refusal of a store that its owner can't read. The others are
// those of store.Kind.
const Unreadable = "unreadable"

// refusals are the faults by the kind of the refusal; see store.Kind.
var refusals = []struct {
	kind  string
	fault *Fault
}{
	{"no-home", noHome}, {"linked", storeLinked}, {"not-directory", storeOther}, {"writable", storeWritable},
	{"foreign", storeForeign}, {"unignored", storeInTree}, {"damaged", storeDamaged}, {"newer", storeNewer}, {Unreadable, storeClosed},
}

var storeCheck = &Check{
	Name: "private memory", Wanted: "a place under the home directory that is yours alone",
	Faults: []*Fault{noHome, storeLinked, storeOther, storeWritable, storeForeign, storeInTree, storeClosed, storeDamaged, storeNewer},
	judge: func(f *Facts, r *reply) {
		s := f.Store
		switch {
		case s == nil:
		case s.Unsafe != nil:
			for _, known := range refusals {
				if known.kind == s.Unsafe.Kind {
					r.fault(known.fault, s.Unsafe.Found, s.Unsafe.Fix)
				}
			}
		case s.Why != "":
			r.unknown(s.Why, s.Fix)
		case s.Exists:
			r.ok(s.Dir)
		default:
			r.ok(s.Dir + ", nothing there yet")
		}
	},
}

// usable reports whether the store could be opened.
func (s *Store) usable() bool { return s != nil && s.Unsafe == nil && s.Why == "" && s.Exists }

var storeOpen = &Fault{"store-open", Warn, "private memory is not for its owner alone"}

var permissionsCheck = &Check{
	Name: "permissions", Wanted: "folders 0700 and files 0600, and you their owner", Faults: []*Fault{storeOpen},
	judge: func(f *Facts, r *reply) {
		switch {
		case !f.Store.usable():
		case len(f.Store.Closed) > 0:
			r.fault(storeClosed, "no right to read "+some(f.Store.Closed), "run chmod -R u+rwX "+f.Store.Dir)
		case len(f.Store.Open) > 0:
			r.fault(storeOpen, some(f.Store.Open), f.Store.OpenFix)
		default:
			r.ok(f.Store.Dir)
		}
	},
}

var cutOff = &Fault{"sync-cut-off", Warn, "a sync was cut off and is not finished"}

var leftoversCheck = &Check{
	Name: "last sync", Wanted: "no sync that was cut off", Faults: []*Fault{cutOff},
	judge: func(f *Facts, r *reply) {
		switch {
		case !f.Store.usable() || f.Store.Locked:
		case f.Store.Unfinished:
			r.fault(cutOff, "it left its journal", "run teammem sync: it completes or takes back what was begun")
		default:
			r.ok("it was finished")
		}
	},
}

var (
	mirrorDiffers = &Fault{"mirror-differs", Warn, "the copy of the team's memory at home is not what the team has"}
	syncRefuses   = &Fault{"memory-refused", Warn, "sync refuses a memory, so no agent gets it"}
)

var mirrorCheck = &Check{
	Name: "mirror", Wanted: "the team's memory at home as it was reviewed, and no memory refused", Faults: []*Fault{mirrorDiffers, syncRefuses},
	judge: func(f *Facts, r *reply) {
		s := f.Store
		if !s.usable() || !s.Synced || s.Locked || s.Unfinished || f.Base == nil || f.Base.Memories == 0 {
			return
		}
		if len(s.Closed) > 0 {
			return // what can't be read was told, and is why the rest would differ
		}
		switch {
		case len(s.Refused) > 0:
			r.fault(syncRefuses, some(s.Refused), "mend it, or take it out; teammem status lists all")
		case len(s.Differs) > 0:
			r.fault(mirrorDiffers, some(s.Differs), "run teammem sync: what somebody edited becomes a draft")
		default:
			r.ok("nothing to sync")
		}
	},
}

var locked = &Fault{"store-locked", Warn, "another teammem holds the private memory"}

var lockCheck = &Check{
	Name: "lock", Wanted: "nobody holds the lock", Faults: []*Fault{locked},
	judge: func(f *Facts, r *reply) {
		switch {
		case !f.Store.usable():
		case f.Store.Locked:
			r.fault(locked, "a process holds it now", "wait for it; if it never ends, end that teammem")
		default:
			r.ok("it is free")
		}
	},
}

var orphaned = &Fault{"memory-orphaned", Warn, "private memory belongs to no clone that is here"}

var orphansCheck = &Check{
	Name: "orphans", Wanted: "no private memory of a clone that is gone", Faults: []*Fault{orphaned},
	judge: func(f *Facts, r *reply) {
		if f.Store == nil || f.Store.Unsafe != nil || f.Store.Why != "" {
			return
		}
		if len(f.Store.Orphans) == 0 {
			r.ok("all private memory is of a clone that is here")
			return
		}
		var names []string
		for _, o := range f.Store.Orphans {
			likely := ""
			if o.Likely {
				likely = ", likely this project"
			}
			names = append(names, fmt.Sprintf("%s (files: %d%s)", o.Dir, o.Files, likely))
		}
		r.fault(orphaned, some(names), "teammem adopt takes it into this project; delete what nobody needs")
	},
}
