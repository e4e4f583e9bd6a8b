package rules

import (
	"fmt"
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
	oldFile, was := readOwners(in.Base.Control, memory.OwnersPaths)
	if oldFile == nil {
		return
	}
	newFile, is := readOwners(in.Snapshot.Control, memory.OwnersBeside(oldFile.Path))
	r := Report{File: newFile, Depends: memory.OwnersPaths, Fix: "name the owners of /.agent/ again, on the last line that matches it"}
	if newFile == nil {
		r.Path = oldFile.Path
		if moved, _ := readOwners(in.Snapshot.Control, memory.OwnersPaths); moved != nil {
			r.Fix = "leave them in CODEOWNERS, which every host reads: not each reads " + moved.Path
		}
	}
	for _, p := range ownedPaths(in, was, is) {
		before, _ := was.Of(p)
		after, line := is.Of(p)
		if len(before) == 0 || len(after) >= len(before) {
			continue
		}
		r.Message = fmt.Sprintf("team memory loses its %s (%s)", plural(len(before), "owner"), strings.Join(before, ", "))
		if len(after) > 0 {
			r.Message = fmt.Sprintf("team memory has fewer owners: %s instead of %s", strings.Join(after, ", "), strings.Join(before, ", "))
		}
		if line > 0 {
			r.Span = newFile.Text.Line(line)
		}
		report(r)
		return
	}
	if before, _ := was.Of(memory.IndexPath); len(is.Bad) > len(was.Bad) && len(before) > 0 {
		bad := is.Bad[len(is.Bad)-1]
		r.Span = newFile.Text.Line(bad)
		r.Message, r.Fix = "this line can't be read, and a host may pass over the whole file because of it", owners.Mend(newFile.Path, newFile.Text, bad)
		report(r)
	}
}

// readOwners reads the first CODEOWNERS at one of paths; the file is nil when there is none. None, and one that can't be
// read, name nobody.
func readOwners(control map[string]*memory.File, paths []string) (*memory.File, *owners.File) {
	for _, p := range paths {
		if f := control[p]; f != nil {
			text := f.Text
			if text == nil {
				text = source.NewText(nil)
			}
			return f, owners.ParseAt(p, text)
		}
	}
	return nil, &owners.File{}
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
