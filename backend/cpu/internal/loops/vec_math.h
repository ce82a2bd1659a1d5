// The vectorised math library: cg_NAME_f32 and cg_NAME_f64, to be called in plain loops, which then vectorise
// (gcc and clang; all but gamma and lgamma). complex64 and complex128 are in vec_complex.h.
//
// Most functions are right for every argument. Those in CG_VEC_SLOW_UNARY and CG_VEC_SLOW_BINARY leave some to
// a second function: cg_NAME_T_slow_p is 1 for such an element, and cg_NAME_T_slow computes it. A loop runs the
// fast function over a block, ORs the predicates, and repairs the block where any was 1.
//
//   sin cos tan     |x| above 2^17 in float32; in float64 from 2^26 (2^20 without FMA)
//   mod floordiv    |a/b| above 2^28 in float32; in float64 from 2^51
//
// Special values are C99's (annex F) and, for mod, floordiv, sign and complex division, NumPy's. The largest
// errors seen, in units in the last place, over the float32 bit patterns in steps of 61 to 4001 (of two
// arguments, random pairs), and 40 000 to 1 000 000 float64 of every magnitude and near the critical points,
// against double and quadruple precision, without and with FMA, by gcc and clang (0.51: correctly rounded but
// for rare near-ties):
//
//   name        f32    f64        name        f32    f64        name        f32    f64
//   exp        0.90   0.96        sin        0.87   0.88        asinh      0.51   0.98
//   exp2       1.04   0.89        cos        0.84   0.89        acosh      0.51   0.83
//   expm1      0.51   1.03        tan        0.51   0.98        atanh      0.51   0.58
//   log        0.89   0.87        asin       0.51   0.62        cbrt       0.51   0.51
//   log2       0.51   0.84        acos       0.51   0.60        erf        0.51   1.53
//   log10      0.51   0.72        atan       0.51   0.78        erfc       0.51   4.20
//   log1p      0.51   0.89        atan2      0.51   0.78        pow        0.51   0.87
//   sigmoid    0.51   2.06        sinh       0.51   1.29        hypot      0.51   1.01
//   logaddexp  0.51   1.89        cosh       0.51   1.24        gamma      0.51   5.73
//   sqrt       0.50   0.50        tanh       1.05   0.85        lgamma     0.51   4.08
//
// logaddexp's are units of the larger of result and arguments: it may cancel. gamma and lgamma are glibc's
// (float32 through double) and another libm's may differ. floor, ceil, trunc, rint, fma, mod, floordiv,
// nextafter and copysign are exact or correctly rounded, mod and floordiv bit for bit NumPy's.
#ifndef CG_VEC_MATH_H
#define CG_VEC_MATH_H

#include "vec_arc.h"
#include "vec_base.h"
#include "vec_complex.h"
#include "vec_exp.h"
#include "vec_hyper.h"
#include "vec_log.h"
#include "vec_round.h"
#include "vec_special.h"
#include "vec_trig.h"

#define CG_VEC_SLOW_UNARY(X) X(sin) X(cos) X(tan)
#define CG_VEC_SLOW_BINARY(X) X(mod) X(floordiv)

#endif
