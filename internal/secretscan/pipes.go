package secretscan

import (
	"bytes"
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
		if bytes.Contains(s.lower[max(0, at-longestGap):at], []byte("assword")) || bytes.HasPrefix(bytes.TrimLeft(s.lower[s.line(at).Start:at], "$ `"), []byte("expect ")) {
			s.handed(s.valueAt(at+len("send "), s.line(at).End), nil)
		}
	})
	s.each("wifi:", s.networkCode)
	s.each("value is ", s.headerValueIs)
	s.each("combination ", s.combination)
	s.each("<<<", func(at int) {
		line := s.line(at)
		if before := s.lower[max(line.Start, at-longestNear):at]; s.holdsAny(before, receivers) {
			s.handed(s.valueAt(at+len("<<<"), line.End), before)
		}
	})
}

// networkCode adds the password of a network in the text of a QR code: WIFI:T:WPA;S:name;P:x;;
// https://github.com/zxing/zxing/wiki/Barcode-Contents#wi-fi-network-config-android-ios-11
func (s *scan) networkCode(at int) {
	end := min(s.line(at).End, at+longestPair)
	n := bytes.Index(s.text[at:end], []byte(";P:"))
	if n < 0 {
		return
	}
	start := at + n + len(";P:")
	stop := start + max(0, bytes.IndexByte(s.text[start:end], ';'))
	m := mention{noun: noun{word: "wifi", class: passwords, title: "network key"}}
	if v := string(s.text[start:stop]); len(v) >= 8 && m.accepts(value{text: v}, strong) {
		s.add(m.kind(), start, stop)
	}
}

// headerValueIs adds the key that a header gets whose name stands before: "the X-Api-Key header;
// the value is x".
func (s *scan) headerValueIs(at int) {
	line := s.line(at)
	before := s.lower[max(line.Start, at-longestNear):at]
	if !s.holdsAny(before, []string{"-key", "_key", "api key", "-token", "_token", "secret", "authorization"}) {
		return
	}
	m := mention{noun: noun{class: keys, title: "key"}}
	if v := s.valueAt(at+len("value is "), line.End); m.accepts(v, prose) && !isUUID(v.text) {
		s.addValue(m.kind(), v)
	}
}

// combination adds the numbers that open a lock or a safe.
func (s *scan) combination(at int) {
	line := s.line(at)
	if !s.word(at) || !s.holdsAny(s.lower[max(line.Start, at-longestGap/2):at], []string{"safe", "lock", "vault"}) {
		return
	}
	for _, verb := range []string{"is ", "was ", "= "} {
		i := at + len("combination ")
		if !bytes.HasPrefix(s.lower[i:line.End], []byte(verb)) {
			continue
		}
		v := s.valueAt(i+len(verb), line.End)
		if groups := strings.Split(v.text, "-"); len(groups) == 3 && onlyDigits(strings.Join(groups, "")) && len(v.text) <= len("12-34-56") {
			s.addValue(&kind{rule: "password", title: "combination in plain text", rank: rankNoun, guessable: true}, v)
		}
	}
}

func (s *scan) piped(i int) {
	end := s.commandEnd(i)
	bar := bytes.IndexByte(s.text[i:end], '|')
	if bar < 0 {
		if s.holdsAny(s.lower[max(s.line(i).Start, i-longestGap):i], []string{"password-command", "password-file", "passwd-file"}) {
			s.handed(s.valueAt(i, end), nil)
		}
		return
	}
	for _, format := range []string{"%s ", "'%s' ", `"%s" `, `'%s\n' `, `"%s\n" `, "-n ", "-e "} {
		if bytes.HasPrefix(s.text[i:end], []byte(format)) {
			i, bar = i+len(format), bar-len(format)
		}
	}
	if behind := s.lower[i+bar : min(end, i+bar+longestNear)]; s.holdsAny(behind, receivers) {
		s.handed(s.valueAt(i, i+bar), behind)
	}
}

// handed adds v, which a command reads, behind the name that chpasswd takes before it.
func (s *scan) handed(v value, command []byte) {
	v.text = strings.TrimSuffix(strings.TrimSuffix(v.text, `\n`), `\r`)
	if name, rest, ok := strings.Cut(v.text, ":"); ok && bytes.Contains(command, []byte("chpasswd")) {
		v.start, v.text = v.start+len(name)+1, rest
	}
	if len(v.text) < 6 || v.text[0] == '-' || standsIn(v.text) || strings.ContainsAny(v.text, "%") && len(v.text) < 8 {
		return
	}
	if isPhrase(v.text) || !strings.Contains(v.text, " ") && (passwordLike(v.text) || spelled(v.text)) {
		s.addValue(commandPassword, v)
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
		return
	}
	name := i + n + len(" /user:")
	if at := bytes.IndexByte(s.text[name:end], ' '); at > 0 && s.text[min(end-1, name+at+1)] != '/' {
		s.handed(s.valueAt(name+at+1, end), nil)
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
