package agenthook

import (
	"cmp"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/wiring"
)

// A Want is which agents shall have which parts, by name.
type Want struct{ Hooks, Deny []string }

func (w Want) has(e entry) bool {
	names := w.Hooks
	if e.kind == Deny {
		names = w.Deny
	}
	return slices.Contains(names, e.agent)
}

// Survey gives the parts that are there and those that are wanted, with what is to be written. Two
// parts of one file are to be written in their order: Prev of the second is Next of the first.
func Survey(files wiring.Files, want Want) []wiring.Part {
	var parts []wiring.Part
	claude := false // its hook is there, or will be
	for _, e := range entries() {
		wanted := want.has(e) && !(claude && e.toDevin())
		f := wiring.Planned{Files: files, Parts: parts}.At(e.path)
		p := e.survey(f, wanted)
		if claude && e.toDevin() {
			p = e.spare(f)
		}
		p = wiring.Kept(files, []wiring.Part{p})[0]
		if p.State == wiring.Absent && !wanted {
			continue
		}
		claude = claude || e.kind == Hook && e.agent == "claude-code" && p.State != wiring.Broken
		parts = append(parts, p)
	}
	return parts
}

func (e entry) toDevin() bool { return e.kind == Hook && e.agent == "devin" }

// spare is the hook of Devin where Claude Code has one, which Devin runs as well: it would be told
// twice. https://docs.devin.ai/cli/extensibility/hooks/overview
func (e entry) spare(f wiring.File) wiring.Part {
	p, found := e.takeExact(f)
	if !found {
		p.State = wiring.Absent
		return p
	}
	p.State, p.Why = wiring.Stale, "Devin runs the hook of Claude Code, too, so it was told twice"
	return p
}

// Remove gives every part that is there, with the files as they are without it; see Survey. A
// part that somebody edited stays, and is given as it is.
func Remove(files wiring.Files) []wiring.Part {
	var parts []wiring.Part
	left := entries()
	// A piece in a piece comes out exactly once the other one is out.
	for _, take := range []func(entry, wiring.File) (wiring.Part, bool){entry.takeExact, entry.takeExact, entry.takeLoose} {
		left = slices.DeleteFunc(left, func(e entry) bool {
			p, found := take(e, wiring.Planned{Files: files, Parts: parts}.At(e.path))
			if found {
				parts = append(parts, p)
			}
			return found
		})
	}
	return wiring.Kept(files, parts)
}

// part is the entry in a file in which nothing is changed.
func (e entry) part(f wiring.File) wiring.Part {
	return wiring.Part{Path: cmp.Or(f.Real, e.path), Kind: e.kind, Agents: []string{e.agent}, State: wiring.Absent, Prev: f.Data, Next: f.Data}
}

// survey gives the state of the entry, and what the file shall hold if the entry is wanted and
// not there.
func (e entry) survey(f wiring.File, want bool) wiring.Part {
	p := e.part(f)
	if f.Flaw != "" {
		return broken(p, f.Flaw, want)
	}
	l, err := e.look(f.Data)
	switch {
	case err != nil:
		return broken(p, err.Error(), want || strings.Contains(string(f.Data), e.sign))
	case l.count() > 1:
		return broken(p, "teammem is in it more than once: take all but one out", true)
	case l.count() == 1:
		p.State = wiring.Current
	case l.edited:
		p.State, p.Why = wiring.Edited, "somebody changed teammem's entry, so it stays as it is: take it out and run the command again to have it back"
	case want && e.script != "" && f.Data != nil:
		return broken(p, "there is another program in its place: let that one run teammem context --agent "+e.agent, true)
	case want:
		if p.Next, err = e.put(f.Data); err != nil {
			p.Next = p.Prev
			return broken(p, err.Error(), true)
		}
		p.Left = e.notes
	}
	return p
}

// broken is a part of which nothing can be made; where it is nobody's concern it stays absent.
func broken(p wiring.Part, why string, concerns bool) wiring.Part {
	if concerns {
		p.State, p.Why = wiring.Broken, why
	}
	return p
}

func (e entry) put(data []byte) ([]byte, error) {
	if e.script != "" {
		return []byte(e.script), nil
	}
	return e.text.put(data)
}
