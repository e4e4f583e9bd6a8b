package rules

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/markdown"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/wordset"
)

var hiddenElement = &Rule{
	ID:    "hidden-element",
	Title: "HTML hides text from the reader",
	Class: BreaksMemory,
	Doc: `A reviewer looks at the rendered page, an agent reads the bytes. HTML that hides its text says
one thing to the one and another to the other: the hidden attribute, a class such as sr-only, style that shows nothing (display, visibility, opacity,
size, colour of the ground, a place off the screen), bdo, which shows the letters in another order, and elements that are never shown, such as template, script, style and noscript.
HTML in code is shown as it is and says nothing.`,
	Check: func(in *Input, report func(Report)) {
		reportLines(in.judged(), report, hiddenElements, Report{
			Message: "text is hidden by ",
			Fix:     "write the text so that a reader sees it, or remove it; put HTML that is an example in backticks",
		})
	},
}

func hiddenElements(f *memory.File) []hit {
	closed := map[string]bool{}
	for _, e := range f.Doc.HTML {
		closed[e.Name] = closed[e.Name] || e.Close
	}
	var hits []hit
	for _, e := range f.Doc.HTML {
		if e.Close || unseenElements.Has(e.Name) && !closed[e.Name] && !hasValue(e.Attrs) && !startsLine(f, e) {
			continue
		}
		how := conceals(e)
		if e.Name == "rp" && saysMore(f.Text.Bytes()[e.Span.End:]) {
			how = "<rp>, which is shown only where a browser knows no <ruby>"
		}
		if how != "" {
			hits = append(hits, hit{e.Span, how})
		}
	}
	return hits
}

// saysMore reports whether letters stand before the next tag: in <rp> it is the bracket around a reading.
func saysMore(text []byte) bool {
	inside, _, _ := bytes.Cut(text, []byte("<"))
	return bytes.ContainsFunc(inside, unicode.IsLetter)
}

// startsLine reports whether nothing but blanks stands before e in its line.
func startsLine(f *memory.File, e markdown.Element) bool {
	line := f.Text.Line(f.Text.LineAt(e.Span.Start))
	return len(bytes.TrimSpace(f.Text.Bytes()[line.Start:e.Span.Start])) == 0
}

// unseenElements are never shown. Within a line they count only with an attribute, or
// when the text closes them somewhere: people write <script> for a name to fill in.
var unseenElements = wordset.Of(`template script style noscript noembed noframes head title datalist canvas metadata desc defs`)

// hidingClasses are the names by which common style sheets hide.
var hidingClasses = wordset.Of(`hidden d-none invisible sr-only visually-hidden visuallyhidden screen-reader-text is-hidden display-none opacity-0 hide`)

// conceals says in words how e hides its text; "" when it does not.
func conceals(e markdown.Element) string {
	tag := "<" + e.Name + ">"
	if unseenElements.Has(e.Name) {
		return tag
	}
	if _, ok := e.Attrs["hidden"]; ok {
		return "the attribute hidden of " + tag
	}
	switch {
	case e.Name == "bdo":
		return tag + ", which turns the order of the letters around"
	case e.Name == "input" && strings.EqualFold(e.Attrs["type"], "hidden"):
		return "the type hidden of " + tag
	case e.Name == "dialog":
		if _, open := e.Attrs["open"]; !open {
			return tag
		}
	case e.Name == "font" && (isZero(e.Attrs["size"]) || isGround(e.Attrs["color"])):
		return "the size or colour of " + tag
	case isZero(e.Attrs["width"]) || isZero(e.Attrs["height"]):
		return "the size of " + tag
	}
	for _, class := range strings.Fields(strings.ToLower(e.Attrs["class"])) {
		if hidingClasses.Has(class) {
			return "the class " + strconv.Quote(class)
		}
	}
	if s, ok := e.Attrs["style"]; ok {
		if how := hidingStyle(s); how != "" {
			return "the style " + strconv.Quote(how)
		}
	}
	return ""
}

func isZero(size string) bool {
	size = strings.TrimRight(strings.TrimSpace(size), "px%em")
	return size != "" && strings.Trim(size, "0.") == ""
}

// number reads the number that s starts with, or 0.
func number(s string) float64 {
	n := len(s) - len(strings.TrimLeft(s, "+-0123456789."))
	v, _ := strconv.ParseFloat(s[:n], 64)
	return v
}

// isGround reports whether colour is that of the page or nearly so, or none at all.
func isGround(colour string) bool {
	c := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(colour)), " ", "")
	switch c {
	case "white", "transparent", "snow", "ivory", "ghostwhite", "whitesmoke", "floralwhite", "hsl(0,0%,100%)":
		return true
	}
	return pale.Get().MatchString(c) || seeThrough.Get().MatchString(c)
}

var (
	pale       = lazy.Regexp(`^#(?:fff|ffff|(?:f[0-9a-f]){3}(?:[0-9a-f]{2})?)$|^rgba?\((?:2[45][0-9],?){3}(?:,?[/]?1|1\.0|100%)?\)$`)
	seeThrough = lazy.Regexp(`^(?:rgb|hsl)a?\((?:(?:[^,)]+,){3}|[^)]*/)0?\.?0*%?\)$|^#(?:[0-9a-f]{6}00|[0-9a-f]{3}0)$`)
	cssEscape  = lazy.Regexp(`\\(?:[0-9A-Fa-f]{1,6}\s?|.)`)
	cssComment = lazy.Regexp(`(?s)/\*.*?\*/`)
	gone       = lazy.Regexp(`inset\((?:[5-9][0-9]|100)%|circle\(0|polygon\((?:00|0 0)?\)|rect\((?:0(?:px)?[, ]*|1px[, ]*){4}\)|scale[xy3d]*\(0(?:\.0*)?[,)]|opacity\(0%?\)|translate[xy3d]*\([^)]*-[0-9]{3,}`)
)

// cssUnescaped undoes the escapes of a style. https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point
func cssUnescaped(style string) string {
	if !strings.Contains(style, `\`) {
		return style
	}
	return cssEscape.Get().ReplaceAllStringFunc(style, func(e string) string {
		if n, err := strconv.ParseUint(strings.TrimSpace(e[1:]), 16, 32); err == nil {
			return string(rune(n))
		}
		return e[1:]
	})
}

// hidingStyle gives the first declaration of style that hides text, or "".
func hidingStyle(style string) string {
	style = strings.ToLower(cssUnescaped(cssComment.Get().ReplaceAllString(style, "")))
	props := map[string]string{}
	var order []string
	for _, d := range strings.Split(style, ";") {
		name, value, _ := strings.Cut(d, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "!important"))
		if name != "" && value != "" {
			props[name] = value
			order = append(order, name)
		}
	}
	for _, name := range order {
		if hidesBy(name, props[name], props) {
			return name + ": " + props[name]
		}
	}
	return ""
}

func hidesBy(name, value string, all map[string]string) bool {
	n := number(value)
	numeric := value[0] == '-' || value[0] == '.' || value[0] >= '0' && value[0] <= '9'
	switch name {
	case "display":
		return value == "none"
	case "visibility":
		return value == "hidden" || value == "collapse"
	case "content-visibility":
		return value == "hidden"
	case "opacity":
		return numeric && (n < 0.15 || strings.HasSuffix(value, "%") && n < 15)
	case "font-size", "zoom":
		return numeric && n < sizeLimit(value)
	case "font":
		return strings.HasPrefix(value, "0") || strings.Contains(value, " 0/") || strings.Contains(value, " 0px") || strings.Contains(value, " 0 ")
	case "width", "height", "max-width", "max-height", "line-height":
		return numeric && n == 0
	case "left", "top", "right", "bottom", "margin-left", "margin-top", "margin", "text-indent":
		return numeric && (n <= -100 || n >= 3000)
	case "clip", "clip-path", "transform", "filter":
		return gone.Get().MatchString(value)
	case "color", "-webkit-text-fill-color":
		return isGround(value) && all["background"] == "" && all["background-color"] == "" ||
			value == "transparent" || value == all["background-color"] || value == all["background"]
	case "unicode-bidi":
		return strings.Contains(value, "override")
	case "mask", "mask-image":
		return strings.Contains(value, "transparent")
	}
	return false
}

// sizeLimit is the size below which text can't be read, in the unit of value.
func sizeLimit(value string) float64 {
	for unit, least := range map[string]float64{"em": 0.2, "%": 20, "vw": 0.2, "vh": 0.2} {
		if strings.HasSuffix(value, unit) {
			return least
		}
	}
	if strings.HasSuffix(value, "px") || strings.HasSuffix(value, "pt") {
		return 4
	}
	return 0.2
}
