package wiring

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/static"
)

// A format is how an entry of a settings file is put in and taken out.
type format struct {
	path    string
	agent   string
	without func(data []byte) (rest []byte, found bool, err error)
	// serves reports whether the settings bring the index as they are.
	serves func(data []byte) (bool, error)
	insert func(data []byte) ([]byte, error)
}

func formats() []format {
	return []format{
		{".aider.conf.yml", "aider", withoutYAML,
			func(data []byte) (bool, error) { return readsYAML(data, memory.IndexPath, delivery.SharedFile) }, insertRead},
		{".gemini/settings.json", "gemini", func(data []byte) ([]byte, bool, error) { return withoutSpans(data, "GEMINI.md") },
			func(data []byte) (bool, error) { shared, _, err := loads(data); return shared, err },
			func(data []byte) ([]byte, error) { return insertName(data, "GEMINI.md") }},
		{".qwen/settings.json", "qwen-code", func(data []byte) ([]byte, bool, error) { return withoutSpans(data, "QWEN.md") },
			func(data []byte) (bool, error) { shared, named, err := loads(data); return shared || !named, err },
			func(data []byte) ([]byte, error) { return insertName(data, "QWEN.md") }},
	}
}

// hasSetting reports whether a mark of teammem is in a settings file.
func hasSetting(data []byte) bool {
	return bytes.Contains(data, []byte("teammem:begin")) || bytes.Contains(data, []byte("teammem:end")) || isMade(data)
}

// settings are the parts in settings files.
func (s *survey) settings() []Part {
	var parts []Part
	for _, f := range formats() {
		parts = append(parts, s.setting(f))
	}
	return parts
}

func (s *survey) setting(f format) Part {
	file := s.Files.At(f.path)
	p := Part{Path: s.real(f.path), Kind: delivery.Setting, Agents: []string{f.agent}, Prev: file.Data, Next: file.Data, State: Absent}
	if file.Flaw != "" {
		return p.broken(file.Flaw, 0, s.wired[f.agent] || file.Dark)
	}
	if !s.wired[f.agent] {
		return p
	}
	f = s.importing(f)
	serves, err := f.serves(file.Data)
	if err != nil {
		return p.broken(err.Error(), lineIn(err), true)
	}
	rest, found, err := f.without(file.Data)
	switch {
	case err != nil && !errors.Is(err, errForeign):
		return p.broken(err.Error(), markLine(file.Data), true)
	case serves && (err != nil || !found || !servesAlone(f, rest)):
		p.State = Current
		return p
	case err != nil && s.Edits == KeepEdits:
		p.State, p.Why, p.Line = Edited, err.Error(), markLine(file.Data)
		return p
	}
	return p.renew(f, rest, found)
}

// importing is f with settings that bring the index also where what they load imports it, or is another
// name of the file with it: a name more would tell it twice.
func (s *survey) importing(f format) format {
	named := f.serves
	f.serves = func(data []byte) (bool, error) {
		if ok, err := named(data); ok || err != nil {
			return ok, err
		}
		shared := s.real(delivery.SharedFile)
		return slices.ContainsFunc(static.Loaded(f.agent, withSettings{s.Files, f.path, data}), func(p static.Part) bool {
			return p.Path == memory.IndexPath || s.real(p.Path) == shared
		}), nil
	}
	return f
}

// withSettings are files of which one holds something else.
type withSettings struct {
	Files
	path string
	data []byte
}

// Read gives the contents of a file. The shared one is there by the time that somebody loads it.
func (w withSettings) Read(p string) []byte {
	if p == w.path {
		return w.data
	}
	data := w.At(p).Data
	if data == nil && p == delivery.SharedFile {
		return []byte{}
	}
	return data
}

// markLine is the line of our first mark.
func markLine(data []byte) int { return lineOf(data, bytes.Index(data, []byte("teammem:"))) }

// servesAlone reports whether the settings bring the index without our part.
func servesAlone(f format, rest []byte) bool {
	alone, err := f.serves(rest)
	return err == nil && alone
}

// renew writes the entry anew.
func (p Part) renew(f format, rest []byte, found bool) Part {
	if servesAlone(f, rest) {
		p.Next, p.State, p.Why = rest, Stale, "it names what is loaded without teammem's part now: run teammem deliver"
		return p
	}
	next, err := f.insert(rest)
	if err != nil {
		return p.broken(err.Error(), lineIn(err), true)
	}
	if p.Next = next; found {
		p.State, p.Why = Stale, "teammem's part no longer makes the agent load the index: run teammem deliver"
	}
	return p
}

// lineIn is the line that an error begins with, 0 when it names none.
func lineIn(err error) int {
	_, rest, _ := strings.Cut(err.Error(), "line ")
	n := 0
	for _, c := range rest {
		if c < '0' || c > '9' || n > 1<<20 {
			break
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// removeSettings takes our entries out of the settings files.
func removeSettings(files Files) []Part {
	var parts []Part
	for _, f := range formats() {
		file := files.At(f.path)
		rest, found, err := f.without(file.Data)
		p := Part{Path: f.path, Kind: delivery.Setting, Agents: []string{f.agent}, Prev: file.Data, Next: rest, State: Current}
		if file.Real != "" {
			p.Path = file.Real
		}
		switch {
		case file.Dark, file.Flaw != "" && found:
			p.Next = p.Prev
			parts = append(parts, p.broken(file.Flaw, 0, true))
		case err != nil:
			p.Next = p.Prev
			parts = append(parts, p.broken(err.Error(), markLine(file.Data), true))
		case found:
			parts = append(parts, p)
		}
	}
	return parts
}
