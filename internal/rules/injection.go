package rules

import (
	"bytes"
	"slices"
	"strings"

	"github.com/teammem/teammem/internal/lazy"
	"github.com/teammem/teammem/internal/memory"
	"github.com/teammem/teammem/internal/source"
)

var injection = &Rule{
	ID:    "injection",
	Title: "the text tries to steer an agent past its instructions",
	Class: WeakensMemory,
	Doc: `Wording that tells an agent to drop what it was told before, or that sets itself above that, closing tags, role tokens and turns of a conversation that imitate the structure of
a prompt: none of it belongs in a memory. Words are easy to change, so this rule promises no more than a second look by an owner.

It says nothing of quoted text, of code, of a sentence that is about injection ("if a page says …", "attackers write …"), and of the
imperative mood that team rules have by nature (always, never, from now on, do not tell). Instructions that stay silent here are still
read by the reviewer.`,
	Check: func(in *Input, report func(Report)) {
		reportLines(in.judged(), report, in.steering, Report{Fix: "remove it; put text that is an example in backticks or quotation marks"})
	},
}

// steering finds what is written to steer an agent.
func (in *Input) steering(f *memory.File) []hit {
	p := in.prose(f)
	return slices.Concat(overrides(p, p.text, nil), softened(p), overrides(p, tags(f), nil), promptMarks(p), turns(p))
}

// A wording is a pattern of override wording. It is tried only in a text that holds
// one of its cues, which are in lower case.
type wording struct {
	cues []string
	re   *lazy.Pattern
}

// gap is what may stand between two words: blanks, one line end, emphasis. Underscores around words
// are blank by then.
const gap = `[\s*~,"']{1,12}`

// clauseEnd is where a clause ends, or a line that the next does not go on.
const clauseEnd = `[ \t]*(?:[.!;,:]|\r?\n[ \t]*(?:\r?\n|(?-i:\p{Lu}))|\z)`

var wordings = []wording{
	{[]string{"ignore", "disregard", "forget", "override", "bypass", "discard", "neglect", "follow", "obey", "skip"}, lazy.Regexp(
		`(?i)\b(?:ignore|disregard|forget|override|bypass|discard|neglect|skip|(?:do not|don['’]t|stop|cease|no longer)` + gap + `(?:follow(?:ing)?|obey(?:ing)?))` + gap +
			`(?:(?:about|any|all|of|and|every|each|everything|these|those|your|the|my|our|please|completely|entirely|totally|other|such|whatever)` + gap + `){0,4}` +
			`(?:(?:previous(?:ly)?|prior|above|earlier|preceding|foregoing|former|original|initial|existing|pre-existing|system|developer|safety|built-in|default|given|stated)` + gap + `){1,3}` +
			`(?:[\p{L}-]+` + gap + `){0,2}(?:instructions?|directions?|directives?|prompts?|guidelines?|guardrails?|constraints?|orders?|commands?|rules?|messages?|programming|training|policies)\b`)},
	{[]string{"ignore", "disregard", "forget", "follow", "obey"}, lazy.Regexp(
		`(?i)\b(?:ignore|disregard|forget|(?:do not|don['’]t|stop|cease)` + gap + `(?:follow(?:ing)?|obey(?:ing)?))` + gap + `(?:(?:absolutely|all|any|every|everything|anything|of|that|which|the|your|you)` + gap + `){0,4}` +
			`(?:(?:instructions?|rules?|guidelines?|prompts?|orders?)` + gap + `)?(?:(?:that|which)` + gap + `)?(?:you` + gap + `(?:were|have been|had been|are|['’]ve been)` + gap + `(?:told|given|taught|instructed)|(?:you['’]ve been` + gap + `(?:told|given|taught|instructed))|(?:above|before)` + gap + `and\b|said` + gap + `(?:before|above))` +
			`|\b(?:ignore|disregard|forget)` + gap + `(?:all|any|every)` + gap + `(?:of` + gap + `)?(?:(?:the|these|those)` + gap + `)?(?:instructions?|rules?|guidelines?|prompts?|orders?)` + gap + `(?:above\b|(?:that` + gap + `)?(?:came` + gap + `|given` + gap + `)?before(?:` + gap + `(?:this|now|and)\b|` + clauseEnd + `)|so` + gap + `far\b)`)},
	{[]string{"ignore", "disregard", "forget", "override", "bypass"}, lazy.Regexp(
		`(?i)\b(?:ignore|disregard|forget|override|bypass)` + gap + `(?:(?:all|any|every|of)` + gap + `)*(?:your|the user['’]s|the system['’]s)` + gap + `(?:[\p{L}-]+` + gap + `){0,2}(?:instructions?|guidelines?|guardrails?|prompts?|programming|training|restrictions?|safeguards?)\b`)},
	{[]string{"you are now", "you're now", "act as", "pretend", "from now on you"}, lazy.Regexp(
		`(?i)\b(?:you` + gap + `are|you['’]re)` + gap + `now` + gap + `(?:in` + gap + `)?(?:an?` + gap + `)?(?:dan|developer mode|god mode|admin mode|debug mode|root mode|jailbroken|unrestricted|uncensored|unfiltered|free (?:of|from))\b` +
			`|\b(?:act|behave|respond)` + gap + `as` + gap + `(?:if` + gap + `you` + gap + `(?:were|are)` + gap + `)?(?:an?` + gap + `)?(?:unrestricted|uncensored|unfiltered|jailbroken|dan)\b` +
			`|\bpretend` + gap + `(?:that` + gap + `)?you` + gap + `(?:have|are|were)` + gap + `(?:no|not|without|free)` + gap + `(?:[\p{L}-]+` + gap + `){0,3}(?:rules|restrictions|limits|limitations|guidelines|filters|bound)\b`)},
	{[]string{"system prompt", "hidden prompt", "initial prompt", "hidden instructions", "initial instructions", "system message"}, lazy.Regexp(
		`(?i)\b(?:(?:reveal|print|repeat|leak|output|show|display|disclose|dump|expose|recite)` + gap + `(?:me` + gap + `)?your|(?:reveal|repeat|leak|disclose|recite)` + gap + `the)` + gap + `(?:(?:full|entire|whole|exact|original)` + gap + `)?(?:system|hidden|initial|developer)` + gap + `(?:prompt|instructions|message)\b`)},
	{[]string{"new instructions", "new system", "updated instructions", "real instructions", "your new"}, lazy.Regexp(
		`(?im)(?:^|[.!?:]\s)\s*[\p{P}\s]{0,6}(?:(?:here are|these are|this is)\s+)?(?:your\s+)?(?:new|updated|real|actual|true)\s+(?:system\s+)?(?:instructions?|prompt|directives?|orders)\s*:`)},
	{[]string{"overrid", "supersede", "outrank", "precedence", "priority"}, lazy.Regexp(
		`(?i)\b(?:overrid(?:es?|ing)|supersed(?:es?|ing)|outranks?|(?:takes?|ha(?:s|ve)|gets?)` + gap + `(?:precedence|priority)` + gap + `over)` + gap + `(?:[\p{L}'’-]+` + gap + `){0,7}` +
			`(?:your` + gap + `(?:own` + gap + `(?:better` + gap + `)?judge?ment|(?:(?:own|default|built-in|original|initial|safety)` + gap + `){0,2}(?:system` + gap + `prompt|instructions?|training|guardrails?|programming))` +
			`|(?:any|all)` + gap + `(?:of` + gap + `the` + gap + `)?(?:other|previous|prior|earlier|system|safety)` + gap + `(?:instructions?|prompts?|directives?|guidelines?))\b`)},
	{[]string{"cancel", "revoke", "dismiss", "abandon", "set aside", "let go", "no attention", "no notice", "nullify", "opposite"}, lazy.Regexp(
		`(?i)\b(?:(?:cancel|revoke|dismiss|abandon|nullify|set` + gap + `aside|let` + gap + `go` + gap + `of|pay` + gap + `no` + gap + `attention` + gap + `to|take` + gap + `no` + gap + `notice` + gap + `of)` + gap +
			`(?:(?:any|all|of|every|each|these|those|your|the|my|our)` + gap + `){0,3}(?:(?:previous|prior|above|earlier|preceding|former|original|initial|system|developer|safety)` + gap + `){1,2}(?:instructions?|directions?|directives?|prompts?|guidelines?|guardrails?|programming)` +
			`|do` + gap + `the` + gap + `(?:exact` + gap + `)?opposite` + gap + `of` + gap + `(?:your|the` + gap + `system)` + gap + `(?:instructions?|prompt|guidelines?))\b`)},
	{[]string{"null", "void", "revoked", "cancelled", "canceled", "invalid", "annulled", "no longer", "have changed", "been ", "have updated", "have replaced", "your real", "your true", "your actual", "everything "}, lazy.Regexp(
		`(?i)\b(?:(?:previous|prior|above|earlier|preceding|former|original|system)` + gap + `(?:instructions?|directives?|guidelines?|prompts?)` + gap + `(?:are|is|were)` + gap +
			`(?:(?:now|hereby|all|herewith)` + gap + `){0,2}(?:null|void|revoked|cancell?ed|invalid|annulled|no` + gap + `longer` + gap + `(?:valid|binding|in` + gap + `effect))` +
			`|(?:(?:instructions?|directives?|guidelines?)` + gap + `(?:above|before` + gap + `this|so` + gap + `far)|(?:previous|prior|above|earlier)` + gap + `(?:instructions?|directives?|guidelines?))` + gap + `no` + gap + `longer` + gap + `apply[.;!]` +
			`|your` + gap + `(?:instructions` + gap + `have` + gap + `(?:been` + gap + `)?(?:changed|replaced|updated)|(?:real|true|actual)` + gap + `(?:task|goal|mission|purpose|objective|instructions?)` + gap + `(?:is|are))` +
			`|everything` + gap + `(?:before|above|prior` + gap + `to|up` + gap + `to)` + gap + `(?:this|here|now)(?:` + gap + `(?:line|point|sentence|memory|file))?(?:` + gap + `is|` + gap + `as)` + gap + `(?:null|void|untrue|invalid|false))(?:\b|$|[\s.;!])`)},
	{[]string{"ignore", "disregard", "disobey", "obey", "listen to", "even if", "even when", "even though", "no matter", "regardless", "whatever", "overrid", "supersed", "outrank", "restricted mode", "jailbreak mode", "dan mode", "god mode", "uncensored mode", "unfiltered mode", "bound by"}, lazy.Regexp(
		`(?im)\b(?:ignore|disregard|disobey|(?:do not|don['’]t|never)` + gap + `(?:obey|listen` + gap + `to))` + gap + `(?:what|whatever|anything|everything)` + gap + `the` + gap + `user` + gap + `(?:says?|asks?|wants?|tells?|requests?)\b` +
			`|\b(?:ignore|disregard|disobey)` + gap + `the` + gap + `user(?:['’]s` + gap + `(?:wishes|requests?|objections?))?(?:` + clauseEnd + `|` + gap + `and` + gap + `(?:do|say|run|use|send|print|reply|answer|respond|output|follow|obey|continue|proceed|keep|just|only|instead|always|never|then)\b)` +
			`|\b(?:even` + gap + `(?:if|when|though)` + gap + `the` + gap + `user` + gap + `(?:objects?|disagrees?|protests?|refuses?|says?` + gap + `(?:no|otherwise)|tells?` + gap + `you` + gap + `(?:not|otherwise))|(?:no` + gap + `matter` + gap + `what|regardless` + gap + `of` + gap + `what|whatever)` + gap + `the` + gap + `user` + gap + `says)` +
			`(?:` + gap + `(?:to` + gap + `(?:it|this|that|you)|about` + gap + `(?:it|this|that)|later|next|now|afterwards))?` + clauseEnd +
			`|\b(?:overrid|supersed|outrank)\p{L}*` + gap + `(?:anything|everything|whatever|all)` + gap + `(?:that` + gap + `)?the` + gap + `user` + gap + `(?:says|asks|wants|tells)\b` +
			`|^[\s\p{P}]{0,6}(?:system|admin|root|developer)` + gap + `override\s*[:!]` +
			`|\b(?:enter|activate|enable|switch` + gap + `(?:in)?to)` + gap + `(?:the` + gap + `)?(?:unrestricted|jailbreak|dan|god|uncensored|unfiltered)` + gap + `mode\b` +
			`|\byou(?:` + gap + `are|['’]re)` + gap + `(?:no` + gap + `longer|not)` + gap + `bound` + gap + `by` + gap + `(?:your|any|the)\b`)},
	{[]string{"忽略", "无视", "無視", "忘记", "忘記", "不要理会", "不要理會"}, lazy.Regexp(
		`(?:忽略|无视|無視|忘记|忘記|不要理会|不要理會)[^。！？\n]{0,4}?(?:之前|以前|以上|前面|先前|上面|上述|此前|原有|所有|全部|你的|系统|系統)[^。！？\n]{0,8}?(?:指令|指示|提示词?|提示詞?|规则|規則|命令|要求|设定|設定)`)},
	{[]string{"無視", "忘れ", "従わ"}, lazy.Regexp(
		`(?:以前|これまで|今まで|前|上記|上|先|すべて|全て|元|システム)の[^。！？\n]{0,8}?(?:指示|命令|プロンプト|ルール|指令|制約)[^。！？\n]{0,4}?(?:を|は)[^。！？\n]{0,4}?(?:無視|忘れ|従わな)`)},
	{[]string{"무시", "잊"}, lazy.Regexp(
		`(?:이전|위|앞|기존|지금까지|모든|시스템)[^.!?\n]{0,8}?(?:지시|명령|지침|프롬프트|규칙)[^.!?\n]{0,6}?(?:무시|잊)`)},
	{[]string{"игнорируй", "забудь", "не следуй", "ігноруй"}, lazy.Regexp(
		`(?i)(?:про)?ігноруй(?:те)?\s+(?:[ву]сі\s+|ці\s+){0,2}(?:попередн|минул|вищезазначен|системн)\p{L}*\s+(?:інструкц|вказів|правил|команд)\p{L}*|` +
			`(?i)(?:про)?(?:игнорируй|забудь|не следуй)(?:те)?\s+(?:(?:про\s+)?вс[её]\s+|всем\s+|свои\s+|эти\s+){0,2}(?:предыдущи|прежни|вышеуказанны|вышестоящи|прошлы|ранни|системны)\p{L}*\s+(?:инструкци|указани|правил|команд|сообщени)\p{L}*`)},
	{[]string{"ignor", "olvid", "descart", "esque", "desconsid", "oubli", "vergiss", "missacht", "dimentic", "negeer", "vergeet"}, lazy.Regexp(
		`(?i)\b(?:ignor|olvid|descart|esque[cç]|desconsider|oubli|vergiss|missacht|dimentic|negeer|vergeet)\p{L}*(?:\s+Sie)?\s+(?:(?:todas?|todos?|tout(?:es)?|tutt[ei]|alle|las|los|as|os|toate|les|le|tes|vos|suas|seus|tus|sus|die|den|deine|ihre|de)\s+){0,3}` +
			`(?:(?:instru[cç][a-zçõ]+|instruções|instrucțiunile|regulile|consignes|istruzioni|órdenes|ordens|reglas|regras|règles|regole|indicaciones|indicações)\s+(?:anteriores|previas|prévias|précédentes|antérieures|précédent|precedenti|anterioare|precedente|ci-dessus|sopra|de arriba|de mai sus|acima)` +
			`|(?:vorherigen?|bisherigen?|vorigen?|obigen?|früheren?|vorangegangenen?|vorangehenden?|vorige|eerdere|bovenstaande)\s+(?:Anweisungen|Instruktionen|Befehle|Regeln|Vorgaben|instructies|regels|opdrachten))`)},
	{[]string{"ignorera", "glöm", "ignorer", "glem", "zignoruj", "ignoruj", "zapomnij", "zapomeň"}, lazy.Regexp(
		`(?i)(?:ignorera|glöm|ignorer|glem)\s+(?:(?:alla|alle|allt|de|dina|dine|om)\s+){0,3}(?:tidigare|föregående|tidligere|foregående|forrige|ovanstående)\s+(?:instruktion|anvisning|regl|regel|instruks)\p{L}*` +
			`|(?:(?:z?ignoruj|zapomnij|zapomeň)(?:cie|te)?)\s+(?:o\s+)?(?:(?:wszystkie|wszystkich|všechny|na)\s+)?(?:poprzedni|wcześniejsz|powyższ|předchozí)\p{L}*\s+(?:instrukc|polece|zasad|reguł|pokyn)\p{L}*`)},
	{[]string{"نادیده", "فراموش", "تجاهل", "انس"}, lazy.Regexp(
		`(?:دستور|دستورالعمل|قوانین|قواعد)\p{L}*[^.!؟\n]{0,30}?(?:قبل|پیشین|بالا|سابق)\p{L}*[^.!؟\n]{0,12}?(?:نادیده|فراموش)` +
			`|(?:تجاهل|انس)\p{L}*\s+(?:(?:جميع|كل|كافة)\s+)?(?:التعليمات|الأوامر|التوجيهات|القواعد)\s+(?:السابقة|أعلاه)`)},
	{[]string{"התעלם", "התעלמ", "שכח"}, lazy.Regexp(`(?:התעלמ?ם?|שכחו?)\p{L}*\s+(?:מ?כל\s+)?(?:את\s+)?(?:כל\s+)?מ?ה(?:הוראות|הנחיות|כללים|פקודות)\s+(?:הקודמ\p{L}*|שלמעלה|לעיל)`)},
	{[]string{"अनदेख", "नज़रअंदाज़", "भूल"}, lazy.Regexp(`(?:पिछल|पहले|उपरोक्त)[\p{L}\p{M}]*[^।.!?\n]{0,20}?(?:निर्देश|आदेश|नियम)[\p{L}\p{M}]*[^।.!?\n]{0,12}?(?:अनदेख|नज़रअंदाज़|भूल)`)},
	{[]string{"bỏ qua", "phớt lờ", "yok say", "görmezden", "unut", "abaikan", "lupakan"}, lazy.Regexp(
		`(?i)(?:bỏ qua|phớt lờ)\s+(?:(?:mọi|tất cả|các|những)\s+){0,2}(?:hướng dẫn|chỉ dẫn|chỉ thị|quy tắc|lệnh)\s+(?:trước|ở trên|bên trên)` +
			`|(?:önceki|yukarıdaki)\s+(?:(?:tüm|bütün)\s+)?(?:talimat|komut|kural|yönerge)\p{L}*\s+(?:yok say|görmezden|unut)` +
			`|(?:abaikan|lupakan)\s+(?:semua\s+)?(?:instruksi|perintah|aturan)\s+(?:sebelumnya|di atas)`)},
}

// compound matches what follows a match that only names a thing of the project: "the
// existing rules directory", "the default prompt template in". usual matches such a
// thing itself: a default is overridden every day, unless it is all of them.
var (
	compound = lazy.Regexp(`(?i)^[\s*_]{0,4}(?:director(?:y|ies)|folders?|files?|templates?|tables?|sections?|packages?|modules?|buttons?|fields?|queues?|buffers?|panels?|lists?|engines?|configs?|sets?|checks?)\b|^(?:的)?(?:警告|检查|檢查|文件|檔案|目录|目錄|配置|模板|ファイル|設定ファイル)`)
	usual    = lazy.Regexp(`(?i)\b(?:existing|default|built-in|initial|original)\s+(?:[\p{L}-]+\s+)?(?:prompts?|constraints?|orders?|commands?|rules?|messages?|polic(?:y|ies)|directives?)$`)
	sweeping = lazy.Regexp(`(?i)\b(?:all|any|every|each|everything|your|these|those|previous|prior|above|earlier|system|safety)\b`)
)

// noWords are what queues, shops and shells have too; said goes on about those, unless it
// is about who speaks to an agent.
var (
	noWords = lazy.Regexp(`(?i)\b(?:messages?|orders?|commands?)$`)
	ofThem  = lazy.Regexp(`(?i)^\s+(?:in|on|of|from|older|newer|that|which|with|for|when|until|left|placed|sent|per)\b`)
	ofWhom  = lazy.Regexp(`(?i)^\s+(?:(?:of|from|by)\s+(?:the\s+|your\s+)?(?:users?|system|developers?|assistant|operator|owners?|anthropic|openai)\b` +
		`|(?:in|of|from)\s+(?:(?:this|our)\s+(?:chat|session|context|thread)|(?:the|this|our)\s+conversation)\b` +
		`|from\s+now\s+on\b|with\s+immediate\s+effect\b|(?:that|which|sent|for|from)\s[^.!?;,\n]{0,30}\byou\b)`)
)

// namesThing reports whether a match, with what follows it, is about a thing of the project.
func namesThing(match, after string) bool {
	if noWords.Get().MatchString(match) && ofThem.Get().MatchString(after) && !ofWhom.Get().MatchString(after) {
		return true
	}
	return compound.Get().MatchString(after) || usual.Get().MatchString(match) && !sweeping.Get().MatchString(match)
}

var wordingCues = lazy.Value[*cueSet]{Make: func() *cueSet {
	groups := make([][]string, len(wordings))
	for i, w := range wordings {
		groups[i] = w.cues
	}
	return newCueSet(groups...)
}}

// reach is how far from a cue its wording can begin and end, in bytes.
const reach = 250

// softened finds override wording in words that soft hyphens part, which a page shows only
// at the end of a line.
func softened(p *prose) []hit {
	const hyphen = "\u00ad"
	if !bytes.Contains(p.text, []byte(hyphen)) {
		return nil
	}
	text, places := make([]byte, 0, len(p.text)), make([]int, 0, len(p.text)+1)
	for i := 0; i < len(p.text); i++ {
		if bytes.HasPrefix(p.text[i:], []byte(hyphen)) {
			i++
			continue
		}
		text, places = append(text, p.text[i]), append(places, i)
	}
	return overrides(p, text, append(places, len(p.text)))
}

// overrides finds override wording in text, which is the prose of p or its tags, where
// it is not quoted and not in a sentence about such wording. Where text is shorter than the file, places has
// the offset of each of its bytes there, and of its end.
func overrides(p *prose, text []byte, places []int) []hit {
	lower := p.lower
	if text = withoutEmphasis(text); len(text) == 0 || &text[0] != &p.text[0] {
		lower = lowered(text)
	}
	var out []hit
	for i, found := range wordingCues.Get().find(lower) {
		for _, near := range widened(found, len(lower), reach, reach) {
			for _, m := range wordings[i].re.Get().FindAllIndex(text[near.Start:near.End], -1) {
				s := source.Span{Start: near.Start + m[0], End: near.Start + m[1]}
				s.Start = s.End - len(bytes.TrimLeft(text[s.Start:s.End], " \t\r\n.!?:*_~>#-"))
				before, after := sentence(text, s)
				match := string(text[s.Start:s.End])
				if places != nil {
					s = source.Span{Start: places[s.Start], End: places[s.End]}
				}
				if !p.isQuoted(s) && !isAbout(before, after) && !namesThing(match, after) {
					out = append(out, hit{s, "wording that overrides an agent's instructions"})
				}
			}
		}
	}
	return out
}

// withoutEmphasis blanks underscores around words, which belong to no word. Those within a name stay.
func withoutEmphasis(text []byte) []byte {
	out := text
	for end := 0; ; {
		start := bytes.IndexByte(text[end:], '_') + end
		if start < end {
			return out
		}
		end = len(text) - len(bytes.TrimLeft(text[start:], "_"))
		if start > 0 && isWordByte(text[start-1]) && end < len(text) && isWordByte(text[end]) {
			continue
		}
		if &out[0] == &text[0] {
			out = bytes.Clone(text)
		}
		copy(out[start:end], bytes.Repeat([]byte(" "), end-start))
	}
}

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}

// tags gives a text as long as f in which all but the HTML tags is blank, or nil
// when there are none. Attributes hold text that a page does not show.
func tags(f *memory.File) []byte {
	if len(f.Doc.HTML) == 0 {
		return nil
	}
	src := f.Text.Bytes()
	out := bytes.Repeat([]byte{' '}, len(src))
	for _, e := range f.Doc.HTML {
		copy(out[e.Span.Start:e.Span.End], src[e.Span.Start:])
	}
	return out
}

// maxSentence is how far around a place its sentence is looked for, in bytes.
const maxSentence = 400

// sentence gives what stands in the same sentence before s, and after it.
func sentence(text []byte, s source.Span) (before, after string) {
	head := text[max(0, s.Start-maxSentence):s.Start]
	if i := bytes.LastIndexAny(head, ".!?。！？"); i >= 0 {
		head = head[i+1:]
	}
	if i := bytes.LastIndex(head, []byte("\n\n")); i >= 0 {
		head = head[i:]
	}
	tail := text[s.End:min(len(text), s.End+maxSentence)]
	if i := bytes.IndexAny(tail, ".!?。！？"); i >= 0 {
		tail = tail[:i]
	}
	if i := bytes.Index(tail, []byte("\n\n")); i >= 0 {
		tail = tail[:i]
	}
	return strings.ToLower(string(head)), strings.ToLower(string(tail))
}

// about matches what makes a sentence one about injection, reporting before it,
// or a prohibition right before or after it.
var (
	about   = lazy.Regexp(`\b(?:inject\w*|attack\w*|jailbreak\w*|payloads?|adversarial|malicious|untrusted|phish\w*|phrases?|wording|red.team\w*)\b|注入|攻击|攻擊|攻撃|인젝션|инъекц|инжек|атак`)
	says    = lazy.Regexp(`\b(?:says?|saying|said|tells?|telling|asks|asking|reads?|claims?|contains?|containing|such as|like|e\.g|for example|tries|trying|attempts?|detects?|flags?|rejects?|blocks?|refuses?|strings?|patterns?|lines?|texts?|commands?)\b|说|說|如果|という|라고|говорит|пишет`)
	isNot   = lazy.Regexp(`^(?:し(?:ない|ては|ちゃ)|せず|ないで|ては)|^\s?(?:하지|지)\s?(?:마|말|않)|^하면 안|^해서는 안|^\p{L}{0,3}ma(?:yın?|y?ınız)?(?:\s|$)|^\s+(?:nicht|niemals|niet|nooit|ikke|inte|aldri|nunca|jamais|mai)(?:\s|$)`)
	nowhere = lazy.Regexp(`(?:不要|别|別|勿|不能|不得|不可|不应|不應|不该|不該|绝不|絕不|切勿|切莫|禁止)(?:再|去)?$|(?:^|\s)(?:no|non|ne|nunca|jamais|não|nie|nigdy|aldrig|nikdy|niciodată|не|никогда(?:\s+не)?|нельзя|ніколи(?:\s+не)?|không(?:\s+(?:được|bao giờ))?|đừng|chớ|jangan(?:\s+pernah)?|אל|אין|هرگز)\s+$|(?:^|\s)(?:لا|لن)\s+\p{L}?$`)
	never   = lazy.Regexp(`\b(?:never|not|don['’]t|cannot|can['’]t|must not|nobody|no one|without)[\s\p{L}]{0,12}$|\b(?:nothing|neither|none)\b[\s\p{L}]{0,40}$`)
)

func isAbout(before, after string) bool {
	return about.Get().MatchString(before) || about.Get().MatchString(after) || says.Get().MatchString(before) || never.Get().MatchString(before) ||
		nowhere.Get().MatchString(before) || isNot.Get().MatchString(after)
}
