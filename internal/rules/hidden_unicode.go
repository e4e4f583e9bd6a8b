package rules

import "github.com/teammem/teammem/internal/invisible"

var hiddenUnicode = &Rule{
	ID:    "hidden-unicode",
	Title: "a character that nobody sees",
	Class: MustNotPass,
	Doc: `An agent reads characters that draw nothing as well as any other, so a reviewer
would approve words that nobody can see: tags, variation selectors, zero width spaces and joiners,
fillers, byte order marks inside the text, private use characters. Emoji, flags, and the joiners
that Persian, the Indic and other scripts need are allowed where they have work to do;
docs/characters.md lists every code point and its contexts. Joiners in real text of these scripts
can still carry a few bits.`,
	Check: func(in *Input, report func(Report)) {
		marks(in, report, invisible.Hidden, "can't be seen", "remove it, or write the word without it")
	},
}
