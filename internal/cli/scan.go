package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/report"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
)

type scanOptions struct {
	format, failOn string
	phones         bool
}

func (a *App) scanCommand() *cobra.Command {
	var o scanOptions
	c := &cobra.Command{
		Use:   "scan [flags] [PATH...|-]",
		Short: "Look for secrets in any files, folders or standard input",
		Long: `Look for secrets and personal data in any files, by the rule "secret" of the gate:
the tokens of providers, keys, connection strings, and passwords and keys that a noun
names in prose, code or a table. It reads; it changes nothing, and prints no secret.

PATH is a file or a folder, which is read with all that lies in it; - is standard
input, and no PATH is the working directory. It works outside of a repository. Inside
of one, paths are shown from its top, and the allow-list of .agent/teammem.yaml holds.
What could not be read is a finding; what is left out is named.
` + exitCodes(codePass, codeBlocked, codePolicy),
		Example: `  teammem scan notes/ README.md
  git log -p | teammem scan -
  teammem scan --format sarif docs > secrets.sarif`,
		RunE: func(c *cobra.Command, args []string) error { return a.scan(c.Context(), o, args) },
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "how to print: "+report.Formats())
	f.StringVar(&o.failOn, "fail-on", "error", "the lowest `severity` that blocks: note, warn, error, never")
	f.BoolVar(&o.phones, "phones", false, "look for phone numbers, too, as errors")
	return c
}

func (a *App) scan(ctx context.Context, o scanOptions, args []string) error {
	format, err := report.ParseFormat(o.format)
	if err != nil {
		return usageError{err}
	}
	if len(args) == 0 {
		args = []string{"."}
	}
	res, top, err := a.scanned(ctx, o, args)
	if err != nil {
		return errors.Join(err, a.reportError(format, err))
	}
	look := a.lookAt(top)
	look.Fingerprints = true
	look.FailOn, _ = parseFailOn(o.failOn) // scanned has refused what it can't read
	return tellVerdict(a.Stdout, format, res, look)
}

// scanned gives the result and the top of the repository around the working directory,
// "" when there is none.
func (a *App) scanned(ctx context.Context, o scanOptions, args []string) (*engine.Result, string, error) {
	failOn, err := parseFailOn(o.failOn)
	if err != nil {
		return nil, "", err
	}
	now, err := a.now()
	if err != nil {
		return nil, "", err
	}
	top := topAround(a.Dir)
	p, err := policyOnDisk(top)
	if err != nil {
		return nil, "", err
	}
	if o.phones {
		p.Rules = maps.Clone(p.Rules)
		if p.Rules == nil {
			p.Rules = map[string]finding.Severity{}
		}
		p.Rules["phone"] = finding.Error
	}
	w := &walk{ctx: ctx, dir: a.Dir, top: top, stdin: a.Stdin, scan: engine.NewScan(p, now, failOn), seen: map[string]bool{}, left: map[string][]string{}}
	defer a.progress("looking for secrets")()
	for _, arg := range args {
		if err := w.argument(arg); err != nil {
			return nil, "", err
		}
	}
	w.tellLeft()
	return w.scan.Result(), top, nil
}

// topAround is the nearest directory at or above dir that holds a repository. Git is
// not asked: scan is for places without it, too.
func topAround(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// policyOnDisk is the policy as it lies there, or the default one.
func policyOnDisk(top string) (policy.Policy, error) {
	if top == "" {
		return policy.Default(), nil
	}
	src, err := readPlain(filepath.Join(top, filepath.FromSlash(memory.PolicyPath)), maxRead)
	if errors.Is(err, os.ErrNotExist) {
		return policy.Default(), nil
	}
	if err != nil {
		return policy.Policy{}, fmt.Errorf("read the policy: %w", err)
	}
	return rules.ParsePolicy(source.NewText(src))
}
