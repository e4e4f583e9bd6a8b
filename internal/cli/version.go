package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *App) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    "Print the version of teammem and of the Go that built it.\n" + exitCodes,
		Example: `  teammem version`,
		Args:    noArgs,
		RunE: func(c *cobra.Command, args []string) error {
			_, err := fmt.Fprintln(a.Stdout, Version())
			return err
		},
	}
}

func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, got %q", c.CommandPath(), args[0])
	}
	return nil
}

// Version says which build this is, from what the Go tool recorded in it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "teammem (unknown build)"
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "devel"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && version == "devel" {
			version += " " + s.Value
		}
	}
	return "teammem " + version + " " + info.GoVersion
}
