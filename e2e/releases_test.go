//go:build e2e

package e2e

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

const version = "v99.0.1"

// A tree is a teammem that workflows use, and the home of the runner: there curl finds that
// github.com, with the releases, is a server of the test.
type tree struct {
	dir, home string
	commit    string // by which workflows name it
}

// none40 is the id of no commit, by which the examples name teammem.
var none40 = strings.Repeat("0", 40)

// thisTree copies the files of this work tree into dir, as a download of a commit has them.
func thisTree(t *testing.T, dir string) {
	t.Helper()
	must(t, "..", "sh", "-c", `git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - | { mkdir -p "$0" && tar -x -C "$0"; }`, dir)
}

// program is the Action as a release has it.
type program struct {
	name  string // of the file
	bytes []byte
	tree  string // the work tree with its release prepared
	err   error
}

// released builds a release of this work tree, once a run.
func released(t *testing.T) *program {
	t.Helper()
	build.Do(func() {
		target := runtime.GOOS + "/" + runtime.GOARCH
		p := &built
		p.tree, p.name = filepath.Join(scratch, "released"), "teammem-action_"+runtime.GOOS+"_"+runtime.GOARCH
		thisTree(t, p.tree)
		write(t, p.tree, "release/VERSION", version+"\n")
		write(t, p.tree, "release/GO", runtime.Version()+"\n")
		command(t, p.tree, nil, "scripts/build", "dist", target)
		if p.bytes, p.err = os.ReadFile(filepath.Join(p.tree, "dist", p.name)); p.err == nil {
			write(t, p.tree, "release/checksums.txt", fmt.Sprintf("%x  %s\n", sha256.Sum256(p.bytes), p.name))
			p.err = os.RemoveAll(filepath.Join(p.tree, "dist"))
		}
	})
	if built.bytes == nil || built.err != nil {
		t.Fatalf("there is no release: %v", built.err)
	}
	return &built
}

var (
	build sync.Once
	built program
)

// usual is the released teammem, of which each tree has what a run needs: action.yml, scripts and release.
func usual(t *testing.T) *tree {
	t.Helper()
	p := released(t)
	return p.served(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/teammem/teammem/releases/download/"+version+"/"+p.name {
			http.NotFound(w, r)
			return
		}
		// The real one sends on to where the bytes are.
		http.Redirect(w, r, "/bytes", http.StatusFound)
	})
}

// served is the released tree with another host of its releases; /bytes is the program.
func (p *program) served(t *testing.T, host http.HandlerFunc) *tree {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/bytes", func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(string(p.bytes)))
	})
	mux.Handle("/", host)
	tr := &tree{dir: filepath.Join(t.TempDir(), "teammem"), home: t.TempDir(), commit: none40}
	for _, name := range []string{"action.yml", "scripts", "release"} {
		must(t, p.tree, "sh", "-c", `mkdir -p "$0" && cp -a "$1" "$0"`, tr.dir, name)
	}
	serveGitHub(t, tr.home, mux)
	return tr
}

// serveGitHub makes h github.com for every curl with this home.
func serveGitHub(t *testing.T, home string, h http.Handler) {
	t.Helper()
	certificate, authority := certify(t, "github.com")
	server := httptest.NewUnstartedServer(h)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	server.StartTLS()
	t.Cleanup(server.Close)
	write(t, home, "authority.pem", authority)
	write(t, home, ".curlrc", fmt.Sprintf("connect-to = \"github.com:443:%s\"\ncacert = %q\nnoproxy = \"*\"\n",
		strings.TrimPrefix(server.URL, "https://"), filepath.Join(home, "authority.pem")))
}

// certify makes a certificate for a host that its own authority has signed.
func certify(t *testing.T, host string) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}
