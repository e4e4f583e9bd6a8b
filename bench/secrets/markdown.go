//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/teammem/teammem/bench/pairs"
)

// markdown scans the Markdown files of the modules in Go's cache, which are whatever this
// machine has built. README.md says what was read in them.
func markdown(teammem string) {
	root := strings.TrimSpace(output("go", "env", "GOMODCACHE"))
	var files []string
	pairs.Must(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.EqualFold(filepath.Ext(path), ".md") {
			files = append(files, path)
		}
		return nil // what can't be entered is not ours to read
	}))
	kinds := map[string]int{}
	loud := map[string]bool{}
	bytes := int64(0)
	for some := range slices.Chunk(files, 500) {
		out, _ := exec.Command(teammem, append([]string{"scan", "--format", "json"}, some...)...).Output() // it blocks if there is something
		var res struct {
			Findings []struct{ Path, Message string }
		}
		pairs.Must(json.Unmarshal(out, &res))
		for _, f := range res.Findings {
			kind, _, _ := strings.Cut(f.Message, ",")
			kinds[kind]++
			loud[f.Path] = true
		}
		for _, f := range some {
			if info, err := os.Stat(f); err == nil {
				bytes += info.Size()
			}
		}
	}
	fmt.Printf("\nMarkdown of the module cache: files %d, bytes %d, files with findings %d (%.2f %%)\n\n| finding | number |\n|---|---|\n",
		len(files), bytes, len(loud), 100*float64(len(loud))/float64(max(1, len(files))))
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Printf("| %s | %d |\n", k, kinds[k])
	}
}
