package secrettest

import (
	"strings"
)

// A form is one way to say a password, or not to. The texts hold %v where the value
// stands; what begins with "!" stands where a shell or a file takes no signs in a bare word.
type form struct {
	kind, lang string
	texts      []string
}

func formOf(kind, lang, texts string) form {
	return form{kind, lang, strings.Split(strings.Trim(texts, "\n"), "\n")}
}

// valuesOfForm is how many values each text is tried with.
const valuesOfForm = 6

// Forms gives notes in many more forms than Notes, each with one password. The class is the
// shape of the value, the context the kind of form.
func Forms(seed uint64) []Note {
	w := &writer{drawing: newDrawing(seed)}
	for _, f := range forms {
		for _, text := range f.texts {
			text, bare := strings.CutPrefix(text, "!")
			for range valuesOfForm {
				class, v := w.chosen(text, bare)
				w.loud(class, f.kind, formSetting(f.lang, strings.Replace(text, "%v", marked(v), 1)))
			}
		}
	}
	return w.notes
}

// formSetting is the setting of a text in which "\n" stands for the end of a line.
func formSetting(lang, text string) setting {
	return lines(lang, strings.Split(strings.ReplaceAll(text, `\n`, "\n"), "\n")...)
}

// chosen draws a value that can stand in text.
func (w *writer) chosen(text string, bare bool) (class, v string) {
	for {
		s := one(w.drawing, shapes)
		v := s.make(w.drawing)
		quoted := strings.Contains(text, `"%v"`) || strings.Contains(text, "'%v'") || strings.Contains(text, "`%v`") || strings.Contains(text, "“%v”") || strings.Contains(text, "「%v」")
		if bare && strings.ContainsAny(v, notBare) || strings.Contains(v, " ") && !quoted {
			continue
		}
		return s.class, v
	}
}

// QuietForms gives at least as many notes that have the same forms and hold no password.
func QuietForms(seed uint64) []Note {
	w := &writer{drawing: newDrawing(seed)}
	for _, f := range quietForms {
		for _, text := range f.texts {
			w.quiet("sentence", f.kind, formSetting(f.lang, w.fill(text)))
		}
	}
	for _, f := range forms {
		for _, text := range f.texts {
			text = strings.TrimPrefix(text, "!")
			of := standIns[f.lang]
			if f.kind == "command" || f.kind == "call" || f.kind == "config" || f.kind == "more-code" {
				of = placeholders
			}
			for range valuesOfForm {
				stand := one(w.drawing, of)
				w.quiet("stand-in", f.kind, formSetting(f.lang, strings.Replace(text, "%v", w.fill(stand), 1)))
			}
		}
	}
	return w.notes
}
