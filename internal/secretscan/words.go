package secretscan

import (
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/wordset"
)

// standsIn reports whether v stands where a secret would and is none: it stands for one, says where
// it comes from, or is a word that everybody uses.
func standsIn(v string) bool { return placeholder(v) || isReference(v) || commonWord(v) }

// placeMarks are in what stands for a value, in lower case.
var placeMarks = []string{"${", "{{", "$(", "<%", "...", "…", "***", "xxxx", "•", "redacted", "placeholder", "example", "changeme", "change_me", "change-me", "your_", "your-", "yourstrong", "your#", "yourpass", "-here", "_here", "notasecret", "not-a-", "1password", "abc123", "fake", "dummy"}

// placeholder reports whether v stands for a value instead of being one.
func placeholder(v string) bool {
	v = strings.Trim(v, "\"'`“”‘’「」*_ ")
	lower := strings.ToLower(v)
	switch {
	case v == "", strings.Contains(v, sampleClaims), distinct(v) < 3, longestRepeat(v) > 5, len(v) >= 8 && longestSequence(v) >= len(v)*3/4, typedInOrder(lower):
		return true
	case strings.ContainsAny(v[:1], "$<{[%@!&"):
		return standsFor(v)
	}
	return hasAny(lower, placeMarks) || lower == "hunter2" || allWords(v) && !welcomes(lower) || len(v) < 16 && strings.Contains(lower, "xxx")
}

// welcomes reports whether v, in lower case, is "welcome" and a year, which many a new account gets.
func welcomes(v string) bool {
	year := strings.Trim(strings.TrimPrefix(v, "welcome"), "-_@!.")
	return len(year) == 4 && strings.HasPrefix(year, "20") && len(year) < len(v) && onlyDigits(year)
}

// typedInOrder reports whether somebody went through the alphabet, with digits
// in between or not: a1b2c3d4, AB1C2defGH. It knows the UUIDs of manuals, too.
func typedInOrder(lower string) bool {
	if len(lower) < 7 {
		return false
	}
	if strings.HasPrefix(lower, "550e8400-e29b") || strings.HasPrefix(lower, "123e4567-e89b") {
		return true
	}
	letters := longestSequence(strings.Map(only(isLower), lower))
	digits := longestSequence(strings.Map(only(isDigit), lower))
	return letters > 6 || letters > 3 && digits > 3 && len(lower) < 36
}

func only(in func(byte) bool) func(rune) rune {
	return func(r rune) rune {
		if r < 0x80 && in(byte(r)) {
			return r
		}
		return -1
	}
}

// standsFor reports whether v, which begins with a sigil, is a variable, a
// template or a tag: $NAME, <name>, {name}, [name], %NAME%, @NAME@, !Ref.
func standsFor(v string) bool {
	switch v[0] {
	case '<', '{', '[':
		return true
	case '%', '@':
		return v[len(v)-1] == v[0] || !strings.ContainsFunc(v[1:], func(r rune) bool { return !unicode.IsUpper(r) && r != '_' })
	case '$':
		return len(v) > 1 && (isLetter(v[1]) || v[1] == '_' || v[1] == '{' || v[1] == '(' || v[1] == '2')
	case '!':
		return !strings.ContainsFunc(v[1:], func(r rune) bool { return !unicode.IsLetter(r) && r != ':' })
	}
	return false
}

// fillers are words that people write where a secret would stand. A value made
// of nothing else, numbers aside, is none.
var fillers = wordset.Of(`password passwd pass pwd passphrase passcode secret secrets token tokens key keys api apikey access my your the a an of for
	test tests testing tester user username usr name value values string str text null nil none undefined true false yes no foo bar baz qux
	todo tbd fixme sample mock stub demo dev local default empty blank unset required optional hidden masked redacted filtered removed
	insert replace enter put set me this that it here there some something any random generated unknown client server app service
	auth bearer basic oauth jwt admin root postgres mysql guest public private xxx yyy zzz abc qwerty letmein welcome new old db database
	env var vault see ask na host login example credential credentials real not is to be your us p w pw unit`)

// allWords reports whether every word in v is a filler and the rest no more
// than a short number. Letters written as digits count as letters: p4ssw0rd.
func allWords(v string) bool {
	if len(v) > 64 {
		return false
	}
	n := 0
	for _, w := range splitWords(v) {
		if onlyDigits(w) && len(w) < 5 {
			continue
		}
		w = strings.ToLower(w)
		if !fillers.Has(w) && !fillers.Has(shortNumber(w)) && !fillers.Has(plainLetters.Replace(w)) {
			return false
		}
		n++
	}
	return n > 0 && !strings.ContainsAny(v, "!#$%^&*+=?~")
}

// shortNumber cuts a number of up to four digits off the end of w.
func shortNumber(w string) string {
	if word := strings.TrimRight(w, "0123456789"); len(w)-len(word) < 5 {
		return word
	}
	return w
}

var plainLetters = lazy.Replacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "@", "a", "$", "s")

// unjoined takes out the signs that join words.
var unjoined = lazy.Replacer("_", "", "-", "")

// splitWords splits at what is no letter or digit, and where camelCase does.
func splitWords(v string) []string {
	var out []string
	for _, p := range strings.FieldsFunc(v, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '@' }) {
		start := 0
		for i := 1; i < len(p); i++ {
			if isUpper(p[i]) && isLower(p[i-1]) {
				out = append(out, p[start:i])
				start = i
			}
		}
		out = append(out, p[start:])
	}
	return out
}

// commonWord reports whether v is a password that says nothing because
// everybody uses it in examples.
func commonWord(v string) bool {
	switch strings.ToLower(v) {
	case "password", "passw0rd", "p@ssword", "pass", "pw", "secret", "token", "postgres", "root", "admin", "guest", "user", "test", "mysql",
		"changeme", "example", "foo", "bar", "redis", "rabbitmq", "minio", "minioadmin", "elastic", "sa", "oracle", "app", "key", "pwd":
		return true
	}
	return false
}
