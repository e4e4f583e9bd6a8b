package memory

import (
	"strings"

	"github.com/teammem/teammem/internal/lazy"
)

// meantBy is the reserved key for which people write k, blanks and case gone, or "".
func meantBy(k string) string {
	switch k {
	case "expiry", "expire", "expiration", "expirationdate", "expiresat", "expireson", "validuntil":
		return "expires"
	case "createdat", "createdon", "creationdate":
		return "created"
	case "updatedat", "updatedon", "lastupdated":
		return "updated"
	case "modifiedat", "lastmodified":
		return "modified"
	case "timetolive":
		return "ttl"
	case "desc":
		return "description"
	}
	return ""
}

// NearReserved returns the reserved key that key was probably meant to be, or "":
// a letter or two away, with other blanks, or another word for it. A reserved key
// in whatever case is not near itself, and a plural is another word.
func NearReserved(key string) string {
	k := squash(key)
	if reservedLike(key) != "" || k == "expirydate" || len(k) > 32 {
		return ""
	}
	if meant := meantBy(k); meant != "" {
		return meant
	}
	for _, r := range reserved {
		if to := strings.ToLower(r); k != to+"s" && near(k, to) {
			return r
		}
	}
	return ""
}

// near reports whether a and b are one slip apart; two, when b is long.
func near(a, b string) bool {
	limit := 0
	switch {
	case len(b) >= 8:
		limit = 2
	case len(b) >= 4:
		limit = 1
	}
	return distance([]rune(a), []rune(b)) <= limit
}

var separators = lazy.Replacer("-", "", "_", "", " ", "", ".", "")

// squash takes case and separators off a key.
func squash(key string) string { return separators.Replace(foldWord(key)) }

// distance counts the letters to insert, drop, replace or swap with the next one.
func distance(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		now := make([]int, len(b)+1)
		now[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last = last, now
	}
	return last[len(b)]
}
