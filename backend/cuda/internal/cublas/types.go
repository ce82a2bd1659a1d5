package cublas

// Operation says how a product reads an operand (cublasOperation_t).
type Operation int32

// The operations.
const (
	NoTrans   Operation = 0
	Trans     Operation = 1
	ConjTrans Operation = 2
)

// DataType is an element type (cudaDataType).
type DataType int32

// The element types.
const (
	Float32    DataType = 0
	Float64    DataType = 1
	Float16    DataType = 2
	Int8       DataType = 3
	Complex64  DataType = 4
	Complex128 DataType = 5
	Int32      DataType = 10
	BFloat16   DataType = 14
)

// Compute says in which precision products are summed (cublasComputeType_t).
type Compute int32

// The precisions. The pedantic ones keep to the plain order of operations; the
// fast ones round operands first, for the tensor cores.
const (
	Compute32F             Compute = 68
	Compute32FPedantic     Compute = 69
	Compute64F             Compute = 70
	Compute64FPedantic     Compute = 71
	Compute32I             Compute = 72
	Compute32IPedantic     Compute = 73
	Compute32FFastFloat16  Compute = 74
	Compute32FFastBFloat16 Compute = 75
	Compute32FFastTF32     Compute = 77
)

// MathMode allows the typed products to use other arithmetic (cublasMath_t).
type MathMode int32

// The modes.
const (
	DefaultMath  MathMode = 0
	PedanticMath MathMode = 2
	TF32Math     MathMode = 3
)

// PointerMode says where scalars are read and written (cublasPointerMode_t).
type PointerMode int32

// The modes. A handle starts with Host, which the products here need.
const (
	Host   PointerMode = 0
	Device PointerMode = 1
)

// Matrix is an operand in device memory.
type Matrix struct {
	// Address of the first element; for [Handle.GemmBatchedEx] that of an array
	// in device memory with one address a product.
	Address uint64
	Type    DataType
	Ld      int   // elements from one column to the next
	Stride  int64 // elements from one product's matrix to the next, for GemmStridedBatchedEx
}

// Product is C = Alpha·op(A)·op(B) + Beta·C with op(A) of M rows and K columns,
// op(B) of K rows and N columns. C must not overlap A or B; with Beta = 0 it is
// not read. The scalars are rounded to the precision of the computation, and
// their imaginary parts dropped where the matrices are real.
type Product struct {
	TransA, TransB Operation
	M, N, K        int
	Alpha          complex128
	A, B           Matrix
	Beta           complex128
	C              Matrix
	Compute        Compute // not for Gemm
}
