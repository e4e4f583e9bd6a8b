package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/age"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/policy"
	"github.com/teammem/teammem/internal/rules"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/sync"
)

// A TeamRequest says which team memory is wanted.
type TeamRequest struct {
	At  memory.At // a commit ("" for none: there is no team memory then), or the work tree
	Ref string    // as a person names it
	Now time.Time // required
}

// Team reads the team memory of one state. The first class of rules judges it, old or new:
// what they find is refused by name, and a finding in the index costs the words of the
// index and none of the memories. An index that is too long is taken, since whoever loads
// it cuts it. Notices say what else a person should know. The error means that it could
// not be read.
func Team(ctx context.Context, repo Repository, req TeamRequest) (team sync.Team, notices []string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("reading the team memory stopped by a bug in teammem: %T", p)
		}
	}()
	l := &loader{ctx: ctx, repo: repo, target: target{at: req.At, policyAt: &req.At}}
	if err := l.loadTeam(req.Now); err != nil {
		return sync.Team{}, nil, err
	}
	team = sync.Team{Ref: req.Ref, Commit: req.At.Commit}
	j := &judge{in: l.in}
	j.unlearned = l.in
	allow := allowList{entries: l.in.Policy.Allow, now: req.Now}
	refused := map[string]bool{}
	for _, r := range j.firstClass(&allow) {
		f, p := j.finding(r), r.path()
		at, inside := strings.CutPrefix(f.Path, memory.Dir+"/")
		switch {
		case r.rule.ID == "index-size" || !inside || memory.IsControl(p):
			notices = append(notices, fmt.Sprintf("%s: %s [%s]", f.Path, f.Message, f.Rule))
		case !refused[p]:
			refused[p] = true
			team.Refused = append(team.Refused, sync.Refusal{Path: at, Rule: f.Rule, Reason: f.Message})
		}
	}
	for _, f := range l.in.Snapshot.Files {
		at, inside := strings.CutPrefix(f.Path, memory.Dir+"/")
		switch {
		case !inside || refused[f.Path]:
		case f.Text == nil && (f.Kind == memory.KindMemory || f.Kind == memory.KindIndex):
			team.Refused = append(team.Refused, sync.Refusal{Path: j.safe(at), Reason: j.safe(cmp.Or(f.Unread, "it is not a regular file"))})
		case f.Kind == memory.KindIndex:
			team.Index = f.Text.Bytes()
		case f.Kind == memory.KindMemory:
			team.Files = append(team.Files, described(at, f.Text, f.Memory, f.Archived))
		}
	}
	return team, append(l.notices, notices...), nil
}

// loadTeam reads the team directory and what steers its judgement.
func (l *loader) loadTeam(now time.Time) error {
	entries, tree, err := l.entries()
	if err != nil {
		return err
	}
	s := &memory.Snapshot{Tree: tree}
	l.in = &rules.Input{Now: now, Snapshot: s}
	var team, control []memory.Entry
	for _, e := range entries {
		if in, alike := memory.TeamPath(e.Path); in || alike {
			team = append(team, e)
		}
		if memory.IsControl(e.Path) {
			control = append(control, e)
		}
	}
	if s.Files, err = l.read(l.target.at, team); err != nil {
		return err
	}
	files, err := l.read(l.target.at, control)
	if s.Control = byPath(files); err != nil {
		return err
	}
	var flaw *policy.Error
	if err := l.loadPolicy(); errors.As(err, &flaw) {
		l.in.Policy = policy.Default()
		l.notices = append(l.notices, fmt.Sprintf("the policy there can't be read, so the default policy was used: %v", flaw))
	} else if err != nil {
		return err
	}
	return nil
}

// firstClass gives what the rules of the first class report.
func (j *judge) firstClass(allow *allowList) []judged {
	for _, r := range rules.All {
		if r.Class == rules.MustNotPass {
			j.apply(r, j.in, "")
		}
	}
	return j.distinct(allow)
}

// TeamFile judges one text as a memory at p below the team directory, by what the first
// class of rules finds in it alone. It is nil when nothing speaks against it.
func TeamFile(p string, data []byte, now time.Time) (refused *sync.Refusal, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("judging a memory stopped by a bug in teammem: %T", p)
		}
	}()
	e := memory.Entry{Path: memory.Dir + "/" + p, Mode: memory.Regular, Size: int64(len(data))}
	f := newFile(e)
	f.Text = source.NewText(data)
	model(f)
	s := &memory.Snapshot{Files: []*memory.File{f}, Control: map[string]*memory.File{}, Tree: memory.NewTree([]memory.Entry{e})}
	j := &judge{in: &rules.Input{Now: now, Policy: policy.Default(), Snapshot: s}}
	j.unlearned = j.in
	for _, r := range j.firstClass(&allowList{now: now}) {
		found := j.finding(r)
		return &sync.Refusal{Path: p, Rule: found.Rule, Reason: found.Message}, nil
	}
	return nil, nil
}

// Described gives what sync needs to know of a memory at p below its directory. It judges
// nothing, and reads what stands behind a byte order mark. Its description and label are
// without secrets, since they go to the index; its name is what it is, to tell which it is.
func Described(p string, data []byte) sync.File {
	text := source.NewText(source.Unmarked(data))
	f := described(p, text, memory.Parse(text), strings.HasPrefix(p, path.Base(memory.ArchiveDir)+"/"))
	f.Data, f.Sum = data, sync.SumOf(data)
	var r secretscan.Redactor
	f.Description = r.Redact(f.Description)
	if label := r.Redact(f.Name); label != f.Name {
		f.Label = label
	}
	return f
}

func described(p string, text *source.Text, m *memory.Memory, archived bool) sync.File {
	f := sync.File{Path: p, Data: text.Bytes(), Sum: sync.SumOf(text.Bytes()), Archived: archived}
	f.Name = strings.TrimSuffix(path.Base(p), path.Ext(p))
	if m == nil {
		return f
	}
	f.Name = cmp.Or(strings.TrimSpace(m.Value("name")), f.Name)
	f.Type = strings.ToLower(strings.TrimSpace(m.Value("type")))
	f.Description = m.Value("description")
	f.Changed, f.Until = age.Changed(m), age.Until(m)
	if m.Has(memory.NeedsQuotes) {
		f.Notice = "a value of its frontmatter needs quotes, so it was read line by line; teammem fmt puts them"
	}
	return f
}
