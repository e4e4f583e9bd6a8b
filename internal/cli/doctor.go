package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/doctor"
	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/memory"
)

type doctorOptions struct {
	format  string
	json    bool
	canary  string
	asked   bool // there is an answer, which may be empty
	receipt string
}

// askCanary is the value of --canary without one, as help shows it.
const askCanary = "ANSWER"

func (a *App) doctorCommand() *cobra.Command {
	var o doctorOptions
	c := &cobra.Command{
		Use:   "doctor [flags]",
		Short: "Prove that team memory is judged, reviewed and delivered here",
		Long: `Look at everything that team memory needs in this clone, and say of each thing what was
found, what was wanted and what to do: git, the team directory, the index, the hooks (proven
by a commit that they have to refuse), CODEOWNERS and the workflow of the default branch,
the files of the agents, private memory. It changes nothing and asks no network. What can't
be seen from here is said to be not known.

Whether an agent got the index it alone can tell. --canary prints what to ask it, and
--canary=ANSWER judges what it said.
` + exitCodes("nothing is broken; a warning does not count", "something is broken", codeUsage),
		Example: `  teammem doctor
  teammem doctor --json
  teammem doctor --canary
  teammem doctor --canary="we deploy on Tuesdays"`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 && c.Flags().Changed("canary") {
				return usagef("%s takes no argument, got %q\nwrite the answer behind an equals sign: --canary=ANSWER", c.CommandPath(), args[0])
			}
			return noArgs(c, args)
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.asked = c.Flags().Changed("canary")
			return a.doctor(c.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", "text", "how to print: json, text")
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	optional(c, &o.canary, "canary", askCanary, "print what to ask an agent, or judge its answer")
	f.StringVar(&o.receipt, "receipt", "", "judge what a hook of Claude Code wrote to `FILE`; see docs/doctor.md")
	return c
}

func (a *App) doctor(ctx context.Context, o doctorOptions) error {
	if o.json {
		o.format = "json"
	}
	if err := checkFormat(o.format, "json", "text"); err != nil {
		return err
	}
	if o.canary == askCanary {
		return a.sayCanary(ctx)
	}
	f, err := a.doctorFacts(ctx)
	if err != nil {
		return err
	}
	if o.asked {
		f.Delivery.Answer = &o.canary
	}
	if o.receipt != "" {
		data, err := readPlain(a.absolute(o.receipt), maxRead)
		if err != nil {
			return fmt.Errorf("read the receipt: %w", err)
		}
		f.Delivery.Receipt = doctor.ParseReceipt(o.receipt, f.Repository.Path, data)
	}
	return a.sayDoctor(doctor.Judge(f), o.format)
}

// maxRead is how many bytes of a file are read that has no limit of its own: in a receipt they are events of
// a few hundred bytes, over years.
const maxRead = 64 << 20

// readPlain reads a regular file that has at most limit bytes. Anything else could wait for a writer,
// or never end.
func readPlain(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file but %s", name, kindOf(info))
	case info.Size() > limit:
		return nil, fmt.Errorf("%s has %d bytes; at most %d are read", name, info.Size(), limit)
	}
	return os.ReadFile(name)
}

// sayCanary prints what to ask an agent.
func (a *App) sayCanary(ctx context.Context) error {
	repo, err := a.open(ctx)
	if err != nil {
		return err
	}
	s, err := engine.Load(ctx, repo, memory.At{Kind: memory.AtWorktree})
	if err != nil {
		return err
	}
	index := s.File(memory.IndexPath)
	if index == nil || index.Text == nil {
		return fmt.Errorf("there is no %s, so there is nothing to ask for\nrun teammem index", memory.IndexPath)
	}
	c, ok := doctor.CanaryOf(index.Text)
	if !ok {
		return errors.New("no entry of the index says anything that an agent could repeat\nwrite a memory with teammem new, or bring the index in line with teammem index")
	}
	a.say("%s", c.Question())
	a.hint("ask it in a new session of the agent, then run teammem doctor --canary=ANSWER")
	return nil
}

func (a *App) sayDoctor(res *doctor.Result, format string) error {
	for i := range res.Lines {
		l := &res.Lines[i]
		l.Found, l.Fix = oneLine(l.Found), oneLine(l.Fix)
	}
	if format == "json" {
		if err := a.sayJSON(res); err != nil {
			return err
		}
	} else {
		a.sayLines(res)
	}
	if res.Verdict == string(engine.Block) {
		return errBlocked
	}
	return nil
}

// oneLine is text that can be printed as one line.
func oneLine(s string) string {
	return safe(strings.Join(strings.Split(strings.TrimSpace(s), "\n"), "; "))
}

// doctorLook is the word and the colour of a state.
func doctorLook(s doctor.State) (word, color string) {
	switch s {
	case doctor.OK:
		return "ok", "32"
	case doctor.Warn:
		return "warn", "1;33"
	case doctor.Fail:
		return "fail", "1;31"
	}
	return "not known", "1;36"
}

func (a *App) sayLines(res *doctor.Result) {
	color := a.lookAt("").Color
	for _, l := range res.Lines {
		word, sgr := doctorLook(l.State)
		if color {
			word = "\x1b[" + sgr + "m" + word + "\x1b[m"
		}
		name := ""
		if l.Fault != "" {
			name = " [" + l.Fault + "]"
		}
		fmt.Fprintf(a.Stdout, "%s: %s: %s%s\n", word, l.Check, l.Found, name)
		if l.State != doctor.OK {
			fmt.Fprintf(a.Stdout, "    wanted: %s\n", l.Wanted)
		}
		if l.Fix != "" {
			fmt.Fprintf(a.Stdout, "    fix: %s\n", l.Fix)
		}
	}
	n := res.Counts
	fmt.Fprintf(a.Stdout, "\nverdict: %s, ok: %d, warnings: %d, failures: %d, not known: %d\n", res.Verdict, n.OK, n.Warn, n.Fail, n.Unknown)
}

// doubt is why something could not be seen, of an error whose further lines say what to do.
func doubt(err error) doctor.Doubt {
	if err == nil {
		return doctor.Doubt{}
	}
	why, fix, _ := strings.Cut(err.Error(), "\n")
	return doctor.Doubt{Why: why, Fix: fix}
}

// atTop is a path of the repository as this machine has it.
func atTop(top, name string) string { return filepath.Join(top, filepath.FromSlash(name)) }
