package age

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func moment(t *testing.T, s string) time.Time {
	t.Helper()
	if s == "" {
		return time.Time{}
	}
	m, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ now, then, want string }{
		{"2026-05-06T07:08:09Z", "2026-05-06T00:00:00Z", "today"},
		{"2026-05-06T07:08:09Z", "2026-05-06T23:00:00Z", "today"},
		{"2026-05-06T00:00:00Z", "2026-05-05T23:59:59Z", "yesterday"},
		{"2026-05-06T07:08:09Z", "2026-05-04T00:00:00Z", "2 days ago"},
		{"2026-05-06T07:08:09Z", "2026-03-20T00:00:00Z", "47 days ago"},
		{"2026-05-06T07:08:09Z", "2026-05-07T00:00:00Z", "in the future"},
		{"2026-05-06T23:30:00-05:00", "2026-05-06T00:00:00Z", "yesterday"}, // it is the 7th in UTC
		{"2026-05-06T07:08:09Z", "", "at an unknown time"},
		{"2026-05-06T07:08:09Z", "0001-01-02T00:00:00Z", "739740 days ago"},
	} {
		if got := Words(moment(t, c.now), moment(t, c.then)); got != c.want {
			t.Errorf("Words(%s, %s) = %q, want %q", c.now, c.then, got, c.want)
		}
	}
}

func TestNote(t *testing.T) {
	for _, c := range []struct{ then, cites, want string }{
		{"2026-05-06T00:00:00Z", "", ""},
		{"2026-05-05T00:00:00Z", "", ""},
		{"2026-05-04T00:00:00Z", "", "observed 2 days ago, not live state; verify first"},
		{"2026-04-06T00:00:00Z", "", "observed 30 days ago, not live state; verify first"},
		{"2026-04-05T00:00:00Z", "", "observed 31 days ago, not live state, and likely to have changed since; verify before you rely on it"},
		{"", "", "observed at an unknown time, not live state, and likely to have changed since; verify before you rely on it"},
		{"2026-05-09T00:00:00Z", "", "observed in the future, not live state, and likely to have changed since; verify before you rely on it"},
		{"2026-05-06T00:00:00Z", "a.go:1", "observed today, not live state; open a.go:1 and compare before you rely on it"},
		{"2026-04-05T00:00:00Z", "a.go:1 b.go:2 a.go:1", "observed 31 days ago, not live state; open a.go:1, b.go:2 and compare before you rely on it"},
		{"2026-05-06T00:00:00Z", "a:1 b:2 c:3 d:4 e:5", "observed today, not live state; open a:1, b:2, c:3 (and 2 more) and compare before you rely on it"},
	} {
		if got := Note(moment(t, "2026-05-06T07:08:09Z"), moment(t, c.then), strings.Fields(c.cites)); got != c.want {
			t.Errorf("Note(%s, %s) = %q, want %q", c.then, c.cites, got, c.want)
		}
	}
}

// A day more is a day older, on both sides of 1970, whatever the hour.
func TestDaysCountUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(rapid.Int64Range(-1e10, 1e10).Draw(t, "now"), 0)
		then := time.Unix(rapid.Int64Range(-1e10, 1e10).Draw(t, "then"), 0)
		if got, want := Days(now.Add(24*time.Hour), then), Days(now, then)+1; got != want {
			t.Fatalf("a day later: %d, want %d", got, want)
		}
		if Days(now, then) != -Days(then, now) {
			t.Fatal("to and fro differ")
		}
	})
}
