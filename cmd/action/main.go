// Command action is teammem as a GitHub Action: the same check with the same exit
// codes, its arguments taken from the inputs of the step.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/teammem/teammem/internal/action"
	_ "github.com/teammem/teammem/internal/bigstack" // first of all that is initialized
	"github.com/teammem/teammem/internal/cli"
)

func main() {
	cli.CollectLate()
	os.Exit(run())
}

func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return action.Main(ctx, cli.FromProcess(nil))
}
