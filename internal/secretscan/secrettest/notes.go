// Package secrettest makes notes for tests: notes with one labelled secret each, and
// notes that only look as if they had one. All values are random and are made when the
// test runs, so that none lies in a file; equal seeds make equal notes.
package secrettest

import (
	"fmt"
	"strings"

	"github.com/teammem/teammem/internal/source"
)

// A Note is a memory as an agent writes it.
type Note struct {
	Class   string // what the secret is, or what it only looks like
	Context string // what stands around it
	Lang    string // "en" or "zh"
	Hard    bool   // the secret is dressed or encoded
	Text    string
	// Secret is where the secret lies in Text; zero where there is none.
	Secret source.Span
}

// Loud reports whether the note holds a secret.
func (n Note) Loud() bool { return !n.Secret.IsZero() }

// Notes gives about a thousand notes with a secret and four hundred without one.
func Notes(seed uint64) []Note {
	w := &writer{drawing: newDrawing(seed)}
	w.tokens()
	w.keyed()
	w.passwords()
	w.connections()
	w.keys()
	w.files()
	w.personal()
	w.quietNotes()
	return w.notes
}

// A writer writes notes one after the other.
type writer struct {
	drawing
	notes []Note
}

// tokens puts each token into eight contexts as it is, and into two that are hard.
func (w *writer) tokens() {
	for i, s := range tokens {
		for k := range 8 {
			w.put(plainContexts[(i*3+k*7)%len(plainContexts)], s)
		}
		for k, n := 0, 0; k < 2*len(hardContexts) && n < 2; k++ {
			if w.put(hardContexts[(i*2+k)%len(hardContexts)], s) {
				w.notes[len(w.notes)-1].Hard = true
				n++
			}
		}
	}
}

// keyed puts values that only a noun tells where there is one.
func (w *writer) keyed() {
	for _, s := range keyed {
		for _, c := range plainContexts {
			switch {
			case !c.named:
				continue
			case c.name == "backtick":
				c = prose(c.name, true, "en", "- %n: `%v`")
			case c.name == "bold":
				c = prose(c.name, true, "en", "%n: **%v**")
			}
			w.put(c, s)
		}
	}
}

func (w *writer) put(c context, s credential) bool {
	set, ok := c.put(w.drawing, s.make(w.drawing), s)
	if ok {
		w.loud(s.class, c.name, set)
	}
	return ok
}

func (w *writer) loud(class, name string, set setting) {
	text := w.note(set)
	start := strings.Index(text, openMark)
	text = strings.Replace(text, openMark, "", 1)
	end := strings.Index(text, closeMark)
	if start < 0 || end <= start {
		panic(fmt.Sprintf("%s in %s has no place", class, name))
	}
	text = strings.Replace(text, closeMark, "", 1)
	w.notes = append(w.notes, Note{Class: class, Context: name, Lang: set.lang, Text: text, Secret: source.Span{Start: start, End: end}})
}

func (w *writer) quiet(class, name string, set setting) {
	w.notes = append(w.notes, Note{Class: class, Context: name, Lang: set.lang, Text: w.note(set)})
}

// note puts a setting into a memory with other words around it.
func (w *writer) note(set setting) string {
	words, titles := sentences[set.lang], headings[set.lang]
	order := w.Perm(len(words))
	description := words[order[4]]
	if r := []rune(description); len(r) > 60 {
		description = strings.TrimRight(string(r[:60]), " ,.;，。；")
	}
	body := set.lines
	front := []string{"---", fmt.Sprintf("name: %s-%s-%s", w.pick('l', 4), one(w.drawing, names), w.pick('d', 2))}
	switch set.place {
	case inDescription:
		description, body = body[0], []string{"There is no more to say."}
	case inFrontmatter:
		front, body = append(front, body...), []string{"See the head of this note."}
	}
	front = append(front, "description: "+description, "type: "+one(w.drawing, strings.Fields("reference project feedback user")), "scope: team", "---")
	all := append(front, "", "# "+one(w.drawing, titles), "", words[order[0]], "", words[order[1]], "")
	all = append(all, body...)
	all = append(all, "", words[order[2]], "", "- "+words[order[3]], "")
	return strings.Join(all, "\n")
}

var headings = map[string][]string{
	"en": {"How we release", "Billing", "Search", "What the next on call must know", "Before a release", "Pipelines", "Reviews", "After the outage", "A machine of one's own", "Tests that need the world"},
	"zh": {"发布说明", "支付约定", "交接班", "数据规范", "联调说明"},
}

// sentences are what notes say besides.
var sentences = map[string][]string{
	"en": {
		"Releases go out on Tuesday; whoever leads them merges before noon and looks at the canary for half an hour.",
		"Three attempts with growing pauses are all that a call gets, since more of them has misled people on call.",
		"In the parser package tests are tables, and golden files are written by the update flag.",
		"An index of more than two hundred lines is split by topic; nobody raises the limit.",
		"The ledger belongs to payments, and a new column is talked over with them first.",
		"An error tells its reader what to do next, as was agreed after the outage in March.",
		"With a cold cache a build takes four minutes, with a warm one less than one.",
		"Staging is rebuilt on Sunday night, so nothing that lies there is kept.",
		"A flag has the name of its ticket and goes away within two sprints.",
		"Logs stay for two weeks; a request is found by the trace id in the head of its answer.",
		"An agent reads the summary first, and long notes only if the task asks for them.",
		"A review begins with the names, goes on with the tests and ends where things fail.",
		"Memory may take about two thousand tokens of the context, which keeps the index short.",
		"Profiles stay on the phone for an hour, and that explains most reports of old data.",
	},
	"zh": {
		"周二发布，负责人中午前合并，并看半小时金丝雀指标。",
		"最多重试三次，间隔逐步加长，再多会误导值班的人。",
		"解析器的测试写成表格，黄金文件由更新开关写出。",
		"索引超过两百行就按主题拆开，不要提高上限。",
		"账本由支付组负责，加字段之前先商量。",
		"报错要说明下一步怎么做，这是三月故障后的约定。",
		"预发环境周日夜里重建，不要在上面存东西。",
		"日志保留两周，排查时看响应头里的追踪编号。",
		"智能体先看摘要，需要时才看长笔记。",
		"评审先看命名，再看测试，最后看失败的路径。",
		"开关用工单号命名，两个迭代内删掉。",
		"记忆大约占两千个 token，所以索引要短。",
	},
}
