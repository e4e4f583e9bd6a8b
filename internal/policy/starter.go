package policy

// Starter is the policy file that a team begins with: the defaults, and where to go on.
const Starter = `# How this team's memory is judged. Everything here is a default.
# A pull request is judged by the policy of its base, never by its own.
# yaml-language-server: $schema=https://raw.githubusercontent.com/teammem/teammem/main/docs/teammem.schema.json
version: 1
preset: recommended   # or strict

# rules:              # severity of single rules: off, note, warn or error
#   long-entry: off

# allow:              # let one finding pass, for a reason; values are in the JSON report
#   - rule: dead-link
#     path: .agent/team-memory/MEMORY.md
#     fingerprint: 0123456789abcdef
#     reason: the page moves next week
#     expires: 2030-01-31
`
