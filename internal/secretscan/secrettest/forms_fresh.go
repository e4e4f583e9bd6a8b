package secrettest

func init() { forms, quietForms = append(forms, freshForms...), append(quietForms, freshQuietForms...) }

// freshForms were written without a look at the others or at the rules.
var freshForms = []form{
	formOf("fresh", "en", `
The old password was %v, I think.
creds: svc_report // %v
creds → ops → %v
creds are ops:%v (ask Dana if locked)
DB creds = ops:%v
Login: dana | %v
Log in with ops / %v and open Settings.
psw: %v
The password isn't %v anymore, ask ops.
%v - that's the password for the printer.
Root password\n: %v
The old archive server still has the password\nis %v and nothing else.
> **bob**: what's the password for db01?\n> **eve**: %v
- [ ] rotate password (currently %v)
__Password__: %v
password:: %v
password : !!str "%v"
adminPassword: &pw "%v"
<details><summary>password</summary>\n\n%v\n\n</details>
Security answer: %v
Password/PIN: %v
passwrd: %v
WPA2 key: %v
Wireless network Example, key %v
shared secret: %v
pre-shared key: %v
| env | pw |\n| - | - |\n| prod | %v |
`),
	formOf("fresh-file", "en", `
!<key>Password</key>\n<string>%v</string>
!<setting name="Password">%v</setting>
!<table><tr><th>User</th><th>Password</th></tr><tr><td>ops</td><td>%v</td></tr></table>
!variable "db_password" {\n  default = "%v"\n}
!net use Z: \\\\srv\\share /user:ops %v
!WIFI:T:WPA;S:Example;P:%v;;
`),
	formOf("fresh", "zh", `
%v ← 管理员密码
密码-%v
密码：［%v］
密码： _%v_
密码给你 %v
暗号是%v
共享密钥 %v
密码暂定%v
mima：%v
账密 ops:%v
测试库密码%v，生产库的见文档
密码从旧的改为%v
登录名 ops，登录密码 %v。
密码不是 %v 了
| 账号/密码 | 环境 |\n|---|---|\n| ops/%v | 测试 |
通關密語：%v
`),
	formOf("fresh-words", "en", `
Palavra-passe: %v
Jelszó: %v
пароль изменён на %v
비밀번호를 %v로 변경했습니다
合言葉：%v
패스워드: %v
la password di root è %v
usuario ops, clave %v
WLAN-Schlüssel: %v
`),
}

// freshQuietForms hold none.
var freshQuietForms = []form{
	formOf("fresh", "en", `
creds: rotated 2026-02-14
credentials -> ~/.aws/credentials -> [prod2]
Login: SSO | Okta2FA
login flow: browser → gateway2 → auth
anna: what's the password policy?\nbob: 12 chars, NIST800-63B
The password\nis hashed with sha512crypt and never shown
WPA2 key length: 8-63
Recovery codes: 10 per user, each 8 digits
TOTP: 30 s step, 6 digits, SHA1
Passphrase: use something long and memorable
zip code: 90210, promo code: SUMMER20
`),
	formOf("fresh", "zh", `
密码统一用 Vault 管理，密码用的是 SHA256 加盐
授权码：用于换取 access_token
密码：详见工单12345
提取码：已过期
文件用AES256加密了
环境：vue / typescript5
`),
}
