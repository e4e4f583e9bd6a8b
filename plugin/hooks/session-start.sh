#!/bin/sh
# Prints the memory of the project as a SessionStart hook gives it to Claude Code. It is silent
# where there is no team memory, where teammem is not installed, and where a hook of the
# repository does this already.
top=${CLAUDE_PROJECT_DIR:-.}
[ -d "$top/.agent/team-memory" ] || exit 0
command -v teammem >/dev/null 2>&1 || exit 0
grep -qs 'teammem context' "$top/.claude/settings.json" && exit 0
cd "$top" || exit 1
teammem context --agent claude-code || exit 1
