package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

func compiled(t testing.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema(rulesHere)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(schemaID, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(schemaID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance is what an editor that checks YAML by a JSON schema sees of src.
func instance(src []byte) (any, error) {
	var n yaml.Node
	if err := yaml.Unmarshal(src, &n); err != nil || len(n.Content) == 0 {
		return nil, err
	}
	return value(n.Content[0])
}

func value(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			v, err := value(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			m[n.Content[i].Value] = v
		}
		return m, nil
	case yaml.SequenceNode:
		list := []any{}
		for _, c := range n.Content {
			v, err := value(c)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.ScalarNode:
		return scalar(n)
	}
	return nil, errors.New("an alias")
}

// scalar reads by the core schema of YAML 1.2, which has no dates.
func scalar(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true"), nil
	case "!!int", "!!float":
		var number json.Number
		if json.Unmarshal([]byte(n.Value), &number) == nil {
			return number, nil
		}
		var v float64
		err := n.Decode(&v)
		return v, err
	}
	return n.Value, nil
}

func TestSchemaAgrees(t *testing.T) {
	s := compiled(t)
	for _, src := range append([]string{full}, defaults...) {
		if v, err := instance([]byte(src)); err != nil || s.Validate(v) != nil {
			t.Errorf("%.60q: the schema refuses what Parse reads: %v %v", src, err, s.Validate(v))
		}
	}
	for _, tt := range refusals {
		v, err := instance([]byte(tt.src))
		if tt.schema == refused && (err != nil || s.Validate(v) == nil) {
			t.Errorf("%.60q: the schema accepts what Parse refuses (%v)", tt.src, err)
		}
	}
}

// Whatever Parse reads, the schema accepts; whatever it refuses leaves no trace.
func FuzzPolicy(f *testing.F) {
	f.Add([]byte(full))
	for _, src := range defaults {
		f.Add([]byte(src))
	}
	for _, tt := range refusals {
		if len(tt.src) < 4<<10 {
			f.Add([]byte(tt.src))
		}
	}
	s := compiled(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := Parse(src, rulesHere)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.Line < 0 || e.Line > bytes.Count(src, []byte{'\n'})+bytes.Count(src, []byte{'\r'})+2 {
				t.Errorf("%#v is not an *Error with a line of the file", err)
			}
			if !reflect.DeepEqual(p, Default()) {
				t.Errorf("%v, but something was read: %+v", err, p)
			}
			return
		}
		if v, err := instance(src); err != nil || s.Validate(v) != nil {
			t.Errorf("the schema refuses what Parse reads: %v %v", err, s.Validate(v))
		}
	})
}
