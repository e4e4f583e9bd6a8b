// Package home joins a repository with what belongs to it under the home directory: which
// project it is, where its memory lies, what lies there, and what sync makes of it. What
// becomes of a memory internal/sync decides; every file is written by internal/store.
package home

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/scope"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// Options say for whom a Desk is.
type Options struct {
	Getenv func(name string) string
	For    string   // the agent that a context is for, as delivery calls it; "" for any
	Agents []string // whose own stores take part besides the native one; nil: all that are found
	Now    time.Time
	// Unignored is that of store.Options.
	Unignored func(dir string) (top string, err error)
	// Version is that of teammem: another one judges memory again.
	Version string
}

// A Desk is one project and where its memory lies.
type Desk struct {
	Project scope.Project
	Places  map[sync.Layout]store.Place
	Trusted git.TrustedRef
	Notices []string // what a person should know of the choice of project and trusted ref

	repo *git.Repo
	main string // the main work tree
	o    Options
}

// Find says which project repo is and where its memory lies. It writes nothing. Without a
// home directory the error is a *store.Refused.
func Find(ctx context.Context, repo *git.Repo, o Options) (*Desk, error) {
	d := &Desk{repo: repo, o: o}
	remote, err := d.trust(ctx)
	if err != nil {
		return nil, err
	}
	if d.main, err = repo.MainWorktree(ctx); err != nil {
		return nil, err
	}
	if err := d.identify(ctx, remote); err != nil {
		return nil, err
	}
	return d, d.place()
}

// trust finds the trusted ref. Which remote it is of the policy says that is trusted
// without one being named.
func (d *Desk) trust(ctx context.Context) (remote string, err error) {
	if d.Trusted, err = d.repo.Trusted(ctx, ""); err != nil {
		return "", err
	}
	p, err := d.policyAt(ctx, d.Trusted.Commit)
	if err != nil {
		return "", err
	}
	if p.Remote != "" && p.Remote != d.Trusted.Remote {
		d.Trusted, err = d.repo.Trusted(ctx, p.Remote)
	}
	if d.Trusted.Notice != "" {
		d.Notices = append(d.Notices, d.Trusted.Notice)
	}
	return p.Remote, err
}

func (d *Desk) policyAt(ctx context.Context, commit string) (policy.Policy, error) {
	if commit == "" {
		return policy.Default(), nil
	}
	data, err := d.repo.FileAt(ctx, commit, memory.PolicyPath)
	if err != nil || data == nil {
		return policy.Default(), err
	}
	p, err := rules.ParsePolicy(source.NewText(data))
	var flaw *policy.Error
	if errors.As(err, &flaw) {
		return policy.Default(), nil // which is said when the team memory is read
	}
	return p, err
}

func (d *Desk) identify(ctx context.Context, remote string) error {
	url, err := d.repo.RemoteURL(ctx, remote)
	if err != nil {
		return err
	}
	if url != "" {
		if d.Project, err = scope.ProjectOf(url); err == nil {
			return nil
		}
		d.Notices = append(d.Notices, fmt.Sprintf("the remote says nothing about the project (%v), so its path does", err))
	}
	d.Project, err = scope.ProjectAt(d.main)
	return err
}

// Look opens the stores for reading.
func (d *Desk) Look() (*View, error) {
	v, err := store.Look(d.options(0))
	if err != nil {
		return nil, err
	}
	return d.read(v)
}

// Open opens the stores for writing, and completes what an earlier run left unfinished.
// wait is how long another teammem may take.
func (d *Desk) Open(wait time.Duration) (*Store, error) {
	if err := d.makeRoot(); err != nil {
		return nil, err
	}
	s, err := store.Open(d.options(wait))
	if err != nil {
		return nil, err
	}
	v, err := d.read(&s.View)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &Store{View: v, Store: s}, nil
}

func (d *Desk) options(wait time.Duration) store.Options {
	return store.Options{Places: d.Places, Wait: wait, Unignored: d.o.Unignored}
}
