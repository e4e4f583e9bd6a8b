package secrettest

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// alphabets by the letter that names them in a template.
var alphabets = map[byte]string{
	'd': "0123456789",
	'o': "123456789",
	'z': "34567",
	'x': "0123456789abcdef",
	'X': "0123456789ABCDEF",
	'l': "abcdefghijklmnopqrstuvwxyz",
	'u': "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
	'a': "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
	'n': "abcdefghijklmnopqrstuvwxyz0123456789",
	'N': "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	'A': "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
	'T': "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
	'w': "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-",
	'b': "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/",
	'B': "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", // bech32, upper case
	'C': "0123456789ABCDEFGHJKMNPQRSTVWXYZ", // Crockford's base32
	'i': "0123456789abcdfghijklmnpqrsvwxyz", // of Nix
	's': "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!@#$%^&*_-+=?",
	'q': "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-",
}

// A drawing makes values. Equal seeds make equal values.
type drawing struct{ *rand.Rand }

func newDrawing(seed uint64) drawing { return drawing{rand.New(rand.NewPCG(seed, 0x7ea3))} }

func one[T any](d drawing, of []T) T { return of[d.IntN(len(of))] }

func (d drawing) pick(alphabet byte, n int) string {
	letters := alphabets[alphabet]
	var b strings.Builder
	for range n {
		b.WriteByte(letters[d.IntN(len(letters))])
	}
	return b.String()
}

func (d drawing) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(d.IntN(256))
	}
	return b
}

// between gives a number from low to high, both included.
func (d drawing) between(low, high int) int { return low + d.IntN(high-low+1) }

func (d drawing) uuid() string {
	h := d.pick('x', 32)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-" + string("89ab"[d.IntN(4)]) + h[17:20] + "-" + h[20:]
}

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func b64url(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }

// fill spells a template: «x32» is 32 characters of the alphabet x, «A20-24» 20 to 24,
// «uuid» a UUID, «b64:24» 24 bytes in base64, and «» nothing, which parts what may not
// stand together at rest.
func (d drawing) fill(template string) string {
	var b strings.Builder
	for rest := template; rest != ""; {
		plain, more, found := strings.Cut(rest, "«")
		b.WriteString(plain)
		if !found {
			break
		}
		var word string
		word, rest, _ = strings.Cut(more, "»")
		b.WriteString(d.word(word))
	}
	return b.String()
}

func (d drawing) word(w string) string {
	switch {
	case w == "":
		return ""
	case w == "uuid":
		return d.uuid()
	case strings.HasPrefix(w, "b64:"):
		return base64.StdEncoding.EncodeToString(d.bytes(number(w[4:])))
	}
	low, high, ranged := strings.Cut(w[1:], "-")
	if !ranged {
		high = low
	}
	return d.pick(w[0], d.between(number(low), number(high)))
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(fmt.Sprintf("template: %q is no number", s))
	}
	return n
}

// fillOne spells one of the templates between blanks.
func (d drawing) fillOne(templates string) string { return d.fill(one(d, strings.Fields(templates))) }
