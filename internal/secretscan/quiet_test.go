package secretscan

import (
	"strings"
	"testing"
)

// Nothing here is a secret. Each line is scanned by itself and all of them
// together.
const quiet = `
The password is never logged, and password = hash(salt + input) in the code.
Use password: process.env.DEMO_PASSWORD locally.
password: see the vault. token: rotate every 30 days.
Password must be at least 12 characters and contain a symbol.
password: ask Alice in #platform
Password: stored in 1Password, item staging-db
The password is required, and the token is refreshed every hour.
The password is 12 characters long. The token is 40 characters long.
passwords are hashed with argon2id (m=65536,t=3,p=4)
password: bcrypt, token: HS256, secret: RS256
password: ${DB_PASSWORD}
password: "{{ vault_db_password }}"
password: <ask the platform team>
password: %DB_PASSWORD%, token: @TOKEN@, secret: {{SECRET}}
password: ********
password: ••••••••••••
password: changeme
password: your-password-here
password: n/a (SSO only)
password: null
password: string
password: z.string().min(8).max(72),
password: faker.internet.password(),
password: config.database.password
password: request.getPassword()
password: os.environ["DB_PASSWORD"]
password: /run/secrets/db_password
password: ./secrets/db.txt
password: op://Platform/staging-db/password
password: vault:secret/data/db#password
password = "@env:AC_PASSWORD"
    - k8SStatefulsetNameKey -> K8SStatefulSetNameKey
func GetBase64ModulusFromPublicKey(key *rsa.PublicKey) string {
forKey: NSURLIsExcludedFromBackupKey error: &error];
password: arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-a1B2c3
password: ENC[AES256_GCM,data:8fK2mQzP,iv:Zm9vYmFyYmF6,tag:cXV4,type:str]
password: PROD_KEYSTORE_ENTRY_9
password: pbkdf2
password: !vault
password: @DB_PASSWORD
password: password123
password: p4ssw0rd
password: secret-token-2
passwordV2: enabled2
password: build-42
password: 2024-11-02
password: 20241102
password: 10.0.0.12
password: user42.profile.name
password: Vault:prod-Item
password: /etc/app/Secret.d/db9
password::hash::sha1f00ba4
"ARN": "arn:aws:secretsmanager:us-west-2:123456789012:sec·ret:HarbourSecret-a1b2c3"
secret:HarbourEntry-d4e5f6g7h8
amqp://rabbit9:rabbit9@mq.corp.test/
https://api.corp.test:8443/@ann/4
a==b to·ken==9fceb02d0ae598e95dc970b74767f19372d61af8
password reset: app/views/users/passwords/edit_password_confirmation.html.erb
password_min_length = 12, password_history = 5, lockout_threshold = 10
password = "password"
if (password === confirmPassword) return;
const token = await getToken({ audience: 'internal' });
token := os.Getenv("GITHUB_TOKEN")
token = data.vault_generic_secret.gh.data["token"]
token: foo-bar-baz
token: test-token-not-a-secret
token usage: prompt=1523 completion=482 total=2005
max_tokens: 8192, token_count: 128000, tokenizer: cl100k_base
The token budget is 128000 per request.
token bucket: capacity=1000 refill=50/s
secret santa draw is on 2024-12-12
secret sauce: retrieval-augmented-generation-with-reranking
secretName: prod-db-credentials-v2
credential: rotated-2024-11-02, owner platform
key: claude-sonnet-4-20250514
model key: gpt-4o-2024-08-06
--- PASS: TestSARIFSchema (0.01s)
PASS: TestLoginV2Again
PASS test_reset_password_V2
key: internal/auth/session/refresh_token_store_test.go
ke·y: ctrl+shift+down
The key is user_id:created_at:desc for the composite index
Key insight: tokenization dominates latency for long prompts.
feature flag ke·y: checkout-138ea34c-0bf8-4705-93d0-0d2bf361906d
primary ke·y: 138ea34c-0bf8-4705-93d0-0d2bf361906d
cache key: linux-go-9fceb02d0ae598e95dc970b74767f19372d61af8
"NextTo·ken": "c9adb218-3222-4889-8216-0cf0e52dc37e"
next page to·ken: Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZg
The access token expires after 3600 seconds.
access_token_type: bearer
API key: stored in the vault, item stripe-live
The API key lives in the deploy environment; rotate it with the console.
API_KEY=YOUR_API_KEY
api_key: insert_api_key_here
The variable is called API_TOKEN, the header x-access-token.
Authorization: Bearer <token>
Authorization: Bearer ${session.accessToken}
Authorization: Bearer YOUR_ACCESS_TOKEN
curl -u "$USER:$PASSWORD" https://ci.example.com
mysql -u root -p"$MYSQL_ROOT_PASSWORD"
mysql -u root -p
docker login -u ci --password-stdin < ~/.docker/token
docker run -p 8080:80 nginx
sshpass -e ssh ops@10.0.0.8
Fetch it with vault kv get -field=password secret/data/payments/db-primary
kubectl get secret db-credentials -o jsonpath='{.data.password}' | base64 -d
the directory identified by path
postgres://user:password@localhost:5432/app
postgres://postgres:postgres@localhost:5432/test
postgres://app:****@db-1.corp.test:5432/app
postgres://db-1.corp.test:5432/app?sslmode=require
mysql://root:${MYSQL_ROOT_PASSWORD}@db:3306/app
mongodb+srv://<username>:<password>@cluster0.mongodb.net/test
https://user:pass@example.com/path
https://x-access-token:${GITHUB_TOKEN}@github.com/example-org/app.git
ssh://git@git.example.com:2222/team/app.git
https://medium.com/@dana/token-refresh-2024-notes-a1b2c3d4e5f6
Server=localhost;Database=app;User Id=sa;Password=<password>;
Commit 9fceb02d0ae598e95dc970b74767f19372d61af8 fixed the token refresh.
Reverts 9fceb02d0ae598e95dc970b74767f19372d61af8 because the password reset broke.
digest sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
github.com/example/lib v1.4.2 h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==
request id 123e4567-e89b-12d3-a456-426614174000, trace_id=9fceb02d0ae598e95dc970b74767f193
The scanner looks for -----BEGIN OPENSSH PRIVATE KEY----- headers in text of any length that follows
Tokens start with ghp_, gho_, github_pat_, glpat-, xoxb-, sk_live_ or AKIA.
The gate matches /AKIA[0-9A-Z]{16}/, /ghp_[a-zA-Z0-9]{36}/ and /sk-[a-zA-Z0-9]{32,}/.
Old key sk-...9f2c was revoked; the new one ends in 7Q1x.
AKIA************WXYZ belongs to the CI user
JWTs start with eyJ because that is base64 for an opening brace.
risk-adjusted-return-on-capital-and-other-long-names-of-things
task-meta-information-for-the-whole-repository-of-examples
The test card 4242 4242 4242 4242 always succeeds.
Business account 7212903348120577, phone id 9040571893377, page 655301112233445.
Timestamp 1767225600000, row 20260614093000123, ISBN 9783161484100
order id 4539148803436467 was refunded
ratio 0.4539148803436467 and https://app.example.com/orders/4539148803436467/items
REF-512-48-7731-A and 2024-512-48-7731 and part number 12-345-6789
000-12-3456, 666-12-3456, 912-12-3456, 123-00-4567, 123-45-0000, 078-05-1120
call 555-123-4567 for support
::stop-commands::token ends command processing.
::set-output name=verdict::pass
token is JWT, signed with RS256
the token is HS256-signed, the password is SHA256-hashed
the secret is in k8s/prod/app-secret-v2
the key is sha256(path)
password - at least 12 chars
secret: 32 bytes from /dev/urandom
The api key is read from ~/.config/app/v2.toml
password policy = NIST-800-63B
the token is called GH_TOKEN_V2
primary password: see 1Password
token = req.headers["x-token"].slice(7)
password="$(pass show db/prod1)"
the password for user2 is reset nightly
token: v2-beta3, secret: v1beta1, password: utf8mb4
login: admin / see the vault
Login and logout live in auth/session.ts and auth/logout.ts
credentials: see docs/setup:Configuration2
login page: https://app.corp.test/login/v2/Start99
password strength: zxcvbn score 3
Recovery codes are kept in the vault.
密码：见保险库
密码策略：至少 12 位，包含大小写字母、数字和符号，每 90 天更换一次。
密码是必填项，密码强度：zxcvbn 评分不低于 3。
密码：请向管理员索取（企业微信）。
密码字段使用 bcrypt（cost=12）存储，禁止明文。
数据库密码从环境变量 DB_PASSWORD 读取，令牌放在 1Password 的 Platform 保险库里。
数据库密码由 Vault 动态生成，TTL 为 1h。
密钥：不适用
密码：无
口令长度：16
密钥轮换：每季度一次，由平台组执行，记录在工单里。
访问令牌有效期 2 小时，刷新令牌有效期 30 天。
不要把 API Key、密码、token 写进 memory，写入前会扫描。
token 预算：索引约 1000 个 token，正文不超过 2000 个 token。
密码长度 8-16 位，须含 A-Z、0-9
密码为空时返回 400，密码错误次数超过 5 次锁定
密钥是 AES-256-GCM，存放在 KMS
登录密码是手机号后 6 位，口令是 TOTP 6 位
账号：见 1Password / 密码：同上
验证码：6 位数字，5 分钟有效。
订单号 4539148803436467，流水号 62025010112345678901
私钥只放在 HSM 里，公钥可以公开。
- [Functions](crypto.md): derivePassword, sha256sum, genPrivateKey
they can be listed (7za a -mhe=off -ppassword test.7z ...) without a password
{{.Password | utf16le | base64}} goes to the directory
password: YourStrong!Passw0rd
report_access_id: 3f0c7a52-9d1e-4b6a-8c55-0a1b2c3d4e5f
const roles = ["token", "reader2024", "writer2024"]
var token string
api_key: string = config.key
* credentials: [v1.20.4](credentials/CHANGELOG.md#v1204-2025-03-01)
password: CHANGELOG.md#v1204-2025-03-01
`

func TestQuiet(t *testing.T) {
	quiet := strings.ReplaceAll(quiet, "·", "") // lest another scanner stumbles
	for line := range strings.Lines(quiet) {
		for _, m := range Scan([]byte(line)) {
			t.Errorf("%s at %q in %q", m.Rule, at(line, m), line)
		}
	}
	for _, m := range Scan([]byte(quiet)) {
		t.Errorf("%s at %q in the whole text", m.Rule, at(quiet, m))
	}
}

// What needs putting together at run time, lest another scanner stumbles.
func TestQuietBlocks(t *testing.T) {
	dashes := strings.Repeat("-", 5)
	begin, end := dashes+"BEGIN PRIVATE KEY"+dashes, dashes+"END PRIVATE KEY"+dashes
	public := keyBlock("PUBLIC KEY")
	for name, text := range map[string]string{
		"elided":      begin + "\n...\n" + end,
		"placeholder": begin + "\n<contents of the key, from the vault>\n" + end,
		"snipped":     begin + "\nMIIE...snip...\n" + end,
		"filler":      begin + "\n" + strings.Repeat("x", 64) + "\n" + strings.Repeat("x", 64) + "\n" + end,
		"variable":    begin + `\nYOUR_KEY\n` + end,
		"prose":       begin + " is how a key file begins, and several lines of base64 come after it before the end marker",
		"public":      strings.Join(public, "\n"),
		"certificate": strings.Join(keyBlock("CERTIFICATE"), "\n"),
		"ssh public":  "ssh-ed25519 " + join("AAAAC3NzaC1lZDI1", "NTE5AAAAI") + draw(1, alnumSet, 43) + " dana@laptop",
		"wireguard":   "PublicKey = " + draw(2, alnumSet, 43) + "=",
		"fingerprint": "host key fingerprint SHA256:" + draw(3, alnumSet, 43),
		"age public":  "age recipient: age1" + draw(4, lowerSet+digitSet, 58),
		"bad card":    "card " + join("4539 1488", " 0343 6468"),
		"bad groups":  "card " + join("453914", " 8803 436467"),
		"bad iban":    "IBAN " + join("GB34 BUKB", " 2020 1555 5555 55"),
		"bad cn id":   "身份证" + join("11010519", "4912310021"),
		"bad cn date": "身份证" + join("11010519", "491331002X"),
		"image":       "![token](data:image/png;base64," + draw(5, alnumSet, 400) + ")",
		"stripe":      "publishable key: " + join("pk_", "live_") + draw(6, alnumSet, 24),
		"filler jwt":  join("ghp", "_") + strings.Repeat("x", 36),
		"example":     join("AKIA", "IOSFODNN7", "EXAMPLE"),
	} {
		for _, m := range Scan([]byte(text)) {
			t.Errorf("%s: %s at %q", name, m.Rule, at(text, m))
		}
	}
}
