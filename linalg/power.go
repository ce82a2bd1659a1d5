package linalg

import "github.com/cugond/cugond/array"

// MatrixPower returns square matrices (…, n, n) multiplied by themselves, p times
// in all: the identity for 0, and powers of the inverse for negative p. It takes
// about 2·log₂|p| products. Fails like [Inv], for negative p alone, and with what a
// product fails with.
func MatrixPower[T array.Field](a *array.Array[T], p int) (*array.Array[T], error) {
	const op = "MatrixPower"
	lead, n := squareOf(op, a)
	if p < 0 {
		f, err := lu(op, a)
		if err != nil {
			return nil, err
		}
		if a, err = f.inv(op); err != nil {
			return nil, err
		}
	}
	// The magnitude as unsigned, since that of the least int is no int.
	k := uint(p)
	if p < 0 {
		k = -k
	}
	var out *array.Array[T]
	for square := a; k > 0; k >>= 1 {
		switch {
		case k&1 == 0:
		case out == nil:
			out = square
		default:
			out = array.MatMul(out, square)
		}
		if k > 1 {
			square = array.MatMul(square, square)
		}
	}
	switch {
	case out == nil:
		out = array.Eye[T](a.Device(), n).BroadcastTo(shapeOf(lead, n, n)...).Copy()
	case out == a:
		out = a.Copy()
	}
	return out, out.Eval()
}

// Kron returns the Kronecker product of matrices (m, n) and (p, q), (m·p, n·q): a
// with each element replaced by that element times b. Stacks of matrices are taken
// in pairs, and their leading axes broadcast. It is pending, as products of
// elements are, and runs on every device.
func Kron[T array.Numeric](a, b *array.Array[T]) *array.Array[T] {
	const op = "Kron"
	_, m, n := matrixOf(op, a)
	_, p, q := matrixOf(op, b)
	sameDevice(op, a, b)
	c := a.ExpandDims(-1, -3).Mul(b.ExpandDims(-2, -4))
	lead := c.Shape()[:c.NDim()-4]
	return c.Reshape(shapeOf(lead, m*p, n*q)...)
}

// Tensordot returns the sums of products of elements of a and b over pairs of
// axes: axis axesA[i] of a runs with axis axesB[i] of b. The result has the other
// axes of a and then those of b. Without axes it is the outer product. It starts at
// once, as one matrix product, and runs on every device that has those.
func Tensordot[T array.Numeric](a, b *array.Array[T], axesA, axesB []int) *array.Array[T] {
	const op = "Tensordot"
	shapes := [][]int{a.Shape(), b.Shape()}
	if len(axesA) != len(axesB) {
		misuse(op, shapes, "%d axes of the first are paired with %d of the second", len(axesA), len(axesB))
	}
	restA, pairedA := splitAxes(op, a.Shape(), axesA)
	restB, pairedB := splitAxes(op, b.Shape(), axesB)
	k := 1
	for i, x := range pairedA {
		if a.Dim(x) != b.Dim(pairedB[i]) {
			misuse(op, shapes, "axis %d of the first and axis %d of the second are paired, but differ in length", axesA[i], axesB[i])
		}
		k *= a.Dim(x)
	}
	outA, outB := pick(a.Shape(), restA), pick(b.Shape(), restB)
	left := permuted(a, append(restA, pairedA...)).Reshape(product(outA), k)
	right := permuted(b, append(pairedB, restB...)).Reshape(k, product(outB))
	return array.MatMul(left, right).Reshape(shapeOf(outA, outB...)...)
}

// splitAxes returns the axes that are not named, and those that are, counted from
// the front.
func splitAxes(op string, shp, axes []int) (rest, named []int) {
	taken := make([]bool, len(shp))
	for _, x := range axes {
		at := x
		if at < 0 {
			at += len(shp)
		}
		if at < 0 || at >= len(shp) || taken[at] {
			misuse(op, [][]int{shp}, "axis %d is out of range or named twice", x)
		}
		taken[at] = true
		named = append(named, at)
	}
	for i, t := range taken {
		if !t {
			rest = append(rest, i)
		}
	}
	return rest, named
}

// permuted is Transpose, for which no axes at all would mean all in reverse.
func permuted[T array.Element](a *array.Array[T], axes []int) *array.Array[T] {
	if len(axes) == 0 {
		return a
	}
	return a.Transpose(axes...)
}

func pick(shp, axes []int) []int {
	out := make([]int, len(axes))
	for i, x := range axes {
		out[i] = shp[x]
	}
	return out
}

func product(shp []int) int {
	n := 1
	for _, d := range shp {
		n *= d
	}
	return n
}
