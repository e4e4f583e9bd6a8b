package secretscan

import "testing"

// fresh are notes in forms that came up later, marked like those of byHand.
const fresh = `
pin code ⟦99·4025⟧
Door code: ⟦72·46⟧
Пин-код: ⟦26·72⟧
PIN码：⟦53·27⟧
sign in as user with password ⟦7391·4826⟧ only
PIN/passcode: ⟦86·2917⟧
PIN/pw: ⟦mur·mel.os·lo.88⟧
Password/passphrase: ⟦mur·mel.os·lo.88⟧
password/pw ⟦Tr0mb·one-·Kiosk⟧
门禁密码⟦15·49⟧#
psw: ⟦x4TV·exX&T⟧
mima：⟦mY2R·ZttSs*o⟧
The password isn't ⟦x2C@·VGFiH⟧ anymore, ask ops.
⟦mYT%·+yY5t9FeFk⟧ - that's the password for the printer.
⟦gkt2·xM%nZIKmLA⟧ ← 管理员密码
The community string is ⟦K3qz·dSIxozMD⟧
ldap_default_authtok = ⟦biP5·ArhZ2EwYqi⟧
Security answer: ⟦JdK7·iwBSqTRZ7⟧
RADIUS shared secret: ⟦yfO4·e3oqV⟧
pre-shared key ⟦D1_a·!GVbs·f6hX·LsV3⟧ for the tunnel
The shared secret between both ends of the tunnel is ⟦Ywq3·SU#V·3eVp·QgBTw⟧.
共享密钥 ⟦zMs8·#d&pl2e*$r⟧
snmpwalk -v2c -c ⟦5A5Z·ezkiv7m⟧ core.example.net
password:&nbsp;⟦bSLC·GLa6GHqkj⟧
Password﹕⟦GABN·9KekfGo⟧
Palavra-passe: ⟦Dragon·&555⟧
Jelszó: ⟦Nb1@·27Xjh5KS⟧
пароль изменён на ⟦KpAHk·xsQYk8Dg4⟧
DB 비밀번호를 ⟦nDN1·YHjp⟧로 변경했습니다
合言葉：⟦71owhk·&HIs+0UX⟧
clé secrète : ⟦C5R3TsO510·GEBylRh5IBhRMog6qKsORI⟧
Clave de API: ⟦f555d1701f08·3798e5ca6e9e86baaf05⟧
Секретный ключ: ⟦4fpFY6c6AU·RrvQUmvgUlt--m7Abuvgkw⟧
存取權杖是 ⟦SQnmHa0c88·jWHvx59sg1zS3gPPDcbS8s⟧
签名秘钥：⟦9eba2715261a·7243255060f36f252c31⟧
激活码：⟦FWE7A-B4ZMG-·Z8P5W-ML186-1Q4Q4⟧
product key ⟦QFJ76-PX7R5-·XHXCA-NWYAI-4DTGQ⟧
API_KEY 填 ⟦0b0223e7cfed·f802389677ef94b2dc90⟧
Disk encryption passphrase: ⟦castle.·umbrella.marble.raven⟧
The passphrase for the backup disk is ⟦candle-·zebra-anchor-ribbon⟧.
password: ⟦orbit-·zebra-lemon-sunset⟧
Passphrase: ⟦orbit ·zebra lemon sunset⟧
The master password is '⟦pirate ·willow island 451⟧'
Gmail app password: ⟦wrbb ·ivsc rzbk gvcp⟧
QQ邮箱授权码 ⟦fniece·dljrrdiiyo⟧
password: ⟦jtws·ptrvb⟧
2FA recovery code: ⟦6r62m-·q4fil⟧
one-time recovery key ⟦ECO5-4NY4-·XB6X-Q8MR-L86M-SARO⟧
backup codes: ⟦3001·4970⟧, ⟦4214·5592⟧, ⟦5865·8258⟧
backup codes

- ⟦5759 ·7193⟧
- ⟦3719 ·4936⟧

TOTP seed: ⟦I7RQFJVIO·43FPQ6YPBP22VCGBA⟧
2FA secret ` + "`" + `⟦NY4CZZY5·JNQURDUZ⟧` + "`" + `
MFA setup key ⟦mn3l u6b4 ·3qmv l4tl 3nmd fmkx 2ona 4xcs⟧
Seed phrase: ⟦able accuse abuse ·above abstract absorb accident able ability about access acid⟧

The old password was ⟦c4c·t5h·unt3·r#⟧ and the new one is ⟦SzaIZ·pB6kQlv⟧.
Staging uses ⟦W?c$B·2Ef%y#⟧ as its password, prod uses ⟦FY7p·+gXl-m⟧.
Passwords: ⟦1Y%d·#oe!^bmQR⟧ (dev), ⟦Mountain·_1203⟧ (prod).
密码从⟦tga·HDvE·F3DL·3AW⟧改为⟦xrW·mV_·&7w·oHr⟧
管理员密码是⟦January·2023#⟧，普通用户的是⟦ODr6$·&b+MXF⟧
> **bob**: what's the pw for db01?
> **eve**: ⟦kwa3N·f3Ay!d⟧
Root password
: ⟦a6&^u·e2CG%4yfW⟧
The old archive server in the cellar still has the password
is ⟦jpmBV·w04LFKayaB2⟧ and nothing else.
u/p root/⟦Sq=if·M&O1MOTIP%⟧
creds: svc_report // ⟦5U*y9·jG0zb&W$!j⟧
creds → sa → ⟦F-KNp·v0B7rzk3j⟧
creds are zhangsan:⟦Falc·on_146⟧ (ask Dana if locked)
账密 appuser:⟦tF6a·cleJ⟧
Login: zhangsan | ⟦c0tYI·wjbSH0*M⟧
Login: etl_rw : ⟦fhcBe·@^4RJpwmC⟧
Log in with appuser / ⟦7rXh·Bfmb⟧ and open Settings.
SSH to db01.example.net (backup, ⟦sOiAX·AZ$_l7Bor⟧)
They log into 10.20.4.17 with jenkins and ⟦MuR?J·2!I?4yuX%d⟧
Use ⟦beijing·14825⟧ to log in as sa.
数据库（zhangsan/⟦QHY4b·6xcn2D6Jn⟧）
用 reporting 和 ⟦PSl+·Qk6CW⟧ 登录Redis。
文件用⟦V^*?Qf·Y6p_%AIXw9⟧加密了
__Password__: ⟦Janu·ary@·2019#⟧
**Password:** ⟦Wel·come2020⟧
Guest Wi-Fi password is ⟦pirate-·tunnel-river-10⟧
password:: ⟦duc·XlQ4-·Vk⟧
<setting name="Password">⟦PWf·AHJi3·JtloYy⟧</setting>
<key>Password</key>
<string>⟦87u1·v2b·MOU⟧</string>
<details><summary>password</summary>

⟦t6aq·GLTXb8·k-i⟧

</details>
password : !!str ⟦5BB1·Cz6Y⟧
adminPassword: &pw ⟦5BB1·Cz6Y⟧
APP_KEY=base64:⟦hoQBspPAUN·xgG9c3TbSHoxKSJMCCtkHZHZ3HtWQ3ua0=⟧
var secret = []byte("⟦Cad·dQA25·6ThFS⟧")
APP_SECRET=⟦RI7t·goet5⟧
DJANGO_SECRET_KEY='⟦django-·insecure-m4ea443_!&1_g!xx$qtr3!g+rg5au5-=%q53m&)hzfqv@&jf8n⟧'
net use Z: \\srv\share /user:zhangsan ⟦oAIH·2iBE⟧
expect -c 'send "⟦HvmQ·z8V·4y1⟧\r"'
- [ ] rotate password (currently ⟦m6FD·aSd·Vfw⟧)
A temporary password is generated for root@localhost: ⟦u9GE·AOq4·YB=6⟧
WPA2 key: ⟦6lGP·Yqy·Lx71⟧
Wireless network Example, key ⟦P2tR·XOL·2I9⟧
WLAN-Schlüssel ⟦6BDv·PIXO⟧
WIFI:T:WPA;S:Example;P:⟦yrj·I2j·JIv⟧;;
usuario backup, clave ⟦j1u·WL2·hZ&l·%7⟧
deepgram key ⟦a9f945d853·2874e99acbcda636fd4eb957a88978⟧
Laravel token: 75|⟦qHIFoNvIPT·sBYTm6e44ez4hOdz0qiqLNkSaweqHPytz0OjOF⟧
the API rejects requests without the X-Api-Key header; the value is ⟦nyHYQj7I6S·0TslUM2h6bpZIl5LSlMOpKDQKSZ1El⟧.
The safe's combination is ⟦31-·49-16⟧
We authenticate with the key ⟦92ef570066·a2cdcace9b6493fbc512f1⟧ against it
SSN=⟦711·502689⟧
密码-⟦G0Pa·14F·aO⟧
提取码: ⟦zv·6f⟧
暗号是⟦naCH·cL!T·DC5⟧
密码：⟦天王盖·地虎1996!⟧
口令「⟦春天花·会开4166#⟧」
pаsswоrd: ⟦1xBg·5J!Ty⟧

Host	User	Password
store.example.net	deploy	⟦jhx2·_@Xw1⟧

Service    User      Password
-------    ----      --------
Grafana    backup    ⟦sc8Q·IzKw⟧

<table>
<tr><th>User</th><th>Password</th></tr>
<tr><td>etl_rw</td><td><code>⟦vY4d·DYu·Nju⟧</code></td></tr>
</table>
数据库：etl_rw / ⟦X0^A·WIR·h@J=Uq#^⟧
密码给你 ⟦uCj·Vr5·mXc⟧
七牛 SK：⟦SXI0pCk5k-·RUPcd418xOQ0IPot4yGe4Bgi_yDH8Z⟧
百度地图 ak=⟦doDXv0TT·R9SYZtzuHUtdXMufsduGpjl7⟧
AES key：⟦f7c99c18·fa6eb9eb2b67d8b081abd1d9⟧
| secret | 签名用 | ⟦pQYx2ifN·RWAEEyRiN3BFl7DsJg5M5Jkv⟧ |

密码：［⟦Vklp·pec2J⟧］
Password/PIN: ⟦Octo·ber2019⟧
The zip is protected with ⟦fVI0·up13tdt⟧.
access code: ⟦086·167⟧
passwrd: ⟦niha·o_13·171⟧
credentials: ⟦g494·9@ch=U⟧
variable "db_password" {
  default = "⟦45WH·XPM·VNw⟧"
}
la password di root è ⟦beij·ing#·7019⟧
密码： _⟦LTLd·D5G·9SD4aH⟧_

| 账号/密码 | 环境 |
|---|---|
| svc_report/⟦uvz3·dwBQi⟧ | 测试 |
u: ops p: ⟦nadia-·danube-77⟧
username/password is admin/⟦Tao·jing.·6438⟧
admin:⟦viktor-·tromso-488⟧ works there
unlock the vault door with ⟦magpie-·Loire-10-trumpet⟧
连 wifi 输 ⟦canyon·52ganges⟧
用 ⟦willow·violin278⟧ 解锁
The account is ops and the password, unchanged for years, ⟦canyon·44porto⟧

| env | pw |
| - | - |
| prod | ⟦r1bb·0nr1v3r⟧ |

`

// freshQuiet are notes in the same forms without a secret.
const freshQuiet = `
pin the version to 12.4.1, pin 17 is GPIO27
Door code changes monthly, ask Dana (ext. 4411)
zip code: 90210, promo code: SUMMER20
PIN码：6位数字
PR1234 ← 管理员密码页面
community string: read-only v2c
pre-shared key mode, IKEv2, AES256-SHA384
The shared secret between both ends is derived with HKDF-SHA256.
Passphrase: use something long and memorable
Passphrase: choose four random words
passphrase is prompt-for-user-input
passphrase: read-from-stdin-only
password: managed-by-external-secrets
password 'must contain at least one number 1'
app password flow is described in RFC7617
Gmail app passwords have 16 letters
授权码：用于换取 access_token
授权码模式 OAuth2.1
激活码：在邮件里
密码统一用 Vault 管理，密码用的是 SHA256 加盐
环境变量 DB_PASSWORD 填生产的值
Recovery codes: 10 per user, each 8 digits
recovery key rotated 2026-10-12
recovery key: backup-2024-key
backup codes: 8 left
TOTP: 30 s step, 6 digits, SHA1
TOTP secret length 32, base32 encoded text
2FA secret is stored encrypted (AES256GCM)
Seed phrase: write down your twelve words and never put them into any note or chat
Seed phrase: write down your twelve words and keep them away from any note
mnemonic: every good boy does fine although nobody here knows which song came first
seed phrase: test test test test test test test test test test test junk
Recovery codes: 20261012, the day of the drill
backup code: 00000000
the recovery code generator2 is slow
https://shop.example.com/pay?ref=45391488·03436467&x=8
login page at wiki.intranet/harbour2024
the class is sk-this·IsTheNameOfSomethingVeryLongInTheCode
The password is in the vault and the new one is made by Bitwarden2
anna: password?
bob: ask in #it-support
anna: what's the password policy?
bob: 12 chars, NIST800-63B
we store the password
is that ok2do?
The password
is hashed with sha512crypt and never shown
creds: rotated 2026-02-14
credentials -> ~/.aws/credentials -> [prod2]
login: see docs // section4b
Login: SSO | Okta2FA
login flow: browser → gateway2 → auth
logs in via ssh -> Node22LTS
Log in with Google / GitHub2 accounts
log in as admin / viewer2
SSH to db01.example.net (deploy, port 2222)
SSH to db01.example.net (deploy, key id_ed25519)
connect to redis with TLS and RESP3
后台（vue3/TypeScript5）
用 Python3 和 Node20 登录
文件用AES256加密了
Password::make($x2y)
<input name="password">text2</input>
password: &default_pw
password: ||not in this channel||
const password = input ||fallback9Value||
password: || deploy2026Xq ||
secret := []byte("hello world")
token := []byte(os.Getenv("X"))
secret: S3Bucket2
WPA2 key length: 8-63
Wi-Fi 6E, WPA3 key exchange SAE
wifi settings key wifi_ssid2
OpenAI key rotation in Q3-2026
rejects requests without X-Request-Id; the value is 40afaa45-f37b-4bc7-ac47-44cdab9cb000
We authenticate with the key id kid-2026-01.
The combination is 1-2-3 steps
密码-见文档
提取码：已过期
暗号是什么？
密码：详见工单12345
密码：首次登录2025
密码：分机8021

export APPLICATION_CREDENTIALS=$KEYSTORE_DIR/73713_kite_lantern

	Password                    string
	AuthMaxIDLESetX9            bool

sizes of q: 3 p: build·2024Kx9
the row is identified by kq7·Xv2mz9 in the log
<table>
<tr><th>Password</th><th>Build</th></tr>
<tr><td>see the vault</td><td>Kq7!·x2mz9</td></tr>
</table>

user  password policy
ann  Rotate-90·kTx!
bob  Rotate-30·kTy!

field  type  password
name  varchar(20)  no

Sentry DSN https://1a4bdde9·560709db·6c93202d·89a7ebb8@o57819.ingest.sentry.io/2492154
root:x:0:0:root:/root:/bin/bash
admin:v2.3.1-rc12
unlock the repo with git-crypt07
用 winrar64 解压
环境：vue / typescript5
https://blog.example.com/a-story?source=link&sk=46b7541e·cb3ff517·87701afb·2bd3522f
cache key: f7c99c18·fa6eb9eb·2b67d8b0·81abd1d9
| password | string | required8 |

branch is protected with CODEOWNERS2
auth: oauth2:client_credentials
credentials: provider2
variable "db_password" {
  type = string
  sensitive = true
}

| 账号/密码 | 环境 |
|---|---|
| 见/docs/wiki2 | 测试 |

| 字段 | 密码 |
| - | - |
| 类型 | varchar64 |
`

// A second value behind a password is one only if no noun of its own stands before it.
func TestFurtherStopsAtNouns(t *testing.T) {
	first := join("Tr0mb-", "One!7")
	for _, rest := range []string{", the host uses kid2026Ab9x", " and the new one of the user is kid2026Ab9x", "，端口的是kid2026Ab9x"} {
		if text := "The old password was " + first + rest; at(text, single(t, text)) != first {
			t.Errorf("%q", text)
		}
	}
}

func TestEmphasisIsNoPartOfAValue(t *testing.T) {
	value := join("x4TV", "exX")
	for _, mark := range []string{"_", "__", "~~", "||"} {
		for _, text := range []string{"password: " + mark + value + mark, "password: `" + mark + value + mark + "`"} {
			findsOnly(t, text, value)
		}
	}
}

// A program takes the password from elsewhere.
func TestVariablesInURLs(t *testing.T) {
	for _, v := range []string{"process.env.DB_PASS", "vars.DB_PASS1", "os.getenv", "os.environ.DB1", "env.DB_PASS", "secrets.DB_PASS", "vault:kv7"} {
		if found := Scan([]byte("https://" + "app:" + v + "@db.corp.test/app")); len(found) > 0 {
			t.Errorf("%s: %v", v, found)
		}
	}
}

// Some tokens have no digit; words behind the same head are none.
func TestShortTokenWithoutDigits(t *testing.T) {
	for tail, want := range map[string]int{join("cJZTfMcK", "JEOwJjuc"): 1, "ofTheTestAccount": 0} {
		if found := Scan([]byte(join("sm_", "pat_") + tail)); len(found) != want {
			t.Errorf("%s: %d matches, want %d", tail, len(found), want)
		}
	}
}

func TestTypedInOrder(t *testing.T) {
	for v, want := range map[string]bool{"a1b2c3d4": true, "ab1c2defgh": true, "a1b2c": false, "xq7kv2mz": false} {
		if got := typedInOrder(v); got != want {
			t.Errorf("%s: %v", v, got)
		}
	}
}
