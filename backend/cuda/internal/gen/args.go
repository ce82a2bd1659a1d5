package gen

import (
	"encoding/binary"
	"math"
)

// Args packs a kernel's parameters as the driver takes them: one after another,
// each at a multiple of its alignment. The zero value is empty.
type Args struct{ buf []byte }

// Reset empties the arguments and keeps the memory.
func (a *Args) Reset() { a.buf = a.buf[:0] }

// Packed returns the bytes; they alias a's.
func (a *Args) Packed() []byte { return a.buf }

var zeros [16]byte

// Align adds padding up to a multiple of n, a power of two not above 16.
func (a *Args) Align(n int) {
	if r := len(a.buf) & (n - 1); r != 0 {
		a.buf = append(a.buf, zeros[:n-r]...)
	}
}

// Bytes adds a value by its bytes.
func (a *Args) Bytes(b []byte, align int) {
	a.Align(align)
	a.buf = append(a.buf, b...)
}

// U32 adds a cg_u32.
func (a *Args) U32(v uint32) {
	a.Align(4)
	a.buf = binary.NativeEndian.AppendUint32(a.buf, v)
}

// I32 adds a cg_i32.
func (a *Args) I32(v int32) { a.U32(uint32(v)) }

// U64 adds a cg_u64.
func (a *Args) U64(v uint64) {
	a.Align(8)
	a.buf = binary.NativeEndian.AppendUint64(a.buf, v)
}

// I64 adds a cg_i64.
func (a *Args) I64(v int64) { a.U64(uint64(v)) }

// Ptr adds a device address.
func (a *Args) Ptr(p uint64) { a.U64(p) }

// F32 adds a float.
func (a *Args) F32(v float32) { a.U32(math.Float32bits(v)) }

// F64 adds a double.
func (a *Args) F64(v float64) { a.U64(math.Float64bits(v)) }

// Index adds a cg_idx of the space: 64 bits wide or 32.
func (a *Args) Index(v int64, wide bool) {
	if wide {
		a.I64(v)
	} else {
		a.U32(uint32(v))
	}
}

// Divisor adds a cg_divisor for d > 0.
func (a *Args) Divisor(d uint32) {
	m, s := magic(d)
	a.U32(d)
	a.U32(m)
	a.U32(s)
}

// magic returns the multiplier and shift with which n/d is
// (hi(n·m) + n) >> s for all n below 2³¹.
func magic(d uint32) (m, s uint32) {
	for s < 32 && 1<<s < uint64(d) {
		s++
	}
	return uint32((1<<32)*((1<<s)-uint64(d))/uint64(d)) + 1, s
}
