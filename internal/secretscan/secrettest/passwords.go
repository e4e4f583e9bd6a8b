package secrettest

import (
	"strconv"
	"strings"
)

var names = strings.Fields("winter summer falcon dragon coffee harbour maple tiger sunset planet rocket silver orange thunder forest breeze lantern meadow pepper castle")

// passwords are the ways in which people and programs choose them.
var passwords = []struct {
	class string
	make  func(drawing) string
}{
	{"password-random", func(d drawing) string {
		return d.pick('A', 1) + d.pick('s', one(d, []int{10, 12, 14, 18})) + d.pick('A', 1)
	}},
	{"password-alnum", alnumPassword},
	{"password-human", func(d drawing) string {
		return title(one(d, names)) + strconv.Itoa(d.between(1970, 2025)) + string("!@#$"[d.IntN(4)])
	}},
	{"password-leet", func(d drawing) string {
		w := one(d, names) + title(one(d, names))
		return strings.NewReplacer("a", "4", "e", "3", "o", "0", "i", "1").Replace(w) + string("!#&"[d.IntN(3)]) + strconv.Itoa(d.between(10, 98))
	}},
	{"password-pwgen", spokenPassword},
	{"password-phrase", func(d drawing) string {
		return strings.Join([]string{one(d, names), one(d, names), one(d, names), one(d, names), d.pick('d', 2)}, "-")
	}},
}

func title(w string) string { return strings.ToUpper(w[:1]) + w[1:] }

func alnumPassword(d drawing) string { return d.pick('A', one(d, []int{10, 12, 16})) }

// spokenPassword is one that can be pronounced, with a capital and a digit.
func spokenPassword(d drawing) string {
	var b []byte
	for range one(d, []int{5, 6, 8}) {
		b = append(b, "bcdfghjklmnprstvz"[d.IntN(17)], "aeiou"[d.IntN(5)])
	}
	b[d.IntN(len(b))] -= 'a' - 'A'
	at := d.between(1, len(b)-1)
	return string(b[:at]) + d.pick('d', 1) + string(b[at:])
}

// passwordContexts are the words around a password; bare ones end at what a shell, YAML or
// a table would not take as part of a word.
var passwordContexts = []struct {
	name, lang, text string
	bare             bool
}{
	{"pw-prose-is", "en", "For now the admin password of staging is %v on all hosts", false},
	{"pw-prose-dot", "en", "Log in as deploy; the password is %v.", false},
	{"pw-prose-colon", "en", "Password for the old test machine: %v", false},
	{"pw-user-slash", "en", "The router takes admin / %v (default password)", false},
	{"pw-pair", "en", "- user: deploy\n- password: %v", false},
	{"pw-backtick", "en", "The passphrase of the VPN is `%v`; ask Lee first.", false},
	{"pw-bold", "en", "Password: **%v**", false},
	{"pw-single-quote", "en", "```python\npassword = '%v'\n```", false},
	{"pw-double-quote", "en", "```json\n{\"login\": \"admin\", \"password\": \"%v\"}\n```", false},
	{"pw-env", "en", "```env\nDB_HOST=db.internal.example.org\nDB_PASSWORD=%v\nDB_NAME=shop\n```", true},
	{"pw-yaml", "en", "```yaml\nstore:\n  passwd: %v\n```", true},
	{"pw-table", "en", "| machine | user | password |\n| --- | --- | --- |\n| db-1 | root | %v |", true},
	{"pw-zh-is", "zh", "预发库的密码是 %v，用完请改掉。", false},
	{"pw-zh-colon", "zh", "账号：admin\n密码：%v", false},
	{"pw-zh-tight", "zh", "堡垒机口令为%v。", false},
	{"pw-zh-inline", "zh", "用账号 admin、密码 %v 进入报表后台", false},
	{"pw-zh-backtick", "zh", "数据库密码：`%v`", false},
	{"pw-mysql", "en", "```bash\nmysql -h db.internal.example.org -u root -p%v shop\n```", true},
	{"pw-pgpass", "en", "```bash\nPGPASSWORD=%v psql -h db.internal.example.org -U shop\n```", true},
	{"pw-sshpass", "en", "To get in, `sshpass -p '%v' ssh ops@10.0.0.8`.", false},
	{"pw-curl-u", "en", "```bash\ncurl -u admin:%v https://ci.internal.example.org/api\n```", true},
	{"pw-flag", "en", "```bash\ndocker login images.example.org -u ci --password %v\n```", true},
	{"pw-sql", "en", "```sql\nCREATE USER report IDENTIFIED BY '%v';\n```", false},
	{"pw-fm", "en", "db_password: %v", true},
	{"pw-netrc", "en", "```\nmachine git.internal.example.org\nlogin ci\npassword %v\n```", true},
}

// notBare are the characters that end a bare word somewhere.
const notBare = "#|&$*!?%'\"`^ @:"

func (w *writer) passwords() {
	for k, c := range passwordContexts {
		for m := range 4 {
			p := passwords[(k+m)%len(passwords)]
			v := p.make(w.drawing)
			for c.bare && strings.ContainsAny(v, notBare) || c.name == "pw-bold" && strings.Contains(v, "*") || strings.Contains(v, "'") {
				v = strings.NewReplacer("!", "-", "@", "_", "#", "+", "$", ".", "&", "=").Replace(p.make(w.drawing))
			}
			set := setting{c.lang, inBody, strings.Split(strings.Replace(c.text, "%v", marked(v), 1), "\n")}
			if c.name == "pw-fm" {
				set.place = inFrontmatter
			}
			w.loud(p.class, c.name, set)
		}
	}
}
