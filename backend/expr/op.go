package expr

// Op is an elementwise operation.
type Op uint8

// The operations. What each means stands in its row of the table.
const (
	NoOp Op = iota

	Cast // to any element type
	Check
	Where

	Add
	Sub
	Mul
	Div
	FloorDiv
	Mod
	Pow
	Neg
	Abs
	Sign
	Reciprocal
	Square
	Sqrt
	Cbrt
	Hypot
	FMA
	Clip
	Maximum
	Minimum
	FMax
	FMin

	Exp
	Exp2
	Expm1
	Log
	Log2
	Log10
	Log1p
	LogAddExp

	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Sinh
	Cosh
	Tanh
	Asinh
	Acosh
	Atanh
	Atan2
	Degrees
	Radians

	Floor
	Ceil
	Trunc
	Rint

	BitAnd
	BitOr
	BitXor
	BitNot
	ShiftLeft
	ShiftRight

	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual

	IsNaN
	IsInf
	IsFinite
	SignBit
	CopySign
	NextAfter

	Conj
	Angle
	Real
	Imag
	Join

	Erf
	Erfc
	Gamma
	LGamma
	Sigmoid

	numOps
)

// Ops returns every operation, in order.
func Ops() []Op {
	out := make([]Op, 0, numOps-1)
	for op := NoOp + 1; op < numOps; op++ {
		out = append(out, op)
	}
	return out
}

// String returns the operation's name.
func (op Op) String() string {
	if op == NoOp || op >= numOps {
		return "noop"
	}
	return table[op].Name
}

// Row returns what is known of the operation. That of no operation is empty.
func (op Op) Row() *Row {
	if op >= numOps {
		op = NoOp
	}
	return &table[op]
}

// Rule says what element type an operation gives.
type Rule uint8

// The rules.
const (
	Same    Rule = iota // the operands' type
	ToBool              // bool
	ToReal              // the component type of a complex operand, else the operands'
	ToAny               // what the instruction says
	ToJoint             // the complex type with the operands as components
)

// Row describes one operation.
type Row struct {
	Name   string
	Arity  int
	Kinds  Kind // operand classes that it is defined for
	Result Rule
	Cond   int    // 1 + the operand that is bool whatever the others are; 0: none
	Oracle Oracle // reference, one function a class of element types
	C      Text   // for the CPU backend
	CUDA   Text   // for the CUDA backend
	ULP    Bound  // largest error of a backend's result
}

// Gives reports whether the operation on operands of type in gives out.
func (r *Row) Gives(in, out DType) bool {
	switch r.Result {
	case Same:
		return out == in
	case ToBool:
		return out == Bool
	case ToReal:
		return out == in.Real()
	case ToJoint:
		return out != Invalid && out == in.Complex()
	default:
		return out > Invalid && out < numDTypes
	}
}

// Out returns the type that the operation gives for operands of type in, or
// Invalid when the instruction has to say it.
func (r *Row) Out(in DType) DType {
	switch r.Result {
	case Same:
		return in
	case ToBool:
		return Bool
	case ToReal:
		return in.Real()
	case ToJoint:
		return in.Complex()
	default:
		return Invalid
	}
}

// Operand returns the type of operand k when the instruction's type is in.
func (r *Row) Operand(k int, in DType) DType {
	if r.Cond == k+1 {
		return Bool
	}
	return in
}

// Fold is a reduction.
type Fold uint8

// The reductions.
const (
	NoFold Fold = iota
	FoldSum
	FoldProd
	FoldMin // NaN if there is one
	FoldMax
	FoldFMin // NaN only if there is nothing else
	FoldFMax
	FoldArgMin // position of the first smallest, of the first NaN if there is one
	FoldArgMax
	FoldAny
	FoldAll
	FoldCount // how many are true
	FoldMean
	FoldVar // divided by n - DDof
	FoldStd
	FoldNorm // root of the sum of squares, without overflow in between

	numFolds
)

// FoldRow describes one reduction.
type FoldRow struct {
	Name   string
	Kinds  Kind
	Result Rule // ToAny: Int64
}

var folds = [numFolds]FoldRow{
	NoFold:     {"nofold", 0, Same},
	FoldSum:    {"sum", KindNumeric, Same},
	FoldProd:   {"prod", KindNumeric, Same},
	FoldMin:    {"min", KindOrdered, Same},
	FoldMax:    {"max", KindOrdered, Same},
	FoldFMin:   {"fmin", KindFloat, Same},
	FoldFMax:   {"fmax", KindFloat, Same},
	FoldArgMin: {"argmin", KindOrdered, ToAny},
	FoldArgMax: {"argmax", KindOrdered, ToAny},
	FoldAny:    {"any", KindBool, Same},
	FoldAll:    {"all", KindBool, Same},
	FoldCount:  {"count", KindBool, ToAny},
	FoldMean:   {"mean", KindField, Same},
	FoldVar:    {"var", KindFloat, Same},
	FoldStd:    {"std", KindFloat, Same},
	FoldNorm:   {"norm", KindFloat, Same},
}

// Folds returns every reduction, in order.
func Folds() []Fold {
	out := make([]Fold, 0, numFolds-1)
	for f := NoFold + 1; f < numFolds; f++ {
		out = append(out, f)
	}
	return out
}

// String returns the reduction's name.
func (f Fold) String() string { return f.Row().Name }

// Row returns what is known of the reduction.
func (f Fold) Row() *FoldRow {
	if f >= numFolds {
		f = NoFold
	}
	return &folds[f]
}

// Out returns the type that the reduction of elements of type in gives.
func (f Fold) Out(in DType) DType {
	if f.Row().Result == ToAny {
		return Int64
	}
	return in
}

// Cumulative is a scan along an axis.
type Cumulative uint8

// The scans.
const (
	NoScan Cumulative = iota
	CumSum
	CumProd
	CumMin
	CumMax
	numScans
)

var scans = [numScans]FoldRow{
	NoScan:  {"noscan", 0, Same},
	CumSum:  {"cumsum", KindNumeric, Same},
	CumProd: {"cumprod", KindNumeric, Same},
	CumMin:  {"cummin", KindOrdered, Same},
	CumMax:  {"cummax", KindOrdered, Same},
}

// Cumulatives returns every scan, in order.
func Cumulatives() []Cumulative { return []Cumulative{CumSum, CumProd, CumMin, CumMax} }

// String returns the scan's name.
func (c Cumulative) String() string { return c.Row().Name }

// Row returns what is known of the scan.
func (c Cumulative) Row() *FoldRow {
	if c >= numScans {
		c = NoScan
	}
	return &scans[c]
}
