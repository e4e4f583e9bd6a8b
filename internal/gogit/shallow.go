package gogit

import (
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// readShallow reads which commits of a shallow clone have no parents here; nil when the
// clone is whole.
func readShallow(commonDir string) (map[string]bool, error) {
	text, err := git.ReadFile(filepath.Join(commonDir, "shallow"))
	if isAbsent(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	ends := map[string]bool{}
	for _, id := range strings.Fields(string(text)) {
		if !isID(id) {
			return nil, refuse(git.ErrMalformed, "run \"git fetch --unshallow\"", "the file shallow holds something other than ids")
		}
		ends[id] = true
	}
	if len(ends) == 0 { // git, too, takes an empty file for none
		return nil, nil
	}
	return ends, nil
}
