package review

import (
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/wordset"
)

// A User is an account. The zero User is a deleted or unknown one.
type User struct {
	ID    int64 // 0: unknown
	Login string
	Kind  Kind
}

// A Kind is what an account is for a host.
type Kind int

// The kinds. Only a person approves.
const (
	KindUnknown Kind = iota
	Person           // type User
	Bot
	Deleted // the host's ghost, or a null user
)

// key is the login as accounts are told apart by: their case doesn't matter.
func (u User) key() string { return strings.ToLower(u.Login) }

// agents are accounts of coding agents and of a host's automation that do not
// have to be of type Bot.
var agents = wordset.Of("copilot copilot-swe-agent claude anthropic-claude codex chatgpt-codex-connector cursor cursoragent " +
	"devin-ai-integration gemini-code-assist google-labs-jules coderabbitai dependabot renovate github-actions")

// isAgent reports whether u acts for nobody: a bot, a known agent, or an agent that the
// team has named in its policy.
func (u User) isAgent(named []string) bool {
	login := u.key()
	return u.Kind == Bot || strings.HasSuffix(login, "[bot]") || agents.Has(login) || slices.Contains(named, login)
}

// isDeleted reports whether nobody is behind u any more.
func (u User) isDeleted() bool { return u.Kind == Deleted || u.Login == "" || u.key() == "ghost" }
