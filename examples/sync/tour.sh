#!/bin/sh
# A tour of sync: clone, private memory, sync, an edit, a conflict, a proposal, undo. All of
# it happens in a directory of its own, with a home of its own. Needs git and teammem on PATH.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tour=$(mktemp -d)
trap 'rm -rf "$tour"' EXIT
mkdir "$tour/home" "$tour/origin"
export HOME="$tour/home" USERPROFILE="$tour/home" GIT_CONFIG_NOSYSTEM=1 XDG_CONFIG_HOME="$tour/home/.config"
unset TEAMMEM_HOME CLAUDE_CONFIG_DIR GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git config --global user.name 'Ann Example'
git config --global user.email ann@example.com
say() { printf '\n# %s\n' "$*"; }
run() { printf '$ %s\n' "$*"; "$@" 2>&1; }

say 'A repository with team memory, and a clone of it'
cp -R "$here/.agent" "$tour/origin/"
cd "$tour/origin"
git init -q -b main .
git add .
git commit -q -m 'docs: team memory'
git clone -q "$tour/origin" "$tour/shop"
cd "$tour/shop"
git remote set-url --push origin "$tour/origin"
git remote set-url origin https://git.example.com/team/shop.git
fetch() { git fetch -q "$tour/origin" main:refs/remotes/origin/main; }

say 'Team memory comes to the private store; no set-up is needed'
run teammem sync
store=$(echo "$HOME"/.agent/memory/team-shop-*)

say 'What only I need to know, and a note of mine that the team has, too'
run teammem remember --type user --name editor 'I use four spaces in SQL files.'
run teammem remember --anyway --type reference --name runbooks 'My copy of the runbooks is in ~/notes.'
run teammem sync

say 'An agent edits the copy of a team memory while the team changes the same one'
sed 's/15:00/17:00/' "$store/team/project_deploy_window.md" >"$tour/edit"
cp "$tour/edit" "$store/team/project_deploy_window.md"
cd "$tour/origin"
sed 's/the payment provider has nobody/the payment provider and the bank have nobody/' .agent/team-memory/project_deploy_window.md >"$tour/changed"
cp "$tour/changed" .agent/team-memory/project_deploy_window.md
git commit -q -a -m 'docs: the bank has nobody either'
cd "$tour/shop"
fetch
run teammem sync
run teammem status

say 'The draft becomes a change to review, on a branch of its own'
run teammem promote deploy-window --push
git -C "$tour/origin" for-each-ref --format='%(refname:short): %(subject)' refs/heads/memory

say 'The last command that wrote under the home directory can be taken back'
run teammem undo
run teammem undo
run teammem uninstall
