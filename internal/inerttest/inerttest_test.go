package inerttest

import (
	"slices"
	"testing"
)

// The port of the runner must itself obey what the runner obeys.
func TestCommands(t *testing.T) {
	for _, tt := range []struct{ line, name, data string }{
		{"::error file=a%2Cb::x%0Ay%25", "error", "x\ny%"},
		{"  ::set-output name=a::b", "set-output", "b"},
		{"\u00a0::ERROR::x", "ERROR", "x"},
		{"x ##[add-path]/tmp", "add-path", "/tmp"},
		{"##[set-env name=a;]x%5D%3B", "set-env", "x];"},
		{"::nope::##[group]x", "group", "x"},
		{"first\rx\n::debug::::x", "debug", "::x"},
		{"::error::", "error", ""},
	} {
		if got := Commands(tt.line); len(got) != 1 || got[0].Name != tt.name || got[0].Data != tt.data {
			t.Errorf("%q: %+v", tt.line, got)
		}
	}
	for _, line := range []string{"", "x ::error::y", "::error", "error::x", "::nope::x", "## [error]x", "##[nope]x", "- ::error::x", "##[error", ":: error::x"} {
		if got := Commands(line); len(got) != 0 {
			t.Errorf("%q is no command: %+v", line, got)
		}
	}
	if got := Commands("::stop-commands::word\n::word::"); len(got) != 2 {
		t.Errorf("the word that ends a stop is no command: %+v", got)
	}
	if got := Commands("::error title=a%3Ab,=c,d=,file=e=f::x"); len(got) != 1 || len(got[0].Props) != 2 || got[0].Props["title"] != "a:b" || got[0].Props["file"] != "e=f" {
		t.Errorf("the properties are %+v", got)
	}
}

func TestAssignments(t *testing.T) {
	for text, want := range map[string][]Assignment{
		"":                            nil,
		"a=b\n\nc=d=e":                {{"a", "b"}, {"c", "d=e"}},
		"a<<E\nx=y\nz\nE\nb=c\n":      {{"a", "x=y\nz"}, {"b", "c"}},
		"a<<E\nE\n":                   {{"a", ""}},
		"a=b<<c\n":                    {{"a", "b<<c"}},
		"a<<E=\nx\nE=":                {{"a", "x"}},
		"verdict=x\nverdict=pass\n\n": {{"verdict", "x"}, {"verdict", "pass"}},
	} {
		if got, err := Assignments(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"a", "=b", "<<E\nE", "a<<\n\n", "a<<E\nx\n", "a<<E\nE \n"} {
		if got, err := Assignments(text); err == nil {
			t.Errorf("%q: %q and no error", text, got)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"[x](https://example.com)": "a href=https://example.com", "https://example.com": "a href=https://example.com", "www.example.com": "a href=http://www.example.com",
		"a@example.com": "a href=mailto:a@example.com", "![x](y)": "img src=y alt=x", "<b onclick=x>": "b onclick=x", "<!-- x -->": "<!-- x -->", "# x": "h1", "`x`": "code", "| a |\n|---|": "table",
	} {
		if p := Read(t, text); !p.Has(want) {
			t.Errorf("%q has no %s: %q", text, want, p.Tags)
		}
	}
	for _, text := range []string{"@ann", `\@ann`, "&#64;ann", "<b>@ann</b>", "#12", "a/b#1", "gh-12", "0123456", "x :tada: y", "javascript:x", "$x$", "> [!NOTE]\n> x"} {
		if p := Read(t, text); len(p.Live) == 0 {
			t.Errorf("%q is not live: %+v", text, p)
		}
	}
	for _, text := range []string{"`@ann #12 :tada:`", "<code>@ann</code>", "plain: text, 123456"} {
		if p := Read(t, text); len(p.Live) != 0 {
			t.Errorf("%q is live: %q", text, p.Live)
		}
	}
}
