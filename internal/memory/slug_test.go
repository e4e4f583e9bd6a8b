package memory

import (
	"strings"
	"testing"
)

func TestSlug(t *testing.T) {
	for in, want := range map[string]string{
		"Deploy  window!": "deploy-window", "../a\\b:c": "a-b-c", "发票 账": "发票-账", "e\u0301t\u00e9": "e\u0301t\u00e9", "\xffa\x00b": "a-b", "---": "", "": "",
		strings.Repeat("ab ", 40): strings.TrimSuffix(strings.Repeat("ab-", 27)[:80], "-"),
		strings.Repeat("账", 40):   strings.Repeat("账", 26),
	} {
		if got := Slug(in); got != want {
			t.Errorf("Slug(%q) = %q, want %q", in, got, want)
		}
	}
}
