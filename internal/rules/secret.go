package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/secretscan"
	"github.com/teammem/teammem/internal/source"
)

var secret = &Rule{
	ID:      "secret",
	Title:   "a secret or personal data in the text, a name or a message",
	Class:   MustNotPass,
	History: true,
	Doc: `What a team memory holds is read by every agent and everybody with a clone, for ever. The
rule knows the tokens of about 190 providers by their format; private keys; connection strings and URLs
with a password; headers, command lines and the files of package managers; passwords and keys
that a noun names in English or Chinese prose, code or a table; and card numbers, US social
security numbers, Chinese identity numbers and IBANs with valid check digits. Phone numbers are another rule's.

It reads the text as it is written, as a reader sees it (without escapes, emphasis inside a word and invisible
characters), with words joined that a wrap has split, and two levels of base64, hex and percent encoding.
Placeholders, variables, references to a vault, hashes, ids, public keys and the samples of manuals are no secrets.
High entropy alone convicts nobody, so a random string that nothing names is not found.

All files of the team directory are read, with their names and the targets of links, every commit message with the names of those who wrote it, and the name of
the branch; of a push the names of its refs and the messages of its tags, too. A comment in the text never silences the rule; a single finding can be allowed in the
policy by its fingerprint. No output holds a secret or a part of one.

In a commit that was refused the secret is not in history yet: take it out of the file and of the index. Rotate it all the
same if an agent, a log or anybody else has seen it; once it is pushed, it has to be rotated. What is found, and how:
https://github.com/teammem/teammem/blob/main/docs/secrets.md`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Text == nil && f.Target == nil && !in.Changed(f.Path) {
				continue // it was not read, so it is not new
			}
			if r, ok := holds("the name of the file", in.Kept, secretscan.Scan([]byte(f.Path)), ""); ok {
				r.File = f
				report(r)
			}
			if f.Text != nil {
				reportSecrets(in.Kept, in.Secrets(f.Text), f.Text, f.Path, func(r Report) { r.File = f; report(r) })
			}
			if f.Target == nil {
				continue
			}
			if r, ok := holds("the target of the link", in.Kept, in.Secrets(f.Target), f.Path); ok { // git keeps it as it keeps a text
				r.File = f
				report(r)
			}
		}
		for i := range in.Messages {
			m := &in.Messages[i]
			reportSecrets(m.kept(), in.Secrets(m.Text), m.Text, "", func(r Report) { r.Source = m; report(r) })
			if r, ok := holds("the author, the committer or another header", m.kept(), secretscan.Scan(m.Said), ""); ok {
				r.Source = m
				report(r)
			}
			if m.Name == in.Branch {
				continue
			}
			if r, ok := holds("the name that the tag gives itself", m.kept(), secretscan.Scan([]byte(m.Name)), ""); ok {
				r.Source = m
				report(r)
			}
		}
		if r, ok := holds("the name of the "+refKind(in.Ref), in.Kept, secretscan.Scan([]byte(in.Branch)), ""); ok {
			report(r)
		}
	},
}

// kept is where a message is.
func (m *Message) kept() secretscan.Kept {
	if m.Commit == "" {
		return secretscan.Loose
	}
	return secretscan.InHistory
}

// refKind is what a ref is called; "" is a branch.
func refKind(ref string) string {
	switch {
	case strings.HasPrefix(ref, "refs/tags/"):
		return "tag"
	case ref == "" || strings.HasPrefix(ref, "refs/heads/"):
		return "branch"
	}
	return "ref"
}

// holds says that something without lines holds secrets; ok is false when it holds none.
func holds(what string, at secretscan.Kept, found []secretscan.Match, path string) (r Report, ok bool) {
	if len(found) == 0 {
		return Report{}, false
	}
	return Report{Message: what + " holds a secret: " + found[0].String(), Fix: found[0].Advice(at), Fingerprint: fingerprint(found, path)}, true
}

// reportSecrets reports each line that holds secrets once.
func reportSecrets(at secretscan.Kept, found []secretscan.Match, text *source.Text, path string, report func(Report)) {
	found = slices.DeleteFunc(slices.Clone(found), isPhone) // another rule speaks of them
	for len(found) > 0 {
		n := 1
		for line := text.LineAt(found[0].Span.Start); n < len(found) && text.LineAt(found[n].Span.Start) == line; n++ {
		}
		message := found[0].String()
		if n > 1 {
			message += fmt.Sprintf("; secrets on this line: %d", n)
		}
		report(Report{Span: found[0].Span, Message: message, Fix: found[0].Advice(at), Fingerprint: fingerprint(found[:n], path)})
		found = found[n:]
	}
}

// fingerprint stands for all the secrets of a line or a name, so that one that is
// allowed does not let another in.
func fingerprint(found []secretscan.Match, path string) string {
	if len(found) == 1 {
		return found[0].Fingerprint(path)
	}
	all := make([]string, len(found))
	for i, m := range found {
		all[i] = m.Fingerprint(path)
	}
	return finding.Fingerprint("secret", path, strings.Join(all, " "), "")
}
