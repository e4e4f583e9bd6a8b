package age

import (
	"testing"
	"time"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

func parse(keys string) *memory.Memory {
	return memory.Parse(source.NewText([]byte("---\nname: note\n" + keys + "\n---\ntext\n")))
}

func TestLife(t *testing.T) {
	now := moment(t, "2026-05-06T07:08:09Z")
	for _, c := range []struct {
		keys                 string
		changed              string
		expired, invalidated bool
	}{
		{"type: user", "", false, false},
		{"created: 2026-01-02\nupdated: 2026-04-10", "2026-04-10", false, false},
		{"created: 2026-04-10\nupdated: 2026-01-02", "2026-04-10", false, false},
		{"metadata:\n  modified: 2026-02-03T04:05:06Z", "2026-02-03", false, false},
		{"created: soon", "", false, false},
		{"expires: 2026-05-05", "", true, false},
		{"expires: 2026-05-06", "", false, false}, // holds on its last day
		{"expires: never\nexpiry_date: 2020-01-01", "", false, false},
		{"created: 2026-04-01\nttl: 5w", "2026-04-01", true, false},
		{"created: 2026-04-02\nttl: 5w", "2026-04-02", false, false},
		{"ttl: 1d", "", false, false}, // since when is not known
		{"invalidated: 2026-05-06", "", false, true},
		{"invalidated: 2026-05-07", "", false, false},
		{"invalidated: true", "", false, true},
		{"invalidated: False", "", false, false},
		{"invalidated: superseded", "", false, true},
		{"invalidated:", "", false, false},
	} {
		m := parse(c.keys)
		if end := Until(m); (!end.IsZero() && !now.Before(end)) != (c.expired || c.invalidated) {
			t.Errorf("%q: no longer holds from %v", c.keys, end)
		}
		changed := ""
		if at := Changed(m); !at.IsZero() {
			changed = at.Format(time.DateOnly)
		}
		if changed != c.changed || Expired(m, now) != c.expired || Invalidated(m, now) != c.invalidated {
			t.Errorf("%q: changed %q, expired %v, invalidated %v; want %q, %v, %v", c.keys, changed, Expired(m, now), Invalidated(m, now), c.changed, c.expired, c.invalidated)
		}
	}
}

// What expires on a day holds to its last instant.
func TestExpiredAtMidnight(t *testing.T) {
	m := parse("expires: 2026-05-05")
	midnight := moment(t, "2026-05-06T00:00:00Z")
	if Expired(m, midnight.Add(-1)) || !Expired(m, midnight) {
		t.Errorf("before midnight %v, at midnight %v", Expired(m, midnight.Add(-1)), Expired(m, midnight))
	}
}

func TestTTL(t *testing.T) {
	from := moment(t, "2026-01-31T00:00:00Z")
	for in, want := range map[string]string{"36h": "2026-02-01", "7d": "2026-02-07", "P2W": "2026-02-14", "1 month": "2026-03-03", "1Y": "2027-01-31", "0d": "", "7": "", "d": "", "100000d": ""} {
		l, ok := ParseTTL(in)
		got := ""
		if ok {
			got = l.After(from).Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("ttl %q from 2026-01-31 ends %q, want %q", in, got, want)
		}
	}
}
