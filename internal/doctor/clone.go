package doctor

import (
	"fmt"
	"time"
)

var (
	noGit  = &Fault{"no-git", Fail, "there is no git, so no hook can be proven"}
	oldGit = &Fault{"git-too-old", Fail, "git is older than what teammem needs"}
)

var gitCheck = &Check{
	Name: "git", Wanted: "git 2.31 or newer on PATH", Faults: []*Fault{noGit, oldGit},
	judge: func(f *Facts, r *reply) {
		switch {
		case f.Git.Old:
			r.fault(oldGit, "git "+f.Git.Version, "install a newer git")
		case f.Git.Version != "":
			r.ok("git " + f.Git.Version)
		case f.Git.Why != "":
			r.unknown(f.Git.Why, f.Git.Fix)
		default:
			r.fault(noGit, "no git on PATH", "install git, or put it on PATH")
		}
	},
}

var wrongClock = &Fault{"clock-wrong", Warn, "the clock can't be right, so ages, expiry and drafts get wrong dates"}

// ahead is how far the clock of another machine may be ahead of this one.
const ahead = 24 * time.Hour

// The years in which this program can run, as far as anybody knows.
const firstYear, lastYear = 2025, 2099

var clockCheck = &Check{
	Name: "clock", Wanted: "a time after the newest commit, and in this century", Faults: []*Fault{wrongClock},
	judge: func(f *Facts, r *reply) {
		now, newest := f.Now.UTC().Format(time.DateTime), f.Repository.Newest
		switch year := f.Now.UTC().Year(); {
		case year < firstYear || year > lastYear:
			r.fault(wrongClock, "it is "+now+" here", "set the clock of this machine")
		case !newest.IsZero() && newest.After(f.Now.Add(ahead)):
			r.fault(wrongClock, fmt.Sprintf("it is %s here, and the commit of HEAD was made at %s", now, newest.UTC().Format(time.DateTime)),
				"set the clock of this machine, unless that of who made the commit was wrong")
		default:
			r.ok(now + " UTC")
		}
	},
}

var (
	notRepository = &Fault{"not-a-repository", Fail, "there is no repository here"}
	notTrusted    = &Fault{"repository-not-trusted", Fail, "git refuses the repository, because another user owns it"}
	bare          = &Fault{"bare-repository", Fail, "there is no work tree here"}
	unreadable    = &Fault{"repository-unreadable", Fail, "the repository can't be read"}
)

var repositoryCheck = &Check{
	Name: "repository", Wanted: "a clone with a work tree, and you its owner", Faults: []*Fault{notRepository, notTrusted, bare, unreadable},
	judge: func(f *Facts, r *reply) {
		repo := f.Repository
		switch {
		case repo.Trouble == NotRepository:
			r.fault(notRepository, repo.Why, "run it inside a clone; nothing else was looked at")
		case repo.Trouble == NotTrusted:
			r.fault(notTrusted, repo.Why, repo.Fix)
		case repo.Trouble == Bare:
			r.fault(bare, repo.Why, "run it in a clone of this repository; examples/pre-receive is the hook for a bare one")
		case repo.Why != "" && f.Git.Why == "" && !f.seesGit():
			r.unknown("the repository is read by git alone", "install git first")
		case repo.Why != "":
			r.fault(unreadable, repo.Why, repo.Fix)
		default:
			r.ok(repo.Top)
		}
	},
}

// seesGit reports whether there is a git to ask.
func (f *Facts) seesGit() bool { return f.Git.Version != "" && !f.Git.Old }
