// Hyperbolic functions and their inverses.
//
// Largest errors seen, float32/float64 (vec_math.h tells how): sinh 0.51/1.29, cosh 0.51/1.24, tanh 1.05/0.85,
// asinh 0.51/0.98, acosh 0.51/0.83, atanh 0.51/0.58.
#ifndef CG_VEC_HYPER_H
#define CG_VEC_HYPER_H

#include "vec_exp.h"
#include "vec_log.h"

CG_INLINE float cg_tanh_f32(float x) {
  float a = cg_abs_f32(x);
  // |x| >= 1: 1 - 2/(exp(2|x|) + 1). Below, a polynomial.
  float b = a > 10.0f ? 10.0f : a, e = cg_exp_f32(b + b);
  float big = 1.0f - 2.0f / (e + 1.0f);
  float z = a * a;
  float p = CG_FMAF(0x1.08649cp-13f, z, -0x1.c2d43cp-11f);
  p = CG_FMAF(p, z, 0x1.979952p-9f);
  p = CG_FMAF(p, z, -0x1.1a87cap-7f);
  p = CG_FMAF(p, z, 0x1.65228ap-6f);
  p = CG_FMAF(p, z, -0x1.ba030ep-5f);
  p = CG_FMAF(p, z, 0x1.11109ap-3f);
  p = CG_FMAF(p, z, -0x1.555554p-2f);
  float small = CG_FMAF(p, z * a, a);
  float y = a < 1.0f ? small : big;
  y = cg_copysign_f32(y, x);
  return x == x ? y : x;
}

// cg_csh_f64 splits |x|: cosh(r), sinh(r) = r + *sr, and the weights of 2^n and 2^-n.
CG_INLINE double cg_csh_f64(double x, double *r_, double *sr, double *up, double *down) {
  x = x > 710.6 ? 710.6 : x; // beyond the overflow of both, and n stays at 1025
  CG_EXP_RED_F64;
  double rl = CG_FMA(n, -0x1.cf79abc9e3b3ap-40, r0 - r), z = r * r;
  double p = CG_FMA(0x1.af56bf8e260ddp-26, z, 0x1.71ddfdcb3902cp-19);
  p = CG_FMA(p, z, 0x1.a01a01ad4e923p-13);
  p = CG_FMA(p, z, 0x1.111111110fe86p-7);
  p = CG_FMA(p, z, 0x1.5555555555557p-3);
  *sr = CG_FMA(p, z * r, rl);
  *r_ = r;
  p = CG_FMA(0x1.1f8eb47a97bf7p-29, z, 0x1.27e4ca9afe037p-22);
  p = CG_FMA(p, z, 0x1.a01a01adf9dfap-16);
  p = CG_FMA(p, z, 0x1.6c16c16c14f3p-10);
  p = CG_FMA(p, z, 0x1.5555555555558p-5);
  p = CG_FMA(p, z, 0.5);
  double m = n > 100.0 ? 100.0 : n;
  *up = cg_pow2_f64(n - 2.0); // halved twice: 2^1024 is out of range
  *down = cg_pow2_f64(-m - 2.0);
  return CG_FMA(p, z, r * rl); // cosh(r) - 1
}

// sinh(x) = cosh(r) sinh(n ln 2) + sinh(r) cosh(n ln 2): no cancellation to speak of, and no division.
CG_INLINE double cg_sinh_f64(double x) {
  double r, sr, up, down, c = cg_csh_f64(cg_abs_f64(x), &r, &sr, &up, &down);
  double a = up - down, b = up + down;
  double br = b * r, s = a + br;
  double e = cg_sum_err_f64(a, br, s) + cg_prod_err_f64(b, r, br);
  double y = 2.0 * (s + (e + CG_FMA(a, c, b * sr)));
  return cg_copysign_f64(x == x ? y : x, x);
}

CG_INLINE double cg_cosh_f64(double x) {
  double r, sr, up, down, c = cg_csh_f64(cg_abs_f64(x), &r, &sr, &up, &down);
  double a = up - down, b = up + down;
  double ar = a * r, s = b + ar;
  double e = ((b - s) + ar) + cg_prod_err_f64(a, r, ar);
  double y = 2.0 * (s + (e + CG_FMA(b, c, a * sr)));
  return x == x ? y : x;
}

// tanh(x) = t / (t + 2), t = exp(2|x|) - 1, with t and the quotient carried to more than double.
CG_INLINE double cg_tanh_f64(double x0) {
  double x = cg_abs_f64(x0);
  x = x > 20.0 ? 20.0 : x;
  x = x + x;
  CG_EXP_RED_F64;
  double rl = CG_FMA(n, -0x1.cf79abc9e3b3ap-40, r0 - r);
  double q = CG_FMA(cg_expr_f64(r), r * r, rl), ph = r + q, pl = q - (ph - r);
  double s = cg_pow2_f64(n), a = s - 1.0, al = (s - a) - 1.0, b = s * ph;
  double t = a + b, tl = cg_sum_err_f64(a, b, t) + (s * pl + al);
  double d = t + 2.0, dl = cg_sum_err_f64(2.0, t, d) + tl;
  double inv = 1.0 / d, y = t * inv;
  y = y + cg_div_lo_f64(t, tl, d, dl, inv, y);
  y = cg_abs_f64(x0) < 0x1p-30 ? cg_abs_f64(x0) : y;
  return cg_copysign_f64(x0 == x0 ? y : x0, x0);
}

CG_INLINE double cg_asinh_f64(double x) {
  double a = cg_abs_f64(x);
  int big = a > 0x1p60;
  // log1p(a + a^2/(1 + sqrt(1 + a^2))); for large a, log(2a).
  double b = big ? 1.0 : a, w = b * b, d = 1.0 + sqrt(1.0 + w), h = w / d;
  double u = b + h, ul = cg_sum_err_f64(b, h, u);
  u = big ? a : u;
  ul = big ? 0.0 : ul;
  double y = cg_log1p_sum_f64(u, ul, big ? 1.0 : 0.0);
  y = a < 0x1p-28 ? a : y;
  y = a < CG_INF ? y : a;
  return cg_copysign_f64(y, x);
}

CG_INLINE double cg_acosh_f64(double x) {
  int big = x > 0x1p60;
  // log1p(t + sqrt(t (t + 2))), t = x - 1.
  double t = x - 1.0;
  t = big ? 1.0 : t;
  t = x < 1.0 ? 0.0 : t;
  double p = t + 2.0, v = t * p, vl = cg_prod_err_f64(t, p, v) + t * cg_sum_err_f64(2.0, t, p);
  double s = sqrt(v), e = ((v - s * s) - cg_prod_err_f64(s, s, s * s) + vl) / (2.0 * s + 0x1p-900);
  double u = t + s, ul = cg_sum_err_f64(t, s, u) + e;
  u = big ? x : u;
  ul = big ? 0.0 : ul;
  double y = cg_log1p_sum_f64(u, ul, big ? 1.0 : 0.0);
  y = x < CG_INF ? y : x;
  return x < 1.0 ? CG_NAN : y;
}

// atanh(x) = log((1+x)/(1-x))/2. With 2^k near that ratio it is k ln(2)/2 + atanh(s),
// s = ((1+x) - 2^k (1-x)) / ((1+x) + 2^k (1-x)); k = 0 gives s = x.
CG_INLINE double cg_atanh_f64(double x) {
  double a = cg_abs_f64(x);
  double b = a < 1.0 ? a : 0.0;
  double p = 1.0 + b, pl = (1.0 - p) + b, m = 1.0 - b, ml = (1.0 - m) - b;
  // The exponent's distance, with the mantissas as a linear guess of its fraction.
  uint64_t d = cg_bits_f64(p) - cg_bits_f64(m) + 0x0008000000000000ull;
  double k = cg_from_bits_f64((d >> 52) | 0x4330000000000000ull) - 0x1p52, c = cg_pow2_f64(k);
  double cm = c * m, cl = c * ml;
  double nh = p - cm, nl = cg_sum_err_f64(p, -cm, nh) + (pl - cl);
  double dh = p + cm, dl = cg_sum_err_f64(p, cm, dh) + (pl + cl);
  nh = k == 0 ? b + b : nh;
  nl = k == 0 ? 0.0 : nl;
  double inv = 1.0 / dh, s = nh * inv, sl = cg_div_lo_f64(nh, nl, dh, dl, inv, s), z = s * s;
  double kh = k * 0x1.62e42fefap-2, h = kh + s, e = (kh - h) + s;
  double y = h + (e + CG_FMA(k, 0x1.cf79abc9e3b3ap-41, CG_FMA(cg_atanhr_f64(z), z * s, sl)));
  y = a < 0x1p-28 ? a : y;
  y = a == 1.0 ? CG_INF : y;
  y = a > 1.0 ? CG_NAN : y;
  return cg_copysign_f64(x == x ? y : x, x);
}

CG_INLINE float cg_sinh_f32(float x) {
  double s, p = cg_expm1_med(cg_abs_f64((double)x), &s), e = CG_FMA(s, p, s - 1.0);
  return cg_copysign_f32((float)(0.5 * (e + e / (e + 1.0))), x);
}

CG_INLINE float cg_cosh_f32(float x) {
  double e = cg_exp_med(cg_abs_f64((double)x));
  return (float)(0.5 * e + 0.5 / e);
}

CG_INLINE float cg_asinh_f32(float x) {
  double a = cg_abs_f64((double)x), w = a * a;
  float y = (float)cg_log1p_med(a + w / (1.0 + sqrt(1.0 + w)));
  y = cg_abs_f32(x) < INFINITY ? y : x;
  return cg_copysign_f32(y, x);
}

CG_INLINE float cg_acosh_f32(float x) {
  double t = (double)x - 1.0;
  float y = (float)cg_log1p_med(t + sqrt(t * (t + 2.0)));
  y = x < INFINITY ? y : x;
  return x < 1.0f ? NAN : y;
}

CG_INLINE float cg_atanh_f32(float x) {
  double a = cg_abs_f64((double)x);
  float y = (float)(0.5 * cg_log1p_med((a + a) / (1.0 - a)));
  y = a == 1.0 ? INFINITY : y;
  y = a > 1.0 ? NAN : y;
  return cg_copysign_f32(x == x ? y : x, x);
}

#endif
