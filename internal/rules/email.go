package rules

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/likeness"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

var email = &Rule{
	ID:    "email",
	Title: "the e-mail address of a person",
	Class: WeakensMemory,
	Doc: `An address is personal data, stays in the history of every clone, and outlives the person's time in the team. Addresses of
roles are fine: team, ops, *-ops, support, security, noreply and their kin, and whatever the policy lists under role-addresses. What only looks like an
address is none: git@host:path, user@host in ssh commands, user names in URLs, package@version, file names.`,
	Check: func(in *Input, report func(Report)) {
		reportLines(in.judged(), report, in.addresses, Report{
			Message: "e-mail address of a person",
			Fix:     "name the role or a shared address, or leave it out; list what a role has before the @ under role-addresses in .agent/teammem.yaml",
		})
	},
}

// The longest address, as RFC 5321 has it.
const maxLocal, maxHost = 64, 255

func (in *Input) addresses(f *memory.File) []hit {
	var out []hit
	src := f.Text.Bytes()
	for at := 0; ; at++ {
		i := bytes.IndexByte(src[at:], '@')
		if i < 0 {
			return out
		}
		at += i
		s, ok := addressAt(src, at)
		if !ok || !isAddress(f.Text, s) {
			continue
		}
		local, host, _ := strings.Cut(strings.ToLower(string(f.Text.Slice(s))), "@")
		if isMailHost(host) && !isRole(local, host, in.Policy.RoleAddresses) && !holdsSecret(in.Secrets(f.Text), s) {
			out = append(out, hit{s, ""})
			at = max(at, f.Text.Line(f.Text.LineAt(at)).End-1) // one a line is enough
		}
	}
}

// addressAt gives the address around the @ at at.
func addressAt(src []byte, at int) (source.Span, bool) {
	s := source.Span{Start: at, End: at + 1}
	for s.Start > 0 && at-s.Start < maxLocal {
		r, n := utf8.DecodeLastRune(src[:s.Start])
		if !isAddressRune(r, "._%+'-") {
			break
		}
		s.Start -= n
	}
	for s.End < len(src) && s.End-at < maxHost {
		r, n := utf8.DecodeRune(src[s.End:])
		if !isAddressRune(r, ".-") {
			break
		}
		s.End += n
	}
	s.Start = at - len(bytes.TrimLeft(src[s.Start:at], "._%+'-"))
	host := bytes.TrimRight(src[at+1:s.End], ".-")
	s.End = at + 1 + len(host)
	return s, s.Start < at && isHost(string(host))
}

func isAddressRune(r rune, more string) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !likeness.IsCJK(r) || strings.ContainsRune(more, r)
}

// isHost reports whether s is labels joined by dots, and the last one of letters.
func isHost(s string) bool {
	labels := strings.Split(s, ".")
	for _, l := range labels {
		if l == "" || l[0] == '-' || l[len(l)-1] == '-' {
			return false
		}
	}
	end := labels[len(labels)-1]
	return len(labels) > 1 && len(end) > 1 && !strings.ContainsFunc(end, func(r rune) bool { return !unicode.IsLetter(r) })
}

// maxCommand is how far before an address the command is looked for that it may be
// the target of, in bytes.
const maxCommand = 120

// isAddress reports whether what s holds is used as an address: not as the user of
// a remote command or of a URL, and not as a part of a longer word.
func isAddress(t *source.Text, s source.Span) bool {
	src := t.Bytes()
	before, _ := utf8.DecodeLastRune(src[:s.Start])
	after, n := utf8.DecodeRune(src[s.End:])
	beyond, _ := utf8.DecodeRune(src[min(len(src), s.End+n):])
	if isWord(after) || after == '@' || after == '-' && isWord(beyond) || after == '/' || after == ':' && (isWord(beyond) || beyond == '/' || beyond == '~' || beyond == '.') {
		return false
	}
	if strings.ContainsRune("/@$%#", before) || before == ':' && !strings.HasSuffix(strings.ToLower(string(src[max(0, s.Start-7):s.Start])), "mailto:") && s.Start > 1 && isWord(rune(src[s.Start-2])) && inURL(src, s.Start) {
		return false
	}
	start := max(t.Line(t.LineAt(s.Start)).Start, s.Start-maxCommand)
	return !remoteCommand.Get().Match(src[start:s.Start])
}

// inURL reports whether the word that reaches to off holds "://".
func inURL(src []byte, off int) bool {
	word := string(src[max(0, off-200):off])
	return strings.Contains(word[strings.LastIndexAny(word, " \t\n")+1:], "://")
}

var remoteCommand = lazy.Regexp("(?i)(?:^|[^\\p{L}])(?:ssh|scp|sftp|rsync|mosh|sshfs|ssh-copy-id)\\s[^,;`]{0,80}$")

func isMailHost(host string) bool {
	end := host[strings.LastIndexByte(host, '.')+1:]
	switch end {
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "js", "ts", "tsx", "jsx", "mjs", "css", "scss", "html", "json", "yaml", "yml", "toml",
		"md", "py", "go", "rs", "java", "kt", "swift", "php", "txt", "service", "timer", "socket", "target", "mount", "slice", "xml", "lock", "zip", "tgz", "gz", "sql", "sh":
		return false
	}
	switch {
	case strings.HasSuffix(host, "gserviceaccount.com"), strings.HasPrefix(host, "noreply."), strings.HasPrefix(host, "users.noreply."), strings.Contains(host, ".noreply."):
		return false
	}
	return true
}

// roleWords are the local parts of addresses that no single person owns.
var roleWords = wordset.Of(`team ops devops dev devs developer developers engineering eng infra infrastructure platform sre security secops support help helpdesk
		info admin administrator contact hello hi hey office mail email sales marketing billing invoice invoices accounting accounts finance
		legal privacy press media jobs careers hr recruiting people it itsupport git hg svn root postmaster webmaster hostmaster abuse daemon mailer-daemon
		noreply no-reply no_reply donotreply do-not-reply notifications notification notify alert alerts alerting oncall on-call pager
		status feedback community list lists owner owners maintainer maintainers reviewers release releases build builds ci bot robot
		service services system automation api app apps data analytics qa test tests tester testing demo example sample user users username
		customer customers client name your-name yourname your.name you me someone somebody anyone nobody foo bar baz first.last firstname.lastname
		first firstname deploy deployer docker jenkins github gitlab actions github-actions renovate dependabot x xxx placeholder account address
		partner partners vendor vendors product design docs documentation research compliance audit dpo gdpr operations management board
		dmarc dmarc-reports bounce bounces newsletter order orders payment payments bugs issues report reports inquiries enquiries returns shipping
		booking bookings events training kontakt contacto contato soporte suporte ventas vendas buchhaltung rechnung datenschutz
		user1 user2 user3 test1 test2 manager lead`)

// roleEnds and roleStarts make an address that of a role, too.
var (
	roleEnds = []string{"-team", "-ops", "-support", "-oncall", "-on-call", "-alerts", "-admin", "-admins", "-dev", "-devs", "-eng", "-sre", "-security", "-bot",
		"-noreply", "-list", "-owners", "-maintainers", "-announce", "-users", "-service", "+bot", ".team", "_team", "-leads", "-group", "-reviewers", "-infra",
		"-platform", "-help", "-desk", "-manager", "-lead"}
	roleStarts = []string{"team-", "ops-", "support-", "admin-", "security-", "noreply-", "svc-", "sa-", "test-", "test+", "team."}
)

// isRole reports whether local@host is the address of a role; more are the patterns of
// the policy.
func isRole(local, host string, more []string) bool {
	plain, _, _ := strings.Cut(local, "+")
	for _, name := range []string{local, plain} {
		if roleWords.Has(name) || slices.ContainsFunc(roleEnds, func(e string) bool { return strings.HasSuffix(name, e) }) ||
			slices.ContainsFunc(roleStarts, func(b string) bool { return strings.HasPrefix(name, b) }) {
			return true
		}
	}
	return slices.ContainsFunc(more, func(p string) bool {
		p = strings.ToLower(p)
		whole, _ := path.Match(p, local+"@"+host) // a bad pattern matches nothing; the policy has been read
		ok, _ := path.Match(p, local)
		return ok || whole
	})
}
