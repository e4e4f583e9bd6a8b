package policy

// Starter is the policy file that a team begins with: the defaults, spelt out.
const Starter = `# How strictly team memory is judged. A change is judged by the policy before it.
version: 1
preset: recommended
`
