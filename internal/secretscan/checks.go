package secretscan

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"hash/crc32"
	"slices"
	"strings"
)

// withDigit tells a token from a word with the same prefix.
func withDigit(token []byte) bool { return slices.ContainsFunc(token, isDigit) }

// randomTail reports whether what stands behind the prefix of a token is no words.
func randomTail(token []byte) bool {
	return withDigit(token) || oftenOdd(string(token[bytes.IndexByte(token, '-')+1:]))
}

// digitOrRandom is withDigit for a short token, some of which have none.
func digitOrRandom(token []byte) bool {
	return withDigit(token) || randomLetters(string(token[bytes.LastIndexByte(token, '_')+1:]))
}

// mixed asks for upper case, lower case and digits.
func mixed(token []byte) bool {
	s := measure(string(token))
	return s.upper > 0 && s.lower > 0 && s.digit > 0
}

// notCiphertext tells a key of Adyen from what the key service of AWS encrypts, which begins the same.
func notCiphertext(token []byte) bool {
	return withDigit(token) && !bytes.HasPrefix(token, []byte("AQEDAH")) && !bytes.HasPrefix(token, []byte("AQECAH"))
}

// manyDigits is mixed for a short prefix that begins words, too.
func manyDigits(token []byte) bool {
	s := measure(string(token))
	return s.upper > 1 && s.lower > 1 && s.digit > 2 && s.changes*4 >= s.alnum()
}

// varied tells the end of a key from a filler.
func varied(body []byte) bool { return distinct(string(body[len(body)-20:])) > 8 }

// crcTail checks the six characters at the end of a GitHub or npm token: the
// CRC-32 of what stands between prefix and them, in base 62.
// https://github.blog/engineering/behind-githubs-new-authentication-token-formats/
func crcTail(token []byte) bool {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	_, body, ok := bytes.Cut(token, []byte("_"))
	if !ok || len(body) != 36 {
		return false
	}
	sum := crc32.ChecksumIEEE(body[:30])
	for i := 35; i >= 30; i-- {
		if body[i] != digits[sum%62] {
			return false
		}
		sum /= 62
	}
	return sum == 0
}

// webToken reports whether a token is a JWT: its header has an algorithm, or its second
// part the claims of one. The token that jwt.io shows to everybody is not one.
// https://www.rfc-editor.org/rfc/rfc7519#section-4.1
func webToken(token []byte) bool {
	if bytes.Contains(token, []byte(sampleClaims)) {
		return false
	}
	parts := bytes.SplitN(token, []byte("."), 3)
	if _, ok := object(parts[0])["alg"]; ok {
		return true
	}
	body := object(parts[1])
	return bytes.HasPrefix(token, []byte("eyJ")) && slices.ContainsFunc([]string{"iss", "sub", "aud", "exp", "iat", "nbf", "jti"}, func(claim string) bool { return body[claim] != nil })
}

// sampleClaims is in the token of jwt.io: base64 of "iat":1516239022}.
const sampleClaims = "IjoxNTE2MjM5MDIyf"

// object reads base64 of a JSON object; nil when it is none.
func object(encoded []byte) map[string]json.RawMessage {
	plain := make([]byte, base64.RawURLEncoding.DecodedLen(len(encoded)))
	if _, err := base64.RawURLEncoding.Decode(plain, encoded); err != nil {
		return nil
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(plain, &fields) != nil {
		return nil
	}
	return fields
}

// notX is a proof for an alphabet so long and odd that only X is put for its letters.
func notX(token []byte) bool { return !bytes.HasSuffix(token, []byte("XXXXXX")) }

// variedTail tells the end of a token from a filler, where what stands before may be one.
func variedTail(token []byte) bool {
	tail := string(token[len(token)-16:])
	return distinct(tail) > 7 && longestSequence(tail) < 8
}

// otpSecret reports whether an enrolment URI holds its secret.
func otpSecret(uri []byte) bool {
	if bytes.HasPrefix(uri, []byte("otpauth-migration:")) {
		return true
	}
	_, secret, ok := strings.Cut(string(uri), "secret=")
	secret, _, _ = strings.Cut(secret, "&")
	return ok && len(secret) >= 16 && !placeholder(secret)
}

// madeUp reports whether the part of a token behind its prefix was typed to
// show the shape: few different characters, a run or a sequence, or words.
func madeUp(body string) bool {
	if len(body) >= 8 && distinct(body) < 5 {
		return true
	}
	if longestRepeat(body) >= 7 || longestSequence(body) >= 8 {
		return true
	}
	return hasAny(strings.ToLower(body), exampleWords)
}

// exampleWords do not come up by chance in a token.
var exampleWords = []string{
	"example", "placeholder", "redacted", "changeme", "xxxxx", "insert", "replace", "dummy", "sample",
	"yourtoken", "yourkey", "yoursecret", "your_", "your-", "_here", "-here", "token", "secret", "apikey", "api-key",
	"api_key", "password", "notreal", "not-real", "abcdef123", "123abc",
}

func distinct(s string) int {
	var seen [256]bool
	n := 0
	for i := range len(s) {
		if !seen[s[i]] {
			seen[s[i]] = true
			n++
		}
	}
	return n
}

// longestRepeat is the length of the longest run of one character.
func longestRepeat(s string) int {
	best, n := 0, 0
	for i := range len(s) {
		if i > 0 && s[i] == s[i-1] {
			n++
		} else {
			n = 1
		}
		best = max(best, n)
	}
	return best
}

// longestSequence is the length of the longest run like 1234 or abcd.
func longestSequence(s string) int {
	best, n := 0, 0
	for i := range len(s) {
		if i > 0 && (s[i] == s[i-1]+1 || s[i-1] == '9' && s[i] == '0') {
			n++
		} else {
			n = 1
		}
		best = max(best, n)
	}
	return best
}
