package memory

import (
	"path"
	"slices"
	"strings"
)

// CodeownersPaths are where GitHub looks for owners, in that order; the first
// found is the only one read.
// https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners
var CodeownersPaths = []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"}

// OwnersPaths are where some host looks for owners. Which one it is, the files of a repository don't tell: so
// those of GitHub come first, and the others count where there is none of them.
// https://docs.gitlab.com/user/project/codeowners/#codeowners-file https://docs.gitea.com/usage/code-owners
var OwnersPaths = []string{".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS", ".gitea/CODEOWNERS"}

// OwnersBeside are where a host that reads owners at p looks for them. For what every host reads it is GitHub,
// where what lies in the folder of another host asks nobody.
func OwnersBeside(p string) []string {
	if slices.Contains(CodeownersPaths, p) {
		return CodeownersPaths
	}
	return []string{"CODEOWNERS", "docs/CODEOWNERS", p}
}

// IsControl reports whether the file at p steers how team memory is judged or
// reviewed: the policy, CODEOWNERS, and .gitattributes on the way to it or in it.
func IsControl(p string) bool {
	if p == PolicyPath || slices.Contains(OwnersPaths, p) {
		return true
	}
	dir, name := path.Split(p)
	return (dir == "" || dir == ".agent/" || strings.HasPrefix(dir, Dir+"/")) && IsAttributes(name)
}

// IsAttributes reports whether some disk takes name for .gitattributes.
func IsAttributes(name string) bool { return spells(Folded(name), ".gitattributes") }
