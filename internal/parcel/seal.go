package parcel

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"
	"filippo.io/age/armor"
)

// A Recipient is a public key, or a passphrase that encrypts; an Identity is what opens.
type (
	Recipient = age.Recipient
	Identity  = age.Identity
)

// secretKey begins every private key of age, which is written in either case.
// https://age-encryption.org/v1
const secretKey = "AGE-SECRET-KEY-"

// maxKeyFile is how many bytes of a file of keys are read.
const maxKeyFile = 1 << 20

// maxWork is the work that a file may ask for before a passphrase is known to be wrong, as
// the binary logarithm of scrypt's N: 1 GiB of memory. age writes 18.
const maxWork = 20

// maxSealed is how many bytes of a file are read: twice the largest archive, for armor.
const maxSealed = 2 * maxArchive

// ErrSecretKey means that a private key was given where a public one belongs.
var ErrSecretKey = errors.New("this is a private key, which must never travel with what it opens\ngive the public key that belongs to it, which begins with age1: age-keygen -y shows it")

// ErrWrongKey means that no key that was given opens the file.
var ErrWrongKey = errors.New("none of the keys opens this file\nname the file with the private key of the machine that it was made for: --identity FILE")

// ErrNoKey means that the file was made for keys and none was given.
var ErrNoKey = errors.New("the file opens with a key, and none was given\nname the file with the private key: --identity FILE")

// ErrWrongPassphrase means what it says.
var ErrWrongPassphrase = errors.New("the passphrase is wrong")

// ParseRecipient reads a public key of age.
func ParseRecipient(key string) (Recipient, error) {
	switch {
	case strings.Contains(strings.ToUpper(key), secretKey):
		return nil, ErrSecretKey
	case strings.HasPrefix(key, "ssh-"):
		return nil, errors.New("keys of SSH are not taken\nmake one of age with age-keygen, and give the public key that it shows")
	}
	all, err := age.ParseRecipients(strings.NewReader(key))
	if err != nil || len(all) != 1 {
		return nil, fmt.Errorf("%q is not a public key of age, which begins with age1", key)
	}
	return all[0], nil
}

// ParseRecipients reads a file of public keys, one a line; empty lines and those that
// begin with # say nothing.
func ParseRecipients(r io.Reader) ([]Recipient, error) {
	data, err := readKeys(r)
	if err != nil {
		return nil, err
	}
	var all []Recipient
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, maxKeyFile+1)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' && !strings.Contains(strings.ToUpper(line), secretKey) {
			continue
		}
		one, err := ParseRecipient(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return nil, errors.New("it holds no public key")
	}
	return all, lines.Err()
}

// ParseIdentities reads a file of private keys as age-keygen writes it. Its errors show
// nothing of the file.
func ParseIdentities(r io.Reader) ([]Identity, error) {
	data, err := readKeys(r)
	if err != nil {
		return nil, err
	}
	switch {
	case IsSealed(data):
		return nil, errors.New("it is encrypted itself\ndecrypt it with age first, to a place that only you can read")
	case bytes.Contains(data, []byte("PRIVATE KEY-----")):
		return nil, errors.New("keys of SSH are not taken, only those that age-keygen makes")
	}
	all, err := age.ParseIdentities(bytes.NewReader(data))
	if err != nil {
		return nil, errors.New("it holds no private key of age, as age-keygen writes it")
	}
	return all, nil
}

func readKeys(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxKeyFile+1))
	if err == nil && len(data) > maxKeyFile {
		err = fmt.Errorf("it has more than %d bytes, so it is no file of keys", maxKeyFile)
	}
	return data, err
}

// Passphrase is the recipient that a passphrase makes; it must be the only one.
func Passphrase(words string) (Recipient, error) { return age.NewScryptRecipient(words) }

// Seal encrypts an archive for all who may open it.
func Seal(archive []byte, recipients ...Recipient) ([]byte, error) {
	var out bytes.Buffer
	w, err := age.Encrypt(&out, recipients...)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(archive); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Armor writes sealed bytes as lines of text.
func Armor(sealed []byte) ([]byte, error) {
	var out bytes.Buffer
	w := armor.NewWriter(&out)
	_, err := w.Write(sealed)
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// IsSealed reports whether data begins as a file of age does.
func IsSealed(data []byte) bool {
	return bytes.HasPrefix(data, []byte("age-encryption.org/")) || bytes.HasPrefix(data, []byte(armor.Header))
}

// Keys open a sealed parcel.
type Keys struct {
	Identities []Identity
	Passphrase func() (string, error) // is asked only if the file has one; nil: there is nobody to ask
}

// Open decrypts what Seal and Armor gave. It gives nothing of a file that was cut or
// changed.
func Open(sealed io.Reader, k Keys) ([]byte, error) {
	in := bufio.NewReader(io.LimitReader(sealed, maxSealed))
	var src io.Reader = in
	if start, _ := in.Peek(len(armor.Header)); string(start) == armor.Header {
		src = armor.NewReader(in)
	}
	asking := &asking{ask: k.Passphrase}
	plain, err := age.Decrypt(src, append([]Identity{asking}, k.Identities...)...)
	if err != nil {
		return nil, asking.explain(err, len(k.Identities))
	}
	archive, err := io.ReadAll(io.LimitReader(plain, maxArchive+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the file is damaged: %w", err)
	case len(archive) > maxArchive:
		return nil, fmt.Errorf("the file holds more than %d bytes, which no export writes", maxArchive)
	}
	return archive, nil
}

// asking asks for a passphrase when a file needs one.
type asking struct {
	ask    func() (string, error)
	wanted bool  // the file has a passphrase
	failed error // it could not be asked for
}

// Unwrap implements age.Identity.
func (a *asking) Unwrap(stanzas []*age.Stanza) ([]byte, error) {
	if len(stanzas) != 1 || stanzas[0].Type != "scrypt" {
		return nil, age.ErrIncorrectIdentity
	}
	a.wanted = true
	if a.ask == nil {
		a.failed = errors.New("the file opens with a passphrase, and there is no terminal to ask for it\nrun it at a terminal, with the name of the file and not -")
		return nil, a.failed
	}
	var words string
	if words, a.failed = a.ask(); a.failed != nil {
		return nil, a.failed
	}
	id, err := age.NewScryptIdentity(words)
	if err != nil {
		return nil, err
	}
	id.SetMaxWorkFactor(maxWork)
	return id.Unwrap(stanzas)
}

// explain puts why a file does not open into the words of its owner.
func (a *asking) explain(err error, keys int) error {
	var none *age.NoIdentityMatchError
	wrong := errors.As(err, &none)
	switch {
	case a.failed != nil:
		return a.failed
	case wrong && a.wanted:
		return ErrWrongPassphrase
	case wrong && keys == 0:
		return ErrNoKey
	case wrong:
		return ErrWrongKey
	}
	return fmt.Errorf("the file is damaged, or no file of age: %w", err)
}
