package secretscan

// oddPairs lists, by the first letter from a to z, the second letters that hardly ever follow
// it within a word: each of these pairs is less than one in 8,000 of the pairs in the Go
// standard library and in the Markdown of public modules. They are nearly half of all pairs.
var oddPairs = [26]string{
	"hjoq", "ghkmnpqvwxz", "jqwxz", "hjkmnpqwxz", "jz", "bghjkqvwxz", "bdfjkmpqvwxyz",
	"bcfghjklnpqvwxz", "hijquwy", "abcdfghijklmnpqrtvwxyz", "bcdfhjkmopqrtvwxyz", "bhjkmqxz",
	"cfghjnqrvwxyz", "hjqwxz", "hjqxyz", "bjmnqvwxz", "abcdefghijklmnopqrstvwxyz", "hjqxz",
	"bjqxz", "bjknqvz", "hjkquvwyz", "bcdfghjklmnpqrstuvwxyz", "bcdfgjklmpqtuvxyz",
	"ghjklmnoqrsuvwyz", "abcdfghjkquvwxy", "bcdfghjklmnopqrstuvwxyz",
}

// unspoken reports whether the letters of v follow one another as in no words. Where the
// case rises one word ends and the next begins, so that pair says nothing.
func unspoken(v string) bool {
	pairs, odd := 0, 0
	for i := 1; i < len(v); i++ {
		a, b := v[i-1], v[i]
		if !isLetter(a) || !isLetter(b) || isLower(a) && isUpper(b) {
			continue
		}
		pairs++
		if isOdd(a|0x20, b|0x20) {
			odd++
		}
	}
	s := measure(v)
	if s.upper == 0 || s.lower == 0 {
		return pairs >= 7 && odd*2 >= pairs
	}
	return pairs >= 5 && odd >= 2 && odd*3 >= pairs
}

func isOdd(a, b byte) bool {
	row := oddPairs[a-'a']
	for i := range len(row) {
		if row[i] == b {
			return true
		}
	}
	return false
}
