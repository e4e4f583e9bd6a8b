package secrettest

import (
	"encoding/hex"
	"fmt"
	"strings"
)

// The marks stand around the secret while a note is put together.
const openMark, closeMark = "\ue000", "\ue001"

func marked(value string) string { return openMark + value + closeMark }

// A setting is the text around a value. The place says where in the note it goes.
type setting struct {
	lang  string
	place place
	lines []string
}

type place int

const (
	inBody place = iota
	inFrontmatter
	inDescription
)

// A context puts a credential into words. ok is false when the value can't stand there.
type context struct {
	name string
	put  func(d drawing, v string, s credential) (set setting, ok bool)
	// named says that the words around the value say what it is.
	named bool
}

func lines(lang string, l ...string) setting { return setting{lang, inBody, l} }

// prose makes a context of lines; %v is the value, %n the noun, %e the variable.
func prose(name string, named bool, lang string, choices ...string) context {
	return context{name, func(d drawing, v string, s credential) (setting, bool) {
		return setting{lang, inBody, words(one(d, choices), v, s, lang)}, true
	}, named}
}

func words(template, v string, s credential, lang string) []string {
	noun := s.en
	if lang == "zh" {
		noun = s.zh
	}
	return strings.Split(strings.NewReplacer("%v", marked(v), "%n", noun, "%e", s.env, "%l", strings.ToLower(s.env)).Replace(template), "\n")
}

// plainContexts hold the value as it is.
var plainContexts = []context{
	prose("prose-en", true, "en", "Until the new one comes, the nightly job takes the %n %v for its uploads.", "The %n is %v and ends in spring", "Somebody has to rotate the %n %v when the audit is over."),
	{"prose-punct", func(d drawing, v string, s credential) (setting, bool) {
		p := one(d, []string{".", ",", ";", "!", ":"})
		return lines("en", one(d, []string{"Mind that the " + s.en + " (" + marked(v) + ") went to the vendor as well.", "Right now the " + s.en + " is " + marked(v) + p + " change it before the launch"})), true
	}, true},
	prose("prose-zh", true, "zh", "预发环境的%n是 %v，请勿外传。", "%n：%v。", "压测时用%n（%v），下周会换。", "%n为%v；年底到期。"),
	prose("backtick", true, "en", "- %n: `%v`", "Locally, `%v` serves as the %n.", "First `export %e=%v`, then start it."),
	prose("bold", true, "en", "%n: **%v**", "The %n **%v** is that of the build robot.", "- *%v* (%n)"),
	prose("table", true, "en", "| Part | Access | Who |\n| --- | --- | --- |\n| %n | %v | ops |", "| Part | Access |\n|---|---|\n|%n|%v|", "| Part | Access | Who |\n| --- | --- | --- |\n| %n | `%v` | ops |"),
	prose("fence-env", true, "en", "```env\nMODE=production\n%e=%v\nLEVEL=info\n```"),
	prose("fence-sh", true, "en", "```bash\nexport %e=\"%v\"\nmake release\n```"),
	prose("fence-json", true, "en", "```json\n{\n  \"endpoint\": \"https://api.internal.example.org\",\n  \"%l\": \"%v\"\n}\n```"),
	prose("fence-yaml", true, "en", "```yaml\nenv:\n  %e: %v\nreplicas: 3\n```"),
	prose("fence-ts", false, "en", "```ts\nconst api = connect({ token: '%v' });\nawait api.hello();\n```"),
	{"url", func(_ drawing, v string, _ credential) (setting, bool) {
		if strings.Contains(v, "://") {
			return lines("en", "Post to <"+marked(v)+"> if the build is red."), true
		}
		return lines("en", "Ping: https://api.internal.example.org/v1/alive?access_token="+marked(v)+"&full=1"), true
	}, false},
	{"link", func(_ drawing, v string, _ credential) (setting, bool) {
		if strings.Contains(v, "://") {
			return lines("en", "It is posted to the [channel]("+marked(v)+") at once."), true
		}
		return lines("en", "All of it is on the [board](https://charts.internal.example.org/d/abc?token="+marked(v)+") there."), true
	}, false},
	{"fm-value", func(_ drawing, v string, s credential) (setting, bool) {
		return setting{"en", inFrontmatter, []string{strings.ToLower(s.env) + ": " + marked(v)}}, true
	}, true},
	{"fm-desc", func(_ drawing, v string, _ credential) (setting, bool) {
		return setting{"en", inDescription, []string{"the robot takes " + marked(v) + " for the nightly run"}}, true
	}, false},
	prose("list", false, "en", "1. log in\n2. insert %v\n3. save"),
	prose("quote", true, "en", "> From the chat on Monday:\n> the %n is %v\n> keep it to yourself"),
	prose("html-comment", true, "en", "<!-- %n: %v -->"),
	prose("bare-line", false, "en", "%v"),
	{"smart-quote", func(d drawing, v string, s credential) (setting, bool) {
		switch d.IntN(3) {
		case 0:
			return lines("en", "By the wiki the "+s.en+" is “"+marked(v)+"” for all"), true
		case 1:
			return lines("zh", s.zh+"是「"+marked(v)+"」，配置里已有"), true
		}
		return lines("zh", s.zh+"“"+marked(v)+"”"), true
	}, true},
}

// hardContexts hold the value dressed or encoded.
var hardContexts = []context{
	{"md-escaped", func(_ drawing, v string, s credential) (setting, bool) {
		dressed := strings.NewReplacer("_", `\_`, "*", `\*`).Replace(v)
		return lines("en", "The "+s.en+" is "+marked(dressed)+" until then"), dressed != v
	}, true},
	{"split-bold", func(d drawing, v string, s credential) (setting, bool) {
		k := splitAt(d, v)
		return lines("en", "The "+s.en+" is "+marked(v[:k]+"**"+v[k:]+"**")+" (what is bold is random)"), oneWord(v)
	}, true},
	{"split-tick", func(d drawing, v string, s credential) (setting, bool) {
		k := splitAt(d, v)
		return lines("en", "The "+s.en+" is "+marked("`"+v[:k]+"`"+v[k:])+" until then"), oneWord(v)
	}, true},
	{"zero-width", func(d drawing, v string, s credential) (setting, bool) {
		k := d.between(6, len(v)-7)
		return lines("zh", s.zh+" "+marked(v[:k]+one(d, []string{"\u200b", "\u00ad", "\u2060"})+v[k:])+" 是从网页上抄来的"), true
	}, true},
	{"wrapped", func(_ drawing, v string, s credential) (setting, bool) {
		k := len(v) / 2
		return lines("en", "In the mail the "+s.en+" is "+marked(v[:k]+"\n"+v[k:])+" and the mail program broke it"), oneWord(v)
	}, true},
	{"base64", func(_ drawing, v string, s credential) (setting, bool) {
		return lines("en", "For the cluster the "+s.en+" is encoded: "+marked(b64(v))), true
	}, true},
	{"base64-k8s", func(_ drawing, v string, s credential) (setting, bool) {
		return lines("en", "```yaml", "kind: Secret", "metadata:", "  name: robot", "data:", "  "+strings.ToLower(s.env)+": "+marked(b64(v)), "```"), true
	}, true},
	{"hex", func(_ drawing, v string, s credential) (setting, bool) {
		return lines("en", "the "+s.en+" as hex: "+marked(hex.EncodeToString([]byte(v)))), oneWord(v)
	}, true},
	{"percent", func(_ drawing, v string, _ credential) (setting, bool) {
		return lines("en", "it calls https://api.internal.example.org/cb?state="+marked(percent(v))), oneWord(v)
	}, true},
	{"entity", func(_ drawing, v string, s credential) (setting, bool) {
		dressed := strings.NewReplacer("_", "&#95;", "-", "&#45;").Replace(v)
		return lines("en", "<td>"+s.en+"</td><td>"+marked(dressed)+"</td>"), dressed != v && oneWord(v)
	}, true},
}

// oneWord reports whether v can be split in the middle and stay what it is.
func oneWord(v string) bool {
	return !strings.Contains(v, "://") && !strings.Contains(v, " ") && len(v) <= 180
}

func splitAt(d drawing, v string) int { return d.between(4, max(4, min(11, len(v)-9))) }

func percent(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}
