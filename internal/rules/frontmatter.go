package rules

import "github.com/teammem/teammem/internal/memory"

var frontmatter = &Rule{
	ID:    "frontmatter",
	Title: "readers do not agree on the frontmatter",
	Class: MustNotPass,
	Doc: `Whether a memory is private is decided by a few keys between two lines of three dashes.
Agents and tools read them with a dozen parsers that differ: some skip a byte order mark, some
end the block at any three dashes, some take the last of two equal keys, some ignore case. A
file that one reader takes for the team's and another for private may not pass, and nothing in
it can be trusted.

Frontmatter that all of them read alike begins with a line of exactly ` + "`---`" + ` at the start of
the file, holds keys and values, and ends with the next ` + "`---`" + `. Lists, one level of keys under
` + "`metadata:`" + `, quoted values, text blocks, comments, unknown keys and Windows line ends are all
fine. Not fine are:

- a byte order mark, blank lines or anything else before the first fence, more than three
  dashes or more words on it, no closing fence, or one with blanks behind it and more keys and a fence below, TOML or JSON, a second block;
- three dashes or a line of three dots inside, tabs that indent, control characters, line
  separators of Unicode, text that is not UTF-8;
- anchors, aliases, tags, merge keys and directives of YAML, escapes for what nobody can see,
  more than 8 levels, more than 16 KiB;
- a key that is given twice, and a key with a meaning in another case or spelling;
- a scope or type that is anything but one plain word.`,
	Check: func(in *Input, report func(Report)) {
		in.reportProblems(memory.Unsafe, in.Snapshot.Files, report)
	},
}
