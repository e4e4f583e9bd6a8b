package action

import (
	"slices"
	"strings"
	"testing"
)

func TestLogin(t *testing.T) {
	for _, c := range []struct{ server, token, place string }{
		{"https://github.com", "x", "http.https://github.com/."},
		{"https://forge.example.com/", "x", "http.https://forge.example.com/."},
		{"http://127.0.0.1:8080", "x", "http.http://127.0.0.1:8080/."},
		{"https://github.com", "", ""},
		{"", "x", ""},
		{"github.com", "x", ""},
		{"http://forge.example.com", "x", ""},
		{"https://someone@github.com", "x", ""},
		{"https://github.com/?a=b", "x", ""},
		{"ssh://github.com", "x", ""},
		{"https://github.com\n/", "x", ""},
	} {
		got := login([]string{"A=b", "GIT_CONFIG_COUNT=2"}, c.server, c.token)
		if c.place == "" {
			if got != nil {
				t.Errorf("%q with token %q gives %q", c.server, c.token, got)
			}
			continue
		}
		// "eC1hY2Nlc3MtdG9rZW46eA==" is "x-access-token:x".
		for _, want := range []string{"A=b", "GIT_CONFIG_COUNT=5", "GIT_TRACE_REDACT=1",
			"GIT_CONFIG_KEY_2=" + c.place + "extraheader", "GIT_CONFIG_VALUE_2=",
			"GIT_CONFIG_KEY_3=" + c.place + "extraheader", "GIT_CONFIG_VALUE_3=Authorization: Basic " + strings.Join([]string{"eC1hY2Nlc3M", "tdG9rZW46eA=="}, ""),
			"GIT_CONFIG_KEY_4=" + c.place + "followRedirects", "GIT_CONFIG_VALUE_4=false"} {
			if !slices.Contains(got, want) {
				t.Errorf("%q: %q lacks %q", c.server, got, want)
			}
		}
	}
}
