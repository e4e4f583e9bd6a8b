package secretscan

import (
	"strings"
	"testing"
)

// byHand are notes as people write them. The secret stands between ⟦ and ⟧; a dot in the middle
// of a value parts it in this file and is left out.
const byHand = `
Staging box: user deploy, pw ⟦Tr0mb·one-·Kiosk⟧ — don't share
pw ⟦hunt·erX9·!dusk⟧
The wifi pw at the lab is ⟦orc·hid·77ve·lvet⟧
root pw on the NAS: ⟦N4s·!bo·xwine⟧
PIN of the door: ⟦48·2917⟧
The SIM PIN is ⟦73·09⟧, the PUK ⟦5529·1740⟧
passphrase for the backup disk: "⟦copper lantern ostrich ·meadow violin⟧"
The ssh passphrase is ⟦plum·-Harbor-·9-sundial⟧
mdp du serveur : ⟦Crois·san·t84!⟧
Le mot de passe est ⟦Fro·mage·!1789⟧
La clave del servidor es ⟦Naran·ja_·2041⟧
La clave de la base de datos de pruebas es ⟦Zorro·88l·ima⟧
contraseña nueva → ⟦Mad·rid#·4490⟧
Das Kennwort lautet ⟦Apfel·Bau·m91⟧
Passwort fürs Backup: ⟦Win·ter·reis·e_77⟧
Zugangsdaten: admin / ⟦Kess·el!2·038x⟧
パスワードは「⟦Saku·ra-·7781⟧」です
検証環境のパスワード: ⟦Fuji·san·2044⟧
初期パスワード → ⟦Tok·yo#·9021⟧
密码改成 ⟦Zhu·que_·8812⟧ 了
WiFi密码⟦gong·fu8·899⟧，访客用
管理员账号root，密码⟦Qing·lon·g@77⟧
账密：admin/⟦Bai·hu#·2931⟧
登录口令已更新为「⟦Xuan·wu-·6630⟧」
API密钥是⟦a81f·07c3d94e52b6a8·1f07c3d94e52b7⟧，每月轮换
私钥口令：⟦Ten·glong·.5521⟧
| 系统 | 账号 | 密码 |
|---|---|---|
| 报表 | admin | ⟦Hua·wei@·5512⟧ |

| Where | Login | Password |
|-------|-------|----------|
| grafana | ops | ⟦Dash·boar·d7!x⟧ |

cu·rl -u 'ops:⟦Gr4·fan·a!nn⟧' https://metrics.example.org/api
wget --user=ci --password=⟦Wg3t·Lem·ur9⟧ https://files.example.org/x.tgz
mongosh "mongodb://app:⟦M0ng·oLe·mur⟧@db.corp.example.io:27017/shop"
mysql -uroot -p⟦My5q·lLe·mur⟧ shop < dump.sql
export TOKEN=⟦b7Q·k2L·x9Zt4Vn·8Rm1Wc6⟧
"dbPassword" : "⟦Pg!L·emur·2041⟧",
spring.datasource.password=⟦Spr·1ng·Lemur⟧
password => '⟦Ph9·Lem·ur!x⟧'
<property name="password" value="⟦Xml·Lem·ur44⟧"/>
ENV DB_PASS ⟦Dock·erLe·mur5⟧
set password=⟦Batch·Lem·ur77⟧
the token (⟦b7Q·k2L·x9Zt4Vn·8Rm1Wc6⟧) belongs to CI
Use ⟦Lemu·r!Tr·ain·2041⟧ as the password for staging.
I changed the password from ⟦Old·Lemu·r31!⟧ to the new one in the vault
sudo password: ⟦Su·do!L·emur9⟧ (same on all boxes)
My password's ⟦Lemur·Ran·ch88⟧ on that box
Пароль администратора базы: ⟦Sneg·opad·_2041⟧
비밀번호: ⟦Han·gang·#771⟧
A senha do Wi-Fi é ⟦Ipa·nema·2041⟧
Il codice di accesso è ⟦Ven·ezia·!907⟧
wachtwoord van de router: ⟦Tul·pen!·2041⟧
api_key: "⟦9f2c·7b1e4d8a60·35c2f19e7d⟧"
X-Auth-Token: ⟦u8Rk·2pLx7Vq9·Zt3Nc5Wb⟧
Cookie: sessionid=⟦k3v9·x7q2m5n8b4c1·z6l0p9o8i7u6⟧
secret key base: ⟦6c1f·0e9b7a3d5824c6·f1e0b9a7d35482⟧
登录密码已经重置成“⟦Kx7!·mQ2·#vT⟧”
密码被改成了『⟦Wz@91·kLp⟧』
密碼已重設為⟦Zq8w·Lm3R·t5Yp⟧
管理員密碼變更為⟦hunt·er2!·Dusk⟧
密码设成 ⟦Zq8w·Lm3R·t5Yp⟧
密码还是⟦orc·hid·77ve·lvet⟧没变
密码定为⟦7391·4826⟧
管理员密码暂时用⟦Xk9·%vB·&2mN⟧
redis 的密码配的是⟦Wz@91·kLp⟧
【密码】⟦orc·hid·77ve·lvet⟧
通行碼：⟦Kx7!·mQ2·#vT⟧
パスワードを⟦Zq8w·Lm3R·t5Yp⟧に変更
パスワードは、⟦Kx7!·mQ2·#vT⟧です
暗証番号は⟦7391·4826⟧です
認証情報は admin / ⟦Kx7!·mQ2·#vT⟧ です
Das Passwort wurde auf ⟦Zq8w·Lm3R·t5Yp⟧ geändert
Ich habe das Passwort auf ⟦hunt·er2!·Dusk⟧ gesetzt
Das Root-Passwort vom Server ist jetzt ⟦S0nn·3nb·lum3⟧
Cambié la contraseña a ⟦Zq8w·Lm3R·t5Yp⟧
Se cambió la contraseña por ⟦Kx7!·mQ2·#vT⟧
La contraseña ahora es ⟦orc·hid·77ve·lvet⟧
le nouveau mot de passe est « ⟦Kx7!·mQ2·#vT⟧ »
J'ai changé le mot de passe en ⟦Zq8w·Lm3R·t5Yp⟧
Le mot de passe du serveur est désormais ⟦Wz@91·kLp⟧
root's password became ⟦hunt·er2!·Dusk⟧
The staging password is ⟦7391·4826⟧.
密码

⟦Kx7!·mQ2·#vT⟧

账号密码：admin ⟦Kx7!·mQ2·#vT⟧
用户名和密码：ops/⟦Wz@91·kLp⟧
Usuario/contraseña: admin/⟦Kx7!·mQ2·#vT⟧
user/password: ops / ⟦Wz@91·kLp⟧
⟦Zq8w·Lm3R·t5Yp⟧ 是 staging 的密码
rabbit·mqctl add_user ops '⟦Zq8w·Lm3R·t5Yp⟧'
rabbitmqctl change_password ops ⟦Kx7!·mQ2·#vT⟧
ht·passwd -b users.txt ops '⟦Zq8w·Lm3R·t5Yp⟧'
requirepass ⟦Zq8w·Lm3R·t5Yp⟧
Password:
` + "```" + `
⟦orc·hid·77ve·lvet⟧
` + "```" + `
The password is
⟦hunt·er2!·Dusk⟧
- name: DB_PASSWORD
  value: "⟦orc·hid·77ve·lvet⟧"
密码我记得是 ⟦lot·us.dan·ube.88⟧
密码从昨天起改用⟦Mur·mel#88·12x⟧
the password, as far as I know, is ⟦kay·ak-os·lo-77⟧
Password⇒ ⟦kay·ak77os·lo⟧
type ⟦Mur·mel!ti·ger88⟧ when asked for the password
⟦Mur·mel!ti·ger88⟧（root 密码）
将⟦mur·mel.os·lo.88⟧设置为管理员密码
echo '⟦Mur·mel_ti·ger88⟧' | sudo -S ls
echo "ops:⟦Mur·mel_ti·ger88⟧" | chpasswd
vncpasswd -f <<< ⟦mur·mel88os·lo⟧
client.login('ops', '⟦mur·mel.os·lo.88⟧')
auth=("ops", "⟦Mur·mel_88⟧")
EXEC sp_addlogin 'ops', '⟦mur·mel88os·lo⟧'
page.fill('#password', '⟦mur·mel88os·lo⟧')
AUTH ⟦mur·mel88os·lo⟧
redis> AUTH default ⟦mur·mel88os·lo⟧
net use Z: \\srv\share ⟦mur·mel88os·lo⟧ /user:ops
net user ops ⟦mur·mel88os·lo⟧ /add
lftp -u ops,⟦mur·mel88os·lo⟧ sftp://10.2.3.4
sqlplus system/⟦mur·mel88os·lo⟧@orcl
用 ⟦Mur·mel#88·12x⟧ 登录后台
登录用 ops，⟦Mur·mel#88·12x⟧
sign in as ops with ⟦mur·mel.os·lo.88⟧
admin:⟦Mur·mel#88·12x⟧ works there
unlock the door with ⟦Mur·mel#88·12x⟧
[密码] ⟦mur·mel.os·lo.88⟧
#define WIFI_PASS "⟦mur·mel_ti·ger88⟧"
PASSWORD: <⟦Mur·mel#88·12x⟧>
Printer PIN/password: ⟦mur·mel.os·lo.88⟧
密码如下：
- ⟦mur·mel.os·lo.88⟧

password: >-
  ⟦mur·mel.os·lo.88⟧

host,user,password
db1,root,⟦mur·mel.os·lo.88⟧

the seed phrase is ⟦witch collapse practice feed shame open despair creek road again ·ice least⟧
key = "⟦sk_li·ve_" "4eC39HqLy·jWDarjtT1zdp7dcAx⟧"
key = "⟦AK·IA" . "QWERTYUI·OPLKJHGF⟧";
key = "⟦AK·IA" & "QWERTYUI·OPLKJHGF⟧"
密**码**是 ⟦Harb·our-·7721⟧
**口**令：⟦Harb·our-·7721⟧
the pass**word** was ⟦Harb·our-·7721⟧ and the new one is ⟦Kios·k_88·21⟧
TOTP seed: ⟦JBSW Y3D·P EHPK 3PXP⟧ acct9
`

func TestByHand(t *testing.T) {
	findsMarked(t, byHand)
	findsMarked(t, fresh)
}

// findsMarked checks that each value between ⟦ and ⟧ is found.
func findsMarked(t *testing.T, text string) {
	t.Helper()
	text = strings.ReplaceAll(text, "·", "")
	plain := strings.NewReplacer("⟦", "", "⟧", "").Replace(text)
	found := Scan([]byte(plain))
	offset := 0
	for line := range strings.Lines(text) {
		rest := line
		for {
			before, after, ok := strings.Cut(rest, "⟦")
			if !ok {
				offset += len(rest)
				break
			}
			value, more, _ := strings.Cut(after, "⟧")
			offset += len(before)
			ok = false
			for _, m := range found {
				ok = ok || m.Span.Start <= offset && m.Span.End >= offset+len(value) || m.Span.Start == offset
			}
			if !ok {
				t.Errorf("%q: not found", strings.TrimSpace(line))
			}
			offset += len(value)
			rest = more
		}
	}
}

// byHandQuiet only looks as if it held secrets, one a line.
const byHandQuiet = `
commit 3f9a1c7be2d4058f61a7c93e0d2b8f4a6c5e7d91 breaks the token cache
see 9d4e1f0a-7b3c-4e21-8f65-0c1d2e3f4a5b for the trace of the login
password rotation: every 90 days, next on 2026-03-01
the password field is at line 120 of login.tsx
Password strength: zxcvbn score 3 of 4
Password hashing uses argon2id with m=65536
| variable | secret? | where |
| DB_PASSWORD | yes | vault path kv/shop/db |
the token expires in 3600s and the key in 90d
token count: 182,334 of 200,000
model: claude-opus-4-20250514, key metric is latency p99
api version 2024-11-20 needs the header anthropic-version: 2023-06-01
arn:aws:s3:::example-secret-bucket-7f3a/keys/2024/report.csv
arn:aws:iam::123456789012:role/token-refresher-v2
the regex for keys is [A-Z0-9]{20} and for tokens gh[pousr]_[A-Za-z0-9]{36}
TestPasswordReset_ExpiredToken2 passes 14 of 15 times
tests: 1284 passed, 3 skipped; auth suite: 210 passed
password: see [[mei-danube-42]]
a first pass + a second pass fed from the chain. Related: [[orchid-mapping-missing-walnut2]]
It breaks on Go 1.19 and earlier. Pass -errorf-multi=0 to keep it
パスワードを S3Bucket2 に置かない
密码管理工具是 KeePass2，密码所在的条目是 Prod-DB2
用 OAuth2 登录，用 WinRAR7 解压
echo "$PW" | sudo -S ls
client.login('ops', os.environ['PW'])
net use Z: \\srv\share2024 /user:ops
AUTH failed with code 530
sign in as ops with SAML2, admin/users-v2 has the roles
do not use P@ssw0rd: it is in every list, like Summer2020!
密**码**长度至少 12 位
he said "foo", "bar" and "baz"
echo "password">Notes2024a
grep name="password">Counts2024x
cat <in.txt | grep "password">Rest2024ab
Do you use redis-cluster2021? The password is in the vault
the user has to pass Config2Loader to the builder
take the pass Harbor2Loader! to the other side
the Idempotency-Key header: the value is 9f1c2b7e-4a6d-4e1b-8c3f-2d7a9e5b1c04
password: <see 1Password>
password: [in the vault]
password: ask the on-call
password: same as staging
password is required and must have 12 characters
password is stored as a bcrypt hash with cost 12
Password: not set
pw: see README
the pw reset flow sends a mail
pin the version to v2.14.0
pin: the GPIO header has pin 17 for the LED
PIN length is 6 digits
key: ctrl+shift+p
key: user:42:profile
primary key (tenant_id, created_at)
cache key v2:user:1234:settings
the key is rotated by job rotate-keys-2024
the secret is mounted at /run/secrets/db_password
secretKeyRef: name db-creds, key password
kubectl create secret generic db --from-literal=password=$DB_PASSWORD
export TOKEN=$(gh auth token)
TOKEN="${TOKEN:-$(cat ~/.token)}"
const password = req.body.password
password = getpass()
if token == "" { return errNoToken }
token := strings.TrimPrefix(h, "Bearer ")
Authorization: Bearer $TOKEN
-H "X-Api-Key: $API_KEY"
curl -u "$USER:$PASS" https://ci.example.com
postgres://app:$PGPASSWORD@db:5432/app
redis://localhost:6379/0
https://user:password@example.com is how a URL with a login looks
mysql -u root -p
mysql -uroot -p"$PASS" shop
sshpass -e ssh host
docker login --password-stdin
the password is 604800 seconds from expiry
密码改为 604800 秒后失效
Das Passwort ist 604800 Sekunden gültig
密码换成 Passkey2FA
密码改成 SHA512crypt
密码改成 RSA2048 加密传输
密码改成 Base64URL
パスワードを OAuth2Proxy に移行
パスワードを AES256GCM で暗号化
La contraseña ahora es SHA512crypt
密码改用 Argon2id，令牌改为 RS256 签名
密码已更新到 v2.14.0
## Password

see kv/shop/db-V2

账号密码：见 kv/shop/db-V2
用户名和密码：从 config/App2.yaml 读取
user/password: app/config-V2.yaml
login/password: src/auth/LoginV2.tsx
password: web/src/OAuth2LoginV3.vue
rabbitmqctl add_user ops "$PASS"
htpasswd -b users.txt ops "$PASS"
密码设置到环境变量 DB_PASSWORD
密码定为每 90 天轮换
【密码】长度至少 12 位
【密码】TestLogin2
パスワードをbcryptでハッシュ化
暗証番号は4桁です
認証情報は vault / kv2 にある
Das Passwort wurde auf Argon2id umgestellt
Zugang: intranet / app2
Cambié la contraseña a Argon2id
La contraseña ahora es de 16 caracteres
modifier le mot de passe en SHA-256
we changed the password to expire after 3600 seconds
- name: DB_PASSWORD
  value: $(DB_PASSWORD)
密码长度至少 12 位，由字母和数字组成
密码：请联系管理员获取
密码在保险库里，路径 kv/shop/db
密码过期时间为 90 天
默认密码已禁用，首次登录必须修改
令牌有效期：7200 秒
密钥轮换周期是 30 天
口令强度要求见安全规范 v2.3
该接口的 token 从环境变量 SHOP_TOKEN 读取
公钥指纹 SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDqgmFAuU1aKZ9Fv2o
パスワードは12文字以上にする
パスワードはVaultに保存、環境変数DB_PASSWORDで渡す
Das Passwort muss mindestens 12 Zeichen haben
Passwort: siehe Tresor, Eintrag staging-db
La contraseña se guarda en Vault
La clave primaria es pedido_id
Le mot de passe est stocké dans Vault
mdp : voir le coffre
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 is the image
go.sum h1:u0z1P2QH4qk3vVJc1Qw2Y8n5b7m9x1c3v5b7n9m1k3g=
"integrity": "sha512-AbCdEfGh1234567890abcdefGHIJKLmnopqrstuvWXYZ0123456789AbCdEfGh1234567890abcdefGHIJKLmnop=="
ETag: W/"5f3c1a9b7d2e4f60"
id_ed25519.pub goes to the server, id_ed25519 never leaves the laptop
the license key server is keys.example.org:8443
feature flag auth-v2-rollout-2024q4 is at 50 percent
build 20241102.3, image tag 2024.11.02-3f9a1c7
error code 0x80070005, token type 2
session_id=abc123, user_id=42
the access token endpoint is /oauth2/token
mnemonic devices help to remember the order of the layers in the stack
the recovery phrase is kept in the safe and nobody may write it down anywhere in a note
the "passphrase" field takes four or more words
seed: 42, temperature: 0.7
branch fix/reset-password-form-2024-11
see the secret-scanning docs at https://docs.example.com/code-security/secret-scanning/about
the auth cookie is HttpOnly; session ids are 128 bit
login: /admin/login, logout: /admin/logout
credentials: use the instance profile
0xdeadbeef and 0xcafebabe mark freed memory
colour tokens: brand-500 #3f51b5, brand-600 #303f9f
key result 3: p95 below 300 ms by 2026-Q2
`

func TestByHandQuiet(t *testing.T) {
	for _, quiet := range []string{byHandQuiet, strings.ReplaceAll(freshQuiet, "·", "")} {
		for line := range strings.Lines(quiet) {
			for _, m := range ScanPhones([]byte(line)) {
				t.Errorf("%s at %q in %q", m.Rule, at(line, m), line)
			}
		}
		for _, m := range ScanPhones([]byte(quiet)) {
			t.Errorf("%s at %q in the whole text", m.Rule, at(quiet, m))
		}
	}
}
