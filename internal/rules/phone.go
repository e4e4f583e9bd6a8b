package rules

import (
	"github.com/teammem/teammem/internal/finding"
	"github.com/teammem/teammem/internal/secretscan"
)

var phone = &Rule{
	ID:    "phone",
	Title: "a phone number",
	Class: WeakensMemory,
	OptIn: true,
	Doc: `The phone number of a person is personal data and stays in the history of every clone. The rule is off until the
policy names it (` + "`rules: {phone: error}`" + `), because in many teams numbers of the same form are ids, and that of a
hotline is meant to be there. It knows international numbers (+ and 8 to 15 digits), Chinese mobile numbers, North American ones in
groups, and others where a word such as tel or 电话 stands before them. Numbers made for films (555-01…) and counted up are none.
No output holds the number.`,
	Check: func(in *Input, report func(Report)) {
		for _, f := range in.judged() {
			if f.Text == nil {
				continue
			}
			line := 0
			for _, m := range in.Secrets(f.Text) {
				if n := f.Text.LineAt(m.Span.Start); isPhone(m) && n != line {
					line = n
					report(Report{File: f, Span: m.Span, Message: m.String(), Fix: "name the role and where its number is kept", Fingerprint: m.Fingerprint(f.Path)})
				}
			}
		}
	},
}

// phones reports whether phone numbers are asked for.
func (in *Input) phones() bool {
	severity, named := in.Policy.Rules["phone"]
	return named && severity != finding.Off
}

func isPhone(m secretscan.Match) bool { return m.Rule == "phone" }
