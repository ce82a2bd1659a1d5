package blas

import (
	"fmt"

	gonum "gonum.org/v1/gonum/blas"

	"github.com/cugond/cugond/array"
	"github.com/cugond/cugond/backend"
)

// The flags are gonum's.
type (
	Transpose = gonum.Transpose
	Uplo      = gonum.Uplo
	Diag      = gonum.Diag
	Side      = gonum.Side
)

// The flags' values. ConjTrans is Trans for floats.
const (
	NoTrans   = gonum.NoTrans
	Trans     = gonum.Trans
	ConjTrans = gonum.ConjTrans
	Upper     = gonum.Upper
	Lower     = gonum.Lower
	NonUnit   = gonum.NonUnit
	Unit      = gonum.Unit
	Left      = gonum.Left
	Right     = gonum.Right
)

func checkTrans(op string, flags ...Transpose) {
	for _, t := range flags {
		if t != NoTrans && t != Trans && t != ConjTrans {
			fail(op, "the transposition is %q; it must be NoTrans, Trans or ConjTrans", byte(t))
		}
	}
}

func checkUplo(op string, u Uplo) {
	if u != Upper && u != Lower {
		fail(op, "the triangle is %q; it must be Upper or Lower", byte(u))
	}
}

func checkSide(op string, s Side) {
	if s != Left && s != Right {
		fail(op, "the side is %q; it must be Left or Right", byte(s))
	}
}

func checkDiag(op string, d Diag) {
	if d != NonUnit && d != Unit {
		fail(op, "the diagonal is %q; it must be NonUnit or Unit", byte(d))
	}
}

func triangle(u Uplo) backend.Uplo {
	if u == Lower {
		return backend.Lower
	}
	return backend.Upper
}

func fail(op, format string, args ...any) {
	panic(&array.Error{Op: op, Reason: fmt.Sprintf(format, args...)})
}

func failShapes(op, reason string, shapes ...[]int) {
	panic(&array.Error{Op: op, Shapes: shapes, Reason: reason})
}
