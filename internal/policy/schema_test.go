package policy_test

import (
	"bytes"
	"flag"
	"os"
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
