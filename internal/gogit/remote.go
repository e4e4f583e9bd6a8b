package gogit

import (
	"context"
	"strings"

	"github.com/teammem/teammem/internal/git"
)

// RemoteURL applies the longest url.<base>.insteadOf that the URL begins with, as git
// does; of two as long the first.
func (a *answers) RemoteURL(ctx context.Context, remote string) (string, error) {
	urls, err := a.Config(ctx, git.Query{Keys: `remote\..*\.url`})
	if err != nil {
		return "", err
	}
	rules, err := a.Config(ctx, git.Query{Keys: `url\..*\.insteadof`})
	if err != nil {
		return "", err
	}
	for _, u := range urls {
		if u.Key == "remote."+remote+".url" {
			return instead(u.Value, rules), nil
		}
	}
	return "", nil
}

func instead(url string, rules []git.Value) string {
	base, longest := "", ""
	for _, r := range rules {
		if strings.HasPrefix(url, r.Value) && len(r.Value) > len(longest) {
			base, longest = strings.TrimSuffix(strings.TrimPrefix(r.Key, "url."), ".insteadof"), r.Value
		}
	}
	return base + strings.TrimPrefix(url, longest)
}
