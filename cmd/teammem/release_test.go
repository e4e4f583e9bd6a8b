package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestReleaseBuilds holds that goreleaser builds what scripts/build builds: the checksums that are
// committed are of the one, and what is published is of the other.
func TestReleaseBuilds(t *testing.T) {
	var config struct {
		Builds []struct {
			Main, Binary        string
			Env, Flags, Ldflags []string
			Goos, Goarch        []string
			Goamd64, Goarm64    []string
			ModTimestamp        string `yaml:"mod_timestamp"`
		}
		Archives []struct {
			IDs      []string `yaml:"ids"`
			Template string   `yaml:"name_template"`
			Formats  []string
		}
		Checksum struct{ Algorithm string }
		SBOMs    []any `yaml:"sboms"`
		Release  struct{ Draft bool }
	}
	src := read(t, "../../.goreleaser.yaml")
	if err := yaml.Unmarshal([]byte(src), &config); err != nil {
		t.Fatal(err)
	}
	script := read(t, "../../scripts/build")
	for _, b := range config.Builds {
		line := "go build " + strings.Join(b.Flags, " ") + ` -ldflags "$link" -o "$dir/` + b.Binary + `_${GOOS}_$GOARCH$end" ` + b.Main + "\n"
		if !strings.Contains(script, line) {
			t.Errorf("scripts/build lacks %q", line)
		}
		if link := `link="` + strings.ReplaceAll(b.Ldflags[0], "{{ .Tag }}", "$version") + `"`; !strings.Contains(script, link) {
			t.Errorf("scripts/build lacks %q", link)
		}
		for _, set := range slices.Concat(b.Env, []string{"GOAMD64=" + b.Goamd64[0], "GOARM64=" + b.Goarm64[0]}) {
			if !strings.Contains(script, " "+set) {
				t.Errorf("scripts/build does not set %s", set)
			}
		}
		var targets []string
		for _, system := range b.Goos {
			for _, arch := range b.Goarch {
				targets = append(targets, system+"/"+arch)
			}
		}
		if !strings.Contains(script, "set -- "+strings.Join(targets, " ")+"\n") || len(targets) != 6 {
			t.Errorf("scripts/build has other targets than %q", targets)
		}
		if b.ModTimestamp != "{{ .CommitTimestamp }}" {
			t.Errorf("%s has the time of its build", b.Binary)
		}
	}
	raw := config.Archives[1]
	if len(config.Builds) != 2 || !slices.Equal(raw.Formats, []string{"binary"}) || raw.Template != "{{ .Binary }}_{{ .Os }}_{{ .Arch }}" || len(raw.IDs) != 2 {
		t.Errorf("the programs are not published as release/checksums.txt names them: %+v", raw)
	}
	if config.Checksum.Algorithm != "sha256" || len(config.SBOMs) == 0 || !config.Release.Draft {
		t.Errorf("%+v", config)
	}
}

// TestWorkflows holds that every action is pinned to a commit, with its version beside it, and
// that no workflow may do more than read unless a job says why.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d workflows: %v", len(files), err)
	}
	pinned := regexp.MustCompile(`uses: [a-z0-9-]+/[a-z0-9/-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$`)
	for _, file := range files {
		src := read(t, file)
		for line := range strings.Lines(src) {
			line = strings.TrimSpace(line)
			if strings.Contains(line, "uses: ") && !strings.Contains(line, "uses: ./") && !pinned.MatchString(line) {
				t.Errorf("%s: not pinned to a commit: %s", file, line)
			}
			if strings.Contains(line, ": write") && !strings.Contains(line, " # ") {
				t.Errorf("%s: a right without a reason: %s", file, line)
			}
		}
		var workflow struct{ Permissions map[string]string }
		if err := yaml.Unmarshal([]byte(src), &workflow); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if len(workflow.Permissions) > 1 || workflow.Permissions["contents"] != "read" {
			t.Errorf("%s: the permissions are %v, want contents: read", file, workflow.Permissions)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}
