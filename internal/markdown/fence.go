package markdown

import "bytes"

// A Fence is that of the fenced code which a line stands in; zero for none.
// https://spec.commonmark.org/0.31.2/#fenced-code-blocks
type Fence struct {
	Char   byte
	Length int
}

// After gives the fence behind line. It knows of no lists and quotes: what is indented by
// four blanks opens and closes nothing.
func (f Fence) After(line []byte) Fence {
	rest := bytes.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || len(rest) == 0 || rest[0] != '`' && rest[0] != '~' {
		return f
	}
	here := Fence{Char: rest[0]}
	info := bytes.TrimLeft(rest, string(here.Char))
	here.Length = len(rest) - len(info)
	switch {
	case here.Length < 3:
		return f
	case f.Length == 0 && (here.Char == '~' || bytes.IndexByte(info, '`') < 0):
		return here
	case f.Char == here.Char && here.Length >= f.Length && len(bytes.TrimSpace(info)) == 0:
		return Fence{}
	}
	return f
}
