package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/memory"
)

// expiryKeys hold the day a memory expires; the first one counts.
var expiryKeys = []string{"expires", "expiry_date"}

var dateKeys = append([]string{"created", "updated", "modified", "invalidated"}, expiryKeys...)

var badDate = &Rule{
	ID:    "bad-date",
	Title: "a date or time to live is impossible",
	Class: BreaksMemory,
	Doc: `Dates are written ` + "`2026-04-10`" + `, or as RFC 3339 with a time; a time to live is a number
with a unit, like ` + "`7d`" + `, ` + "`2w`" + `, ` + "`3mo`" + ` or ` + "`1y`" + `. A day that the calendar does not have, or a memory
that expires before it was created, can't be acted upon. Read are created, updated, modified,
expires, expiry_date, invalidated and ttl, at the top level and under ` + "`metadata:`" + `; expires may
also be "never", and invalidated true or false.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			for _, field := range f.Memory.Fields {
				if message, fix := dateFault(field); message != "" {
					reportField(report, f, field, message, fix)
				}
			}
			checkOrder(f, report)
		})
	},
}

// dateFault says what is wrong with the date or time to live in field, or "".
func dateFault(field memory.Field) (message, fix string) {
	if field.Empty() {
		return "", ""
	}
	switch {
	case field.Key == "ttl":
		if _, ok := parseTTL(field.Value); !ok {
			return fmt.Sprintf("the ttl %q is no number of days, weeks, months or years", field.Value), "write it like 7d, 2w, 3mo or 1y"
		}
	case !slices.Contains(dateKeys, field.Key):
	case slices.Contains(expiryKeys, field.Key) && strings.EqualFold(field.Value, "never"):
	case field.Key == "invalidated" && (field.Value == "true" || field.Value == "false"):
	default:
		if _, ok := parseDate(field.Value); !ok {
			value := strconv.Quote(field.Value)
			if !field.Scalar {
				value = "a list or a map"
			}
			return fmt.Sprintf("%s is %s, which is no date", field.Key, value), "write it like 2026-04-10"
		}
	}
	return "", ""
}

func checkOrder(f *memory.File, report func(Report)) {
	created, ok := parseDate(f.Memory.Value("created"))
	expires, field, has := expiryDate(f.Memory)
	if ok && has && !expires.After(created.start) {
		reportField(report, f, field, "the memory expires before it was created", "correct one of the two dates")
	}
}

// A date is a moment, or a day or month, and what it covers.
type date struct{ start, end time.Time }

var layouts = []struct {
	layout       string
	days, months int
}{
	{"2006-01-02", 1, 0}, {"2006-1-2", 1, 0}, {"2006-01", 0, 1},
	{time.RFC3339Nano, 0, 0}, {"2006-01-02T15:04Z07:00", 0, 0}, {"2006-01-02 15:04:05Z07:00", 0, 0}, {"2006-01-02 15:04:05 Z07:00", 0, 0},
	{"2006-01-02T15:04:05", 0, 0}, {"2006-01-02 15:04:05", 0, 0}, {"2006-01-02T15:04", 0, 0}, {"2006-01-02 15:04", 0, 0},
}

// parseDate reads a date; without a zone it is UTC.
func parseDate(s string) (date, bool) {
	s = strings.TrimSpace(s)
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, s); err == nil {
			return date{t, t.AddDate(0, l.months, l.days)}, t.Year() > 0
		}
	}
	return date{}, false
}

var ttlForm = lazy(`(?i)^p?([1-9][0-9]{0,4})\s*(h|hours?|d|days?|w|weeks?|m|mo|months?|y|years?)$`)

// A ttl is how long a memory holds after a moment.
type ttl struct {
	n    int
	unit string // its first letter
}

func parseTTL(s string) (ttl, bool) {
	m := ttlForm().FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return ttl{}, false
	}
	n, err := strconv.Atoi(m[1])
	return ttl{n, strings.ToLower(m[2][:1])}, err == nil
}

func (l ttl) after(t time.Time) time.Time {
	switch l.unit {
	case "h":
		return t.Add(time.Duration(l.n) * time.Hour)
	case "d":
		return t.AddDate(0, 0, l.n)
	case "w":
		return t.AddDate(0, 0, 7*l.n)
	case "m":
		return t.AddDate(0, l.n, 0)
	}
	return t.AddDate(l.n, 0, 0)
}

// expiryDate is the moment from which m counts as expired by its own date.
func expiryDate(m *memory.Memory) (time.Time, memory.Field, bool) {
	for _, key := range expiryKeys {
		if field, ok := m.Field(key); ok {
			d, ok := parseDate(field.Value)
			return d.end, field, ok
		}
	}
	return time.Time{}, memory.Field{}, false
}

var expired = &Rule{
	ID:    "expired",
	Title: "a memory has expired",
	Class: WeakensMemory,
	Doc: `A memory expires after the day in ` + "`expires`" + `, or when its ` + "`ttl`" + ` has passed since it was
last updated. An agent that reads it acts on something that its author did not want believed
any more.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			if end, field, ok := expiry(f.Memory); ok && !in.Now.Before(end) {
				reportField(report, f, field, "the memory expired on "+end.Add(-time.Second).Format(time.DateOnly),
					"check it, then write a later date or move it to archive/")
			}
		})
	},
}

// expiry is the moment from which m counts as expired, and the field that says so.
func expiry(m *memory.Memory) (time.Time, memory.Field, bool) {
	if end, field, ok := expiryDate(m); ok {
		return end, field, true
	}
	field, _ := m.Field("ttl")
	life, ok := parseTTL(field.Value)
	var last time.Time
	for _, key := range []string{"created", "updated", "modified"} {
		if d, ok := parseDate(m.Value(key)); ok && d.start.After(last) {
			last = d.start
		}
	}
	return life.after(last), field, ok && !last.IsZero()
}

var projectDates = &Rule{
	ID:    "project-dates",
	Title: "a project memory lacks its dates",
	Class: CouldBeStronger,
	Doc: `The state of a project is true for a while. ` + "`created`" + ` says since when, ` + "`expires`" + ` or ` + "`ttl`" + `
until when; with both, nobody has to guess.`,
	Check: func(in *Input, report func(Report)) {
		in.eachTeam(func(f *memory.File) {
			if f.Type() != "project" {
				return
			}
			var missing, fix []string
			if f.Memory.Value("created") == "" {
				missing, fix = append(missing, "created"), append(fix, "created: with the day")
			}
			if f.Memory.Value("expires")+f.Memory.Value("expiry_date")+f.Memory.Value("ttl") == "" {
				missing, fix = append(missing, "expires"), append(fix, "expires: with a day, or ttl: like 90d")
			}
			if len(missing) > 0 {
				report(Report{File: f, Message: "a project memory without " + strings.Join(missing, " and "), Fix: "add " + strings.Join(fix, "; add ")})
			}
		})
	},
}
