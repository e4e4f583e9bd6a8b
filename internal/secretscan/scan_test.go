package secretscan

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestScanOrder(t *testing.T) {
	text := []byte("password: " + password() + "\n" + githubToken(1) + " and " + githubToken(2))
	found := Scan(text)
	if len(found) != 3 {
		t.Fatalf("%v", found)
	}
	for i := 1; i < len(found); i++ {
		if found[i].Span.Start < found[i-1].Span.End {
			t.Errorf("%v and %v are not in order", found[i-1].Span, found[i].Span)
		}
	}
}

// The more specific reading of one place stays.
func TestScanMerges(t *testing.T) {
	token := githubToken(3)
	for _, text := range []string{
		"GITHUB_TOKEN=" + token,
		"--token " + token,
		"Authorization: Bearer " + token,
		"https://x-access-token:" + token + "@github.com/a/b.git",
		"password: `" + token + "`",
		"curl -u ann:" + token,
	} {
		if m := single(t, text); m.Rule != "github-token" || at(text, m) != token {
			t.Errorf("%q: %s", text, m.Rule)
		}
	}
}

// What a text holds does not depend on what stands before or behind it.
func TestScanInContext(t *testing.T) {
	for _, c := range canaries() {
		want := len(Scan([]byte(c.text)))
		for _, around := range []string{"\n\n", "\r\n\r\n", "\n\nwords of a note\n\n", "\xef\xbb\xbf\n"} {
			if got := len(Scan([]byte(around + c.text + around))); got != want {
				t.Errorf("%d matches between %q, want %d", got, around, want)
			}
		}
	}
}

func TestScanOddTexts(t *testing.T) {
	token := []byte(githubToken(4))
	for name, text := range map[string][]byte{
		"invalid UTF-8": append([]byte("\xff\xfe\x80 "), token...),
		"NUL bytes":     append([]byte("\x00\x00"), token...),
		"lone CR":       append([]byte("a\rb\r"), token...),
		"a BOM":         append([]byte("\xef\xbb\xbf"), token...),
		"right to left": append([]byte("\u05d0\u05d1 "), token...),
	} {
		if found := Scan(text); len(found) != 1 || !bytes.Equal(text[found[0].Span.Start:found[0].Span.End], token) {
			t.Errorf("%s: %v", name, found)
		}
	}
	if found := Scan(nil); len(found) != 0 {
		t.Errorf("an empty text: %v", found)
	}
}

// A cell of a table of HTML is read up to a bound, and a noun may lie across it.
func TestNounAcrossTheEndOfACell(t *testing.T) {
	for n := range longestTag * 2 {
		if found := Scan([]byte("<th>" + strings.Repeat(" ", n) + "password</th>")); len(found) != 0 {
			t.Errorf("%d blanks before: %v", n, found)
		}
	}
}

// hostile are shapes that have made scanners walk a text once for each of its
// bytes.
var hostile = []string{
	"-eyJ", "eyJ.", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo", hex.EncodeToString([]byte("ABCDEFGH")), "%41", "password=a;", "password ", "password:\n\n",
	"password for the x ", "-----BEGIN RSA PRIVATE KEY-----", "private key-----", "putty-user-key-file-1 private-lines: 1\n", "://", "a://b:c@",
	"x:y@tcp(", "4444 ", "DE44 ", "token \"", "token (", "| token ", "| token | a |\n| --- | --- |\n", `\u0041`, "&#95;", "<b", "a**", "`", "*",
	"abcdefgh1\n", "a\u200b", "sk-", "https://", "mysql -p", "auth:", "cookie session=", "login:", "login: a / ", "recovery code\n", "bearer ", "密码是", "密码", "AccountKey=", "password=          ", ";a=b",
	"login('a', ", "fill('password', ", "echo a1b2c3d4 | ", "admin:", "admin with ", "用a1登录", "password a1, ", "password,a\n", "密码 a1 是 b2 ", "a1b2c3 的密码 ", "> auth ", "net use ", "<<<sudo -s ", "sqlplus a/", "[密码] ", "unlock with ",
	"<th>password", "user  password\n", "totp key aaaa ", "backup codes: " + "a1b2" + "c3d4 ", "what's the password?\na: x9\n", "the password\nis ", "wifi:;P:ab", "u: a p: ", "value is a1 ", "（ab/", "1: ", "safe combination " + "is 1-2-3 ",
	"ss://QUJDREVG", "jdbc:oracle:thin:a/b", "db:5432:b:c:", "insert into t (password) values ('", "the secret of x: ", "token of x → a1 ", "changed the password of root to a1 ", "密码多少\n", "<pass a=", "cookie sid=", "(ab:", "коды a: ", "login as ops with ",
}

func FuzzScan(f *testing.F) {
	for _, shape := range hostile {
		f.Add([]byte(strings.Repeat(shape, 2048/len(shape))))
	}
	for _, c := range canaries() {
		f.Add([]byte(c.text))
	}
	for line := range strings.Lines(quiet) {
		f.Add([]byte(line))
	}
	for _, cut := range []string{"identified by ", "sshpass -p", "curl -u a:", "password: ", "password is", "密码", "https://a:", "Bearer ", "auth: ", "recovery code\n", "putty-user-key-file-private-lines:"} {
		f.Add([]byte(cut))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		end := 0
		found := Scan(text)
		again := Scan(text)
		var told Redactor
		for i, m := range found {
			if again[i].Span != m.Span || again[i].Rule != m.Rule {
				t.Fatalf("%s at %v, the second time %s at %v", m.Rule, m.Span, again[i].Rule, again[i].Span)
			}
			told.Add(m)
		}
		if out := told.Redact(string(text)); len(text) < 4096 {
			for _, m := range found {
				if v := m.held().value; len(v) >= 12 && !strings.Contains(redacted, v) && (strings.Contains(out, v) || strings.Contains(m.String()+m.Advice(Loose), v)) {
					t.Fatalf("%s is shown", m.Rule)
				}
			}
		}
		for _, m := range found {
			if m.Span.Start < end || m.Span.End <= m.Span.Start || m.Span.End > len(text) || m.Length == 0 {
				t.Fatalf("%s at %v in %d bytes", m.Rule, m.Span, len(text))
			}
			end = m.Span.End
			if !utf8.ValidString(m.Title) || len(m.Fingerprint("a.md")) != 16 {
				t.Fatalf("%s has no title or fingerprint", m.Rule)
			}
		}
		if !bytes.Equal(text, before) {
			t.Fatal("the text was changed")
		}
		var r Redactor
		once := r.Redact(string(text))
		if len(text) < 4096 && r.Redact(once) != once {
			t.Fatalf("redacting %q again changes it", once)
		}
	})
}

// Of nouns in a row the last one leads to its value and the first one follows it; columns of a table are no row.
func TestNounsInARow(t *testing.T) {
	value := join("Mur7mel!", "88x")
	for _, text := range []string{
		"the secret token password: SECRET\n",
		"密码密码密码是SECRET\n",
		"login,password,secret\nann,SECRET,none\n",
		"token,password,secret\nnone,SECRET,none\n",
		"token:password:secret is x:SECRET:y\npassword SECRET\n",
		"SECRET is the password password password of ops\n",
	} {
		text = strings.ReplaceAll(text, "SECRET", value)
		findsOnly(t, text, value)
	}
}
