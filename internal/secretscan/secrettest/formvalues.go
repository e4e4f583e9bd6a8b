package secrettest

import (
	"strconv"
	"strings"
)

// words of which people make passwords.
var (
	things  = strings.Fields("kayak orchid velvet saddle walnut pebble cactus falcon badger otter comet glacier bamboo saffron pepper violin trumpet anchor lobster mango papaya raven willow juniper cobalt amber ivory marble canyon lagoon tundra bison heron magpie turnip radish cinnamon nutmeg biscuit waffle noodle pretzel")
	places  = strings.Fields("danube thames loire volga mekong ganges oslo porto lisbon kyoto nagoya havana quito malmo bergen tromso dublin galway siena verona cadiz seville riga tallinn")
	people  = strings.Fields("mei lena bruno carla diego elsa fiona hugo ines jonas katya luca marta nadia oskar paula quentin rosa sven tanya viktor wanda yusuf zoe")
	pinyins = strings.Fields("zhang wei li ming wang fang chen hao liu yang zhao jing huang lei zhou tao wu gang xu bin sun mei ma chao zhu lin guo qiang he hua luo song tian long hu feng xue shan hai yun")
)

// A shape is a way to choose a password.
type shape struct {
	class string
	make  func(drawing) string
}

func (d drawing) number(digits int) string { return d.pick('o', 1) + d.pick('d', digits-1) }

var shapes = []shape{
	{"words-number", func(d drawing) string {
		sep := one(d, []string{".", "-", "_"})
		return strings.Join([]string{one(d, people), one(d, places), d.number(d.between(2, 4))}, sep)
	}},
	{"words-number", func(d drawing) string {
		sep := one(d, []string{".", "-"})
		return strings.Join([]string{one(d, things), title(one(d, places)), d.number(2), one(d, things)}, sep)
	}},
	{"lower-number-lower", func(d drawing) string { return one(d, things) + d.number(2) + one(d, places) }},
	{"lower-number", func(d drawing) string { return one(d, things) + one(d, things) + d.number(d.between(2, 4)) }},
	{"pinyin-number", func(d drawing) string { return one(d, pinyins) + one(d, pinyins) + one(d, pinyins) + d.number(4) }},
	{"pinyin-sign", func(d drawing) string {
		return title(one(d, pinyins)) + one(d, pinyins) + one(d, []string{"@", "#", "!", "_", "."}) + d.number(4)
	}},
	{"leet", func(d drawing) string {
		w := strings.NewReplacer("a", "4", "e", "3", "o", "0", "i", "1").Replace(one(d, things)) + title(one(d, people))
		return w + one(d, []string{"-", "!", "_", "$", ""}) + d.number(d.between(2, 4))
	}},
	{"year-sign", func(d drawing) string {
		return title(one(d, places)) + strconv.Itoa(d.between(1970, 2026)) + one(d, []string{"!", "?", "#", "*", "$", "!!"})
	}},
	{"mixed-signs", func(d drawing) string {
		return d.pick('A', 2) + one(d, []string{"!", "%", "&", "@", "^"}) + d.pick('A', 3) + one(d, []string{"#", "$", "+", "~", "="}) + d.pick('A', 3) + d.number(1)
	}},
	{"random", func(d drawing) string { return d.pick('u', 1) + d.pick('A', d.between(8, 14)) + d.number(1) }},
	{"upper-number", func(d drawing) string {
		return d.pick('u', 2) + d.number(1) + d.pick('N', 5) + d.number(1) + d.pick('u', 1)
	}},
	{"digits", func(d drawing) string { return "7" + d.pick('d', d.between(6, 7)) + "4" }},
	{"walk", func(d drawing) string {
		return one(d, []string{"qwe", "asd", "zxc", "wsx"}) + one(d, []string{"!", "@", "#"}) + d.number(2) + one(d, []string{"RTY", "FGH", "VBN"})
	}},
	{"words-sign", func(d drawing) string {
		return title(one(d, things)) + one(d, []string{"_", "&", "+", "@"}) + one(d, people) + one(d, []string{"$", "!", "%", ""}) + d.number(2)
	}},
	{"phrase", func(d drawing) string {
		return strings.Join([]string{one(d, things), one(d, places), one(d, things), one(d, things)}, "-") + "-" + d.number(2)
	}},
	{"phrase-blanks", func(d drawing) string {
		return strings.Join([]string{one(d, things), one(d, places), one(d, things), one(d, people), one(d, things)}, " ")
	}},
}

// standIns stand where a password could, and are none.
var standIns = map[string][]string{"en": enStandIns, "zh": append([]string{
	"见保险库", "请联系管理员", "已重置", "（略）", "不能为空", "至少 12 位", "环境变量 DB_PASSWORD", "<你的密码>", "你的密码", "自行设置", "Vault 里的值", "随机生成", "同上", "工号", "手机号后六位", "1Password 条目 ops-db", "bcrypt 加密", "8-16 位字母和数字", "每 90 天轮换", "SSO 登录",
}, enStandIns...)}

var enStandIns = append([]string{
	"vault:secret/db#password", "op://Platform/db/password", "required", "optional", "rotated", "see-vault", "n/a", "TBD", "null", "none", "hidden", "bcrypt", "argon2id", "SHA-256", "base64", "utf8mb4", "OAuth2", "v2.14.«d1»", "2024-11-0«o1»",
	"config/auth.yaml", "auth-service-v2", "login_form_v3", "user-service-2", "prod-db-0«o1»", "db2.internal.example.org", "10.0.0.1«d1»", "PROJ-12«d2»", "src/auth/LoginForm.tsx", "AuthServiceV2", "resetPassword2", "kv/shop/db-2024", "secrets/db.env",
	"(hidden)", "user-management-2", "release-2024.11", "terraform-aws-rds-6", "runbook-42.md", "sprint-31", "node-18-alpine", "max-length-64", "page-2-step-3", "ticket-4521", "env.production.local", "tls1.3", "http2",
}, placeholders...)

// placeholders stand for a password in commands, code and files as well, where any word could
// be one.
var placeholders = []string{
	"${DB_PASSWORD}", "$DB_PASS", "<your-password>", "<password>", "YOUR_PASSWORD", "DB_PASSWORD", "changeme", "********", "xxxxxxxx", "…", "{{ db_password }}", "process.env.DB_PASSWORD", "os.environ[DB_PASS]",
	"$(pass show db)", "$1", "%PASSWORD%", "your_password", "secret", "password", "<redacted>", "[REDACTED]", "example-password", "my-password", "vault:secret/db#password", "op://Platform/db/password", "null",
}
