package secretscan

import (
	"strings"
)

// evident reports whether v looks like a password wherever passwords are spoken of: signs
// that no name or code has in it, letters and digits that jump as no word does, letters
// written as digits.
func evident(v string) bool {
	s := measure(v)
	if len(v) < 8 || len(v) > 48 || s.wide > 0 || s.letters() < 2 || s.digit == 0 || strings.ContainsAny(v, "()[]{}<>|\\/;,`\"': ") {
		return false
	}
	if t := strings.TrimRight(v, "!?"); len(t) < len(v) && technical(t) && wordy(t) {
		return false // the sign ends a sentence
	}
	if technical(v) && (s.digit < 4 || s.symbol <= s.joined) || nounInside(v) || techWord(v) || ofTechnique(v) || isVersion(v) || isDate(v) || isConstant(v) || isHex([]byte(v)) || isUUID(v) || isPath(v) {
		return false
	}
	return signed(v, s) || leet(v) || s.symbol <= s.joined && s.joined < 2 && s.digit > 1 && s.upper > 0 && s.lower > 0 && len(v) >= 10 && s.changes >= 4 && s.changes*100 >= 38*s.alnum()
}

// signed reports whether v has a sign that people put into passwords, and in no other way.
func signed(v string, s shape) bool {
	i := strings.IndexAny(v, "!@#$%^&*+~?=")
	if i < 0 {
		return false
	}
	before, after := v[:i], v[i+1:]
	switch v[i] {
	case '=', '?':
		if isPlainName(before) && after != "" && !strings.ContainsAny(after, "!@$^*~") {
			return false // an assignment, a query
		}
	case '@':
		if strings.Contains(after, ".") || isVersion(after) || isName(after) && measure(after).digit == 0 {
			return false // an address, a package
		}
	case '#', '+':
		if onlyDigits(after) && strings.ToLower(before) == before || before == "" {
			return false // a number of something
		}
	case '%':
		if len(after) > 1 && isHex([]byte(after[:2])) && measure(before).digit == 0 || before == "" {
			return false
		}
	case '*', '~', '$', '&':
		if before == "" || strings.Contains(v, "*.") || strings.Contains(v, "&&") {
			return false
		}
	}
	return s.digit > 1 && s.lower > 0 || s.upper > 0 && s.lower > 0 && s.digit > 0
}

// leet reports whether digits stand for letters in v, twice at least.
func leet(v string) bool {
	n := 0
	for i := 1; i+1 < len(v); i++ {
		if strings.IndexByte("013457", v[i]) >= 0 && isLetter(v[i-1]) && isLetter(v[i+1]) {
			n++
		}
	}
	return n > 1 && measure(v).letters() >= 4 && !isHex([]byte(v)) && !technical(plainLetters.Replace(v))
}

// plainlyTechnical reports whether nothing but a digit or two tells v from a name of a system.
func plainlyTechnical(v string) bool {
	s := measure(v)
	return s.symbol <= s.joined && s.digit <= 2 && technicalPart(v) >= 50
}

// plausible reports whether v can be a password that a word such as "is" leads to.
func plausible(v string) bool {
	if _, host, ok := strings.Cut(v, "@"); ok && strings.Contains(host, ".") {
		return false // an address
	}
	return !isArgument(v) && !strings.ContainsAny(v, "{}") && (spelled(v) || passwordLike(v) && !plainlyTechnical(v) && measure(v).digit > 0)
}

// isArgument reports whether v is a name with a value: length=20.
func isArgument(v string) bool {
	name, rest, ok := strings.Cut(v, "=")
	return ok && isPlainName(name) && rest != ""
}

// isPlainName is isName for what does not jump between cases and digits.
func isPlainName(v string) bool {
	s := measure(v)
	return isName(v) && (s.digit == 0 || s.upper == 0 || s.lower == 0)
}
