// Command teammem keeps the shared memory of coding agents in git, where it
// changes only through review. Run teammem --help for the manual.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	_ "github.com/teammem/teammem/internal/bigstack" // first of all that is initialized
	"github.com/teammem/teammem/internal/cli"
)

func main() {
	cli.CollectLate()
	os.Exit(run())
}

func run() int {
	app := cli.FromProcess(os.Args[1:])
	if app.MayBeKilled() { // to wait for signals is not for free
		return app.Main(context.Background())
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return app.Main(ctx)
}
