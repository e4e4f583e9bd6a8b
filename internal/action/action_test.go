package action

import (
	"slices"
	"testing"
)

func TestArguments(t *testing.T) {
	cases := []struct {
		name   string
		inputs map[string]string
		want   []string
	}{
		{"nothing", nil, []string{"check", "--format=github", "--"}},
		{"a range", map[string]string{"range": "a..b", "fail-on": "warn"}, []string{"check", "--format=github", "--range=a..b", "--fail-on=warn", "--"}},
		{"a format", map[string]string{"format": "json", "staged": "true"}, []string{"check", "--staged=true", "--format=json", "--"}},
		{"a value that looks like a flag", map[string]string{"commit": "--staged"}, []string{"check", "--format=github", "--commit=--staged", "--"}},
		{"paths", map[string]string{"paths": "a.md\n --b.md\n\n"}, []string{"check", "--format=github", "--", "a.md", "--b.md"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := arguments(func(name string) string { return c.inputs[name] })
			if !slices.Equal(got, c.want) {
				t.Errorf("arguments are %q, want %q", got, c.want)
			}
		})
	}
}
