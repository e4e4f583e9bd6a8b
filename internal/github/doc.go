// Package github reads of GitHub what internal/review judges by, and posts what it
// decides as a commit status. It decides nothing.
//
// What can't be read for want of a right stays unknown, and Gathered.Missing names the
// permission. Every other failure is an error: then nothing may be posted as a success.
//
// Nothing is checked out, and nothing that a pull request holds is run. No error holds the
// token or the text of an answer.
//
// # What a caller still has to do
//
// A caller takes the number of the pull request from the event, or from the head of a workflow run with
// Client.Open; gives the gate's own workflow files; adds the sender of a push to Facts.Pushers; and for a merge
// queue finds out, with Client.Queued, which pull requests are in the group: internal/gate does. An owner that is an
// e-mail address is unknown.
package github
