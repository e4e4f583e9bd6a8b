package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/invisible"
	"github.com/teammem/teammem/internal/parcel"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

type importOptions struct {
	identities, agents   []string
	from                 string
	all, dryRun, verbose bool
}

func (a *App) importCommand() *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use:   "import [flags] FILE",
		Short: "Take in private memories and drafts from an encrypted file",
		Long: `Take in what teammem private export wrote on another machine. What is here already is
left, and what is only in FILE is added. Where both differ the file here stays as it is,
and that of FILE is put beside it as a draft. No file here is overwritten, and
teammem undo takes the import back.

A file that was cut or changed, or that another key opens, changes nothing. If FILE
opens with a passphrase it is asked for at the terminal. FILE - is standard input.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem private import --identity ~/keys/laptop.txt memories.age
  teammem private import --identity ~/keys/laptop.txt --dry-run memories.age
  teammem private import memories.age`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return a.importFrom(c.Context(), o, args[0]) },
	}
	f := c.Flags()
	f.StringArrayVarP(&o.identities, "identity", "i", nil, "the `FILE` with the private key, as age-keygen writes it; may be repeated")
	f.StringVar(&o.from, "from", "", "take in what is of the project `ID` in the file, although this is another one")
	f.BoolVar(&o.all, "all", false, "take in all projects that are in the file, each to its own place")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "say what would be done, and write nothing")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "list every file")
	agentFlag(c, &o.agents)
	return c
}

func (a *App) importFrom(ctx context.Context, o importOptions, file string) error {
	if o.all && o.from != "" {
		return usagef("--all and --from name different projects, want one of them")
	}
	agents, err := agentNames(o.agents)
	if err != nil {
		return err
	}
	p, err := a.openParcel(ctx, o, file)
	if err != nil {
		return err
	}
	all, err := a.importPairs(ctx, o, agents, p)
	if err != nil {
		return err
	}
	if o.verbose {
		a.sayUnaided()
	}
	if o.dryRun {
		a.say("nothing is written: this is what would be done")
	}
	added := 0
	for _, pair := range all {
		n, err := a.bring(pair, o)
		if err != nil {
			return err
		}
		added += n
	}
	if added > 0 && !o.dryRun {
		a.hint("run teammem sync to list them in the index")
	}
	return nil
}

// openParcel reads the file as a whole: nothing is done with a part of it.
func (a *App) openParcel(ctx context.Context, o importOptions, file string) (parcel.Parcel, error) {
	var keys parcel.Keys
	for _, name := range o.identities {
		some, err := readKeyFile(a, "identity", name, parcel.ParseIdentities)
		if err != nil {
			return parcel.Parcel{}, err
		}
		keys.Identities = append(keys.Identities, some...)
		if file != "-" && besides(a.absolute(name), a.absolute(file)) {
			a.hint(fmt.Sprintf("the private key %q lies beside the file that it opens: whoever gets hold of the folder can read both; keep them apart", name))
		}
	}
	in := a.Stdin
	if file != "-" {
		f, err := os.Open(a.absolute(file))
		if err != nil {
			return parcel.Parcel{}, usageError{err}
		}
		defer f.Close()
		in = f
		if a.ReadHidden != nil {
			keys.Passphrase = func() (string, error) { return a.askHidden(ctx, "Passphrase of the file") }
		}
	}
	archive, err := parcel.Open(in, keys)
	if err != nil {
		return parcel.Parcel{}, err
	}
	return parcel.Decode(archive)
}

// besides reports whether two files lie in the same folder.
func besides(one, other string) bool {
	a, errA := filepath.EvalSymlinks(filepath.Dir(one))
	b, errB := filepath.EvalSymlinks(filepath.Dir(other))
	return errA == nil && errB == nil && a == b
}

// A pair is what travels and where it goes.
type pair struct {
	project parcel.Project
	desk    *home.Desk
}

// importPairs decides which projects of a parcel go where.
func (a *App) importPairs(ctx context.Context, o importOptions, agents []string, p parcel.Parcel) ([]pair, error) {
	if o.all {
		return a.allPairs(ctx, agents, p)
	}
	d, err := a.oneDesk(ctx, agents)
	if err != nil {
		return nil, err
	}
	want := d.Project.ID
	if o.from != "" {
		want = o.from
	}
	i := slices.IndexFunc(p.Projects, func(pr parcel.Project) bool { return pr.ID == want })
	if i >= 0 {
		return []pair{{p.Projects[i], d}}, nil
	}
	var names []string
	for _, pr := range p.Projects {
		names = append(names, fmt.Sprintf("%s (%s)", pr.ID, pr.Name))
	}
	found := "nothing"
	if len(names) > 0 {
		found = strings.Join(names, ", ")
	}
	if o.from != "" {
		return nil, usagef("the file holds nothing of the project %q\nit holds: %s", o.from, found)
	}
	return nil, usagef("the file holds nothing of this project, which is %s (%s)\nit holds: %s\nrun it in a clone of the right project, or take it into this one with --from ID", want, d.Name(), found)
}

func (a *App) allPairs(ctx context.Context, agents []string, p parcel.Parcel) ([]pair, error) {
	var ids []string
	for _, pr := range p.Projects {
		ids = append(ids, pr.ID)
	}
	desks, err := a.allDesks(ctx, agents, ids)
	var all []pair
	for _, pr := range p.Projects {
		for _, d := range desks {
			if d.Project.ID == pr.ID {
				all = append(all, pair{pr, d})
			}
		}
	}
	return all, err
}

// bring takes one project in and says what became of it.
func (a *App) bring(p pair, o importOptions) (added int, err error) {
	if !p.desk.HasClone() {
		p.project = a.leaveClaude(p.project)
	}
	var plan parcel.Plan
	var out store.Outcome
	if o.dryRun {
		plan, out, err = rehearseImport(p)
	} else {
		plan, out, err = a.doImport(p)
	}
	if err != nil {
		return 0, a.storeError(err)
	}
	plan.Added, plan.Drafts = arrived(plan.Added, out), arrived(plan.Drafts, out)
	a.sayImport(p, plan, out, o)
	if n := len(out.Overtaken); n > 0 {
		return 0, fmt.Errorf("files that could not be written: %d\nmake room for them and run it again: what is in already stays", n)
	}
	return len(plan.Added), nil
}

// arrived leaves out what could not be written.
func arrived(all []parcel.Arrival, out store.Outcome) []parcel.Arrival {
	return slices.DeleteFunc(all, func(f parcel.Arrival) bool {
		return slices.ContainsFunc(out.Overtaken, func(o store.Overtaken) bool { return o.Step.Layout == f.Layout && o.Step.Path == f.Put })
	})
}

// leaveClaude takes out what would have to go to a directory that is not known, because it
// depends on where the clone lies.
func (a *App) leaveClaude(pr parcel.Project) parcel.Project {
	all := len(pr.Files)
	pr.Files = slices.DeleteFunc(slices.Clone(pr.Files), func(f parcel.File) bool { return f.Layout != sync.Native })
	if n := all - len(pr.Files); n > 0 {
		a.say("left: files of Claude Code of %s: %d: run it in a clone of that project to take them in", pr.Name, n)
	}
	return pr
}

func rehearseImport(p pair) (plan parcel.Plan, out store.Outcome, err error) {
	v, err := p.desk.Look()
	if err != nil {
		return plan, out, err
	}
	defer v.Close()
	return v.Import(p.project, store.Dry{View: v.View})
}

func (a *App) doImport(p pair) (plan parcel.Plan, out store.Outcome, err error) {
	s, err := p.desk.Open(lockWait)
	if err != nil {
		return plan, out, err
	}
	defer closed(s, &err)
	a.sayRecovered(p.desk, s.Recovered())
	return s.Import(p.project)
}

// sayImport tells what was done, and all that a person should know of it.
func (a *App) sayImport(p pair, plan parcel.Plan, out store.Outcome, o importOptions) {
	a.say("%s: added: %d, here already: %d, kept as drafts: %d", p.desk.Name(), len(plan.Added), plan.Same, len(plan.Drafts))
	moved := 0
	for _, f := range plan.Added {
		if o.verbose || o.dryRun {
			a.say("add %s: %s", a.at(p.desk, f.Layout, f.Put), f.Reason)
		}
		if f.Layout != f.File.Layout {
			moved++
		}
	}
	if moved > 0 {
		a.say("notice: Claude Code has no directory here, so its files went to the private memories of teammem: %d", moved)
	}
	for _, f := range plan.Drafts {
		a.say("draft: %s of %s: %s", a.at(p.desk, f.Layout, f.Put), f.Path, f.Reason)
	}
	for _, f := range slices.Concat(plan.Added, plan.Drafts) {
		a.sayDoubts(a.at(p.desk, f.Layout, f.Put), f.Data)
	}
	a.sayOvertaken(p.desk, out.Overtaken)
}

// sayDoubts names what a person should look at in a private text. Nothing is refused: it
// is their own.
func (a *App) sayDoubts(at string, text []byte) {
	var kinds []string
	for _, m := range secretscan.Scan(text) {
		if !slices.Contains(kinds, m.Title) {
			kinds = append(kinds, m.Title)
		}
	}
	if len(kinds) > 0 {
		a.say("notice: %s holds what looks like a secret (%s): keep it in a vault rather than in a memory", at, strings.Join(kinds, ", "))
	}
	if n := len(invisible.Scan(text)); n > 0 {
		a.say("notice: %s holds characters that nobody sees: %d", at, n)
	}
}
