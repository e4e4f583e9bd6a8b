package main

import (
	"context"
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/cli"
	"github.com/teammem/teammem/internal/teammemtest"
)

var update = flag.Bool("update", false, "write what the scripts see into them")

// The scripts hold the two doors to the same words: "teammem" is the command line.
func TestMain(m *testing.M) {
	teammemtest.Shim()
	testscript.Main(m, map[string]func(){
		"action":  func() { os.Exit(run()) },
		"teammem": func() { os.Exit(cli.FromProcess(os.Args[1:]).Main(context.Background())) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Setup:               teammemtest.Setup("2026-01-02T03:04:05Z"),
		Cmds:                teammemtest.Commands,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}
