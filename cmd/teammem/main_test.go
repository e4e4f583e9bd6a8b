package main

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/gofrs/flock"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/teammem/teammem/internal/teammemtest"
)

var update = flag.Bool("update", false, "write what the scripts see into them")

func TestMain(m *testing.M) {
	teammemtest.Shim()
	testscript.Main(m, map[string]func(){
		"teammem": func() { teammemtest.AtHome(); os.Exit(run()) },
		"scribe":  scribe,
		"agekey":  agekey,

		"holdlock": holdlock,
	})
}

// scribe is an editor: it puts the file that SCRIBE names in the place of its argument.
func scribe() {
	text, err := os.ReadFile(os.Getenv("SCRIBE"))
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o600)
	}
	if err != nil {
		os.Exit(1)
	}
}

// agekey puts a new private key into the file that its argument names and prints the
// public one.
func agekey() {
	key, err := age.GenerateX25519Identity()
	if err == nil {
		err = os.WriteFile(os.Args[1], []byte("# made for a test\n"+key.String()+"\n"), 0o600)
	}
	if err != nil {
		os.Exit(1)
	}
	fmt.Print(key.Recipient())
}

// TestScripts runs the scenarios of testdata/script: <command>_<scenario>.txtar.
func TestScripts(t *testing.T) { play(t, "script", "2026-01-02T03:04:05Z") }

// TestVectors runs hostile changes and their harmless look-alikes through the gate.
func TestVectors(t *testing.T) { play(t, "vectors", "2026-04-20T12:00:00Z") }

// TestCases runs shapes and faults of real memory folders through the gate; each
// lists all that is to be said of it.
func TestCases(t *testing.T) { play(t, "cases", "2026-06-24T12:00:00Z") }

func play(t *testing.T, folder, now string) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/" + folder,
		Setup:               teammemtest.Setup(now),
		Cmds:                teammemtest.Commands,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// holdlock holds the lock of the store that its argument names until it is killed, or for ten
// minutes, and prints a line once it has it.
func holdlock() {
	held, err := flock.New(os.Args[1]).TryLock()
	if err != nil || !held {
		os.Exit(1)
	}
	fmt.Println("held")
	time.Sleep(10 * time.Minute)
}
