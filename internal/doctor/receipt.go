package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// A Receipt is what an agent reported of the files that it loaded.
type Receipt struct {
	File   string   // where it was read
	Loaded []string // the files that the latest session loaded, slash-separated and absolute
	Flaw   string   // why it can't be read; "" when it can
}

// A loaded is one event InstructionsLoaded of Claude Code, as its hook gets it: one for each
// file. https://code.claude.com/docs/en/hooks
type loaded struct {
	Session string `json:"session_id"`
	Event   string `json:"hook_event_name"`
	File    string `json:"file_path"`
}

// ParseReceipt reads what a hook of Claude Code wrote down: the JSON of one event after the
// other. The files of the last session in it count.
func ParseReceipt(file string, data []byte) *Receipt {
	r := &Receipt{File: file}
	d := json.NewDecoder(bytes.NewReader(data))
	var last string
	for d.More() {
		var e loaded
		if err := d.Decode(&e); err != nil {
			r.Flaw = fmt.Sprintf("it is no list of events in JSON (at byte %d)", d.InputOffset())
			return r
		}
		if e.Event != "InstructionsLoaded" || e.File == "" {
			continue
		}
		if e.Session != last {
			last, r.Loaded = e.Session, nil
		}
		r.Loaded = append(r.Loaded, strings.ReplaceAll(e.File, `\`, "/"))
	}
	return r
}

var (
	badReceipt    = &Fault{"receipt-unreadable", Fail, "the receipt can't be read"}
	receiptLacks  = &Fault{"receipt-lacks-index", Fail, "the agent loaded its files, and the index was not among them"}
	receiptNobody = &Fault{"receipt-empty", Warn, "the receipt holds no event, so nothing is proven"}
)

// carriers are the files besides the index that hold it, or bring it along by an import of
// which the receipt has a line of its own.
var carriers = []string{memory.IndexPath, ".claude/rules/team-memory.md"}

var receiptCheck = &Check{
	Name: "receipt", Wanted: "the agent reports that it loaded the index", Faults: []*Fault{badReceipt, receiptLacks, receiptNobody},
	judge: func(f *Facts, r *reply) {
		x := f.Delivery.Receipt
		switch {
		case x == nil:
		case x.Flaw != "":
			r.fault(badReceipt, x.File+": "+x.Flaw, "delete it and start a new session")
		case len(x.Loaded) == 0:
			r.fault(receiptNobody, x.File+" has no event InstructionsLoaded", "start a new session of Claude Code with the hook of docs/doctor.md")
		case slices.ContainsFunc(x.Loaded, isCarrier):
			r.ok(x.File + " lists it")
		default:
			var names []string
			for _, p := range x.Loaded {
				names = append(names, path.Base(p))
			}
			r.fault(receiptLacks, "loaded were "+some(names), "run teammem init for this agent, then start a new session")
		}
	},
}

func isCarrier(file string) bool {
	return slices.ContainsFunc(carriers, func(p string) bool { return strings.HasSuffix(file, "/"+p) })
}
