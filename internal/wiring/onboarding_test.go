package wiring

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// TestOnboardingNeedsNoTool assembles what each agent loads of examples/onboarding by its files
// alone, and finds what the index says of each memory once.
func TestOnboardingNeedsNoTool(t *testing.T) {
	example := os.DirFS("../../examples/onboarding")
	files := tree{}
	err := fs.WalkDir(example, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(example, p)
		files[p] = File{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	index := source.NewText(files[memory.IndexPath].Data)
	x := memory.ParseIndex(index)
	if len(x.Entries) < 5 {
		t.Fatalf("entries: %d, want five or more", len(x.Entries))
	}
	for _, l := range loaders {
		all := ""
		for _, text := range l.load(files) {
			if l.cut != nil {
				text = l.cut(text)
			}
			all += text + "\n"
		}
		for i := range x.Entries {
			line := string(index.Slice(x.Entries[i].Span))
			_, words, _ := strings.Cut(line, " — ")
			if got := strings.Count(all, strings.TrimSpace(words)); got != 1 {
				t.Errorf("%s is told %q %d times, want once", l.name, words, got)
			}
		}
	}
}
