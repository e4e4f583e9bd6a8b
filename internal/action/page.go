package action

import (
	"bytes"
	"context"

	"github.com/teammem/teammem/internal/engine"
	"github.com/teammem/teammem/internal/git"
	"github.com/teammem/teammem/internal/report"
)

// maxSummary is how many bytes a summary may have: GitHub takes 1 MiB a step, and of a
// larger one nothing.
const maxSummary = 1_000_000

// leastPage is the room below which no page is worth its beginning.
const leastPage = 2000

// pageText is the reviewer's page of what was judged, as Markdown of at most limit bytes
// that follows the findings; "" when there is no change to show. A page that can't be made
// says so: the verdict stands without it.
func (d *door) pageText(ctx context.Context, repo *git.Repo, res *engine.Result, limit int) string {
	if limit < leastPage || !isChange(res) {
		return ""
	}
	p, err := d.app.Page(ctx, repo, res)
	if err != nil {
		var why bytes.Buffer
		d.keep(report.WriteSummaryError(&why, err))
		return "\n" + why.String()
	}
	p.Told()
	return "\n" + p.Markdown(limit-1)
}

// isChange reports whether what was judged leads from one state to another: a range without a
// base is a whole tree, a push without one is the first.
func isChange(res *engine.Result) bool {
	return res.Base != res.Head && (res.Source == engine.Push || res.Source == engine.Range && res.Base != "")
}

// commentBody is what a comment on a pull request says, in at most limit bytes of
// Markdown: the findings, in up to half of it, and then the page.
func (d *door) commentBody(ctx context.Context, repo *git.Repo, res *engine.Result, look report.Options, limit int) string {
	look.Limit = limit / 2
	var body bytes.Buffer
	d.keep(report.WriteSummary(&body, res, look))
	body.WriteString(d.pageText(ctx, repo, res, limit-body.Len()))
	return body.String()
}
