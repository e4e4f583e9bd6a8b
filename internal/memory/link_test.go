package memory_test

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/teammem/teammem/internal/memory"
)

func TestResolve(t *testing.T) {
	const from = ".agent/team-memory/sub/a.md"
	for dest, want := range map[string]string{
		"b.md": ".agent/team-memory/sub/b.md", "./b.md#x": ".agent/team-memory/sub/b.md", "../b.md?y": ".agent/team-memory/b.md",
		"../../../docs/x.md": "docs/x.md", "b%20c.md": ".agent/team-memory/sub/b c.md", "%E5%8F%91.md": ".agent/team-memory/sub/发.md",
		"100%.md": ".agent/team-memory/sub/100%.md", "100%25.md": ".agent/team-memory/sub/100%.md", "（一）.md": ".agent/team-memory/sub/（一）.md",
		"c/": ".agent/team-memory/sub/c", "a..b.md": ".agent/team-memory/sub/a..b.md", "...": ".agent/team-memory/sub/...", ".gitignore": ".agent/team-memory/sub/.gitignore",
		"../a/e:x.md": ".agent/team-memory/a/e:x.md", "../7:/x.md": ".agent/team-memory/7:/x.md",
	} {
		if got := memory.Resolve(from, dest); got.Reach != memory.Within || got.Path != want {
			t.Errorf("%q leads to %+v, want %q", dest, got, want)
		}
	}
	for _, dest := range []string{"https://example.com/../..", "mailto:a@example.com", "MCP:x", "notes: one.md"} {
		if got := memory.Resolve(from, dest); got.Reach != memory.Away {
			t.Errorf("%q leads to %+v, want away", dest, got)
		}
	}
	for _, dest := range []string{"", "#top", "?x", " #a "} {
		if got := memory.Resolve(from, dest); got.Reach != memory.Anchor {
			t.Errorf("%q leads to %+v, want an anchor", dest, got)
		}
	}
}

func TestResolveEscapes(t *testing.T) {
	for _, dest := range []string{
		"../../../x.md", "../../../repo/.agent/team-memory/a.md", "a/../../../../x", "/etc/hosts", "//host/x", "~/x", "~root/x", "$HOME/x",
		"C:/x", "c:x", "file:///x", "FILE:x", "..\\x", "..%5cx", "..%2fx", "%2e%2e/x", "%2E./x", "%252e%252e/x", "%25252e%25252e%25252fx",
		"..%2f100%", "．．/x", "‥/x", "..／x", "％2e％2e/x", "%EF%BC%8E%EF%BC%8E/x", "a%00.md", "a%0Ab.md", "../../.git/config", "../../.GIT/config", "../../.git",
		"../e:/src/x.md", "../../E:/x", "sub/c%3A/x", "../../ｅ：/x", "%2fetc/hosts", "%66ile:///x", "%43:/x", "%7e/x", strings.Repeat("a", 5000),
	} {
		if got := memory.Resolve(memory.IndexPath, dest); got.Reach != memory.Escapes || got.Why == "" {
			t.Errorf("%q leads to %+v, want a refusal", dest, got)
		}
	}
}

// Whatever is let through is a clean path inside the repository.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"a.md", "../../x", "%2e%2e/x", "．．/x", "a\\b", "c:", "%", "%zz", "\x00", "\xff/..", "....//", ".%2e/", "/./"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, dest string) {
		got := memory.Resolve(memory.IndexPath, dest)
		if got.Reach != memory.Within {
			return
		}
		for segment := range strings.SplitSeq(norm.NFKC.String(got.Path), "/") {
			if segment == ".." || strings.Contains(segment, "\\") || segment == "" {
				t.Errorf("%q leads to %q", dest, got.Path)
			}
		}
	})
}
