package gogit

import (
	"strings"
)

// A setting is one variable of a configuration file. Its key is section.name or
// section.subsection.name; section and name are in lower case. One above all sections has
// its name alone.
type setting struct {
	key, value string
	bare       bool // it has no "=", so that it is on
}

// parseConfig reads a configuration file as git does (git_parse_source in its config.c);
// ok is false for one that git refuses. https://git-scm.com/docs/git-config#_syntax
func parseConfig(text string) (settings []setting, ok bool) {
	c := &configText{text: strings.TrimPrefix(text, "\ufeff")}
	section := ""
	for !c.ended() {
		switch b := c.next(); {
		case b == '\n' || isSpace(b):
		case b == '#' || b == ';':
			c.restOfLine()
		case b == '[':
			if section, ok = c.section(); !ok {
				return nil, false
			}
		case isLetter(b):
			s, ok := c.variable(b)
			if !ok {
				return nil, false
			}
			if section != "" {
				s.key = section + "." + s.key
			}
			settings = append(settings, s)
		default:
			return nil, false
		}
	}
	return settings, true
}

// A configText is read byte by byte; its end is a line end.
type configText struct {
	text string
	at   int
}

func (c *configText) ended() bool { return c.at >= len(c.text) }

func (c *configText) next() byte {
	if c.ended() {
		c.at++
		return '\n'
	}
	if strings.HasPrefix(c.text[c.at:], "\r\n") {
		c.at++
	}
	c.at++
	return c.text[c.at-1]
}

func (c *configText) restOfLine() {
	for c.next() != '\n' {
	}
}

// section reads what follows on "[".
func (c *configText) section() (string, bool) {
	var name strings.Builder
	for {
		switch b := c.next(); {
		case b == ']':
			return name.String(), name.Len() > 0
		case b != '\n' && isSpace(b):
			sub, ok := c.subsection()
			return name.String() + "." + sub, ok && name.Len() > 0
		case isLetter(b) || isDigit(b) || b == '-' || b == '.':
			name.WriteByte(lower(b))
		default:
			return "", false
		}
	}
}

// subsection reads the quoted part of a section and the "]" after it.
func (c *configText) subsection() (string, bool) {
	b := c.next()
	for b != '\n' && isSpace(b) {
		b = c.next()
	}
	if b != '"' {
		return "", false
	}
	var name strings.Builder
	for {
		switch b := c.next(); b {
		case '\n':
			return "", false
		case '"':
			return name.String(), c.next() == ']'
		case '\\':
			if b = c.next(); b == '\n' {
				return "", false
			}
			name.WriteByte(b)
		default:
			name.WriteByte(b)
		}
	}
}

// variable reads a variable whose name begins with first.
func (c *configText) variable(first byte) (s setting, ok bool) {
	name := []byte{lower(first)}
	b := c.next()
	for ; isLetter(b) || isDigit(b) || b == '-'; b = c.next() {
		name = append(name, lower(b))
	}
	s.key = string(name)
	for b == ' ' || b == '\t' {
		b = c.next()
	}
	switch b {
	case '\n':
		s.bare, s.value = true, "true"
		return s, true
	case '=':
		s.value, ok = c.value()
		return s, ok
	}
	return s, false
}

// value reads up to the end of the line: blanks around it and a comment are left out,
// unless they stand in quotes.
func (c *configText) value() (string, bool) {
	var value []byte
	quoted, end := false, 0 // end is where the last byte is that is no blank
	for {
		b := c.next()
		switch {
		case b == '\n':
			return string(value[:end]), !quoted
		case isSpace(b) && !quoted:
			if len(value) > 0 {
				value = append(value, b)
			}
			continue
		case (b == ';' || b == '#') && !quoted:
			c.restOfLine()
			return string(value[:end]), true
		case b == '"':
			quoted = !quoted
		case b == '\\':
			escaped, joined, ok := c.escape()
			if !ok {
				return "", false
			}
			if !joined {
				value = append(value, escaped)
			}
		default:
			value = append(value, b)
		}
		end = len(value)
	}
}

// escape reads what follows on a backslash; joined says that it was the end of a line.
func (c *configText) escape() (b byte, joined, ok bool) {
	switch b := c.next(); b {
	case '\n':
		return 0, true, true
	case 't':
		return '\t', false, true
	case 'b':
		return '\b', false, true
	case 'n':
		return '\n', false, true
	case '\\', '"':
		return b, false, true
	}
	return 0, false, false
}

func isSpace(b byte) bool  { return b == ' ' || b == '\t' || b == '\n' || b == '\r' }
func isLetter(b byte) bool { return 'a' <= lower(b) && lower(b) <= 'z' }
func isDigit(b byte) bool  { return '0' <= b && b <= '9' }

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}
