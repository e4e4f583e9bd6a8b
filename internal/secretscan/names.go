package secretscan

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// What values name rather than are: a variable, a path, a place, a version, a date.

// sources begin what says where a value comes from, in lower case.
var sources = []string{
	"env:", "@env:", "env(", "env[", "getenv", "secret.", "secret:", "vault/", "op://", "arn:", "var.", "local.", "data.",
	"config.", "cfg.", "settings.", "self.", "this.", "enc[", "ssm:", "gcp:", "aws:", "awssm", "keyring:", "pass:", "file:", "ref+", "sha256:", "sha1:", "md5:", "{cipher}", "{bcrypt}", "ssh-", "aaaab3", "aaaac3", "aaaae2", "age1", "mfkw", "miibi", "http://", "https://", "./", "~/", "../", "--",
}

// isReference reports whether v says where the value comes from.
func isReference(v string) bool {
	return startsWithAny(strings.ToLower(v), sources) || namesVariable(v) || isPath(v) || isAnchored(v) || isCall(v) || isConstant(v) || isDotted(v) || strings.Contains(v, "://") || strings.Contains(v, "=>") || strings.Contains(v, "${")
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
var techniques = []string{"pbkdf2", "argon2", "bcrypt", "scrypt", "oauth2", "base64", "base32", "varchar", "sha512", "sha256", "sha384", "sha1", "sha3", "aes256", "aes128", "rsa2048", "rsa4096", "hs256", "rs256", "es256", "ed25519", "md5", "fido2", "hmac", "pkcs#"}

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
	return hasAny(strings.ToLower(v), []string{"password", "secret", "token", "credential", "passwd", "reset", "policy"})
}
