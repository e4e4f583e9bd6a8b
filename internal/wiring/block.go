package wiring

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/delivery"
	"github.com/teammem/teammem/internal/markdown"
)

const (
	beginMark = "<!-- teammem:begin "
	endMark   = "<!-- teammem:end"
	madeWords = " This file was made for it."
	bom       = "\ufeff"
)

// What keeps a block from being found or put in. The file is left as it is.
var (
	errDamaged  = errors.New("the marked block of teammem is damaged: one of its two marks is missing or out of place; take out what is left of it, then run teammem deliver")
	errTwo      = errors.New("there are two marked blocks of teammem: take one out, then run teammem deliver")
	errConflict = errors.New("a conflict of a merge holds teammem's block and other text: resolve it, then run teammem deliver")
	errFront    = errors.New("the frontmatter is not ended by a line end: add one, then run teammem deliver")
)

// A block is teammem's marked part of a Markdown file. Its zero value is none.
type block struct {
	from, to   int // bytes of the file, both marks with their line ends included
	kind       delivery.Kind
	agents     []string // that are named in the first line
	strangers  []string // that are named there too, and that only another teammem knows
	made       bool     // the file was made for the block
	body       string   // between the marks, in lines that end in \n
	sealed     bool     // nobody changed it
	conflicted bool     // conflict markers of a merge stand in it or around it
}

func (b block) found() bool { return b.to > b.from }

// text is the block as it is written with the line end eol.
func (b block) text(eol string) string {
	first := beginMark + string(b.kind) + " for " + strings.Join(b.named(), ", ") + ". Written by teammem deliver; change the memories instead."
	if b.made {
		first += madeWords
	}
	text := first + " -->\n" + b.body
	return strings.ReplaceAll(text+seal(text)+"\n", "\n", eol)
}

// named are all names of the first line, sorted.
func (b block) named() []string {
	return slices.Sorted(slices.Values(slices.Concat(b.agents, b.strangers)))
}

// seal is the last line of a block, by which is seen whether anything in it was changed.
func seal(text string) string {
	sum := sha256.Sum256([]byte(text))
	return endMark + " " + hex.EncodeToString(sum[:8]) + " -->"
}

// put gives file with the block in it: in the place of the old one, else at its top, below
// a byte order mark and frontmatter. A nil file is one that is not there.
func (b block) put(file []byte, old block) ([]byte, error) {
	from, to := old.from, old.to
	b.made = old.made
	if !old.found() {
		from = markdown.Top(file)
		to, b.made = from, file == nil
	}
	if from > len(bom) && file[from-1] != '\n' {
		return nil, errFront
	}
	return bytes.Join([][]byte{file[:from], []byte(b.text(lineEnd(file))), file[to:]}, nil), nil
}

// takeOut gives file without the block; nil when the file was made for it.
func (b block) takeOut(file []byte) []byte {
	if !b.found() {
		return file
	}
	rest := append(append([]byte{}, file[:b.from]...), file[b.to:]...)
	if len(rest) == 0 && b.made {
		return nil
	}
	return rest
}

// readBlock reads the text of a block with its two marks. In a conflict it can have several
// first lines.
func readBlock(from int, text []byte) block {
	plain := strings.ReplaceAll(strings.ReplaceAll(string(text), "\r\n", "\n"), "\r", "\n")
	b := block{from: from, to: from + len(text)}
	for line := range strings.SplitSeq(plain, "\n") {
		if words, ok := strings.CutPrefix(line, beginMark); ok {
			b.readFirst(words)
		}
	}
	_, rest, _ := strings.Cut(plain, "\n")
	last := strings.LastIndex(strings.TrimSuffix(rest, "\n"), "\n") + 1
	b.body = rest[:last]
	b.sealed = strings.TrimSuffix(rest[last:], "\n") == seal(plain[:len(plain)-len(rest)+last])
	return b
}

// readFirst reads what the first line of a block says.
func (b *block) readFirst(words string) {
	kind, words, _ := strings.Cut(words, " for ")
	names, words, _ := strings.Cut(words, ".")
	b.kind, b.made = delivery.Kind(kind), b.made || strings.Contains(words, madeWords)
	for name := range strings.SplitSeq(names, ", ") {
		_, known := delivery.AgentNamed(name)
		switch {
		case slices.Contains(b.named(), name) || !isName(name):
		case known:
			b.agents = append(b.agents, name)
		case len(b.strangers) < mostStrangers:
			b.strangers = append(b.strangers, name)
		}
	}
	slices.Sort(b.agents)
	slices.Sort(b.strangers)
}

// mostStrangers is how many names are kept that nobody here knows.
const mostStrangers = 100

// isName reports whether a word can be the name of an agent: a newer teammem may know it.
func isName(word string) bool {
	return word != "" && len(word) <= 64 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func lineEnd(file []byte) string {
	if i := bytes.IndexByte(file, '\n'); i > 0 && file[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// findBlock gives the place of the block. Marks in frontmatter and in fenced code are text.
func findBlock(file []byte) (block, error) {
	from, to, conflicted, err := findMarks(file)
	if err != nil || to == 0 {
		return block{}, err
	}
	b := readBlock(from, file[from:to])
	b.conflicted = conflicted
	return b, nil
}
