module github.com/teammem/teammem/bench

go 1.25.0
