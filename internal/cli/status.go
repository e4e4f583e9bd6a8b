package cli

import (
	"context"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/teammem/teammem/internal/home"
	"github.com/teammem/teammem/internal/sync"
)

// A status is what teammem status promises as JSON. Lists are never null.
type status struct {
	Version    int                `json:"version"`
	Project    string             `json:"project"`
	Ref        string             `json:"ref"`
	Commit     string             `json:"commit"`
	Memories   int                `json:"memories"` // of the team, without the archive
	Stores     []statusStore      `json:"stores"`
	Differs    []statusFile       `json:"differs"`    // what sync would change
	Overridden []statusOverride   `json:"overridden"` // private memories that the team outranks
	Unreviewed []statusUnreviewed `json:"unreviewed"` // on disk and not at the trusted ref
	Drafts     []statusDraft      `json:"drafts"`
	Refused    []statusRefusal    `json:"refused"`
	Notices    []string           `json:"notices"`
}

type statusStore struct {
	Layout  string `json:"layout"`
	Dir     string `json:"dir"`
	Private int    `json:"private"`
	Synced  bool   `json:"synced"`
}

type statusFile struct {
	File   string `json:"file"`
	Change string `json:"change"` // write or remove
	Reason string `json:"reason"`
	draft  bool   // made of an edit
}

type statusOverride struct {
	Private string `json:"private"`
	Team    string `json:"team"`
	Reason  string `json:"reason"`
}

type statusUnreviewed struct {
	Path    string `json:"path"`
	Change  string `json:"change"`  // added, edited or deleted
	Refused string `json:"refused"` // why sync would not take it; "" when it would
}

type statusDraft struct {
	File   string `json:"file"`
	Origin string `json:"origin"` // the team memory it was made of; "" when that is not known
	merged bool   // the team has the same text
}

type statusRefusal struct {
	Path   string `json:"path"`
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
}

func (a *App) statusCommand() *cobra.Command {
	var format string
	var agents []string
	c := &cobra.Command{
		Use:   "status [flags]",
		Short: "Say how team and private memory stand to each other",
		Long: `Say what sync would change, which private memories are overridden by the team's, what
on this branch nobody has reviewed, which memories are refused and why, and which drafts
wait to be promoted or dropped. It writes nothing.
` + exitCodes(codeDone, "", codeUsage),
		Example: `  teammem status
  teammem status --format json`,
		Args: noArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkFormat(format, "json", "text"); err != nil {
				return err
			}
			return a.status(c.Context(), format, agents)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "how to print: json, text")
	agentFlag(c, &agents)
	return c
}

func (a *App) status(ctx context.Context, format string, given []string) error {
	d, v, err := a.view(ctx, given)
	if err != nil {
		return err
	}
	defer v.Close()
	st, err := a.gatherStatus(ctx, d, v)
	if err != nil {
		return err
	}
	if format == "json" {
		return a.sayJSON(st)
	}
	a.sayStatus(st)
	return nil
}

// sayJSON prints v, which has been made safe.
func (a *App) sayJSON(v any) error {
	e := json.NewEncoder(a.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func (a *App) gatherStatus(ctx context.Context, d *home.Desk, v *home.View) (*status, error) {
	s, out, err := d.Rehearse(ctx, v, home.From{})
	if err != nil {
		return nil, err
	}
	unreviewed, err := d.Unreviewed(ctx, s.Team)
	if err != nil {
		return nil, err
	}
	st := &status{
		Version: 1, Project: d.Project.String(), Ref: s.Team.Ref, Commit: s.Team.Commit, Memories: active(s.Team),
		Stores: []statusStore{}, Differs: []statusFile{}, Overridden: []statusOverride{}, Unreviewed: []statusUnreviewed{},
		Drafts: []statusDraft{}, Refused: []statusRefusal{}, Notices: append(append([]string{}, d.Notices...), s.Team.Notices...),
	}
	for _, step := range out.Done {
		st.Differs = append(st.Differs, statusFile{a.at(d, step.Layout, step.Path), string(step.Kind), step.Reason, strings.HasPrefix(step.Path, home.DraftsDir+"/")})
	}
	for _, o := range out.Overtaken {
		st.Differs = append(st.Differs, statusFile{a.at(d, o.Step.Layout, o.Step.Path), "none", o.Reason, false})
	}
	for _, u := range unreviewed {
		st.Unreviewed = append(st.Unreviewed, statusUnreviewed{u.Path, string(u.What), u.Reason})
	}
	for i := range s.Plans {
		a.addPlan(st, d, v, s, i)
	}
	drafts, err := v.Drafts()
	for _, f := range drafts {
		origin, sum := v.Record.Origin(s.Team, f.File), sync.SumOf(f.Data)
		merged := slices.ContainsFunc(s.Team.Files, func(t sync.File) bool { return t.Path == origin && t.Sum == sum })
		st.Drafts = append(st.Drafts, statusDraft{a.at(d, sync.Native, path.Join(home.DraftsDir, f.File)), origin, merged})
	}
	st.makeSafe()
	return st, err
}

// makeSafe makes every text one that can be printed.
func (st *status) makeSafe() {
	all := []*string{&st.Project, &st.Ref}
	for i := range st.Stores {
		all = append(all, &st.Stores[i].Dir)
	}
	for i := range st.Differs {
		all = append(all, &st.Differs[i].File, &st.Differs[i].Reason)
	}
	for i := range st.Overridden {
		all = append(all, &st.Overridden[i].Private, &st.Overridden[i].Team, &st.Overridden[i].Reason)
	}
	for i := range st.Unreviewed {
		all = append(all, &st.Unreviewed[i].Path, &st.Unreviewed[i].Refused)
	}
	for i := range st.Drafts {
		all = append(all, &st.Drafts[i].File, &st.Drafts[i].Origin)
	}
	for i := range st.Refused {
		all = append(all, &st.Refused[i].Path, &st.Refused[i].Reason)
	}
	for i := range st.Notices {
		all = append(all, &st.Notices[i])
	}
	for _, s := range all {
		*s = safe(*s)
	}
}

// addPlan adds what the plan of one store says.
func (a *App) addPlan(st *status, d *home.Desk, v *home.View, s *home.Sync, i int) {
	p, seen := s.Plans[i], s.Seen[i]
	_, synced := v.Record.Layouts[seen.Layout]
	st.Stores = append(st.Stores, statusStore{string(seen.Layout), a.placeName(d.Places[seen.Layout]), len(seen.Private), synced})
	for _, o := range p.Overridden {
		st.Overridden = append(st.Overridden, statusOverride{a.at(d, seen.Layout, path.Join(home.PrivateIn(seen.Layout), o.Private)), o.Team, o.Reason})
	}
	for _, r := range p.Refused {
		where := r.Path
		switch {
		case r.Layout != "":
			where = a.at(d, seen.Layout, r.Path)
		case i > 0:
			continue // of the team, and told already
		}
		st.Refused = append(st.Refused, statusRefusal{where, r.Rule, r.Reason})
	}
	for _, n := range p.Notices {
		if i == 0 || !slices.Contains(s.Plans[0].Notices, n) {
			st.Notices = append(st.Notices, n)
		}
	}
}

func active(t home.Team) (n int) {
	for _, f := range t.Files {
		if !f.Archived {
			n++
		}
	}
	return n
}

func (a *App) sayStatus(st *status) {
	a.say("project: %s", st.Project)
	a.say("team memory of %s: memories: %d", atCommit(st.Ref, st.Commit), st.Memories)
	for _, s := range st.Stores {
		words := ""
		if !s.Synced {
			words = ", never synced"
		}
		a.say("%s: private memories: %d%s", s.Dir, s.Private, words)
	}
	for _, f := range st.Differs {
		words := "differs"
		if f.draft {
			words = "sync will make the draft"
		}
		a.say("%s: %s: %s", words, f.File, f.Reason)
	}
	for _, o := range st.Overridden {
		a.say("overridden: %s by the team's %s: %s", o.Private, o.Team, o.Reason)
	}
	for _, u := range st.Unreviewed {
		words := ""
		if u.Refused != "" {
			words = "; it would be refused: " + u.Refused
		}
		a.say("unreviewed: %s: %s on this branch%s", u.Path, u.Change, words)
	}
	for _, f := range st.Drafts {
		words := ""
		if f.Origin != "" {
			words = " of " + f.Origin
		}
		if f.merged {
			words += ": the team has it now, so it can be deleted"
		}
		a.say("draft: %s%s", f.File, words)
	}
	for _, r := range st.Refused {
		a.say("refused: %s: %s%s", r.Path, r.Reason, inBrackets(r.Rule))
	}
	for _, n := range st.Notices {
		a.say("notice: %s", n)
	}
	a.sayNext(st)
}

// sayNext says what can be done about it.
func (a *App) sayNext(st *status) {
	if len(st.Differs) > 0 {
		a.hint("teammem sync brings the stores in line, teammem diff shows what would change")
	}
	if len(st.Drafts) > 0 {
		a.hint("teammem promote makes a draft a change to review; a draft that is not wanted can be deleted")
	}
	if len(st.Differs)+len(st.Refused) == 0 {
		a.say("nothing to sync")
	}
}
