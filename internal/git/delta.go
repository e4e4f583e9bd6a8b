package git

// patch makes one object of another one as a delta says: the sizes of both, and then
// pieces, each a part of the other or new. False is for a delta that makes no sense,
// or an object that is too large. https://git-scm.com/docs/gitformat-pack
func patch(base, delta []byte) ([]byte, bool) {
	before, delta, ok1 := deltaSize(delta)
	after, delta, ok2 := deltaSize(delta)
	if !ok1 || !ok2 || before != len(base) || after > maxNear {
		return nil, false
	}
	out := make([]byte, 0, after)
	for len(delta) > 0 {
		piece, rest, ok := deltaPiece(base, delta)
		if !ok || len(out)+len(piece) > after {
			return nil, false
		}
		out, delta = append(out, piece...), rest
	}
	return out, len(out) == after
}

// deltaSize reads a number: seven bits a byte, the lowest first.
func deltaSize(b []byte) (n int, rest []byte, ok bool) {
	for i := 0; i < len(b) && i < 4; i++ {
		n |= int(b[i]&0x7f) << (7 * i)
		if b[i]&0x80 == 0 {
			return n, b[i+1:], true
		}
	}
	return 0, nil, false
}

// deltaPiece reads one piece. A first byte below 128 is the length of a new one, which
// follows. Else its bits say which bytes of a place and a length follow.
func deltaPiece(base, delta []byte) (piece, rest []byte, ok bool) {
	first, rest := int(delta[0]), delta[1:]
	if first < 0x80 {
		if first == 0 || first > len(rest) {
			return nil, nil, false
		}
		return rest[:first], rest[first:], true
	}
	var numbers [2]int // place and length
	for bit := range 7 {
		if first>>bit&1 == 0 {
			continue
		}
		if len(rest) == 0 {
			return nil, nil, false
		}
		numbers[bit/4] |= int(rest[0]) << (8 * (bit % 4))
		rest = rest[1:]
	}
	at, n := numbers[0], numbers[1]
	if n == 0 {
		n = 1 << 16
	}
	if at > len(base) || n > len(base)-at {
		return nil, nil, false
	}
	return base[at : at+n], rest, true
}
