package secretscan

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// Each text holds one secret, which stands for SECRET. Where the value is part of
// something that is secret as a whole, the whole is given.
func TestNamedSecrets(t *testing.T) {
	machine := draw(1, alnumSet, 32)
	for _, tt := range []struct{ rule, text, value string }{
		{"password", "Every demo account has the password: `SECRET`", password()},
		{"password", "demo password = SECRET", password()},
		{"password", "The staging admin password is SECRET for now", password()},
		{"password", "the password is now SECRET.", password()},
		{"password", "Password for the test VM: SECRET", password()},
		{"password", "**Password:** SECRET", password()},
		{"password", "- **password** — `SECRET`", password()},
		{"password", "The VPN passphrase is “SECRET”", password()},
		{"password", "db_password: SECRET", password()},
		{"password", "export DB_PASS='SECRET'", password()},
		{"password", "PGPASSWORD=SECRET psql -h db", password()},
		{"password", `{"loginId": "admin", "password": "SECRET"}`, "Harbour!23"},
		{"password", `{\"password\": \"SECRET\"}`, "Harbour!23"},
		{"password", "<password>SECRET</password>", password()},
		{"password", "<td>password</td><td>SECRET</td>", password()},
		{"password", "| db password | SECRET |", password()},
		{"password", "Password:\n\n    SECRET\n", password()},
		{"password", "Password:\n- `SECRET`\n", password()},
		{"password", "Log in with admin / SECRET (default password)", password()},
		{"password", "Staging login: admin / SECRET", join("Harb", "our20", "19!")},
		{"password", "credentials: svc:SECRET", join("Harb", "our20", "19!")},
		{"password", "the wifi password at the office is SECRET", password()},
		{"password", "密码改成了 SECRET", password()},
		{"password", "the password: SECRET", join("Harb", "our-", "2019")},
		{"password", "user: deploy, pass: SECRET", password()},
		{"password", "sudo password → SECRET", password()},
		{"named-secret", "The webhook verify token is SECRET", join("hk_", "9fQ2xLw", "7Tz41")},
		{"password", "`SECRET` is the admin password", password()},
		{"password", "use SECRET as the password", password()},
		{"password", "password SECRET opens the box", password()},
		{"password", "machine git.example.com\nlogin ci\npassword SECRET", password()},
		{"password", "machine git.example.com\nlogin ci\npassword SECRET", join("QsyzwDbh", "D-Dxzcml")},
		{"password", "Das Passwort ist: SECRET", password()},
		{"password", "la contraseña es: SECRET", password()},
		{"password", "测试库的密码是 SECRET，用完记得改。", password()},
		{"password", "密码：SECRET", password()},
		{"password", "密码是：SECRET", password()},
		{"password", "跳板机口令为SECRET。", password()},
		{"password", "登录后台（账号 admin，密码 SECRET）查看报表", password()},
		{"password", "数据库密码：`SECRET`", password()},
		{"password", "密码已改为SECRET", password()},
		{"password", "密码（测试环境）：SECRET", password()},
		{"password", "管理員密碼「SECRET」", password()},
		{"password", "パスワード：SECRET", password()},
		{"password", "The passphrase is: SECRET", join("lantern-meadow", "-pepper-castle-42")},
		{"password", "password: SECRET", "48273910"},
		{"named-secret", "API token: SECRET", machine},
		{"named-secret", "the API token (SECRET) was shared", machine},
		{"named-secret", "we use the Datadog API key SECRET until June", draw(2, hexSet, 32)},
		{"named-secret", "SERVICE_TOKEN=SECRET", machine},
		{"named-secret", "\"clientSecret\": \"SECRET\"", machine},
		{"named-secret", "aws_secret_access_key = SECRET", draw(3, alnumSet, 40)},
		{"named-secret", "the AWS secret access key is SECRET, rotate it", "/" + draw(3, alnumSet, 39)},
		{"password", "数据库密码：`SECRET`", join("crleJU", "JhSd_B^bdZ")},
		{"named-secret", "内部接口密钥为SECRET；有效期到六月。", machine},
		{"named-secret", "内部服务令牌（SECRET）", machine},
		{"named-secret", "X-Api-Key: SECRET", machine},
		{"named-secret", "?access_token=SECRET&verbose=1", machine},
		{"named-secret", "EXAMPLE_TOKEN ::= \"SECRET\"", machine},
		{"named-secret", "EXAMPLE_TOKEN ?= SECRET", machine},
		{"named-secret", "$exampleToken .= \"SECRET\"", machine},
		{"named-secret", "var exampleToken string = \"SECRET\"", machine},
		{"named-secret", "let token: &str = \"SECRET\";", machine},
		{"named-secret", "setProperty(\"EXAMPLE_TOKEN\", \"SECRET\")", machine},
		{"named-secret", "<exampleToken>\n    SECRET\n</exampleToken>", machine},
		{"named-secret", "example_token: SECRET", join("uhpmdeudqj", "tqxpwktd2955")},
		{"named-secret", "exampleToken = SECRET", join("3bxrdb", "32r39cfk")},
		{"named-secret", "example_token: \"SECRET\"", join("17902791", "9896924560")},
		{"named-secret", "'secret_key' => 'SECRET'", join("sk_ubb4yN3", "mzqG#P7r5&@*x")},
		{"named-secret", "example_token: \"SECRET\"", join("tdaxhnl", "w1y7cprr")},
		{"named-secret", "session_token = SECRET", join("ey", "jZvXGql78JToSQtpX.ey", "w\\s22RjtMc-wL453I.0h6r3R24lk")},
		{"named-secret", "todo_secret_do_not_commit = SECRET", draw(31, alnumSet, 30)},
		{"named-secret", "TOKEN_FOR_THE_DEMO=SECRET", draw(32, alnumSet, 30)},
		{"named-secret", "cloudflare: \"SECRET\"", draw(33, alnumSet, 40)},
		{"basic-auth", "Authorization: Basic SECRET", draw(34, alnumSet, 62)},
		{"bearer-token", join("cu", "rl -H 'Authorization: SECRET' https://api.example.com"), draw(6, hexSet, 40)},
		{"command-password", join("cu", "rl -X POST \\\n  -u ci:SECRET \\\n  https://ci.example.com"), password()},
		{"command-password", "<add key=\"" + join("ClearTextPass", "word") + "\" value=\"SECRET\" />", password()},
		{"kubernetes-secret", "kind: Secret\nmetadata:\n  name: a\ndata:\n  username: cm9vdHVzZXI=\n  blob: SECRET\n", base64.StdEncoding.EncodeToString([]byte(draw(7, alnumSet, 24)))},
		{"kubernetes-secret", "data:\n  config: |\n    SECRET\nkind: 'Secret'\n", base64.StdEncoding.EncodeToString([]byte(draw(8, alnumSet, 30)))},
		{"private-key", `{"kty": "OKP", "crv": "Ed25519", "x": "public", "d": "SECRET"}`, draw(9, alnumSet, 43)},
		{"named-secret", "the JWT secret is: SECRET", join("MyS3cr", "et!Harbour9")},
		{"command-password", "fill --password=SECRET", password()},
		{"command-password", "docker login -u ci --password SECRET", password()},
		{"command-password", "docker login -u ci -p SECRET", password()},
		{"command-password", "mysql -u root -pSECRET app", password()},
		{"command-password", "sshpass -p 'SECRET' ssh ops@10.0.0.8", password()},
		{"command-password", "curl -u " + "admin:SECRET https://ci.example.com", password()},
		{"command-password", "CREATE USER report IDENTIFIED BY 'SECRET';", password()},
		{"command-password", "redis-cli -a SECRET ping", password()},
		{"command-secret", "deploy --api-key SECRET", machine},
		{"bearer-token", "Authorization: Bearer SECRET", machine},
		{"basic-auth", "Authorization: Basic SECRET", base64.StdEncoding.EncodeToString([]byte("svc:" + password()))},
		{"registry-auth", `{"auths": {"r.example.com": {"auth": "SECRET"}}}`, base64.StdEncoding.EncodeToString([]byte("ci:" + password()))},
		{"session-cookie", "curl -b 'session=SECRET' https://admin.example.com", draw(4, alnumSet, 48)},
		{"recovery-code", "GitHub recovery codes:\n\n- SECRET\n", "1f3c9-a8b07"},
		{"connection-string", "线上连接串：SECRET，请勿修改", join("postgres://app:", password(), "@db.corp.test:5432/app")},
		{"connection-string", "dsn: SECRET", join("redis://:", password(), "@cache.corp.test:6379/0")},
		{"connection-string", "(SECRET)", join("jdbc:postgresql://db.corp.test/app?user=svc&password=", password())},
		{"connection-string", "connects with SECRET.", join("Server=tcp:db.corp.test,1433;User ID=svc;Password=", password(), ";Encrypt=True")},
		{"connection-string", "DSN=SECRET", join("app:", password(), "@tcp(db.corp.test:3306)/shop")},
		{"connection-string", "uses SECRET", join("mongodb://app:p/", password(), "@db.corp.test/x")},
		{"url-password", "<SECRET>", join("https://ann:", password(), "@git.corp.test/team/app.git")},
		{"signed-url", "SECRET", "https://x.blob.core.windows.net/b?sv=2023-11-03&sp=r&sig=" + draw(5, alnumSet, 43) + "%3D"},
	} {
		text := strings.ReplaceAll(tt.text, "SECRET", tt.value)
		m := single(t, text)
		if m.Rule != tt.rule || at(text, m) != tt.value {
			t.Errorf("%q: %s at %q, want %s at %q", tt.text, m.Rule, at(text, m), tt.rule, tt.value)
		}
	}
}

func TestTableColumns(t *testing.T) {
	text := join("| 主机 | 密码 | note |\n| --- | :-- | --- |\n| db-1 | ", password(), " | old |\n| db-2 | 见保险库 | new |\n")
	if m := single(t, text); m.Rule != "password" || at(text, m) != password() {
		t.Errorf("%s at %q", m.Rule, at(text, m))
	}
	text = join("host | api key\n--- | ---\na | ", draw(1, alnumSet, 32), "\n")
	if m := single(t, text); m.Rule != "named-secret" {
		t.Errorf("%s at %q", m.Rule, at(text, m))
	}
}

func TestDressedSecrets(t *testing.T) {
	token := githubToken(9)
	for name, dressed := range map[string]string{
		"emphasis":      token[:9] + "**" + token[9:] + "**",
		"code marks":    "`" + token[:9] + "`" + token[9:],
		"escapes":       strings.ReplaceAll(token, "_", `\_`),
		"entities":      strings.ReplaceAll(token, "_", "&#95;"),
		"named entity":  strings.ReplaceAll(token, "_", "&lowbar;"),
		"code points":   strings.ReplaceAll(token, "_", `\u005f`),
		"a tag":         token[:9] + "<wbr>" + token[9:],
		"two tags":      token[:9] + "<b></b>" + token[9:],
		"several marks": token[:9] + "**<i></i>" + token[9:],
		"a comment":     token[:9] + "<!-- x -->" + token[9:],
		"zero width":    token[:9] + "\u200b" + token[9:],
		"soft hyphen":   token[:9] + "\u00ad" + token[9:],
		"fullwidth":     strings.Replace(token, "g", "\uff47", 1),
		"a program":     token[:9] + `" + "` + token[9:],
		"a colour":      "\x1b[1;31m\x1b[K" + token + "\x1b[m\x1b[K",
		"half coloured": token[:9] + "\x1b[31m" + token[9:],
		"colour, C":     `\033[0;31m` + token + `\033[0m`,
		"colour, hex":   `\x1B[31m` + token + `\x1B[0m`,
		"colour, shell": `\e[31m` + token + `\e[0m`,
		"colour, JSON":  `\u001b[31m` + token + `\u001b[0m`,
		"colour, here":  `\u{001B}[31m` + token + `\u{001B}[0m`,
		"title":         "\x1b]0;prod\x07" + token,
		"hidden, JSON":  token[:9] + `\u200b` + token[9:],
		"hidden, YAML":  token[:9] + `\U0000200B` + token[9:],
		"hidden, ES6":   token[:9] + `\u{200B}` + token[9:],
		"hidden, HTML":  token[:9] + "&#8203;" + token[9:],
		"shy, HTML":     token[:9] + "&shy;" + token[9:],
		"zero bytes":    strings.Join(strings.Split(token, ""), "\x00"),
		"a wrap":        token[:20] + "\n" + token[20:],
		"a quoted wrap": token[:20] + "\n> " + token[20:],
		"three lines":   token[:10] + "\n" + token[10:30] + "\n" + token[30:],
		"base64":        base64.StdEncoding.EncodeToString([]byte(token)),
		"base64url":     base64.RawURLEncoding.EncodeToString([]byte("x?>" + token)),
		"twice":         base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(token)))),
		"both":          base64.StdEncoding.EncodeToString([]byte("x=" + strings.ReplaceAll(token, "_", "%5F") + "&y=1")),
		"one percent":   strings.ReplaceAll(token, "_", "%5F"),
		"hex":           hex.EncodeToString([]byte(token)),
		"percent":       percentEncode(token),
	} {
		text := "see " + dressed + " there"
		m := single(t, text)
		if m.Rule != "github-token" || m.Length < 40 {
			t.Errorf("%s: %s, %d characters", name, m.Rule, m.Length)
		}
		got := strings.Trim(at(text, m), "`*")
		if strings.Contains(dressed, "[31m") && strings.Contains(got, token[9:]) || strings.Contains(got, token) {
			continue // what surrounds it may belong to it or not
		}
		if want := strings.Trim(dressed, "`*"); got != want {
			t.Errorf("%s: at %q, want %q", name, got, want)
		}
	}
}

func percentEncode(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}

func keyBlock(label string) []string {
	dashes := strings.Repeat("-", 5)
	lines := []string{dashes + "BEGIN " + label + dashes}
	for i := range uint64(4) {
		lines = append(lines, draw(i, alnumSet+"+/", 64))
	}
	return append(lines, draw(9, alnumSet, 22)+"==", dashes+"END "+label+dashes)
}

func TestPrivateKeys(t *testing.T) {
	for _, label := range []string{"RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"} {
		block := keyBlock(label)
		for form, text := range map[string]string{
			"plain":     strings.Join(block, "\n"),
			"crlf":      strings.Join(block, "\r\n"),
			"indented":  strings.Join(block, "\n    "),
			"quoted":    strings.Join(block, "\n> "),
			"escaped":   strings.Join(block, `\n`),
			"cut off":   strings.Join(block[:len(block)-1], "\n"),
			"headers":   strings.Join(append([]string{block[0], "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,00", ""}, block[1:]...), "\n"),
			"base64":    base64.StdEncoding.EncodeToString([]byte(strings.Join(block, "\n"))),
			"one line":  strings.Join(block, " "),
			"numbered":  numbered(block, ": "),
			"with bars": numbered(block, "| "),
			"listed":    numbered(block, ") "),
		} {
			m := single(t, text+"\n\nthat was it")
			if m.Rule != "private-key" || at(text, m) != text {
				t.Errorf("%s, %s: %s at %q", label, form, m.Rule, at(text, m))
			}
		}
	}
	putty := "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPublic-Lines: 1\n" + draw(1, alnumSet, 64) + "\nPrivate-Lines: 1\n" + draw(2, alnumSet, 48) + "\nPrivate-MAC: " + draw(3, hexSet, 64)
	if m := single(t, putty); m.Rule != "private-key" || at(putty, m) != putty {
		t.Errorf("%s at %q", m.Rule, at(putty, m))
	}
}

// numbered puts the number of each line but the first in front of it.
func numbered(lines []string, sign string) string {
	text := lines[0]
	for i, l := range lines[1:] {
		text += fmt.Sprintf("\n%3d%s%s", i+2, sign, l)
	}
	return text
}

// The body of a key is known by its first bytes, too; the block wins.
func TestPrivateKeyHead(t *testing.T) {
	block := keyBlock("RSA PRIVATE KEY")
	block[1] = join("MIIE", "pAIBAAKCAQEA") + block[1][:48]
	text := strings.Join(block, "\n")
	if m := single(t, text); at(text, m) != text {
		t.Errorf("at %q", at(text, m))
	}
	if m := single(t, "the rest: "+block[1]); m.Rule != "private-key" {
		t.Errorf("%s", m.Rule)
	}
}

func TestPersonalNumbers(t *testing.T) {
	for _, tt := range []struct{ rule, text, value string }{
		{"payment-card", "paid with card SECRET.", join("4539 1488", " 0343 6467")},
		{"payment-card", "| 8812 | SECRET |", join("4539-1488", "-0343-6467")},
		{"payment-card", "客户的银行卡号：SECRET。", join("45391488", "03436467")},
		{"us-ssn", "The SSN is SECRET, needed", join("512-48", "-7731")},
		{"us-ssn", "lists SECRET and her address", join("512-48", "-7731")},
		{"us-ssn", "SSN: SECRET", join("51248", "7731")},
		{"cn-identity", "身份证SECRET已核验", join("11010519", "491231002X")},
		{"iban", "paid to IBAN SECRET every month", join("GB33 BUKB", " 2020 1555 5555 55")},
		{"iban", "account: SECRET", join("GB33BUKB", "20201555555555")},
	} {
		text := strings.ReplaceAll(tt.text, "SECRET", tt.value)
		if m := single(t, text); m.Rule != tt.rule || at(text, m) != tt.value {
			t.Errorf("%q: %s at %q", tt.text, m.Rule, at(text, m))
		}
	}
}
