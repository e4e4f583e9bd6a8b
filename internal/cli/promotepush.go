package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"

	"github.com/teammem/teammem/internal/branch"
	"github.com/teammem/teammem/internal/forge"
	"github.com/teammem/teammem/internal/git"
)

// pushTo is the remote that is pushed to, or would be: the named one, else
// remote.pushDefault, else the one that team memory comes from.
func (p *promotion) pushTo(ctx context.Context) (string, error) {
	if r := p.o.push; r != "" && r != pushDefault {
		return r, nil
	}
	settings, err := p.repo.Settings(ctx, "remote.pushdefault")
	if err != nil {
		return "", err
	}
	remote := settings["remote.pushdefault"]
	if remote == "" {
		remote = p.desk.Trusted.Remote
	}
	if remote == "" && p.o.push != "" {
		return "", usagef("there is no remote to push to\nname one: --push=REMOTE")
	}
	return remote, nil
}

// say tells what was made, and what comes next.
func (p *promotion) say(commit string, files []branch.File, there bool) {
	a := p.app
	if there {
		a.say("branch %s is there already and holds it: commit %.12s", p.name, commit)
	} else {
		a.say("branch %s: commit %.12s on %s", p.name, commit, p.from)
		for _, f := range files {
			a.say("  %s", f.Path)
		}
	}
	for _, l := range p.left {
		a.hint(l)
	}
	switch {
	case p.o.push != "":
	case p.remote != "":
		a.say("next: git push %s %s, then open a pull request", p.remote, p.name)
	default:
		a.say("next: read it with git diff %s...%s, then git merge %s", p.from, p.name, p.name)
	}
	if c := p.changes[0]; c.Update {
		a.say("read what it replaces: git diff %s %s", p.from, p.name)
	}
	for _, c := range p.changes {
		at := p.sources[c.Source.Path]
		if c.Source.Draft {
			a.say("once it is merged, the draft is no longer needed: remove %s", at)
		} else {
			a.say("%s stays where it is; once this is merged, teammem sync shows it as overridden", at)
		}
	}
}

// publish pushes the branch and names the page for the pull request, as far as asked for.
func (p *promotion) publish(ctx context.Context) error {
	if p.o.push != "" {
		if err := p.push(ctx); err != nil {
			return err
		}
		to := p.remote
		if strings.Contains(to, ":") { // a URL may hold a password
			to = "the URL that was given"
		}
		p.app.say("pushed %s to %s", p.name, to)
	}
	switch {
	case p.o.pr:
		return p.page(ctx)
	case p.o.push != "":
		p.app.say("next: open a pull request from it; --pr names the page")
	}
	return nil
}

// push runs git push. At a terminal git and hooks speak for themselves, and ask for
// passwords; elsewhere nothing that they print is obeyed by who reads it.
func (p *promotion) push(ctx context.Context) error {
	a, said := p.app, &bytes.Buffer{}
	push := branch.Push{Dir: a.Dir, Remote: p.remote, Branch: p.name, Stdin: a.Stdin, Stdout: said, Stderr: said}
	if a.ErrTerminal {
		push.Stdout, push.Stderr = a.Stderr, a.Stderr
	}
	err := push.Push(ctx, p.repo)
	if text := strings.TrimSpace(said.String()); text != "" {
		fmt.Fprintln(a.Stderr, safe(text))
	}
	if err != nil {
		return fmt.Errorf("%w\nthe branch %s is in this clone; push it when that is mended", err, p.name)
	}
	return nil
}

// page names the page on which the pull request is opened, and opens it at a terminal.
func (p *promotion) page(ctx context.Context) error {
	if p.desk.Trusted.Remote == "" {
		p.app.say("this clone has no remote with a default branch, so there is no page for a pull request")
		return nil
	}
	page, err := p.pageURL(ctx)
	if errors.Is(err, forge.ErrNoPage) {
		p.app.say("%v\nopen the pull request there by hand: from the branch %s into %s", err, p.name, p.into())
		return nil
	}
	if err != nil {
		return err
	}
	if p.o.push == "" {
		p.app.say("push the branch first, then open:")
	}
	p.app.say("%s", page)
	if p.app.OutTerminal && p.o.push != "" {
		browse(page)
	}
	return nil
}

func (p *promotion) pageURL(ctx context.Context) (string, error) {
	base, err := p.repo.RemoteURL(ctx, p.desk.Trusted.Remote)
	if err != nil {
		return "", err
	}
	head, err := p.repo.RemoteURL(ctx, p.remote)
	if errors.Is(err, git.ErrUnknownRemote) && strings.ContainsAny(p.remote, ":/") {
		head, err = p.remote, nil // pushed to a URL
	}
	if err != nil {
		return "", err
	}
	return forge.Page(forge.Request{Base: base, Into: p.into(), Head: head, Branch: p.name})
}

// into is the branch of the remote that the pull request is for.
func (p *promotion) into() string {
	name := p.from
	for _, prefix := range []string{"refs/heads/", "refs/remotes/", p.desk.Trusted.Remote + "/"} {
		name = strings.TrimPrefix(name, prefix)
	}
	return name
}

// browse opens a page in the browser. That it can't is no harm: the page was named.
func browse(page string) {
	command := []string{"xdg-open", page}
	switch runtime.GOOS {
	case "darwin":
		command[0] = "open"
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", page}
	}
	_ = exec.Command(command[0], command[1:]...).Start() // it goes on when teammem has ended
}
