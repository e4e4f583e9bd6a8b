package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/teammem/teammem/internal/doctor"
	"github.com/teammem/teammem/internal/forge"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/store"
	"github.com/teammem/teammem/internal/sync"
)

// homeFacts looks at what the trusted ref says and at the private memory of the project.
func (a *App) homeFacts(ctx context.Context, repo *git.Repo, f *doctor.Facts) {
	d, err := a.deskOf(ctx, repo, nil)
	if err != nil {
		f.Store = &doctor.Store{}
		f.Store.Unsafe, f.Store.Doubt = refusal(err)
		ref, err := repo.Trusted(ctx, "")
		f.Base = a.baseFacts(ctx, repo, ref, err)
		return
	}
	f.Base = a.baseFacts(ctx, repo, d.Trusted, nil)
	f.Store = a.storeFacts(ctx, d)
}

// refusal tells a store that is not safe from one that can't be seen.
func refusal(err error) (*doctor.Refusal, doctor.Doubt) {
	var r *store.Refused
	switch {
	case errors.As(err, &r):
	case errors.Is(err, fs.ErrPermission):
		return &doctor.Refusal{Kind: doctor.Unreadable, Found: err.Error(), Fix: "make it yours: private memory is for you alone"}, doctor.Doubt{}
	case errors.Is(err, syscall.ENOTDIR):
		r = &store.Refused{Kind: store.NoHome, Found: err.Error(), Fix: "set " + store.HomeVariable() + ", or TEAMMEM_HOME, to a directory of your own"}
	default:
		return nil, doubt(err)
	}
	found := r.Found
	if r.Path != "" {
		found = fmt.Sprintf("%q %s", r.Path, r.Found)
	}
	return &doctor.Refusal{Kind: string(r.Kind), Found: found, Fix: r.Fix}, doctor.Doubt{}
}

func (a *App) storeFacts(ctx context.Context, d *home.Desk) *doctor.Store {
	s := &doctor.Store{Dir: a.placeName(d.Places[sync.Native])}
	v, err := d.Look()
	if err != nil {
		s.Unsafe, s.Doubt = refusal(err)
		return s
	}
	defer v.Close()
	s.Exists, s.Unfinished = v.Native(), v.Unfinished()
	if s.Locked, err = v.Locked(); err == nil {
		err = a.looseFacts(v, s)
	}
	if err == nil {
		err = a.orphanFacts(d, v, s)
	}
	if err == nil {
		err = a.mirrorFacts(ctx, d, v, s)
	}
	if err != nil {
		s.Unsafe, s.Doubt = refusal(err)
	}
	return s
}

// looseFacts lists what others can read.
func (a *App) looseFacts(v *home.View, s *doctor.Store) error {
	all, err := v.Audit()
	s.OpenFix = "run chmod -R go= " + s.Dir
	for _, l := range all {
		at := fmt.Sprintf("%s (%s)", filepath.ToSlash(filepath.Join(s.Dir, l.Path)), l.Why)
		if l.Closed {
			s.Closed = append(s.Closed, at)
			continue
		}
		s.Open = append(s.Open, at)
		if strings.Contains(l.Why, "user") {
			s.OpenFix = "run chown -R \"$(id -u)\" " + s.Dir
		}
	}
	return err
}

func (a *App) orphanFacts(d *home.Desk, v *home.View, s *doctor.Store) error {
	all, err := d.Orphans(v)
	for _, o := range all {
		s.Orphans = append(s.Orphans, doctor.Orphan{Dir: a.homely(o.Dir), Files: o.New + len(o.Left), Likely: o.Likely})
	}
	return err
}

// mirrorFacts says what a sync would do.
func (a *App) mirrorFacts(ctx context.Context, d *home.Desk, v *home.View, s *doctor.Store) error {
	if s.Synced = len(v.Record.Layouts) > 0; !s.Synced || s.Locked || s.Unfinished {
		return nil
	}
	st, err := a.gatherStatus(ctx, d, v)
	if err != nil {
		return err
	}
	for _, f := range st.Differs {
		s.Differs = append(s.Differs, fmt.Sprintf("%s (%s)", f.File, f.Reason))
	}
	for _, r := range st.Refused {
		s.Refused = append(s.Refused, fmt.Sprintf("%s (%s)", r.Path, r.Reason))
	}
	return nil
}

// baseFacts is what the trusted ref has for review.
func (a *App) baseFacts(ctx context.Context, repo *git.Repo, ref git.TrustedRef, err error) *doctor.Base {
	b := &doctor.Base{Ref: strings.TrimPrefix(ref.Ref, "refs/remotes/"), Commit: ref.Commit, Doubt: doubt(err)}
	known, url := false, "" // what runs on the host
	if names, _ := repo.Remotes(ctx); err == nil && len(names) > 0 {
		b.Notice = ref.Notice
	}
	if err == nil && ref.Remote != "" {
		if branch, ok := strings.CutPrefix(ref.Ref, "refs/remotes/"+ref.Remote+"/"); ok {
			b.Branch = branch
		}
		if url, err = repo.RemoteURL(ctx, ref.Remote); err == nil {
			b.Host, b.Settings = forge.Settings(url)
			b.GitHub, known = forge.IsGitHub(url)
		}
	}
	if err == nil && ref.Commit != "" {
		err = readBase(ctx, repo, b, url)
	}
	b.GitHub = b.GitHub || !known && len(b.Workflows) > 0
	if err != nil {
		b.Doubt = doubt(err)
	}
	return b
}

// workflows is where GitHub looks for them.
const workflows = ".github/workflows/"

// pipeline is the file by which GitLab knows what to run.
const pipeline = ".gitlab-ci.yml"

// readBase reads CODEOWNERS, the policy and the workflows of the base, and lists the team
// memory there and here.
func readBase(ctx context.Context, repo *git.Repo, b *doctor.Base, url string) error {
	entries, err := repo.Entries(ctx, memory.At{Commit: b.Commit})
	if err != nil {
		return err
	}
	team := map[string]bool{}
	for _, e := range entries {
		switch {
		case isTeamFile([]byte(e.Path)):
			b.Memories++
			team[e.Path] = true
			b.Team = append(b.Team, e.Path)
		case e.Path == memory.PolicyPath:
			b.Policy = true
		case e.Path == pipeline, isWorkflow(e.Path):
			if err := addWorkflow(ctx, repo, b, e.Path); err != nil {
				return err
			}
		}
	}
	here, err := repo.Listed(ctx, memory.At{Kind: memory.AtWorktree}, isTeamFile)
	for _, e := range here {
		if !team[e.Path] {
			b.Team = append(b.Team, e.Path)
		}
	}
	if err != nil {
		return err
	}
	b.Drafts = workflowsOnDisk(repo)
	otherwise := memory.CodeownersPaths
	if b.Pipeline != nil && len(b.Workflows) == 0 {
		otherwise = forge.OwnersOnGitLab()
	}
	return readBaseOwners(ctx, repo, b, ownersPathsOf(url, otherwise))
}

func isWorkflow(p string) bool {
	return path.Dir(p)+"/" == workflows && (strings.HasSuffix(p, ".yml") || strings.HasSuffix(p, ".yaml"))
}

func addWorkflow(ctx context.Context, repo *git.Repo, b *doctor.Base, name string) error {
	f, err := fileAt(ctx, repo, b.Commit, name)
	if name == pipeline {
		b.Pipeline = &f
	} else {
		b.Workflows = append(b.Workflows, f)
	}
	return err
}

// fileAt reads a file of a commit. Its text is nil when it is too big.
func fileAt(ctx context.Context, repo *git.Repo, commit, name string) (doctor.File, error) {
	data, err := repo.FileAt(ctx, commit, name)
	f := doctor.File{Path: name}
	if len(data) < memory.MaxParsed {
		f.Text = source.NewText(data)
	}
	return f, err
}

func workflowsOnDisk(repo *git.Repo) (out []doctor.File) {
	dir, err := os.ReadDir(atTop(repo.Top(), workflows))
	if err != nil {
		return nil // then there are none here
	}
	for _, e := range dir {
		name := workflows + e.Name()
		if !isWorkflow(name) || !e.Type().IsRegular() {
			continue
		}
		if data, err := os.ReadFile(atTop(repo.Top(), name)); err == nil {
			out = append(out, doctor.File{Path: name, Text: source.NewText(data)})
		}
	}
	return out
}

// readBaseOwners finds the CODEOWNERS that counts, which is the first of paths, those that don't, and the owners
// that the policy names.
func readBaseOwners(ctx context.Context, repo *git.Repo, b *doctor.Base, paths []string) error {
	b.OwnersPaths = paths
	if data, err := repo.FileAt(ctx, b.Commit, memory.CodeownersPaths[0]); err == nil && data != nil {
		b.Unread = memory.CodeownersPaths[0]
	}
	for _, name := range paths {
		data, err := repo.FileAt(ctx, b.Commit, name)
		if err != nil {
			return err
		}
		switch {
		case data == nil:
		case b.Owners.Path != "":
			b.Shadowed = append(b.Shadowed, name)
		default:
			if b.Owners, err = fileAt(ctx, repo, b.Commit, name); err != nil {
				return err
			}
		}
		if _, err := os.Lstat(atTop(repo.Top(), name)); err == nil && b.Here == "" {
			b.Here = name
		}
	}
	data, err := repo.FileAt(ctx, b.Commit, memory.PolicyPath)
	if err == nil && data != nil {
		if p, err := rules.ParsePolicy(source.NewText(data)); err == nil {
			b.Named, b.Approvals, b.Alone = p.Owners, doctor.ApprovalsIn(data), p.Review.Required == 0
		}
	}
	return err
}
