package gittest

// cloned is a clone of the seeded repository with options.
func cloned(name string, more func(w *World), options ...string) shape {
	return shape{name: name, build: func(w *World) string {
		w.origin()
		w.Git(".", append(append([]string{"clone", "-q"}, options...), "file://"+w.Path("origin.git"), "c")...)
		if more != nil {
			more(w)
		}
		return "c"
	}}
}

// origin makes a bare repository that allows every kind of fetch.
func (w *World) origin() {
	w.seed("r")
	w.Git(".", "clone", "-q", "--bare", "r", "origin.git")
	w.Git("origin.git", "config", "uploadpack.allowFilter", "true")
	w.Git("origin.git", "config", "uploadpack.allowAnySHA1InWant", "true")
}

func limited(s shape, only question) shape {
	s.only = only
	return s
}

// The clones of cloneShapes are whole or lack something that is not asked for.
var cloneShapes = []shape{
	cloned("plain", func(w *World) { w.stage("c") }),
	cloned("no-checkout", nil, "--no-checkout"),
	limited(cloned("shallow", func(w *World) { w.stage("c") }, "--depth=1"), askIndex|askStaged|askTree),
	cloned("partial-clone", func(w *World) { w.stage("c") }, "--filter=blob:none"),
	cloned("partial-clone-ext", func(w *World) {
		w.stage("c")
		w.Git("c", "config", "core.repositoryFormatVersion", "1")
		w.Git("c", "config", "extensions.partialClone", "origin")
	}, "--filter=blob:none"),
	limited(cloned("treeless", func(w *World) { w.stage("c") }, "--filter=tree:0"), askIndex|askStaged|askTree),
	limited(cloned("actions-checkout-sparse-like", func(w *World) {
		w.Git("c", "sparse-checkout", "set", "--no-cone", ".agent")
		w.Git("c", "checkout", "-q", "main")
	}, "--no-checkout", "--filter=blob:none", "--depth=1"), askStaged),
}
