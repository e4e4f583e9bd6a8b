package secrettest

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// luhnDigit is the check digit behind s. ISO/IEC 7812-1, annex B.
func luhnDigit(s string) string {
	sum := 0
	for i := range len(s) {
		n := int(s[len(s)-1-i] - '0')
		if i%2 == 0 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return strconv.Itoa((10 - sum%10) % 10)
}

// luhn makes a number of n digits that begins with prefix and whose check digit is right.
func (d drawing) luhn(prefix string, n int) string {
	body := prefix + d.pick('d', n-len(prefix)-1)
	return body + luhnDigit(body)
}

// broken makes a number of 16 digits whose check digit is wrong.
func (d drawing) broken() string {
	body := one(d, []string{"4", "5", "6"}) + d.pick('d', 14)
	return body + string('0'+(luhnDigit(body)[0]-'0'+byte(d.between(1, 9)))%10)
}

// issuers are how card numbers begin, and how many digits they have.
var issuers = []struct {
	prefix string
	length int
}{{"4«d5»", 16}, {"51«d4»", 16}, {"22«z1»«d3»", 16}, {"37«d4»", 15}, {"6011«d2»", 16}, {"353«d3»", 16}, {"622«d3»", 19}, {"55«d4»", 16}}

func (d drawing) card(issuer int) string {
	for {
		if v := d.luhn(d.fill(issuers[issuer].prefix), issuers[issuer].length); varied(v) {
			return v
		}
	}
}

// varied tells a number from one made for tests, which repeats its digits.
func varied(v string) bool {
	seen := map[rune]bool{}
	for _, r := range v {
		seen[r] = true
	}
	return len(seen) > 5
}

func grouped(v, between string) string {
	if len(v) == 15 {
		return v[:4] + between + v[4:10] + between + v[10:]
	}
	var parts []string
	for ; len(v) > 4; v = v[4:] {
		parts = append(parts, v[:4])
	}
	return strings.Join(append(parts, v), between)
}

// ssn is area, group and serial of a US social security number.
func (d drawing) ssn() (string, string, string) {
	area := d.between(1, 899)
	if area == 666 {
		area++
	}
	return fmt.Sprintf("%03d", area), fmt.Sprintf("%02d", d.between(1, 99)), fmt.Sprintf("%04d", d.between(1, 9999))
}

// chineseID has the check digit of GB 11643-1999.
func (d drawing) chineseID() string {
	body := one(d, strings.Fields("110105 310115 440305 330106 510107 420111")) + fmt.Sprintf("%d%02d%02d", d.between(1955, 2004), d.between(1, 12), d.between(1, 28)) + d.pick('d', 3)
	sum := 0
	for i, weight := range []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += weight * int(body[i]-'0')
	}
	return body + string("10X98765432"[sum%11])
}

// iban has the check digits of ISO 13616.
func (d drawing) iban() string {
	country, form, _ := strings.Cut(one(d, []string{"DE «d18»", "FR «d23»", "GB NWBK«d14»", "NL ABNA«d10»", "ES «d20»"}), " ")
	body := d.fill(form)
	var digits strings.Builder
	for _, r := range body + country + "00" {
		if r >= 'A' {
			digits.WriteString(strconv.Itoa(int(r-'A') + 10))
		} else {
			digits.WriteRune(r)
		}
	}
	n, _ := new(big.Int).SetString(digits.String(), 10) // digits only
	return fmt.Sprintf("%s%02d%s", country, 98-n.Mod(n, big.NewInt(97)).Int64(), body)
}

func (w *writer) personal() {
	put := func(class, name, lang, text, v string) {
		w.loud(class, name, lines(lang, strings.Split(strings.Replace(text, "%v", marked(v), 1), "\n")...))
	}
	for i := range 8 {
		put("pii-card", "prose-sep", "en", "The buyer in the ticket used card %v for it", grouped(w.card(i), " "))
		put("pii-card", "prose-bare", "en", "Paid back to credit card %v, see the ticket.", w.card(i))
		put("pii-card", "dash-table", "en", "| buyer | card |\n| --- | --- |\n| 8812 | %v |", grouped(w.card(i), "-"))
		put("pii-card", "zh", "zh", "客户的银行卡号：%v。", one(w.drawing, []string{w.card(i), grouped(w.card(i), " ")}))
	}
	for range 6 {
		a, g, s := w.ssn()
		put("pii-ssn", "prose-kw", "en", "For the form: the SSN of the contractor is %v, as told", a+"-"+g+"-"+s)
		a, g, s = w.ssn()
		put("pii-ssn", "table", "en", "| worker | social security number |\n| --- | --- |\n| J. Doe | %v |", a+"-"+g+"-"+s)
		a, g, s = w.ssn()
		put("pii-ssn", "bare-nodash-kw", "en", "SSN: %v", a+g+s)
		a, g, s = w.ssn()
		put("pii-ssn", "prose-nokw", "en", "The tax sheet of Jane has %v and where she lives", a+"-"+g+"-"+s)
	}
	for range 5 {
		put("pii-cn-id", "zh-kw", "zh", "对方身份证号：%v，复印件在附件里", w.chineseID())
		put("pii-cn-id", "zh-tight", "zh", "身份证%v已核对", w.chineseID())
		put("pii-cn-id", "table", "zh", "| 姓名 | 证件 |\n| --- | --- |\n| 张三 | %v |", w.chineseID())
	}
	for range 4 {
		put("pii-iban", "prose", "en", "Bills go to IBAN %v each month", grouped(w.iban(), " "))
		put("pii-iban", "bare", "en", "account: %v", w.iban())
	}
	for range 4 {
		put("pii-phone", "zh", "zh", "客户李雷的手机号：%v，有事直接打", w.fill(one(w.drawing, []string{"13«d9»", "15«d9»", "17«d9»", "18«d9»"})))
		put("pii-phone", "en", "en", "After six call the customer at %v, not before", fmt.Sprintf("+1 (%d) %d-%d", w.between(201, 989), w.between(200, 999), w.between(1000, 9999)))
	}
}
