package secretscan

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// Calls that take a password, by the last part of their name in lower case. Of those that log
// in, a string behind the first one is the password; of those that connect, too, but others
// stand beside it; those that type or check take it alone, where a noun stands before.
var (
	loginCalls = wordset.Of(`login log_in signin sign_in auth authenticate basicauth basic_auth setbasicauth withbasicauth httpbasicauth httpdigestauth networkcredential
		usernamepasswordcredentials usernamepasswordcredential usernamepasswordauthenticationtoken passwordauthentication passwordcredential pscredential credential credentials creds
		plainauth createsuperuser create_superuser createuserwithemailandpassword signinwithemailandpassword createuser create_user adduser add_user register signup sign_up set_password setpassword
		changepassword change_password resetpassword reset_password`)
	connectCalls = wordset.Of("connect getconnection createconnection mysqli mysqli_connect mysql_connect pg_connect pdo begin dial open wifi")
	typingCalls  = wordset.Of(`type fill send_keys sendkeys setvalue set_value keys input settext set_text compare comparesync hash hashsync hashpw checkpw hash_password hashpassword check_password
		checkpassword verify_password verifypassword password_hash password_verify setpassword set_password password`)
)

// longestCall is how far the strings of a call are read.
const longestCall = 256

// calls finds passwords among the strings that are handed to a function.
func (s *scan) calls() {
	for i := 0; i < len(s.text); i++ {
		n := bytes.IndexByte(s.text[i:], '(')
		if n < 0 {
			break
		}
		i += n
		if name, start := s.calleeAt(i); name != "" {
			s.call(name, start, i)
		}
	}
	for _, name := range []string{"sp_addlogin ", "sp_addlinkedsrvlogin ", "sp_password ", "basic_auth '", "basic_auth \""} { // no brackets
		s.each(name, func(at int) { s.call("login", at, at+len(name)-2) })
	}
}

// calleeAt returns the last part of the name in front of the bracket at i, or of the variable
// that is set to it, in lower case, and where that begins.
func (s *scan) calleeAt(i int) (name string, start int) {
	end := i
	for end > 0 && i-end < 4 && (s.text[end-1] == ' ' || s.text[end-1] == '=') {
		end--
	}
	start = end
	for start > 0 && end-start < 40 && (isAlnum(s.text[start-1]) || s.text[start-1] == '_') {
		start--
	}
	if end < i && bytes.IndexByte(s.text[end:i], '=') < 0 {
		return "", 0
	}
	return string(s.lower[start:end]), start
}

// signingCalls sign web tokens, or anything, with a key.
var signingCalls = wordset.Of("sign encode decode verify signedstring signwith createhmac hmac_new hmacsha256 setsigningkey fernet secretbox aesgcm")

// signed adds the key among the strings of such a call, whose bracket is at open.
func (s *scan) signed(name string, start, open int) {
	line := s.line(start)
	around := s.lower[max(line.Start, start-longestGap/2):min(line.End, open+longestGap)]
	if name != "signedstring" && name != "createhmac" && name != "fernet" && !s.holdsAny(around, []string{"jwt", "jws", "jose", "hmac", "algorithm", "token"}) {
		return
	}
	for _, v := range s.strings(open + 1) {
		if len(v.text) >= 16 && keyLike(v.text) && !isUUID(v.text) && !standsIn(v.text) && !isPublicKey(v.text) && !strings.Contains(v.text, ".") {
			s.addValue(&kind{rule: "named-secret", title: "key in plain text", rank: rankNoun}, v)
			return
		}
	}
}

func (s *scan) call(name string, start, open int) {
	if signingCalls.Has(name) {
		s.signed(name, start, open)
		return
	}
	login, connect, typing := loginCalls.Has(name) || strings.HasSuffix(name, "password"), connectCalls.Has(name), typingCalls.Has(name)
	if !login && !connect && !typing {
		return
	}
	for n, v := range s.strings(open + 1) {
		ok := false
		switch {
		case name == "auth" && n == 0: // of Redis, which has no names
			ok = evident(v.text) || spelled(v.text) && len(v.text) >= 10
		case login && n > 0:
			ok = plausible(v.text) || evident(v.text) || isPhrase(v.text)
		case connect && n > 0:
			ok = evident(v.text) || isPhrase(v.text) || plausible(v.text) && (!strings.Contains(v.text, ".") || spelled(v.text))
		case typing && n < 2:
			line := s.line(start)
			around := s.lower[max(line.Start, start-longestNear):min(line.End, v.end()+longestGap/2)]
			ok = s.holdsAny(around, passwordWords) && (plausible(v.text) || evident(v.text) || isPhrase(v.text))
		}
		if ok && !standsIn(v.text) && (!strings.Contains(v.text, "@") || evident(v.text)) {
			s.addValue(passwordInCode, v)
			return
		}
	}
}

var passwordInCode = &kind{rule: "password", title: "password in plain text", rank: rankNoun, guessable: true}

// passwordWords stand around a call that types or checks a password.
var passwordWords = []string{"passw", "pwd", "passphrase", "bcrypt", "argon2", "密码"}

// strings gives the strings between quotes behind i, up to the bracket that closes the call.
func (s *scan) strings(i int) []value {
	end := min(s.line(i).End, i+longestCall)
	var out []value
	for depth := 0; i < end; i++ {
		switch c := s.text[i]; c {
		case '(':
			depth++
		case ')':
			if depth--; depth < 0 {
				return out
			}
		case '"', '\'', '`':
			n := bytes.IndexByte(s.text[i+1:end], c)
			if n < 0 {
				return out
			}
			if depth == 0 || endsWithAny(s.lower[:i], []string{"some(", "byte(", "bytes(", "from("}) {
				text := strings.TrimSuffix(string(s.text[i+1:i+1+n]), "{enter}")
				out = append(out, value{text: text, start: i + 1, quoted: true})
			}
			i += n + 1
		}
	}
	return out
}
