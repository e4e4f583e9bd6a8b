package secretscan

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// canary is a secret and every text in which it may not come up.
type canary struct{ text, value string }

// canaries holds one text of every sort of secret.
func canaries() []canary {
	token, machine := githubToken(11), draw(12, alnumSet, 32)
	basic := base64.StdEncoding.EncodeToString([]byte("svc:" + password()))
	card, block := join("4539 1488", " 0343 6467"), strings.Join(keyBlock("PRIVATE KEY"), "\n")
	return []canary{
		{"token " + token, token},
		{"token " + token[:9] + "**" + token[9:] + "**", token},
		{"token " + base64.StdEncoding.EncodeToString([]byte(token)), token},
		{"password: " + password(), password()},
		{"密码是" + password() + "。", password()},
		{"run it --password=" + password(), password()},
		{"api key: " + machine, machine},
		{"card " + card, card},
		{join("postgres://app:", password(), "@db.corp.test/app"), password()},
		{"Authorization: Basic " + basic, basic},
		{block, strings.Split(block, "\n")[2]},
		{join("pass", "word: `say\"Hello<7>`"), `say"Hello<7>`},
	}
}

// leaks reports a canary, or the better part of one, in out.
func leaks(out, value string) bool {
	if strings.Contains(out, value) {
		return true
	}
	half := len(value) / 2
	return half >= 8 && (strings.Contains(out, value[:half]) || strings.Contains(out, value[half:]))
}

func TestMatchShowsNothing(t *testing.T) {
	for _, c := range canaries() {
		found := Scan([]byte(c.text))
		if len(found) == 0 {
			t.Fatalf("nothing found in a text of %d bytes: %.12q", len(c.text), c.text)
		}
		type inner struct{ m Match }
		for _, m := range found {
			var r Redactor
			r.Add(m)
			for _, v := range []any{m, &m, found, inner{m}, &inner{m}, map[string]Match{"a": m}, []any{m}, r, &r, struct{ r Redactor }{r}, fmt.Errorf("x: %v", m)} {
				for _, out := range printed(v) {
					if leaks(out, c.value) {
						t.Errorf("%T printed as %.200q shows the value", v, out)
					}
				}
			}
			for _, out := range []string{m.String(), m.GoString(), m.Advice(Loose), m.Title, m.Rule, m.Fingerprint("a.md"), m.Fingerprint("")} {
				if leaks(out, c.value) {
					t.Errorf("%q shows the value", out)
				}
			}
		}
	}
}

// printed gives v in every way in which a program prints.
func printed(v any) []string {
	var out []string
	for _, verb := range strings.Fields("%v %+v %#v %s %q %x %X %d %T %t %p %80v %.200v %-9s % x %#x %o %e %c %U") {
		out = append(out, fmt.Sprintf(verb, v))
	}
	out = append(out, fmt.Sprint(v), fmt.Sprintln(v))
	if b, err := json.Marshal(v); err == nil {
		out = append(out, string(b))
	}
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("x", "v", v)
	slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "v", v)
	_ = gob.NewEncoder(&b).Encode(v)
	func() {
		defer func() { fmt.Fprint(&b, recover()) }()
		panic(v)
	}()
	return append(out, b.String())
}

func TestRedact(t *testing.T) {
	for _, c := range canaries() {
		var told, untold Redactor
		for _, m := range Scan([]byte(c.text)) {
			told.Add(m)
		}
		quoted, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{c.text, c.value, "x" + c.value + "x", "a " + c.value + ", b", string(quoted), fmt.Sprintf("%q", c.value)} {
			if out := told.Redact(s); leaks(out, c.value) {
				t.Errorf("%q is left of a value that was known", out)
			}
		}
		if out := untold.Redact(c.text); leaks(out, c.value) {
			t.Errorf("%q is left of a text that was not known", out)
		}
	}
}

// The reading that loses a merge is known as well as the one that stays.
func TestRedactLosers(t *testing.T) {
	text := join("postgres://app:", password(), "@db.corp.test/app?k=", githubToken(5))
	m := single(t, text)
	if m.Rule != "github-token" {
		t.Fatalf("%s", m.Rule)
	}
	var r Redactor
	r.Add(m)
	if out := r.Redact("it is " + password() + " there"); leaks(out, password()) {
		t.Errorf("%q", out)
	}
}

// What stands next to a secret can become one when the secret is gone.
func TestRedactAgain(t *testing.T) {
	var r Redactor
	if got, want := r.Redact(join("512-48", "-7731-")+githubToken(6)), "[redacted]-[redacted]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRedactKeepsTheRest(t *testing.T) {
	var r Redactor
	if got := r.Redact("nothing to see, password: see the vault"); got != "nothing to see, password: see the vault" {
		t.Errorf("got %q", got)
	}
	got := r.Redact("before " + githubToken(1) + ", after")
	if want := "before [redacted], after"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// A text put together from secrets, their pieces and other words has no secret
// left once it is redacted, and redacting it again changes nothing.
func TestRedactLaw(t *testing.T) {
	all := canaries()
	words := []string{" ", "\n", "|", "`", "**", "=", ": ", "password", "密码", "是", "https://", "@", "https://a:", "[redacted]", "-", "x", "4", "token "}
	for _, c := range all {
		words = append(words, c.text, c.value, c.value[:len(c.value)/2], c.value[len(c.value)/2:])
	}
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 1, 12).Draw(t, "words"), "")
		var r Redactor
		for _, c := range all[:rapid.IntRange(0, len(all)).Draw(t, "known")] {
			for _, m := range Scan([]byte(c.text)) {
				r.Add(m)
			}
		}
		once := r.Redact(s)
		if twice := r.Redact(once); twice != once {
			t.Fatalf("%q becomes %q", once, twice)
		}
		if found := Scan([]byte(once)); len(found) > 0 {
			t.Fatalf("%v is left in %q", found, once)
		}
	})
}

func TestFingerprint(t *testing.T) {
	one := func(text, path string) string { return single(t, text).Fingerprint(path) }
	token, other := githubToken(1), githubToken(2)
	same := func(a, b string, want bool, why string) {
		t.Helper()
		if (a == b) != want || len(a) != 16 {
			t.Errorf("%s: %s and %s", why, a, b)
		}
	}
	same(one("x "+token, "a.md"), one("\n\nmoved: "+token+".", "a.md"), true, "a token that moves")
	same(one(token, "a.md"), one(base64.StdEncoding.EncodeToString([]byte(token)), "a.md"), true, "a token that is encoded")
	same(one(token, "a.md"), one(other, "a.md"), false, "another token")

	// A password is known by its line, not by its value.
	same(one("password: "+password(), "a.md"), one("x\n\npassword: "+join("Harbour", "2019!"), "a.md"), true, "a password by its line")
	same(one("password: "+password(), "a.md"), one("password: "+password(), "b.md"), false, "a password in another file")
	same(one("password: "+password(), "a.md"), one("the password: "+password(), "a.md"), false, "a password in another line")

	both := Scan([]byte("password: " + password() + " and password: " + join("Harbour", "2019!")))
	if len(both) != 2 || both[0].Fingerprint("a") == both[1].Fingerprint("a") {
		t.Errorf("two passwords on a line have one fingerprint: %v", both)
	}
	if (Match{}).Fingerprint("a") == "" {
		t.Error("the zero match has no fingerprint")
	}
}
