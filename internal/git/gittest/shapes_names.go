package gittest

import "strings"

// The names and kinds of nameShapes are awkward.
var nameShapes = []shape{
	{name: "unicode-names", build: func(w *World) string {
		w.seed("r")
		blob := w.Blob("r", "x\n")
		var info strings.Builder
		for _, name := range []string{
			"caf\u00e9.md", "cafe\u0301.md", "za\u017c\u00f3\u0142\u0107.md", "bad\xff\xfe.md", "tab\there.md", "new\nline.md", "quote\".md", "back\\slash.md",
			"zero\u200bwidth.md", "rtl\u202egnp.md", " lead.md", "trail .md", "-dash.md", ":colon.md", "star*[a].md", "\x01control.md", "del\x7f.md", "a.md", "a-b.md", "a/b.md", "a0.md",
		} {
			info.WriteString("100644 " + blob + "\t" + memoryDir + name + "\x00")
		}
		w.GitIn("r", info.String(), "update-index", "-z", "--index-info")
		tree := w.Git("r", "write-tree")
		w.Git("r", "update-ref", "HEAD", w.CommitTree("r", tree, "names", "HEAD"))
		w.GitIn("r", "100755 "+w.Blob("r", "y\n")+"\t"+memoryDir+"bad\xff\xfe.md\x00", "update-index", "-z", "--index-info")
		return "r"
	}},
	seeded("case-colliding-names", func(w *World) {
		w.index("r", "100644 ", memoryDir+"ONE.md", memoryDir+"One.md", ".Agent/team-memory/x.md")
	}),
	seeded("prefix-replaced-by-file", func(w *World) {
		w.Git("r", "rm", "-r", "-q", "-f", ".agent")
		w.Write("r/.agent", "a file now\n")
		w.Git("r", "add", ".agent")
	}),
	seeded("prefix-parent-symlink", func(w *World) {
		w.Git("r", "rm", "-r", "-q", "-f", ".agent")
		w.Mkdir("outside/team-memory")
		w.Symlink("../outside", "r/.agent")
		w.Git("r", "add", ".agent")
	}),
	seeded("symlink-under-prefix", func(w *World) {
		w.Symlink("../../README.md", "r/"+memoryDir+"link.md")
		w.Git("r", "add", memoryDir+"link.md")
	}),
	seeded("symlink-to-file", func(w *World) {
		w.Symlink("one.md", "r/"+memoryDir+"link.md")
		w.Git("r", "add", "-A")
		w.Git("r", "commit", "-q", "-m", "with a link")
		w.Remove("r/" + memoryDir + "link.md")
		w.Write("r/"+memoryDir+"link.md", "a file now\n")
		w.Git("r", "add", "-A")
	}),
	seeded("gitlink-under-prefix", func(w *World) {
		w.Git("r", "update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+","+memoryDir+"mod")
		w.Git("r", "update-ref", "HEAD", w.CommitTree("r", w.Git("r", "write-tree"), "with a link", "HEAD"))
	}),
}

// index puts a blob at paths of the index without touching the disk.
func (w *World) index(dir, mode string, paths ...string) {
	blob := w.Blob(dir, "by hand\n")
	for _, p := range paths {
		w.GitIn(dir, mode+blob+"\t"+p+"\x00", "update-index", "-z", "--index-info")
	}
}
