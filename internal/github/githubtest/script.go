package githubtest

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands are commands for scripts, which need Setup.
//
//	github FILE [enterprise]  serves the state in FILE, and sets GITHUB_API_URL, GITHUB_REPOSITORY, TOKEN
//	                          and TEAM_TOKEN; a second time, it changes the state of the host
//	asked                     prints what was asked since it was last printed, a line each
//	statuses                  prints what was posted since it was last printed: COMMIT STATE CONTEXT: DESCRIPTION
//	comments                  prints the comments that are there: NUMBER WHO: BODY
//	                          each of these three prints none where there is nothing
//	ids FILE                  replaces {a} in FILE by the id of that digit
var Commands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"github": serve, "asked": asked, "statuses": statuses, "comments": comments, "ids": ids,
}

type sceneKey struct{}

// scene is the host of one script.
type scene struct {
	host            *Host
	asked, statuses int
}

// Setup makes a place for the host of a script, and fails the script where the contract was broken.
func Setup(env *testscript.Env) error {
	s := &scene{}
	env.Values[sceneKey{}] = s
	env.Defer(func() {
		if s.host == nil {
			return
		}
		for _, p := range s.host.Close() {
			env.T().Log(p)
		}
		if len(s.host.problems) > 0 {
			env.T().FailNow()
		}
	})
	return nil
}

func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 || len(args) > 2 || len(args) == 2 && args[1] != "enterprise" {
		ts.Fatalf("usage: github FILE [enterprise]")
	}
	state, err := Parse([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	s := ts.Value(sceneKey{}).(*scene)
	if s.host != nil {
		s.host.Load(state)
		return
	}
	prefix := ""
	if len(args) == 2 {
		prefix = "/api/v3"
	}
	s.host, err = Start(state, prefix)
	ts.Check(err)
	ts.Setenv("GITHUB_API_URL", s.host.URL)
	ts.Setenv("GITHUB_REPOSITORY", state.Repository)
	ts.Setenv("TOKEN", Token())
	ts.Setenv("TEAM_TOKEN", TeamToken())
}

func hostOf(ts *testscript.TestScript, neg bool, args []string) *scene {
	s := ts.Value(sceneKey{}).(*scene)
	if neg || len(args) > 0 || s.host == nil {
		ts.Fatalf("it takes no words, and a host")
	}
	return s
}

func asked(ts *testscript.TestScript, neg bool, args []string) {
	s := hostOf(ts, neg, args)
	all := s.host.Asked()
	tell(ts, all[s.asked:])
	s.asked = len(all)
}

func statuses(ts *testscript.TestScript, neg bool, args []string) {
	s := hostOf(ts, neg, args)
	all := s.host.Statuses()
	var lines []string
	for _, one := range all[s.statuses:] {
		lines = append(lines, fmt.Sprintf("%s %s %s: %s", one.Commit, one.State, one.Context, one.Description))
	}
	tell(ts, lines)
	s.statuses = len(all)
}

func comments(ts *testscript.TestScript, neg bool, args []string) {
	var lines []string
	for _, c := range hostOf(ts, neg, args).host.Comments() {
		lines = append(lines, fmt.Sprintf("%d %s: %s", c.Pull, c.By, c.Body))
	}
	tell(ts, lines)
}

// tell prints lines, or that there are none.
func tell(ts *testscript.TestScript, lines []string) {
	if len(lines) == 0 {
		lines = []string{"none"}
	}
	fmt.Fprintln(ts.Stdout(), strings.Join(lines, "\n"))
}

var digit = regexp.MustCompile(`\{([0-9a-f])\}`)

func ids(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: ids FILE...")
	}
	for _, name := range args {
		text := digit.ReplaceAllStringFunc(ts.ReadFile(name), func(s string) string { return ID(s[1:2]) })
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}
