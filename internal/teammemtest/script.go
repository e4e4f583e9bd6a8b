package teammemtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Commands are the commands that scripts have besides those of testscript. Every
// command that runs a program fails when a canary shows in what it prints.
//
//	as 'Ann <ann@example.com>'   who commits
//	at 2026-01-02T03:04:05Z      when, for git and for teammem
//	git ARGS...                  runs git, words replaced; "! git" wants it to fail
//	keep VARIABLE                sets a variable to what was printed last
//	exit N PROGRAM ARGS...       runs a program and wants exit code N
//	unaided N ARGS...            runs teammem with git and without any: one code, one output
//	unprivileged N PROGRAM ARGS... the same, never as root
//	interrupt N PROGRAM ARGS...  the same; interrupts it once a hanging git was started
//	shim old|hang|vanish|foreign [FILE] puts another git before the real one: one of long ago,
//	                             one that never answers, one after whose lists FILE is gone,
//	                             one to which every repository is another user's
//
//	baseline DIR                 a repository with a clean team memory, tagged "base"
//	expand PATH...               replaces the words of Expand in files; folders with all below
//	put MODE PATH FILE           stages FILE under any path; words are replaced in both
//	hook NAME ARGS...            a hook that runs teammem with ARGS
//	notes N                      writes N memories, and an entry of the index for each
//	damage [FILE]                overwrites the loose object named in stdout; removes it without FILE
//	remember, unchanged          refs, index and files are what they were
//
//	canary TEXT...               text that no output may hold; credentials that expand
//	                             and put make are canaries by themselves
//	nocanary [FILE...]           no canary in stdout, in stderr and in files
//	gate ARGS...                 teammem check ARGS in every format: one exit code, no canary
//	verdict WORD...              the last gate came to one of these
//	found RULE [PATH[:LINE]]     the last gate found it; "! found" wants that it did not
//	findings                     prints the findings of the last gate, one a line
var Commands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"as": as, "at": at, "git": git, "keep": keep, "exit": exit, "unaided": unaided, "unprivileged": unprivileged, "interrupt": interrupt, "shim": shim,
	"baseline": baseline, "expand": expandFiles, "put": put, "hook": hook, "notes": notes, "damage": damage, "remember": remember, "unchanged": unchanged,
	"canary": canary, "nocanary": nocanary, "gate": gate, "verdict": verdict, "found": found, "findings": findings,
}

// stage is what the commands of one script share.
type stage struct {
	canaries   []string
	vars       []string // names of the variables that Setup sets
	result     result   // of the last gate
	remembered string   // the state of a repository
}

type stageKey struct{}

func stageOf(ts *testscript.TestScript) *stage { return ts.Value(stageKey{}).(*stage) }

// Setup freezes the world of a script: who, when, an empty home, no network, no
// configuration of the machine. The variable TEAMMEM names the program.
func Setup(now string) func(*testscript.Env) error {
	return func(env *testscript.Env) error {
		home, template := filepath.Join(env.WorkDir, ".home"), filepath.Join(env.WorkDir, ".template")
		if err := errors.Join(os.Mkdir(home, 0o777), os.Mkdir(template, 0o777)); err != nil {
			return err
		}
		program, err := exec.LookPath("teammem")
		if err != nil {
			return err
		}
		env.Vars = append(env.Vars,
			"HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, ".config"), "TEAMMEM="+program,
			"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_ALLOW_PROTOCOL=file", "GIT_TERMINAL_PROMPT=0",
			"GIT_TEST_FSYNC=0", // nobody needs what a test wrote after a crash
			"GIT_TEMPLATE_DIR="+template, "GIT_EDITOR=true", "LC_ALL=C", "TZ=UTC",
		)
		env.Vars = append(env.Vars, identity("Ann", "ann@example.com")...)
		env.Vars = append(env.Vars, moment(now)...)
		s := &stage{}
		for _, v := range env.Vars {
			name, _, _ := strings.Cut(v, "=")
			s.vars = append(s.vars, name)
		}
		env.Values[stageKey{}] = s
		return nil
	}
}

func identity(name, mail string) []string {
	return []string{
		"GIT_AUTHOR_NAME=" + name, "GIT_AUTHOR_EMAIL=" + mail,
		"GIT_COMMITTER_NAME=" + name, "GIT_COMMITTER_EMAIL=" + mail,
	}
}

func moment(now string) []string {
	return []string{"GIT_AUTHOR_DATE=" + now, "GIT_COMMITTER_DATE=" + now, "TEAMMEM_NOW=" + now}
}

func as(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 1, "as 'NAME <MAIL>'")
	name, mail, ok := strings.Cut(strings.TrimSuffix(args[0], ">"), " <")
	want(ts, neg, ok, "as 'NAME <MAIL>'")
	setenv(ts, identity(name, mail))
}

func at(ts *testscript.TestScript, neg bool, args []string) {
	want(ts, neg, len(args) == 1, "at TIME")
	setenv(ts, moment(args[0]))
}

func setenv(ts *testscript.TestScript, vars []string) {
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		ts.Setenv(name, value)
	}
}

// environ is the environment of the script for a program that it does not start itself.
func environ(ts *testscript.TestScript) []string {
	var out []string
	for _, name := range append(stageOf(ts).vars, shimKind, shimFile, shimReal) {
		out = append(out, name+"="+ts.Getenv(name))
	}
	return out
}

// want fails the script when a command can't be negated but is, or is used wrongly.
func want(ts *testscript.TestScript, neg, ok bool, usage string) {
	if neg {
		ts.Fatalf("unsupported: ! %s", usage)
	}
	if !ok {
		ts.Fatalf("usage: %s", usage)
	}
}
