// What every copy of the loops includes first. The including file, one for
// each instruction set, has defined CG_TABLE, the name of its table.

#ifndef CG_LOOPS_PRELUDE_H
#define CG_LOOPS_PRELUDE_H

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#else
// ISO mode has contraction off, which other optimize pragmas undo.
#pragma GCC optimize("fp-contract=off", "no-trapping-math", "no-math-errno")
#endif

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "code.h"

#include "vec_math.h"

#include "cast_ops.h"
#include "float_ops.h"
#include "int_ops.h"

// CG_SCALAR is for loops over complex products that add to one another. When
// gcc vectorises those it fuses multiplications and additions, contraction or
// not.
#if defined(__clang__)
#define CG_SCALAR
#else
#define CG_SCALAR __attribute__((optimize("no-tree-vectorize")))
#endif

// CG_IVDEP tells that a loop's iterations don't depend on one another through
// memory, where restrict alone leaves gcc a test for overlap.
#if defined(__clang__)
#define CG_IVDEP
#else
#define CG_IVDEP _Pragma("GCC ivdep")
#endif

// cg_prefetch asks for the bytes from p on, for folds that go down columns, an
// order that hardware does not foresee. What lies beyond an array does no harm.
CG_INLINE void cg_prefetch(const void *p, int64_t bytes) {
  for (int64_t k = 0; k < bytes; k += 64)
    __builtin_prefetch((const char *)p + k);
}

typedef struct {
  uint64_t lo, hi;
} cg_u128;

#endif
