package git

import (
	"context"
	"strings"

	"github.com/teammem/teammem/internal/memory"
)

// maxTags is how many tags may name one another: none that people make do.
const maxTags = 100

// Unwrap returns the commit that an object id stands for, and the tags on the way to
// it. The commit is "" when a tag names a blob, which lies in no folder. A tree is
// refused: it holds paths, and no history to judge them by.
func (r *Repo) Unwrap(ctx context.Context, id string) (commit string, tags []memory.Tag, err error) {
	objects, err := r.ask.Objects(ctx)
	if err != nil {
		return "", nil, err
	}
	defer objects.Close()
	for range maxTags {
		if err := r.wantID(id); err != nil {
			return "", nil, err
		}
		var got Object
		if err := objects.Each([]string{id}, noLimit, func(_ int, o Object) error { got = o; return o.Err }); err != nil {
			return "", nil, err
		}
		switch got.Kind {
		case "blob":
			return "", tags, nil
		case "tag":
			next, tag := parseTag(got.Data)
			tag.Hash = id
			tags = append(tags, tag)
			id = next
		default:
			_, err := asCommit(got)
			return id, tags, err
		}
	}
	return "", nil, refuse(ErrMalformed, "run \"git fsck\"", "more than %d tags name one another", maxTags)
}

// parseTag reads a raw tag: "object <id>", "type <kind>", "tag <name>", further headers,
// an empty line, the message.
func parseTag(raw []byte) (object string, tag memory.Tag) {
	head, text, _ := strings.Cut(string(raw), "\n\n")
	first, rest, _ := strings.Cut(head, "\n")
	for line := range strings.Lines(rest) {
		if name, ok := strings.CutPrefix(line, "tag "); ok {
			tag.Name = strings.TrimSuffix(name, "\n")
			break
		}
	}
	tag.Message, tag.Said = []byte(text), said(head)
	return strings.TrimPrefix(first, "object "), tag
}
