package gittest

// The repositories of placeShapes lie in unusual places, or are named by
// variables.
var placeShapes = []shape{
	{name: "subdirectory", build: func(w *World) string {
		w.seed("r")
		return "r/" + memoryDir + "sub"
	}},
	{name: "linked-worktree", build: func(w *World) string { return w.linked() }},
	{name: "linked-worktree-subdir", build: func(w *World) string { return w.linked() + "/" + memoryDir + "sub" }},
	{name: "linked-worktree-detached", build: func(w *World) string {
		w.seed("r")
		w.Git("r", "worktree", "add", "-q", "--detach", "../wt", "HEAD~1")
		w.stage2("wt")
		return "wt"
	}},
	{name: "linked-worktree-packedrefs", build: func(w *World) string {
		w.linked()
		w.Git("r", "pack-refs", "--all")
		return "wt"
	}},
	{name: "worktreeConfig-ext", build: func(w *World) string {
		w.linked()
		w.Git("r", "config", "extensions.worktreeConfig", "true")
		w.Git("wt", "config", "--worktree", "core.fileMode", "false")
		return "wt"
	}},
	{name: "worktree-of-bare", build: func(w *World) string {
		w.seed("r")
		w.Git(".", "clone", "-q", "--bare", "r", "bare.git")
		w.Git("bare.git", "worktree", "add", "-q", "../wt", "main")
		w.stage("wt")
		return "wt"
	}},
	{name: "separate-git-dir", build: func(w *World) string {
		w.Mkdir("r")
		w.Git("r", "init", "-q", "-b", "main", "--separate-git-dir", w.Path("store"))
		w.history("r")
		w.stage("r")
		return "r"
	}},
	{name: "separate-git-dir-relative", build: func(w *World) string {
		w.Mkdir("r")
		w.Git("r", "init", "-q", "-b", "main", "--separate-git-dir", w.Path("store"))
		w.Write("r/.git", "gitdir: ../store\n")
		w.history("r")
		w.stage("r")
		return "r/.agent"
	}},
	{name: "separate-git-dir-crlf", build: func(w *World) string {
		w.Mkdir("r")
		w.Git("r", "init", "-q", "-b", "main", "--separate-git-dir", w.Path("store"))
		w.Write("r/.git", "gitdir: ../store\r\n")
		w.history("r")
		w.stage("r")
		return "r"
	}},
	{name: "symlinked-git-dir", build: func(w *World) string {
		w.seed("r")
		w.Git(".", "init", "-q", "empty")
		w.Remove("empty/.git")
		w.Symlink(w.Path("r/.git"), "empty/.git")
		return "empty"
	}},
	{name: "path-with-blank-quote-and-newline", build: func(w *World) string { return w.seed("a b\"c\nd") }},
	{name: "bare", only: askTree | askLog, build: func(w *World) string {
		w.seed("r")
		w.Git(".", "clone", "-q", "--bare", "r", "bare.git")
		return "bare.git"
	}},
	{name: "bare-inside", only: askTree | askLog, build: func(w *World) string {
		w.seed("r")
		w.Git(".", "clone", "-q", "--bare", "r", "bare.git")
		return "bare.git/refs"
	}},
	{name: "bare-by-GIT_DIR", only: askTree | askLog, build: func(w *World) string {
		w.seed("r")
		w.Git("r", "clone", "-q", "--bare", ".", "nested.git")
		w.Setenv("GIT_DIR", ".")
		return "r/nested.git"
	}},
	{name: "inside-submodule", build: func(w *World) string {
		w.super()
		w.stage("super/mod")
		return "super/mod/.agent"
	}},
	{name: "super-with-submodule", build: func(w *World) string { return w.super() }},
	{name: "super-submodule-staged", build: func(w *World) string {
		w.super()
		w.Commit("super/mod", "moved on")
		w.Append("super/.gitmodules", "\tignore = all\n")
		w.Git("super", "config", "submodule.mod.ignore", "all")
		id := w.Git("super/mod", "rev-parse", "HEAD")
		w.Git("super", "update-index", "--cacheinfo", "160000,"+id+",mod")
		w.Git("super", "add", ".gitmodules")
		return "super"
	}},
	{name: "GIT_DIR+GIT_WORK_TREE", build: func(w *World) string {
		w.seed("r")
		w.Setenv("GIT_DIR", "../r/.git")
		w.Setenv("GIT_WORK_TREE", "../r")
		w.Mkdir("elsewhere")
		return "elsewhere"
	}},
	{name: "GIT_DIR-alone", build: func(w *World) string {
		w.seed("r")
		w.Setenv("GIT_DIR", w.Path("r/.git"))
		return "r"
	}},
	{name: "GIT_INDEX_FILE", build: func(w *World) string {
		w.otherIndex()
		w.Setenv("GIT_INDEX_FILE", w.Path("r/.git/other"))
		return "r"
	}},
	{name: "GIT_INDEX_FILE-relative", build: func(w *World) string {
		w.otherIndex()
		w.Setenv("GIT_INDEX_FILE", ".git/other")
		return "r"
	}},
	{name: "GIT_INDEX_FILE-relative-subdir", build: func(w *World) string {
		w.otherIndex()
		w.Setenv("GIT_INDEX_FILE", ".git/other")
		return "r/" + memoryDir + "sub"
	}},
	{name: "GIT_OBJECT_DIRECTORY", build: func(w *World) string {
		w.seed("r")
		w.must(renameIn(w, "r/.git/objects", "store"))
		w.Mkdir("r/.git/objects")
		w.Setenv("GIT_OBJECT_DIRECTORY", w.Path("store"))
		return "r"
	}},
	{name: "GIT_ALTERNATE_OBJECT_DIRECTORIES", build: func(w *World) string {
		w.seed("r")
		w.must(renameIn(w, "r/.git/objects", "store"))
		w.Mkdir("r/.git/objects")
		w.Setenv("GIT_ALTERNATE_OBJECT_DIRECTORIES", "../store")
		return "r"
	}},
	{name: "GIT_COMMON_DIR", build: func(w *World) string {
		w.linked()
		w.Setenv("GIT_DIR", w.Path("r/.git/worktrees/wt"))
		w.Setenv("GIT_COMMON_DIR", w.Path("r/.git"))
		w.Setenv("GIT_WORK_TREE", w.Path("wt"))
		return "wt"
	}},
}

func (w *World) linked() string {
	w.seed("r")
	w.Git("r", "worktree", "add", "-q", "../wt", "side")
	w.stage2("wt")
	return "wt"
}

// stage2 stages changes in a work tree of the branch side.
func (w *World) stage2(dir string) {
	w.Write(dir+"/"+memoryDir+"wt.md", "of the worktree\n")
	w.Write(dir+"/"+memoryDir+"sub/x.md", "x\n")
	w.Git(dir, "add", "-A")
	w.Git(dir, "rm", "-q", "--cached", "zz.txt")
}

// super makes a repository with the seeded one as the submodule mod.
func (w *World) super() string {
	w.seed("r")
	w.Init("super")
	w.Git("super", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", w.Path("r"), "mod")
	w.Commit("super", "with a submodule")
	w.Write("super/"+memoryDir+"one.md", "one\n")
	w.Git("super", "add", "-A")
	return "super"
}

// otherIndex stages one thing in r and another in the index file .git/other.
func (w *World) otherIndex() {
	w.seed("r")
	w.Write("r/.git/other", w.Read("r/.git/index"))
	w.Write("r/"+memoryDir+"other.md", "only in the other index\n")
	env := append(w.Env(), "GIT_INDEX_FILE="+w.Path("r/.git/other"))
	_, err := w.gitWith(env, "r", "", "add", memoryDir+"other.md")
	w.must(err)
}
