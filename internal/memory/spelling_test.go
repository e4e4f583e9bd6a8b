package memory_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
)

func TestTeamPath(t *testing.T) {
	tests := []struct {
		path      string
		in, alike bool
	}{
		{".agent", true, false},
		{".agent/team-memory", true, false},
		{".agent/team-memory/note.md", true, false},
		{".agent/team-memory/..", true, false},
		{".agent/teammem.yaml", false, false},
		{".agent/team-memory-old/note.md", false, false},
		{".agents/team-memory/note.md", false, false},
		{"docs/.agent/team-memory/note.md", false, false},
		{"README.md", false, false},
		{"", false, false},

		{".Agent/team-memory/note.md", false, true},
		{".agent/Team-Memory/note.md", false, true},
		{".AGENT", false, true},
		{".AGENT/teammem.yaml", false, false},
		{".agent /team-memory/note.md", false, true},
		{".agent/team-memory./note.md", false, true},
		{".agent./team-memory. ./note.md", false, true},
		{".agent\\team-memory\\note.md", false, true},
		{".agent//team-memory/note.md", false, true},
		{"./.agent/team-memory/note.md", false, true},
		{"/.agent/team-memory/note.md", false, true},
		{"x/../.agent/team-memory/note.md", false, true},
		{"%2eagent/team-memory/note.md", false, true},
		{".agent%2Fteam-memory%2fnote.md", false, true},
		{"%252eagent/team-memory", false, true},
		{".agent%5cteam-memory/x", false, true},
		{"100%/.agent/x", false, false},
		{"agent~1/team-memory/note.md", false, true},
		{".AGENT~1/TEAM-M~1/note.md", false, true},
		{"AGENT~1", false, true},
		{"AG12F3~1/TE09AB~2/x.md", false, true},
		{".agent/TEAM-~12/x.md", false, true},
		{".agent/notes~1/x.md", false, false},
		{".agent/team-memory~/x.md", false, false},
		{".agent::$INDEX_ALLOCATION/team-memory/x.md", false, true},
		{".agent/team-memory:x/x.md", false, true},
		{".agent/team-memory:stream", false, true},
		{".ag\u200Cent/team-memory/x.md", false, true},
		{".agent/team\uFEFF-memory/x.md", false, true},
		{".agent/team-\u00ADmemory/x.md", false, true},
		{"\uFF0Eagent/team-memory/x.md", false, true},
		{".agent\uFF0Fteam-memory/x.md", false, true},
		{".agent\uFF3Cteam-memory/x.md", false, true},
		{".\uFF41gent/team-memory/x.md", false, true},
		{".agent/team-memory\xff/x.md", false, false},
		{"caf\xe9/x.md", false, false},
		{"\u6587/\u5B57.md", false, false},
	}
	for _, tt := range tests {
		if in, alike := memory.TeamPath(tt.path); in != tt.in || alike != tt.alike {
			t.Errorf("TeamPath(%+q) = %v, %v, want %v, %v", tt.path, in, alike, tt.in, tt.alike)
		}
	}
}

func TestPrivateLooking(t *testing.T) {
	tests := []struct {
		path string
		want bool
	}{
		{".claude/projects/-home-alex-app/memory/user_role.md", true},
		{".claude/memory/MEMORY.md", true},
		{"packages/app/.claude/memory/x.md", true},
		{"CLAUDE.local.md", true},
		{"docs/claude.LOCAL.md", true},
		{"AGENTS.local.md", true},
		{".qwen/QWEN.local.md", true},
		{".claude/agent-memory-local/reviewer/MEMORY.md", true},
		{".claude/agent-memory/reviewer/MEMORY.md", false},
		{"settings.local.md", false},
		{".agent/memory/app/private/x.md", true},
		{".Agent/Memory/x.json", true},
		{".claude\\projects\\x.md", true},
		{"services/api/.agent/team-memory/x.md", true},
		{".claude/settings.json", false},
		{".claude/projects", false},
		{".claude/team-memory/x.md", false},
		{"CLAUDE.md", false},
		{"CLAUDE.local.md.example", false},
		{".agent/team-memory/x.md", false},
		{".agent/Team-Memory/x.md", false},
		{".agent/teammem.yaml", false},
		{"src/memory/allocator.md", false},
		{"docs/memory.md", false},
	}
	for _, tt := range tests {
		if got := memory.PrivateLooking(tt.path); got != tt.want {
			t.Errorf("PrivateLooking(%+q) = %v, want %v", tt.path, got, tt.want)
		}
	}
}

func TestFolded(t *testing.T) {
	tests := []struct{ a, b string }{
		{"MEMORY.md", "memory.md"},
		{"caf\u00E9.md", "cafe\u0301.md"},
		{"Caf\u00C9.md", "cafe\u0301.MD"},
		{"stra\u00DFe.md", "STRASSE.md"},
		{"a/b.md", "A./b.md "},
		{"a\u200Db", "ab"},
		{"a:stream", "a"},
		{"\u03C3", "\u03C2"},
	}
	for _, tt := range tests {
		if memory.Folded(tt.a) != memory.Folded(tt.b) {
			t.Errorf("%+q and %+q differ: %+q, %+q", tt.a, tt.b, memory.Folded(tt.a), memory.Folded(tt.b))
		}
	}
	if memory.Folded("\U00010041\u0300.md") == memory.Folded("\u00c0.md") {
		t.Error("a letter with an accent is folded into another one")
	}
	if memory.Folded("1.md") == memory.Folded("\uFF11.md") {
		t.Error("compatibility forms are one file on no disk")
	}
}

// Folding twice is folding once, and no dressing hides the team directory.
func TestSpellingLaws(t *testing.T) {
	part := rapid.SampledFrom([]string{"a", "B", "/", ".", " ", "\u00E9", "e\u0301", "\u200D", ":", "\xff", "%2e", "\\", "\u0130", "\u1E9E", "\u0345"})
	rapid.Check(t, func(t *rapid.T) {
		p := ""
		for _, s := range rapid.SliceOfN(part, 0, 10).Draw(t, "parts") {
			p += s
		}
		if once := memory.Folded(p); memory.Folded(once) != once {
			t.Fatalf("Folded(%+q) = %+q, again %+q", p, once, memory.Folded(once))
		}
	})
	dress := map[byte][]string{'.': {"%2e", "\uFF0E"}, 'a': {"A", "%61", "\uFF21"}, 'e': {"E", "e\u200C"}, '/': {"//", "\\", " /", "./", "%2F"}, 't': {"T", "\uFEFFt"}}
	rapid.Check(t, func(t *rapid.T) {
		p, dressed := memory.Dir+"/x.md", ""
		for i := 0; i < len(p); i++ {
			dressed += rapid.SampledFrom(append([]string{p[i : i+1]}, dress[p[i]]...)).Draw(t, "letter")
		}
		if in, alike := memory.TeamPath(dressed); !in && !alike {
			t.Fatalf("TeamPath(%+q) sees nothing", dressed)
		}
	})
}

func FuzzTeamPath(f *testing.F) {
	for _, s := range []string{"", "/", "..", ".agent", "%", "%2", "%2e", "a~1", "\xff", ".agent/team-memory/\u200D", ":"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, p string) {
		if in, alike := memory.TeamPath(p); in && alike {
			t.Errorf("TeamPath(%q) is both", p)
		}
		memory.PrivateLooking(p)
	})
}

func TestMayHold(t *testing.T) {
	for dir, want := range map[string]bool{
		".agent": true, ".agent/team-memory": true, ".agent/team-memory/deep": true, ".github": true, "docs": true, ".AGENT": true, ".agent ": true, "%2eagent": true, "AGENT~1": true, "src.": true, "résumé": true,
		"src": false, "src/deep": false, ".github/workflows": false, "docs/deep": false, "agent": false, ".agents": false, ".git": false,
	} {
		if got := memory.MayHold(dir); got != want {
			t.Errorf("%q: %v", dir, got)
		}
	}
	for _, p := range append([]string{memory.PolicyPath, memory.IndexPath, memory.Dir + "/.gitattributes"}, memory.OwnersPaths...) {
		for i, c := range p {
			if c == '/' && !memory.MayHold(p[:i]) {
				t.Errorf("%q is not found in %q", p, p[:i])
			}
		}
	}
}
