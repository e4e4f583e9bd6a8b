package secrettest

import "strings"

// blocks are private keys of several lines: what the header says, how the body begins,
// and how many full lines it has.
var blocks = []struct {
	class, maker, first string
	rows                int
}{
	{"pem-rsa", "RSA", "MIIEpAIBAAKCAQEA", 24},
	{"pem-pkcs8", "", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", 24},
	{"pem-ec", "EC", "MHcCAQEEI", 2},
	{"pem-openssh", "OPENSSH", "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE", 5},
	{"pem-encrypted", "ENCRYPTED", "MIIFHDBOBgkqhkiG9w0BBQ0wQTAp", 26},
	{"pem-dsa", "DSA", "MIIBuwIBAAKBgQ", 9},
	{"pem-pgp", "PGP", "lQOYBGXkQ9sBCAD", 20},
}

const fiveDashes = "-----"

func (d drawing) block(maker, first string, rows int) []string {
	label := strings.TrimPrefix(maker+" PRIVATE"+" KEY", " ")
	if maker == "PGP" {
		label += " BLOCK"
	}
	out := []string{fiveDashes + "BEGIN " + label + fiveDashes}
	if maker == "PGP" {
		out = append(out, "")
	}
	out = append(out, first+d.pick('b', 64-len(first)))
	for range rows {
		out = append(out, d.pick('b', 64))
	}
	return append(out, d.pick('b', 40)+"==", fiveDashes+"END "+label+fiveDashes)
}

func (w *writer) keys() {
	for _, b := range blocks {
		rows := func() []string { return w.block(b.maker, b.first, b.rows) }
		all := func(between string) string { return marked(strings.Join(rows(), between)) }
		put := func(name, lang string, l ...string) {
			w.loud(b.class, name, lines(lang, strings.Split(strings.Join(l, "\n"), "\n")...))
		}
		put("fence", "en", "```pem", all("\n"), "```")
		put("list-indent", "en", "- the deploy key:", "", "    "+all("\n    "))
		put("blockquote", "en", "> "+all("\n> "))
		put("json-escaped", "en", "```json", `{"type": "service_account", "private_key": "`+all(`\n`)+`"}`, "```")
		r := rows()
		put("no-end", "zh", "私钥如下（没有复制完整）：", "", marked(strings.Join(r[:len(r)-1], "\n")))
		put("base64", "en", "```yaml", "  tls.key: "+marked(b64(strings.Join(rows(), "\n")+"\n")), "```")
		w.loud(b.class, "frontmatter", setting{"en", inFrontmatter, strings.Split("deploy_key: |\n  "+all("\n  "), "\n")})
	}
	putty := w.fill("PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: deploy\nPublic-Lines: 2\n«b64»\n«b40»==\nPrivate-Lines: 1\n«b43»=\nPrivate-MAC: «x64»")
	w.loud("ppk", "fence", lines("en", strings.Split("```\n"+marked(putty)+"\n```", "\n")...))
}

// files are headers, command lines and files of tools; %v is the secret.
var files = []struct {
	class, name, lang string
	make              func(drawing) string
	text              string
}{
	{"auth-bearer", "fence-sh", "en", of("«w43»«A1»"), "```bash\ncurl -H \"Authorization: Bearer %v\" https://api.internal.example.org/me\n```"},
	{"auth-bearer", "prose-en", "en", of("«A40»"), "Every call has Authorization: Bearer %v with it"},
	{"auth-bearer", "backtick", "en", of("«A48»"), "The header: `Authorization: Bearer %v`"},
	{"auth-basic", "fence-sh", "en", func(d drawing) string { return b64("svc:" + alnumPassword(d)) }, "```bash\ncurl -H 'Authorization: Basic %v' https://ci.internal.example.org\n```"},
	{"auth-basic", "prose-en", "en", func(d drawing) string { return b64(d.pick('l', 6) + ":" + passwords[0].make(d)) }, "What the proxy wants is Authorization: Basic %v"},
	{"auth-apikey-header", "fence-sh", "en", of("«A32»"), "```bash\ncurl -H \"X-Api-Key: %v\" https://api.internal.example.org\n```"},
	{"auth-apikey-header", "prose-zh", "zh", of("«x32»"), "请求头必须带 X-API-Key: %v，不然是 401"},
	{"npmrc", "fence", "en", drawing.uuid, "```ini\nregistry=https://packages.example.org/\n//packages.example.org/:_authToken=%v\n```"},
	{"npmrc", "fence", "en", func(d drawing) string { return b64("ci:" + alnumPassword(d)) }, "```ini\n//packages.example.org/:_auth=%v\n```"},
	{"docker-auth", "fence-json", "en", func(d drawing) string { return b64("ci:" + alnumPassword(d)) }, "```json\n{\"auths\": {\"images.example.org\": {\"auth\": \"%v\"}}}\n```"},
	{"k8s-secret", "fence-yaml", "en", func(d drawing) string { return b64(passwords[0].make(d)) }, "```yaml\napiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  password: %v\n```"},
	{"k8s-secret", "fence-yaml", "en", alnumPassword, "```yaml\nkind: Secret\nstringData:\n  db-password: %v\n```"},
	{"aws-credentials-file", "fence", "en", of("«b40»"), "```ini\n[default]\nregion = eu-west-1\naws_secret_access_key = %v\n```"},
	{"gcp-service-account", "fence-json", "en", func(d drawing) string {
		return strings.Join(d.block("", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC", 24), `\n`)
	}, "```json\n{\n  \"type\": \"service_account\",\n  \"private_key\": \"%v\"\n}\n```"},
	{"cookie-session", "fence-sh", "en", of("«A48»"), "```bash\ncurl -b 'session=%v' https://admin.internal.example.org\n```"},
	{"recovery-code", "list", "en", of("«x4»1-«x5»"), "Recovery codes of the forge:\n\n- %v\n- used"},
	{"jwk", "fence-json", "en", of("«w43»"), "```json\n{\"kty\": \"OKP\", \"crv\": \"Ed25519\", \"x\": \"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\", \"d\": \"%v\"}\n```"},
}

func (w *writer) files() {
	for _, f := range files {
		for range 2 {
			w.loud(f.class, f.name, lines(f.lang, strings.Split(strings.Replace(f.text, "%v", marked(f.make(w.drawing)), 1), "\n")...))
		}
	}
}
