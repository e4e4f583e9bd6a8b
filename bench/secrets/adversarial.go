//go:build unix

package main

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/teammem/teammem/bench/pairs"
)

const megabyte = 1 << 20

// A shape is what has made scanners walk a text once for each of its bytes. It is
// repeated until a megabyte is full.
type shape struct{ name, unit string }

var shapes = []shape{
	{"beginnings of web tokens", "-eyJ"}, {"dots and beginnings of web tokens", "eyJ."}, {"beginnings of tokens", "sk-"}, {"beginnings of tokens, parted", "ghp_ xoxb- AKIA "},
	{"base64 of text in one line", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo"}, {"base64 of base64", "UVVKRFJFVkdSMGhKU2t0TVRVNVBVRkZTVTFSVlZsZFlXVm89"}, {"hex of text in one line", hex.EncodeToString([]byte("ABCDEFGH"))}, {"percent signs", "%41"},
	{"passwords without an end", "password=a;"}, {"nouns", "password "}, {"nouns and blank lines", "password:\n\n"}, {"nouns that say whose", "password for the x "}, {"nouns and quotes", "token \""}, {"Chinese nouns", "密码是"},
	{"heads of keys", "-----BEGIN RSA PRIVATE " + "KEY-----"}, {"rows of a key", "MIIEpAIBAAKCAQEA" + "x3JdP0q8mVq2nB1sY7tK\n"}, {"schemes", "://"}, {"logins in URLs", "a://b:c@"}, {"drivers", "x:y@tcp("},
	{"digits", "4444 "}, {"countries", "DE44 "}, {"cells", "| token | a |\n| --- | --- |\n"}, {"escapes", `\u0041`}, {"entities", "&#95;"}, {"tags", "<b"}, {"emphasis", "a**"}, {"code marks", "`"},
	{"wraps", "abcdefgh1\n"}, {"zero width", "a\u200b"}, {"flags", "mysql -p"}, {"cookies", "cookie session="}, {"pairs", "login: a / "}, {"recovery codes", "recovery code\n"}, {"bearers", "bearer "},
	{"keys of connection strings", ";a=b"}, {"blanks behind a noun", "password=          "}, {"members of a web key", `"kty" "d":`}, {"short lines", "a\n"}, {"one character", "a"}, {"opening brackets", "[("},
	{"calls", "login('a', "}, {"fields and their text", "fill('password', "}, {"pipes", "echo a1b2c3d4 | "}, {"accounts", "admin:"}, {"accounts and what is with them", "admin with "}, {"Chinese openings", "用a1登录"}, {"words behind a noun", "password a1, "}, {"heads of CSV", "password,"},
	{"nouns in one long line", "password=a; "}, {"Chinese nouns and words", "密码 a1 是 b2 "}, {"words before a noun", "a1b2c3 的密码 "}, {"prompts", "> auth "}, {"shares", "net use "},
	{"commands and names", "sqlplus a/"}, {"seeds", "seed: "}, {"Chinese nouns alone", "密码"}, {"Korean nouns", "비밀번호 "}, {"Russian nouns", "пароль "}, {"nouns in tags", "<pass a="},
}

// adversarial runs both programs on a megabyte and on four of each shape. What is linear
// takes four times as long for four times the text.
func adversarial(dir, teammem, gitleaks string) {
	fmt.Print("\n| a megabyte of | CPU s | of gitleaks | ratio | CPU of 4 MB / of 1 MB |\n|---|---|---|---|---|\n")
	for _, s := range append(shapes, shape{"random base64", ""}) {
		small, large := filepath.Join(dir, "small.md"), filepath.Join(dir, "large.md")
		pairs.Must(os.WriteFile(small, fill(s, megabyte), 0o600))
		pairs.Must(os.WriteFile(large, fill(s, 4*megabyte), 0o600))
		a, b, c := run(teammem, "scan", small), run(gitleaks, "dir", "--no-banner", small), run(teammem, "scan", large)
		fmt.Printf("| %s | %.3f | %.3f | %.2f | %.1f |\n", s.name, a.cpu.Seconds(), b.cpu.Seconds(), float64(a.cpu)/float64(b.cpu), float64(c.cpu)/float64(a.cpu))
	}
}

func fill(s shape, size int) []byte {
	if s.unit != "" {
		return []byte(strings.Repeat(s.unit, size/len(s.unit)))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, size)
	for i := range b {
		b[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[rng.IntN(64)]
	}
	return b
}
