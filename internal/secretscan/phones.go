package secretscan

import (
	"bytes"
	"strings"
)

var phoneNumber = &kind{rule: "phone", title: "phone number", rank: rankPersonal, guessable: true, personal: true}

// ScanPhones is Scan that finds phone numbers as well: international ones, Chinese mobile
// numbers, North American ones, and others where a word says what they are. Scan does not,
// since many a number only looks like one.
func ScanPhones(text []byte) []Match {
	return matchesOf(text, merge(append(usualCutting.find(text), phones(text)...)))
}

func phones(text []byte) []hit {
	var s scan
	s.begin(&view{text: text})
	for i := 0; i < len(text); {
		if isDigit(text[i]) || strings.IndexByte("+(", text[i]) >= 0 {
			i = s.phone(i)
		} else {
			i++
		}
	}
	return withForms(text, s.hits)
}

// phone reads a number at i and returns where to go on.
func (s *scan) phone(i int) int {
	end := i + 1
	for end < len(s.text) && (isDigit(s.text[end]) || strings.IndexByte(" -.()", s.text[end]) >= 0 && end+1 < len(s.text) && strings.IndexByte("0123456789(", s.text[end+1]) >= 0 || s.text[end] == ')') {
		end++
	}
	for end > i && !isDigit(s.text[end-1]) {
		end--
	}
	if end <= i {
		return i + 1
	}
	number := string(s.text[i:end])
	if (i == 0 || !isWordish(s.text[i-1])) && s.endsNumber(end) && s.isPhone(i, number) {
		s.add(phoneNumber, i, end)
	}
	return end
}

// phoneWords say that a number is one of a phone.
var phoneWords = []string{"phone", "phone number", "phone no", "tel", "telephone", "mobile", "cell", "call", "fax", "whatsapp", "telefon", "handy", "teléfono", "telefone", "téléphone",
	"电话", "电话号码", "手机", "手机号", "手机号码", "座机", "联系方式", "電話", "電話番号", "携帯", "전화", "전화번호", "휴대폰", "телефон"}

func (s *scan) isPhone(i int, number string) bool {
	digits := strings.Map(only(isDigit), number)
	if distinct(digits) < 4 || longestSequence(digits) >= 7 || strings.Contains(number, "  ") || isDate(digits) && len(digits) == 8 {
		return false
	}
	switch groups := groupsOf(number); {
	case number[0] == '+': // ITU-T E.164
		return len(digits) >= 8 && len(digits) <= 15 && digits[0] != '0' && !fictional(digits)
	case strings.HasPrefix(groups, "4 2 2 ") && isDate(digits[:8]), groups == "2 2 4" && isDate(digits[4:]+digits[2:4]+digits[:2]):
		return false // a day with its hour, or with the year at its end
	case len(digits) == 11 && digits[0] == '1' && digits[1] >= '3': // mobile, China
		return groups == "11" || groups == "3 4 4"
	case len(digits) == 13 && strings.HasPrefix(digits, "861") && digits[3] >= '3':
		return true
	case len(digits) == 10 && groups == "3 3 4":
		return northAmerican(digits) && !fictional(digits)
	}
	return len(digits) >= 7 && len(digits) <= 13 && s.saysPhone(i) && !fictional(digits)
}

// saysPhone reports whether the word right before i says that a phone number follows.
func (s *scan) saysPhone(i int) bool {
	before := strings.TrimRight(string(s.lower[max(s.line(i).Start, i-40):i]), " \t:.=|*`#：是为（(")
	for _, w := range phoneWords {
		if rest, ok := strings.CutSuffix(before, w); ok && (w[0] >= utf8Start || rest == "" || !isAlnum(rest[len(rest)-1])) {
			return true
		}
	}
	return false
}

// groupsOf gives the lengths of the groups of digits.
func groupsOf(number string) string {
	var b bytes.Buffer
	for _, g := range strings.FieldsFunc(number, func(r rune) bool { return r < '0' || r > '9' }) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if len(g) > 9 {
			b.WriteByte('0' + byte(len(g)/10))
		}
		b.WriteByte('0' + byte(len(g)%10))
	}
	return b.String()
}

// northAmerican reports whether ten digits are area code, exchange and number.
// https://www.nanpa.com/numbering
func northAmerican(d string) bool {
	return d[0] >= '2' && d[3] >= '2' && d[1:3] != "11" && d[4:6] != "11"
}

// fictional numbers of North America have the area code 555 or end in 555-0100 to 555-0199.
func fictional(d string) bool {
	return len(d) >= 7 && strings.HasPrefix(d[len(d)-7:], "55501") || len(d) >= 10 && d[len(d)-10:len(d)-7] == "555"
}
