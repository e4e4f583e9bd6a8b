package secrettest

import "strings"

// A likeness is a sort of note without a secret. Each text makes a note; times says how
// often, where what is drawn makes the difference. Texts in Chinese are told by their letters.
type likeness struct {
	class string
	times int
	texts []string
}

func (w *writer) quietNotes() {
	for _, l := range likenesses {
		for _, text := range l.texts {
			for range max(1, l.times) {
				w.quiet(l.class, "body", lines(langOf(text), strings.Split(w.fill(text), "\n")...))
			}
		}
	}
	for _, line := range quietFrontmatter {
		w.quiet("placeholder", "frontmatter", setting{"en", inFrontmatter, []string{w.fill(line)}})
	}
	w.images()
	w.numbers()
	for range 15 {
		w.quiet("plain-note", "prose", lines("en", "Nothing else was decided."))
		w.quiet("plain-note", "prose", lines("zh", "没有别的决定。"))
	}
}

func langOf(text string) string {
	for _, r := range text {
		if r >= 0x2e80 && r < 0xff00 {
			return "zh"
		}
	}
	return "en"
}

// images have long runs of base64 that are no secret.
func (w *writer) images() {
	for range 4 {
		w.quiet("base64-image", "data-uri", lines("en", w.fill("![a chart](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA«b600-2400»)")))
		w.quiet("base64-image", "svg", lines("en", `<img src="data:image/svg+xml;base64,`+b64(strings.Repeat(`<svg xmlns=http://www.w3.org/2000/svg width=12><path d=M1/></svg>`, 6))+`" alt="where tokens go"/>`))
		w.quiet("base64-image", "font", lines("zh", w.fill("图标字体：data:font/woff2;base64,d09GMgABAAAAA«b1200»")))
		w.quiet("base64-image", "text", lines("en", "As text the fixture is no more than this: "+b64(strings.Repeat("Every week somebody looks at how many tokens the index takes. ", 4))))
	}
}

// numbers are long, and some have a right check digit by chance or design.
func (w *writer) numbers() {
	for range 2 {
		for _, text := range []string{
			"order id " + w.broken() + " was paid back twice", "ids: " + w.broken() + ", " + w.broken() + ", " + w.broken(),
			"sku " + grouped(w.broken(), "-") + " is there again", "账单号 " + grouped(w.broken(), " ") + " 已对过", "订单号 " + w.broken() + "，流水号 «o1»«d19»",
			"event at " + w.luhn("17", 13) + ", in milliseconds", "invoice " + w.luhn("9", 16) + " and parcel " + w.luhn("1", 16),
			"device IMEI " + w.luhn("35", 15) + " does not enrol", "SIM ICCID " + w.luhn("89", 19), "the ratio is 0." + w.luhn("53", 16) + " now",
			"https://shop.internal.example.org/orders/" + w.luhn("4", 16) + "/items",
		} {
			w.quiet("long-number", "mixed", lines(langOf(text), w.fill(text)))
		}
	}
}

var quietFrontmatter = []string{
	"api_key: ${API_KEY}", "token: <set me>", `password: "{{ vault_db_password }}"`, "secret: null", "api_key: YOUR_KEY_HERE", "password: ~", "token_budget: 4000",
	"source_commit: «x40»", "last_verified: «x40»", "token: [redacted]", "password_policy: 12 characters or more", "secret: see the vault", "key: billing-notes-v2",
}
