package gittest

import "strings"

// The objects of objectShapes are stored, signed or replaced in unusual ways.
var objectShapes = []shape{
	seeded("packed", func(w *World) { w.Git("r", "gc", "-q", "--prune=now") }),
	seeded("midx+commitgraph", func(w *World) {
		w.Git("r", "repack", "-q", "-a", "-d")
		w.Git("r", "multi-pack-index", "write")
		w.Git("r", "commit-graph", "write", "--reachable", "--changed-paths")
	}),
	seeded("midx-repack", func(w *World) {
		w.Git("r", "repack", "-q", "-d")
		w.Commit("r", "more")
		w.Git("r", "repack", "-q", "-d")
		w.Git("r", "multi-pack-index", "write")
		w.Git("r", "multi-pack-index", "repack")
		w.Git("r", "multi-pack-index", "expire")
	}),
	seeded("split-graph", func(w *World) {
		w.Git("r", "commit-graph", "write", "--reachable", "--split")
		w.Commit("r", "more")
		w.Git("r", "commit-graph", "write", "--reachable", "--split=no-merge")
	}),
	seeded("cruft-pack", func(w *World) {
		w.Blob("r", "unreachable\n")
		w.Git("r", "repack", "-q", "-d", "--cruft")
	}),
	{name: "alternates-abs", build: func(w *World) string {
		w.seed("r")
		w.Git(".", "clone", "-q", "-s", "r", "s")
		w.stage("s")
		return "s"
	}},
	{name: "alternates-rel", build: func(w *World) string {
		w.seed("r")
		w.Git(".", "clone", "-q", "-s", "r", "s")
		w.Write("s/.git/objects/info/alternates", "../../../r/.git/objects\n")
		w.stage("s")
		return "s"
	}},
	{name: "alternates-comment", build: func(w *World) string {
		w.seed("r")
		w.Git(".", "clone", "-q", "-s", "r", "s")
		w.Write("s/.git/objects/info/alternates", "# a comment\n"+w.Path("r/.git/objects")+"\n")
		w.stage("s")
		return "s"
	}},
	{name: "alternates-chained", build: func(w *World) string {
		w.seed("r")
		w.Git(".", "clone", "-q", "-s", "r", "s")
		w.Git(".", "clone", "-q", "-s", "s", "u")
		w.stage("u")
		return "u"
	}},
	{name: "sha256", build: func(w *World) string {
		w.Init("r", "--object-format=sha256")
		w.history("r")
		w.stage("r")
		return "r"
	}},
	seeded("packed-refs", func(w *World) {
		w.Git("r", "pack-refs", "--all", "--prune")
	}),
	seeded("replace-blob", func(w *World) {
		w.Git("r", "replace", w.Git("r", "rev-parse", ":"+memoryDir+"new.md"), w.Blob("r", "harmless\n"))
	}),
	seeded("replace-commit", func(w *World) {
		head := w.Git("r", "rev-parse", "HEAD")
		w.Git("r", "replace", head, w.CommitTree("r", head+"^{tree}", "harmless"))
	}),
	seeded("grafts", func(w *World) {
		w.Write("r/.git/info/grafts", w.Git("r", "rev-parse", "HEAD")+"\n")
	}),
	seeded("gpg-signed", func(w *World) {
		w.recommit("gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----")
	}),
	seeded("ssh-signed", func(w *World) {
		w.recommit("gpgsig -----BEGIN SSH SIGNATURE-----\n U1NI\n -----END SSH SIGNATURE-----")
	}),
	seeded("odd-commit-encoding", func(w *World) { w.recommit("encoding ISO-8859-1") }),
	seeded("odd-commit-extraheader", func(w *World) { w.recommit("x-extra one\n parent two\nparent-like three") }),
	seeded("mergetag-commit", func(w *World) {
		w.Git("r", "checkout", "-q", "-f", "-b", "tagged", "HEAD~1")
		w.Commit("r", "aside")
		w.Git("r", "merge", "-q", "--no-edit", "--no-ff", "v1")
	}),
	{name: "odd-modes", build: func(w *World) string {
		w.seed("r")
		blob := w.Blob("r", "x\n")
		tree := w.RawTree("r", "100664 a.md "+blob, "100600 b.md "+blob, "100755 c.md "+blob, "120000 d.md "+blob, "160000 e "+strings.Repeat("1", 40))
		w.Git("r", "update-ref", "HEAD", w.CommitTree("r", tree, "odd modes", "HEAD"))
		return "r"
	}},
}

// recommit makes a commit on top of HEAD with one more header and a message that
// is not UTF-8.
func (w *World) recommit(header string) {
	head := w.Git("r", "rev-parse", "HEAD")
	tree := w.Git("r", "write-tree")
	who := "Ann <ann@example.com> 1767323045 +0000"
	raw := "tree " + tree + "\nparent " + head + "\nauthor " + who + "\ncommitter " + who + "\n" + header + "\n\n  caf\xe9\n\nbody\x00after\n\n"
	w.Git("r", "update-ref", "HEAD", w.Object("r", "commit", raw))
}
