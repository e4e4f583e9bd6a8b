module github.com/teammem/teammem

go 1.25.0
