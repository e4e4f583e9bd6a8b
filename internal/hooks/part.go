package hooks

import (
	"fmt"
	"strconv"
	"strings"
)

// The marks stand alone on the first and the last line of what teammem adds. The
// first says whether teammem made the whole file, and how many folders for it.
const (
	markStart = "# >>> teammem: "
	markOwner = ` of "teammem hook install", removed by "teammem hook uninstall" >>>`
	markEnd   = "# <<< teammem <<<"
	shebang   = "#!/bin/sh\n"
)

// A part is what teammem adds to a script.
type part struct {
	hook    string
	program string // absolute path; "" to look on PATH alone
	made    bool   // the file is teammem's, too
	folders int    // that were made for the file
}

func (p part) mark() string {
	switch {
	case !p.made:
		return markStart + "lines" + markOwner
	case p.folders > 0:
		return markStart + "file and folders " + strconv.Itoa(p.folders) + markOwner
	}
	return markStart + "file" + markOwner
}

// text is the part as it stands in a script. It works under sh -e and sh -u. With
// lines of somebody else after it, a pre-push leaves them its standard input.
func (p part) text(after string) string {
	find := "teammem_program=$(command -v teammem)"
	if p.program != "" {
		find = "teammem_program=" + quote(p.program) + "\n[ -x \"$teammem_program\" ] || " + find
	}
	return p.mark() + "\n" + find + fmt.Sprintf(` || {
	echo "teammem: error: teammem was not found, so %s can't judge team memory" >&2
	echo "teammem: hint: install teammem, or delete its lines from $0 to do without" >&2
	exit 1
}
`, p.hook) + p.call(after) + markEnd + "\n"
}

func (p part) call(after string) string {
	call := "\"$teammem_program\"" + strings.TrimPrefix(call(p.hook), "teammem")
	if p.hook != "pre-push" || after == "" {
		return call + " || exit $?\n"
	}
	return `teammem_refs=$(cat)
if [ -n "$teammem_refs" ]; then
` + call + ` <<teammem_refs || exit $?
$teammem_refs
teammem_refs
exec <<teammem_refs
$teammem_refs
teammem_refs
else
exec </dev/null
fi
`
}

// quote is s as one word of a shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// A script is a text cut at teammem's part.
type script struct {
	before, after string
	part          *part // nil when there is none
	whole         bool  // the part ends with its mark
}

// cut finds the first part in text.
func cut(text string) script {
	start := lineWith(text, markStart)
	if start < 0 {
		return script{before: text}
	}
	line, rest, _ := strings.Cut(text[start:], "\n")
	s := script{before: text[:start], part: readMark(line)}
	end := lineWith(rest, markEnd)
	if end < 0 {
		return s
	}
	_, s.after, _ = strings.Cut(rest[end:], "\n")
	s.whole = true
	return s
}

// torn reports whether the part lacks its last line.
func (s script) torn() bool { return s.part != nil && !s.whole }

func readMark(line string) *part {
	what := strings.TrimPrefix(line, markStart)
	folders, _ := strconv.Atoi(strings.TrimPrefix(strings.TrimSuffix(what, markOwner), "file and folders "))
	return &part{made: strings.HasPrefix(what, "file"), folders: folders}
}

// lineWith is the offset of the first line that begins with prefix, or -1.
func lineWith(text, prefix string) int {
	if strings.HasPrefix(text, prefix) {
		return 0
	}
	if i := strings.Index(text, "\n"+prefix); i >= 0 {
		return i + 1
	}
	return -1
}

// calls reports whether a line that is no comment starts the hook of teammem.
func calls(text, hook string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if i := strings.Index(line, "teammem hook "+hook); i >= 0 && !strings.HasPrefix(line, "#") {
			return true
		}
	}
	return false
}
