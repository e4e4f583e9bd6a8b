package review

import (
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

const workflowDir = ".github/workflows"

// OwnWorkflows are the paths of the workflows in examples/github. A change of one needs an owner.
func OwnWorkflows() []string {
	return []string{workflowDir + "/teammem.yml", workflowDir + "/teammem-review.yml", workflowDir + "/teammem-review-signal.yml"}
}

// Touches reports whether the change is, or may be, one of memory or of what decides about it. Of all
// facts it takes Files, Carried and Workflows.
func (f *Facts) Touches() bool { return !f.Files.Whole || len(f.touched()) > 0 }

// Touched returns the changed paths that need an owner, sorted: of Facts it takes what Touches does.
func (f *Facts) Touched() []string { return f.touched() }

// touched returns the changed paths that need an owner, sorted: memory and what decides
// about memory, under its old name and its new one.
func (f *Facts) touched() []string {
	paths := slices.Clone(f.Carried)
	for _, file := range f.Files.Items {
		for _, p := range []string{file.Path, file.Previous} {
			if f.Needs(p) {
				paths = append(paths, p)
			}
		}
	}
	if slices.ContainsFunc(paths, isMemory) {
		paths = append(paths, f.workflowFiles()...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// workflowFiles are all workflows that change. Next to a change of memory each needs an owner: a job in it can have
// the name of the check that judges the memory, and be green.
func (f *Facts) workflowFiles() []string {
	var paths []string
	for _, file := range f.Files.Items {
		for _, p := range []string{file.Path, file.Previous} {
			if path.Dir(p) == workflowDir {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// isMemory reports whether p is in the team directory or stands in its place, also only for a disk
// or a server that reads names in a more forgiving way.
func isMemory(p string) bool {
	in, alike := memory.TeamPath(p)
	return in || alike
}

// place is the path of which the owners decide about p. What stands in the place of the folder, or is the
// folder's only for some disk, is so for no line of CODEOWNERS that names the folder.
func place(p string) string {
	if isMemory(p) && notInTree(p) {
		return memory.IndexPath
	}
	return p
}

// notInTree reports whether the tree memory.Dir can stay the same while p changes: a folder
// in another case, a link in its place, and all that is not memory.
func notInTree(p string) bool { return !strings.HasPrefix(p, memory.Dir+"/") }

// Needs reports whether a change of p needs an owner.
func (f *Facts) Needs(p string) bool { return isMemory(p) || f.isControl(p) }

// isControl reports whether p decides who approves, and what.
func (f *Facts) isControl(p string) bool {
	if p == memory.PolicyPath || slices.Contains(memory.CodeownersPaths, p) {
		return true
	}
	if len(f.Workflows) == 0 {
		return path.Dir(p) == workflowDir
	}
	return slices.Contains(f.Workflows, p)
}
