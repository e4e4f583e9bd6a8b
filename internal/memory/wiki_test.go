package memory_test

import (
	"testing"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

// named is a file of the team directory, with a name in its frontmatter unless it is "".
func named(rel, name string) *memory.File {
	f := &memory.File{Entry: memory.Entry{Path: memory.Dir + "/" + rel}, Kind: memory.KindMemory}
	if name != "" {
		f.Memory = memory.Parse(source.NewText([]byte("---\nname: " + name + "\n---\n")))
	}
	return f
}

func TestNames(t *testing.T) {
	names := memory.NewNames([]*memory.File{
		named("deploy.md", "Release days"),
		named("ops/deploy.md", ""),
		named("tone.md", "deploy"),
		named("ops/backup_plan.md", ""),
	})
	for link, want := range map[string]string{
		"deploy":            "deploy.md",
		"ops/deploy":        "ops/deploy.md",
		"Ops/Deploy.md":     "ops/deploy.md",
		"release-days":      "deploy.md",
		"elsewhere/tone":    "tone.md",
		" backup plan.md ":  "ops/backup_plan.md",
		"tone#when":         "tone.md",
		"tone.md#^1a2b":     "tone.md",
		"tone^1a2b":         "tone.md",
		"tones":             "",
		"ops":               "",
		"":                  "",
		"#when":             "",
		"tone.md.md":        "",
		"deploy.md/tone.md": "tone.md",
	} {
		got := ""
		if f := names.Find(link); f != nil {
			got = f.Rel()
		}
		if got != want {
			t.Errorf("[[%s]] is %q, want %q", link, got, want)
		}
	}
}
