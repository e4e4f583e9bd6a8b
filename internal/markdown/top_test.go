package markdown

import "testing"

func TestTop(t *testing.T) {
	for file, want := range map[string]int{
		"":                              0,
		"text\n":                        0,
		"\ufefftext\n":                  3,
		"---\nname: x\n---\ntext\n":     16,
		"---\r\nname: x\r\n---\r\ntext": 19,
		"\ufeff---\n--- \ntext":         12,
		"---\nname: x\n":                0,
		"\n---\nname: x\n---\n":         0,
	} {
		if got := Top([]byte(file)); got != want {
			t.Errorf("%q: %d, want %d", file, got, want)
		}
	}
}
