package secretscan

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"testing"
)

// A picture in a note is base64, in which every short noun stands by chance.
func TestNounsInBase64(t *testing.T) {
	random := rand.NewChaCha8([32]byte{1})
	for _, noun := range []string{"PwD", "pwd", "Pass", "PIN"} {
		for range 200 {
			data := make([]byte, 54)
			random.Read(data)
			line := base64.StdEncoding.EncodeToString(data)
			line = line[:36] + "+" + line[36:54] + noun + "/" + line[54:]
			if found := Scan([]byte("![chart](data:image/png;base64,\n" + line + "\n" + line + "\n)")); len(found) > 0 && strings.Contains(found[0].Title, "password") {
				t.Fatalf("%s in %q", found[0].Title, line)
			}
		}
	}
}
