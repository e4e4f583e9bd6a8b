package action

import (
	"slices"
	"strings"
	"testing"

	"github.com/teammem/teammem/internal/engine"
)

const (
	one  = "1111111111111111111111111111111111111111"
	two  = "2222222222222222222222222222222222222222"
	zero = "0000000000000000000000000000000000000000"
)

func TestTaskOf(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       task
	}{
		{"pull_request", `"pull_request": {"number": 7, "base": {"sha": "` + one + `"}, "head": {"sha": "` + two + `", "ref": "topic"}}`,
			task{what: "pull request 7", from: one, to: two, branch: "topic"}},
		{"push", `"ref": "refs/heads/main", "before": "` + one + `", "after": "` + two + `"`, task{what: "the push", from: one, to: two, ref: "refs/heads/main"}},
		{"push", `"ref": "refs/heads/topic", "before": "` + zero + `", "after": "` + two + `"`, task{what: "the push", to: two, ref: "refs/heads/topic", standard: "main"}},
		{"push", `"ref": "refs/tags/main", "before": "` + zero + `", "after": "` + two + `"`, task{what: "the push", to: two, ref: "refs/tags/main", standard: "main"}},
		{"merge_group", `"merge_group": {"base_sha": "` + one + `", "head_sha": "` + two + `"}`, task{what: "the merge group", from: one, to: two}},
		{"workflow_dispatch", `"inputs": null`, task{what: "the whole tree", from: two, to: two}},
	} {
		e, err := parseEvent([]byte(`{"repository": {"full_name": "o/r", "default_branch": "main"}, `+c.text+`}`), "O/R")
		if err != nil {
			t.Fatal(err)
		}
		got, err := taskOf(c.name, two, e)
		if err != nil || got.String() != c.want.String() || got.branch != c.want.branch || got.ref != c.want.ref || got.standard != c.want.standard {
			t.Errorf("%s %s: %+v, %v; want %+v", c.name, c.text, got, err, c.want)
		}
	}
}

// What is no event gives an error, and what it gives names commits only.
func FuzzEvent(f *testing.F) {
	for _, name := range []string{"pull_request", "push", "merge_group", "workflow_dispatch", "issues"} {
		for _, text := range []string{``, `{`, `null`, `[]`, `{"repository":{"full_name":"o/r"}}`, `{"repository":7}`,
			`{"repository":{"full_name":"o/r","default_branch":"x"},"ref":"refs/heads/y","before":"` + one + `","after":"` + two + `"}`,
			`{"repository":{"full_name":"o/r"},"pull_request":{"base":{"sha":"` + one + `"},"head":{"sha":"-x"}}}`,
			`{"repository":{"full_name":"o/r"},"merge_group":{"base_sha":"` + one + `","head_sha":"` + two + `"}}`} {
			f.Add(name, one, text)
		}
	}
	f.Fuzz(func(t *testing.T, name, sha, text string) {
		e, err := parseEvent([]byte(text), "o/r")
		if err != nil {
			return
		}
		got, err := taskOf(name, sha, e)
		if err != nil {
			return
		}
		if !isID(got.to) || got.from != "" && !isID(got.from) || got.from == "" && got.ref == "" {
			t.Errorf("%q: %+v", text, got)
		}
	})
}

func TestTrusting(t *testing.T) {
	got := trusting([]string{"A=b", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=x.y", "GIT_CONFIG_VALUE_0=z"}, "/work space")
	for _, want := range []string{"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_0=x.y", "GIT_CONFIG_KEY_1=safe.directory", "GIT_CONFIG_VALUE_1=/work space", "A=b"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	if got := trusting([]string{"GIT_CONFIG_COUNT=x"}, "/w"); len(got) != 1 {
		t.Errorf("a count that is none became %q", got)
	}
	if got := trusting([]string{"A=b"}, ""); len(got) != 1 {
		t.Errorf("no work space gave %q", got)
	}
}

func TestVerdictWord(t *testing.T) {
	for v, want := range map[engine.Verdict]string{engine.Pass: "pass", engine.Warn: "warn", engine.Block: "block", "pass\nerrors=0": "block", "": "block"} {
		if got := verdictWord(v); got != want {
			t.Errorf("%q is %q, want %q", v, got, want)
		}
	}
}

func TestReason(t *testing.T) {
	if got := reason("warning: x\nfatal: remote error: upload-pack: not our ref\n", nil); !strings.HasPrefix(got, "remote error") {
		t.Errorf("the reason is %q", got)
	}
}
