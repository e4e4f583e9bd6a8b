// Package age says in words how old a memory is, and what to think of that. It is given
// the time and never asks for it.
package age

import (
	"fmt"
	"strings"
	"time"
)

// Days is how many midnights in UTC lie between then and now: a date without a time is
// that many days old everywhere. It is negative when then is later.
func Days(now, then time.Time) int {
	const day = 24 * 60 * 60
	return int(floor(now.Unix(), day) - floor(then.Unix(), day))
}

func floor(n, by int64) int64 {
	q := n / by
	if n%by < 0 {
		q--
	}
	return q
}

// Words says how long ago then was: "today", "yesterday", "47 days ago". The zero time is
// "at an unknown time". A day later than now is "in the future": a clock is wrong.
func Words(now, then time.Time) string {
	switch days := Days(now, then); {
	case then.IsZero():
		return "at an unknown time"
	case days < 0:
		return "in the future"
	case days == 0:
		return "today"
	case days == 1:
		return "yesterday"
	default:
		return fmt.Sprintf("%d days ago", days)
	}
}

// The ages in days from which on a reader is reminded, and reminded in stronger words.
const (
	fresh = 1  // up to here nothing is said
	old   = 30 // up to here it is enough to verify
)

// mostNamed is how many citations are named.
const mostNamed = 3

// Note is what to tell a reader of a memory that was observed then: "" while it is fresh,
// else that it is not live state. It is stronger when the memory is old, of unknown age,
// or cites lines, which it names. Cites are places as a memory writes them, such as
// "cmd/main.go:12": untrusted text that the caller makes safe.
func Note(now, then time.Time, cites []string) string {
	days := Days(now, then)
	observed := "observed " + Words(now, then)
	switch known := !then.IsZero() && days >= 0; {
	case known && days <= fresh && len(cites) == 0:
		return ""
	case known && days <= old && len(cites) == 0:
		return observed + ", not live state; verify first"
	case len(cites) == 0:
		return observed + ", not live state, and likely to have changed since; verify before you rely on it"
	}
	return observed + ", not live state; open " + named(cites) + " and compare before you rely on it"
}

// named lists the first few of cites, each once.
func named(cites []string) string {
	var once []string
	seen := map[string]bool{}
	for _, c := range cites {
		if !seen[c] {
			seen[c] = true
			once = append(once, c)
		}
	}
	if more := len(once) - mostNamed; more > 0 {
		return strings.Join(once[:mostNamed], ", ") + fmt.Sprintf(" (and %d more)", more)
	}
	return strings.Join(once, ", ")
}
