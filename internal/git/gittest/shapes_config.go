package gittest

func configured(name, text string) shape {
	return seeded(name, func(w *World) { w.Append("r/.git/config", text) })
}

// The configurations of configShapes are odd or strict, and git accepts them.
var configShapes = []shape{
	configured("config-bogus-refspec", "[remote \"x\"]\n\turl = /nowhere\n\tfetch = bogus:refspec:here\n"),
	configured("config-negative-refspec", "[remote \"x\"]\n\turl = /nowhere\n\tfetch = ^refs/heads/y\n"),
	configured("config-odd-syntax", "[rerere] enabled\n[user] name = \"a\\\nb\" ; comment\n"),
	configured("config-pack-window-10m", "[pack]\n\twindow = 10m\n"),
	configured("config-branch-odd", "[branch \"x\"]\n\tmerge = x\n"),
	configured("config-alias", "[alias]\n\tls-files = !false\n\trev-parse = !false\n\tcat-file = !false\n\tdiff-index = !false\n"),
	configured("ext-preciousObjects", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpreciousObjects = true\n"),
	configured("ext-objectformat-sha1", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha1\n"),
	configured("filemode-false", "[core]\n\tfileMode = false\n"),
	configured("filemode-true", "[core]\n\tfileMode = true\n"),
	configured("diff-preferences", "[diff]\n\trenames = copies\n\trelative = true\n\tignoreSubmodules = all\n\tsubmodule = log\n\torderFile = /nowhere\n\tnoprefix = true\n\tcolorMoved = zebra\n[color]\n\tui = always\n\tdiff = always\n[core]\n\tquotePath = false\n\tabbrev = 4\n[log]\n\tshowSignature = true\n\tdiffMerges = off\n[format]\n\tpretty = oneline\n"),
	seeded("config-bom", func(w *World) { w.Write("r/.git/config", "\ufeff"+w.Read("r/.git/config")) }),
	seeded("include-config", func(w *World) {
		w.Write("r/.git/more", "[core]\n\tfileMode = false\n")
		w.Append("r/.git/config", "[include]\n\tpath = more\n[includeIf \"gitdir:/nowhere\"]\n\tpath = missing\n")
	}),
	seeded("excludesFile+info/exclude", func(w *World) {
		w.Write("excludes", "*.md\n")
		w.Append("r/.git/config", "[core]\n\texcludesFile = "+w.Path("excludes")+"\n")
		w.Write("r/.git/info/exclude", ".agent/\n")
	}),
	seeded("core.worktree", func(w *World) {
		w.Mkdir("elsewhere")
		w.Git("r", "config", "core.worktree", w.Path("elsewhere"))
		w.Write("elsewhere/x.txt", "x\n")
		w.Git("r", "--work-tree="+w.Path("elsewhere"), "add", "x.txt")
	}),
	{name: "core.bare-with-worktree", build: func(w *World) string {
		w.seed("r")
		w.Git("r", "config", "core.bare", "true")
		w.Setenv("GIT_DIR", w.Path("r/.git"))
		w.Setenv("GIT_WORK_TREE", w.Path("r"))
		return "r"
	}},
	{name: "autocrlf", build: func(w *World) string {
		w.Init("r")
		w.Git("r", "config", "core.autocrlf", "true")
		w.Write("r/a.md", "one\r\ntwo\r\n")
		w.Commit("r", "c1")
		w.Write("r/b.md", "three\r\n")
		w.Git("r", "add", "b.md")
		return "r"
	}},
	{name: "gitattributes-eol-crlf", build: func(w *World) string {
		w.Init("r")
		w.Write("r/.gitattributes", "*.md text eol=crlf -diff\n")
		w.Write("r/a.md", "one\r\ntwo\r\n")
		w.Commit("r", "c1")
		w.Write("r/b.md", "three\r\n")
		w.Git("r", "add", "b.md")
		return "r"
	}},
	{name: "clean-filter", build: func(w *World) string {
		w.Init("r")
		w.Write("r/.gitattributes", "*.md filter=upper\n")
		w.Git("r", "config", "filter.upper.clean", "tr a-z A-Z")
		w.Git("r", "config", "filter.upper.smudge", "tr A-Z a-z")
		w.Write("r/a.md", "one\n")
		w.Commit("r", "c1")
		w.Write("r/b.md", "three\n")
		w.Git("r", "add", "b.md")
		return "r"
	}},
	{name: "lfs-pointer", build: func(w *World) string {
		w.Init("r")
		w.Write("r/.gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n")
		w.Write("r/a.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 3\n")
		w.Commit("r", "c1")
		w.Git("r", "config", "filter.lfs.process", "no-such-program")
		w.Git("r", "config", "filter.lfs.required", "true")
		return "r"
	}},
	{name: "working-tree-encoding", build: func(w *World) string {
		w.Init("r")
		w.Write("r/.gitattributes", "*.txt working-tree-encoding=UTF-16LE\n")
		w.Write("r/a.txt", "h\x00i\x00\n\x00")
		w.Commit("r", "c1")
		w.Write("r/b.txt", "o\x00\n\x00")
		w.Git("r", "add", "b.txt")
		return "r"
	}},
	{name: "reftable", refused: true, build: func(w *World) string {
		w.Mkdir("r")
		if _, err := w.TryGit("r", "", "init", "-q", "-b", "main", "--ref-format=reftable"); err == nil {
			w.history("r")
			w.stage("r")
			return "r"
		}
		w.seed("r")
		w.Append("r/.git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n")
		return "r"
	}},
	{name: "worktree-relativepaths", refused: true, build: func(w *World) string {
		w.seed("r")
		if _, err := w.TryGit("r", "", "worktree", "add", "-q", "--relative-paths", "../wt"); err == nil {
			return "wt"
		}
		w.Append("r/.git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trelativeWorktrees = true\n")
		return "r"
	}},
}
