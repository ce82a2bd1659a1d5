// Package blas has the operations of BLAS, levels 1 to 3, on arrays, and puts
// devices behind gonum's BLAS.
//
//	blas.Gemm(blas.NoTrans, blas.Trans, 1, a, b, 0, c)                           // c = a·bᵀ
//	blas.Trsm(blas.Left, blas.Lower, blas.NoTrans, blas.NonUnit, 1, l, b)        // solves l·x = b in b
//	restore := blas.Use(dev)                                                     // gonum computes on dev
//
// # On arrays
//
// Functions have the names of BLAS without the letter of the element type, which
// is float32, float64, complex64 or complex128. Their flags are gonum's; sizes,
// strides and leading dimensions are those of the arrays. Vectors are 1-d,
// matrices 2-d. For the functions of level 3, axes in front of the last two are
// those of stacks of matrices: the stacks of the operands that are read broadcast
// to the one that is written, whose matrices are computed independently of one
// another.
//
// Results are written to arrays that exist, and so through views: of the
// operands, any may be transposed, sliced, or turned round. Those that BLAS can
// take by strides and flags are not copied: matrices of which the rows or the
// columns stand without gaps, and vectors of any stride. Others are copied once by
// the device, and written back if they are the result. As in
// [array.Array.Assign], an operand that shares elements with the result is
// copied first, so that all is read before anything is written, and pending
// arrays that read the result's old elements keep their values. Of triangular,
// symmetric and Hermitian matrices only the named triangle is used or written.
//
// Calls return when the work is queued. What fails then stays with the memory
// that is written and comes back when it is read; on a device without these
// operations the failure wraps backend.ErrUnsupported. Shapes that don't fit,
// flags that don't exist, closed arrays and arrays of two devices panic with an
// [*array.Error].
//
// Level 1 consists of elementwise operations and reductions of package array,
// which all devices have. Results that are numbers are 0-d arrays, pending like
// any other, so that they can be used on the device without the host waiting.
//
// With beta = 0 a result is overwritten whatever it held, and with alpha = 0
// factors are not read: NaN do not come through, as in BLAS.
//
// # Behind gonum
//
// [Gonum] makes an implementation of gonum's four BLAS interfaces of a device,
// and [Use] registers it with blas32, blas64, cblas64 and cblas128, and so with
// everything of gonum's that multiplies matrices. Importing package register
// does that with the best device there is.
package blas
