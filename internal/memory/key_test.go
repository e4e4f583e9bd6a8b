package memory_test

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/teammem/teammem/internal/memory"
)

func TestKey(t *testing.T) {
	same := [][]string{
		{"Deploy Window", "deploy-window", "deploy_window", "DEPLOY -_ window", " deploy window "},
		{"stra\u00dfe", "STRASSE"},
		{"caf\u00e9", "cafe\u0301", "CAFE\u0301"},
		{"\u03c3", "\u03c2", "\u03a3"},
		{"a\u2014b", "a\u00a0b", "a-b"},
	}
	for _, group := range same {
		for _, name := range group[1:] {
			if memory.Key(name) != memory.Key(group[0]) {
				t.Errorf("%q has the key %q, %q has %q", group[0], memory.Key(group[0]), name, memory.Key(name))
			}
		}
	}
	for _, pair := range [][2]string{{"deploywindow", "deploy window"}, {"a.b", "a-b"}, {"a", "b"}, {"\u0430", "a"}, {"", "a"}, {"\U0001014c\u0300", "\u1e51"}} {
		if memory.Key(pair[0]) == memory.Key(pair[1]) {
			t.Errorf("%q and %q have the same key", pair[0], pair[1])
		}
	}
}

func TestKeyOfKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "name")
		key := memory.Key(name)
		if memory.Key(key) != key || !utf8.ValidString(key) {
			t.Fatalf("%q has the key %q, and that has %q", name, key, memory.Key(key))
		}
	})
}

func TestNearReserved(t *testing.T) {
	for key, want := range map[string]string{
		"expiry": "expires", "Expiry": "expires", "expires_at": "expires", "expirse": "expires", "expire": "expires",
		"desciption": "description", "decsription": "description", "descripton": "description", "desc": "description",
		"tpye": "type", "nmae": "name", "scop": "scope", "created-at": "created", "referenced_files": "referencedFiles",
		"last modified": "modified", "update": "updated",
		"type": "", "Type": "", "expires": "", "expiry_date": "", "status": "", "tags": "", "title": "", "id": "", "owner": "",
		"names": "", "authors": "", "note": "", "time": "", "node_type": "", "last_verified": "", "": "", "ttls": "",
	} {
		if got := memory.NearReserved(key); got != want {
			t.Errorf("%q is near %q, want %q", key, got, want)
		}
	}
}
