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
	for _, w := range []string{"echo ", "printf ", "echo -n ", "echo -e ", "write-output "} {
		s.each(w, func(at int) { s.piped(at + len(w)) })
	}
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
		return
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
