// Package teammemtest helps tests: words in fixtures that stand for what must not
// lie in a file at rest, a repository that lives in memory, and commands for scripts.
package teammemtest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

var word = regexp.MustCompile(`\$\{([a-z0-9]+):([^}]*)\}`)

// Expand replaces the words of a fixture. Values that look like credentials are
// made here, from a public seed, so that none is ever stored:
//
//	${u:200B}        the code point U+200B; several may follow, by spaces
//	${x:ff00}        bytes in hex
//	${n:4000: }      the text after the second colon, 4000 times
//	${rnd:SEED:36}   36 deterministic base62 characters
//	${ghp:SEED}      shaped like a GitHub token
//	${akia:SEED}     shaped like an AWS access key id
//	${pem:SEED}      shaped like a private key block, without the last line end
//	${j:a:b:c}       abc: joins what must not stand together at rest
//	${utf16:TEXT}    TEXT in UTF-16, little endian, with its byte order mark
//	${noeol:}        at the end of a line: nothing, and the line end goes, too
//
// An unknown word panics, so that a fixture can't silently mean something else.
func Expand(text string) string {
	text = strings.ReplaceAll(text, "${noeol:}\n", "")
	return word.ReplaceAllStringFunc(text, func(w string) string {
		m := word.FindStringSubmatch(w)
		out, err := expand(m[1], m[2])
		if err != nil {
			panic(fmt.Sprintf("fixture word %q: %v", w, err))
		}
		return out
	})
}

func expand(name, arg string) (string, error) {
	switch name {
	case "u":
		return codePoints(arg)
	case "x":
		b, err := hex.DecodeString(arg)
		return string(b), err
	case "n":
		count, text, _ := strings.Cut(arg, ":")
		n, err := strconv.Atoi(count)
		return strings.Repeat(text, max(n, 0)), err
	case "rnd":
		seed, count, _ := strings.Cut(arg, ":")
		n, err := strconv.Atoi(count)
		return Random(seed, n), err
	case "ghp":
		return "gh" + "p_" + Random("ghp/"+arg, 36), nil
	case "akia":
		return "AK" + "IA" + random32("akia/"+arg, 16), nil
	case "pem":
		return pem(arg), nil
	case "utf16":
		return utf16LE(arg), nil
	case "j":
		return strings.ReplaceAll(arg, ":", ""), nil
	}
	return "", fmt.Errorf("no such word")
}

// Secrets lists the credentials that the words of text stand for. Of a key block
// it gives each line.
func Secrets(text string) []string {
	var out []string
	for _, m := range word.FindAllStringSubmatch(text, -1) {
		switch m[1] {
		case "ghp", "akia", "pem":
			lines := strings.Split(Expand(m[0]), "\n")
			out = append(out, slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, "---") })...)
		}
	}
	return out
}

func codePoints(arg string) (string, error) {
	var b strings.Builder
	for _, f := range strings.Fields(arg) {
		r, err := strconv.ParseUint(f, 16, 32)
		if err != nil {
			return "", err
		}
		b.WriteRune(rune(r))
	}
	return b.String(), nil
}

func utf16LE(arg string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(arg)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// Random gives n base62 characters that depend on seed alone.
func Random(seed string, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		sum := sha256.Sum256([]byte(seed + "/" + strconv.Itoa(i)))
		b.WriteString(strings.NewReplacer("+", "", "/", "", "=", "").Replace(base64.StdEncoding.EncodeToString(sum[:])))
	}
	return b.String()[:n]
}

// random32 gives n characters of the base32 alphabet.
func random32(seed string, n int) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(Random(seed, 20*n)) {
		if strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", r) && b.Len() < n {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func pem(seed string) string {
	const dashes = "-----"
	body := Random("pem/"+seed, 512)
	var b strings.Builder
	b.WriteString(dashes + "BEGIN " + "PRIVATE KEY" + dashes + "\n")
	for i := 0; i < len(body); i += 64 {
		b.WriteString(body[i:i+64] + "\n")
	}
	b.WriteString(dashes + "END " + "PRIVATE KEY" + dashes)
	return b.String()
}
