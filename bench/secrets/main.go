//go:build unix

// Secrets measures the scan for secrets: what it finds in notes made by secrettest and in
// gitleaks' own samples, what it costs beside gitleaks, also on texts made to be slow, and
// what it says of the Markdown of public modules. Unix only.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/teammem/teammem/bench/pairs"
)

// report is where the committed figures are.
const report = "secrets/FIGURES.md"

func main() {
	log.SetFlags(0)
	check := flag.Bool("check", false, "only compare the figures that depend on the code alone with the committed ones")
	update := flag.Bool("update", false, "only write these figures")
	child := flag.String("measure", "", "run this `program` with the arguments, and print its CPU in ns and its memory in KiB")
	n := flag.Int("n", 21, "how many pairs are timed")
	flag.Parse()
	if *child != "" {
		measureChild(*child, flag.Args())
		return
	}
	var text bytes.Buffer
	text.WriteString("<!-- made by go run ./secrets -update; do not edit -->\n\n# What the scan finds\n\n")
	measure().write(&text)
	switch {
	case *update:
		pairs.Must(os.WriteFile(report, text.Bytes(), 0o644))
		return
	case *check:
		old, err := os.ReadFile(report)
		pairs.Must(err)
		if !bytes.Equal(old, text.Bytes()) {
			log.Fatalf("%s is not what the code finds now; run go run ./secrets -update and read the difference", report)
		}
		return
	}
	fmt.Print(text.String())
	dir, done := pairs.Folder("")
	defer done()
	oracle(dir)
	teammem, gitleaks := pairs.Teammem(dir), pairs.Gitleaks(dir)
	cost(dir, teammem, gitleaks, *n)
	adversarial(dir, teammem, gitleaks)
	markdown(teammem)
}
