// Package review decides whether a change of team memory is approved: one pure
// decision over facts that somebody else has gathered. It asks nobody and knows no
// time; the same facts give the same decision.
//
// # The nouns
//
// A fact is what was read of a host. An unknown fact is one that could not be read;
// it is the zero value everywhere, and it never speaks for an approval. An owner is
// who may approve a path: by CODEOWNERS at the base, or by the policy at the base
// where there is no CODEOWNERS. Authorship is having a hand in the change, in
// whatever way. An approval is the review of an owner without authorship of the
// text that is there now.
//
// # The facts to gather
//
// All of one open pull request, in this order, so that the last can witness the others:
//
//   - Number, Author, Draft, Head, Assignees: GET /pulls/N. A null user is the zero
//     User. A pull request that is not open is not judged.
//   - Files: GET /pulls/N/files, all pages. Whole only if there are as many as
//     changed_files says; a host lists 3000 at most. Not whole: the change is taken to touch
//     memory, and fails.
//     Without a change of memory (Touches) only Siblings and HeadNow matter of what follows.
//   - Carried: paths in which the merge that the host made to try it (merge_commit_sha) differs from
//     its first parent. Where the host has made none, and it is not because of a conflict, there are no facts.
//   - Retargeted: the last base_ref_changed or automatic_base_change_succeeded of GET /issues/N/events.
//   - Commits: GET /pulls/N/commits, all pages. Whole only if there are as many as
//     commits says; a host lists 250 at most. Not whole: fails. CoAuthors reads the trailers
//     of a message. An author that the host knows no account of is the zero User with the
//     e-mail address.
//   - Accounts, where something is known: the accounts behind e-mail addresses. An address that
//     nothing resolves is named in the notes; it takes no approval away, because
//     such addresses are too common.
//   - Pushers: who pushed to the branch (GET /activity of the head repository, sender of the
//     event). Not whole: named in the notes.
//   - Reviews: GET /pulls/N/reviews, all pages, in the order given. Not whole: fails.
//   - Policy: of the base branch as it is now (the base.sha of a pull request is that of its last
//     push); policy.Default() where there is no file. Nil when it
//     can't be read: fails.
//   - Codeowners: the first of memory.CodeownersPaths at the same commit. Unknown: fails.
//   - Reviewers: for each login of Reviews, the permission (GET
//     /collaborators/LOGIN/permission; author_association is none) and, for each of
//     Facts.Teams, whether the login is in it (GET /orgs/ORG/teams/SLUG/memberships/LOGIN, state
//     active). 403, and 404 without the right to see the team, are Unknown, not No: what is
//     unknown doesn't count as an approval, and a change request by who may be an owner blocks.
//   - Trees: only with the policy's memory-tree: for Head and each reviewed commit the Change between the
//     id of the tree memory.Dir where it left the base branch (GET /compare) and there, NoTree where it is
//     certain that there is none. Unknown: stale.
//   - Workflows: the paths of the gate's own workflow files. None known: every workflow
//     file is one.
//   - Siblings: open pull requests with the same head (of GET /pulls), each with
//     what Decide says of it alone. Not whole, or a zero State: waits.
//   - Openers: who opened those that go into the same branch, and their assignees.
//   - HeadNow: the head, read again after everything else. Another one, or unknown: an
//     error, and nothing else is said.
//
// A request that failed for another reason than a missing right is no fact at all: the
// caller posts no success and ends with an error.
package review
