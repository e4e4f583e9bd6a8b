//go:build !unix

package teammemtest

import "github.com/rogpeppe/go-internal/testscript"

func unprivileged(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("unprivileged needs unix")
}

func interrupt(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("interrupt needs unix") }
