package confusable

import "strings"

// decodePunycode returns what a label that begins with "xn--" stands for. What is
// not well formed is no name, and no browser shows it as one.
// https://www.rfc-editor.org/rfc/rfc3492
func decodePunycode(label string) (string, bool) {
	const base, tmin, tmax, initialN, initialBias, maxLabel = 36, 1, 26, 128, 72, 63
	code, ok := strings.CutPrefix(label, "xn--")
	if !ok || len(label) > maxLabel {
		return "", false
	}
	var out []rune
	if i := strings.LastIndexByte(code, '-'); i >= 0 {
		out, code = []rune(code[:i]), code[i+1:]
	}
	n, i, bias := rune(initialN), 0, initialBias
	for first := true; code != ""; first = false {
		old, weight := i, 1
		for k := base; ; k += base {
			if code == "" {
				return "", false
			}
			digit := strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789", code[0])
			code = code[1:]
			if digit < 0 || weight > 1<<24 {
				return "", false
			}
			if i += digit * weight; i > 1<<30 {
				return "", false
			}
			t := min(max(k-bias, tmin), tmax)
			if digit < t {
				break
			}
			weight *= base - t
		}
		size := len(out) + 1
		bias = adapt(i-old, size, first)
		n += rune(i / size)
		i %= size
		if n > 0x10FFFF || n < initialN {
			return "", false
		}
		out = append(out[:i], append([]rune{n}, out[i:]...)...)
		i++
	}
	return string(out), true
}

func adapt(delta, size int, first bool) int {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / size
	k := 0
	for ; delta > (base-tmin)*tmax/2; k += base {
		delta /= base - tmin
	}
	return k + (base-tmin+1)*delta/(delta+skew)
}
