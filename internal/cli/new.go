package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/secretscan"
)

var errEmpty error = usageError{errors.New("the text is empty, so nothing was written")}

type newOptions struct {
	kind, description, body, why, how, expires string
	dryRun                                     bool
}

func (a *App) newCommand() *cobra.Command {
	var o newOptions
	c := &cobra.Command{
		Use:   "new NAME [flags]",
		Short: "Write a well-formed memory and its entry in the index",
		Long: `Write a new memory with its frontmatter, and add its entry to MEMORY.md. It is judged
before it is written: what check would block is refused.

The text comes from --body, from standard input with --body -, or from your editor
(VISUAL or EDITOR) at a terminal. A text from an editor that is refused is kept, and
the message says where.
` + exitCodes(codeDone, "what check would block; nothing was written", codePolicy),
		Example: `  teammem new deploy-window --type project --description "when we deploy" \
      --body "Deploys run on Tuesday and Thursday before noon." \
      --why "support is staffed then" --how "ask before any other time"
  teammem new review-tone --type feedback --description "how we comment"`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return miscounted(c, "one name", args)
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.new(c.Context(), args[0], o) },
	}
	f := c.Flags()
	f.StringVar(&o.kind, "type", "", "feedback, project or reference")
	f.StringVar(&o.description, "description", "", "what it says, in one line")
	f.StringVar(&o.body, "body", "", "the `text`; - reads it from standard input")
	f.StringVar(&o.why, "why", "", "why it is so")
	f.StringVar(&o.how, "how", "", "how to apply it")
	f.StringVar(&o.expires, "expires", "", "the `date` after which it no longer holds: 2027-01-31")
	f.BoolVarP(&o.dryRun, "dry-run", "n", false, "print it, and write nothing")
	return c
}

func (a *App) new(ctx context.Context, name string, o newOptions) error {
	if err := o.valid(name); err != nil {
		return err
	}
	now, err := a.now()
	if err != nil {
		return err
	}
	repo, t, err := a.openTree(ctx)
	if err != nil {
		return err
	}
	defer t.close()
	var r secretscan.Redactor
	file := memory.Dir + "/" + o.kind + "_" + memory.Slug(r.Redact(name)) + ".md"
	if prev, err := t.read(file); err != nil {
		return err
	} else if prev != nil {
		return usagef("%q exists already\nedit it, or choose another name", file)
	}
	body, draft, err := a.body(ctx, o)
	if err != nil {
		return err
	}
	text := o.memory(name, body, now)
	if err := a.place(ctx, repo, t, file, text, o.dryRun); err != nil {
		if draft != "" {
			a.hint("your text is kept in " + draft)
		}
		return err
	}
	if draft != "" {
		return os.Remove(draft)
	}
	return nil
}

func (o newOptions) valid(name string) error {
	switch {
	case o.kind == "user":
		return usagef("a memory of type user is private and never belongs to a team\nkeep it in your private memory")
	case o.kind == "":
		return usagef("--type is missing, want one of feedback, project, reference")
	case !slices.Contains(memory.TeamTypes, o.kind):
		return usagef("--type is %q, want one of feedback, project, reference", o.kind)
	case strings.TrimSpace(o.description) == "":
		return usagef("--description is missing\nsay in one line what the memory holds; agents choose by it")
	case memory.Slug(name) == "":
		return usagef("name is %q, want at least one letter or digit", name)
	}
	return checkExpires(o.expires)
}

// checkExpires refuses the value of --expires if it is no date; "" is that of who gave none.
func checkExpires(day string) error {
	if _, err := time.Parse(time.DateOnly, day); err != nil && day != "" {
		return usagef("--expires is %q, want a date such as 2027-01-31", day)
	}
	return nil
}

// memory is the text of the file.
func (o newOptions) memory(name, body string, now time.Time) []byte {
	pairs := []memory.Pair{
		{Key: "name", Value: name},
		{Key: "description", Value: o.description},
		{Key: "type", Value: o.kind},
		{Key: "scope", Value: "team"},
		{Key: "created", Value: now.UTC().Format(time.DateOnly)},
	}
	if o.expires != "" {
		pairs = append(pairs, memory.Pair{Key: "expires", Value: o.expires})
	}
	var reasons []string
	if o.why != "" {
		reasons = append(reasons, "**Why:** "+o.why)
	}
	if o.how != "" {
		reasons = append(reasons, "**How to apply:** "+o.how)
	}
	body = strings.Trim(body, "\r\n")
	if len(reasons) > 0 {
		body += "\n\n" + strings.Join(reasons, "\n")
	}
	return memory.Write(pairs, body)
}

// place judges the memory in its place, with its entry, and writes both.
func (a *App) place(ctx context.Context, repo *git.Repo, t *tree, file string, text []byte, dryRun bool) error {
	after := engine.Overlay(repo, map[string][]byte{file: text})
	index, err := planIndex(ctx, after, t, file)
	if err != nil {
		return err
	}
	edits := []edit{{path: file, next: text}, index}
	agents, err := refreshed(ctx, repo, t, edits)
	if err != nil {
		return err
	}
	edits = append(edits, agents...)
	after = engine.Overlay(repo, written(edits))
	res, err := a.brought(ctx, repo, after)
	if err != nil {
		return err
	}
	if err := a.refuse(res, a.look(repo, true)); err != nil {
		return err
	}
	if dryRun {
		_, err := a.Stdout.Write(text)
		return err
	}
	return a.settle(t, edits, false)
}

// brought judges after and keeps what is not found before.
func (a *App) brought(ctx context.Context, before, after engine.Repository) (*engine.Result, error) {
	now, err := a.now()
	if err != nil {
		return nil, err
	}
	req := engine.Request{Source: engine.Worktree, FailOn: finding.Error, Now: now}
	old, err := engine.Check(ctx, before, req)
	if err != nil {
		return nil, err
	}
	res, err := engine.Check(ctx, after, req)
	if err != nil {
		return nil, err
	}
	res = res.Narrow(added(old.Findings, res.Findings), req.FailOn)
	res.Notices = nil
	return res, nil
}

// added lists what of after is not in before. That a memory got no entry is left out
// where an error besides says why.
func added(before, after []finding.Finding) []finding.Finding {
	key := func(f finding.Finding) string { return f.Rule + "\x00" + f.Path + "\x00" + f.Fingerprint }
	known := map[string]bool{}
	for _, f := range before {
		known[key(f)] = true
	}
	var out []finding.Finding
	wrong := false
	for _, f := range after {
		if !known[key(f)] {
			out = append(out, f)
			wrong = wrong || f.Severity == finding.Error && f.Rule != "orphan"
		}
	}
	return slices.DeleteFunc(out, func(f finding.Finding) bool { return wrong && f.Rule == "orphan" })
}

// body gives the text of the memory, and the file that keeps it when it came from
// an editor.
func (a *App) body(ctx context.Context, o newOptions) (text, draft string, err error) {
	switch {
	case o.body == "-":
		data, err := io.ReadAll(io.LimitReader(a.Stdin, memory.MaxParsed+1))
		if err != nil {
			return "", "", fmt.Errorf("read standard input: %w", err)
		}
		if strings.TrimSpace(string(data)) == "" {
			return "", "", errEmpty
		}
		return string(data), "", nil
	case o.body != "":
		return o.body, "", nil
	case !a.InTerminal:
		return "", "", usagef("--body is missing, and there is no terminal for an editor\ngive the text, or - to read it from standard input")
	}
	return a.edit(ctx)
}

// commandWords are the words of a command: cut at blanks, those in quotes kept. One that is the name of
// a program as it stands, such as a path with blanks in it, is one word.
func commandWords(command string) []string {
	if _, err := exec.LookPath(command); err == nil {
		return []string{command}
	}
	var words []string
	var quote byte
	inside := false
	for _, c := range []byte(command) { // a path need not be UTF-8
		switch {
		case quote == 0 && strings.IndexByte(" \t\r\n", c) >= 0:
			inside = false
		case c == quote:
			quote = 0
		default:
			if !inside {
				words, inside = append(words, ""), true
			}
			if quote == 0 && (c == '"' || c == '\'') {
				quote = c
			} else {
				words[len(words)-1] += string([]byte{c})
			}
		}
	}
	return words
}

func (a *App) edit(ctx context.Context) (text, draft string, err error) {
	command := commandWords(a.Getenv("VISUAL"))
	if len(command) == 0 {
		command = commandWords(a.Getenv("EDITOR"))
	}
	if len(command) == 0 {
		return "", "", usagef("there is no editor: VISUAL and EDITOR are empty\nset one of them, or give the text with --body")
	}
	f, err := os.CreateTemp("", "teammem-*.md")
	if err != nil {
		return "", "", fmt.Errorf("make a file for the editor: %w\nset TMPDIR to a directory that can be written", err)
	}
	if err := f.Close(); err != nil {
		return "", "", err
	}
	cmd := exec.CommandContext(ctx, command[0], append(command[1:], f.Name())...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Dir = a.Stdin, a.Stdout, a.Stderr, a.Dir
	runErr := cmd.Run()
	data, err := os.ReadFile(f.Name())
	if err != nil {
		return "", "", fmt.Errorf("read the text: %w", err)
	}
	empty := strings.TrimSpace(string(data)) == ""
	if empty {
		if err := os.Remove(f.Name()); err != nil {
			return "", "", err
		}
	}
	switch {
	case runErr != nil && empty:
		return "", "", fmt.Errorf("run the editor %q: %w", path.Base(command[0]), runErr)
	case runErr != nil:
		return "", "", fmt.Errorf("run the editor %q: %w\nyour text is kept in %s", path.Base(command[0]), runErr, f.Name())
	case empty:
		return "", "", errEmpty
	}
	return string(data), f.Name(), nil
}
