package cli

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// secretWord is put together here, so that it lies in no file.
var secretWord = strings.Join([]string{"Marma", "lade7", "Lorry"}, "")

func wide(text string, big bool) string {
	var b []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

func keyOf(lines int) string {
	dashes := strings.Repeat("-", 5)
	row := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\x9c\x17\xe2K\x04\xf1b\xa8", 6)))
	return dashes + "BEGIN " + "PRIVATE KEY" + dashes + "\n" + strings.Repeat(row+"\n", lines) + dashes + "END " + "PRIVATE KEY" + dashes + "\n"
}

// What scan says of texts that are hard to read, of each: the places, or nothing.
func TestScanOddTexts(t *testing.T) {
	named := "password: " + secretWord
	twice := base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte("fill --password=" + secretWord))))
	rows := "| host | password |\n| --- | --- |\n" + strings.Repeat("| db | see the vault |\n", 5000) + "| db-9 | " + secretWord + " |\n"
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"only placeholders", "password: <your password>\ntoken: ${TOKEN}\nAPI_KEY=YOUR_API_KEY\nsecret: changeme\n", ""},
		{"binary", "\x7fELF\x01\x00\x00" + strings.Repeat("\x00\x01\xfe\x90", 900) + named, ""},
		{"UTF-16, little endian", wide("# 说明\r\n\r\n"+named+"\r\n", false), "3:11"},
		{"UTF-16, big endian", wide("# 说明\n"+named, true), "2:11"},
		{"invalid UTF-8", "caf\xe9 \xff\xfe\n\xe4 " + named + "\xff\n", "2:13"},
		{"a byte order mark", "\xef\xbb\xbf" + named, "1:11"},
		{"CRLF", "a\r\nb\r\n" + named + "\r\n", "3:11"},
		{"lone CR", "a\rb\r" + named, "1:15"},
		{"right to left", "\u05d4\u05e2\u05e8\u05d4: " + named, "1:17"},
		{"one line of 10 MB", strings.Repeat("words and 词 ", 10<<20/14) + named, fmt.Sprintf("1:%d", 12*(10<<20/14)+11)},
		{"100,000 short lines", strings.Repeat("a\n", 100_000) + named, "100001:11"},
		{"nested encodings", "see " + twice, "1:5"},
		{"a key of a megabyte", "# key\n" + keyOf(1<<20/65), "2:1"},
		{"a table of 5,000 rows", rows, "5003:10"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		a := &App{Args: []string{"scan", "a.md"}, Dir: dir, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Clock: func() time.Time { return time.Unix(0, 0) }}
		code := a.Main(context.Background())
		if tt.want == "" && (code != ExitPass || out.String() != "verdict: pass, files: 1\n") {
			t.Errorf("%s: exit code %d\n%.300s%s", tt.name, code, out.String(), errs.String())
		}
		if tt.want != "" && (code != ExitBlock || !strings.HasPrefix(out.String(), "a.md:"+tt.want+": error: ") || !strings.Contains(out.String(), "errors: 1,")) {
			t.Errorf("%s: exit code %d, want a.md:%s\n%.300s%s", tt.name, code, tt.want, out.String(), errs.String())
		}
		if strings.Contains(out.String(), secretWord) {
			t.Errorf("%s: the secret is printed", tt.name)
		}
	}
}
