// Package array has n-dimensional arrays that live on a device, the CPU or a
// GPU, with the operations of NumPy. The same program runs on either:
//
//	dev := cugond.Auto()                              // the first GPU, else the CPU
//	a := array.FromSlice(dev, data, 1000, 1000)       // copies data; T is its element type
//	b := array.Linspace[float32](dev, 0, 1, 1000)     // shape (1000,), broadcast below
//	c := a.Mul(b).Add(array.Sin(a))                   // nothing is computed yet
//	m := array.Mean(c, 1, array.KeepDims)             // one kernel, with the chain in it
//	v, err := c.Sub(m).ToSlice()                      // computes, waits, copies
//
// # Creating
//
// Constructors take a device first and a shape last: [FromSlice], [Zeros],
// [Ones], [Full], [Eye], [Arange], [Linspace] and more. [Const] makes a number
// that belongs to no device and combines with arrays of any: Const(1.0).Sub(x)
// is 1 - x. [Array.To] moves an array to another device; nothing else does.
//
// # Views
//
// [Array.Slice] and [Array.SliceString], [Array.Reshape], [Array.Transpose],
// [Array.BroadcastTo], [Array.Flip], [Array.Diagonal], [Real] and [Imag] give
// views, which share their elements with the array. [Array.Assign],
// [Array.Fill] and [Array.SetAt] write through them:
//
//	c.Slice(array.Span(0, 10), array.Colon).Assign(row)
//
// [Split], [ArraySplit] and [SplitAt] give several views. Everything else gives
// arrays of their own; [Array.Copy] does nothing but that. [Concatenate],
// [Stack], [VStack], [HStack] and [DStack] join arrays; [Repeat], [Tile] and
// [Roll] rearrange one.
//
// # Positions, masks and order
//
// Elements at positions that are computed are read by [Take] and [TakeAlong]
// and written by [Array.Put] and [Array.PutAlong]. Where a mask is true,
// [Array.AssignWhere] and [Array.FillWhere] write, and [Compress] and
// [CompressAxis] select; [Nonzero], [FlatNonzero] and [ArgWhere] tell where that
// is. What selects has as many elements as the values say, so it waits and
// returns an error besides:
//
//	large, err := array.Compress(a, array.GreaterScalar(a, 2))
//
// [Sort] and [ArgSort] order along an axis, and on them stand [Unique],
// [SearchSorted], [Median], [Quantile], [Percentile], [Histogram], [Bincount]
// and their kin. A position out of range is an error that wraps
// backend.ErrData.
//
// # Computed later, and fused
//
// Elementwise operations and reductions return at once. They are computed when
// something needs the values: [Array.ToSlice], [Array.Item], [Array.CopyTo],
// [Eval], a view of the result, an operation that is not elementwise. Whatever
// of a chain is pending then is computed in one pass over memory, without
// temporaries, and a reduction takes its chain along; reductions of one array
// over the same axes are computed together. What several pending arrays use is
// computed once. None of that changes a bit of any result. A write computes
// first, or sets aside, what pending arrays still want of the old elements. The
// environment variable CUGOND_EAGER=1 has everything computed at once, to find
// out where a failure comes from.
//
// # Element types and names
//
// T is bool, an integer, a float or a complex type; [Element] and its narrower
// kin say what an operation is defined for. Types do not mix by themselves:
// [Cast] converts. A function X keeps the element type of its operands. XAs,
// and whatever else gives another type, names that type first and computes in
// it: SumAs[int64](pixels), Real[float32](z), Cast[int](x). Comparisons and
// tests give bool, positions are int.
//
// Arithmetic stands as methods, which chain, and as functions, which do not
// compile for element types that lack it. Operations on two arrays broadcast
// them: shapes are aligned at the right, and axes of length 1 repeat. Each has
// a form for a number on the right, XScalar; on the left goes a Const, whose type
// is named unless it is int or float64: Const[float32](1).Sub(x).
//
// Integers wrap around, and their division by zero gives 0; casts from float to
// integer saturate, with NaN giving 0. Floats follow IEEE 754, and NaN is passed
// on except where a name (FMax, NanSum) says otherwise. On bool + is "or" and ×
// is "and"; true values are counted by [CountNonzero].
//
// # Reductions
//
// Reductions ([Sum], [Mean], [Max], [ArgMax], [All], …) take the axes to be
// reduced, negative ones counting from the end; none means all. [KeepDims]
// among them keeps the reduced axes with length 1, so that the result
// broadcasts against the operand. Sums of narrow integers name their type, and
// variances with a divisor other than n have their own form:
//
//	array.SumAs[int64](pixels, 0, 1)
//	array.VarDDof(a, 1, -1, array.KeepDims)
//
// # Errors
//
// What the caller's own code shows to be wrong, such as shapes that do not
// broadcast, an axis out of range or a closed array, panics at the call with an
// *[Error] that says what does not fit and what to do. [Try] turns that into an
// error. What depends on data or machine, such as memory that can't be had or a
// negative power among the elements of an array of integers, stays with the
// array and is returned by [Eval], [Array.ToSlice], [Array.Item] and their kin,
// and by those of the arrays computed from it. It wraps a sentinel of package
// backend, such as backend.ErrOutOfMemory or backend.ErrData.
//
// # Memory
//
// Arrays that are dropped are reclaimed by the garbage collector. [Array.Close]
// gives the memory back at once, unless another view or a pending array still
// needs it; using a closed array panics.
//
// # Concurrency
//
// Any number of goroutines may use arrays, and one array, at once, unless two
// touch the same elements and one of them writes.
package array
