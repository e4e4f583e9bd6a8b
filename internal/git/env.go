package git

import (
	"os"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// kept are the GIT_ variables that say which repository is meant and how it is
// found and trusted. All others are dropped: they could run a program, leave a
// trace, or show objects other than the real ones.
var kept = wordset.Of(`GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_QUARANTINE_PATH
	GIT_CEILING_DIRECTORIES GIT_DISCOVERY_ACROSS_FILESYSTEM GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_NOSYSTEM`)

// imposed is set for every git.
var imposed = []string{
	"LC_ALL=C",
	"GIT_TERMINAL_PROMPT=0",
	"GIT_OPTIONAL_LOCKS=0",
	"GIT_LITERAL_PATHSPECS=1",
	"GIT_NO_REPLACE_OBJECTS=1",
	"GIT_NO_LAZY_FETCH=1",
	"GIT_GRAFT_FILE=" + os.DevNull,
	// This overrides every protocol.*.allow of the repository; no protocol
	// can have this name.
	"GIT_ALLOW_PROTOCOL=-",
}

// cleanEnv is what git gets of the environment env.
func cleanEnv(env []string) []string {
	out := make([]string, 0, len(env)+len(imposed))
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		if kept.Has(name) || !strings.HasPrefix(name, "GIT_") && name != "LC_ALL" && name != "LANGUAGE" {
			out = append(out, kv)
		}
	}
	return append(out, imposed...)
}

// lookup returns the last value of name in env, as processes see it.
func lookup(env []string, name string) (value string, ok bool) {
	for _, kv := range env {
		if n, v, found := strings.Cut(kv, "="); found && n == name {
			value, ok = v, true
		}
	}
	return value, ok
}

// replaceEnv returns env with name set to value alone.
func replaceEnv(env []string, name, value string) []string {
	out := make([]string, 0, len(env)+1)
	for _, kv := range env {
		if n, _, _ := strings.Cut(kv, "="); n != name {
			out = append(out, kv)
		}
	}
	return append(out, name+"="+value)
}

// SafeDirectories returns the safe.directory values that the caller gave git on the
// command line or by variables. They are all that git is told again of that
// configuration.
func SafeDirectories(env []string) []string {
	var dirs []string
	for _, s := range given(env) {
		if s.key == "safe.directory" {
			dirs = append(dirs, s.value)
		}
	}
	return dirs
}

// maxConfigCount bounds what a hostile GIT_CONFIG_COUNT can cost.
const maxConfigCount = 1000

// shellWords splits words as git quotes them: 'a'\”b' is a'b. A key and a value
// that are quoted apart ('key'='value') are one word.
func shellWords(s string) []string {
	var words []string
	var word strings.Builder
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'':
			quoted = !quoted
		case !quoted && c == ' ':
			words = append(words, word.String())
			word.Reset()
		case !quoted && c == '\\' && i+1 < len(s):
			i++
			word.WriteByte(s[i])
		default:
			word.WriteByte(c)
		}
	}
	return append(words, word.String())
}
