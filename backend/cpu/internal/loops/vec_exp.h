// Exponentials: exp, exp2, expm1, sigmoid.
//
// exp(x) = 2^n exp(r), n = rint(x / ln 2), |r| <= ln(2)/2. Two-part (Cody-Waite) reduction, then a minimax
// polynomial. The scale 2^n is applied in two factors, so that subnormal results round once.
//
// Largest errors seen, float32/float64 (vec_math.h tells how): exp 0.90/0.96, exp2 1.04/0.89, expm1
// 0.51/1.03, sigmoid 0.51/2.06.
#ifndef CG_VEC_EXP_H
#define CG_VEC_EXP_H

#include "vec_base.h"

CG_INLINE float cg_scale_f32(float y, int32_t n) {
  int32_t h = n >> 1, rest = n - h;
  return y * cg_from_bits_f32((uint32_t)(h + 127) << 23) * cg_from_bits_f32((uint32_t)(rest + 127) << 23);
}

CG_INLINE float cg_exp_f32(float x) {
  x = x > 89.0f ? 89.0f : x;
  x = x < -104.0f ? -104.0f : x;
  float t = CG_FMAF(x, 0x1.715476p0f, 0x1.8p23f), n = t - 0x1.8p23f;
  float r0 = CG_FMAF(n, -0x1.62e4p-1f, x), r = CG_FMAF(n, -0x1.7f7d1cp-20f, r0);
  float rl = CG_FMAF(n, -0x1.7f7d1cp-20f, r0 - r);
  float p = CG_FMAF(0x1.6ceeacp-10f, r, 0x1.123f24p-7f);
  p = CG_FMAF(p, r, 0x1.55552ap-5f);
  p = CG_FMAF(p, r, 0x1.55548ap-3f);
  p = CG_FMAF(p, r, 0.5f);
  float y = 1.0f + (r + CG_FMAF(p, r * r, rl));
  return cg_scale_f32(y, (int32_t)(cg_bits_f32(t) - 0x4b400000u));
}

CG_INLINE float cg_exp2_f32(float x) {
  x = x > 129.0f ? 129.0f : x;
  x = x < -151.0f ? -151.0f : x;
  float t = x + 0x1.8p23f, r = x - (t - 0x1.8p23f);
  float p = CG_FMAF(0x1.e978fp-17f, r, 0x1.4409cep-13f);
  p = CG_FMAF(p, r, 0x1.5d9f42p-10f);
  p = CG_FMAF(p, r, 0x1.3b2a6p-7f);
  p = CG_FMAF(p, r, 0x1.c6b072p-5f);
  p = CG_FMAF(p, r, 0x1.ebfbep-3f);
  p = CG_FMAF(p, r, 0x1.62e43p-1f);
  return cg_scale_f32(CG_FMAF(p, r, 1.0f), (int32_t)(cg_bits_f32(t) - 0x4b400000u));
}

#define CG_EXP_RED_F64                                                                                        \
  double n = cg_round_small_f64(x * 0x1.71547652b82fep0);                                                     \
  double r0 = CG_FMA(n, -0x1.62e42fefap-1, x);                                                                \
  double r = CG_FMA(n, -0x1.cf79abc9e3b3ap-40, r0)

// cg_expr_f64 is (exp(r) - 1 - r) / r^2 for |r| <= ln(2)/2.
CG_INLINE double cg_expr_f64(double r) {
  double p = CG_FMA(0x1.1e5bc6dd9b93p-29, r, 0x1.af6b361662fbfp-26);
  p = CG_FMA(p, r, 0x1.27e50a041c5c3p-22);
  p = CG_FMA(p, r, 0x1.71ddf19804063p-19);
  p = CG_FMA(p, r, 0x1.a01a01b2ba418p-16);
  p = CG_FMA(p, r, 0x1.a01a01b2972a5p-13);
  p = CG_FMA(p, r, 0x1.6c16c16c1400cp-10);
  p = CG_FMA(p, r, 0x1.111111110eeb9p-7);
  p = CG_FMA(p, r, 0x1.5555555555558p-5);
  p = CG_FMA(p, r, 0x1.555555555555bp-3);
  return CG_FMA(p, r, 0.5);
}

// cg_exp_sum_f64 is exp(x + lo) for a small correction lo.
CG_INLINE double cg_exp_sum_f64(double x, double lo) {
  x = x > 710.0 ? 710.0 : x;
  x = x < -746.0 ? -746.0 : x;
  double n = cg_round_small_f64(x * 0x1.71547652b82fep0);
  double r0 = CG_FMA(n, -0x1.62e42fefap-1, x), c = CG_FMA(n, -0x1.cf79abc9e3b3ap-40, lo);
  double r = r0 + c, rl = (r0 - r) + c;
  double y = 1.0 + (r + CG_FMA(cg_expr_f64(r), r * r, rl));
  return cg_scale_f64(y, n);
}

CG_INLINE double cg_exp_f64(double x) {
  x = x > 710.0 ? 710.0 : x;
  x = x < -746.0 ? -746.0 : x;
  CG_EXP_RED_F64;
  double y = 1.0 + CG_FMA(cg_expr_f64(r), r * r, r);
  return cg_scale_f64(y, n);
}

CG_INLINE double cg_exp2_f64(double x) {
  x = x > 1025.0 ? 1025.0 : x;
  x = x < -1077.0 ? -1077.0 : x;
  double n = cg_round_small_f64(x), f = x - n, r = f * 0x1.62e42fefa39efp-1;
  double rl = CG_FMA(f, 0x1.abc9e3b39803fp-56, cg_prod_err_f64(f, 0x1.62e42fefa39efp-1, r));
  double y = 1.0 + (r + CG_FMA(cg_expr_f64(r), r * r, rl));
  return cg_scale_f64(y, n);
}

CG_INLINE double cg_expm1_f64(double x) {
  double x0 = x;
  x = x > 710.0 ? 710.0 : x;
  x = x < -40.0 ? -40.0 : x;
  CG_EXP_RED_F64;
  double rl = CG_FMA(n, -0x1.cf79abc9e3b3ap-40, r0 - r);
  double q = CG_FMA(cg_expr_f64(r), r * r, rl);
  double ph = r + q, pl = q - (ph - r); // exp(r) - 1
  // Half of 2^n (1 + p) - 1, since 2^1024 is out of range.
  double s = cg_pow2_f64(n - 1.0), a = s - 0.5, b = s * ph;
  double al = (s - a) - 0.5; // what 2^n - 1 lost
  double h = a + b, e = cg_sum_err_f64(a, b, h) + (s * pl + al);
  double y = 2.0 * (h + e);
  return cg_abs_f64(x0) < 0x1p-54 ? x0 : y;
}

// The medium kernels below serve the float32 functions that compute in double: some 38 bits.
CG_INLINE double cg_expm1_med(double x, double *scale) {
  x = x > 180.0 ? 180.0 : x;
  x = x < -180.0 ? -180.0 : x;
  CG_EXP_RED_F64;
  double p = CG_FMA(0x1.9e9661b9ace86p-16, r, 0x1.a18490b169d6ap-13);
  p = CG_FMA(p, r, 0x1.6c18c3d4ad72dp-10);
  p = CG_FMA(p, r, 0x1.1110a300226c7p-7);
  p = CG_FMA(p, r, 0x1.55555429b736bp-5);
  p = CG_FMA(p, r, 0x1.5555557d5cd6ap-3);
  p = CG_FMA(p, r, 0x1.0000000058b2bp-1);
  *scale = cg_pow2_f64(n);
  return CG_FMA(p, r * r, r);
}

CG_INLINE double cg_exp_med(double x) {
  double s, p = cg_expm1_med(x, &s);
  return CG_FMA(s, p, s);
}

CG_INLINE float cg_expm1_f32(float x) {
  double s, p = cg_expm1_med((double)x, &s);
  float y = (float)CG_FMA(s, p, s - 1.0);
  return x == 0 ? x : y;
}

CG_INLINE float cg_sigmoid_f32(float x) { return (float)(1.0 / (1.0 + cg_exp_med(-(double)x))); }

CG_INLINE double cg_sigmoid_f64(double x) {
  double e = cg_exp_f64(-cg_abs_f64(x)), num = x < 0 ? e : 1.0;
  return num / (1.0 + e);
}

#endif
