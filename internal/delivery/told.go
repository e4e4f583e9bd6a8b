package delivery

import (
	"strings"
	"time"

	"github.com/teammem/teammem/internal/age"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// A Change is what a sync brought, or took away.
type Change struct {
	Path string    `json:"path"` // of the memory, below the store
	What string    `json:"what"` // "added", "changed" or "removed"
	At   time.Time `json:"at"`
}

// newsDays is for how long a change is news.
const newsDays = 7

// LeaveOut takes out of Team what the agent is told by other ways, as memory.Index.Said has it. Of
// these memories only what a file can't say is told: their age, and whether they still hold.
func (in *Input) LeaveOut(told map[string]bool) {
	if len(told) == 0 {
		return
	}
	var rest []Line
	for i, said := range saidBy(in.Team) {
		l := in.Team[i]
		switch {
		case told[said]:
			in.Told = append(in.Told, l)
		case l.Path != "":
			rest = append(rest, l)
		}
	}
	if len(in.Told) > 0 {
		in.Team = rest
	}
}

// saidBy gives what each of lines says.
func saidBy(lines []Line) []string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString("- " + strings.ReplaceAll(l.Text, "\n", " ") + "\n\n")
	}
	out := make([]string, len(lines))
	x := memory.ParseIndexAt(source.NewText([]byte(b.String())), "MEMORY.md")
	for i := range x.Entries {
		if n := (x.Entries[i].First - 1) / 2; out[n] == "" {
			out[n] = x.SaidBelow("team/", &x.Entries[i])
		}
	}
	return out
}

// ages are lines with the ages of what the agent is told by other ways: the memories of one age
// in one line, and which of all no longer hold.
func (in Input) ages() []string {
	var order []string
	of := map[string][]string{}
	add := func(words, path string) {
		if of[words] == nil {
			order = append(order, words)
		}
		of[words] = append(of[words], harmless(path))
	}
	for _, l := range in.Told {
		if !l.Changed.IsZero() {
			add(age.Words(in.Now, l.Changed), l.Path)
		}
	}
	for _, l := range in.Told {
		if !l.Until.IsZero() && !in.Now.Before(l.Until) {
			add("no longer holds by its own date", l.Path)
		}
	}
	for i, words := range order {
		order[i] = "- " + words + ": " + strings.Join(of[words], ", ") + "\n"
	}
	return order
}

// news are the lines about what changed of late.
func (in Input) news() (lines []string) {
	for _, c := range in.Changes {
		if days := age.Days(in.Now, c.At); days >= 0 && days < newsDays {
			lines = append(lines, "- "+harmless(c.What)+" "+age.Words(in.Now, c.At)+": "+harmless(c.Path)+"\n")
		}
	}
	return lines
}
