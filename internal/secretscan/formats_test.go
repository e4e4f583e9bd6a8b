package secretscan

import (
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// shaped are formats whose runs have an inner form; their samples are made by
// hand below.
var shaped = map[string]bool{"jwt": true, "otp-uri": true}

// Every pattern of every format is found wherever a sentence, a table or
// Chinese text puts it, at its exact place, and no near miss is.
func TestFormats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range formats {
		f := &formats[i]
		if shaped[f.rule] {
			continue
		}
		for _, s := range strings.Fields(f.patterns) {
			p := parsePattern(s)
			token := spell(p, rng)
			for n := 0; !newCandidate(f, s).accepts([]byte(token)); n++ {
				if n > 1000 {
					t.Fatalf("%s %q: no sample is accepted", f.rule, s)
				}
				token = spell(p, rng)
			}
			for _, context := range []string{"TOKEN", "see TOKEN.", "see TOKEN, it", "令牌是TOKEN，请勿外传", "（TOKEN）", "**TOKEN**", "_TOKEN_", "|TOKEN|", `"TOKEN"`, "<TOKEN>", "x=TOKEN&y=1", `a\nTOKEN\n`, "project_TOKEN.md"} {
				if strings.HasPrefix(token, "https:") && strings.Contains(context, "_") || f.rule == "typeform-token" && strings.HasSuffix(context, ".md") {
					continue // no part of a name, a name with dots
				}
				text := strings.Replace(context, "TOKEN", token, 1)
				found := Scan([]byte(text))
				if len(found) != 1 || found[0].Rule != f.rule || !covers(at(text, found[0]), token) {
					t.Errorf("%s %q in %q: %v", f.rule, s, context, found)
				}
			}
			nearMisses(t, f, p, token)
		}
	}
}

// covers reports whether the match is the token, save for what the text around it
// adds to an open end: "_", ".md".
func covers(match, token string) bool {
	return strings.HasPrefix(match, token) && len(match)-len(token) <= len(".md")
}

func nearMisses(t *testing.T, f *format, p pattern, token string) {
	literal := p.parts[0].literal
	last := p.parts[len(p.parts)-1]
	misses := map[string]string{}
	if literal != "" && !strings.Contains(token, " ") && !strings.HasPrefix(token, "https://hooks.slack.com") {
		misses["another prefix"] = "q" + token[1:]
		misses["glued to a word"] = "ta" + token
	}
	if last.literal == "" && last.min > 12 {
		misses["cut short"] = token[:len(token)-last.min+1]
		misses["a filler"] = token[:len(token)-last.min] + strings.Repeat("x", last.min)
	}
	if last.literal == "" && last.max < unlimited && last.min > 12 {
		misses["too long"] = token + strings.Repeat("a1", last.max)
	}
	for name, text := range misses {
		for _, m := range Scan([]byte(text)) {
			if m.Rule == f.rule {
				t.Errorf("%s: %s is found as well", f.rule, name)
			}
		}
	}
}

func TestFormatsAreWellFormed(t *testing.T) {
	var seen []string
	for _, f := range formats {
		if f.rule == "" || f.title == "" || f.patterns == "" || f.source == "" || slices.Contains(seen, f.rule) {
			t.Errorf("format %q lacks something or is there twice", f.rule)
		}
		seen = append(seen, f.rule)
		for _, s := range strings.Fields(f.patterns) {
			for _, part := range parsePattern(s).parts {
				if part.literal == "" && (bitOf(part.alphabet) == 0 || part.max < part.min || part.max == 0) {
					t.Errorf("format %q: pattern %q has a bad run", f.rule, s)
				}
			}
		}
	}
}

func TestJWT(t *testing.T) {
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	token := join(encode(`{"alg":"HS256","typ":"JWT"}`), ".", encode(`{"sub":"svc-deploy","iat":1700000000}`), ".", draw(1, alnumSet, 43))
	text := "令牌：" + token + "。"
	if m := single(t, text); m.Rule != "jwt" || at(text, m) != token {
		t.Errorf("%s at %q", m.Rule, at(text, m))
	}
	if found := Scan([]byte(join(encode(`{"hello":"there, world"}`), ".", encode(`{"a":"bbbbbbbb"}`), ".", draw(1, alnumSet, 43)))); len(found) > 0 {
		t.Errorf("three parts without an algorithm: %v", found)
	}
}

func TestOneTimeSecret(t *testing.T) {
	uri := join("otpauth://", "totp/Example:ann?secret=", draw(1, upperSet+"234567", 32), "&issuer=Example")
	if m := single(t, "scan "+uri+" once"); m.Rule != "otp-uri" {
		t.Errorf("%s", m.Rule)
	}
	if found := Scan([]byte("otpauth://totp/Example:ann?issuer=Example&digits=6")); len(found) > 0 {
		t.Errorf("an URI without its secret: %v", found)
	}
}

// A token whose check digits are right is one, even if it reads like an
// example. The sum was worked out by hand from the published rule.
func TestCheckDigits(t *testing.T) {
	body := strings.Repeat("example000", 3)
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	sum := uint32(0xffffffff)
	for i := range len(body) {
		sum ^= uint32(body[i])
		for range 8 {
			sum = sum>>1 ^ 0xedb88320&-(sum&1)
		}
	}
	sum = ^sum
	tail := make([]byte, 6)
	for i := 5; i >= 0; i-- {
		tail[i], sum = digits[sum%62], sum/62
	}
	token := join("gh", "p_", body, string(tail))
	if m := single(t, token); m.Rule != "github-token" {
		t.Errorf("%s", m.Rule)
	}
	tail[5] ^= 1
	if found := Scan([]byte(join("gh", "p_", body, string(tail)))); len(found) > 0 {
		t.Errorf("wrong check digits: %v", found)
	}
}

// What has a short head comes up by chance in an encoding, and stands alone when it is a token.
func TestLooseFormats(t *testing.T) {
	okta := join("0", "0") + draw(11, alnumSet, 20) + "Qx7" + draw(12, alnumSet, 17)
	if m := single(t, "the agent takes "+okta+" for this"); m.Rule != "okta-token" {
		t.Errorf("%s", m.Rule)
	}
	code := draw(13, alnumSet+"+/", 400)
	for _, text := range []string{code + "+" + okta + "/" + code, code + "/" + okta + "\n" + code, "AAAA" + code[:1] + "\n" + okta + "+" + code} {
		for _, m := range Scan([]byte(text)) {
			t.Errorf("%s in the middle of base64", m.Rule)
		}
	}
}
