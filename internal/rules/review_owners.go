package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/owners"
	"github.com/teammem/teammem/internal/source"
)

// lostOwners reports when the change leaves team memory without the owners that it
// has in the base, once.
func lostOwners(in *Input, report func(Report)) {
	if in.Base == nil || !slices.ContainsFunc(memory.OwnersPaths, in.Changed) {
		return
	}
	oldFile := ownersFile(in.Base.Control, memory.OwnersPaths)
	if oldFile == nil {
		return
	}
	newFile := ownersFile(in.Snapshot.Control, memory.OwnersBeside(oldFile.Path))
	readers := ownersReaders(oldFile, newFile)
	for _, read := range readers {
		if r, lost := lostBetween(in, newFile, readOwners(oldFile, read), readOwners(newFile, read)); lost {
			if newFile == nil {
				r.Path = oldFile.Path
				if moved := ownersFile(in.Snapshot.Control, memory.OwnersPaths); moved != nil {
					r.Fix = "leave them in CODEOWNERS, which every host reads: not each reads " + moved.Path
				}
			}
			report(r)
			return
		}
	}
	badLine(oldFile, newFile, readers[len(readers)-1], report)
}

// lostBetween reports which owners are lost from one reading to the other.
func lostBetween(in *Input, file *memory.File, was, is *owners.File) (r Report, lost bool) {
	for _, p := range ownedPaths(in, was, is) {
		before, _ := was.Of(p)
		after, line := is.Of(p)
		if len(before) == 0 || len(after) >= len(before) {
			continue
		}
		r = Report{File: file, Depends: memory.OwnersPaths, Fix: "name the owners of /.agent/ again, on the last line that matches it"}
		r.Message = fmt.Sprintf("team memory loses its %s (%s)", plural(len(before), "owner"), strings.Join(before, ", "))
		if len(after) > 0 {
			r.Message = fmt.Sprintf("team memory has fewer owners: %s instead of %s", strings.Join(after, ", "), strings.Join(before, ", "))
		}
		if line > 0 {
			r.Span = file.Text.Line(line)
		}
		return r, true
	}
	return r, false
}

// badLine reports a new line that no host can read, where team memory had owners.
func badLine(oldFile, newFile *memory.File, read func(*source.Text) *owners.File, report func(Report)) {
	was, is := readOwners(oldFile, read), readOwners(newFile, read)
	if before, _ := was.Of(memory.IndexPath); len(is.Bad) > len(was.Bad) && len(before) > 0 {
		report(Report{
			File: newFile, Span: newFile.Text.Line(is.Bad[len(is.Bad)-1]), Depends: memory.OwnersPaths,
			Message: "this line can't be read, and a host may pass over the whole file because of it", Fix: "mend the line",
		})
	}
}

// ownersFile is the first CODEOWNERS at one of paths; nil when there is none.
func ownersFile(control map[string]*memory.File, paths []string) *memory.File {
	for _, p := range paths {
		if f := control[p]; f != nil {
			return f
		}
	}
	return nil
}

// ownersReaders are how hosts read CODEOWNERS before and after a change. The one at the top may be that of GitHub, which passes
// over the heading of a section, or of GitLab: what only one of the two does with owners counts, too.
func ownersReaders(files ...*memory.File) []func(*source.Text) *owners.File {
	readers := []func(*source.Text) *owners.File{owners.Parse}
	for _, f := range files {
		switch {
		case f == nil || path.Dir(f.Path) == ".github":
		case path.Dir(f.Path) == ".gitlab":
			return []func(*source.Text) *owners.File{owners.ParseSections}
		case len(readers) == 1 && readOwners(f, owners.ParseSections).Divided:
			readers = append(readers, owners.ParseSections)
		}
	}
	return readers
}

// readOwners reads a CODEOWNERS. None, and one that can't be read, name nobody.
func readOwners(f *memory.File, read func(*source.Text) *owners.File) *owners.File {
	if f == nil || f.Text == nil {
		return &owners.File{}
	}
	return read(f.Text)
}

// maxSamples bounds the names to come that are looked at for each CODEOWNERS.
const maxSamples = 200

// ownedPaths are the paths whose owners are compared: the index, those that are there, and
// memories to come, with usual names and with names that the two files speak of.
func ownedPaths(in *Input, was, is *owners.File) []string {
	paths := slices.Concat(usualNames(), was.Samples(memory.Dir, maxSamples), is.Samples(memory.Dir, maxSamples))
	for _, f := range in.Snapshot.Files {
		if strings.HasPrefix(f.Path, memory.Dir+"/") {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
