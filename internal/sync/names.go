package sync

import (
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/memory"
)

// MaxDepth is how many folders in folders a store looks into.
const MaxDepth = 16

const (
	maxElement   = 255 // bytes of a name on nearly all disks
	maxDraftStem = 100 // bytes; encrypted home directories take names of 143 bytes
)

// Own reports whether an element of a path is teammem's own in a store, on any disk.
func Own(element string) bool {
	folded := memory.Folded(element)
	return folded == ".teammem" || strings.HasPrefix(folded, ".teammem-")
}

// Flaw says why a store takes no file at the slash-separated path p; "" when it does.
func Flaw(p string) string {
	if p == "." || !fs.ValidPath(p) || !utf8.ValidString(p) || strings.ContainsAny(p, "\\\x00") {
		return "no file can have this name everywhere"
	}
	for e := range strings.SplitSeq(p, "/") {
		switch {
		case Own(e):
			return "names like " + strconv.Quote(e) + " are kept for teammem"
		case len(e) > maxElement:
			return "a name has more than " + strconv.Itoa(maxElement) + " bytes"
		}
	}
	return ""
}

// teamFlaw says why a team memory at p is not delivered; "" when it is. It is the same on
// every disk.
func teamFlaw(p string) string {
	if flaw := Flaw(p); flaw != "" {
		return flaw
	}
	if strings.Count(p, "/") > MaxDepth {
		return "it is more than " + strconv.Itoa(MaxDepth) + " folders deep"
	}
	for e := range strings.SplitSeq(p, "/") {
		if !takenByWindows(e) {
			return "Windows can't store the name " + strconv.Quote(e)
		}
	}
	return ""
}

func takenByWindows(element string) bool {
	return !memory.IsDevice(element) && strings.TrimRight(element, ". ") == element && !strings.ContainsFunc(element, oddOnWindows)
}

// https://learn.microsoft.com/windows/win32/fileio/naming-a-file
func oddOnWindows(r rune) bool { return r < ' ' || r == 0x7f || strings.ContainsRune(`<>:"|?*\/`, r) }

// drafting is what drafts/ holds and will hold; all layouts share it.
type drafting struct {
	names map[string]bool // taken, folded
	texts map[Sum]bool
	last  map[string]int // the highest number given to a stem, folded
}

// name gives a draft of origin a name that is free and that every disk takes.
func (d drafting) name(origin string, now time.Time) string {
	stem := draftStem(origin) + "." + now.UTC().Format(timeForm)
	for {
		n := d.last[memory.Folded(stem)] + 1
		d.last[memory.Folded(stem)] = n
		name := stem + ".md"
		if n > 1 {
			name = stem + "-" + strconv.Itoa(n) + ".md"
		}
		if folded := memory.Folded(name); !d.names[folded] {
			d.names[folded] = true
			return name
		}
	}
}

// timeForm is the time in the name of a draft.
const timeForm = "20060102T150405Z"

// DraftStem gives the name of a draft without time, number and end. A file that somebody
// else put into drafts/ has none of these, and gives its own stem.
func DraftStem(file string) string {
	stem := strings.TrimSuffix(file, ".md")
	at := strings.LastIndexByte(stem, '.')
	if at < 0 {
		return stem
	}
	day, number, numbered := strings.Cut(stem[at+1:], "-")
	if _, err := strconv.Atoi(number); numbered && err != nil {
		return stem
	}
	if _, err := time.Parse(timeForm, day); err != nil {
		return stem
	}
	return stem[:at]
}

// DraftedFrom reports whether a draft of that name can be an edit of the team memory at
// origin.
func DraftedFrom(file, origin string) bool {
	return memory.Folded(DraftStem(file)) == memory.Folded(draftStem(origin))
}

func draftStem(origin string) string {
	stem := strings.Map(func(r rune) rune {
		if oddOnWindows(r) || r == utf8.RuneError {
			return '-'
		}
		return r
	}, strings.TrimSuffix(path.Base(origin), ".md"))
	if len(stem) > maxDraftStem {
		stem = stem[:maxDraftStem]
		for !utf8.ValidString(stem) {
			stem = stem[:len(stem)-1]
		}
	}
	if stem == "" || Own(stem) || memory.IsDevice(stem) {
		return "draft"
	}
	return stem
}
