// Base of the vectorised math library: bit casts, selects, fused multiply-add, exact products and
// the rounding constants that every kernel uses.
//
// Each instruction set has a translation unit of its own, which includes vec_math.h once, inside its target
// pragma (or clang's attribute push), having defined
//
//   CG_HAVE_FMA    1 where the target has fused multiply-add instructions: target pragmas don't change the
//                  compiler's own macros everywhere, so this one decides
//   CG_HAVE_ROUND  1 where it rounds to integer in one instruction (SSE4.1 and later, arm64); implied by
//                  CG_HAVE_FMA
//
// Every function is branch-free and inlines, so that a plain loop over an array vectorises. Nothing here
// needs or tolerates -ffast-math: NaN, infinities, signed zeros and subnormal numbers are exact.
#ifndef CG_VEC_BASE_H
#define CG_VEC_BASE_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#ifndef __STRICT_ANSI__
#error "needs -std=c11: outside ISO mode gcc contracts a*b + c, and results would depend on the instruction set"
#endif
// Selects between two computed values become vector blends only where the compiler may compute both.
#pragma GCC optimize("no-trapping-math", "no-math-errno")
#endif

#ifndef CG_HAVE_FMA
#if defined(__FMA__) || defined(__aarch64__)
#define CG_HAVE_FMA 1
#else
#define CG_HAVE_FMA 0
#endif
#endif
#ifndef CG_HAVE_ROUND
#if CG_HAVE_FMA || defined(__SSE4_1__) || defined(__aarch64__)
#define CG_HAVE_ROUND 1
#else
#define CG_HAVE_ROUND 0
#endif
#endif

// A square root that sets no errno, or it would be a call and stop vectorisation.
extern float sqrtf(float) __attribute__((const));
extern double sqrt(double) __attribute__((const));
// ISO mode hides these; they write no global sign.
extern double lgamma_r(double, int *);

#define CG_INLINE static inline __attribute__((always_inline, unused))
#define CG_OUTLINE static __attribute__((noinline, unused))
#define CG_INF ((double)INFINITY)
#define CG_NAN ((double)NAN)

#if CG_HAVE_FMA
#define CG_FMAF(a, b, c) __builtin_fmaf(a, b, c)
#define CG_FMA(a, b, c) __builtin_fma(a, b, c)
#else
#define CG_FMAF(a, b, c) ((a) * (b) + (c))
#define CG_FMA(a, b, c) ((a) * (b) + (c))
#endif

CG_INLINE uint32_t cg_bits_f32(float x) {
  uint32_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

CG_INLINE float cg_from_bits_f32(uint32_t u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}

CG_INLINE uint64_t cg_bits_f64(double x) {
  uint64_t u;
  memcpy(&u, &x, sizeof u);
  return u;
}

CG_INLINE double cg_from_bits_f64(uint64_t u) {
  double x;
  memcpy(&x, &u, sizeof x);
  return x;
}

CG_INLINE float cg_abs_f32(float x) { return cg_from_bits_f32(cg_bits_f32(x) & 0x7fffffffu); }
CG_INLINE double cg_abs_f64(double x) { return cg_from_bits_f64(cg_bits_f64(x) & 0x7fffffffffffffffull); }

CG_INLINE float cg_copysign_f32(float x, float s) {
  return cg_from_bits_f32((cg_bits_f32(x) & 0x7fffffffu) | (cg_bits_f32(s) & 0x80000000u));
}

CG_INLINE double cg_copysign_f64(double x, double s) {
  return cg_from_bits_f64((cg_bits_f64(x) & 0x7fffffffffffffffull) | (cg_bits_f64(s) & 0x8000000000000000ull));
}

// cg_flipsign_f64 negates x where s is negative.
CG_INLINE double cg_flipsign_f64(double x, double s) {
  return cg_from_bits_f64(cg_bits_f64(x) ^ (cg_bits_f64(s) & 0x8000000000000000ull));
}

// cg_pow2_f64 is 2^n for an integral n in [-1022, 1023], by way of the exponent field.
CG_INLINE double cg_pow2_f64(double n) {
  return cg_from_bits_f64((cg_bits_f64(n + 0x1.8p52) + 1023) << 52);
}

// cg_scale_f64 is y * 2^n for an integral n in [-2044, 2046]. It rounds once, also to subnormal numbers.
CG_INLINE double cg_scale_f64(double y, double n) {
  uint64_t t = cg_bits_f64(n + 0x1.8p52), h = (t >> 1) - (0x4338000000000000ull >> 1);
  uint64_t rest = (t - 0x4338000000000000ull) - h;
  return y * cg_from_bits_f64((h + 1023) << 52) * cg_from_bits_f64((rest + 1023) << 52);
}

// cg_round_small_f64 rounds half to even where |x| < 2^51.
CG_INLINE double cg_round_small_f64(double x) { return (x + 0x1.8p52) - 0x1.8p52; }

// cg_prod_err_f64 is a*b - p, exactly, where p is a*b rounded (and nothing underflows).
CG_INLINE double cg_prod_err_f64(double a, double b, double p) {
#if CG_HAVE_FMA
  return __builtin_fma(a, b, -p);
#else
  // Split by masking: unlike Veltkamp's multiplication it can't overflow.
  double ah = cg_from_bits_f64(cg_bits_f64(a) & 0xfffffffff8000000ull), al = a - ah;
  double bh = cg_from_bits_f64(cg_bits_f64(b) & 0xfffffffff8000000ull), bl = b - bh;
  return ((ah * bh - p) + ah * bl + al * bh) + al * bl;
#endif
}

// cg_sum_err_f64 is (a + b) - s, exactly, where s is a + b rounded (Knuth's TwoSum).
CG_INLINE double cg_sum_err_f64(double a, double b, double s) {
  double t = s - a;
  return (a - (s - t)) + (b - t);
}

// cg_div_lo_f64 returns what q = nh * (1 / dh) lacks of (nh + nl) / (dh + dl), given inv = 1 / dh.
CG_INLINE double cg_div_lo_f64(double nh, double nl, double dh, double dl, double inv, double q) {
  double p = q * dh;
  double r = (nh - p) - cg_prod_err_f64(q, dh, p);
  return (r + (nl - q * dl)) * inv;
}

#endif
