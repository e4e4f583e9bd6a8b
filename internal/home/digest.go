package home

import (
	"cmp"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/sync"
)

// A digest is what a context needs of the last sync: the lines of the memories, ready to
// be shown, so that what did not change is neither decoded nor parsed nor searched for
// secrets again. It is made of the record of the store and kept beside it.
type digest struct {
	By          string   // the version of teammem that judged
	Main        []string // the main work trees that were synced
	Ref, Commit string
	Files       []named // that the mirror got, by path; their lines are in Lines
	Lines       []delivery.Line
	Private     []note // as they were at the sync, by path
	Refused     []sync.Refusal
	Notices     []string
	News        []delivery.Change
}

// A named is a file with what it calls itself.
type named struct {
	Path string // below its directory
	Sum  sync.Sum
	Name string
}

// A note is what is known of a private memory.
type note struct {
	named
	Line delivery.Line // without the time of the file
}

// digestOf is that of team, of which the mirror has base.
func digestOf(team Team, base map[string]sync.Sum) digest {
	g := digest{Commit: team.Commit, Ref: team.Ref, Notices: team.Notices}
	for _, r := range team.Refused {
		g.Refused = append(g.Refused, sync.Refusal{Path: path.Join(MirrorDir, r.Path), Rule: r.Rule, Reason: r.Reason})
	}
	var files []sync.File
	for _, f := range team.Files {
		switch {
		case f.Archived:
		case base[f.Path] == f.Sum:
			files = append(files, f)
			g.Files = append(g.Files, named{f.Path, f.Sum, f.Name})
		default:
			g.Refused = append(g.Refused, sync.Refusal{Path: path.Join(MirrorDir, f.Path), Reason: "the mirror does not have it as it was reviewed; teammem sync brings it, or says why not"})
		}
	}
	g.Lines = delivery.TeamLines(team.Index, files)
	return g
}

// describe gives the line of a file below dir of the store, without secrets.
func describe(dir string, f sync.File) note {
	line := delivery.FileLine(dir+"/", f)
	line.Text = new(secretscan.Redactor).Redact(line.Text)
	return note{named{f.Path, f.Sum, f.Name}, line}
}

// digestForm is the first line of a digest that this teammem can read.
const digestForm = "teammem digest 1\n"

// encode writes g as lines of quoted fields. It has no reflection to pay for, and reading
// it is most of what a context costs beside reading the files.
func (g digest) encode() []byte {
	b := []byte(digestForm)
	add := func(kind string, fields ...string) {
		b = append(b, kind...)
		for _, f := range fields {
			b = strconv.AppendQuote(append(b, ' '), f)
		}
		b = append(b, '\n')
	}
	add("by", g.By)
	add("ref", g.Ref, g.Commit)
	for _, m := range g.Main {
		add("main", m)
	}
	for _, f := range g.Files {
		add("file", f.Path, f.Sum.String(), f.Name)
	}
	for _, l := range g.Lines {
		add("line", lineFields(l)...)
	}
	for _, f := range g.Private {
		add("private", append([]string{f.Path, f.Sum.String(), f.Name}, lineFields(f.Line)...)...)
	}
	for _, r := range g.Refused {
		add("refused", r.Path, r.Rule, r.Reason)
	}
	for _, n := range g.Notices {
		add("notice", n)
	}
	for _, c := range g.News {
		add("news", c.Path, c.What, timeField(c.At))
	}
	return b
}

func lineFields(l delivery.Line) []string {
	return []string{l.Path, l.Text, timeField(l.Changed), timeField(l.Until)}
}

func timeField(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.FormatInt(t.Unix(), 10)
}

// lineBytes is about what a memory takes in a digest.
const lineBytes = 250

// decodeDigest reads what encode wrote; false for anything else.
func decodeDigest(data []byte) (g digest, ok bool) {
	text, ok := strings.CutPrefix(string(data), digestForm)
	g.Files, g.Lines = make([]named, 0, len(text)/lineBytes), make([]delivery.Line, 0, len(text)/lineBytes)
	for ok && text != "" {
		var line string
		line, text, ok = strings.Cut(text, "\n")
		ok = ok && g.take(line)
	}
	return g, ok
}

// take reads one line.
func (g *digest) take(line string) bool {
	kind, rest, _ := strings.Cut(line, " ")
	r := fields{rest: rest}
	switch kind {
	case "by":
		g.By = r.next()
	case "ref":
		g.Ref, g.Commit = r.next(), r.next()
	case "main":
		g.Main = append(g.Main, r.next())
	case "file":
		g.Files = append(g.Files, r.named())
	case "line":
		g.Lines = append(g.Lines, r.line())
	case "private":
		g.Private = append(g.Private, note{r.named(), r.line()})
	case "refused":
		g.Refused = append(g.Refused, sync.Refusal{Path: r.next(), Rule: r.next(), Reason: r.next()})
	case "notice":
		g.Notices = append(g.Notices, r.next())
	case "news":
		g.News = append(g.News, delivery.Change{Path: r.next(), What: r.next(), At: r.time()})
	default:
		return false
	}
	return r.err == nil && r.rest == ""
}

// fields are the quoted fields of a line that were not read yet.
type fields struct {
	rest string
	err  error
}

func (r *fields) next() string {
	quoted, err := strconv.QuotedPrefix(r.rest)
	if err != nil {
		r.err = cmp.Or(r.err, err)
		return ""
	}
	r.rest = strings.TrimPrefix(r.rest[len(quoted):], " ")
	field, err := strconv.Unquote(quoted)
	r.err = cmp.Or(r.err, err)
	return field
}

func (r *fields) named() named {
	n := named{Path: r.next()}
	if err := n.Sum.UnmarshalText([]byte(r.next())); err != nil {
		r.err = cmp.Or(r.err, err)
	}
	n.Name = r.next()
	return n
}

func (r *fields) line() delivery.Line {
	return delivery.Line{Path: r.next(), Text: r.next(), Changed: r.time(), Until: r.time()}
}

func (r *fields) time() time.Time {
	field := r.next()
	if field == "" {
		return time.Time{}
	}
	n, err := strconv.ParseInt(field, 10, 64)
	r.err = cmp.Or(r.err, err)
	return time.Unix(n, 0).UTC()
}
