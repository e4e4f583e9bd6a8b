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

// TestOtherScriptsStayAsTheyAre holds that Cyrillic and Greek letters are read as Latin ones only beside those, and that a text in
// these scripts is not scanned twice for it.
func TestOtherScriptsStayAsTheyAre(t *testing.T) {
	for text, want := range map[string]string{
		"сервер, у него α и ρ": "",
		"pаsswоrd":             "password\n\n",
		"а1 рass":              "а1 pass\n\n",
	} {
		if got := string(undress(&view{text: []byte(text)}).text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestEvidentWithSignAtItsEnd holds that a sign at the end of a name is that of the sentence, and at the end of other words one of a
// password.
func TestEvidentWithSignAtItsEnd(t *testing.T) {
	for text, want := range map[string]bool{
		"redis-" + "cluster2021?": false, "Server-" + "7741!": true, "velvet-" + "kiosk2021!": true,
	} {
		if evident(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}
