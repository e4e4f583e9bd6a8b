package secretscan

import (
	"cmp"
	"slices"

	"github.com/teammem/teammem/internal/lazy"
)

// A class says what a noun asks of its value.
type class int

const (
	passwords class = iota + 1 // people choose them: short ones count
	pins                       // a few digits
	keys                       // machines make them: only random ones count
	weakKeys                   // "key" alone names much else
	serials                    // of a program: groups of letters and digits
)

// A noun names a secret.
type noun struct {
	word   string
	class  class
	title  string
	strict bool // must be a word of its own, not the end of a longer one
}

// heads are the nouns, each spelling in lower case. "api key", "access_key"
// and "privateKey" all end with key; see qualified.
var heads = []noun{
	{"password", passwords, "password", false},
	{"passwort", passwords, "password", false},
	{"passphrase", passwords, "passphrase", false},
	{"passcode", passwords, "passcode", false},
	{"passwd", passwords, "password", false},
	{"pswd", passwords, "password", false},
	{"pwd", passwords, "password", false},
	{"pass", passwords, "password", true},
	{"pw", passwords, "password", true},
	{"pin", pins, "PIN", true},
	{"puk", pins, "PUK", true},
	{"contraseña", passwords, "password", false},
	{"senha", passwords, "password", false},
	{"mot de passe", passwords, "password", false},
	{"пароль", passwords, "password", false},
	{"パスワード", passwords, "password", false},
	{"비밀번호", passwords, "password", false},
	{"暗証番号", pins, "PIN", false},
	{"通行碼", passwords, "password", false},
	{"app password", passwords, "app password", false},
	{"app-password", passwords, "app password", false},
	{"application password", passwords, "app password", false},
	{"应用专用密码", passwords, "app password", false},
	{"psw", passwords, "password", true},
	{"pasword", passwords, "password", false},
	{"passwrod", passwords, "password", false},
	{"passwor", passwords, "password", false},
	{"paswword", passwords, "password", false},
	{"passsword", passwords, "password", false},
	{"pssword", passwords, "password", false},
	{"passwrd", passwords, "password", false},
	{"passowrd", passwords, "password", false},
	{"passw", passwords, "password", true},
	{"pass word", passwords, "password", true},
	{"mima", passwords, "password", true},
	{"authtok", passwords, "password", false},
	{"community string", passwords, "community string", false},
	{"security answer", passwords, "security answer", false},
	{"shared secret", passwords, "shared secret", false},
	{"shared-secret", passwords, "shared secret", false},
	{"shared_secret", passwords, "shared secret", false},
	{"pre-shared key", passwords, "shared key", false},
	{"preshared key", passwords, "shared key", false},
	{"pin code", pins, "PIN", true},
	{"pin码", pins, "PIN", true},
	{"pin碼", pins, "PIN", true},
	{"door code", pins, "door code", true},
	{"gate code", pins, "door code", true},
	{"access code", pins, "access code", true},
	{"entry code", pins, "door code", true},
	{"alarm code", pins, "alarm code", true},
	{"unlock code", pins, "unlock code", true},
	{"lock code", pins, "door code", true},
	{"keypad code", pins, "door code", true},
	{"lockbox code", pins, "door code", true},
	{"garage code", pins, "door code", true},
	{"通行码", passwords, "password", false},
	{"assword", passwords, "password", true},
	{"rootpw", passwords, "password", false},
	{"adminpw", passwords, "password", false},
	{"userpw", passwords, "password", false},
	{"dbpw", passwords, "password", false},
	{"bindpw", passwords, "password", false},
	{"psk", passwords, "password", true},
	{"rediscli_auth", passwords, "password", false},
	{"requirepass", passwords, "password", false},
	{"masterauth", passwords, "password", false},
	{"密码", passwords, "password", false},
	{"提取码", passwords, "password", false},
	{"访问码", passwords, "password", false},
	{"密碼", passwords, "password", false},
	{"密 码", passwords, "password", false},
	{"密　码", passwords, "password", false},
	{"密 碼", passwords, "password", false},
	{"口 令", passwords, "password", false},
	{"口*令", passwords, "password", false},
	{"口**令", passwords, "password", false},
	{"密  码", passwords, "password", false},
	{"密*码", passwords, "password", false},
	{"密**码", passwords, "password", false},
	{"口令", passwords, "password", false},
	{"门禁密码", pins, "door code", false},
	{"门锁密码", pins, "door code", false},
	{"大门密码", pins, "door code", false},
	{"大門密碼", pins, "door code", false},
	{"門禁密碼", pins, "door code", false},
	{"門鎖密碼", pins, "door code", false},
	{"保险箱密码", pins, "PIN", false},
	{"保險箱密碼", pins, "PIN", false},
	{"支付密码", pins, "PIN", false},
	{"支付密碼", pins, "PIN", false},
	{"取款密码", pins, "PIN", false},
	{"提款密碼", pins, "PIN", false},
	{"锁屏密码", pins, "PIN", false},
	{"解压码", passwords, "password", false},
	{"解壓碼", passwords, "password", false},
	{"解锁码", pins, "unlock code", false},
	{"通關密語", passwords, "password", false},
	{"暗号", passwords, "password", false},
	{"暗號", passwords, "password", false},
	{"共享密钥", passwords, "shared key", false},
	{"共用金鑰", passwords, "shared key", false},
	{"授权码", passwords, "app password", false},
	{"授權碼", passwords, "app password", false},
	{"secret", keys, "secret", false},
	{"token", keys, "token", false},
	{"credential", keys, "credential", false},
	{"creds", keys, "credential", true},
	{"key", weakKeys, "key", false},
	{"令牌", keys, "token", false},
	{"权杖", keys, "token", false},
	{"權杖", keys, "token", false},
	{"密钥", keys, "key", false},
	{"密鑰", keys, "key", false},
	{"密匙", keys, "key", false},
	{"秘钥", keys, "key", false},
	{"秘鑰", keys, "key", false},
	{"私鑰", keys, "key", false},
	{"激活码", keys, "activation code", false},
	{"注册码", keys, "registration code", false},
	{"啟用碼", keys, "activation code", false},
	{"私钥", keys, "key", false},
	{"金鑰", keys, "key", false},
	{"凭证", keys, "credential", false},
	{"凭据", keys, "credential", false},
	{"憑證", keys, "credential", false},
	{"sk", keys, "key", true},
	{"ak", keys, "key", true},
	{"accesskey", keys, "key", false},
	{"secretid", keys, "key", false},
	{"secretkey", keys, "key", false},
	{"access_id", keys, "access id", false},
	{"accessid", keys, "access id", false},
	{"auth", weakKeys, "login", true},
	{"sonar_login", keys, "token", false},
	{"sonar.login", keys, "token", false},
	{"wif", keys, "key", true},
	{"serial", serials, "serial number", true},
	{"serial number", serials, "serial number", true},
	{"master.key", keys, "key", true},
	{"contribsys__com", keys, "credential", false},
	// A service with a random value behind a sign: the value is its key.
	{"cloudflare", weakKeys, "key", true},
	{"sourcegraph", weakKeys, "key", true},
	{"datadog", weakKeys, "key", true},
	{"dropbox", weakKeys, "key", true},
	{"openai", weakKeys, "key", true},
	{"anthropic", weakKeys, "key", true},
	{"gitlab", weakKeys, "key", true},
	{"artifactory", weakKeys, "key", true},
	{"grafana", weakKeys, "key", true},
	{"stripe", weakKeys, "key", true},
	{"sentry", weakKeys, "key", true},
	{"twilio", weakKeys, "key", true},
}

// A nounList holds all nouns by their first byte, longer ones first: those of byte c stand
// from from[c] to from[c+1].
type nounList struct {
	from  [257]int16
	nouns []*noun
}

// nounsByByte is made for the first text, so it holds no copy of a noun.
var nounsByByte = lazy.Value[*nounList]{Make: func() *nounList {
	l := &nounList{nouns: make([]*noun, 0, len(heads)+len(otherHeads))}
	for _, table := range [][]noun{heads, otherHeads} {
		for i := range table {
			l.nouns = append(l.nouns, &table[i])
			l.from[int(table[i].word[0])+1]++
		}
	}
	slices.SortStableFunc(l.nouns, func(a, b *noun) int {
		return cmp.Or(cmp.Compare(a.word[0], b.word[0]), cmp.Compare(len(b.word), len(a.word)))
	})
	l.sum()
	return l
}}

// of lists the nouns that begin with c.
func (l *nounList) of(c byte) []*noun { return l.nouns[l.from[c]:l.from[int(c)+1]] }

// in lists those that can stand in a text.
func (l *nounList) in(text *gramSet) *nounList {
	held := &nounList{}
	for _, n := range l.nouns {
		if text.mayHold(n.word) {
			held.nouns = append(held.nouns, n)
			held.from[int(n.word[0])+1]++
		}
	}
	held.sum()
	return held
}

// sum makes places of the numbers of nouns that begin with each byte.
func (l *nounList) sum() {
	for c := range 256 {
		l.from[c+1] += l.from[c]
	}
}

// keyQualifiers make "key" the name of a secret.
var keyQualifiers = []string{
	"api", "access", "secret", "private", "signing", "signature", "encryption", "auth", "license", "account", "shared", "master",
	"deepgram", "assemblyai", "openai", "anthropic", "gemini", "mistral", "cohere", "groq", "deepseek", "algolia", "datadog", "sendgrid", "mailgun", "twilio", "stripe", "cloudflare", "etherscan", "maps", "amap", "weather", "aes", "des", "地图", "高德", "百度", "腾讯",
	"service", "deploy", "app", "application", "subscription", "admin", "storage", "webhook", "hmac", "jwt", "consumer", "client",
	"produktiv", "geheimer", "geheime", "geheimen", "privater", "privaten", "ingest", "ingestion", "instrumentation", "kaggle", "openweather", "openweathermap", "tmdb", "finnhub", "alphavantage", "serpapi", "newsapi", "pexels", "unsplash", "giphy", "steam", "fernet", "gateway", "signatur", "verschlüsselungs", "zugriffs",
	"integration", "licence", "needs", "needs the", "requires", "requires the", "加密", "加密的", "签名", "签名的", "簽名", "暗号化", "署名", "アクセス", "암호화", "액세스", "project", "product", "activation", "upload", "user", "preshared", "pre-shared", "psk", "ssh", "cipher", "crypto", "session", "root", "host",
}

// publicWords before a noun name what may be known.
var publicWords = []string{"public", "publishable", "pub", "primary", "foreign", "cache", "partition", "sort", "公钥", "公开"}

// passingWords before "token" name what leads through pages and retries.
var passingWords = []string{"next", "page", "paging", "pagination", "continuation", "client", "request", "change", "sequence", "starting", "action", "sync",
	"purchase", "cursor", "idempotency", "import", "export", "work-unit", "cancellation", "task", "product", "lock", "design", "special", "csrf", "xsrf"}
