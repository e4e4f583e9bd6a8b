package rules

import "github.com/teammem/teammem/internal/lazy"

const (
	numEN = `(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|a couple(?: of)?|couple of|a few|several)`
	dayEN = `(?:mon|tues|wednes|thurs|fri|satur|sun)day`
	// spans that an event in front of them makes "three days before the release", unless what
	// follows tells of the past.
	eventHan = `(?:发布|發布|发版|發版|上线|上線|到期|过期|過期|截止|结束|結束|开始|開始|生效|会议|會議|部署|合并|合併|冻结|凍結|交付|升级|升級|切换|切換|迁移|遷移|关闭|關閉|活动|活動` +
		`|リリース|公開|締切|締め切り|期限|納期|開始|終了|会議|デプロイ|満了) ?⟦[^⟧]*[前后後]⟧[^了的过過たっ]*$`
	eventKO = `(?:배포|출시|릴리[스즈]|마감|만료|종료|시작|회의|시험|오픈|병합|점검|이전|행사|연휴|갱신|전환) ?⟦[^⟧]*(?:전|후|뒤)⟧[^했었았됐났였렸]*$`
)

// dateWords are the words of each language. "not" names where they mean something else.
var dateWords = []dateWord{
	{
		cues: "today|yesterday|tomorrow|tonight|morning|afternoon|evening|night|week|day|fortnight",
		re: lazy.Regexp(`(?i)(?:the day (?:before yesterday|after tomorrow)|(?:earlier |later |until |since )?(?:today|yesterday|tomorrow)(?: (?:morning|afternoon|evening|night))?|tonight|this (?:morning|afternoon|evening)` +
			`|(?:last|next|this|this coming|this past) ` + dayEN + `|(?:last|next) (?:week(?:end)?|night)|the other day|(?:a fortnight ago|(?:last|next) fortnight)|` + numEN + ` (?:business |working )?(?:days?|weeks?) (?:ago|from (?:now|today))` +
			`|in (?:about |another |roughly )?(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|a couple of|a few|several) (?:more |business |working )?(?:days|weeks)(?:['’] time)?)`),
		not: lazy.Regexp(`[\p{L}\p{N},’'"] ⟦(?:Today|Tomorrow|Yesterday|Tonight)⟧` +
			`|(?i:\bin use ⟦today⟧|\b(?:needs|world|web|standards) of ⟦today⟧|⟦today⟧(?:['’]s date| (?:widget|tab|view|page|screen|button|column|panel|section|list|filter|card|badge|label|marker|cell|line|row|folder|note|notes)\b)` +
			`|⟦in [^⟧]*⟧ (?:of|after|from|or less|or more|following|since|before|per)\b|⟦(?:last|next) [^⟧]*⟧ (?:of|in)\b|every ⟦|each ⟦|⟦(?:next|last) [^⟧]*⟧ (?:day|button)\b|(?:is|are|was|equals|before|after|until|past|for|either|>=?|<=?) ⟦today⟧ (?:or|and)\b|\b(?:if|whether|when|days? (?:before|after|until|since)) ⟦today⟧|\btoday or ⟦tomorrow⟧)`),
	},
	{
		cues: "天|日|周|週|星期|礼拜|禮拜|晚|早",
		re: lazy.Regexp(`大?前天|昨天|今天|明天|大?后天|大?後天|昨日|今日|明日|昨晚|今晚|明晚|昨夜|今早|明早|今晨|(?:上|下)(?:个|個)?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天末]?` +
			`|[一二两兩三四五六七八九十几幾\d]{1,3} ?(?:个|個)?(?:天|日|周|週|星期|礼拜|禮拜)(?:前|后|後|之前|之后|之後|以前|以后|以後)`),
		alone: anywhere,
		not: lazy.Regexp(`⟦今日⟧[头頭][条條]|⟦明日⟧方舟|每⟦|最⟦后天|以⟦前天|⟦(?:上|下)(?:周|週)⟧(?:期|长|長)|[之的]⟦[^⟧]*(?:前|后|後)⟧|[>＞<＜≥≤]\s*⟦|(?:超过|超過|大于|大於|至少|每隔)\s*⟦` +
			`|⟦[^⟧]*⟧(?:起算|内|內)|⟦[^⟧]*(?:后|後)⟧(?:会|會|将|將|才)?(?:自动|自動|过期|過期|失效|到期|清理|清除|删除|刪除)|以⟦上|⟦[^⟧]*⟧の|の⟦|⟦[^⟧]*後⟧に(?:失効|期限|自動|削除|消)|` + eventHan),
	},
	{
		cues:  "日|週|きのう|きょう|昨|今朝|今夜|今晩",
		re:    lazy.Regexp(`一昨日|昨日|本日|今日|明日|明後日|昨夜|今朝|今夜|今晩|先日|(?:先|来|再来|先々)週(?:末|の?[月火水木金土日]曜日?)?|[一二三四五六七八九十数\d]{1,3} ?(?:日|週間)(?:前|後)`),
		alone: anywhere,
		not:   lazy.Regexp(`[のは]⟦[^⟧]*(?:前|後)⟧|⟦今日⟧[头頭][条條]|⟦明日⟧方舟|毎⟦|[>＞<＜≥≤]\s*⟦|⟦(?:昨日|今日|明日|本日)⟧(?:报|報|头)|⟦[^⟧]*後⟧に(?:失効|期限|自動|削除|消)|` + eventHan),
	},
	{
		cues:  "어제|오늘|내일|그제|그저께|모레|주|일|틀|흘",
		re:    lazy.Regexp(`그저께|그제|어제|오늘|내일모레|내일|모레|(?:지난|저번|다다음|다음) ?주(?:말)?|(?:지난|다음) [월화수목금토일]요일|(?:\d{1,3}|며칠|한|두|세|네|몇) ?(?:일|주|주일) ?(?:전|후|뒤)|(?:며칠|이틀|사흘|나흘|열흘) (?:전|후|뒤)`),
		alone: afterBreak,
		not:   lazy.Regexp(`⟦오늘⟧날|⟦내일⟧배움|⟦다음 ?주⟧[소기의요]|⟦지난 ?주⟧[소기요]|[>＞<＜≥≤]\s*⟦|(?:매|최소) ?⟦|⟦다음 ⟧|⟦다음주⟧(?:석|문)|` + eventKO),
	},
	{
		cues: "вчера|сегодня|завтра|недел|назад|через|прошл|следующ",
		re: lazy.Regexp(`(?i)(?:позавчера|послезавтра|вчера|сегодня|завтра|(?:на |за )?(?:прошл|следующ|будущ)(?:ой|ую|ей|ая|ею) недел(?:е|ю|я|ей)|в (?:прошл|следующ)(?:ый|ую|ее|ий|ую|ой) (?:понедельник|вторник|сред[уы]|четверг|пятниц[уы]|суббот[уы]|воскресенье)` +
			`|(?:\d{1,3}|один|два|две|три|четыре|пять|шесть|семь|десять|несколько|пару) (?:день|дня|дней|недел[юиь]) назад|(?:день|неделю) назад|через (?:\d{1,3}|один|два|две|три|четыре|пять|шесть|семь|десять|несколько|пару) (?:день|дня|дней|недел[юиь])|через неделю)`),
	},
	{
		cues: "вчора|сьогодні|завтра|тижня|тому",
		re:   lazy.Regexp(`(?i)(?:позавчора|післязавтра|вчора|сьогодні|минулого тижня|наступного тижня|\d{1,3} (?:день|дні|днів|тижні|тижнів) тому)`),
	},
	{
		cues: "ayer|anoche|hoy|mañana|semana|lunes|martes|miércoles|jueves|viernes|sábado|domingo|hace|días",
		re: lazy.Regexp(`(?i)(?:anteayer|antes de ayer|anoche|ayer|hoy|pasado mañana|mañana|(?:la )?(?:semana pasada|próxima semana|semana que viene|semana próxima)|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) (?:pasado|que viene|próximo)|el (?:próximo|pasado) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)` +
			`|hace (?:\d{1,3}|un|una|dos|tres|cuatro|cinco|seis|siete|diez|unos|unas|pocos) (?:días?|semanas?)|(?:dentro de|en) (?:\d{1,3}|dos|tres|cuatro|cinco|seis|siete|diez|unos) (?:días|semanas))`),
		not: lazy.Regexp(`(?i:(?:la|las|cada|esta|una|media|de|por la) ⟦mañana⟧|⟦hoy⟧ en día|(?:más|menos) de ⟦)`),
	},
	{
		cues: "ontem|hoje|amanhã|semana|dias|segunda|terça|quarta|quinta|sexta|sábado|domingo",
		re: lazy.Regexp(`(?i)(?:anteontem|ontem|hoje|depois de amanhã|amanhã|(?:na |a )?(?:semana passada|próxima semana|semana que vem)|(?:na |no )?(?:próxim[ao] )(?:segunda|terça|quarta|quinta|sexta|sábado|domingo)(?:-feira)?|(?:na |no )?(?:segunda|terça|quarta|quinta|sexta|sábado|domingo)(?:-feira)? (?:passad[ao]|que vem)` +
			`|há (?:\d{1,3}|um|uma|dois|duas|três|quatro|cinco|sete|dez|alguns|poucos) (?:dias?|semanas?)|(?:\d{1,3}|um|uma|dois|duas|três|quatro|cinco|dez) (?:dias?|semanas?) atrás|(?:daqui a|em) (?:\d{1,3}|dois|duas|três|quatro|cinco|sete|dez|alguns) (?:dias|semanas))`),
		not: lazy.Regexp(`(?i:⟦hoje⟧ em dia|(?:mais|menos) de ⟦)`),
	},
	{
		cues: "hier|aujourd|demain|semaine|jours|dernier|prochain",
		re: lazy.Regexp(`(?i)(?:avant-hier|hier|aujourd['’]hui|après-demain|demain|la semaine (?:dernière|prochaine|passée)|(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) (?:dernier|prochain)` +
			`|il y a (?:\d{1,3}|une?|deux|trois|quatre|cinq|six|sept|dix|quelques) (?:jours?|semaines?)|dans (?:\d{1,3}|deux|trois|quatre|cinq|six|sept|huit|dix|quelques) (?:jours|semaines))`),
		only: lazy.Regexp(`(?i)(?:^|[^\p{L}])(?:le|la|les|du|des|une?|est|et|été|pas|nous|on|il|elle|ce|cette|au|aux|sur|pour|dans|que|qui|dès|depuis|jusqu|a|avons|avant)(?:[^\p{L}]|$)|aujourd|après|demain`),
		not:  lazy.Regexp(`(?i:⟦hier⟧\s+(?:ist|sind|wird|werden|nur|nicht|die|der|das|den|steht|liegt|gibt|kein\w*|ein\w*|auch|immer|zu|im|in|am|um)\b|\b(?:ist|sind|wird|und|von|nur|die|der|das|gilt|dass|aber|wie|bis) ⟦hier⟧)`),
	},
	{
		cues: "gestern|heute|morgen|woche|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|tagen",
		re: lazy.Regexp(`(?:(?i:vorgestern|gestern|heute|übermorgen)|\bmorgen|(?i:(?:letzte|nächste|übernächste|vorige|vergangene|kommende)[rn]? (?:Woche|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Wochenende|Nacht)` +
			`|(?:vor|in) (?:\d{1,3}|einer|einem|zwei|drei|vier|fünf|sechs|sieben|zehn|wenigen|einigen|paar|ein paar) (?:Tagen|Wochen|Tag|Woche)))`),
		not: lazy.Regexp(`(?i:⟦heute⟧ (?:noch |nur noch |meist |allgemein )?(?:üblich|gängig|gebräuchlich)|(?:alle|jede[nr]?|mindestens|höchstens|älter als) ⟦|⟦in (?:einer|einem) [^⟧]*⟧)`),
	},
	{
		cues: "ieri|oggi|domani|settimana|giorni|scorso|prossimo",
		re: lazy.Regexp(`(?i)(?:l['’]altro ieri|ieri|oggi|dopodomani|domani|la (?:settimana (?:scorsa|prossima)|(?:scorsa|prossima) settimana)|(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica) (?:scors[oa]|prossim[oa])` +
			`|(?:\d{1,3}|un|una|due|tre|quattro|cinque|sette|dieci|pochi) (?:giorn[oi]|settiman[ae]) fa|(?:tra|fra) (?:\d{1,3}|due|tre|quattro|cinque|sette|dieci|pochi) (?:giorni|settimane))`),
	},
	{
		cues: "gisteren|vandaag|overmorgen|volgende week|vorige week|geleden",
		re:   lazy.Regexp(`(?i)(?:eergisteren|gisteren|vandaag|overmorgen|(?:volgende|vorige) week|(?:\d{1,3}|een|twee|drie|vier|vijf|enkele|paar) (?:dag(?:en)?|we(?:ek|ken)) geleden)`),
	},
	{
		cues: "wczoraj|dzisiaj|dziś|jutro|pojutrze|tygodni|temu",
		re:   lazy.Regexp(`(?i)(?:przedwczoraj|wczoraj|dzisiaj|dziś|pojutrze|jutro|w (?:zeszłym|ubiegłym|przyszłym|następnym) tygodniu|(?:\d{1,3}|dwa|trzy|kilka) (?:dni|tygodnie|tygodni) temu)`),
	},
	{
		cues: "včera|včerejš|dnes|zítra|týden",
		re:   lazy.Regexp(`(?i)(?:předevčírem|včera|dnes|pozítří|zítra|(?:minulý|příští) týden|před (?:\d{1,3}|dvěma|třemi) (?:dny|týdny))`),
	},
	{
		cues: "ieri|mâine|azi|astăzi|săptămâna|săptămâni|zile",
		re:   lazy.Regexp(`(?i)(?:alaltăieri|astăzi|poimâine|mâine|săptămâna (?:trecută|viitoare)|acum (?:\d{1,3}|două|trei|câteva) (?:zile|săptămâni)|peste (?:\d{1,3}|două|trei) (?:zile|săptămâni))`),
	},
	{
		cues: "igår|i går|idag|i dag|imorgon|i morgon|veckan|dagar sedan",
		re:   lazy.Regexp(`(?i)(?:i förrgår|igår|i går|idag|i dag|imorgon|i morgon|(?:förra|nästa) veckan?|för (?:\d{1,3}|två|tre|några) (?:dagar|veckor) sedan)`),
	},
	{
		cues: "dün|bugün|yarın|hafta|gün",
		re:   lazy.Regexp(`(?:[Ee]vvelsi gün|[Dd]ün|[Bb]ugün|[Yy]arın|(?:[Gg]eçen|[Gg]elecek|[Öö]nümüzdeki) hafta|(?:\d{1,3}|iki|üç|birkaç) (?:gün|hafta) (?:önce|sonra))`),
		not:  lazy.Regexp(`[dt][ae]n ⟦`),
	},
	{
		cues: "hôm qua|hôm nay|hôm kia|ngày mai|ngày kia|tuần|ngày trước",
		re:   lazy.Regexp(`(?i)(?:hôm qua|hôm nay|hôm kia|ngày mai|ngày kia|tuần (?:trước|sau|tới|vừa rồi)|(?:\d{1,3}|một|hai|ba|vài|mấy) (?:ngày|tuần) (?:trước|nữa))`),
		not:  lazy.Regexp(`(?i:(?:nhiều|các|mỗi|mọi|từng|hàng) ⟦(?:tuần|ngày)|⟦[^⟧]*(?:trước|sau)⟧ (?:khi|lúc|hạn)\b)`),
	},
	{
		cues: "kemarin|besok|hari ini|lusa|minggu",
		re:   lazy.Regexp(`(?i)(?:kemarin|besok|hari ini|lusa|minggu (?:lalu|depan)|(?:\d{1,3}|dua|tiga|beberapa) (?:hari|minggu) (?:yang )?lalu)`),
	},
	{
		cues: "أمس|غدا|غدًا|الأسبوع",
		re:   lazy.Regexp(`(?:أول أمس|أمس|بعد غد|غدًا|غداً|غدا|الأسبوع (?:الماضي|القادم|المقبل)|قبل (?:\d{1,3}|يومين|أسبوعين) ?(?:أيام|أسابيع)?)`),
		not:  lazy.Regexp(`⟦قبل [^⟧]*⟧ من `),
	},
	{
		cues: "कल|आज|परसों|हफ्ते|सप्ताह",
		re:   lazy.Regexp(`(?:परसों|कल|आज|(?:पिछले|अगले) (?:हफ्ते|सप्ताह)|(?:\d{1,3}|दो|तीन|कुछ) दिन पहले)`),
		not:  lazy.Regexp(`से ⟦`),
	},
	{
		cues:  "เมื่อวาน|วันนี้|พรุ่งนี้|สัปดาห์",
		re:    lazy.Regexp(`เมื่อวานซืน|เมื่อวาน|วันนี้|พรุ่งนี้|มะรืนนี้|สัปดาห์(?:ที่แล้ว|หน้า|ก่อน)|\d{1,3} วัน(?:ก่อน|ที่แล้ว)`),
		alone: anywhere,
	},
	{
		cues: "دیروز|امروز|فردا|هفته|روز",
		re:   lazy.Regexp(`(?:پریروز|دیروز|امروز|پس[\x{200c} ]?فردا|فردا|هفته(?:[\x{200c} ]?ی)? (?:گذشته|پیش|قبل|آینده|بعد)|(?:[0-9۰-۹]{1,3}|یک|دو|سه|چهار|پنج|شش|هفت|ده|چند) (?:روز|هفته) (?:پیش|قبل|بعد|دیگر))`),
		not:  lazy.Regexp(`⟧ از `),
	},
	{
		cues: "אתמול|היום|מחר|שבוע|ימים|יומיים",
		re:   lazy.Regexp(`(?:שלשום|אתמול|היום|מחרתיים|מחר|בשבוע (?:שעבר|הבא)|(?:לפני|בעוד) (?:שבועיים|יומיים|שבוע|(?:[0-9]{1,3}|שלושה|ארבעה|חמישה|שבעה|כמה) (?:ימים|שבועות)))`),
		not:  lazy.Regexp(`(?:כל|במשך) ⟦|⟦היום⟧[־-]`),
	},
}
