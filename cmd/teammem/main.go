// Command teammem keeps the shared memory of coding agents in git, where it
// changes only through review. Run teammem --help for the manual.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/teammem/teammem/internal/cli"
)

func main() {
	collectLate()
	os.Exit(run())
}

// collectLate lets the first garbage be collected at 32 MB instead of at 4, which a
// hook does not reach; from then on the usual pace holds.
func collectLate() {
	usual := debug.SetGCPercent(800)
	runtime.SetFinalizer(new([16]byte), func(*[16]byte) { debug.SetGCPercent(usual) })
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
