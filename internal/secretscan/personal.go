package secretscan

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

var (
	paymentCard = &kind{rule: "payment-card", title: "payment card number", rank: rankPersonal, guessable: true, personal: true}
	usSSN       = &kind{rule: "us-ssn", title: "US social security number", rank: rankPersonal, guessable: true, personal: true}
	chineseID   = &kind{rule: "cn-identity", title: "Chinese identity number", rank: rankPersonal, guessable: true, personal: true}
	bankAccount = &kind{rule: "iban", title: "IBAN", rank: rankPersonal, guessable: true, personal: true}
)

// personal finds numbers that name a person or their money. Each has a check
// digit or a rule that most other numbers break.
func (s *scan) personal() {
	for i := 0; i < len(s.text); {
		switch c := s.text[i]; {
		case !isDigit(c) && !isUpper(c), i > 0 && isWordish(s.text[i-1]) && !(s.text[i-1] == '=' && s.namesNumber(i-1)):
			i++
		case isDigit(c):
			i = s.number(i)
		default:
			i = s.iban(i)
		}
	}
}

// numberNames are what a variable or a field with such a number is called at its end.
var numberNames = []string{"pan", "card", "cardnumber", "card_number", "cardno", "card_no", "ssn", "iban", "idcard", "id_card", "id_number", "idnumber", "identity", "身份证", "身份证号", "卡号"}

// namesNumber reports whether such a name ends at i.
func (s *scan) namesNumber(i int) bool {
	name := bytes.TrimRight(s.lower[max(s.line(i).Start, i-longestGap/2):i], " \"'")
	return slices.ContainsFunc(numberNames, func(n string) bool {
		before, ok := bytes.CutSuffix(name, []byte(n))
		return ok && (len(before) == 0 || !isLetter(before[len(before)-1]))
	})
}

// isWordish reports whether a number right behind c is part of something
// longer: a word, a decimal, a path, a query, an amount.
func isWordish(c byte) bool {
	return isAlnum(c) || strings.IndexByte("-._/=&%#+@$\\", c) >= 0
}

// number reads the digits at i, in groups or not, and returns where to go on.
func (s *scan) number(i int) int {
	end, groups, sep := s.digitGroups(i)
	if !s.endsNumber(end) {
		return end
	}
	digits := string(s.text[i:end])
	if len(groups) > 1 {
		digits = strings.ReplaceAll(strings.ReplaceAll(digits, " ", ""), "-", "")
	}
	switch {
	case s.isCard(i, digits, groups):
		s.add(paymentCard, i, end, digits)
	case s.isSSN(i, digits, groups, sep):
		s.add(usSSN, i, end, digits)
	case len(groups) == 1 && isChineseID(digits):
		s.add(chineseID, i, end)
	}
	return end
}

// digitGroups reads groups of digits with one blank or dash between them. An X
// can be the check digit of a Chinese number.
func (s *scan) digitGroups(i int) (end int, groups []int, sep byte) {
	start := i
	for i < len(s.text) && len(groups) < 8 {
		g := i
		for i < len(s.text) && isDigit(s.text[i]) {
			i++
		}
		if i == g {
			break
		}
		groups, end = append(groups, i-g), i
		if i+1 >= len(s.text) || s.text[i] != ' ' && s.text[i] != '-' || sep != 0 && s.text[i] != sep || !isDigit(s.text[i+1]) {
			break
		}
		sep = s.text[i]
		i++
	}
	if len(groups) == 1 && end-start == 17 && end < len(s.text) && s.lower[end] == 'x' {
		end++
	}
	return end, groups, sep
}

// endsNumber reports whether no more of a longer number or word follows.
func (s *scan) endsNumber(i int) bool {
	if i >= len(s.text) {
		return true
	}
	c := s.text[i]
	if isAlnum(c) || c == '_' || c == '/' || c == '%' || c == '@' {
		return false
	}
	return c != '.' && c != '-' && c != ',' || i+1 >= len(s.text) || !isAlnum(s.text[i+1]) || c == ',' && !isDigit(s.text[i+1])
}

// near reports whether one of words stands shortly before i on the same line.
func (s *scan) near(i int, words ...string) bool {
	before := s.lower[max(s.line(i).Start, i-48):i]
	for _, w := range words {
		if n := bytes.LastIndex(before, []byte(w)); n >= 0 && wholeWord(before, n, n+len(w)) {
			return true
		}
	}
	return false
}

// wholeWord reports whether no letters adjoin the range; Chinese needs no
// blanks between words.
func wholeWord(b []byte, start, end int) bool {
	return b[start] >= 0x80 || (start == 0 || !isLetter(b[start-1])) && (end >= len(b) || !isLetter(b[end]))
}

// An issuer is a range of card numbers by their first digits.
// https://www.iso.org/standard/70484.html (ISO/IEC 7812-1)
type issuer struct {
	low, high string
	lengths   []int
}

var issuers = []issuer{
	{"4", "4", []int{16}},               // Visa
	{"51", "55", []int{16}},             // Mastercard
	{"2221", "2720", []int{16}},         // Mastercard
	{"34", "34", []int{15}},             // American Express
	{"37", "37", []int{15}},             // American Express
	{"6011", "6011", []int{16}},         // Discover
	{"644", "659", []int{16}},           // Discover
	{"3528", "3589", []int{16}},         // JCB
	{"62", "62", []int{16, 17, 18, 19}}, // UnionPay
	{"300", "305", []int{14}},           // Diners Club
	{"36", "36", []int{14}},             // Diners Club
	{"38", "39", []int{14}},             // Diners Club
	{"5018", "5018", []int{16}},         // Maestro
	{"6759", "6763", []int{16, 18, 19}}, // Maestro
	{"2200", "2204", []int{16}},         // Mir
	{"60", "60", []int{16}},             // RuPay
	{"81", "82", []int{16}},             // RuPay
	{"650", "650", []int{16}},           // RuPay
}

// isCard reports whether digits, which stand at i, are a card number.
func (s *scan) isCard(i int, digits string, groups []int) bool {
	if len(digits) < 14 || len(digits) > 19 || !issued(digits) || !luhn(digits) || sampleCard(digits) {
		return false
	}
	named := s.near(i, "card", "pan", "visa", "mastercard", "amex", "卡", "收款", "银行")
	switch {
	case len(groups) > 1:
		return printedCard(groups)
	case len(digits) == 16 || len(digits) == 15:
		return named || !s.near(i, "id", "order", "invoice", "ticket", "account", "tracking", "serial", "imei", "订单", "编号", "流水", "单号", "时间戳", "timestamp")
	}
	return named
}

// printedCard reports whether a card number is printed in groups of these lengths.
func printedCard(groups []int) bool {
	switch fmt.Sprint(groups) {
	case "[4 4 4 4]", "[4 6 5]", "[4 6 4]", "[4 4 4 4 3]", "[4 4 4 4 2]", "[6 13]":
		return true
	}
	return false
}

func issued(digits string) bool {
	return slices.ContainsFunc(issuers, func(r issuer) bool {
		head := digits[:len(r.low)]
		return r.low <= head && head <= r.high && slices.Contains(r.lengths, len(digits))
	})
}

// luhn checks the check digit. https://www.iso.org/standard/70484.html, annex B
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// sampleCard reports whether a number is one that payment providers publish
// for tests: they repeat digits as real numbers do not.
// https://docs.stripe.com/testing
func sampleCard(digits string) bool {
	return slices.Contains([]string{"378282246310005", "371449635398431", "378734493671000", "5105105105105100", "2223003122003222", "5200828282828210", "6011000990139424", "30569309025904", "38520000023237", "36227206271667", "3566002020360505", "6205500000000000004"}, digits) || distinct(digits) <= 4 || longestRepeat(digits) >= 5 || longestSequence(digits) >= 8
}

// isSSN reports whether digits, which stand at i, are a social security
// number. https://www.ssa.gov/employer/randomization.html
func (s *scan) isSSN(i int, digits string, groups []int, sep byte) bool {
	if len(digits) != 9 {
		return false
	}
	area, group, serial := digits[:3], digits[3:5], digits[5:]
	if area == "000" || area == "666" || area[0] == '9' || group == "00" || serial == "0000" {
		return false
	}
	switch digits {
	case "078051120", "219099999", "123456789", "111111111", "457555462": // known from advertisements and samples
		return false
	}
	named := s.near(i, "ssn", "social")
	if len(groups) == 1 {
		return named
	}
	return len(groups) == 3 && groups[0] == 3 && groups[1] == 2 && (sep == '-' || named)
}

// isChineseID checks place, date of birth and check digit of GB 11643-1999.
func isChineseID(id string) bool {
	if len(id) == 17 { // the X was left out with the separators
		return false
	}
	if len(id) != 18 || !strings.Contains(" 11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 ", " "+id[:2]+" ") {
		return false
	}
	if birth := id[6:14]; birth < "1900" || birth >= "2100" || !isDate(birth) && birth[:4] >= "1950" {
		return false
	}
	weights := [17]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2}
	sum := 0
	for i, w := range weights {
		sum += int(id[i]-'0') * w
	}
	return "10X98765432"[sum%11] == strings.ToUpper(id)[17]
}

// ibanCountries are the countries, each with the length of an IBAN there.
// https://www.swift.com/standards/data-standards/iban-international-bank-account-number
const ibanCountries = " AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 " +
	"FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 " +
	"LU20 LV21 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19 " +
	"SK24 SM27 TN24 TR26 UA29 VA22 VG24 XK20 "

// ibanLength is the length of an IBAN of a country; 0 where there is none.
func ibanLength(country []byte) int {
	at := strings.Index(ibanCountries, " "+string(country))
	if at < 0 {
		return 0
	}
	n, _ := strconv.Atoi(ibanCountries[at+3 : at+5])
	return n
}

// iban reads an IBAN at i, with or without blanks, and returns where to go on.
func (s *scan) iban(i int) int {
	t := s.text
	if i+4 > len(t) || !isUpper(t[i+1]) || !isDigit(t[i+2]) || !isDigit(t[i+3]) {
		return i + 1
	}
	want := ibanLength(t[i : i+2])
	if want == 0 {
		return i + 1
	}
	var plain []byte
	end := i
	for end < len(t) && len(plain) < want && (isDigit(t[end]) || isUpper(t[end]) || t[end] == ' ' && len(plain)%4 == 0) {
		if t[end] != ' ' {
			plain = append(plain, t[end])
		}
		end++
	}
	if len(plain) == want && s.endsNumber(end) && mod97(plain) && distinct(string(plain[4:])) > 3 && !sampleIBAN(string(plain)) {
		s.add(bankAccount, i, end, string(plain))
		return end
	}
	return i + 1
}

// mod97 checks the check digits of ISO 13616: with the first four characters
// moved to the end and letters as numbers from 10, the rest modulo 97 is 1.
func mod97(iban []byte) bool {
	rest := 0
	for _, c := range append(iban[4:len(iban):len(iban)], iban[:4]...) {
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}

// sampleIBAN reports whether an IBAN is one that documents show.
func sampleIBAN(iban string) bool {
	switch iban {
	case "DE89370400440532013000", "GB82WEST12345698765432", "GB29NWBK60161331926819", "FR1420041010050500013M02606", "NL91ABNA0417164300", "ES9121000418450200051332", "CH9300762011623852957", "BE68539007547034", "AT611904300234573201":
		return true
	}
	return longestSequence(iban) >= 8
}
