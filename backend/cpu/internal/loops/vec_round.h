// Rounding, remainders, neighbours and the other exact operations.
#ifndef CG_VEC_ROUND_H
#define CG_VEC_ROUND_H

#include "vec_base.h"

CG_INLINE float cg_sqrt_f32(float x) { return sqrtf(x); }
CG_INLINE double cg_sqrt_f64(double x) { return sqrt(x); }

#if CG_HAVE_ROUND
CG_INLINE float cg_floor_f32(float x) { return __builtin_floorf(x); }
CG_INLINE double cg_floor_f64(double x) { return __builtin_floor(x); }
CG_INLINE float cg_ceil_f32(float x) { return __builtin_ceilf(x); }
CG_INLINE double cg_ceil_f64(double x) { return __builtin_ceil(x); }
CG_INLINE float cg_trunc_f32(float x) { return __builtin_truncf(x); }
CG_INLINE double cg_trunc_f64(double x) { return __builtin_trunc(x); }
CG_INLINE float cg_rint_f32(float x) { return __builtin_rintf(x); }
CG_INLINE double cg_rint_f64(double x) { return __builtin_rint(x); }
#else
// Adding 2^23 (2^52) pushes the fraction out; larger numbers are integral already, and so pass.
CG_INLINE float cg_rint_f32(float x) {
  float a = cg_abs_f32(x), r = (a + 0x1p23f) - 0x1p23f;
  r = a < 0x1p23f ? r : a;
  return cg_copysign_f32(r, x);
}

CG_INLINE double cg_rint_f64(double x) {
  double a = cg_abs_f64(x), r = (a + 0x1p52) - 0x1p52;
  r = a < 0x1p52 ? r : a;
  return cg_copysign_f64(r, x);
}

CG_INLINE float cg_trunc_f32(float x) {
  float a = cg_abs_f32(x), r = (a + 0x1p23f) - 0x1p23f;
  float one = r > a ? 1.0f : 0.0f;
  r = r - one;
  r = a < 0x1p23f ? r : a;
  return cg_copysign_f32(r, x);
}

CG_INLINE double cg_trunc_f64(double x) {
  double a = cg_abs_f64(x), r = (a + 0x1p52) - 0x1p52;
  double one = r > a ? 1.0 : 0.0;
  r = r - one;
  r = a < 0x1p52 ? r : a;
  return cg_copysign_f64(r, x);
}

CG_INLINE float cg_floor_f32(float x) {
  float r = cg_rint_f32(x), one = r > x ? 1.0f : 0.0f;
  return cg_copysign_f32(r - one, x);
}

CG_INLINE double cg_floor_f64(double x) {
  double r = cg_rint_f64(x), one = r > x ? 1.0 : 0.0;
  return cg_copysign_f64(r - one, x);
}

CG_INLINE float cg_ceil_f32(float x) {
  float r = cg_rint_f32(x), one = r < x ? 1.0f : 0.0f;
  return cg_copysign_f32(r + one, x);
}

CG_INLINE double cg_ceil_f64(double x) {
  double r = cg_rint_f64(x), one = r < x ? 1.0 : 0.0;
  return cg_copysign_f64(r + one, x);
}
#endif

// cg_fma is the correctly rounded a*b + c, also where the target has no such instruction.
#if CG_HAVE_FMA
CG_INLINE float cg_fma_f32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
CG_INLINE double cg_fma_f64(double a, double b, double c) { return __builtin_fma(a, b, c); }
#else
// The product of two float32 is exact in double. Rounding the sum to odd there makes the second
// rounding, to float32, right (Boldo and Melquiond, 2008).
CG_INLINE float cg_fma_f32(float a, float b, float c) {
  double p = (double)a * (double)b, cd = (double)c, s = p + cd;
  double e = cg_sum_err_f64(p, cd, s);
  uint64_t u = cg_bits_f64(s);
  double sa = cg_flipsign_f64(e, s); // positive: |s| is too small
  // Truncate towards zero, then set the last bit, wherever the sum was inexact.
  double t = cg_from_bits_f64((u - (cg_bits_f64(sa) >> 63)) | 1);
  return (float)(cg_abs_f64(e) > 0 ? t : s);
}
CG_INLINE double cg_fma_f64(double a, double b, double c) { return fma(a, b, c); }
#endif

// cg_nextafter is the neighbour of x in the direction of y.
CG_INLINE float cg_nextafter_f32(float x, float y) {
  uint32_t u = cg_bits_f32(x), a = u & 0x7fffffffu;
  uint32_t away = (x < y) == ((int32_t)u >= 0) ? 1u : (uint32_t)-1;
  uint32_t n = a == 0 ? (cg_bits_f32(y) & 0x80000000u) | 1u : u + away;
  float r = cg_from_bits_f32(n);
  r = x == y ? y : r;
  return x == x && y == y ? r : x + y;
}

CG_INLINE double cg_nextafter_f64(double x, double y) {
  // |x| grows where x moves away from zero: x < y for positive x, x > y for negative.
  double d = cg_flipsign_f64(1.0, x), md = -d, dir = x < y ? d : md;
  double n = cg_from_bits_f64(cg_bits_f64(x) + 1 - ((cg_bits_f64(dir) >> 62) & 2));
  double least = cg_copysign_f64(0x1p-1074, y);
  double r = x == 0 ? least : n;
  r = x == y ? y : r;
  r = x == x ? r : x;
  return y == y ? r : y;
}

// cg_rem is fmod by one division: exact while the quotient is small enough, which the predicates below watch.
CG_INLINE float cg_rem_f32(float a, float b) {
  double x = cg_abs_f64((double)a), y = cg_abs_f64((double)b);
  double q = cg_trunc_f64(x / y), r = x - q * y;
  r = y == CG_INF && x < CG_INF ? x : r;
  return cg_copysign_f32((float)r, a);
}

CG_INLINE double cg_rem_f64(double a, double b) {
  double x = cg_abs_f64(a), y = cg_abs_f64(b);
  double q = cg_trunc_f64(x / y);
  double p = q * y, r = (x - p) - cg_prod_err_f64(q, y, p);
  // The quotient was rounded, perhaps up to the next integer.
  r = r < 0 ? r + y : r;
  r = r >= y ? r - y : r;
  r = x < y ? x : r;
  r = y == CG_INF && x < CG_INF ? x : r;
  return cg_copysign_f64(r, a);
}

CG_INLINE int cg_mod_f32_slow_p(float a, float b) {
  float q = cg_abs_f32(a / b);
  return (q > 0x1p28f) & (cg_abs_f32(a) < INFINITY) & (b != 0);
}

CG_INLINE int cg_mod_f64_slow_p(double a, double b) {
  // By the upper halves of the bits, which order like the numbers; a quotient that overflowed is slow too.
  int32_t hq = (int32_t)(cg_bits_f64(a / b) >> 32) & 0x7fffffff, ha = (int32_t)(cg_bits_f64(a) >> 32) & 0x7fffffff;
  int s = (hq >= (1023 + 51) << 20) & (hq <= 0x7ff00000) & (ha < 0x7ff00000);
#if !CG_HAVE_FMA
  // The split product needs room above and below.
  int big = (ha >= (1023 + 990) << 20) & (ha < 0x7ff00000), tiny = ha < (1023 - 900) << 20;
  s |= (hq >= 1023 << 20) & (hq <= 0x7ff00000) & (big | tiny);
#endif
  return s;
}

// cg_mod_fix makes the remainder r take the divisor's sign, as Python and NumPy do.
CG_INLINE float cg_mod_fix_f32(float r, float b) {
  float up = (b < 0) != (r < 0) ? r + b : r;
  float zero = cg_copysign_f32(0.0f, b);
  r = r == 0 ? zero : up;
  return b == 0 ? NAN : r;
}

CG_INLINE double cg_mod_fix_f64(double r, double b) {
  double up = (b < 0) != (r < 0) ? r + b : r;
  double zero = cg_copysign_f64(0.0, b);
  r = r == 0 ? zero : up;
  return b == 0 ? CG_NAN : r;
}

CG_INLINE float cg_mod_f32(float a, float b) { return cg_mod_fix_f32(cg_rem_f32(a, b), b); }
CG_INLINE double cg_mod_f64(double a, double b) { return cg_mod_fix_f64(cg_rem_f64(a, b), b); }
CG_OUTLINE float cg_mod_f32_slow(float a, float b) { return cg_mod_fix_f32(fmodf(a, b), b); }
CG_OUTLINE double cg_mod_f64_slow(double a, double b) { return cg_mod_fix_f64(fmod(a, b), b); }

// cg_floordiv_fix is the floor of a/b, given r = fmod(a, b): consistent with mod where a plain
// floor(a/b) would round up to the next integer.
CG_INLINE float cg_floordiv_fix_f32(float a, float b, float r) {
  float d = (a - r) / b;
  int adj = (r != 0) & ((b < 0) != (r < 0));
  float d1 = d - 1.0f;
  d = adj ? d1 : d;
  float f = cg_floor_f32(d), f1 = f + 1.0f;
  f = d - f > 0.5f ? f1 : f;
  float q = a / b, zero = cg_copysign_f32(0.0f, q);
  f = d == 0 ? zero : f;
  return b == 0 ? q : f;
}

CG_INLINE double cg_floordiv_fix_f64(double a, double b, double r) {
  double d = (a - r) / b;
  int adj = (r != 0) & ((b < 0) != (r < 0));
  double d1 = d - 1.0;
  d = adj ? d1 : d;
  double f = cg_floor_f64(d), f1 = f + 1.0;
  f = d - f > 0.5 ? f1 : f;
  double q = a / b, zero = cg_copysign_f64(0.0, q);
  f = d == 0 ? zero : f;
  return b == 0 ? q : f;
}

CG_INLINE float cg_floordiv_f32(float a, float b) { return cg_floordiv_fix_f32(a, b, cg_rem_f32(a, b)); }
CG_INLINE double cg_floordiv_f64(double a, double b) { return cg_floordiv_fix_f64(a, b, cg_rem_f64(a, b)); }
CG_INLINE int cg_floordiv_f32_slow_p(float a, float b) { return cg_mod_f32_slow_p(a, b); }
CG_INLINE int cg_floordiv_f64_slow_p(double a, double b) { return cg_mod_f64_slow_p(a, b); }
CG_OUTLINE float cg_floordiv_f32_slow(float a, float b) { return cg_floordiv_fix_f32(a, b, fmodf(a, b)); }
CG_OUTLINE double cg_floordiv_f64_slow(double a, double b) { return cg_floordiv_fix_f64(a, b, fmod(a, b)); }

#endif
