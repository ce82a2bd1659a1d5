//go:build cgo && (linux || darwin)

// Moves, folds and scans for every machine of the architecture.

#define CG_FOLDS cg_folds_base

// x86-64 processors without AVX2 are rare, and not worth the time that more
// takes to compile.
#if defined(__x86_64__) && !defined(__clang__)
#pragma GCC optimize("O2")
#endif

#include "loops_folds.h"
