package secretscan

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
)

var clusterSecret = &kind{rule: "kubernetes-secret", title: "value of a Kubernetes Secret", rank: rankHeader, guessable: true}

// reachOfManifest is how far from its kind the data of a manifest is looked for, in bytes.
const reachOfManifest = 16 << 10

// manifests finds the values under "data" of a Kubernetes Secret, whatever they are called.
// https://kubernetes.io/docs/concepts/configuration/secret/
func (s *scan) manifests() {
	done := 0
	s.each("kind:", func(at int) {
		kind := strings.Trim(string(s.lower[at+len("kind:"):s.line(at).End]), " \t\r\"'`")
		if kind != "secret" || at < done {
			return
		}
		start, end := s.document(at)
		done = end
		for i := start; i < end; i = s.line(i).End + 1 {
			if strings.TrimRight(strings.TrimLeft(string(s.lower[i:s.line(i).End]), " \t>"), " \t\r") == "data:" {
				s.dataBelow(i, end)
			}
		}
	})
}

// document returns where the YAML document around i lies: up to "---", a fence or an empty
// line on both sides, but not far.
func (s *scan) document(i int) (start, end int) {
	start, end = s.line(i).Start, s.line(i).End
	for start > 0 && i-start < reachOfManifest && !s.endsDocument(start-1) {
		start = lineStart(s.text, start-1)
	}
	for end < len(s.text) && end-i < reachOfManifest && !s.endsDocument(end+1) {
		end = lineEnd(s.text, min(len(s.text), end+1))
	}
	return start, end
}

func (s *scan) endsDocument(i int) bool {
	if i >= len(s.text) {
		return true
	}
	line := bytes.TrimLeft(s.text[lineStart(s.text, i):lineEnd(s.text, i)], " \t>")
	return bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("```"))
}

// openData are keys whose values are no secret.
var openData = []string{"username", "user", "ca.crt", "ca.pem", "tls.crt", "namespace", "host", "port", "url", "email"}

// dataBelow reads the lines that are indented more than the one at i.
func (s *scan) dataBelow(i, end int) {
	indent := s.indent(i)
	for i = s.line(i).End + 1; i < end; i = s.line(i).End + 1 {
		line := s.text[i:s.line(i).End]
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if s.indent(i) <= indent {
			return
		}
		key, _, found := bytes.Cut(line, []byte(":"))
		at := i
		if found {
			at += len(key) + 1
			if slices.Contains(openData, strings.ToLower(strings.Trim(string(key), " \t>\"'"))) {
				continue
			}
		}
		at = s.skip(at, s.line(i).End, " \t\"'>")
		if stop := s.runs.until(s.text, 'b', at); encodedSecret(s.text[at:stop]) {
			s.add(clusterSecret, at, stop)
		}
	}
}

func (s *scan) indent(i int) int {
	n := 0
	for i+n < len(s.text) && strings.IndexByte(" \t>", s.text[i+n]) >= 0 {
		n++
	}
	return n
}

// encodedSecret reports whether b is base64 of anything but a certificate or what stands
// for a value.
func encodedSecret(b []byte) bool {
	if len(b) < 12 || len(b)%4 != 0 {
		return false
	}
	plain := make([]byte, base64.StdEncoding.DecodedLen(len(b)))
	n, err := base64.StdEncoding.Decode(plain, b)
	if err != nil {
		return false
	}
	v := string(plain[:n])
	return distinct(v) > 2 && !strings.HasPrefix(v, "<") && !strings.Contains(v, "{{") && !strings.Contains(v, "${") && !strings.Contains(v, "CERTIFICATE") && !strings.Contains(strings.ToLower(v), "changeme")
}
