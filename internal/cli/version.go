package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/lazy"
)

func (a *App) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    "Print the version of teammem and of the Go that built it.\n" + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem version`,
		Args:    noArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return a.tell("teammem", buildVersion(), runtime.Version())
		},
	}
}

// tell prints one line.
func (a *App) tell(words ...any) error {
	_, err := fmt.Fprintln(a.Stdout, words...)
	return err
}

func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s takes no argument, got %q\nrun %[1]s --help to see how it is used", c.CommandPath(), args[0])
	}
	return nil
}

// release is the version that the linker was told; "" where nobody did.
var release string

// buildVersion is the version of a release, else the one that the Go tool recorded, and "devel"
// with the commit when it was built from a clone.
func buildVersion() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	version := info.Main.Version
	if version != "" && version != "(devel)" {
		return version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "devel " + s.Value
		}
	}
	return "devel"
}

// releaseForm is how the tag of a release is written.
var releaseForm = lazy.Regexp(`^v[0-9]+\.[0-9]+\.[0-9]+$`)

// releaseOf is the tag of the release that version names; the first one for a build between
// releases, which no tag stands for.
func releaseOf(version string) string {
	if releaseForm.Get().MatchString(version) {
		return version
	}
	return "v0.1.0"
}
