package git

import (
	"context"
	"slices"
	"strconv"
	"strings"
)

// A setting is one value of the configuration. Its key is in lower case; keys with a
// part in which case counts are not asked for.
type setting struct{ key, value string }

// Settings returns the values in force of the keys that are set: of files, and of what
// the git that started this process was given on its command line. No git started here
// is told of the latter. Keys are section.name in lower case.
func (r *Repo) Settings(ctx context.Context, keys ...string) (map[string]string, error) {
	set, err := r.ask.Config(ctx, Query{Keys: strings.ReplaceAll(strings.Join(keys, "|"), ".", `\.`)})
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	for _, v := range set {
		values[v.Key] = v.Value
	}
	for _, s := range given(r.hookEnv) {
		if slices.Contains(keys, s.key) {
			values[s.key] = s.value
		}
	}
	return values, nil
}

// given returns what a git was configured with on its command line ("git -c") or by
// variables. What has no value there is left out.
func given(env []string) []setting {
	var all []setting
	add := func(key, value string) {
		all = append(all, setting{strings.ToLower(key), value})
	}
	params, _ := lookup(env, "GIT_CONFIG_PARAMETERS")
	for _, word := range shellWords(params) {
		if key, value, ok := strings.Cut(word, "="); ok {
			add(key, value)
		}
	}
	count, _ := lookup(env, "GIT_CONFIG_COUNT")
	n, err := strconv.Atoi(count)
	if err != nil {
		return all
	}
	for i := range min(n, maxConfigCount) {
		key, _ := lookup(env, "GIT_CONFIG_KEY_"+strconv.Itoa(i))
		if value, ok := lookup(env, "GIT_CONFIG_VALUE_"+strconv.Itoa(i)); ok {
			add(key, value)
		}
	}
	return all
}
