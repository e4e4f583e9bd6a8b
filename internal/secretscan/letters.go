package secretscan

import "strings"

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

// unspoken reports whether the letters of v follow one another as in no words.
func unspoken(v string) bool {
	pairs, odd := letterPairs(v)
	if pairs >= 8 && !strings.ContainsAny(v, "aeiouyAEIOUY") {
		return true
	}
	if s := measure(v); s.upper == 0 || s.lower == 0 {
		return pairs >= 7 && odd*2 >= pairs
	}
	return pairs >= 5 && odd >= 2 && odd*3 >= pairs
}

// garbled is unspoken for a word that is assigned to something called a token.
func garbled(v string) bool {
	pairs, odd := letterPairs(v)
	return odd >= 2 && (odd*4 >= pairs || len(v) >= 16 && odd*8 >= pairs)
}

// oddPair reports whether a pair of letters in v is odd, in a word that is assigned to something
// called a token and in which digits stand between letters.
func oddPair(v string) bool {
	_, odd := letterPairs(v)
	return odd > 0
}

// oftenOdd reports whether a quarter of the pairs of letters in v are odd, three at least.
func oftenOdd(v string) bool {
	pairs, odd := letterPairs(v)
	return odd > 2 && odd*4 >= pairs
}

// scrambled is unspoken for a longer word that is said to be a key: a fifth of the pairs is
// enough, since words have hardly any of them.
func scrambled(v string) bool {
	pairs, odd := letterPairs(v)
	return pairs >= 8 && odd >= 2 && odd*5 >= pairs
}

// letterPairs counts the neighbours among the letters of v, and the odd ones. Where the
// case rises one word ends and the next begins, so that pair says nothing.
func letterPairs(v string) (pairs, odd int) {
	for i := 1; i < len(v); i++ {
		a, b := v[i-1], v[i]
		if !isLetter(a) || !isLetter(b) || isLower(a) && isUpper(b) {
			continue
		}
		pairs++
		if strings.IndexByte(oddPairs[a|0x20-'a'], b|0x20) >= 0 {
			odd++
		}
	}
	return pairs, odd
}
