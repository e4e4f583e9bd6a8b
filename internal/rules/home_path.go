package rules

import (
	"strings"
	"unicode/utf8"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
	"github.com/teammem/teammem/internal/wordset"
)

var homePath = &Rule{
	ID:    "home-path",
	Title: "a path names the home directory of a person",
	Class: BreaksMemory,
	Doc: `A path such as /Users/jordan/work or C:\Users\jordan names a person and works for nobody else. It is the commonest leak in real memories,
and mostly stands in code, so code counts, too. The accounts of machines and images (runner, node, ubuntu, vscode …), placeholders
(/Users/<name>, /home/$USER, /home/you), routes of a web application and paths inside URLs are fine, and so is ~.`,
	Check: func(in *Input, report func(Report)) {
		reportLines(in.judged(), report, homePaths, Report{
			Message: "home directory of a person: ",
			Fix:     "write ~ for the home directory, or a path relative to the repository",
		})
	},
}

var homeForms = lazy.Regexp(`(?:/(?:Users|home)/|(?i:\b[a-z]:[\\/]{1,4}(?:users|documents and settings)[\\/]{1,4}|/[a-z]/users/|\\{2,4}[\w.-]+\\{1,2}users\\{1,2}|\\{2,4}wsl[$.\w]*\\{1,2}[\w.-]+\\{1,2}home\\{1,2}))([\p{L}\p{N}_][\p{L}\p{N}._-]*)` +
	`|\bprojects[\\/]{1,2}(?:[A-Za-z]-)?-(?:Users|home)-([\p{L}\p{N}]+)`)

var homeCues = listOfCues(`/Users|\Users|/home/|-Users-|-home-|users/|users\|USERS|nd Settings|\home\`)

func homePaths(f *memory.File) []hit {
	var out []hit
	src := f.Text.Bytes()
	for _, m := range homeMatches(src) {
		name := m[2:4]
		if name[0] < 0 {
			name = m[4:6]
		}
		who := strings.TrimRight(string(src[name[0]:name[1]]), ".-_")
		end := name[0] + len(who)
		if m[2] >= 0 && !startsPath(src, m[0]) || !isPerson(who, string(src[end:min(len(src), end+12)])) || isRoute(src[m[0]:m[1]], who, src[end:]) {
			continue
		}
		s := source.Span{Start: m[0], End: end}
		out = append(out, hit{s, "\"" + string(f.Text.Slice(s)) + "\""})
	}
	return out
}

// homeMatches gives the matches of homeForms, tried only where the words stand.
func homeMatches(src []byte) [][]int {
	var out [][]int
	for _, near := range homeCues.Get().windows(src, 40, 120) {
		for _, m := range homeForms.Get().FindAllSubmatchIndex(src[near.Start:near.End], -1) {
			for i := range m {
				if m[i] >= 0 {
					m[i] += near.Start
				}
			}
			out = append(out, m)
		}
	}
	return out
}

// startsPath reports whether a path can begin at off: it is not the middle of a URL or
// of a longer path, unless that is a mount point.
func startsPath(src []byte, off int) bool {
	before := src[max(0, off-40):off]
	for _, mount := range []string{"file://", "/mnt", "/mnt/c", "/mnt/d", "/System/Volumes/Data", "/var", "/export", "/cygdrive", "/media"} {
		if strings.HasSuffix(string(before), mount) {
			return true
		}
	}
	r, _ := utf8.DecodeLastRune(before)
	return !isWord(r) && !strings.ContainsRune("./~-})>%$", r)
}

// noPersons are names of accounts that are no persons, and words that stand for one.
var noPersons = wordset.Of(`runner runneradmin node user users username user1 ubuntu debian fedora centos alpine arch vscode codespace codespaces circleci jenkins
		travis buildkite teamcity gitlab gitlab-runner github actions-runner azureuser azure ec2-user cloud-user cloudshell-user app appuser application web www www-data webapp
		deploy deployer git gitea docker dev developer devuser admin administrator root pi vagrant packer ansible coder gitpod replit sandbox nonroot nobody guest public shared
		default postgres mysql redis oracle tomcat nginx airflow spark hadoop jovyan rstudio dask build builder buildbot buildkitd ci cibuild agent agents claude codex
		gemini cursor copilot bot robot service svc system daemon operator linuxbrew homebrew steam flutter gradle android node-user bun deno rust go golang
		python pyuser ruby rails rust-user solr elastic elasticsearch kibana logstash jboss wildfly sonarqube nexus opam nix nixbld container containeruser
		you yourname your-name your_name youruser yourusername your-username your_username your-user me my myname myuser myusername name someone somebody anyone
		person people foo bar baz qux xxx xyz example sample placeholder test tester testuser test-user user-name user_name account home all customer member
		owner student devcontainer workspace staging stage production prod dist release myself node_modules`)

// isPerson reports whether the name of a home directory is that of a person; rest is
// what follows it.
func isPerson(name, rest string) bool {
	lower := strings.ToLower(name)
	digits := strings.Trim(lower, "0123456789") == ""
	placeholder := strings.HasPrefix(lower, "your") || strings.HasSuffix(lower, "user") || strings.Trim(lower, "x") == "" || name == strings.ToUpper(name) && strings.ContainsAny(name, "_") ||
		strings.HasPrefix(name, "USER") || strings.HasPrefix(rest, "$") || strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "<")
	return name != "" && !digits && !placeholder && !noPersons.Has(lower) && !noPersons.Has(strings.Trim(lower, "0123456789"))
}

var routeWords = wordset.Of(`page index main dashboard settings profile feed about contact search login logout signin signup register
		help news blog posts docs api v1 v2 assets images img static css js views components screens sections widgets layout header footer hero banner
		sidebar navigation menu content overview list new edit details recent popular featured trending`)

// isRoute reports whether path, under /home/ or /Users/, is an address of a web
// application and no directory.
func isRoute(path []byte, name string, rest []byte) bool {
	if !strings.HasPrefix(string(path), "/home/") && !strings.HasPrefix(string(path), "/Users/") {
		return false
	}
	ext := name[strings.LastIndexByte(name, '.')+1:]
	switch strings.ToLower(ext) {
	case "html", "htm", "tsx", "jsx", "ts", "js", "vue", "svelte", "php", "css", "json", "md", "dart", "py", "kt", "swift":
		return !strings.HasPrefix(string(rest), "/")
	}
	return routeWords.Has(strings.ToLower(name))
}
