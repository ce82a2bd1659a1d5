// Package expr is the language that fused work is written in: element types,
// scalars, the table of elementwise operations and reductions, and programs in
// static single assignment form over them.
//
// It is a leaf: it imports nothing of the module and computes nothing on
// arrays. Backends translate its programs; package array writes them. Whatever
// is to be known of an operation (its name, arity, the element types it takes
// and gives, its reference implementation and its text in C and in CUDA C++)
// stands in one row of one table, see [Op.Row].
package expr
