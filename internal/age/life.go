package age

import (
	"strings"
	"time"

	"github.com/teammem/teammem/internal/memory"
)

// The keys of a memory that hold dates. Of ExpiryKeys the first one counts.
var (
	ChangeKeys = []string{"created", "updated", "modified"}
	ExpiryKeys = []string{"expires", "expiry_date"}
)

// Changed is when m was last changed as its frontmatter says: the latest of ChangeKeys. It
// is zero when none of them is a date.
func Changed(m *memory.Memory) time.Time {
	var last time.Time
	for _, key := range ChangeKeys {
		if d, ok := ParseDate(m.Value(key)); ok && d.Start.After(last) {
			last = d.Start
		}
	}
	return last
}

// ExpiryDate is the moment from which m counts as expired by its own date, and the field
// that says so.
func ExpiryDate(m *memory.Memory) (time.Time, memory.Field, bool) {
	for _, key := range ExpiryKeys {
		if field, ok := m.Field(key); ok {
			d, ok := ParseDate(field.Value)
			return d.End, field, ok
		}
	}
	return time.Time{}, memory.Field{}, false
}

// Expiry is the moment from which m counts as expired, by its date or by its time to
// live since it was last changed, and the field that says so.
func Expiry(m *memory.Memory) (time.Time, memory.Field, bool) {
	if end, field, ok := ExpiryDate(m); ok {
		return end, field, true
	}
	field, _ := m.Field("ttl")
	life, ok := ParseTTL(field.Value)
	last := Changed(m)
	return life.After(last), field, ok && !last.IsZero()
}

// Expired reports whether m no longer holds by what it says itself.
func Expired(m *memory.Memory, now time.Time) bool {
	end, _, ok := Expiry(m)
	return ok && !now.Before(end)
}

// Invalidated reports whether somebody took m back: the key is there, is not "false", and
// is no date still to come.
func Invalidated(m *memory.Memory, now time.Time) bool {
	field, ok := m.Field("invalidated")
	if !ok || field.Empty() || strings.EqualFold(field.Value, "false") {
		return false
	}
	d, isDate := ParseDate(field.Value)
	return !isDate || !now.Before(d.Start)
}

// Until is the moment from which m no longer holds, by its expiry or since somebody took
// it back; zero when it says nothing of that. One that was taken back without a date holds
// since the beginning of time no more.
func Until(m *memory.Memory) time.Time {
	end, _, expires := Expiry(m)
	field, ok := m.Field("invalidated")
	if !ok || field.Empty() || strings.EqualFold(field.Value, "false") {
		if expires {
			return end
		}
		return time.Time{}
	}
	back := time.Time{}.Add(1)
	if d, isDate := ParseDate(field.Value); isDate {
		back = d.Start
	}
	if expires && end.Before(back) {
		return end
	}
	return back
}
