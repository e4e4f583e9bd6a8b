package rules

var fixedBug = &Rule{
	ID:    "fixed-bug",
	Title: "the memory records a bug that is fixed",
	Class: CouldBeStronger,
	Doc: `That a bug was fixed is in the history and in the tests. What is worth remembering is what it taught: the trap, and how to
stay out of it. Only a name or description that says so counts ("Fixed: …", "bugfix-…", "was fixed in #12").`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.Snapshot.Memories() {
			if f.Memory == nil || f.Text == nil {
				continue
			}
			for _, key := range []string{"name", "description"} {
				field, ok := f.Memory.Field(key)
				if m := fixedBugForm().FindStringIndex(field.Value); ok && m != nil {
					report(Report{
						File: f, Span: field.ValueSpan,
						Message: "the memory records a bug that is fixed",
						Fix:     "say what the bug taught, or leave it to the history",
					})
					break
				}
			}
		}
	},
}

var fixedBugForm = lazy(`(?i)^(?:(?:fixed|resolved)(?::| (?:a|the|an) | bug)|bug ?fix(?:ed)?(?::| -| for\b)|(?:bugfix|hotfix|fixed-bug|resolved-bug)[-_])` +
	`|\b(?:bug|issue|regression|crash|leak)\b[^.;]{0,60}\b(?:was|were|is now|has been|got|now) (?:fixed|resolved)\b|\b(?:fixed|resolved) (?:in|by|with) (?:(?:commit|PR|MR|pull request)\b|#\d|v\d)` +
	`|(?:已|问题)修复(?:$|于|在|：)|修正済み|修正しました|버그 ?수정(?: ?완료|됨)`)
