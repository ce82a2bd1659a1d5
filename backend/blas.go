package backend

// BLAS is the capability of the matrix operations of BLAS, which write to
// elements that an array has already.
//
// All views of a call are of one floating-point or complex element type and
// have the same number of dimensions, two or more. The last two are those of
// the matrices, with any strides; those in front of them are the same in all
// views and enumerate operations that are independent of one another, with
// stride 0 where a factor is the same in several. Vectors are matrices with one
// column or row: a device has level 2 of BLAS for them.
//
// What is written has no two elements in one place and overlaps no factor.
// Scalars are of the element type, complex128 holding each exactly. As in BLAS,
// factors are not read when alpha is 0, and what is overwritten with beta = 0 is
// not read, whatever it holds: NaN do not come through. Sizes may be zero.
//
// A transposed operand is the view with its strides exchanged, which is a matter
// of flags for a library, column-major or not. In the same way an operation from
// the right is the one from the left on transposed views, so only the latter is
// here. Layouts that the library can't take are copied by the device, once.
type BLAS interface {
	// Gemm computes C = alpha·A·B + beta·C: shapes (…, m, k), (…, k, n) and
	// (…, m, n).
	Gemm(alpha complex128, a, b Factor, beta complex128, c View) (Event, error)

	// Symm computes C = alpha·A·B + beta·C with a symmetric or Hermitian A:
	// shapes (…, m, m), (…, m, n) and (…, m, n).
	Symm(alpha complex128, a Symmetric, b View, beta complex128, c View) (Event, error)

	// Syrk computes C = alpha·A·Aᵀ + beta·C, or alpha·A·Aᴴ + beta·C with a real
	// alpha and beta when C is Hermitian, in C's triangle: shapes (…, n, k) and
	// (…, n, n).
	Syrk(alpha complex128, a Factor, beta complex128, c Symmetric) (Event, error)

	// Syr2k computes C = alpha·A·Bᵀ + alpha·B·Aᵀ + beta·C, or alpha·A·Bᴴ +
	// conj(alpha)·B·Aᴴ + beta·C with a real beta when C is Hermitian, in C's
	// triangle: shapes (…, n, k) twice and (…, n, n).
	Syr2k(alpha complex128, a, b Factor, beta complex128, c Symmetric) (Event, error)

	// Trmm computes B = alpha·A·B: shapes (…, m, m) and (…, m, n).
	Trmm(alpha complex128, a Triangular, b View) (Event, error)

	// Trsm solves A·X = alpha·B and stores X in B: shapes (…, m, m) and
	// (…, m, n). A zero on the diagonal is not looked for; it gives infinities
	// and NaN.
	Trsm(alpha complex128, a Triangular, b View) (Event, error)
}

// Factor is a matrix that is read.
type Factor struct {
	View
	Conj bool // the factor is the conjugate of the view's elements
}

// Symmetric is a symmetric or Hermitian matrix of which one triangle is read or
// written. The other is not touched. The imaginary parts of a Hermitian matrix's
// diagonal are taken to be 0, and written so.
type Symmetric struct {
	View
	Uplo      Uplo
	Hermitian bool // false for real matrices
}

// Triangular is a triangular matrix. The elements outside its triangle, and of a
// unit triangular matrix those of the diagonal, are not read.
type Triangular struct {
	Factor
	Uplo Uplo // of the view
	Unit bool // the diagonal is 1
}

// Uplo says in which triangle a matrix's elements are, in terms of the view's
// indices.
type Uplo uint8

// The triangles.
const (
	Upper Uplo = iota
	Lower
)

// Other returns the other triangle: that of the transposed view.
func (u Uplo) Other() Uplo { return Upper + Lower - u }

// T returns the view with its last two dimensions exchanged.
func (v View) T() View {
	n := len(v.Shape)
	swapped := func(s []int) []int {
		t := append([]int(nil), s...)
		t[n-2], t[n-1] = t[n-1], t[n-2]
		return t
	}
	v.Shape, v.Strides = swapped(v.Shape), swapped(v.Strides)
	return v
}
