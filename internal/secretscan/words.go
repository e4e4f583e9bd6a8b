package secretscan

import (
	"slices"
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/wordset"
)

// standsIn reports whether v stands where a secret would and is none: it stands for one, says where
// it comes from, or is a word that everybody uses.
func standsIn(v string) bool { return placeholder(v) || isReference(v) || commonWord(v) }

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
	for _, mark := range []string{"${", "{{", "$(", "<%", "...", "…", "***", "xxxx", "•", "redacted", "placeholder", "example", "changeme", "change_me", "change-me", "your_", "your-", "yourstrong", "your#", "yourpass", "-here", "_here", "notasecret", "not-a-", "1password", "abc123", "fake", "dummy"} {
		if strings.Contains(lower, mark) {
			return true
		}
	}
	return lower == "hunter2" || allWords(v) && !welcomes(lower) || len(v) < 16 && strings.Contains(lower, "xxx")
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

// isReference reports whether v says where the value comes from.
func isReference(v string) bool {
	lower := strings.ToLower(v)
	for _, p := range []string{
		"env:", "@env:", "env(", "env[", "getenv", "secret.", "secret:", "vault/", "op://", "arn:", "var.", "local.", "data.",
		"config.", "cfg.", "settings.", "self.", "this.", "enc[", "ssm:", "gcp:", "aws:", "awssm", "keyring:", "pass:", "file:", "ref+", "sha256:", "sha1:", "md5:", "{cipher}", "{bcrypt}", "ssh-", "aaaab3", "aaaac3", "aaaae2", "age1", "mfkw", "miibi", "http://", "https://", "./", "~/", "../", "--",
	} {
		if strings.HasPrefix(lower, p) {
			return true
		}
	}
	return namesVariable(v) || isPath(v) || isAnchored(v) || isCall(v) || isConstant(v) || isDotted(v) || strings.Contains(v, "://") || strings.Contains(v, "=>") || strings.Contains(v, "${")
}

// isAnchored reports whether v is a place in a page: CHANGELOG.md#v1204-2025-03-01.
func isAnchored(v string) bool {
	page, anchor, ok := strings.Cut(v, "#")
	_, ext, _ := cutLast(page, ".")
	return ok && anchor != "" && slices.Contains(pageEndings, ext) && isPath(page)
}

var pageEndings = []string{"md", "mdx", "html", "htm", "rst", "adoc"}

// isCall reports whether v begins with a call or an index: hash(x), env["X"].
func isCall(v string) bool {
	i := strings.IndexAny(v, "([")
	return i > 0 && isName(v[:i])
}

// isKeyName reports whether v is the name of a key in code: GeoCountryISOCodeKey.
func isKeyName(v string) bool {
	before, ok := strings.CutSuffix(strings.TrimSuffix(v, "s"), "Key")
	return ok && before != "" && isLower(before[len(before)-1]) && isName(v)
}

// isConstant reports whether v is written like an environment variable.
func isConstant(v string) bool {
	return strings.Contains(v, "_") && strings.ToUpper(v) == v && !strings.ContainsFunc(v, func(r rune) bool { return !isUpperName(r) }) && measure(v).digit*3 < len(v)
}

func isUpperName(r rune) bool { return r == '_' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' }

// isDotted reports whether v is a chain of names: request.user.password.
func isDotted(v string) bool {
	parts := strings.Split(v, ".")
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts {
		if !isName(p) || measure(p).digit > 1 {
			return false
		}
	}
	return true
}

// isName reports whether v could be a name in a program.
func isName(v string) bool {
	for i := range len(v) {
		c := v[i]
		if !isAlnum(c) && c != '_' && c != '.' && c != ':' || i == 0 && isDigit(c) {
			return false
		}
	}
	return v != ""
}

// techniques begin the names of ways to keep and to check passwords: SHA512crypt, OAuth2Proxy.
var techniques = []string{"pbkdf2", "argon2", "bcrypt", "scrypt", "oauth2", "base64", "base32", "varchar", "sha512", "sha256", "sha384", "sha1", "sha3", "aes256", "aes128", "rsa2048", "rsa4096", "hs256", "rs256", "es256", "ed25519", "md5", "fido2", "hmac"}

// ofTechnique reports whether v is such a name with one word, and perhaps a digit, behind it,
// or ends with 2FA.
func ofTechnique(v string) bool {
	low := strings.ToLower(v)
	if rest, ok := strings.CutSuffix(low, "2fa"); ok && strings.Trim(rest, lowerLetters+"-_") == "" {
		return true
	}
	for _, t := range techniques {
		if rest, ok := strings.CutPrefix(low, t); ok {
			rest = strings.TrimRight(rest, "0123456789")
			return len(v)-len(t)-len(rest) < 4 && strings.Trim(rest, lowerLetters+"-_") == ""
		}
	}
	return false
}

// sourceEndings are of files whose names jump between cases: src/auth/LoginV2.tsx.
var sourceEndings = []string{"go", "ts", "tsx", "js", "jsx", "mjs", "vue", "py", "java", "kt", "rs", "rb", "cs", "php", "swift", "yaml", "yml", "json", "toml", "md", "sh", "sql", "xml"}

// isPath reports whether v is a path or a file name: words and slashes.
func isPath(v string) bool {
	if strings.HasPrefix(v, "./") || strings.HasPrefix(v, "~/") || len(v) > 2 && v[1] == ':' && v[2] == '\\' {
		return true
	}
	name, ext, ok := cutLast(v, ".")
	if ok && (ext == "7z" || ext == "mp3" || ext == "mp4" || ext == "bz2") {
		return true
	}
	if ok && slices.Contains(sourceEndings, ext) && strings.Trim(strings.ToLower(name), lowerLetters+"0123456789_-./") == "" {
		return true
	}
	if ok && len(ext) >= 2 && len(ext) <= 5 && ext == strings.ToLower(ext) && !strings.ContainsFunc(ext, notLetter) && measure(name).changes*5 <= len(name) && (fileEndings.Has(ext) || !endsWithNumber(name)) {
		return true
	}
	s := measure(v)
	return strings.Contains(v, "/") && s.changes*5 <= s.alnum()
}

// fileEndings are of files and hosts whose names can end with a number: backup-2024.tar.
var fileEndings = wordset.Of(`go ts tsx js jsx mjs vue py java kt rs rb cs php swift yaml yml json toml md mdx sh sql xml txt env conf cfg ini log csv tsv pem key crt cer pfx zip gz tar tgz xz rar png jpg jpeg svg gif webp
	ico pdf html htm css scss less lock sum mod exe dll so dylib jar war bat tf hcl proto ipynb rst adoc doc docx xls xlsx ppt pptx odt kdbx db sqlite dump bak old tmp iso img bin deb rpm apk whl gem crate map snap patch diff
	com org net io cn de fr uk eu us dev app cloud local lan corp test home arpa ai co jp kr tw hk edu gov info`)

// endsWithNumber reports whether the last part of a name is a number.
func endsWithNumber(name string) bool {
	tail := name[strings.LastIndexAny(name, ".-_")+1:]
	return len(tail) < len(name) && onlyDigits(tail)
}

// isPlace reports whether v is a line of a file, with or without a column: a.yaml:11:21.
func isPlace(v string) bool {
	for range 2 {
		name, number, ok := cutLast(v, ":")
		if !ok || !onlyDigits(number) {
			return false
		}
		if isPath(name) {
			return true
		}
		v = name
	}
	return false
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// isVersion reports whether v is like v1.2.3, 23.0.7-rc.1 or 10.0.0.8.
func isVersion(v string) bool {
	v = strings.TrimLeft(v, "v^~=>< ")
	return strings.Count(v, ".") > 0 && v != "" && isDigit(v[0]) && measure(v).letters() < 6 && strings.Trim(strings.SplitN(v, ".", 2)[0], "0123456789") == ""
}

// isDate reports whether v is a day or a moment: 2024-11-02, 20241102.
func isDate(v string) bool {
	digits := make([]byte, 0, 14)
	for i := range len(v) {
		switch {
		case isDigit(v[i]) && len(digits) < cap(digits):
			digits = append(digits, v[i])
		case !strings.ContainsRune("-/.:TZ", rune(v[i])):
			return false
		}
	}
	if len(digits) < 8 {
		return false
	}
	year, month, day := string(digits[:4]), string(digits[4:6]), string(digits[6:8])
	return "1950" <= year && year < "2100" && "01" <= month && month <= "12" && "01" <= day && day <= "31"
}

// isUUID reports whether v has the form of a UUID.
func isUUID(v string) bool {
	if len(v) != 36 {
		return false
	}
	for i := range len(v) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (v[i] == '-') || !dash && !isHex([]byte{v[i]}) {
			return false
		}
	}
	return true
}

// techWord reports whether v is a technical term with a digit in it.
func techWord(v string) bool {
	return techWords.Has(strings.TrimSuffix(strings.TrimRight(strings.ToLower(v), ".,"), "sum"))
}

var techWords = wordset.Of(`sha1 sha224 sha256 sha384 sha512 md5 base64 base32 utf8 utf8mb3 utf8mb4 utf16 oauth2 oauth1 argon2 argon2id argon2i pbkdf2 hs256 rs256 es256 ed25519
	x509 pkcs8 pkcs12 pkcs1 aes128 aes256 k8s s3 ec2 http2 http3 ipv4 ipv6 log4j web3 bip39 keycloak2 v1beta1 v1alpha1 level1 level2 level3 option1 option2 step1 step2`)

// nounInside reports whether v names a secret and so is not one.
func nounInside(v string) bool {
	lower := strings.ToLower(v)
	for _, w := range []string{"password", "secret", "token", "credential", "passwd", "reset", "policy"} {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}
