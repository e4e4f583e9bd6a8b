package secretscan

import (
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// accepts reports whether v can be the secret that the noun names.
func (m mention) accepts(v value, op strength) bool {
	t := v.text
	if m.class == passwords && v.quoted && (isPhrase(t) || isNumberedPhrase(t)) {
		return true
	}
	if t == "" || strings.ContainsAny(t, " \t") {
		return false
	}
	if m.title == "passphrase" && op != noOperator && isJoinedPhrase(t, "-_.") {
		return true
	}
	if op == noOperator && strings.ContainsAny(t[:1], "=:!<>&|+@") {
		return false // an operator of a program
	}
	if m.class == keys && strings.HasPrefix(t, "django-insecure-") && len(t) > longestIdent {
		return true
	}
	ok := false
	switch m.class {
	case passwords:
		ok = acceptsPassword(m, v, op)
	case keys:
		ok = acceptsKey(m, v, op)
	case pins:
		if endsWithAny([]byte(m.word), []string{"密码", "密碼", "비밀번호"}) { // of a door or a safe, be it digits or not
			if acceptsPassword(m, v, op) && !standsIn(t) {
				return true
			}
		}
		return (op != noOperator || m.word == "puk" && len(t) == 8 || m.word != "pin" && m.word != "puk") && isPIN(strings.TrimRight(t, "#*"))
	case serials:
		return op != noOperator && isProductKey(t) && !placeholder(t)
	case weakKeys:
		// "key" alone names the keys of maps, caches and tables as well.
		ok = op != noOperator && len(t) >= 20 && randomWord([]byte(t)) && !isHex([]byte(t)) && !strings.ContainsAny(t, "-_.:") ||
			m.word == "clave" && op != noOperator && strongPassword(t) && !strings.Contains(t, ":") // a password as often as a key
	}
	return ok && !standsIn(t) && (m.class == passwords || !isKeyName(t) && !isPublicKey(t) && !(measure(t).digit < 3 && plainlyTechnical(t)))
}

// isProductKey reports whether v is what lets a program run: four groups or more of five letters and
// digits each.
func isProductKey(v string) bool {
	groups := strings.Split(v, "-")
	for _, g := range groups {
		if len(g) != 5 || strings.ContainsFunc(g, func(r rune) bool { return !isUpperName(r) || r == '_' }) {
			return false
		}
	}
	return len(groups) > 3 && measure(v).digit > 1 && measure(v).upper > 1
}

// isPublicKey reports whether v is a key that is meant to be in a page or an app.
func isPublicKey(v string) bool {
	return startsWithAny(strings.ToLower(v), []string{"pk_live_", "pk_test_", "phc_", "sb_publishable_", "pk.eyj", "pub-", "rzp_test_", "gtm-"})
}

func acceptsKey(m mention, v value, op strength) bool {
	t := v.text
	switch {
	case m.title != "access id" && keyLike(t) && (op != noOperator || len(t) >= 20):
		return true
	case op != strong:
		return false
	case m.title == "secret" && isShortSecret(t), m.title == "credential" && evident(t), m.title != "key" && shortKey(t):
		return true
	}
	// What a person made up.
	return (v.quoted && len(t) >= 16 || m.title == "secret" && len(t) >= 10) && strongPassword(t) && hasSymbol(t)
}

func acceptsPassword(m mention, v value, op strength) bool {
	if name, rest, ok := strings.Cut(v.text, "="); ok && len(rest) < 5 && !(op == strong && v.quoted) && strings.Trim(name, lowerLetters+"_") == "" {
		return false // an option
	}
	switch {
	case m.title == "app password" && isAppPassword(strings.ToLower(v.text)):
		return true
	case op != noOperator && (m.word == "提取码" || m.word == "访问码") && isShareCode(v.text):
		return true
	case m.strict && op != strong:
		return op == prose && (passwordLike(v.text) && measure(v.text).digit > 0 || spelled(v.text)) || m.word == "pw" && strongPassword(v.text) && !plainlyTechnical(v.text)
	case op != noOperator && isHyphened(v.text), op == strong && isJoinedPhrase(v.text, "-"):
		return true
	case op == strong || v.quoted && op == prose:
		return passwordLike(v.text) && !(plainlyTechnical(v.text) && measure(v.text).digit < 2) || spelled(v.text)
	case op == noOperator && isArgument(v.text):
		return false
	case op == prose || m.word[0] >= 0x80 || v.quoted:
		return passwordLike(v.text) && !plainlyTechnical(v.text) || spelled(v.text)
	}
	return strongPassword(v.text) && !plainlyTechnical(v.text) || spelled(v.text) || evident(v.text)
}

// acceptsBefore judges a value in front of its noun, where less is certain.
func (m mention) acceptsBefore(v string) bool {
	if strings.Contains(v, `\n`) || strings.Contains(v, `="`) { // two lines in a string, an attribute
		return false
	}
	if m.class == passwords {
		return (strongPassword(v) && !plainlyTechnical(v) || spelled(v) || onlyDigits(v) && passwordLike(v)) && !standsIn(v)
	}
	s := measure(v)
	return len(v) >= 20 && s.upper > 0 && s.lower > 0 && s.digit > 1 && s.symbol == 0 && s.changes*100 >= 38*len(v) && !placeholder(v) && !isReference(v) && !isKeyName(v)
}

// isPIN reports whether v is four to eight digits, but no year and nothing made up.
func isPIN(v string) bool {
	year := len(v) == 4 && (strings.HasPrefix(v, "19") || strings.HasPrefix(v, "20"))
	return onlyDigits(v) && len(v) >= 4 && len(v) <= 8 && distinct(v) > 2 && longestSequence(v) < 4 && !year && !isDate(v)
}

// stopWords are in sentences and not in passphrases.
var stopWords = wordset.Of("the a an is are was be of to in on at and or for with must should not no it this that your my you we if as by from has have only")

// isPhrase reports whether v is a passphrase: four to twenty-four words of lower-case letters,
// none of which makes a sentence.
func isPhrase(v string) bool {
	all := strings.Fields(v)
	if len(all) < 4 || len(all) > 24 || v == "correct horse battery staple" {
		return false
	}
	for _, w := range all {
		if len(w) < 3 || len(w) > 10 || strings.Trim(w, lowerLetters) != "" || stopWords.Has(w) || fillers.Has(w) {
			return false
		}
	}
	return true
}

// isShortSecret reports whether v is letters of both cases and digits that jump, and no name.
func isShortSecret(v string) bool {
	s := measure(v)
	return len(v) >= 8 && s.symbol == 0 && s.wide == 0 && s.upper > 0 && s.lower > 0 && s.digit > 1 && s.changes > 2 && !technical(v) && !nounInside(v) && !techWord(v)
}

// isShareCode reports whether v is like what opens a folder that is shared on a Chinese drive: four
// letters and digits.
func isShareCode(v string) bool {
	s := measure(v)
	return len(v) == 4 && s.symbol == 0 && s.digit > 0 && s.lower > 0 && s.upper == 0
}

// isNumberedPhrase is isPhrase for three words or more and a number at the end.
func isNumberedPhrase(v string) bool {
	all := strings.Fields(v)
	if n := len(all); n < 4 || len(all[n-1]) > 4 || !onlyDigits(all[n-1]) || technical(v) {
		return false
	}
	return isPhrase("words " + strings.Join(all[:len(all)-1], " "))
}

// isJoinedPhrase is isPhrase for words with one of the signs between them in place of blanks.
func isJoinedPhrase(v, signs string) bool {
	n := strings.IndexAny(v, signs)
	return n > 0 && technicalPart(v) < 34 && !nounInside(v) && isPhrase(strings.ReplaceAll(v, v[n:n+1], " "))
}

const lowerLetters = "abcdefghijklmnopqrstuvwxyz"

// isHyphened reports whether v is words and a number with dashes between them.
func isHyphened(v string) bool {
	parts := strings.Split(v, "-")
	return len(parts) > 3 && withDigit([]byte(v)) && !strings.ContainsFunc(v, func(r rune) bool { return r >= 0x80 || !isTokenByte(byte(r)) }) && !isVersion(v) && !isUUID(v) && !nounInside(v) && technicalPart(v) < 50
}

// passwordLike reports whether v, said to be a password, is no word, version,
// date, name or path.
func passwordLike(v string) bool {
	if t := strings.TrimRight(v, "!?"); len(t) < len(v) && (isDate(t) || isVersion(t) || techWord(t) || ofTechnique(t) || wordy(t) && technical(t)) {
		return false // the sign ends a sentence
	}
	s := measure(v)
	switch {
	case s.runes < 6 || s.runes > 128 || s.wide > 0:
		return false
	case onlyDigits(v):
		return len(v) <= 16 && distinct(v) > 2 && longestSequence(v) < 5 && !isDate(v)
	case isCall(v) || isPath(v) || isPlace(v) || isVersion(v) || isDate(v) || techWord(v) || ofTechnique(v):
		return false
	case s.digit == 0:
		return randomLetters(v) || unspoken(v) || s.inner > 0 && s.upper > 0 && s.lower > 0 && (s.joined < 2 || s.inner > 1) ||
			randomLetters(unjoined.Replace(v)) && technicalPart(v) < 50 && !isConstant(v)
	case s.upper+s.lower == 0:
		return s.symbol > s.joined
	}
	return !wordy(v)
}

// strongPassword is passwordLike for where nothing but the value speaks.
func strongPassword(v string) bool {
	s := measure(v)
	return s.runes >= 8 && s.digit > 0 && s.lower > 0 && (s.upper > 0 || s.symbol > s.joined) && passwordLike(v) && (s.joined < 3 || s.symbol > 2*s.joined)
}

// keyLike reports whether v, said to be a key, looks like one.
func keyLike(v string) bool {
	if isUUID(v) {
		return true
	}
	if b := []byte(v); isHex(b) && len(b) >= 32 {
		return withDigit(b) && !onlyDigits(v)
	}
	if tail := v[strings.LastIndexAny(v, "-_")+1:]; len(tail) >= 28 && len(tail) < len(v) && isHex([]byte(tail)) && withDigit([]byte(tail)) && !onlyDigits(tail) {
		return true // a prefix and hex
	}
	s := measure(v)
	short := len(v) >= 12 && s.upper > 0 && s.lower > 0 && s.digit > 1 && s.changes*100 >= 38*s.alnum()
	return (short || len(v) >= 16) && randomWord([]byte(v)) && !isPath(v) && !isCall(v)
}

// shortKey reports whether v, which is assigned to something called a token or secret, looks
// like one that is shorter than most or has digits only.
func shortKey(v string) bool {
	s := measure(v)
	switch {
	case onlyDigits(v):
		return len(v) >= 15 && distinct(v) > 4
	case len(v) == 17 && v[8] == ':': // of Sidekiq
		return isHex([]byte(v[:8])) && isHex([]byte(v[9:]))
	case isUUID(v):
		return false
	case len(v) >= 30 && strings.HasPrefix(v, "ey") && strings.Contains(v, ".ey") && s.digit > 1: // a web token, however it is coded
		return true
	case s.symbol > 0 && len(v) >= 32 && s.symbol <= s.joined+s.base64 && !nounInside(v):
		return s.joined*3 <= s.alnum() && s.digit >= 4 && s.letters() >= 8 && (s.changes*5 >= s.alnum() || garbled(v))
	case s.symbol > 0 || s.wide > 0 || s.letters() < 4 || nounInside(v):
		return false
	case s.digit == 0:
		return len(v) >= 12 && (s.upper > 1 && s.lower > 1 && unspoken(v) || len(v) < 24 && oftenOdd(v))
	case len(v) >= 36:
		return distinct(v) >= 12 && s.digit >= 8 && s.letters() >= 8
	}
	return len(v) >= 10 && s.upper > 1 && s.lower > 1 && s.changes*2 >= len(v) || len(v) >= 16 && s.changes >= 4 || len(v) >= 12 && (s.changes*100 >= 25*len(v) || garbled(v) || s.changes > 2 && oddPair(v))
}

// randomWord reports whether b is a run of key characters that jump between
// upper case, lower case and digits as words do not.
func randomWord(b []byte) bool {
	s := measure(string(b))
	if s.wide > 0 || s.symbol > s.joined+s.base64 || s.alnum() < 12 {
		return false
	}
	if s.digit == 0 {
		return randomLetters(string(b))
	}
	return s.letters() > 0 && (s.changes*100 >= 25*s.alnum() || scrambled(string(b))) && s.joined*6 <= s.alnum()
}

// randomLetters reports whether letters alone look random: their case jumps
// more often than in camelCase.
func randomLetters(v string) bool {
	s := measure(v)
	if s.upper < 2 || s.lower < 2 || s.alnum() < 10 || s.symbol > s.base64 {
		return false
	}
	humps, pairs := 1, 0
	for i := 1; i < len(v); i++ {
		if isUpper(v[i]) {
			humps++
			if isUpper(v[i-1]) {
				pairs++
			}
		}
	}
	return pairs > 0 && len(v)*10 < humps*32
}
