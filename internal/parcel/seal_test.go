package parcel_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"filippo.io/age"

	"github.com/teammem/teammem/internal/parcel"
)

func newKey(t testing.TB) *age.X25519Identity {
	t.Helper()
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sealed(t testing.TB, archive []byte, to ...age.Recipient) []byte {
	t.Helper()
	out, err := parcel.Seal(archive, to...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func keys(all ...age.Identity) parcel.Keys { return parcel.Keys{Identities: all} }

func TestSeal(t *testing.T) {
	ann, ben, eve := newKey(t), newKey(t), newKey(t)
	archive := encoded(t, small())
	out := sealed(t, archive, ann.Recipient(), ben.Recipient())
	if bytes.Contains(out, []byte("one\n")) || bytes.Contains(out, []byte("example.com")) {
		t.Error("something can be read in the file")
	}
	text, err := parcel.Armor(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range [][]byte{out, text, bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))} {
		for _, key := range []*age.X25519Identity{ann, ben} {
			if back, err := parcel.Open(bytes.NewReader(form), keys(eve, key)); err != nil || !bytes.Equal(back, archive) {
				t.Errorf("it does not open: %v", err)
			}
		}
		if _, err := parcel.Open(bytes.NewReader(form), keys(eve)); !errors.Is(err, parcel.ErrWrongKey) {
			t.Errorf("another key: %v", err)
		}
		if _, err := parcel.Open(bytes.NewReader(form), parcel.Keys{}); !errors.Is(err, parcel.ErrNoKey) {
			t.Errorf("no key: %v", err)
		}
	}
}

// TestCut cuts a file and changes its bytes: each of the head, and some of the rest.
func TestCut(t *testing.T) {
	key := newKey(t)
	out := sealed(t, encoded(t, small()), key.Recipient())
	text, err := parcel.Armor(out)
	if err != nil {
		t.Fatal(err)
	}
	step := func(i int) int {
		if i < 300 {
			return i + 1
		}
		return i + 37
	}
	for i := 0; i < len(out); i = step(i) {
		changed := bytes.Clone(out)
		changed[i] ^= 1
		for _, bad := range [][]byte{out[:i], changed} {
			if archive, err := parcel.Open(bytes.NewReader(bad), keys(key)); err == nil || archive != nil {
				t.Fatalf("byte %d: it opens", i)
			}
		}
	}
	for i := 0; i < len(text)-1; i = step(i) { // the last line end says nothing
		if _, err := parcel.Open(bytes.NewReader(text[:i]), keys(key)); err == nil {
			t.Fatalf("cut at byte %d, the text opens", i)
		}
	}
	if _, err := parcel.Open(bytes.NewReader(append(out, 'x')), keys(key)); err == nil {
		t.Error("with more behind its end it opens")
	}
}

func TestPassphrase(t *testing.T) {
	to, err := age.NewScryptRecipient("four words of mine")
	if err != nil {
		t.Fatal(err)
	}
	to.SetWorkFactor(10)
	out := sealed(t, encoded(t, small()), to)
	say := func(words string, err error) parcel.Keys {
		return parcel.Keys{Identities: []age.Identity{newKey(t)}, Passphrase: func() (string, error) { return words, err }}
	}
	if _, err := parcel.Open(bytes.NewReader(out), say("four words of mine", nil)); err != nil {
		t.Errorf("the right one: %v", err)
	}
	if _, err := parcel.Open(bytes.NewReader(out), say("other words", nil)); !errors.Is(err, parcel.ErrWrongPassphrase) {
		t.Errorf("a wrong one: %v", err)
	}
	if _, err := parcel.Open(bytes.NewReader(out), say("", io.EOF)); !errors.Is(err, io.EOF) {
		t.Errorf("none at all: %v", err)
	}
	if _, err := parcel.Open(bytes.NewReader(out), keys(newKey(t))); err == nil || !strings.Contains(err.Error(), "no terminal") {
		t.Errorf("nobody to ask: %v", err)
	}
	to.SetWorkFactor(21)
	slow := bytes.Replace(out, []byte(" 10\n"), []byte(" 21\n"), 1)
	if _, err := parcel.Open(bytes.NewReader(slow), say("four words of mine", nil)); err == nil || !strings.Contains(err.Error(), "work factor too large") {
		t.Errorf("a file that asks for 2 GiB: %v", err)
	}
	asked := parcel.Keys{Passphrase: func() (string, error) { t.Error("asked for nothing"); return "x", nil }}
	if _, err := parcel.Open(bytes.NewReader(sealed(t, nil, newKey(t).Recipient())), asked); !errors.Is(err, parcel.ErrNoKey) {
		t.Errorf("a file with a key: %v", err)
	}
}

func TestKeyFiles(t *testing.T) {
	key := newKey(t)
	public, private := key.Recipient().String(), key.String()
	for _, c := range []struct {
		name, text string
		want       error // nil: it is taken
		words      string
	}{
		{"public keys", "# mine\n\n" + public + "\r\n" + newKey(t).Recipient().String(), nil, ""},
		{"a private key", private + "\n", parcel.ErrSecretKey, ""},
		{"a private key in small letters", public + "\n" + strings.ToLower(private), parcel.ErrSecretKey, "line 2"},
		{"a private key in a comment", "# " + private + "\n" + public, parcel.ErrSecretKey, ""},
		{"a key of SSH", "ssh-ed25519 AAAA ann@example.com", nil, "keys of SSH"},
		{"nothing", "# none\n", nil, "no public key"},
		{"words", "hello", nil, "not a public key"},
		{"much", strings.Repeat("#\n", 1<<20), nil, "no file of keys"},
	} {
		all, err := parcel.ParseRecipients(strings.NewReader(c.text))
		switch {
		case c.want == nil && c.words == "":
			if err != nil || len(all) != 2 {
				t.Errorf("%s: %d keys, %v", c.name, len(all), err)
			}
		case err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.words):
			t.Errorf("%s: got %v", c.name, err)
		case strings.Contains(strings.ToLower(err.Error()), strings.ToLower(private)):
			t.Errorf("%s: the private key is shown", c.name)
		}
	}
	if all, err := parcel.ParseIdentities(strings.NewReader("# created\n" + private + "\n")); err != nil || len(all) != 1 {
		t.Errorf("a private key: %v", err)
	}
	for name, text := range map[string]string{
		"a public key": public, "nothing": "", "a damaged key": private[:len(private)-1],
		"an encrypted file": "age-encryption.org/v1\n", "a key of SSH": "-----BEGIN OPENSSH " + "PRIVATE KEY" + "-----\n",
	} {
		if _, err := parcel.ParseIdentities(strings.NewReader(text)); err == nil || strings.Contains(err.Error(), private[15:40]) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	key := newKey(f)
	out := sealed(f, encoded(f, small()), key.Recipient())
	text, err := parcel.Armor(out)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{out, text, out[:20], text[:60], []byte("age-encryption.org/v1\n-> scrypt x 99\n"), nil} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = parcel.Open(bytes.NewReader(data), keys(key))
	})
}
