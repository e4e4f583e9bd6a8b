package policy

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/teammem/teammem/internal/finding"
)

// rulesHere are a few rules to test with, so that this test does not change with
// the rules there are.
var rulesHere = map[string]RuleInfo{
	"secret":        {Title: "a secret", Fixed: true},
	"bidi":          {Title: "a bidirectional control", Fixed: true},
	"dead-link":     {Title: "a link leads to no file"},
	"relative-date": {Title: "a date that moves"},
}

// full sets every key.
const full = `
version: 1
preset: strict
rules:
  secret: error
  dead-link: warn
  relative-date: off
limits:
  index-lines: 150
  index-bytes: 20000
  entry-chars: 300
  memory-bytes: 100000
  memory-warn-bytes: 9000
  memories: 50
  depth: 3
agents: [claude-code, codex]
remote: upstream/x.y
owners: ["@example/platform", "@ann", ann@example.com]
role-addresses: ["release-*", "*-desk"]
allow:
  - rule: dead-link
    path: .agent/team-memory/MEMORY.md
    fingerprint: 0123456789abcdef
    reason: the page moves next week
    expires: 2030-01-31
  - rule: secret
    path: ""
    fingerprint: 1234567890123456
    reason: 'a value made up for the tutorial: it opens nothing'
review:
  required: 0
  stale: memory-tree
`

func TestParse(t *testing.T) {
	want := Policy{
		Version: 1, Preset: Strict,
		Rules:         map[string]finding.Severity{"secret": finding.Error, "dead-link": finding.Warn, "relative-date": finding.Off},
		Limits:        Limits{150, 20000, 300, 100000, 9000, 50, 3},
		RoleAddresses: []string{"release-*", "*-desk"},
		Agents:        []string{"claude-code", "codex"},
		Remote:        "upstream/x.y",
		Owners:        []string{"@example/platform", "@ann", "ann@example.com"},
		Review:        Review{0, StaleByTree},
		Allow: []Allow{
			{"dead-link", ".agent/team-memory/MEMORY.md", "0123456789abcdef", "the page moves next week", time.Date(2030, 1, 31, 0, 0, 0, 0, time.UTC), 21},
			{"secret", "", "1234567890123456", "a value made up for the tutorial: it opens nothing", time.Time{}, 26},
		},
	}
	got, err := Parse([]byte(full), rulesHere)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if crlf, err := Parse([]byte("\uFEFF"+strings.ReplaceAll(full, "\n", "\r\n")), rulesHere); err != nil || !reflect.DeepEqual(crlf, got) {
		t.Errorf("with CRLF and a byte order mark: %v, %v", crlf, err)
	}
}

// defaults are files that say nothing.
var defaults = []string{
	"", "\n\n", "# only a comment\n", "---\n", "---\n...\n", "{}\n", "~\n", "null", "\uFEFF", "version: 1\n", "preset: recommended", Starter,
	"rules:\nlimits:\nagents:\nowners:\nrole-addresses:\nallow:\n", "rules:\n  # secret: off\n", "%YAML 1.1\n---\nversion: 1\n",
}

func TestParseDefaults(t *testing.T) {
	for _, src := range defaults {
		p, err := Parse([]byte(src), rulesHere)
		if len(p.Rules) == 0 {
			p.Rules = nil
		}
		if err != nil || !reflect.DeepEqual(p, Default()) {
			t.Errorf("%q: %+v, %v; want the default", src, p, err)
		}
	}
}

// What a refusal says of the schema: it refuses too, or it has no words for it.
const (
	refused   = "refused by the schema too"
	unsayable = "the schema can't say it"
)

var refusals = []struct{ src, want, schema string }{
	{"version: 2", `:1: version 2 is newer than this teammem, which reads version 1; update teammem`, refused},
	{"version: 0", `:1: version is 0; want 1`, refused},
	{"version: '1'", `:1: version is "1"; want 1`, refused},
	{"version:", `:1: version is empty; want 1`, refused},
	{"version: 1\nlimit: {}", `:2: unknown key "limit"; did you mean "limits"?`, refused},
	{"Rules: {}", `:1: unknown key "Rules"; did you mean "rules"?`, refused},
	{"role_addresses: []", `:1: unknown key "role_addresses"; did you mean "role-addresses"?`, refused},
	{"roleAddresses: []", `:1: unknown key "roleAddresses"; did you mean "role-addresses"?`, refused},
	{"colour: red", `:1: unknown key "colour"; want one of version, preset, rules, limits, agents, remote, owners, review, role-addresses, allow`, refused},
	{"1: x", `:1: unknown key "1"; want one of`, refused},
	{"<<: {version: 1}", `:1: unknown key "<<"; want one of`, refused},
	{"? [a]\n: b", `:1: a key is a list; want a word`, unsayable},
	{"version: 1\nversion: 1", `:2: the key "version" stands here and on line 1; keep one`, unsayable},
	{"rules: {bidi: error, dead-link: warn, dead-link: off}", `:1: the key "dead-link" stands here and on line 1; keep one`, unsayable},
	{"hello", `:1: the policy is "hello"; want keys with values`, refused},
	{"- version: 1", `:1: the policy is a list; want keys with values`, refused},
	{"true", `:1: the policy is true; want keys with values`, refused},
	{"preset: strickt", `:1: preset is "strickt"; did you mean "strict"?`, refused},
	{"preset: [strict]", `:1: preset is a list; want one of recommended, strict`, refused},
	{"preset: yes", `:1: preset is "yes"; want one of recommended, strict`, refused},
	{"preset:", `:1: preset is empty; want one of recommended, strict`, refused},
	{"rules: [secret]", `:1: rules is a list; want keys with values`, refused},
	{"rules:\n  dead-links: warn", `:2: unknown rule "dead-links"; did you mean "dead-link"?`, refused},
	{"rules:\n  deadlink: warn", `:2: unknown rule "deadlink"; did you mean "dead-link"?`, refused},
	{"rules:\n  zebra: warn", `:2: unknown rule "zebra"; teammem explain lists the rules`, refused},
	{"rules:\n  dead-link: warning", `:2: the severity of dead-link is "warning"; did you mean "warn"?`, refused},
	{"rules:\n  dead-link: 2", `:2: the severity of dead-link is 2; want one of off, note, warn, error`, refused},
	{"rules:\n  dead-link: false", `:2: the severity of dead-link is false; want one of off, note, warn, error`, refused},
	{"rules:\n  secret: off", `:2: the rule secret is set to off, but no policy can lower it; allow the single finding instead`, refused},
	{"review:\n  required: 11", `:2: required is 11; want a whole number from 0 to 10`, refused},
	{"review:\n  required: -1", `:2: required is -1; want`, refused},
	{"review:\n  stale: tree", `:2: stale is "tree"`, refused},
	{"review:\n  approvals: 1", `:2: unknown key "approvals"`, refused},
	{"limits: 5", `:1: limits is 5; want keys with values`, refused},
	{"limits:\n  index-line: 5", `:2: unknown key "index-line"; did you mean "index-lines"?`, refused},
	{"limits:\n  index-lines: 201", `:2: index-lines is 201; want a whole number from 1 to 200; this limit can only be tightened`, refused},
	{"limits:\n  index-bytes: 25001", `can only be tightened`, refused},
	{"limits:\n  memory-bytes: 1048577", `can only be tightened`, refused},
	{"limits:\n  index-lines: 0", `from 1 to 200`, refused},
	{"limits:\n  index-lines: -5", `:2: index-lines is -5; want`, refused},
	{"limits:\n  index-lines: 1.5", `:2: index-lines is 1.5; want`, refused},
	{"limits:\n  index-lines: many", `:2: index-lines is "many"; want`, refused},
	{"limits:\n  index-lines: 0x10", `:2: index-lines is 0x10; want`, unsayable},
	{"limits:\n  index-lines: 010", `:2: index-lines is 010; want`, unsayable},
	{"limits:\n  index-lines: 1_0", `:2: index-lines is 1_0; want`, unsayable},
	{"limits:\n  memories: 99999999999999999999", `:2: memories is a text of 20 characters; want`, refused},
	{"limits:\n  depth: [1]", `:2: depth is a list; want`, refused},
	{"agents: codex", `:1: agents is "codex"; want a list`, refused},
	{"agents: [Codex]", `:1: an entry of agents is "Codex"; want the name of an agent in lower case, such as claude-code`, refused},
	{"agents: [1]", `:1: an entry of agents is 1; put the text in quotes`, refused},
	{"agents: [~]", `:1: an entry of agents is empty; want the name`, refused},
	{"remote: --upload-pack=x", `:1: remote is "--upload-pack=x"; want the name of a git remote`, refused},
	{"remote: -x", `:1: remote is "-x"; want the name of a git remote, such as origin`, refused},
	{"remote: a..b", `:1: remote is "a..b"; want`, refused},
	{"remote:", `:1: remote is empty; want`, refused},
	{"remote: true", `:1: remote is true; put the text in quotes`, refused},
	{"owners: [ann]", `:1: an entry of owners is "ann"; want @user, @organisation/team or an e-mail address`, refused},
	{"role-addresses: ['*']", `:1: an entry of role-addresses is "*"; want`, refused},
	{"allow: {}", `:1: allow is a mapping; want a list`, refused},
	{"allow: [x]", `:1: an entry of allow is "x"; want keys with values`, refused},
	{"allow:\n- rule: dead-link\n  path: a.md\n  fingerprint: 0123456789abcdef", `:2: an entry of allow has no reason`, refused},
	{"allow:\n- rule: dead-lnk\n  path: a.md", `:2: unknown rule "dead-lnk"; did you mean "dead-link"?`, refused},
	{"allow:\n- path: /a.md", `:2: path is "/a.md"; want the path as reported, relative to the top of the repository`, refused},
	{"allow:\n- fingerprint: 0123456789ABCDEF", `:2: fingerprint is a text of 16 characters; want the 16 hex digits of the JSON report`, refused},
	{"allow:\n- reason: ' '", `:2: reason is " "; want a reason in words`, refused},
	{"allow:\n- reason: " + strings.Repeat("x", 4001), `:2: reason is a text of 4001 characters; want`, refused},
	{"allow:\n- expires: soon", `:2: expires is "soon"; want a date such as 2030-01-31`, refused},
	{"allow:\n- expires: 2030-02-30", `:2: expires is "2030-02-30", a day that does not exist; want a date such as 2030-01-31`, refused},
	{"allow:\n- until: 2030-02-03", `:2: unknown key "until"; want one of rule, path, fingerprint, reason, expires`, refused},
	{"allow:\n- &a {rule: bidi, path: a, fingerprint: 0123456789abcdef, reason: b}\n- *a", `:2: anchors and aliases are not read here; write the value out`, unsayable},
	{"allow:\n- {rule: bidi, path: a, fingerprint: 0123456789abcdef, reason: b}\n- {rule: bidi, path: a, fingerprint: 0123456789abcdef, reason: c}", `:3: this finding is allowed here and on line 2; keep one`, unsayable},
	{"preset: &p strict", `:1: anchors and aliases are not read here`, unsayable},
	{"preset: *p", `anchors and aliases are not read here`, unsayable},
	{"preset: !!str strict", `:1: tags such as "!!str" are not read here; write the plain value`, unsayable},
	{"!x {}", `:1: tags such as "!x" are not read here`, unsayable},
	{"rules: !!null", `:1: tags such as "!!null" are not read here`, unsayable},
	{"rules: &r", `:1: anchors and aliases are not read here`, unsayable},
	{"version: 1\n---\nversion: 1", `:2: a second document begins here; want one policy`, unsayable},
	{"version: 1\n---\n", `:2: a second document begins here`, unsayable},
	{"version: 1\n...\nx: [", `want one policy`, unsayable},
	{"%YAML 1.2\n---\nversion: 1", `directives such as %YAML are not read here; remove the line`, unsayable},
	{"rules:\n\tsecret: error", `:2: the line is indented with a tab; use spaces`, unsayable},
	{"version: 1\npreset: a: b", `:2: a colon stands where no value can follow; put the text in quotes`, unsayable},
	{"version: 1\nrules:\n  bidi: error\n dead-link: warn", `:4: the indentation is wrong, or a quote ends too early`, unsayable},
	{"version: 1\nremote: \"x", `:2: a quote that opens here is never closed`, unsayable},
	{"version: 1\nagents: [a, b", `a bracket is never closed, or a comma is missing`, unsayable},
	{"version: 1\nremote: @x", `a value can't begin with this character`, unsayable},
	{"remote: \"\\q\"", `an unknown escape in a quoted text; use single quotes`, unsayable},
	{"version: 1\nstrict\n", `:2: the line has no colon; want a key, a colon and a value`, unsayable},
	{"version: 1\nremote: a\x00b", `:2: the line holds the control character U+0000; remove it`, unsayable},
	{"version: 1\nremote: \x1b[31m", `:2: the line holds the control character U+001B; remove it`, unsayable},
	{"remote: \xff", `: the file is not UTF-8`, unsayable},
	{"\xff\xfev\x00", `: the file is not UTF-8`, unsayable},
	{"#" + strings.Repeat("x", maxBytes), `: the file has 65537 bytes; want at most 65536`, unsayable},
	{"agents: " + strings.Repeat("[", 20_000), `: the file is nested too deeply`, unsayable},
	{"agents: " + strings.Repeat("[", 2_000) + strings.Repeat("]", 2_000), `:1: an entry of agents is a list; want`, refused},
}

func TestParseRefuses(t *testing.T) {
	for _, tt := range refusals {
		p, err := Parse([]byte(tt.src), rulesHere)
		var e *Error
		switch {
		case !errors.As(err, &e):
			t.Errorf("%.60q: %v; want an *Error", tt.src, err)
		case !strings.Contains(err.Error(), ".agent/teammem.yaml"+tt.want) && (tt.want[0] == ':' || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%.60q:\n got %s\nwant %s", tt.src, err, tt.want)
		case !reflect.DeepEqual(p, Default()):
			t.Errorf("%.60q: something of it was read: %+v", tt.src, p)
		}
	}
}

// A value that could be a secret is not shown, wherever it stands.
func TestErrorsShowNoSecret(t *testing.T) {
	for _, secret := range []string{"gh" + "p_" + strings.Repeat("aB3", 12), "AK" + "IA" + strings.Repeat("Q7", 8), strings.Repeat("0f", 16)} {
		for _, src := range []string{
			"S: x", "preset: S", "rules: {S: warn}", "rules: {dead-link: S}", "limits: {S: 1}", "limits: {depth: S}", "agents: [S!]", "remote: S!",
			"owners: [S]", "role-addresses: [S!]", "allow: [{rule: S}]", "allow: [{fingerprint: S}]", "allow: [{expires: S}]", "S", "{S: 1, S: 2}", "remote: !S x", "remote: *S", "remote: S: x", "S\nx: 1",
		} {
			_, err := Parse([]byte(strings.ReplaceAll(src, "S", secret)), rulesHere)
			if err == nil {
				t.Errorf("%s: no error", src)
			} else if strings.Contains(err.Error(), secret[:10]) {
				t.Errorf("%s: the error shows the value", src)
			}
		}
	}
}
