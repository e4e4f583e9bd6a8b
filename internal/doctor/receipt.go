package doctor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wiring"
)

// A Receipt is what an agent reported of the files that it loaded.
type Receipt struct {
	File   string   // where it was read
	Loaded []string // the files that the latest session in this clone loaded, slash-separated and absolute
	Flaw   string   // why it can't be read; "" when it can
}

// A loaded is one event InstructionsLoaded of Claude Code, as its hook gets it: one for each
// file, imported ones too. https://code.claude.com/docs/en/hooks
type loaded struct {
	Session string `json:"session_id"`
	Dir     string `json:"cwd"`
	Event   string `json:"hook_event_name"`
	File    string `json:"file_path"`
}

// ParseReceipt reads what a hook of Claude Code wrote down: the JSON of one event after the
// other. The files of the last session at or below top count.
func ParseReceipt(file, top string, data []byte) *Receipt {
	r := &Receipt{File: file}
	d := json.NewDecoder(bytes.NewReader(data))
	var last string
	for {
		var e loaded
		err := d.Decode(&e)
		if errors.Is(err, io.EOF) {
			return r
		}
		if err != nil {
			r.Flaw = fmt.Sprintf("it is no list of events in JSON (at byte %d)", d.InputOffset())
			return r
		}
		if e.Event != "InstructionsLoaded" || e.File == "" || !atOrBelow(slashed(top), slashed(e.Dir)) {
			continue
		}
		if e.Session != last {
			last, r.Loaded = e.Session, nil
		}
		r.Loaded = append(r.Loaded, slashed(e.File))
	}
}

func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

func atOrBelow(top, dir string) bool { return dir == top || strings.HasPrefix(dir, top+"/") }

var (
	badReceipt    = &Fault{"receipt-unreadable", Fail, "the receipt can't be read"}
	receiptLacks  = &Fault{"receipt-lacks-index", Fail, "the agent loaded its files, and the index was not among them"}
	receiptNobody = &Fault{"receipt-empty", Warn, "the receipt holds no event, so nothing is proven"}
)

var receiptCheck = &Check{
	Name: "receipt", Wanted: "the agent reports that it loaded the index", Faults: []*Fault{badReceipt, receiptLacks, receiptNobody},
	judge: func(f *Facts, r *reply) {
		x := f.Delivery.Receipt
		switch {
		case x == nil:
		case x.Flaw != "":
			r.fault(badReceipt, x.File+": "+x.Flaw, "delete it and start a new session")
		case len(x.Loaded) == 0:
			r.fault(receiptNobody, x.File+" has no event InstructionsLoaded of this clone", "start a new session of Claude Code here, with the hook of docs/doctor.md")
		default:
			f.judgeLoaded(x, r)
		}
	},
}

func (f *Facts) judgeLoaded(x *Receipt, r *reply) {
	var names []string
	for _, p := range x.Loaded {
		for _, carrier := range f.carriers() {
			if strings.HasSuffix(p, "/"+carrier) {
				r.ok(fmt.Sprintf("%s lists %s", x.File, carrier))
				return
			}
		}
		names = append(names, path.Base(p))
	}
	r.fault(receiptLacks, "loaded were "+some(names), "run teammem init --agent claude-code, then start a new session")
}

// carriers are the files that hold the index.
func (f *Facts) carriers() []string {
	out := []string{memory.IndexPath}
	if f.Agents != nil {
		for _, p := range f.Agents.Parts {
			if p.Kind == delivery.Index && p.State == wiring.Current {
				out = append(out, p.Path)
			}
		}
	}
	return out
}
