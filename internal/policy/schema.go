package policy

import (
	"encoding/json"
	"maps"
)

//go:generate go test -run TestSchemaFile -update .

// schemaID is where the JSON schema of the policy is published.
const schemaID = "https://raw.githubusercontent.com/teammem/teammem/main/docs/teammem.schema.json"

// Schema is the JSON schema (draft 2020-12) of a policy, made from what Parse reads
// by. Some rules it can't say: the day must exist, no finding is allowed twice.
func Schema(known map[string]RuleInfo) []byte {
	s := maps.Clone(maybe(policyKind(known)).schema)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["$id"] = schemaID
	s["title"] = "teammem policy"
	s["description"] = "How a team's memory is judged: .agent/teammem.yaml."
	out, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("policy schema: " + err.Error()) // it holds only words and numbers
	}
	return append(out, '\n')
}
