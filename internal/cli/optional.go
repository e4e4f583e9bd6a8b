package cli

import "github.com/spf13/cobra"

// An optionalValue is the value of a flag that can go without one.
type optionalValue string

func (v *optionalValue) Set(s string) error { *v = optionalValue(s); return nil }
func (v *optionalValue) String() string     { return string(*v) }

// Type is the one of a switch, since help then shows --flag[=VALUE] and no type beside it.
func (v *optionalValue) Type() string { return "bool" }

// optional defines a flag that is given as --name or --name=VALUE; without is its value then,
// and what help shows for one.
func optional(c *cobra.Command, to *string, name, without, usage string) {
	c.Flags().Var((*optionalValue)(to), name, usage)
	c.Flag(name).NoOptDefVal = without
}
