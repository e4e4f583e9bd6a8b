package policy_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
)

var update = flag.Bool("update", false, "write docs/teammem.schema.json")

// The published schema is the one that the parser's table gives, with the rules there are.
func TestSchemaFile(t *testing.T) {
	const name = "../../docs/teammem.schema.json"
	want := policy.Schema(rules.PolicyRules())
	if *update {
		if err := os.WriteFile(name, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not current; run go generate ./internal/policy (%v)", name, err)
	}
}

// What people are told to write can be written, and each key is explained.
func TestPolicyPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	example, _, _ := strings.Cut(rest, "```")
	p, err := policy.Parse([]byte(example), rules.PolicyRules())
	if err != nil {
		t.Fatal(err)
	}
	if v := reflect.ValueOf(p); slices.ContainsFunc(reflect.VisibleFields(v.Type()), func(f reflect.StructField) bool { return v.FieldByIndex(f.Index).IsZero() }) {
		t.Errorf("the example does not set everything: %+v", p)
	}
	var schema struct {
		Properties map[string]struct{ Properties map[string]any }
	}
	if err := json.Unmarshal(policy.Schema(nil), &schema); err != nil {
		t.Fatal(err)
	}
	d := policy.Default().Limits
	for key, s := range schema.Properties {
		for _, k := range append(slices.Collect(maps.Keys(s.Properties)), key) {
			if !bytes.Contains(page, []byte("| `"+k+"` |")) {
				t.Errorf("docs/policy.md says nothing of %s", k)
			}
		}
	}
	for key, limit := range map[string]int{
		"index-lines": d.IndexLines, "index-bytes": d.IndexBytes, "entry-chars": d.EntryChars,
		"memory-bytes": d.MemoryBytes, "memory-warn-bytes": d.MemoryWarn, "memories": d.Memories, "depth": d.Depth,
	} {
		if !regexp.MustCompile(fmt.Sprintf("(?m)^\\| `%s` \\|.*\\| %d \\|", key, limit)).Match(page) {
			t.Errorf("docs/policy.md has another default for %s than %d", key, limit)
		}
	}
}

// The comments of the starter are a policy, too.
func TestStarter(t *testing.T) {
	var lines []string
	for _, l := range strings.Split(policy.Starter, "\n") {
		if rest, ok := strings.CutPrefix(l, "# "); ok && (strings.Contains(rest, ":  ") || strings.HasPrefix(rest, " ")) {
			l = rest
		}
		lines = append(lines, l)
	}
	p, err := policy.Parse([]byte(strings.Join(lines, "\n")), rules.PolicyRules())
	if err != nil || len(p.Rules) != 1 || len(p.Allow) != 1 || p.Allow[0].Expires.IsZero() {
		t.Errorf("%+v, %v", p, err)
	}
}
