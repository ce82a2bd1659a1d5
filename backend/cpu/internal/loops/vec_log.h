// Logarithms: log, log2, log10, log1p, logaddexp.
//
// x = 2^k m with m in [sqrt(1/2), sqrt(2)); log(m) = 2 atanh(s), s = (m-1)/(m+1), by a minimax polynomial in
// s^2. float32 log alone takes a polynomial in m - 1, which needs no division.
//
// Largest errors seen, float32/float64 (vec_math.h tells how): log 0.89/0.87, log2 0.51/0.84, log10
// 0.51/0.72, log1p 0.51/0.89, logaddexp 0.51/1.89.
#ifndef CG_VEC_LOG_H
#define CG_VEC_LOG_H

#include "vec_base.h"

CG_INLINE float cg_log_f32(float x) {
  int sub = x < 0x1p-126f;
  float xn = x * 0x1p23f, k0 = sub ? -23.0f : 0.0f;
  xn = sub ? xn : x;
  int32_t i = (int32_t)(cg_bits_f32(xn) - 0x3f3504f3u);
  float k = (float)(i >> 23) + k0;
  float f = cg_from_bits_f32((uint32_t)(i & 0x7fffff) + 0x3f3504f3u) - 1.0f;
  float p = CG_FMAF(-0x1.43400cp-4f, f, 0x1.07ee4ap-3f);
  p = CG_FMAF(p, f, -0x1.0cc12cp-3f);
  p = CG_FMAF(p, f, 0x1.226b28p-3f);
  p = CG_FMAF(p, f, -0x1.547a84p-3f);
  p = CG_FMAF(p, f, 0x1.99a5bcp-3f);
  p = CG_FMAF(p, f, -0x1.000218p-2f);
  p = CG_FMAF(p, f, 0x1.55554ap-2f);
  float f2 = f * f;
  float q = CG_FMAF(k, -0x1.bd0106p-13f, CG_FMAF(-0.5f, f2, f2 * f * p));
  float y = CG_FMAF(k, 0x1.63p-1f, f + q);
  y = x < INFINITY ? y : x;
  y = x < 0 ? NAN : y;
  return x == 0 ? -INFINITY : y;
}

// cg_log_split_f64 splits a positive x into 2^k (1 + f).
CG_INLINE double cg_log_split_f64(double x, double *k) {
  int sub = x < 0x1p-1022;
  double xn = x * 0x1p54, k0 = sub ? 0x1p52 + 1023 + 54 : 0x1p52 + 1023;
  xn = sub ? xn : x;
  uint64_t i = cg_bits_f64(xn) + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
  // The exponent becomes a double by way of 2^52's own last bits.
  *k = cg_from_bits_f64((i >> 52) | 0x4330000000000000ull) - k0;
  return cg_from_bits_f64((i & 0xfffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
}

// cg_atanhr_f64 is (atanh(s) - s) / s^3 as a function of z = s^2 <= 0.038.
CG_INLINE double cg_atanhr_f64(double z) {
  double p = CG_FMA(0x1.19a3338929a8ep-4, z, 0x1.0e11bf50dbcffp-4);
  p = CG_FMA(p, z, 0x1.3b31992578ddap-4);
  p = CG_FMA(p, z, 0x1.745c6b64e658ap-4);
  p = CG_FMA(p, z, 0x1.c71c74042d73dp-4);
  p = CG_FMA(p, z, 0x1.2492492283fddp-3);
  p = CG_FMA(p, z, 0x1.999999999b6a6p-3);
  return CG_FMA(p, z, 0x1.5555555555551p-2);
}

// cg_log1p_small_f64 is log(1 + f) as hi + the returned low part, for f in [sqrt(1/2) - 1, sqrt(2) - 1].
CG_INLINE double cg_log1p_small_f64(double f, double *hi) {
  double s = f / (2.0 + f), z = s * s, h = 0.5 * f * f;
  double lo = CG_FMA(s, CG_FMA(2.0 * z, cg_atanhr_f64(z), h), -h);
  *hi = f;
  return lo;
}

CG_INLINE double cg_log_special_f64(double x, double y) {
  y = x < CG_INF ? y : x;
  y = x < 0 ? CG_NAN : y;
  return x == 0 ? -CG_INF : y;
}

CG_INLINE double cg_log_f64(double x) {
  double k, f = cg_log_split_f64(x, &k), hi, lo = cg_log1p_small_f64(f, &hi);
  double a = k * 0x1.62e42fefap-1, b = a + hi, e = (a - b) + hi;
  double y = b + (e + CG_FMA(k, 0x1.cf79abc9e3b3ap-40, lo));
  return cg_log_special_f64(x, y);
}

// cg_log_scaled_f64 is k*(kh + kl) + log(1 + f) * (ch + cl): a logarithm of another base.
CG_INLINE double cg_log_scaled_f64(double x, double kh, double kl, double ch, double cl) {
  double k, f = cg_log_split_f64(x, &k), hi, lo = cg_log1p_small_f64(f, &hi);
  double l = hi + lo, ll = lo - (l - hi);
  double p = l * ch, e = cg_prod_err_f64(l, ch, p) + CG_FMA(l, cl, ll * ch);
  double a = k * kh, s = a + p;
  double y = s + (((a - s) + p) + CG_FMA(k, kl, e));
  return cg_log_special_f64(x, y);
}

CG_INLINE double cg_log2_f64(double x) {
  return cg_log_scaled_f64(x, 1.0, 0.0, 0x1.71547652b82fep0, 0x1.777d0ffda0d24p-56);
}

CG_INLINE double cg_log10_f64(double x) {
  return cg_log_scaled_f64(x, 0x1.34413509f8p-2, -0x1.80433b83b532ap-44, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

// cg_log1p_sum_f64 is log(1 + x + xl) for x > -1 and a small correction xl.
CG_INLINE double cg_log1p_sum_f64(double x, double xl, double k1) {
  double u = 1.0 + x, c = cg_sum_err_f64(1.0, x, u) + xl;
  double k, f = cg_log_split_f64(u, &k), hi, lo = cg_log1p_small_f64(f, &hi);
  k += k1;
  double a = k * 0x1.62e42fefap-1, b = a + hi, e = (a - b) + hi;
  double w = c / u;
  // The rounding of u matters relative to x where x is small: log(1+f+c) = log(1+f) + c/u.
  double y = b + (e + (CG_FMA(k, 0x1.cf79abc9e3b3ap-40, lo) + w));
  y = cg_abs_f64(x) < 0x1p-54 ? x : y;
  return y;
}

CG_INLINE double cg_log1p_f64(double x) {
  double y = cg_log1p_sum_f64(x, 0.0, 0.0);
  y = x < CG_INF ? y : x;
  y = x < -1.0 ? CG_NAN : y;
  return x == -1.0 ? -CG_INF : y;
}

// cg_log1p_med is log(1 + x) to some 37 bits, for float32 functions; x > -1 and normal or zero.
CG_INLINE double cg_log1p_med(double x) {
  double u = 1.0 + x;
  uint64_t i = cg_bits_f64(u) + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
  double k = cg_from_bits_f64((i >> 52) | 0x4330000000000000ull) - (0x1p52 + 1023);
  double f = cg_from_bits_f64((i & 0xfffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
  f = k == 0 ? x : f;
  double s = f / (2.0 + f), z = s * s;
  double p = CG_FMA(0x1.e3749cd195494p-4, z, 0x1.2435c8054c978p-3);
  p = CG_FMA(p, z, 0x1.999a859013176p-3);
  p = CG_FMA(p, z, 0x1.555554f861c17p-2);
  double l = CG_FMA(p * z, s, s);
  return CG_FMA(k, 0x1.62e42fefa39efp-1, l + l);
}

// cg_log_med is log(x) for a positive normal x, scaled by c, with the exponent's weight ck.
CG_INLINE double cg_log_med(double x, double ck, double c) {
  uint64_t i = cg_bits_f64(x) + (0x3ff0000000000000ull - 0x3fe6a09e667f3bcdull);
  double k = cg_from_bits_f64((i >> 52) | 0x4330000000000000ull) - (0x1p52 + 1023);
  double f = cg_from_bits_f64((i & 0xfffffffffffffull) + 0x3fe6a09e667f3bcdull) - 1.0;
  double s = f / (2.0 + f), z = s * s;
  double p = CG_FMA(0x1.e3749cd195494p-4, z, 0x1.2435c8054c978p-3);
  p = CG_FMA(p, z, 0x1.999a859013176p-3);
  p = CG_FMA(p, z, 0x1.555554f861c17p-2);
  double l = CG_FMA(p * z, s, s);
  return CG_FMA(k, ck, l * c);
}

CG_INLINE float cg_log_special_f32(float x, float y) {
  y = x < INFINITY ? y : x;
  y = x < 0 ? NAN : y;
  return x == 0 ? -INFINITY : y;
}

CG_INLINE float cg_log2_f32(float x) {
  return cg_log_special_f32(x, (float)cg_log_med((double)x, 1.0, 0x1.71547652b82fep1));
}

CG_INLINE float cg_log10_f32(float x) {
  return cg_log_special_f32(x, (float)cg_log_med((double)x, 0x1.34413509f79ffp-2, 0x1.bcb7b1526e50ep-1));
}

CG_INLINE float cg_log1p_f32(float x) {
  float y = (float)cg_log1p_med((double)x);
  y = x < INFINITY ? y : x;
  y = x < -1.0f ? NAN : y;
  y = x == -1.0f ? -INFINITY : y;
  return x == 0 ? x : y;
}

CG_INLINE float cg_logaddexp_f32(float x, float y) {
  double a = (double)x, b = (double)y, m = a > b ? a : b, d = a == b ? 0.0 : -cg_abs_f64(a - b);
  float r = (float)(m + cg_log1p_med(cg_exp_med(d)));
  return x == x && y == y ? r : x + y;
}

CG_INLINE double cg_logaddexp_f64(double x, double y) {
  double m = x > y ? x : y, d = x == y ? 0.0 : -cg_abs_f64(x - y);
  double r = m + cg_log1p_sum_f64(cg_exp_f64(d), 0.0, 0.0);
  return x == x && y == y ? r : x + y;
}

#endif
