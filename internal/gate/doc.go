// Package gate turns an event of GitHub into decisions about the review of pull requests, and has
// each posted as the status of a commit. It reads no file, and nothing of a work tree: all that it
// knows of a pull request comes through a Host.
//
// It fails closed: where something could not be read, the commit that the event is of, or the head of the pull request that
// somebody named by hand, gets the status "error", so that an older success doesn't stay. Where the head moved, nothing is posted,
// because the push that moved it starts a run of its own.
package gate
