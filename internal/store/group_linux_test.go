package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAlone(t *testing.T) {
	const passwd = "root:x:0:0:root:/root:/bin/sh\nana:x:1000:1000:Ana:/home/ana:/bin/sh\nben:x:1001:1001::/home/ben:/bin/sh\n"
	const group = "root:x:0:\nusers:x:100:ana\nana:x:1000:\nben:x:1001:ben\n"
	for _, c := range []struct {
		name          string
		uid, gid      uint32
		passwd, group string
		want          bool
	}{
		{"her own", 1000, 1000, passwd, group, true},
		{"his own, with him in it", 1001, 1001, passwd, group, true},
		{"that of another", 1000, 1001, passwd, group, false},
		{"a shared one", 1000, 100, passwd, group, false},
		{"a member was added", 1000, 1000, passwd, strings.Replace(group, "ana:x:1000:", "ana:x:1000:www", 1), false},
		{"two members", 1001, 1001, passwd, strings.Replace(group, ":ben\n", ":ben,ana\n", 1), false},
		{"another user has it", 1000, 1000, passwd + "eve:x:1002:1000::/:/bin/sh\n", group, false},
		{"a second line for it", 1000, 1000, passwd, group + "more:x:1000:eve\n", false},
		{"no such group", 1000, 1000, passwd, "", false},
		{"no such user", 1000, 1000, "", group, false},
		{"cut short", 1000, 1000, passwd + "eve", group + "eve:x", true},
		{"of another name", 1000, 1000, passwd, strings.Replace(group, "ana:x", "staff:x", 1), false},
	} {
		if got := alone(c.uid, c.gid, c.passwd, c.group); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestGroup holds that a folder which a group can write to is refused unless the group is
// that of the user alone.
func TestGroup(t *testing.T) {
	if os.Geteuid() != 0 {
		lacks(t, "only root can give a folder to a group")
	}
	home := t.TempDir()
	dir := filepath.Join(home, claudeDir)
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.Chown(dir, -1, 65534), os.Chmod(dir, 0o770)); err != nil {
		t.Fatal(err)
	}
	_, err := Open(optionsIn(home))
	var r *Refused
	if !errors.As(err, &r) || r.Kind != Writable || !strings.Contains(err.Error(), "its group") || !strings.Contains(err.Error(), "chmod go-w") {
		t.Errorf("error is %v", err)
	}
	passwd, _ := os.ReadFile("/etc/passwd")
	group, _ := os.ReadFile("/etc/group")
	if !alone(0, 0, string(passwd), string(group)) {
		lacks(t, "root shares its group here")
	}
	if err := os.Chown(dir, -1, 0); err != nil {
		t.Fatal(err)
	}
	open(t, optionsIn(home))
}
