package git

import (
	"encoding/binary"
	"math/bits"
)

// An inflater undoes what zlib compressed (RFC 1950 and 1951), when it is known how many bytes come out. Most
// objects of a pack are a few dozen bytes, and to start compress/flate for each costs more than the rest. It looks at no
// checksum: whoever asks holds what comes out against its id. It is for one goroutine.
type inflater struct {
	in   []byte
	at   int    // in in
	held uint64 // bits that were taken from in, the next one lowest
	n    uint   // how many those are

	out     []byte // what is there of it
	literal codes
	place   codes
	fixed   bool // literal and place are those that need not be told
	lengths [maxLiterals + maxPlaces]byte
}

const (
	maxLiterals = 288
	maxPlaces   = 32
	maxCode     = 15 // bits
	quickBits   = 9
)

// inflate gives size bytes of what was compressed to text, or false where that is not what it holds.
func (z *inflater) inflate(text []byte, size int) ([]byte, bool) {
	if len(text) < 2 || text[0]&0xf != 8 || text[1]&0x20 != 0 || binary.BigEndian.Uint16(text)%31 != 0 {
		return nil, false
	}
	z.in, z.at, z.held, z.n, z.out = text, 2, 0, 0, make([]byte, 0, size)
	for last := false; !last; {
		head, ok := z.bits(3)
		if !ok || !z.block(head>>1) {
			return nil, false
		}
		last = head&1 == 1
	}
	out := z.out
	z.in, z.out = nil, nil
	return out, len(out) == size
}

// block undoes one block of a kind.
func (z *inflater) block(kind uint) bool {
	switch kind {
	case 0:
		return z.stored()
	case 1:
		return z.usual() && z.coded()
	case 2:
		return z.told() && z.coded()
	}
	return false
}

// need takes bits from the text until there are at least 48, or all that are left.
func (z *inflater) need() {
	if z.at+8 <= len(z.in) {
		z.held |= binary.LittleEndian.Uint64(z.in[z.at:]) << z.n
		z.at += int(63-z.n) >> 3
		z.n |= 56
		return
	}
	for z.n <= 48 && z.at < len(z.in) {
		z.held |= uint64(z.in[z.at]) << z.n
		z.at, z.n = z.at+1, z.n+8
	}
}

// bits gives the next n bits, up to 16.
func (z *inflater) bits(n uint) (uint, bool) {
	if z.n < n {
		if z.need(); z.n < n {
			return 0, false
		}
	}
	v := uint(z.held & (1<<n - 1))
	z.held, z.n = z.held>>n, z.n-n
	return v, true
}

// stored copies a block that is not compressed.
func (z *inflater) stored() bool {
	z.at -= int(z.n >> 3) // to the first byte of which nothing was taken
	z.held, z.n = 0, 0
	if z.at+4 > len(z.in) {
		return false
	}
	n, check := int(binary.LittleEndian.Uint16(z.in[z.at:])), binary.LittleEndian.Uint16(z.in[z.at+2:])
	z.at += 4
	if uint16(n) != ^check || n > len(z.in)-z.at || n > cap(z.out)-len(z.out) {
		return false
	}
	z.out = append(z.out, z.in[z.at:z.at+n]...)
	z.at += n
	return true
}

// usual makes the codes of a block that does not tell its own.
func (z *inflater) usual() bool {
	if z.fixed {
		return true
	}
	l := z.lengths[:maxLiterals]
	for i := range l {
		switch {
		case i < 144, i >= 280:
			l[i] = 8
		case i < 256:
			l[i] = 9
		default:
			l[i] = 7
		}
	}
	p := z.lengths[maxLiterals:]
	for i := range p {
		p[i] = 5
	}
	z.fixed = z.literal.make(l) && z.place.make(p)
	return z.fixed
}

// toldOrder is the order in which a block tells how long the codes are that tell its codes.
var toldOrder = [19]byte{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// told reads the codes of a block.
func (z *inflater) told() bool {
	z.fixed = false
	head, ok := z.bits(14)
	literals, places, n := 257+int(head&31), 1+int(head>>5&31), 4+int(head>>10)
	if !ok || literals > 286 || places > 30 {
		return false
	}
	clear(z.lengths[:])
	for _, i := range toldOrder[:n] {
		v, ok := z.bits(3)
		if !ok {
			return false
		}
		z.lengths[i] = byte(v)
	}
	if !z.place.make(z.lengths[:19]) {
		return false
	}
	l := z.lengths[:literals+places]
	return z.tellLengths(l) && l[256] != 0 && z.literal.make(l[:literals]) && z.place.make(l[literals:])
}

// tellLengths reads how long the codes are, by the codes in place.
func (z *inflater) tellLengths(l []byte) bool {
	for i := 0; i < len(l); {
		v, ok := z.next(&z.place)
		if !ok {
			return false
		}
		if v < 16 {
			l[i] = byte(v)
			i++
			continue
		}
		again, value := uint(0), byte(0)
		switch v {
		case 16:
			if i == 0 {
				return false
			}
			again, ok = z.bits(2)
			again, value = again+3, l[i-1]
		case 17:
			again, ok = z.bits(3)
			again += 3
		default:
			again, ok = z.bits(7)
			again += 11
		}
		if !ok || int(again) > len(l)-i {
			return false
		}
		for range again {
			l[i] = value
			i++
		}
	}
	return true
}

// coded undoes a block by its codes.
func (z *inflater) coded() bool {
	for {
		if z.n < 48 {
			z.need()
		}
		v, ok := z.next(&z.literal)
		switch {
		case !ok:
			return false
		case v < 256:
			if len(z.out) == cap(z.out) {
				return false
			}
			z.out = append(z.out, byte(v))
		case v == 256:
			return true
		default:
			if !z.copied(v - 257) {
				return false
			}
		}
	}
}

// copied repeats a part of what is there, of a length and from a place that bits behind the codes tell.
func (z *inflater) copied(v uint) bool {
	if v > 28 {
		return false
	}
	n, ok := 3+v, true
	switch {
	case v == 28:
		n = 258
	case v >= 8:
		more := v/4 - 1
		var extra uint
		extra, ok = z.bits(more)
		n = 3 + (4+v%4)<<more + extra
	}
	if !ok {
		return false
	}
	p, ok := z.next(&z.place)
	if !ok || p > 29 {
		return false
	}
	back := 1 + p
	if p >= 4 {
		more := p/2 - 1
		var extra uint
		extra, ok = z.bits(more)
		back = 1 + (2+p%2)<<more + extra
	}
	at := len(z.out)
	if !ok || back > uint(at) || n > uint(cap(z.out)-at) {
		return false
	}
	from := at - int(back)
	z.out = z.out[:at+int(n)]
	if back >= n {
		copy(z.out[at:], z.out[from:from+int(n)])
		return true
	}
	for i := range int(n) {
		z.out[at+i] = z.out[from+i]
	}
	return true
}

// codes are the words of a Huffman code.
type codes struct {
	quick [1 << quickBits]uint16 // by the next bits: what a short word says, and in the lowest 4 bits its length
	count [maxCode + 1]uint16    // how many words have that length
	means [maxLiterals]uint16    // what the words say, the shortest first
	next  [maxCode + 2]uint16    // where in means the words of a length begin
}

// make makes codes of the lengths of their words; 0 is for none.
func (c *codes) make(lengths []byte) bool {
	clear(c.count[:])
	for _, l := range lengths {
		c.count[l]++
	}
	c.count[0] = 0
	var word [maxCode + 2]uint16 // the first one of a length
	left := 1
	for l := 1; l <= maxCode; l++ {
		if left = left<<1 - int(c.count[l]); left < 0 {
			return false
		}
		word[l+1] = (word[l] + c.count[l]) << 1
		c.next[l+1] = c.next[l] + c.count[l]
	}
	clear(c.quick[:])
	at := c.next
	for i, l := range lengths {
		if l == 0 {
			continue
		}
		c.means[at[l]] = uint16(i)
		at[l]++
		w := word[l]
		word[l]++
		if l > quickBits {
			continue
		}
		for k := int(bits.Reverse16(w) >> (16 - l)); k < len(c.quick); k += 1 << l {
			c.quick[k] = uint16(i)<<4 | uint16(l)
		}
	}
	return true
}

// next reads one word and gives what it says.
func (z *inflater) next(c *codes) (uint, bool) {
	if z.n < maxCode {
		z.need()
	}
	if q := c.quick[z.held&(1<<quickBits-1)]; q != 0 {
		l := uint(q & 15)
		if l > z.n {
			return 0, false
		}
		z.held, z.n = z.held>>l, z.n-l
		return uint(q >> 4), true
	}
	word, first := 0, 0
	for l := uint(1); l <= min(maxCode, z.n); l++ {
		word |= int(z.held >> (l - 1) & 1)
		n := int(c.count[l])
		if word-first < n {
			z.held, z.n = z.held>>l, z.n-l
			return uint(c.means[int(c.next[l])+word-first]), true
		}
		first = (first + n) << 1
		word <<= 1
	}
	return 0, false
}
