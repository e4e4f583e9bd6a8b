package action

import (
	"encoding/base64"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// login is env in which git can log in at the server of the forge, and nowhere else, with
// the token of the job; nil where there is no token or no server. A header that a
// checkout has left is replaced, since a server refuses two of them. The runner logs in alike:
// https://github.com/actions/checkout/blob/main/src/git-auth-helper.ts
func login(env []string, server, token string) []string {
	u, err := url.Parse(server)
	if err != nil || token == "" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil
	}
	local := u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()
	if u.Scheme != "https" && !(u.Scheme == "http" && local) {
		return nil
	}
	place := "http." + strings.TrimRight(server, "/") + "/."
	header := "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("x-access-token:"+token))
	env = withConfig(env, place+"extraheader", "", place+"extraheader", header, place+"followRedirects", "false")
	return append(env, "GIT_TRACE_REDACT=1")
}

// withConfig is env in which git has more settings, given as names and values. No file of
// the user's is changed. Where git would refuse env, it is left as it is.
func withConfig(env []string, pairs ...string) []string {
	count, out := 0, make([]string, 0, len(env)+len(pairs)+2)
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, "GIT_CONFIG_COUNT="); ok {
			if _, err := fmt.Sscanf(v, "%d", &count); err != nil || count < 0 {
				return env
			}
			continue
		}
		out = append(out, kv)
	}
	for i := 0; i < len(pairs); i, count = i+2, count+1 {
		out = append(out, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, pairs[i]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, pairs[i+1]))
	}
	return append(out, fmt.Sprintf("GIT_CONFIG_COUNT=%d", count))
}
