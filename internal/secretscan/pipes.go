package secretscan

import (
	"bytes"
	"slices"
	"strings"
)

// receivers read a password from what is piped into them.
var receivers = []string{"sudo -s", "sudo --stdin", "su ", "su -", "passwd", "--password-stdin", "kinit", "cryptsetup", "--stdin", "--passphrase-fd", "-passin stdin", "stdin:", "vncpasswd", "htpasswd -i", "gpg --batch", "security", "net ads join", "realm join", "sshpass", "openconnect", "docker login", "helm registry login"}

// pipes finds "echo x | sudo -S …" and "sudo -S … <<< x".
func (s *scan) pipes() {
	for _, w := range []string{"echo ", "printf ", "write-output "} {
		s.each(w, func(at int) { s.piped(at + len(w)) })
	}
	s.each(`send "`, func(at int) {
		if bytes.Contains(s.lower[max(s.line(at).Start, at-longestGap):at], []byte("assword")) {
			s.handed(s.valueAt(at+len("send "), s.line(at).End), nil)
		}
	})
	s.each("<<<", func(at int) {
		line := s.line(at)
		if before := s.lower[max(line.Start, at-longestNear):at]; receives(before) {
			s.handed(s.valueAt(at+len("<<<"), line.End), before)
		}
	})
}

func receives(b []byte) bool {
	return slices.ContainsFunc(receivers, func(w string) bool { return bytes.Contains(b, []byte(w)) })
}

func (s *scan) piped(i int) {
	end := s.commandEnd(i)
	bar := bytes.IndexByte(s.text[i:end], '|')
	if bar < 0 {
		if bytes.Contains(s.lower[max(s.line(i).Start, i-longestGap):i], []byte("password-command")) {
			s.handed(s.valueAt(i, end), nil)
		}
		return
	}
	for _, format := range []string{"%s ", "'%s' ", `"%s" `, `'%s\n' `, `"%s\n" `, "-n ", "-e "} {
		if bytes.HasPrefix(s.text[i:end], []byte(format)) {
			i, bar = i+len(format), bar-len(format)
		}
	}
	if behind := s.lower[i+bar : min(end, i+bar+longestNear)]; receives(behind) {
		s.handed(s.valueAt(i, i+bar), behind)
	}
}

// handed adds v, which a command reads, behind the name that chpasswd takes before it.
func (s *scan) handed(v value, command []byte) {
	v.text = strings.TrimSuffix(strings.TrimSuffix(v.text, `\n`), `\r`)
	if name, rest, ok := strings.Cut(v.text, ":"); ok && bytes.Contains(command, []byte("chpasswd")) {
		v.start, v.text = v.start+len(name)+1, rest
	}
	if len(v.text) < 6 || v.text[0] == '-' || placeholder(v.text) || isReference(v.text) || commonWord(v.text) || strings.ContainsAny(v.text, "%") && len(v.text) < 8 {
		return
	}
	if isPhrase(v.text) || !strings.Contains(v.text, " ") && (passwordLike(v.text) || spelled(v.text)) {
		s.add(commandPassword, v.start, v.start+len(v.text))
	}
}

// protocols finds what is typed at the prompt of a server, or sent to it: AUTH x of Redis, PASS x
// of FTP and mail, and the password of net use and net user of Windows.
func (s *scan) protocols() {
	s.each("auth ", func(at int) { s.typed(at, len("auth ")) })
	s.each("pass ", func(at int) { s.typed(at, len("pass ")) })
	s.each("net use ", func(at int) { s.netUse(at) })
	s.each("net user ", func(at int) { s.netUser(at + len("net user ")) })
}

// typed adds the last word of the line or the code at i, where a command of n bytes is.
func (s *scan) typed(i, n int) {
	word := string(s.text[i : i+n-1])
	line := s.line(i)
	prompt := i-line.Start >= 2 && string(s.text[i-2:i]) == "> "
	begins := i == line.Start || strings.IndexByte("`\"'", s.text[i-1]) >= 0 || bytes.HasSuffix(s.text[line.Start:i], []byte("/ ")) || bytes.HasSuffix(s.text[line.Start:i], []byte("- "))
	if !prompt && (word != strings.ToUpper(word) || !begins) {
		return
	}
	end := min(line.End, i+longestPaired)
	words := bytes.Fields(bytes.TrimRight(s.text[i+n:end], "`\"'., "))
	if len(words) == 0 || len(words) > 2 {
		return
	}
	at := i + n + bytes.LastIndex(s.text[i+n:end], words[len(words)-1])
	s.handed(s.valueAt(at, end), nil)
}

// netUse adds the word between the share and the user of "net use Z: \\host\share x /user:name".
func (s *scan) netUse(i int) {
	end := min(s.line(i).End, i+longestCommand)
	n := bytes.Index(s.lower[i:end], []byte(" /user:"))
	if n < 0 {
		return
	}
	if at := bytes.LastIndexByte(s.text[i:i+n], ' '); at > 0 && !bytes.HasPrefix(s.text[i+at+1:], []byte(`\`)) {
		s.handed(s.valueAt(i+at+1, i+n), nil)
	}
}

// netUser adds the word behind the name in "net user name x /add", which begins at i.
func (s *scan) netUser(i int) {
	end := min(s.line(i).End, i+longestPaired)
	words := bytes.Fields(s.text[i:end])
	if len(words) > 1 && words[1][0] != '/' {
		s.handed(s.valueAt(i+bytes.Index(s.text[i:end], words[1]), end), nil)
	}
}
