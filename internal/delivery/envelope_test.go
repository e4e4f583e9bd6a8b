package delivery

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// A published is what the document of an agent says of the output of its hook.
type published struct {
	Source   string
	Required []string       // paths that must be there and hold words
	Example  map[string]any // every key that is documented, with a value of its type
}

// leaves gives the scalars of v by their paths.
func leaves(v map[string]any) map[string]any {
	out := map[string]any{}
	for key, value := range v {
		inner, nested := value.(map[string]any)
		if !nested {
			out[key] = value
			continue
		}
		for path, leaf := range leaves(inner) {
			out[key+"."+path] = leaf
		}
	}
	return out
}

// flaw says how an envelope breaks what is published; "" when it doesn't. It takes no key
// that is not documented: Codex drops an envelope with one, and others drop it in silence.
func (p published) flaw(envelope []byte) string {
	var got map[string]any
	if err := json.Unmarshal(envelope, &got); err != nil {
		return err.Error()
	}
	known, all := leaves(p.Example), leaves(got)
	for path, value := range all {
		want, documented := known[path]
		switch {
		case !documented:
			return path + " is not documented"
		case fmt.Sprintf("%T", want) != fmt.Sprintf("%T", value):
			return fmt.Sprintf("%s is a %T, not a %T", path, value, want)
		case strings.HasSuffix(path, "hookEventName") && value != want:
			return fmt.Sprintf("%s is %q, not %q", path, value, want)
		}
	}
	for _, path := range p.Required {
		if all[path] == nil || all[path] == "" {
			return path + " is missing"
		}
	}
	return ""
}

func publishedFor(t *testing.T, agent string) published {
	t.Helper()
	data, err := os.ReadFile("testdata/envelopes/" + agent + ".json")
	var p published
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil || !strings.HasPrefix(p.Source, "https://") || len(p.Required) == 0 {
		t.Fatalf("%s: %v, %+v", agent, err, p)
	}
	return p
}

// TestEnvelopesArePublished holds the envelope of every agent with a hook to what that agent
// publishes, from the shortest text to one that fills its budget.
func TestEnvelopesArePublished(t *testing.T) {
	huge := ordinary()
	huge.Private = many(5000, 60)
	for _, a := range Agents {
		if a.Event == "" {
			continue
		}
		p := publishedFor(t, a.Name)
		for _, in := range []Input{{}, ordinary(), huge} {
			envelope, err := a.Wrap(Make(in, a.Budget).Text)
			if flaw := p.flaw(envelope); err != nil || flaw != "" {
				t.Errorf("%s: %v %s", a.Name, err, flaw)
			}
		}
	}
}

// TestBrokenEnvelopes holds that the shapes in which memory was lost in silence elsewhere are
// seen to be broken, for every agent.
func TestBrokenEnvelopes(t *testing.T) {
	right := map[Form]string{}
	for _, a := range Agents {
		envelope, err := a.Wrap([]byte("words"))
		if err != nil {
			t.Fatal(err)
		}
		right[a.Form] = string(envelope)
	}
	broken := []string{
		`words`,
		`{}`,
		`{"hookSpecificOutput":{"additionalContext":"words"},"additionalContext":"words"}`,
		`{"hookSpecificOutput":{"hookEventName":"sessionStart","additionalContext":"words"}}`,
		`{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":["words"]}}`,
		`{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":""}}`,
		`{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"words","teammem":1}}`,
		`{"cancel":"false","contextModification":"words"}`,
		`{"additional_context":{"text":"words"}}`,
	}
	for _, a := range Agents {
		if a.Event == "" {
			continue
		}
		p := publishedFor(t, a.Name)
		for form, envelope := range right {
			if (p.flaw([]byte(envelope)) == "") != (form == a.Form) {
				t.Errorf("%s takes %s", a.Name, envelope)
			}
		}
		for _, envelope := range broken {
			if p.flaw([]byte(envelope)) == "" {
				t.Errorf("%s takes %s", a.Name, envelope)
			}
		}
		if strict := []string{"claude-code", "codex", "devin"}; slices.Contains(strict, a.Name) && p.flaw([]byte(`{"hookSpecificOutput":{"additionalContext":"words"}}`)) == "" {
			t.Errorf("%s takes an envelope that names no event", a.Name)
		}
	}
}
