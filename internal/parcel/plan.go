package parcel

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/sync"
)

// indexName is the index of Claude Code's own directory, in which sync keeps a block.
const indexName = "MEMORY.md"

// A Target is what a machine holds of the project that a parcel is brought to.
type Target struct {
	Files  []File // private memories and drafts of all layouts, as they lie there
	Taken  []File // what is there and could not be read; without contents
	Claude bool   // this machine has a directory of Claude Code's own; else its files go to private/
	Now    time.Time
}

// A Plan is all that an import does and says.
type Plan struct {
	Steps  []sync.Step
	Added  []Arrival
	Drafts []Arrival // differ from what is here, which stays as it is
	Same   int       // files that are here already
}

// An Arrival is a file of a parcel and where it is put.
type Arrival struct {
	File
	Layout sync.Layout // of Put
	Put    string      // below the directory of the layout
	Reason string
}

// A spot is a place for a file.
type spot struct {
	layout sync.Layout
	path   string
}

func (s spot) folded() spot { return spot{s.layout, memory.Folded(s.path)} }

// arriving is an import in the making.
type arriving struct {
	Plan
	target  Target
	held    map[spot]sync.Sum // what lies here
	names   map[spot]sync.Sum // the same by folded path; zero for what can't be read
	folders map[spot]bool     // by folded path
	drafts  map[sync.Sum]bool // texts in drafts/
	numbers map[string]int    // of drafts whose names differ in nothing else
	index   []byte            // MEMORY.md of Claude Code as it is here; nil when there is none
}

// Arrive plans how the files of a project get to this machine. What is there already is no
// step, what is only in the parcel is added, and of what differs the file here stays and
// that of the parcel becomes a draft. No file here is ever overwritten.
func Arrive(pr Project, t Target) (Plan, error) {
	a := &arriving{target: t, held: map[spot]sync.Sum{}, names: map[spot]sync.Sum{}, folders: map[spot]bool{}, drafts: map[sync.Sum]bool{}, numbers: map[string]int{}}
	for _, f := range t.Files {
		a.observe(f)
	}
	for _, f := range t.Taken {
		a.occupy(spot{f.Layout, f.Path}, sync.Sum{})
	}
	for _, layout := range []sync.Layout{sync.Native, sync.Claude} {
		for _, f := range (Parcel{[]Project{pr}}).sorted().Projects[0].Files {
			if f.Layout == layout {
				a.bring(f)
			}
		}
	}
	if n := len(t.Files) + len(a.Steps); n > MaxFiles {
		return Plan{}, fmt.Errorf("there would be %d private files; at most %d can be kept", n, MaxFiles)
	}
	return a.Plan, nil
}

// observe takes note of a file that is here.
func (a *arriving) observe(f File) {
	at, words := spot{f.Layout, f.Path}, f.Data
	if at == (spot{sync.Claude, indexName}) {
		a.index = f.Data
		words = Own(f.Data)
		if isBlank(words) { // our block alone: there is room for theirs
			return
		}
	}
	a.held[at] = sync.SumOf(words)
	a.occupy(at, sync.SumOf(words))
	if isDraft(at) {
		a.drafts[sync.SumOf(f.Data)] = true
	}
}

// Own gives what of Claude Code's MEMORY.md is not the block that sync keeps there.
func Own(index []byte) []byte {
	if own, err := sync.Unmark(index); err == nil {
		return own
	}
	return index
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

func isDraft(at spot) bool {
	return at.layout == sync.Native && strings.HasPrefix(at.path, draftsDir+"/")
}

// occupy says that at is taken, and all folders above it.
func (a *arriving) occupy(at spot, sum sync.Sum) {
	at = at.folded()
	if _, known := a.names[at]; !known {
		a.names[at] = sum
	}
	for dir := path.Dir(at.path); dir != "."; dir = path.Dir(dir) {
		a.folders[spot{at.layout, dir}] = true
	}
}

// bring decides what becomes of one file.
func (a *arriving) bring(f File) {
	at, reason := spot{f.Layout, f.Path}, "it came with the import"
	if at == (spot{sync.Claude, indexName}) && isBlank(f.Data) {
		a.Same++
		return
	}
	if f.Layout == sync.Claude && !a.target.Claude {
		at, reason = spot{sync.Native, privateDir + "/" + f.Path}, "there is no directory of Claude Code here"
		if f.Path == indexName || !MayLie(at.layout, at.path) {
			a.keep(f, "it belongs to Claude Code, which has no directory here")
			return
		}
	}
	switch why, same := a.obstacle(at, sync.SumOf(f.Data)); {
	case same:
		a.Same++
	case why != "":
		a.keep(f, why)
	default:
		a.add(f, at, reason)
	}
}

// obstacle says why nothing can be put at a spot; same means that it is there already.
func (a *arriving) obstacle(at spot, sum sync.Sum) (why string, same bool) {
	if ours, found := a.held[at]; found {
		return "another text has this name here", ours == sum
	}
	at = at.folded()
	if twin, found := a.names[at]; found || a.folders[at] {
		return "something else here has this name, on some disks at least", twin == sum
	}
	for dir := path.Dir(at.path); dir != "."; dir = path.Dir(dir) {
		if _, found := a.names[spot{at.layout, dir}]; found {
			return "something else here has the name of its folder", false
		}
	}
	return "", false
}

func (a *arriving) add(f File, at spot, reason string) {
	step := sync.Step{Kind: sync.Write, Layout: at.layout, Path: at.path, Data: f.Data, Reason: reason}
	if at == (spot{sync.Claude, indexName}) && a.index != nil {
		data, ok := around(a.index, f.Data)
		if !ok {
			a.keep(f, "the block of teammem does not fit into it")
			return
		}
		step.Before, step.Data = sync.SumOf(a.index), data
	}
	step.After = sync.SumOf(step.Data)
	a.Steps = append(a.Steps, step)
	a.Added = append(a.Added, Arrival{f, at.layout, at.path, reason})
	a.held[at] = sync.SumOf(f.Data)
	a.occupy(at, sync.SumOf(f.Data))
	if isDraft(at) {
		a.drafts[sync.SumOf(f.Data)] = true
	}
}

// around puts the block of ours, which holds nothing else, into theirs.
func around(ours, theirs []byte) ([]byte, bool) {
	block, err := sync.Marked(ours)
	if err != nil || block == nil {
		return theirs, err == nil
	}
	with, err := sync.Mark(theirs, "")
	if err != nil {
		return nil, false
	}
	empty, err := sync.Marked(with)
	return bytes.Replace(with, empty, block, 1), err == nil
}

// keep puts a file beside what is here, once.
func (a *arriving) keep(f File, why string) {
	sum := sync.SumOf(f.Data)
	if a.drafts[sum] {
		a.Same++
		return
	}
	at := spot{sync.Native, a.draftName(f.Path)}
	a.drafts[sum] = true
	a.occupy(at, sum)
	a.Steps = append(a.Steps, sync.Step{Kind: sync.Write, Layout: at.layout, Path: at.path, After: sum, Data: f.Data, Reason: why})
	a.Drafts = append(a.Drafts, Arrival{f, at.layout, at.path, why})
}

// maxStem leaves room for the time in the 255 bytes that a name may have.
const maxStem = 200

// draftName is a name in drafts/ that nothing has.
func (a *arriving) draftName(origin string) string {
	stem := strings.TrimSuffix(path.Base(origin), ".md")
	for len(stem) > maxStem {
		_, size := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-size]
	}
	stem = draftsDir + "/" + stem + "." + a.target.Now.UTC().Format("20060102T150405Z")
	for {
		name := stem + ".md"
		if a.numbers[stem]++; a.numbers[stem] > 1 {
			name = stem + "-" + strconv.Itoa(a.numbers[stem]) + ".md"
		}
		at := spot{sync.Native, name}.folded()
		if _, taken := a.names[at]; !taken && !a.folders[at] {
			return name
		}
	}
}
