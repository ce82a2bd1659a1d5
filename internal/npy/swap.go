package npy

import (
	"encoding/binary"
	"math/bits"
)

// swapUnit is the number of bytes reversed together: the two parts of a complex
// number are swapped one by one.
func (h Header) swapUnit() int {
	if h.Kind == Complex {
		return h.Size / 2
	}
	return h.Size
}

// swap reverses the bytes of each unit of 1, 2, 4 or 8 bytes in place.
func swap(p []byte, unit int) {
	order := binary.NativeEndian
	switch unit {
	case 2:
		for ; len(p) >= 2; p = p[2:] {
			order.PutUint16(p, bits.ReverseBytes16(order.Uint16(p)))
		}
	case 4:
		for ; len(p) >= 4; p = p[4:] {
			order.PutUint32(p, bits.ReverseBytes32(order.Uint32(p)))
		}
	case 8:
		for ; len(p) >= 8; p = p[8:] {
			order.PutUint64(p, bits.ReverseBytes64(order.Uint64(p)))
		}
	}
}

// normalise makes every true bool 1: a Go bool of any other byte is undefined.
func normalise(p []byte) {
	for i, b := range p {
		if b != 0 {
			p[i] = 1
		}
	}
}
