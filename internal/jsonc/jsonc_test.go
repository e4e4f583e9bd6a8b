package jsonc

import (
	"strings"
	"testing"
)

func TestMember(t *testing.T) {
	for text, want := range map[string]string{
		"{}":                                  "",
		"// c\n{\"a\": 1,}":                   "1",
		bom + `{"b": {"a": 2}, "a": [ 3 ]}`:   "[ 3 ]",
		"[]":                                  "line 1, column 1: there is a list, want an object; mend it",
		bom + " 7":                            "line 1, column 2: there is a number, want an object; mend it",
		"\n  null":                            "line 2, column 3: there is null, want an object; mend it",
		"{\"a\": 1,\n\"a\": 2}":               `line 2, column 1: "a" is there twice; take one out`,
		bom + `{"a": 1, "a": 2}`:              `line 1, column 10: "a" is there twice; take one out`,
		"{\"a\": 1 /* c */, // d\n \"a\": 2}": `line 2, column 2: "a" is there twice; take one out`,
	} {
		f, err := Parse([]byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		got := ""
		switch v, err := f.Member(&f.Root, "a"); {
		case err != nil:
			got = err.Error()
		case v != nil:
			got = text[f.From(v):f.To(v)]
		}
		if got != want {
			t.Errorf("%q: it is %q, want %q", text, got, want)
		}
	}
}

func TestNotJSON(t *testing.T) {
	for _, text := range []string{"", bom, "{", "{\"a\" 1}", "{} {}", "/*"} {
		_, parsed := Parse([]byte(text))
		_, plain := Plain([]byte(text))
		if parsed == nil || plain == nil || parsed.Error() != plain.Error() {
			t.Errorf("%q: errors are %v and %v, want the same one twice", text, parsed, plain)
		}
	}
}

func TestPlain(t *testing.T) {
	const was = bom + "{\"a\": [1, /* c */], // d\n}"
	data := []byte(was)
	plain, err := Plain(data)
	if err != nil || string(plain) == was || string(data) != was {
		t.Errorf("plain is %q of what is %q now, %v", plain, data, err)
	}
	if want := `{"a":[1]}`; strings.Join(strings.Fields(string(plain)), "") != want {
		t.Errorf("plain is %q, want %q and blanks", plain, want)
	}
}

func TestIsEmpty(t *testing.T) {
	for text, want := range map[string]bool{"{}": true, "[ /* c */ ]": true, "[0]": false, `{"a": {}}`: false, "1": true} {
		if f, err := Parse([]byte(text)); err != nil || IsEmpty(&f.Root) != want {
			t.Errorf("%q: empty is %v, want %v (%v)", text, !want, want, err)
		}
	}
	for text, want := range map[string]bool{"": true, bom + " \n": true, "//": false, bom + "0": false} {
		if IsBlank([]byte(text)) != want {
			t.Errorf("%q: blank is %v, want %v", text, !want, want)
		}
	}
}

// TestDeep holds that no text can end the program by its depth.
func TestDeep(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), strings.Repeat(`["\"]"`, 1<<18)} {
		if _, err := Plain([]byte(text)); err == nil || !strings.Contains(err.Error(), "brackets") {
			t.Errorf("%.10q: %v", text, err)
		}
	}
	if text, err := Plain([]byte("// c\n{\"a\": [1,],}")); err != nil || string(text) != "    \n{\"a\": [1 ] }" {
		t.Errorf("%q, %v", text, err)
	}
}
