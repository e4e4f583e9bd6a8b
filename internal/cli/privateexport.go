package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/atomicfile"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/parcel"
	"github.com/teammem/teammem/internal/sync"
)

// minPassphrase is how many characters a passphrase must have.
const minPassphrase = 10

type exportOptions struct {
	recipients, recipientFiles, agents []string
	passphrase, armor, force, all      bool
}

func (a *App) exportCommand() *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:   "export [flags] FILE",
		Short: "Write private memories and drafts into one encrypted file",
		Long: `Write the private memories and drafts of this project, and what Claude Code has of its
own, into FILE, encrypted with age for the keys or the passphrase that you give. The
reviewed team memory is in git and does not travel. Nothing is changed under the home
directory.

A key pair is made with age-keygen on the machine that shall open the file; only its
public key, age1..., is needed here. The private key must never lie where the file does.
FILE - is standard output. Inside the encryption is a plain tar: age -d FILE | tar -t
lists it.
` + exitCodes(codeDone, "a file could not be taken, and is named; the others are in FILE", codeUsage),
		Example: `  teammem private export --recipient age1... memories.age
  teammem private export --recipients-file ~/keys/machines.txt --all memories.age
  teammem private export --passphrase memories.age`,
		Args: oneFile,
		RunE: func(c *cobra.Command, args []string) error { return a.export(c.Context(), o, args[0]) },
	}
	f := c.Flags()
	f.StringArrayVarP(&o.recipients, "recipient", "r", nil, "encrypt for that public `KEY` of age; may be repeated")
	f.StringArrayVarP(&o.recipientFiles, "recipients-file", "R", nil, "encrypt for the public keys in `FILE`, one a line; may be repeated")
	f.BoolVarP(&o.passphrase, "passphrase", "p", false, "encrypt with a passphrase, which is asked for at the terminal")
	f.BoolVar(&o.armor, "armor", false, "write text, for places that take no bytes")
	f.BoolVar(&o.force, "force", false, "replace FILE, if it is an earlier export")
	f.BoolVar(&o.all, "all", false, "take all projects of this machine")
	agentFlag(c, &o.agents)
	return c
}

func (a *App) export(ctx context.Context, o exportOptions, file string) error {
	recipients, err := a.exportKeys(o)
	if err != nil {
		return err
	}
	prev, err := a.exportPlace(o, file)
	if err != nil {
		return err
	}
	p, left, err := a.gather(ctx, o)
	if err != nil {
		return err
	}
	archive, err := parcel.Encode(p)
	if err != nil {
		return fmt.Errorf("%w\nexport one project at a time", err)
	}
	if o.passphrase {
		if recipients, err = a.newPassphrase(ctx); err != nil {
			return err
		}
	}
	sealed, err := parcel.Seal(archive, recipients...)
	if err == nil && o.armor {
		sealed, err = parcel.Armor(sealed)
	}
	if err != nil {
		return err
	}
	if err := a.writeParcel(file, prev, sealed); err != nil {
		return err
	}
	a.sayExport(ctx, file, p, left)
	if len(left) > 0 {
		return errBlocked
	}
	return nil
}

// exportKeys gives the public keys; none when a passphrase is to be asked for.
func (a *App) exportKeys(o exportOptions) ([]parcel.Recipient, error) {
	keys := len(o.recipients) + len(o.recipientFiles)
	switch {
	case o.passphrase && keys > 0:
		return nil, usagef("--passphrase goes with no key: a file has one or the other")
	case o.passphrase && a.ReadHidden == nil:
		return nil, usagef("--passphrase asks at a terminal, and there is none\ngive public keys with --recipient or --recipients-file")
	case !o.passphrase && keys == 0:
		return nil, usagef("who may open the file is missing, want --recipient, --recipients-file or --passphrase\nage-keygen makes a key pair; give its public key here, age1..., and keep the private one on the machine that shall open the file")
	}
	var all []parcel.Recipient
	for _, key := range o.recipients {
		r, err := parcel.ParseRecipient(key)
		if err != nil {
			return nil, usagef("--recipient: %w", err)
		}
		all = append(all, r)
	}
	for _, name := range o.recipientFiles {
		some, err := readKeyFile(a, "recipients-file", name, parcel.ParseRecipients)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	if keys > 0 { // keys of two kinds can't be mixed: say so before anything else
		if _, err := parcel.Seal(nil, all...); err != nil {
			return nil, usageError{err}
		}
	}
	return all, nil
}

func (a *App) newPassphrase(ctx context.Context) ([]parcel.Recipient, error) {
	words, err := a.askHidden(ctx, "Passphrase for the file")
	if err != nil {
		return nil, err
	}
	if n := utf8.RuneCountInString(words); n < minPassphrase {
		return nil, usagef("the passphrase has %d characters, want at least %d: four or five words that nobody would guess", n, minPassphrase)
	}
	again, err := a.askHidden(ctx, "The same again")
	if err != nil {
		return nil, err
	}
	if again != words {
		return nil, usagef("the two passphrases differ, so nothing was written")
	}
	r, err := parcel.Passphrase(words)
	return []parcel.Recipient{r}, err
}

// exportPlace gives what is to be replaced, nil when there is nothing, and refuses a
// place where nothing may be written.
func (a *App) exportPlace(o exportOptions, file string) (prev []byte, err error) {
	if file == "-" {
		if a.OutTerminal && !o.armor {
			return nil, usagef("a terminal can't show the file\nredirect standard output, or write text with --armor")
		}
		return nil, nil
	}
	at := a.absolute(file)
	if info, err := os.Stat(filepath.Dir(at)); err != nil || !info.IsDir() {
		return nil, usagef("there is no folder %q to write the file to", filepath.Dir(at))
	}
	info, err := os.Lstat(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, usagef("%q is there and is no regular file\nchoose another name", file)
	case !o.force:
		return nil, usagef("%q is there already\nchoose another name, or replace it with --force", file)
	}
	if prev, err = os.ReadFile(at); err != nil {
		return nil, err
	}
	if !parcel.IsSealed(prev) {
		return nil, usagef("%q is no earlier export, so --force does not replace it\nchoose another name", file)
	}
	return prev, nil
}

func (a *App) writeParcel(file string, prev, sealed []byte) error {
	if file == "-" {
		_, err := a.Stdout.Write(sealed)
		return err
	}
	at := a.absolute(file)
	root, err := os.OpenRoot(filepath.Dir(at))
	if err != nil {
		return err
	}
	defer root.Close()
	return atomicfile.Replace(root, filepath.Base(at), prev, sealed, 0o600)
}

// gather reads what is to travel, and names what can't.
func (a *App) gather(ctx context.Context, o exportOptions) (p parcel.Parcel, left []string, err error) {
	desks, err := a.exportDesks(ctx, o)
	if err != nil {
		return p, nil, err
	}
	var views []*home.View
	defer func() {
		for _, v := range views {
			err = errors.Join(err, v.Close())
		}
	}()
	known := map[sync.Sum]bool{}
	for _, d := range desks {
		v, err := d.Look()
		if err != nil {
			return p, nil, a.storeError(err)
		}
		views = append(views, v)
		v.Delivered(known)
	}
	for i, v := range views {
		pr, some, err := v.Carried()
		if err != nil {
			return p, nil, err
		}
		edited, err := v.Edited(known)
		if err != nil {
			return p, nil, err
		}
		for _, l := range append(some, edited...) {
			left = append(left, finding.Visible(a.at(desks[i], l.Layout, l.Path))+": "+l.Reason)
		}
		if len(pr.Files) > 0 {
			p.Projects = append(p.Projects, pr)
		}
	}
	if len(p.Projects) == 0 {
		return p, nil, errors.New("there is no private memory to carry, so no file was written")
	}
	return p, left, nil
}

func (a *App) exportDesks(ctx context.Context, o exportOptions) ([]*home.Desk, error) {
	agents, err := agentNames(o.agents)
	if err != nil {
		return nil, err
	}
	if !o.all {
		d, err := a.oneDesk(ctx, agents)
		return []*home.Desk{d}, err
	}
	ids, err := home.Projects(a.Getenv)
	if err != nil {
		return nil, err
	}
	return a.allDesks(ctx, agents, ids)
}

// sayExport tells what is in the file; on standard error when the file is standard output.
func (a *App) sayExport(ctx context.Context, file string, p parcel.Parcel, left []string) {
	out := a.Stdout
	if file == "-" {
		out = a.Stderr
	} else {
		a.warnTracked(ctx, file)
		fmt.Fprintln(out, safe("wrote "+file))
	}
	for _, pr := range p.Projects {
		fmt.Fprintln(out, safe(pr.Name+": "+counted(pr.Files)))
	}
	for _, l := range left {
		fmt.Fprintln(out, safe("left out: "+l))
	}
}

// counted says how many files there are of each kind.
func counted(files []parcel.File) string {
	private, drafts, claude := 0, 0, 0
	for _, f := range files {
		switch {
		case f.Layout == sync.Claude:
			claude++
		case f.IsDraft():
			drafts++
		default:
			private++
		}
	}
	words := fmt.Sprintf("private memories: %d, drafts: %d", private, drafts)
	if claude > 0 {
		words += fmt.Sprintf(", files of Claude Code: %d", claude)
	}
	return words
}

// warnTracked says that git would offer the file to be committed.
func (a *App) warnTracked(ctx context.Context, file string) {
	if top, err := a.unignoredFile(ctx, a.absolute(file)); err == nil && top != "" {
		a.hint(fmt.Sprintf("the file lies in the work tree %q, which does not ignore it: move it away before it is committed, since history keeps what is encrypted, too", top))
	}
}
