// What every copy of the loops includes first. The including file, one for
// each instruction set, has defined CG_TABLE, the name of its table.

#ifndef CG_LOOPS_PRELUDE_H
#define CG_LOOPS_PRELUDE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "code.h"

#include "vec_math.h"

#include "cast_ops.h"
#include "float_ops.h"
#include "int_ops.h"

typedef struct {
  uint64_t lo, hi;
} cg_u128;

#endif
