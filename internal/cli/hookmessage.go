package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/teammem/teammem/internal/engine"
)

// maxMessage is how many bytes of a commit message are read.
const maxMessage = 64 << 20

// hookMessage judges the message of a commit. Git hands it over before it takes out
// the comments, and what it takes out is not judged.
type hookMessage struct{ file string }

func (k hookMessage) judge(ctx context.Context, h *hookRun) (*engine.Result, string, error) {
	text, err := k.read(h.app)
	if err != nil {
		return nil, "", err
	}
	how, err := h.cleanup(ctx)
	if err != nil {
		return nil, "", err
	}
	res, err := h.check(ctx, engine.Request{Source: engine.Message, Message: how.apply(text)})
	return res, "take it out of the message and commit again; the text is kept in " + k.file, err
}

func (k hookMessage) read(a *App) ([]byte, error) {
	f, err := os.Open(a.absolute(k.file))
	if err != nil {
		return nil, fmt.Errorf("read the message in %q: %w", k.file, reason(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxMessage+1))
	if err != nil {
		return nil, fmt.Errorf("read the message in %q: %w", k.file, reason(err))
	}
	if len(text) > maxMessage {
		return nil, fmt.Errorf("the message in %q is longer than %d MiB", k.file, maxMessage>>20)
	}
	return text, nil
}

// reason is the part of err that says something to who reads it.
func reason(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// A cleanup is what git takes out of a message once the hook has passed. The zero
// value takes out nothing. https://git-scm.com/docs/git-commit#Documentation/git-commit.txt---cleanupmode
type cleanup struct {
	comment string // what a line begins with that is taken out, or is the mark below; "" when it is not known
	strip   bool   // such lines are taken out
	cut     bool   // all from the line with the mark on is taken out
	diff    bool   // the same, where the mark stands before the diff that git itself put there
}

// scissors is the mark: below it, git says, everything is ignored.
const scissors = "------------------------ >8 ------------------------"

// cleanup finds out what git will do. An option of git commit has the last word there
// and is not told to hooks; what it keeps is judged when it is pushed.
func (h *hookRun) cleanup(ctx context.Context) (cleanup, error) {
	set, err := h.repo.Settings(ctx, "core.commentchar", "core.commentstring", "commit.cleanup")
	if err != nil {
		return cleanup{}, err
	}
	c := cleanup{comment: "#"}
	for _, key := range []string{"core.commentchar", "core.commentstring"} {
		if v := set[key]; v != "" {
			c.comment = v
		}
	}
	if strings.EqualFold(c.comment, "auto") {
		c.comment = "" // git chose a character when it wrote the file
	}
	edited := h.app.Getenv("GIT_EDITOR") != ":" // as git sets it when there is no editor
	switch set["commit.cleanup"] {
	case "strip":
		c.strip, c.diff = true, edited
	case "verbatim", "whitespace":
		c.diff = edited
	case "scissors":
		c.cut = edited
	default:
		c.strip, c.diff = edited, edited
	}
	return c, nil
}

// apply leaves what will be committed.
func (c cleanup) apply(text []byte) []byte {
	var kept []byte
	refused := "" // what begins the comment lines here, which no diff follows
	for len(text) > 0 {
		line, rest := cutLine(text)
		if refused != "" && !bytes.HasPrefix(line, []byte(refused)) {
			refused = ""
		}
		if comment, marked := c.mark(line); marked && refused == "" {
			if c.cut || c.diff && onlyDiff(rest, comment) {
				break
			}
			refused = comment
		}
		if !c.strip || c.comment == "" || !bytes.HasPrefix(line, []byte(c.comment)) {
			kept = append(kept, line...)
		}
		text = rest
	}
	return kept
}

// cutLine splits text after its first line end.
func cutLine(text []byte) (line, rest []byte) {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1], text[i+1:]
	}
	return text, nil
}

// mark reports whether a line is the mark, and what makes it a comment.
func (c cleanup) mark(line []byte) (comment string, ok bool) {
	comment, ok = strings.CutSuffix(strings.TrimSuffix(string(line), "\n"), " "+scissors)
	return comment, ok && (comment == c.comment || c.comment == "" && len(comment) == 1)
}

// onlyDiff reports whether a text is comments, and then the diff that git commit
// --verbose shows, or nothing.
func onlyDiff(text []byte, comment string) bool {
	for line := range bytes.Lines(text) {
		if !bytes.HasPrefix(line, []byte(comment)) {
			return bytes.HasPrefix(line, []byte("diff --"))
		}
	}
	return true
}
