module github.com/teammem/teammem

go 1.25.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/rogpeppe/go-internal v1.16.0
	github.com/yuin/goldmark v1.8.7
	pgregory.net/rapid v1.3.0
)

require golang.org/x/tools v0.26.0 // indirect
