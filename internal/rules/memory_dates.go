package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/age"
	"github.com/teammem/teammem/internal/memory"
)

func isDateKey(key string) bool {
	return key == "invalidated" || slices.Contains(age.ChangeKeys, key) || slices.Contains(age.ExpiryKeys, key)
}

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
		if _, ok := age.ParseTTL(field.Value); !ok {
			return fmt.Sprintf("the ttl %q is no number of days, weeks, months or years", field.Value), "write it like 7d, 2w, 3mo or 1y"
		}
	case !isDateKey(field.Key):
	case slices.Contains(age.ExpiryKeys, field.Key) && strings.EqualFold(field.Value, "never"):
	case field.Key == "invalidated" && (field.Value == "true" || field.Value == "false"):
	default:
		if _, ok := age.ParseDate(field.Value); !ok {
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
	created, ok := age.ParseDate(f.Memory.Value("created"))
	expires, field, has := age.ExpiryDate(f.Memory)
	if ok && has && !expires.After(created.Start) {
		reportField(report, f, field, "the memory expires before it was created", "correct one of the two dates")
	}
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
			if end, field, ok := age.Expiry(f.Memory); ok && !in.Now.Before(end) {
				reportField(report, f, field, "the memory expired on "+end.Add(-time.Second).Format(time.DateOnly),
					"check it, then write a later date, or move it to archive/ and run teammem index")
			}
		})
	},
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
