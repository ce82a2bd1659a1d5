// Complex arithmetic and functions on pairs of float32 (c64) and float64 (c128).
//
// Products and quotients are by components, as NumPy's are: no recovery of infinities from NaN (C99 annex
// G.5.1). The transcendental functions are libm's, complex64 in double, so right to float32's last digit but
// for cancellation inside libm itself.
#ifndef CG_VEC_COMPLEX_H
#define CG_VEC_COMPLEX_H

#include "vec_arc.h"
#include "vec_round.h"
#include "vec_special.h"

#include <complex.h>
typedef struct {
  float re, im;
} cg_c64;
typedef struct {
  double re, im;
} cg_c128;

CG_INLINE cg_c128 cg_make_c128(double re, double im) {
  cg_c128 z = {re, im};
  return z;
}

CG_INLINE cg_c64 cg_make_c64(float re, float im) {
  cg_c64 z = {re, im};
  return z;
}

CG_INLINE cg_c128 cg_widen_c64(cg_c64 z) { return cg_make_c128((double)z.re, (double)z.im); }
CG_INLINE cg_c64 cg_narrow_c128(cg_c128 z) { return cg_make_c64((float)z.re, (float)z.im); }

// cg_minus flips the sign bit. Where a difference and a sum of products stand side by side, the difference is
// written as a sum with a flipped factor: gcc 12 turns the pair into vfmaddsub, contraction allowed or not, and
// the result would depend on where in the array an element stands.
CG_INLINE float cg_minus_f32(float x) { return cg_from_bits_f32(cg_bits_f32(x) ^ 0x80000000u); }
CG_INLINE double cg_minus_f64(double x) { return cg_from_bits_f64(cg_bits_f64(x) ^ 0x8000000000000000ull); }

// Operations whose text is the same in both precisions.
#define CG_COMPLEX_COMMON(S, C, R, F)                                                                         \
  CG_INLINE C cg_add_##S(C a, C b) { return cg_make_##S(a.re + b.re, a.im + b.im); }                          \
  CG_INLINE C cg_sub_##S(C a, C b) { return cg_make_##S(a.re - b.re, a.im - b.im); }                          \
  CG_INLINE C cg_mul_##S(C a, C b) {                                                                          \
    return cg_make_##S(a.re * b.re + cg_minus_##F(a.im) * b.im, a.re * b.im + a.im * b.re);                   \
  }                                                                                                           \
  CG_INLINE C cg_neg_##S(C a) { return cg_make_##S(-a.re, -a.im); }                                           \
  CG_INLINE C cg_conj_##S(C a) { return cg_make_##S(a.re, -a.im); }                                           \
  CG_INLINE C cg_square_##S(C a) {                                                                            \
    return cg_make_##S(a.re * a.re + cg_minus_##F(a.im) * a.im, a.re * a.im + a.im * a.re);                   \
  }                                                                                                           \
  CG_INLINE R cg_abs_##S(C a) { return cg_hypot_##F(a.re, a.im); }                                            \
  CG_INLINE R cg_angle_##S(C a) { return cg_atan2_##F(a.im, a.re); }                                          \
  /* z / |z|; an infinite part wins, two of them or a NaN give NaN, and 0 stays 0. Subnormal magnitudes */    \
  /* have too few digits to divide by, so small numbers are scaled, which is exact. */                        \
  CG_INLINE C cg_sign_##S(C a) {                                                                              \
    R tiny = (R)(sizeof(R) == 4 ? 0x1p-100 : 0x1p-900), up = (R)(sizeof(R) == 4 ? 0x1p60 : 0x1p400);          \
    R scale = cg_abs_##F(a.re) < tiny && cg_abs_##F(a.im) < tiny ? up : (R)1;                                 \
    a.re *= scale;                                                                                            \
    a.im *= scale;                                                                                            \
    R m = cg_hypot_##F(a.re, a.im), re = a.re / m, im = a.im / m;                                             \
    int ri = cg_abs_##F(a.re) == INFINITY, ii = cg_abs_##F(a.im) == INFINITY;                                 \
    re = ri ? cg_copysign_##F(1, a.re) : re;                                                                  \
    im = ii ? cg_copysign_##F(1, a.im) : im;                                                                  \
    im = ri && a.im == a.im ? 0 : im;                                                                         \
    re = ii && a.re == a.re ? 0 : re;                                                                         \
    re = m == 0 ? 0 : re;                                                                                     \
    im = m == 0 ? 0 : im;                                                                                     \
    int bad = (ri && ii) || a.re != a.re || a.im != a.im;                                                     \
    return cg_make_##S(bad ? (R)NAN : re, bad ? (R)NAN : im);                                                 \
  }

CG_COMPLEX_COMMON(c64, cg_c64, float, f32)
CG_COMPLEX_COMMON(c128, cg_c128, double, f64)

// cg_div_scale is a power of two that brings a number of magnitude m well inside the range of double.
CG_INLINE double cg_div_scale(double m) {
  double up = m < 0x1p-900 ? 0x1p100 : 1.0;
  return m > 0x1p1000 ? 0x1p-100 : up;
}

// cg_div_smith_c128 divides by Smith's method (1962), with both operands scaled, so that nothing overflows on the
// way. Components of a/0 are a.re/0 and a.im/0 where zero says so, as in NumPy.
CG_INLINE cg_c128 cg_div_smith_c128(cg_c128 a, cg_c128 b, int zero) {
  double ma = cg_abs_f64(a.re) > cg_abs_f64(a.im) ? cg_abs_f64(a.re) : cg_abs_f64(a.im);
  double mb = cg_abs_f64(b.re) > cg_abs_f64(b.im) ? cg_abs_f64(b.re) : cg_abs_f64(b.im);
  double sa = cg_div_scale(ma), sb = cg_div_scale(mb), back = sb / sa;
  double ar = a.re * sa, ai = a.im * sa, br = b.re * sb, bi = b.im * sb;
  int swap = !(cg_abs_f64(br) >= cg_abs_f64(bi));
  double c = swap ? bi : br, d = swap ? br : bi;
  double rat = d / c, den = c + d * rat;
  // (ar + ai i)(1 - rat i) / den, or for |bi| > |br| (ar + ai i)(rat - i) / den.
  double n0 = ar + ai * rat, n1 = ar * rat + ai, m0 = ai + cg_minus_f64(ar) * rat, m1 = ai * rat + cg_minus_f64(ar);
  double re = (swap ? n1 : n0) / den * back, im = (swap ? m1 : m0) / den * back;
  int z = zero && b.re == 0 && b.im == 0;
  double zr = a.re / cg_abs_f64(b.re), zi = a.im / cg_abs_f64(b.re);
  return cg_make_c128(z ? zr : re, z ? zi : im);
}

CG_INLINE cg_c128 cg_div_c128(cg_c128 a, cg_c128 b) { return cg_div_smith_c128(a, b, 1); }
CG_INLINE cg_c64 cg_div_c64(cg_c64 a, cg_c64 b) {
  return cg_narrow_c128(cg_div_smith_c128(cg_widen_c64(a), cg_widen_c64(b), 1));
}

// The reciprocal of 0 is NaN in both parts, as in NumPy.
CG_INLINE cg_c128 cg_reciprocal_c128(cg_c128 a) { return cg_div_smith_c128(cg_make_c128(1.0, 0.0), a, 0); }
CG_INLINE cg_c64 cg_reciprocal_c64(cg_c64 a) { return cg_narrow_c128(cg_reciprocal_c128(cg_widen_c64(a))); }

// A double _Complex has the layout of two doubles (C11 6.2.5).
CG_INLINE double _Complex cg_to_c99(cg_c128 z) {
  double _Complex w;
  memcpy(&w, &z, sizeof w);
  return w;
}

CG_INLINE cg_c128 cg_from_c99(double _Complex w) {
  cg_c128 z;
  memcpy(&z, &w, sizeof z);
  return z;
}

#define CG_COMPLEX_LIBM(name, fn)                                                                             \
  CG_INLINE cg_c128 cg_##name##_c128(cg_c128 z) { return cg_from_c99(fn(cg_to_c99(z))); }                     \
  CG_INLINE cg_c64 cg_##name##_c64(cg_c64 z) { return cg_narrow_c128(cg_##name##_c128(cg_widen_c64(z))); }

CG_COMPLEX_LIBM(sqrt, csqrt)
CG_COMPLEX_LIBM(exp, cexp)
CG_COMPLEX_LIBM(log, clog)
CG_COMPLEX_LIBM(sin, csin)
CG_COMPLEX_LIBM(cos, ccos)
CG_COMPLEX_LIBM(tan, ctan)
CG_COMPLEX_LIBM(asin, casin)
CG_COMPLEX_LIBM(acos, cacos)
CG_COMPLEX_LIBM(atan, catan)
CG_COMPLEX_LIBM(sinh, csinh)
CG_COMPLEX_LIBM(cosh, ccosh)
CG_COMPLEX_LIBM(tanh, ctanh)
CG_COMPLEX_LIBM(asinh, casinh)
CG_COMPLEX_LIBM(acosh, cacosh)
CG_COMPLEX_LIBM(atanh, catanh)

CG_INLINE cg_c128 cg_log2_c128(cg_c128 z) {
  cg_c128 l = cg_log_c128(z);
  return cg_make_c128(l.re * 0x1.71547652b82fep0, l.im * 0x1.71547652b82fep0);
}
CG_INLINE cg_c64 cg_log2_c64(cg_c64 z) { return cg_narrow_c128(cg_log2_c128(cg_widen_c64(z))); }

CG_INLINE cg_c128 cg_log10_c128(cg_c128 z) {
  cg_c128 l = cg_log_c128(z);
  return cg_make_c128(l.re * 0x1.bcb7b1526e50ep-2, l.im * 0x1.bcb7b1526e50ep-2);
}
CG_INLINE cg_c64 cg_log10_c64(cg_c64 z) { return cg_narrow_c128(cg_log10_c128(cg_widen_c64(z))); }

// a^b with NumPy's edges: a^0 is 1; 0^b is 0 where the real part of b is positive and NaN elsewhere; integers
// below 100 in size multiply out, which keeps (a+0i)^n and (0+bi)^n on their axes.
CG_OUTLINE cg_c128 cg_pow_c128(cg_c128 a, cg_c128 b) {
  if (b.re == 0 && b.im == 0) {
    return cg_make_c128(1.0, 0.0);
  }
  if (a.re == 0 && a.im == 0) {
    double v = b.re > 0 ? 0.0 : CG_NAN;
    return cg_make_c128(v, v);
  }
  if (b.im == 0 && cg_abs_f64(b.re) < 100.0 && cg_floor_f64(b.re) == b.re) {
    int n = (int)cg_abs_f64(b.re);
    cg_c128 r = a, p = a;
    for (n--; n > 0; n >>= 1) {
      if (n & 1) {
        r = cg_mul_c128(r, p);
      }
      p = cg_mul_c128(p, p);
    }
    return b.re < 0 ? cg_reciprocal_c128(r) : r;
  }
  return cg_from_c99(cpow(cg_to_c99(a), cg_to_c99(b)));
}
CG_INLINE cg_c64 cg_pow_c64(cg_c64 a, cg_c64 b) {
  return cg_narrow_c128(cg_pow_c128(cg_widen_c64(a), cg_widen_c64(b)));
}

#endif
