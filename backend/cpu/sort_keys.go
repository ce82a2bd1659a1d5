package cpu

import (
	"cmp"
	"math/bits"
	"slices"
)

// key is an unsigned integer that sorts like the element that it was made of.
type key interface {
	uint8 | uint16 | uint32 | uint64
}

// keys makes keys of elements, which are read and written as their bits.
type keys[K key] struct {
	encode func(keys, elements []K)
	decode func(elements, keys []K)
	// rank makes keys that are equal where elements are; -0 equals +0.
	rank func(keys, elements []K)
}

// ranks gives the keys to use, part by part; a part is valid during the call.
func (k *keys[K]) ranks(elements []K, use func(at int, ranks []K)) {
	var part [256]K
	for at := 0; at < len(elements); at += len(part) {
		n := min(len(part), len(elements)-at)
		k.rank(part[:n], elements[at:at+n])
		use(at, part[:n])
	}
}

// integerKeys are those of integers, whose sign bit is given, if there is one.
func integerKeys[K key](sign K) keys[K] {
	flip := func(to, from []K) {
		for i, x := range from {
			to[i] = x ^ sign
		}
	}
	return keys[K]{flip, flip, flip}
}

// floatKeys are those of floats: the bits of positive ones with the sign bit
// set, those of negative ones inverted. All NaN become one, above infinity.
func floatKeys[K key](sign, infinity K) keys[K] {
	nan := infinity | infinity>>1
	top := bits.TrailingZeros64(uint64(sign))
	// Signs are hard to predict, so no branch depends on them.
	flipped := func(x K) K {
		if x&^sign > infinity {
			x = nan
		}
		return x ^ (sign | -(x >> top))
	}
	return keys[K]{
		encode: func(to, from []K) {
			for i, x := range from {
				to[i] = flipped(x)
			}
		},
		decode: func(to, from []K) {
			for i, x := range from {
				to[i] = x ^ (sign | (x>>top - 1))
			}
		},
		rank: func(to, from []K) {
			for i, x := range from {
				if x == sign {
					x = 0
				}
				to[i] = flipped(x)
			}
		},
	}
}

// pair is a key with the position of its element.
type pair struct {
	key      uint64
	position int64
}

// sortPairsShort sorts a few pairs.
func sortPairsShort(p []pair) {
	slices.SortFunc(p, func(a, b pair) int {
		if c := cmp.Compare(a.key, b.key); c != 0 {
			return c
		}
		return cmp.Compare(a.position, b.position)
	})
}
