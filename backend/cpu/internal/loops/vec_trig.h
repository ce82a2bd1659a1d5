// sin, cos, tan.
//
// x = n pi/2 + (r + rl), |r| <= pi/4, by Cody-Waite reduction with pi/2 in three parts: exact for |x| up to
// CG_TRIG_MAX. Beyond, the predicates send an element to libm, whose reduction is by Payne and Hanek.
//
// Largest errors seen, float32/float64 (vec_math.h tells how): sin 0.87/0.88, cos 0.84/0.89, tan 0.51/0.98.
#ifndef CG_VEC_TRIG_H
#define CG_VEC_TRIG_H

#include "vec_base.h"

#define CG_TRIG_MAX_F32 0x1p17f
#if CG_HAVE_FMA
#define CG_TRIG_MAX_LOG2_F64 26
#else
#define CG_TRIG_MAX_LOG2_F64 20
#endif

// cg_sinr_f64 is (sin(r) - r) / r^3 and cg_cosr_f64 (cos(r) - 1 + z/2) / z^2, as functions of z = r^2.
CG_INLINE double cg_sinr_f64(double z) {
  double p = CG_FMA(0x1.5d97a0d3e78bbp-33, z, -0x1.ae5e7b443d5bdp-26);
  p = CG_FMA(p, z, 0x1.71de359afae34p-19);
  p = CG_FMA(p, z, -0x1.a01a019c477cbp-13);
  p = CG_FMA(p, z, 0x1.111111110fac6p-7);
  return CG_FMA(p, z, -0x1.555555555554bp-3);
}

CG_INLINE double cg_cosr_f64(double z) {
  double p = CG_FMA(-0x1.9000f5f9cadadp-37, z, 0x1.1eea944c97217p-29);
  p = CG_FMA(p, z, -0x1.27e4f9116fb54p-22);
  p = CG_FMA(p, z, 0x1.a01a019e37ae1p-16);
  p = CG_FMA(p, z, -0x1.6c16c16c16242p-10);
  return CG_FMA(p, z, 0x1.5555555555554p-5);
}

// cg_trig_reduce_f64 returns r and sets its low part and the quadrant n (in the last bits of *q).
CG_INLINE double cg_trig_reduce_f64(double x, double *rl, uint64_t *q) {
  double t = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = t - 0x1.8p52;
  *q = cg_bits_f64(t);
#if CG_HAVE_FMA
  double r1 = __builtin_fma(n, -0x1.921fb54442d18p0, x);
  // r1 is exact, but it may be smaller than the next part: the full TwoSum is needed.
  double w = n * -0x1.1a62633145c07p-54, wl = __builtin_fma(n, -0x1.1a62633145c07p-54, -w), r = r1 + w;
  *rl = cg_sum_err_f64(r1, w, r) + __builtin_fma(n, 0x1.f1976b7ed8fbcp-110, wl);
#else
  // 33 bits a part, so that the products are exact.
  double r1 = x - n * 0x1.921fb544p0, w = n * -0x1.0b4611a6p-34;
  double r = r1 + w;
  double l = cg_sum_err_f64(r1, w, r), v = n * -0x1.3198a2e037073p-69, s = r + v;
  *rl = l + cg_sum_err_f64(r, v, s);
  r = s;
#endif
  return r;
}

// cg_sincos_f64 is sin(x + k pi/2) for k = 0 or 1.
CG_INLINE double cg_sincos_f64(double x, uint64_t k) {
  double rl, r;
  uint64_t q;
  r = cg_trig_reduce_f64(x, &rl, &q);
  q += k;
  double z = r * r, h = 0.5 * z;
  double s = r + CG_FMA(cg_sinr_f64(z), z * r, rl);
  double w = 1.0 - h;
  double c = w + (((1.0 - w) - h) + CG_FMA(cg_cosr_f64(z), z * z, -r * rl));
  double y = cg_from_bits_f64((q & 1) << 62) != 0 ? c : s;
  return cg_from_bits_f64(cg_bits_f64(y) ^ ((q & 2) << 62));
}

CG_INLINE double cg_sin_f64(double x) {
  double s = cg_sincos_f64(cg_abs_f64(x), 0);
  return cg_flipsign_f64(s, x);
}

CG_INLINE double cg_cos_f64(double x) { return cg_sincos_f64(cg_abs_f64(x), 1); }

CG_INLINE double cg_tan_f64(double x) {
  double rl, r;
  uint64_t q;
  r = cg_trig_reduce_f64(cg_abs_f64(x), &rl, &q);
  double z = r * r, zl = cg_prod_err_f64(r, r, z), h = 0.5 * z;
  double u = CG_FMA(cg_sinr_f64(z), z * r, rl), s = r + u, sl = u - (s - r);
  double w = 1.0 - h;
  double v = ((1.0 - w) - h) + (CG_FMA(cg_cosr_f64(z), z * z, -r * rl) - 0.5 * zl);
  double c = w + v, cl = v - (c - w);
  int odd = cg_from_bits_f64((q & 1) << 62) != 0;
  double ms = -s, msl = -sl;
  double nh = odd ? c : s, nl = odd ? cl : sl, dh = odd ? ms : c, dl = odd ? msl : cl;
  double inv = 1.0 / dh, y = nh * inv;
  y = y + cg_div_lo_f64(nh, nl, dh, dl, inv, y);
  return cg_flipsign_f64(y, x);
}

#define CG_TRIG_SLOW(name)                                                                                    \
  CG_INLINE int cg_##name##_f32_slow_p(float x) {                                                             \
    float a = cg_abs_f32(x);                                                                                  \
    return (a > CG_TRIG_MAX_F32) & (a < INFINITY);                                                            \
  }                                                                                                           \
  CG_INLINE int cg_##name##_f64_slow_p(double x) {                                                            \
    int32_t h = (int32_t)(cg_bits_f64(x) >> 32) & 0x7fffffff;                                                 \
    return (h >= (1023 + CG_TRIG_MAX_LOG2_F64) << 20) & (h < 0x7ff00000);                                     \
  }                                                                                                           \
  CG_OUTLINE float cg_##name##_f32_slow(float x) { return (float)name((double)x); }                           \
  CG_OUTLINE double cg_##name##_f64_slow(double x) { return name(x); }

CG_TRIG_SLOW(sin)
CG_TRIG_SLOW(cos)
CG_TRIG_SLOW(tan)

#if CG_HAVE_FMA
// In float32 throughout: n times the first part of pi/2 leaves a remainder of 23 bits or fewer, which is exact.
CG_INLINE float cg_sincos_f32(float x, uint32_t k) {
  float t = __builtin_fmaf(x, 0x1.45f306p-1f, 0x1.8p23f), n = t - 0x1.8p23f;
  uint32_t q = cg_bits_f32(t) + k;
  float r1 = __builtin_fmaf(n, -0x1.921fb6p0f, x);
  float w = n * 0x1.777a5cp-25f, wl = __builtin_fmaf(n, 0x1.777a5cp-25f, -w), r = r1 + w, t1 = r - r1;
  float rl = ((r1 - (r - t1)) + (w - t1)) + __builtin_fmaf(n, 0x1.ee59dap-50f, wl);
  float z = r * r;
  float p = __builtin_fmaf(-0x1.995034p-13f, z, 0x1.110772p-7f);
  p = __builtin_fmaf(p, z, -0x1.555546p-3f);
  float s = r + __builtin_fmaf(p, z * r, rl);
  p = __builtin_fmaf(0x1.9a6e48p-16f, z, -0x1.6c0e3ep-10f);
  p = __builtin_fmaf(p, z, 0x1.55554ep-5f);
  float w1 = __builtin_fmaf(-0.5f, z, 1.0f), v = __builtin_fmaf(-0.5f, z, 1.0f - w1);
  float c = w1 + __builtin_fmaf(p, z * z, __builtin_fmaf(-r, rl, v));
  float y = (q & 1) != 0 ? c : s;
  return cg_from_bits_f32(cg_bits_f32(y) ^ ((q & 2) << 30));
}
#else
CG_INLINE float cg_sincos_f32(float xf, uint32_t k) {
  double x = (double)xf, t = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = t - 0x1.8p52;
  uint64_t q = cg_bits_f64(t) + k;
  double r = (x - n * 0x1.921fb544p0) - n * 0x1.0b4611a626331p-34;
  double z = r * r;
  double p = CG_FMA(0x1.6ce3831a33274p-19, z, -0x1.a00fd836c2b1dp-13);
  p = CG_FMA(p, z, 0x1.111108f5aa478p-7);
  p = CG_FMA(p, z, -0x1.5555554d74b5cp-3);
  double s = CG_FMA(p, z * r, r);
  p = CG_FMA(-0x1.247e0ecb46cc7p-22, z, 0x1.a012ea20cee5fp-16);
  p = CG_FMA(p, z, -0x1.6c16bbbe23077p-10);
  p = CG_FMA(p, z, 0x1.55555552ca7f6p-5);
  p = CG_FMA(p, z, -0.5);
  double c = CG_FMA(p, z, 1.0);
  double y = cg_from_bits_f64((q & 1) << 62) != 0 ? c : s;
  return (float)cg_from_bits_f64(cg_bits_f64(y) ^ ((q & 2) << 62));
}
#endif

CG_INLINE float cg_sin_f32(float x) {
  uint32_t s = cg_bits_f32(cg_sincos_f32(cg_abs_f32(x), 0));
  return cg_from_bits_f32(s ^ (cg_bits_f32(x) & 0x80000000u));
}

CG_INLINE float cg_cos_f32(float x) { return cg_sincos_f32(cg_abs_f32(x), 1); }

CG_INLINE float cg_tan_f32(float xf) {
  double x = cg_abs_f64((double)xf), t = x * 0x1.45f306dc9c883p-1 + 0x1.8p52, n = t - 0x1.8p52;
  uint64_t q = cg_bits_f64(t);
  double r = (x - n * 0x1.921fb544p0) - n * 0x1.0b4611a626331p-34;
  double z = r * r;
  double p = CG_FMA(0x1.6ce3831a33274p-19, z, -0x1.a00fd836c2b1dp-13);
  p = CG_FMA(p, z, 0x1.111108f5aa478p-7);
  p = CG_FMA(p, z, -0x1.5555554d74b5cp-3);
  double s = CG_FMA(p, z * r, r);
  p = CG_FMA(-0x1.247e0ecb46cc7p-22, z, 0x1.a012ea20cee5fp-16);
  p = CG_FMA(p, z, -0x1.6c16bbbe23077p-10);
  p = CG_FMA(p, z, 0x1.55555552ca7f6p-5);
  p = CG_FMA(p, z, -0.5);
  double c = CG_FMA(p, z, 1.0), ms = -s;
  int odd = cg_from_bits_f64((q & 1) << 62) != 0;
  double num = odd ? c : s, den = odd ? ms : c;
  return (float)cg_flipsign_f64(num / den, (double)xf);
}

#endif
