package secretscan

import (
	"bytes"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
)

var commandPassword = &kind{rule: "command-password", title: "password on a command line", rank: rankCommand, guessable: true}

// A flag is where a command takes a password.
type flag struct {
	command string // the word that must come before on the same line
	flag    string
	form    form
}

type form int

const (
	glued  form = iota // right behind the flag: -pVALUE
	spaced             // after a blank: -p VALUE
	either
	login   // name:VALUE after a blank
	percent // name%VALUE after a blank
	comma   // name,VALUE after a blank
	slash   // name/VALUE@host after a blank
	quoted  // the first string in quotes
	second  // after a name: NAME VALUE
	third   // after a file and a name: FILE NAME VALUE
	fourth  // after three words
)

// flags are the commands whose short flags take a password. Long ones such as
// --password are found as nouns.
var flags = [...]flag{
	{"mysql", "-p", glued},
	{"mysqldump", "-p", glued},
	{"mysqladmin", "-p", glued},
	{"mysqlimport", "-p", glued},
	{"mariadb", "-p", glued},
	{"mariadb-dump", "-p", glued},
	{"sshpass", "-p", either},
	{"mongo", "-p", spaced},
	{"mongosh", "-p", spaced},
	{"mongodump", "-p", spaced},
	{"mongorestore", "-p", spaced},
	{"mongoexport", "-p", spaced},
	{"mongoimport", "-p", spaced},
	{"govc", "-u", login},
	{"login", "-p", spaced}, // docker, podman, helm registry, az acr, oc
	{"sqlcmd", "-p", either},
	{"bcp", "-p", either},
	{"redis-cli", "-a", spaced},
	{"ldapsearch", "-w", spaced},
	{"ldapmodify", "-w", spaced},
	{"ldapadd", "-w", spaced},
	{"cqlsh", "-p", spaced},
	{"clickhouse-client", "--password", either},
	{"zip", "-p", spaced},
	{"unzip", "-p", spaced},
	{"7z", "-p", glued},
	{"rar", "-p", glued},
	{"wget", "--http-password", either},
	{"curl", "-u", login},
	{"curl", "--user", login},
	{"curl", "--proxy-user", login},
	{"http", "-a", login},
	{"https", "-a", login},
	{"xh", "-a", login},
	{"rpcclient", "-u", percent},
	{"smbclient", "-u", percent},
	{"openssl", "pass:", glued},
	{"keytool", "-storepass", spaced},
	{"keytool", "-keypass", spaced},
	{"jarsigner", "-storepass", spaced},
	{"rabbitmqctl", "add_user", second},
	{"rabbitmqctl", "change_password", second},
	{"htpasswd", "-nb", second},
	{"htpasswd", "-nbb", second},
	{"htpasswd", "-b", third},
	{"htpasswd", "-bc", third},
	{"htpasswd", "-cb", third},
	{"htpasswd", "-bbc", third},
	{"htpasswd", "-cbb", third},
	{"mosquitto_passwd", "-b", third},
	{"smbpasswd", "-a", second},
	{"wpa_passphrase", "", second},
	{"mosquitto_pub", "-p", spaced},
	{"mosquitto_sub", "-p", spaced},
	{"ipmitool", "-p", spaced},
	{"rabbitmqadmin", "-p", spaced},
	{"x11vnc", "-passwd", spaced},
	{"plink", "-pw", spaced},
	{"pscp", "-pw", spaced},
	{"psftp", "-pw", spaced},
	{"putty", "-pw", spaced},
	{"psexec", "-p", spaced},
	{"rdesktop", "-p", spaced},
	{"evil-winrm", "-p", spaced},
	{"nxc", "-p", spaced},
	{"netexec", "-p", spaced},
	{"crackmapexec", "-p", spaced},
	{"useradd", "-p", spaced},
	{"usermod", "-p", spaced},
	{"beeline", "-p", spaced},
	{"isql", "-p", spaced},
	{"vsql", "-w", spaced},
	{"ssh-keygen", "-n", spaced},
	{"ssh-keygen", "-p", spaced},
	{"ldappasswd", "-s", spaced},
	{"ldappasswd", "-w", spaced},
	{"ldapdelete", "-w", spaced},
	{"keytool", "-srcstorepass", spaced},
	{"keytool", "-deststorepass", spaced},
	{"keytool", "-srckeypass", spaced},
	{"keytool", "-destkeypass", spaced},
	{"unrar", "-p", glued},
	{"7za", "-p", glued},
	{"security", "-p", spaced},
	{"rclone", "pass", spaced},
	{"cmdkey", "/pass:", glued},
	{"xfreerdp", "/p:", glued},
	{"wfreerdp", "/p:", glued},
	{"wmic", "/password:", glued},
	{"runas", "/password:", glued},
	{"schtasks", "/rp", spaced},
	{"iwconfig", "s:", glued},
	{"enable", "secret", spaced},
	{"enable", "password", spaced},
	{"username", "password 0", spaced},
	{"username", "secret 0", spaced},
	{"snmp-server", "community", spaced},
	{"snmpwalk", "-c", spaced},
	{"snmpget", "-c", spaced},
	{"snmpset", "-c", spaced},
	{"snmpbulkwalk", "-c", spaced},
	{"etcdctl", "--user", login},
	{"skopeo", "--creds", login},
	{"skopeo", "--src-creds", login},
	{"skopeo", "--dest-creds", login},
	{"podman", "--creds", login},
	{"buildah", "--creds", login},
	{"jenkins-cli", "-auth", login},
	{"stats", "auth", login},
	{"rootpw", "--plaintext", spaced},
	{"isakmp", "key", spaced},
	{"remote-authentication", "pre-shared-key", spaced},
	{"local-authentication", "pre-shared-key", spaced},
	{"ipsec-attributes", "pre-shared-key", spaced},
	{"radius-server", "key", spaced},
	{"tacacs-server", "key", spaced},
	{"bw", "login", second},
	{"mc", "alias set", fourth},
	{"lftp", "-u", comma},
	{"sqlplus", "", slash},
	{"expdp", "", slash},
	{"impdp", "", slash},
	{"rman", "target", slash},
	{"convertto-securestring", "", quoted},
	{"identified", "by", spaced}, // SQL
	{"identified", "as", spaced},
}

// A flagList lists the flags by the first byte of their command, in the order of the table:
// first is where the list of a byte begins and next how it goes on, -1 where it ends.
type flagList struct {
	first [256]int16
	next  [len(flags)]int16
}

// flagsByByte is made for the first text, so it holds no copy of a flag.
var flagsByByte = lazy.Value[*flagList]{Make: func() *flagList {
	l := &flagList{}
	for c := range l.first {
		l.first[c] = -1
	}
	for n := len(flags) - 1; n >= 0; n-- {
		first := &l.first[flags[n].command[0]]
		l.next[n], *first = *first, int16(n)
	}
	return l
}}

// longestCommandName is the length of the longest of them.
const longestCommandName = len("convertto-securestring")

// longestCommand is how far behind a command its flags are looked for.
const longestCommand = 400

// commands finds passwords that are handed to a command.
func (s *scan) commands() {
	known := flagsByByte.Get()
	for i := 0; i < len(s.lower); i++ {
		if !isAlnum(s.lower[i]) {
			continue
		}
		start := i
		for i < len(s.lower) && isTokenByte(s.lower[i]) {
			i++
		}
		if i-start > longestCommandName {
			continue
		}
		for n := known.first[s.lower[start]]; n >= 0; n = known.next[n] {
			if flags[n].command == string(s.lower[start:i]) {
				s.flagged(flags[n], i)
			}
		}
	}
}

// commandEnd returns where the command at i ends: a backslash at the end of a line goes on
// with the next one.
func (s *scan) commandEnd(i int) int {
	end := s.line(i).End
	for end < len(s.text) && end-i < longestCommand && end > i && s.text[trimEnd(s.text, i, end)-1] == '\\' {
		end = lineEnd(s.text, end+1)
	}
	return min(end, i+longestCommand)
}

// flagged looks for the flag in what follows the command that ends at i.
func (s *scan) flagged(f flag, i int) {
	end := s.commandEnd(i)
	if n := bytes.Index(s.lower[i:end], []byte(" by ")); f.command == "identified" && n > 0 && bytes.HasPrefix(s.lower[i:end], []byte(" with ")) {
		i += n
	}
	if f.command == "identified" && (i >= end || !bytes.HasPrefix(s.lower[i+1:end], []byte(f.flag+" "))) {
		return
	}
	if f.flag == "" {
		s.flagValue(f, i, end)
		return
	}
	for at := i; ; {
		n := bytes.Index(s.lower[at:end], []byte(f.flag))
		if n < 0 {
			return
		}
		at += n + len(f.flag)
		if s.text[at-len(f.flag)-1] != ' ' {
			continue
		}
		if s.flagValue(f, at, end) {
			return
		}
	}
}

// flagValue adds the value of f, whose flag ends at i, if it has one.
func (s *scan) flagValue(f flag, i, end int) bool {
	if i >= end {
		return false
	}
	gap := s.text[i] == ' ' || s.text[i] == '='
	if f.form == glued && gap || (f.form != glued && f.form != either) && !gap {
		return false
	}
	if gap {
		i++
	}
	i = s.skipArguments(f.form, i, end)
	if f.command == "identified" && i < end && s.text[i] != '\'' && s.text[i] != '"' {
		return false
	}
	if f.form == quoted {
		n := bytes.IndexAny(s.text[i:end], `"'`)
		if n < 0 {
			return false
		}
		i += n
	}
	v := s.valueAt(i, end)
	if f.form == comma {
		v = s.behindComma(i, end)
	}
	if f.form == slash {
		if v.text, _, _ = strings.Cut(v.text, "@"); v.text == "" || s.text[v.start] == '@' {
			return false
		}
	}
	if separator := f.form.separator(); separator != 0 {
		n := strings.IndexByte(v.text, separator)
		if next := v.end(); n < 0 && (next >= end || s.text[next] != ':' || !strongPassword(v.text)) {
			return false // no password, nor a token in place of the name
		}
		v.start, v.text = v.start+n+1, v.text[n+1:]
	}
	if len(v.text) < 4 || strings.Contains(v.text, " ") && !(v.quoted && isPhrase(v.text)) || standsIn(v.text) || v.text[0] == '-' {
		return false
	}
	if (f.form == spaced || f.form >= slash) && f.command != "sshpass" && !v.quoted && !passwordLike(v.text) && !spelled(v.text) {
		return false
	}
	s.addValue(commandPassword, v)
	return true
}

// separator parts a name from a password; 0 where none does.
func (f form) separator() byte {
	switch f {
	case login:
		return ':'
	case percent:
		return '%'
	case slash:
		return '/'
	}
	return 0
}

// behindComma reads the value behind a name and a comma at i.
func (s *scan) behindComma(i, end int) value {
	n := bytes.IndexByte(s.text[i:end], ',')
	if n < 0 || bytes.IndexByte(s.text[i:i+n], ' ') >= 0 {
		return value{start: i}
	}
	return s.valueAt(i+n+1, end)
}

// skipArguments skips the words that a command takes in front of the password, and returns
// end when there are too few.
func (s *scan) skipArguments(f form, i, end int) int {
	if f < second {
		return i
	}
	for ; f >= second; f-- {
		n := bytes.IndexByte(s.text[i:end], ' ')
		if n < 0 {
			return end
		}
		i += n + 1
	}
	return i
}
