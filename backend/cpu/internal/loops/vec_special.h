// pow, cbrt, hypot, erf, erfc, gamma, lgamma.
//
// Largest errors seen, float32/float64 (vec_math.h tells how): pow 0.51/0.87, cbrt 0.51/0.51, hypot
// 0.51/1.01, erf 0.51/1.53, erfc 0.51/4.20,
// gamma 0.51/5.73, lgamma 0.51/4.08.
#ifndef CG_VEC_SPECIAL_H
#define CG_VEC_SPECIAL_H

#include "vec_exp.h"
#include "vec_log.h"
#include "vec_round.h"

// cg_parity_f64 is 0 for a non-integer, 1 for an even integer and 2 for an odd one.
CG_INLINE double cg_parity_f64(double y) {
  double a = cg_abs_f64(y), h = 0.5 * a;
  double odd = cg_floor_f64(h) == h ? 1.0 : 2.0;
  return cg_floor_f64(a) == a ? odd : 0.0;
}

// cg_pow_special_f64 completes m = |x|^y as C99 (annex F.9.4.4) has it.
CG_INLINE double cg_pow_special_f64(double x, double y, double m) {
  double a = cg_abs_f64(x), par = cg_parity_f64(y), ay = cg_abs_f64(y);
  // Where the logarithm or the product was no number: |x|^y is 0 or infinite by the sign of y log |x|.
  double d = cg_flipsign_f64(a - 1.0, y), big = d > 0 ? CG_INF : 0.0;
  double edge = ay == CG_INF ? 1.0 : 0.0, at = a == 0 ? 1.0 : edge;
  edge = a == CG_INF ? 1.0 : at;
  m = edge > 0 ? big : m;
  m = a == 1.0 ? 1.0 : m;
  double minus = cg_copysign_f64(1.0, x), odd = par == 2.0 ? minus : 1.0;
  m = cg_flipsign_f64(m, odd);
  // A negative finite x to a broken power is no number; par + at is 0 there and nowhere else.
  double whole = x < 0 ? par + edge : 1.0;
  m = whole > 0 ? m : CG_NAN;
  m = x == x ? m : x;
  m = y == y ? m : y;
  m = y == 0 ? 1.0 : m;
  return x == 1.0 ? 1.0 : m;
}

// log |x| to some 66 bits, times y, exponentiated: the product's error stays far below a unit.
CG_INLINE double cg_pow_f64(double x, double y) {
  double k, f = cg_log_split_f64(cg_abs_f64(x), &k);
  double dh = 2.0 + f, dl = (2.0 - dh) + f, inv = 1.0 / dh, q = f * inv;
  double ql = cg_div_lo_f64(f, 0.0, dh, dl, inv, q);
  double s = q + ql, sl = ql - (s - q);
  double z = s * s, zl = cg_prod_err_f64(s, s, z) + 2.0 * s * sl;
  double p = CG_FMA(0x1.e917b28667721p-5, z, 0x1.de7b161c1f9fap-5);
  p = CG_FMA(p, z, 0x1.111ea02faa128p-4);
  p = CG_FMA(p, z, 0x1.3b13731d20911p-4);
  p = CG_FMA(p, z, 0x1.745d17e941265p-4);
  p = CG_FMA(p, z, 0x1.c71c71c636508p-4);
  p = CG_FMA(p, z, 0x1.2492492492905p-3);
  p = CG_FMA(p, z, 0x1.9999999999999p-3);
  double g = p * z, th = 0x1.5555555555555p-2 + g;
  double tl = (g - (th - 0x1.5555555555555p-2)) + 0x1.5555555555555p-56 + CG_FMA(p, zl, cg_prod_err_f64(p, z, g));
  double w = z * th, wl = cg_prod_err_f64(z, th, w) + CG_FMA(z, tl, zl * th);
  double u = s * w, ul = cg_prod_err_f64(s, w, u) + CG_FMA(s, wl, sl * w);
  double a = s + u, al = (u - (a - s)) + (sl + ul); // atanh(s)
  double b = k * 0x1.62e42fefap-1, h = b + 2.0 * a;
  double l = ((b - h) + 2.0 * a) + CG_FMA(k, 0x1.cf79abc9e3b3ap-40, 2.0 * al);
  double lh = h + l, ll = l - (lh - h);
  double e = y * lh, el = cg_prod_err_f64(y, lh, e) + y * ll;
  el = cg_abs_f64(e) < 800.0 ? el : 0.0;
  double m = cg_exp_sum_f64(e, el);
  return cg_pow_special_f64(x, y, m);
}

CG_INLINE float cg_pow_f32(float x, float y) {
  double e = (double)y * cg_log_med(cg_abs_f64((double)x), 0x1.62e42fefa39efp-1, 2.0);
  return (float)cg_pow_special_f64((double)x, (double)y, cg_exp_med(e));
}

// cg_cbrt_step_f64 improves y = a^(-1/3) by one step of third order.
CG_INLINE double cg_cbrt_step_f64(double a, double y) {
  double d = CG_FMA(-a * y * y, y, 1.0);
  return CG_FMA(y * d, CG_FMA(d, 0x1.c71c71c71c71cp-3, 0x1.5555555555555p-2), y);
}

// cg_cbrt_parts_f64: |x| = 8^e a, a in [1/2, 4); returns a^(-1/3) to 33 bits.
CG_INLINE double cg_cbrt_parts_f64(double x, double *a, double *scale) {
  int sub = x < 0x1p-1022;
  double xn = x * 0x1p54, k0 = sub ? 0x1p52 + 1023 + 54 : 0x1p52 + 1023;
  xn = sub ? xn : x;
  uint64_t i = cg_bits_f64(xn);
  double k = cg_from_bits_f64((i >> 52) | 0x4330000000000000ull) - k0;
  double e = cg_round_small_f64(k * (1.0 / 3.0)), j = k - 3.0 * e; // j is -1, 0 or 1
  double m = cg_from_bits_f64((i & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  double two = j > 0 ? 2.0 : 1.0, mul = j < 0 ? 0.5 : two;
  double third = j > 0 ? 0x1.965fea53d6e3dp-1 : 1.0, t = j < 0 ? 0x1.428a2f98d728bp0 : third;
  // m^(-1/3) on [1, 2) to 11.9 bits.
  double y = CG_FMA(CG_FMA(CG_FMA(-0x1.971p-5, m, 0x1.443e8p-2), m, -0x1.9ddep-1), m, 0x1.8a86cp0) * t;
  *a = m * mul;
  *scale = cg_pow2_f64(e);
  return cg_cbrt_step_f64(*a, y);
}

CG_INLINE double cg_cbrt_f64(double x) {
  double c = cg_abs_f64(x), a, scale, y = cg_cbrt_parts_f64(c, &a, &scale);
  y = cg_cbrt_step_f64(a, y);
  double t = a * y * y, t2 = t * t, l2 = cg_prod_err_f64(t, t, t2);
  // One step on t^3 = a in twice the precision; 1/t^2 is y^2 closely enough.
  double p = t2 * t, r = ((a - p) - cg_prod_err_f64(t2, t, p)) - l2 * t;
  double v = CG_FMA(r * (1.0 / 3.0), y * y, t) * scale;
  v = c < CG_INF && c > 0 ? v : c;
  return cg_copysign_f64(v, x);
}

CG_INLINE float cg_cbrt_f32(float x) {
  double c = cg_abs_f64((double)x), a, scale, y = cg_cbrt_parts_f64(c, &a, &scale);
  double v = a * y * y * scale;
  v = c < CG_INF && c > 0 ? v : c;
  return cg_copysign_f32((float)v, x);
}

CG_INLINE float cg_hypot_f32(float x, float y) {
  double a = (double)x, b = (double)y;
  float r = (float)sqrt(a * a + b * b);
  return cg_abs_f32(x) == INFINITY || cg_abs_f32(y) == INFINITY ? INFINITY : r;
}

CG_INLINE double cg_hypot_f64(double x, double y) {
  double a = cg_abs_f64(x), b = cg_abs_f64(y), m = a > b ? a : b;
  double up = m < 0x1p-400 ? 0x1p600 : 1.0, sc = m > 0x1p500 ? 0x1p-600 : up;
  double back_up = m < 0x1p-400 ? 0x1p-600 : 1.0, back = m > 0x1p500 ? 0x1p600 : back_up;
  double p = a * sc, q = b * sc;
  double hi = p > q ? p : q, lo = p > q ? q : p;
  double s1 = hi * hi, e1 = cg_prod_err_f64(hi, hi, s1), s2 = lo * lo, s = s1 + s2;
  double e = ((s1 - s) + s2) + e1;
  double r = sqrt(s + e) * back;
  r = x == x && y == y ? r : x + y;
  return a == CG_INF || b == CG_INF ? CG_INF : r;
}

// cg_erfs_f64 is erf(x)/x - 1 as a function of z = x^2, |x| <= 0.85.
CG_INLINE double cg_erfs_f64(double z) {
  double p = CG_FMA(-0x1.e69ec811e62ecp-30, z, 0x1.3099e0308ab59p-26);
  p = CG_FMA(p, z, -0x1.6b299f4a9e8a5p-23);
  p = CG_FMA(p, z, 0x1.bb6139bcd0ee7p-20);
  p = CG_FMA(p, z, -0x1.f4ef93802f8a9p-17);
  p = CG_FMA(p, z, 0x1.f9a4973d5a76p-14);
  p = CG_FMA(p, z, -0x1.c02dbf99c1705p-11);
  p = CG_FMA(p, z, 0x1.565bcd489759cp-8);
  p = CG_FMA(p, z, -0x1.b82ce313dca4p-6);
  p = CG_FMA(p, z, 0x1.ce2f21a046b7ep-4);
  p = CG_FMA(p, z, -0x1.812746b037a31p-2);
  return CG_FMA(p, z, 0x1.06eba8214db69p-3);
}

// cg_erfcb_f64 is erfc(x) for 0.84 <= x <= 28: exp(-x^2) / (x + 3) times a polynomial in (x-3)/(x+3).
CG_INLINE double cg_erfcb_f64(double x) {
  double s = x + 3.0, t = (x - 3.0) / s;
  double p = CG_FMA(0x1.8a0f6c2b2d945p-24, t, -0x1.98501411a12e4p-23);
  p = CG_FMA(p, t, -0x1.fbd10e0675117p-22);
  p = CG_FMA(p, t, 0x1.09d94964cdc1dp-20);
  p = CG_FMA(p, t, 0x1.783a779026389p-19);
  p = CG_FMA(p, t, -0x1.3f034f6c2cfb5p-18);
  p = CG_FMA(p, t, -0x1.254dd9e39dbfbp-16);
  p = CG_FMA(p, t, 0x1.fe0adaa5a03cep-16);
  p = CG_FMA(p, t, 0x1.c32789812ee5dp-14);
  p = CG_FMA(p, t, -0x1.223927506de33p-12);
  p = CG_FMA(p, t, -0x1.1f78e94290d54p-11);
  p = CG_FMA(p, t, 0x1.8dae3abf7154ap-9);
  p = CG_FMA(p, t, -0x1.3dd3e6d1fc277p-10);
  p = CG_FMA(p, t, -0x1.b78993d7cd8d6p-6);
  p = CG_FMA(p, t, 0x1.e995f11b0f3fbp-4);
  p = CG_FMA(p, t, -0x1.3deb21415d57ep-2);
  p = CG_FMA(p, t, 0x1.2e326945de2e8p-1);
  p = CG_FMA(p, t, -0x1.c44c471baa37dp-1);
  p = CG_FMA(p, t, 0x1.12f21ddd9f5e2p0);
  double h = x * x;
  return cg_exp_sum_f64(-h, -cg_prod_err_f64(x, x, h)) * p / s;
}

CG_INLINE double cg_erf_f64(double x) {
  double a = cg_abs_f64(x), b = a > 28.0 ? 28.0 : a;
  double big = 1.0 - cg_erfcb_f64(b), small = CG_FMA(cg_erfs_f64(a * a), a, a);
  double y = a < 0.84375 ? small : big;
  return cg_copysign_f64(x == x ? y : x, x);
}

CG_INLINE double cg_erfc_f64(double x) {
  double a = cg_abs_f64(x), b = a > 28.0 ? 28.0 : a;
  double big = cg_erfcb_f64(b), flip = 2.0 - big;
  big = x < 0 ? flip : big;
  // 1 - x - x*p, in that order: the first difference is exact enough to be corrected.
  double g = x * cg_erfs_f64(a * a), d = 1.0 - x, dl = (1.0 - d) - x;
  double d2 = d - g, d3 = ((d - d2) - g) + dl;
  double small = d2 + d3;
  double y = a < 0.84375 ? small : big;
  return x == x ? y : x;
}

CG_INLINE double cg_erfs_med(double z) {
  double p = CG_FMA(-0x1.6dab5ebc1e223p-17, z, 0x1.e6f1ba70a35b6p-14);
  p = CG_FMA(p, z, -0x1.becb0b02f7828p-11);
  p = CG_FMA(p, z, 0x1.564d1277ab0d8p-8);
  p = CG_FMA(p, z, -0x1.b82c381063548p-6);
  p = CG_FMA(p, z, 0x1.ce2f1dce7156dp-4);
  p = CG_FMA(p, z, -0x1.812746a7e2a49p-2);
  return CG_FMA(p, z, 0x1.20dd750426bb3p0);
}

CG_INLINE double cg_erfcb_med(double x) {
  double inv = 1.0 / (x + 3.0), t = (x - 3.0) * inv;
  double p = CG_FMA(-0x1.072f4acfcaba1p-16, t, 0x1.ae56c752181aep-16);
  p = CG_FMA(p, t, 0x1.c281842dfaf7dp-14);
  p = CG_FMA(p, t, -0x1.20115f07b0362p-12);
  p = CG_FMA(p, t, -0x1.1f8b7702b4656p-11);
  p = CG_FMA(p, t, 0x1.8d9f140410454p-9);
  p = CG_FMA(p, t, -0x1.3dd144ed2bba7p-10);
  p = CG_FMA(p, t, -0x1.b7895db26cf4ap-6);
  p = CG_FMA(p, t, 0x1.e995f027f015p-4);
  p = CG_FMA(p, t, -0x1.3deb216c7f0b1p-2);
  p = CG_FMA(p, t, 0x1.2e326946b3efcp-1);
  p = CG_FMA(p, t, -0x1.c44c471b59297p-1);
  p = CG_FMA(p, t, 0x1.12f21ddd9eff4p0);
  return cg_exp_med(-x * x) * p * inv;
}

CG_INLINE float cg_erf_f32(float x) {
  double a = cg_abs_f64((double)x), b = a > 11.0 ? 11.0 : a;
  double big = 1.0 - cg_erfcb_med(b), small = a * cg_erfs_med(a * a);
  return cg_copysign_f32((float)(a < 0.84375 ? small : big), x);
}

CG_INLINE float cg_erfc_f32(float x) {
  double a = cg_abs_f64((double)x), b = a > 11.0 ? 11.0 : a;
  double big = cg_erfcb_med(b), flip = 2.0 - big, small = 1.0 - (double)x * cg_erfs_med(a * a);
  big = x < 0 ? flip : big;
  return (float)(a < 0.84375 ? small : big);
}

// The gamma functions don't vectorise: libm, in double.
CG_INLINE double cg_gamma_f64(double x) { return tgamma(x); }
CG_INLINE float cg_gamma_f32(float x) { return (float)tgamma((double)x); }
CG_INLINE double cg_lgamma_f64(double x) {
  int sign;
  return lgamma_r(x, &sign);
}
CG_INLINE float cg_lgamma_f32(float x) { return (float)cg_lgamma_f64((double)x); }

#endif
