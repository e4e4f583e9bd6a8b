package home

import (
	"testing"
	"time"

	"github.com/teammem/teammem/internal/git"
)

// What was judged holds no longer once anything that it depends on is another one.
func TestHolds(t *testing.T) {
	now := time.Date(2026, 1, 2, 23, 0, 0, 0, time.UTC)
	desk := func() *Desk {
		return &Desk{Trusted: git.TrustedRef{Ref: "refs/remotes/origin/main", Commit: "c"}, o: Options{Version: "v", Now: now}}
	}
	judged := known(Team{}, "v", now)
	judged.Ref, judged.Commit = "origin/main", "c"
	for name, change := range map[string]func(*Desk){
		"another teammem": func(d *Desk) { d.o.Version = "w" },
		"the next day":    func(d *Desk) { d.o.Now = now.Add(2 * time.Hour) },
		"another commit":  func(d *Desk) { d.Trusted.Commit = "e" },
		"another ref":     func(d *Desk) { d.Trusted.Ref = "HEAD" },
	} {
		d := desk()
		if !d.holds(judged) {
			t.Fatal("it does not hold though nothing changed")
		}
		if change(d); d.holds(judged) {
			t.Errorf("%s: it still holds", name)
		}
	}
}
