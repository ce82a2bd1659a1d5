//go:build cgo && (linux || darwin)

// Moves, folds and scans for machines with AVX2 and FMA.

#define CG_FOLDS cg_folds_avx2
#define CG_HAVE_FMA 1
#define CG_HAVE_ROUND 1

#ifdef __clang__
#pragma clang attribute push(__attribute__((target(                            \
    "avx2,fma,bmi,bmi2,lzcnt"))), apply_to = function)
#include "loops_folds.h"
#pragma clang attribute pop
#else
// What -O3 adds to this is longer to compile and no faster.
#pragma GCC optimize("O2", "tree-vectorize", "vect-cost-model=dynamic")
#pragma GCC target("avx2,fma,bmi,bmi2,lzcnt")
#include "loops_folds.h"
#endif
