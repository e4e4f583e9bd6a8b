package memory

import (
	"path"
	"slices"
	"strings"
)

// CodeownersPaths are where a host looks for owners, in that order; the first
// found is the only one read.
// https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
var CodeownersPaths = []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"}

// IsControl reports whether the file at p steers how team memory is judged or
// reviewed: the policy, CODEOWNERS, and .gitattributes on the way to it or in it.
func IsControl(p string) bool {
	if p == PolicyPath || slices.Contains(CodeownersPaths, p) {
		return true
	}
	if !strings.EqualFold(path.Base(p), ".gitattributes") {
		return false
	}
	dir := path.Dir(p)
	return dir == "." || dir == ".agent" || dir == Dir || strings.HasPrefix(dir, Dir+"/")
}
