package secretscan

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A sample has two texts that differ in their value alone: the one is a secret of its rule, the
// other looks like it and is none. SECRET stands for either.
type sample struct{ text, value, miss string }

// samples are of the rules that are no format of a provider; those are in TestFormats.
func samples() map[string]sample {
	basic := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	machine, pw := draw(41, alnumSet, 32), password()
	dashes := strings.Repeat("-", 5)
	return map[string]sample{
		"basic-auth":        {"Authorization: Basic SECRET", basic("svc:" + pw), "<base64 of user and password>"},
		"bearer-token":      {"Authorization: Bearer SECRET", machine, "${SERVICE_TOKEN}"},
		"cn-identity":       {"身份证SECRET已核验", join("11010519", "491231002X"), join("11010519", "4912310021")},
		"command-password":  {"sshpass -p 'SECRET' ssh ops@db.example.com", pw, "$SSH_PASSWORD"},
		"command-secret":    {"deploy --api-key SECRET", machine, "$DEPLOY_KEY"},
		"connection-string": {"dsn: SECRET", join("postgres://app:", pw, "@db.example.com/app"), "postgres://app:" + "password@localhost/app"},
		"iban":              {"paid to IBAN SECRET every month", join("GB33 BUKB", " 2020 1555 5555 55"), join("GB34 BUKB", " 2020 1555 5555 55")},
		"kubernetes-secret": {"kind: Secret\nmetadata:\n  name: a\ndata:\n  blob: SECRET\n", basic(draw(42, alnumSet, 24)), "<base64>"},
		"named-secret":      {"API token: SECRET", machine, strings.Repeat("x", 32)},
		"otp-secret":        {"2FA seed: SECRET", join("jbsw y3dp", " ehpk 3pxp", " q2xm 7w4t"), "twelve base32 groups of four"},
		"password":          {"密码是SECRET，别外传", pw, "八位以上的"},
		"payment-card":      {"paid with card SECRET.", join("4539 1488", " 0343 6467"), join("4539 1488", " 0343 6468")},
		"phone":             {"call SECRET", join("+44 20", " 7946 1234"), "2026-01-02 10:30"},
		"private-key":       {dashes + "BEGIN PRIVATE KEY" + dashes + "\nSECRET\n" + dashes + "END PRIVATE KEY" + dashes, draw(44, alnumSet+"+/", 64) + "\n" + draw(45, alnumSet+"+/", 64), "..."},
		"recovery-code":     {"GitHub recovery codes:\n\n- SECRET\n", join("1f3c9", "-a8b07"), "see the vault"},
		"registry-auth":     {`{"auths": {"r.example.com": {"auth": "SECRET"}}}`, basic("ci:" + pw), "${REGISTRY_AUTH}"},
		"seed-phrase":       {"the seed phrase is SECRET", join("witch collapse practice feed shame open ", "despair creek road again ice least"), strings.TrimSpace(strings.Repeat("test ", 11) + "junk")},
		"session-cookie":    {"curl -b 'session=SECRET' https://admin.example.com", draw(46, alnumSet, 48), "<session>"},
		"signed-url":        {"https://x.blob.core.windows.net/b?sv=2023-11-03&sp=r&sig=SECRET", draw(47, alnumSet, 43) + "%3D", "<signature>"},
		"url-password":      {"https://ann:SECRET@git.example.com/team/app.git", pw, "<token>"},
		"us-ssn":            {"SSN: SECRET", join("512-48", "-7731"), join("900-48", "-7731")},
	}
}

// TestEveryRule holds that each rule finds what it is for under its own name, and nothing in what
// looks like it; a rule that has no sample here fails.
func TestEveryRule(t *testing.T) {
	all := samples()
	for rule, s := range all {
		found := ScanPhones([]byte(strings.Replace(s.text, "SECRET", s.value, 1)))
		if len(found) != 1 || found[0].Rule != rule {
			t.Errorf("%s: found is %v", rule, found)
		}
		for _, m := range ScanPhones([]byte(strings.Replace(s.text, "SECRET", s.miss, 1))) {
			t.Errorf("%s: %q is a %s", rule, s.miss, m.Rule)
		}
	}
	named := rulesInSource(t)
	for rule := range named {
		if _, there := all[rule]; !there {
			t.Errorf("the rule %s has no sample", rule)
		}
	}
	if len(named) != len(all) {
		t.Errorf("%d rules are in the source, and %d have samples", len(named), len(all))
	}
}

// A day behind a word for a phone is none, however it is written.
func TestDaysAreNoPhones(t *testing.T) {
	for _, day := range []string{"2026-01-02", "2026-01-02 10:30", "2026.01.02 10.30", "20260102", "02.01.2026", "02-01-2026"} {
		if found := ScanPhones([]byte("call " + day + " about the release")); len(found) > 0 {
			t.Errorf("%s: %v", day, found)
		}
	}
	for _, number := range []string{join("020-79", "46-1234"), join("+20 26", " 01 02 10 30"), join("30 17", " 4926 85")} {
		if found := ScanPhones([]byte("call " + number)); len(found) != 1 || found[0].Rule != "phone" {
			t.Errorf("%q: %v", number, found)
		}
	}
}

// rulesInSource are the names of rules in the package's files, without those of formats.
func rulesInSource(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	named, rules := regexp.MustCompile(`kind\{rule: "([a-z-]+)"`), map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			rules[m[1]] = true
		}
	}
	return rules
}
