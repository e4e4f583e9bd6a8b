package memory

import "strings"

// privatePlaces are directories, anywhere in a repository, in which agents keep what
// they know of one person.
var privatePlaces = [][2]string{
	{".claude", "projects"},
	{".claude", "memory"},
	{".agent", "memory"},
	{".agent", "team-memory"}, // of another place than the top, which no review guards
}

// PrivateLooking reports whether a path outside the team directory is where
// agents and people keep private memories. What TeamPath calls alike is not outside.
func PrivateLooking(p string) bool {
	if in, alike := TeamPath(p); in || alike {
		return false
	}
	elems := strings.Split(read(p), "/")
	if elems[len(elems)-1] == "claude.local.md" {
		return true
	}
	for i := 0; i+2 < len(elems); i++ {
		for _, place := range privatePlaces {
			if elems[i] == place[0] && elems[i+1] == place[1] {
				return true
			}
		}
	}
	return false
}
