package cli

import (
	"fmt"
	"strings"
	"testing"
)

func TestUpdates(t *testing.T) {
	one, two, none := strings.Repeat("1", 40), strings.Repeat("a", 40), strings.Repeat("0", 40)
	long := strings.Repeat("2", 64)
	for in, want := range map[string]string{
		"": "[]",
		"refs/heads/a " + one + " refs/heads/b " + two + "\n":                      "[{refs/heads/b " + one + " " + two + "}]",
		"refs/heads/a " + one + " refs/heads/b " + none + "\n":                     "[{refs/heads/b " + one + " }]",
		"refs/heads/a " + long + " refs/heads/b " + strings.Repeat("0", 64) + "\n": "[{refs/heads/b " + long + " }]",
		"(delete) " + none + " refs/heads/b " + two + "\n":                         "[{refs/heads/b  " + two + "}]",
		"HEAD@{1 day ago} " + one + " refs/heads/b " + two + "\n":                  "[{refs/heads/b " + one + " " + two + "}]",
		"a " + one + " b " + two:                                                   "standard input ends in the middle of a line, so not all refs are known",
		"a " + one + " b\n":                                                        "line 1 of standard input is not what git tells a pre-push hook",
		"a " + one + " b " + two + "\n\n":                                          "line 2 of standard input is not what git tells a pre-push hook",
		"a " + one + " b " + two + "\r\n":                                          "line 1 of standard input is not what git tells a pre-push hook",
		"a " + one[1:] + " b " + two + "\n":                                        "line 1 of standard input is not what git tells a pre-push hook",
		"a " + one + " b " + long + "\n":                                           "line 1 of standard input is not what git tells a pre-push hook",
		"a " + strings.ToUpper(two) + " b " + one + "\n":                           "line 1 of standard input is not what git tells a pre-push hook",
		"a " + one + "  " + two + "\n":                                             "line 1 of standard input is not what git tells a pre-push hook",
	} {
		h := &hookRun{app: &App{Stdin: strings.NewReader(in)}}
		if got := told(h.updates()); got != want {
			t.Errorf("%q is read as %s, want %s", in, got, want)
		}
	}
	h := &hookRun{app: &App{Stdin: strings.NewReader("a person types"), InTerminal: true}}
	if got := told(h.updates()); got != "[]" {
		t.Errorf("a terminal is read as %s", got)
	}
}

func told(all []update, err error) string {
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(all)
}
