package githubtest

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Object and List are JSON.
type (
	Object = map[string]any
	List   = []any
)

// Raw is the content of a file. Same is the answer of another path.
type (
	Raw  string
	Same string
)

// answers are what a host says of a state, by path.
type answers struct {
	*State
	at map[string]any
}

func render(s *State) map[string]any {
	a := &answers{s, map[string]any{}}
	repo := "/repos/" + s.Repository
	open := List{}
	for _, p := range s.Pulls {
		p.fill()
		one := a.pull(p)
		here := fmt.Sprintf("%s/pulls/%d", repo, p.Number)
		a.at[here], a.at[here+"/files"], a.at[here+"/commits"], a.at[here+"/reviews"] = one, a.files(p), a.commits(p), a.reviews(p)
		if p.State == "open" {
			open = append(open, one)
		}
		a.pushes(p)
		a.events(repo, p)
	}
	a.at[repo+"/pulls"] = open
	for login, word := range s.Permissions {
		a.at[repo+"/collaborators/"+login+"/permission"] = May(word)
	}
	a.teams()
	for _, commit := range slices.Sorted(maps.Keys(s.Commits)) {
		if files := s.Commits[commit]; files != nil {
			a.at[repo+"/git/trees/"+ID(commit)] = a.tree(repo, files)
		}
	}
	a.branches(repo)
	for _, p := range s.Pulls {
		a.merge(repo, p)
	}
	a.queue(repo)
	return a.at
}

func (s *State) account(login string) any {
	if login == "-" {
		return nil
	}
	kind := "User"
	if strings.HasSuffix(login, "[bot]") || slices.Contains(s.Bots, login) {
		kind = "Bot"
	}
	a := Account(login)
	a["type"] = kind
	return a
}

// Account is an account as the host shows it. Its id depends on the login.
func Account(login string) Object {
	n := 0
	for _, r := range strings.ToLower(login) {
		n = n*31 + int(r)
	}
	return Object{"login": login, "id": n & 0xffffff, "type": "User"}
}

func (a *answers) pull(p *Pull) Object {
	assignees := List{}
	for _, who := range p.Assignees {
		assignees = append(assignees, a.account(who))
	}
	files, commits := len(p.Files)+p.ManyFiles, len(p.Commits)+p.ManyCommits
	if p.ChangedFiles != nil {
		files = *p.ChangedFiles
	}
	if p.CommitCount != nil {
		commits = *p.CommitCount
	}
	return Object{
		"id": p.Number, "number": p.Number, "state": p.State, "draft": p.Draft, "user": a.account(p.Author), "assignees": assignees, "changed_files": files, "commits": commits,
		"merge_commit_sha": mergeOf(p), "mergeable": !p.Conflict,
		"head": branch(or(p.Fork, a.Repository), p.Head, p.HeadRef), "base": branch(a.Repository, p.Base, p.BaseRef),
	}
}

// mergeOf is the id of the merge that tries a pull request.
func mergeOf(p *Pull) string { return hash(fmt.Sprintf("merge of %d at %s", p.Number, p.Head)) }

// baseOf is the commit that the base branch of a pull request is at, or was at before it was gone.
func (a *answers) baseOf(number int) string {
	for _, p := range a.Pulls {
		if p.Number == number {
			return ID(or(a.Branches[p.BaseRef], p.Base))
		}
	}
	return ""
}

// merge is the merge that tries a pull request.
func (a *answers) merge(repo string, p *Pull) {
	at := a.baseOf(p.Number)
	merge, trees := mergeOf(p), repo+"/git/trees/"
	a.at[repo+"/git/commits/"+merge] = Object{"sha": merge, "parents": List{Object{"sha": ID(at)}, Object{"sha": p.Head}}}
	a.at[trees+merge] = Same(trees + ID(at))
	if p.Merged == nil {
		return
	}
	files := map[string]File{}
	for id, known := range a.Commits {
		if ID(id) == ID(at) {
			maps.Copy(files, known)
		}
	}
	for name, text := range p.Merged {
		files[name] = File{Text: text}
		if text == "" {
			delete(files, name)
		}
	}
	a.at[trees+merge] = a.tree(repo, files)
}

func (a *answers) events(repo string, p *Pull) {
	events := List{}
	for i, text := range p.Events {
		kind, at, _ := strings.Cut(text, " ")
		events = append(events, Object{"id": i + 1, "event": kind, "created_at": "2026-01-02T03:" + at + "Z"})
	}
	a.at[fmt.Sprintf("%s/issues/%d/events", repo, p.Number)] = events
}

func branch(repository, sha, ref string) Object {
	owner, name, _ := strings.Cut(repository, "/")
	repo := Object{"id": 1, "name": name, "owner": Account(owner), "description": nil, "size": 1}
	return Object{"sha": sha, "ref": ref, "repo": repo, "user": Account(owner)}
}

func (a *answers) files(p *Pull) List {
	files := List{}
	for i := range p.ManyFiles {
		files = append(files, ChangedFile(fmt.Sprintf("src/%d.go", i)))
	}
	for _, name := range p.Files {
		if old, now, renamed := strings.Cut(name, " => "); renamed {
			f := ChangedFile(now)
			f["previous_filename"], f["status"] = old, "renamed"
			files = append(files, f)
			continue
		}
		files = append(files, ChangedFile(name))
	}
	return files
}

// ChangedFile is a file of a pull request.
func ChangedFile(name string) Object {
	return Object{"filename": name, "sha": ID("8"), "status": "modified"}
}

func (a *answers) commits(p *Pull) List {
	all := append(make([]Commit, p.ManyCommits), p.Commits...)
	commits := List{}
	for i, c := range all {
		id := ID(c.ID)
		switch {
		case id == "" && i == len(all)-1:
			id = p.Head
		case id == "":
			id = hash(strconv.Itoa(i))
		}
		author := or(c.Author, p.Author)
		committer := or(c.Committer, author)
		commits = append(commits, Object{
			"sha": id, "author": a.account(author), "committer": a.account(committer),
			"commit": Object{"message": or(c.Message, "say why"), "tree": Object{"sha": ID("7")}, "author": signed(author, c.Email), "committer": signed(committer, "")},
		})
	}
	return commits
}

// writtenBy are the commits of the default branch by an e-mail address.
func (s *State) writtenBy(email string) List {
	login, known := s.Addresses[email]
	if !known {
		return List{}
	}
	return List{Object{
		"sha": hash(email), "author": s.account(login), "committer": s.account(login),
		"commit": Object{"message": "before", "tree": Object{"sha": ID("7")}, "author": signed(login, email), "committer": signed(login, email)},
	}}
}

func signed(login, email string) Object {
	return Object{"name": login, "email": or(email, strings.Trim(login, "-")+"@example.com")}
}

func (a *answers) reviews(p *Pull) List {
	reviews := List{}
	for i := range p.ManyReviews {
		reviews = append(reviews, a.review(i+1, "bystander", "COMMENTED", p.Head))
	}
	for i, text := range p.Reviews {
		words := append(strings.Fields(text), "", "")
		var commit any = or(ID(words[2]), p.Head)
		if words[2] == "-" {
			commit = nil
		}
		reviews = append(reviews, a.review(p.ManyReviews+i+1, words[0], words[1], commit))
	}
	return reviews
}

func (a *answers) review(id int, who, state string, commit any) Object {
	return Object{"id": id, "user": a.account(who), "state": state, "commit_id": commit, "submitted_at": fmt.Sprintf("2026-01-02T03:%02d:%02dZ", id/60%60, id%60)}
}

// pushes are of a repository; the host gives those to the branch that is asked for.
func (a *answers) pushes(p *Pull) {
	here := "/repos/" + or(p.Fork, a.Repository) + "/activity"
	pushes, _ := a.at[here].(List)
	for _, who := range p.Pushers {
		pushes = append(pushes, Object{"id": len(pushes) + 1, "actor": a.account(who), "ref": "refs/heads/" + p.HeadRef})
	}
	a.at[here] = pushes
}

// May is the permission of somebody.
func May(word string) Object { return Object{"permission": word, "user": nil} }

func (a *answers) teams() {
	for team, members := range a.Teams {
		org, slug, _ := strings.Cut(team, "/")
		here := "/orgs/" + org + "/teams/" + slug
		a.at[here] = Object{"id": 1, "slug": slug, "name": slug, "description": nil, "permission": "pull", "type": "organization"}
		for _, m := range members {
			login, invited := strings.CutSuffix(m, "?") // who was only asked
			state := map[bool]string{false: "active", true: "pending"}[invited]
			a.at[here+"/memberships/"+login] = Object{"state": state}
		}
	}
}

// tree makes the tree of some files, and all that is below it. The same files have the same ids.
func (a *answers) tree(repo string, files map[string]File) Object {
	folders := map[string]map[string]File{}
	entries := List{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if dir, rest, below := strings.Cut(name, "/"); below {
			if folders[dir] == nil {
				folders[dir] = map[string]File{}
			}
			folders[dir][rest] = files[name]
			continue
		}
		f := files[name]
		id := hash(f.Text)
		a.at[repo+"/git/blobs/"+id] = Raw(f.Text)
		entries = append(entries, Entry(name, "blob", or(f.Mode, "100644"), id, max(f.Size, len(f.Text))))
	}
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		below := a.tree(repo, folders[dir])
		a.at[path.Join(repo, "git/trees", below["sha"].(string))] = below
		entries = append(entries, Entry(dir, "tree", "040000", below["sha"].(string), 0))
	}
	return Tree(entries...)
}

// Tree is a folder. Its id depends on what is in it.
func Tree(entries ...any) Object {
	return Object{"sha": hash(fmt.Sprint(entries...)), "tree": append(List{}, entries...), "truncated": false}
}

// Entry is one name in a tree.
func Entry(name, kind, mode, sha string, size int) Object {
	return Object{"path": name, "type": kind, "mode": mode, "sha": sha, "size": size}
}

// branches are those that pull requests go into.
func (a *answers) branches(repo string) {
	for _, p := range a.Pulls {
		at, moved := a.Branches[p.BaseRef]
		if !moved {
			at = p.Base
		}
		if at != "" {
			a.at[repo+"/git/ref/heads/"+p.BaseRef] = ref("refs/heads/"+p.BaseRef, at)
		}
	}
}

func ref(name, at string) Object {
	return Object{"ref": name, "node_id": "n", "url": "https://example.com/ref", "object": Object{"type": "commit", "sha": ID(at), "url": "https://example.com/commit"}}
}

// queue are the branches of the merge queue, by what their names begin with.
func (a *answers) queue(repo string) {
	for _, q := range a.Queue {
		base := or(q.Base, "main")
		if tree := repo + "/git/trees/" + ID(q.Head); a.at[tree] == nil {
			a.at[tree] = Same(repo + "/git/trees/" + a.baseOf(q.Pull))
		}
		key := repo + "/git/matching-refs/heads/gh-readonly-queue/" + base + "/"
		refs, _ := a.at[key].(List)
		a.at[key] = append(refs, ref(q.Ref(), q.Head))
	}
}

func hash(text string) string {
	sum := sha1.Sum([]byte(text))
	return hex.EncodeToString(sum[:])
}
