package age

import (
	"strconv"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/lazy"
)

// A Date is a moment, or a day or a month, and what it covers: from Start up to End.
type Date struct{ Start, End time.Time }

var layouts = [...]struct {
	layout       string
	days, months int
}{
	{"2006-01-02", 1, 0}, {"2006-1-2", 1, 0}, {"2006-01", 0, 1},
	{time.RFC3339Nano, 0, 0}, {"2006-01-02T15:04Z07:00", 0, 0}, {"2006-01-02 15:04:05Z07:00", 0, 0}, {"2006-01-02 15:04:05 Z07:00", 0, 0},
	{"2006-01-02T15:04:05", 0, 0}, {"2006-01-02 15:04:05", 0, 0}, {"2006-01-02T15:04", 0, 0}, {"2006-01-02 15:04", 0, 0},
}

// ParseDate reads a date as memories write it; without a zone it is UTC.
func ParseDate(s string) (Date, bool) {
	s = strings.TrimSpace(s)
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, s); err == nil {
			return Date{t, t.AddDate(0, l.months, l.days)}, t.Year() > 0
		}
	}
	return Date{}, false
}

var spanForm = lazy.Regexp(`(?i)^p?([1-9][0-9]{0,4})\s*(h|hours?|d|days?|w|weeks?|m|mo|months?|y|years?)$`)

// A TTL is how long a memory holds after a moment.
type TTL struct {
	n    int
	unit byte // the first letter of the unit
}

// ParseTTL reads a number with a unit, such as 7d, 2w, 3mo or 1y.
func ParseTTL(s string) (TTL, bool) {
	m := spanForm.Get().FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return TTL{}, false
	}
	n, err := strconv.Atoi(m[1])
	return TTL{n, m[2][0] | 0x20}, err == nil
}

// After is the moment at which what began at t has passed.
func (l TTL) After(t time.Time) time.Time {
	switch l.unit {
	case 'h':
		return t.Add(time.Duration(l.n) * time.Hour)
	case 'd':
		return t.AddDate(0, 0, l.n)
	case 'w':
		return t.AddDate(0, 0, 7*l.n)
	case 'm':
		return t.AddDate(0, l.n, 0)
	}
	return t.AddDate(l.n, 0, 0)
}
