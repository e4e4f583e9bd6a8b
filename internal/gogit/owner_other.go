//go:build !unix

package gogit

// notOwn is what is said of a repository that is not.
const notOwn = "can't be told to be yours without git"

// isOwn says no where owners are not known here, so that only a repository that
// safe.directory names is read.
func isOwn(string, []string) bool { return false }

func sameDevice(string, string) bool { return true }
