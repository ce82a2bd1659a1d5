// Inverse circular functions: asin, acos, atan, atan2.
//
// Largest errors seen, float32/float64 (vec_math.h tells how): asin 0.51/0.62, acos 0.51/0.60, atan
// 0.51/0.78, atan2 0.51/0.78.
#ifndef CG_VEC_ARC_H
#define CG_VEC_ARC_H

#include "vec_base.h"

// cg_atanr_f64 is (atan(w) - w) / w^3 as a function of z = w^2, |w| <= tan(pi/8).
CG_INLINE double cg_atanr_f64(double z) {
  double p = CG_FMA(0x1.f7e797bf1fe29p-7, z, -0x1.13d213795a677p-5);
  p = CG_FMA(p, z, 0x1.71adb00f5d06ap-5);
  p = CG_FMA(p, z, -0x1.abb1784494122p-5);
  p = CG_FMA(p, z, 0x1.e17aee1bb7593p-5);
  p = CG_FMA(p, z, -0x1.110cf508affcp-4);
  p = CG_FMA(p, z, 0x1.3b13781f08a94p-4);
  p = CG_FMA(p, z, -0x1.745d153a50c21p-4);
  p = CG_FMA(p, z, 0x1.c71c71bb6e801p-4);
  p = CG_FMA(p, z, -0x1.249249247f8a5p-3);
  p = CG_FMA(p, z, 0x1.99999999997e1p-3);
  return CG_FMA(p, z, -0x1.5555555555555p-2);
}

CG_INLINE double cg_atanr_med(double z) {
  double p = CG_FMA(-0x1.38dc8414fcff7p-5, z, 0x1.1f0d89e6aabdap-4);
  p = CG_FMA(p, z, -0x1.70af0b8ffa6f3p-4);
  p = CG_FMA(p, z, 0x1.c6d771ffc1dc7p-4);
  p = CG_FMA(p, z, -0x1.2490f07bb2b92p-3);
  p = CG_FMA(p, z, 0x1.9999935f92cb8p-3);
  return CG_FMA(p, z, -0x1.55555550cae4bp-2);
}

// cg_atan_ratio_f64 is atan(y/x) = hi + *lo for y, x >= 0, neither 0/0 nor inf/inf. The argument is turned by
// pi/4 or pi/2 to at most tan(pi/8), and the one division carried to twice the precision.
CG_INLINE double cg_atan_ratio_f64(double y, double x, double *lo) {
  int big = y > 0x1.3504f333f9de6p1 * x, mid = y > 0x1.a827999fcef32p-2 * x;
  double d = y - x, s = y + x, dl = cg_sum_err_f64(y, -x, d), sl = cg_sum_err_f64(y, x, s), mx = -x;
  double nh = mid ? d : y, nl = mid ? dl : 0.0, dh = mid ? s : x, el = mid ? sl : 0.0;
  double bh = mid ? 0x1.921fb54442d18p-1 : 0.0, bl = mid ? 0x1.1a62633145c07p-55 : 0.0;
  nh = big ? mx : nh;
  nl = big ? 0.0 : nl;
  dh = big ? y : dh;
  el = big ? 0.0 : el;
  bh = big ? 0x1.921fb54442d18p0 : bh;
  bl = big ? 0x1.1a62633145c07p-54 : bl;
  double inv = 1.0 / dh, w = nh * inv, wl = cg_div_lo_f64(nh, nl, dh, el, inv, w);
  double z = w * w, t = w + (CG_FMA(cg_atanr_f64(z), z * w, wl) + bl), h = bh + t;
  *lo = t - (h - bh);
  return h;
}

CG_INLINE double cg_atan_ratio_med(double y, double x) {
  int big = y > 0x1.3504f333f9de6p1 * x, mid = y > 0x1.a827999fcef32p-2 * x;
  double d = y - x, s = y + x, mx = -x;
  double num = mid ? d : y, den = mid ? s : x, b = mid ? 0x1.921fb54442d18p-1 : 0.0;
  num = big ? mx : num;
  den = big ? y : den;
  b = big ? 0x1.921fb54442d18p0 : b;
  double w = num / den, z = w * w;
  return b + CG_FMA(cg_atanr_med(z), z * w, w);
}

CG_INLINE double cg_atan_f64(double x) {
  double a = cg_abs_f64(x), lo;
  a = a > 0x1p60 ? 0x1p60 : a;
  double y = cg_atan_ratio_f64(a, 1.0, &lo);
  return cg_copysign_f64(y + lo, x);
}

CG_INLINE float cg_atan_f32(float x) {
  double a = cg_abs_f64((double)x);
  a = a > 0x1p60 ? 0x1p60 : a;
  return cg_copysign_f32((float)cg_atan_ratio_med(a, 1.0), x);
}

CG_INLINE double cg_atan2_f64(double y, double x) {
  double ay = cg_abs_f64(y), ax = cg_abs_f64(x), m = ay > ax ? ay : ax;
  // Powers of two keep sums in range and the residuals of the division above the subnormal numbers; two
  // infinities count as equal, two zeros as 0/1.
  double up = m < 0x1p400 ? 0x1p500 : 1.0, sc = m > 0x1p900 ? 0x1p-100 : up;
  int inf = m == CG_INF;
  double fy = ay == CG_INF ? 1.0 : 0.0, fx = ax == CG_INF ? 1.0 : 0.0;
  double sy = ay * sc, sx = ax * sc, lo;
  sy = inf ? fy : sy;
  sx = inf ? fx : sx;
  sx = m == 0 ? 1.0 : sx;
  double h = cg_atan_ratio_f64(sy, sx, &lo);
  // The other half plane: pi - (h + lo).
  double g = 0x1.921fb54442d18p1 - h, gl = ((0x1.921fb54442d18p1 - g) - h) + (0x1.1a62633145c07p-53 - lo);
  double right = h + lo, left = g + gl;
  double r = cg_copysign_f64(1.0, x) < 0 ? left : right;
  r = cg_copysign_f64(r, y);
  return x == x && y == y ? r : x + y;
}

CG_INLINE float cg_atan2_f32(float y, float x) {
  double ay = cg_abs_f64((double)y), ax = cg_abs_f64((double)x);
  double both = ay == CG_INF ? 1.0 : ax, zero = ay == 0 ? 1.0 : ax;
  ay = ax == CG_INF && ay == CG_INF ? 1.0 : ay;
  ax = ax == CG_INF ? both : ax;
  ax = ax == 0 ? zero : ax;
  double t = cg_atan_ratio_med(ay, ax), u = 0x1.921fb54442d18p1 - t;
  float r = (float)(cg_copysign_f32(1.0f, x) < 0 ? u : t);
  r = cg_copysign_f32(r, y);
  return x == x && y == y ? r : x + y;
}

// cg_asinr_f64 is (asin(s) - s) / s^3 as a function of z = s^2 <= 1/4.
CG_INLINE double cg_asinr_f64(double z) {
  double p = CG_FMA(0x1.1d626ae36801dp-5, z, -0x1.cc6b35266564p-6);
  p = CG_FMA(p, z, 0x1.ade5bae2ed8c6p-6);
  p = CG_FMA(p, z, 0x1.705bde640327p-14);
  p = CG_FMA(p, z, 0x1.4d455d394114dp-7);
  p = CG_FMA(p, z, 0x1.35cff1e14e85ep-7);
  p = CG_FMA(p, z, 0x1.7bc21281b19ebp-7);
  p = CG_FMA(p, z, 0x1.c97e6f7a1b4acp-7);
  p = CG_FMA(p, z, 0x1.1c4f9582cbfp-6);
  p = CG_FMA(p, z, 0x1.6e8b9a834a08cp-6);
  p = CG_FMA(p, z, 0x1.f1c71ca879c9dp-6);
  p = CG_FMA(p, z, 0x1.6db6db6d51489p-5);
  p = CG_FMA(p, z, 0x1.33333333338b4p-4);
  return CG_FMA(p, z, 0x1.5555555555554p-3);
}

// cg_asin_core_f64 is asin(|x|) for |x| <= 1/2 and asin(sqrt((1 - |x|)/2)) beyond: s + *lo.
CG_INLINE double cg_asin_core_f64(double a, double *lo) {
  int big = a > 0.5;
  double zb = 0.5 - 0.5 * a, z0 = a * a, z = big ? zb : z0;
  double sq = sqrt(zb < 0 ? 0.0 : zb);
  // sqrt's own rounding: (z - s^2) / 2s.
  double r = (zb - sq * sq) - cg_prod_err_f64(sq, sq, sq * sq);
  double sl = 0.5 * r / (sq + 0x1p-900);
  double s = big ? sq : a;
  sl = big ? sl : 0.0;
  *lo = CG_FMA(cg_asinr_f64(z), z * s, sl);
  return s;
}

CG_INLINE double cg_asin_f64(double x) {
  double a = cg_abs_f64(x), lo, s = cg_asin_core_f64(a, &lo);
  double g = 0x1.921fb54442d18p0 - 2.0 * s;
  double gl = ((0x1.921fb54442d18p0 - g) - 2.0 * s) + (0x1.1a62633145c07p-54 - 2.0 * lo);
  double yb = g + gl, ys = s + lo, y = a > 0.5 ? yb : ys;
  y = a > 1.0 ? CG_NAN : y;
  return cg_copysign_f64(y, x);
}

CG_INLINE double cg_acos_f64(double x) {
  double a = cg_abs_f64(x), lo, s = cg_asin_core_f64(a, &lo);
  // |x| <= 1/2: pi/2 - asin x. Else 2 asin sqrt((1-|x|)/2), from pi where x is negative.
  int big = a > 0.5;
  double s2 = 2.0 * s, l2 = 2.0 * lo;
  double th = cg_flipsign_f64(s, x), tl = cg_flipsign_f64(lo, x);
  double base = big ? 0x1.921fb54442d18p1 : 0x1.921fb54442d18p0;
  double basel = big ? 0x1.1a62633145c07p-53 : 0x1.1a62633145c07p-54;
  double sub = big ? s2 : th, subl = big ? l2 : tl;
  double g = base - sub, gl = ((base - g) - sub) + (basel - subl);
  double y = g + gl, yr = s2 + l2;
  y = x > 0.5 ? yr : y;
  return a > 1.0 ? CG_NAN : y;
}

CG_INLINE double cg_asinr_med(double z) {
  double p = CG_FMA(0x1.03065e5d879c7p-5, z, -0x1.427edc71c4554p-9);
  p = CG_FMA(p, z, 0x1.2e0c086b3382ap-6);
  p = CG_FMA(p, z, 0x1.0ed1fddf63e5dp-6);
  p = CG_FMA(p, z, 0x1.70098e48b5649p-6);
  p = CG_FMA(p, z, 0x1.f1ae1ab60a149p-6);
  p = CG_FMA(p, z, 0x1.6db74f5e07ec4p-5);
  p = CG_FMA(p, z, 0x1.33333234bd6a5p-4);
  return CG_FMA(p, z, 0x1.555555560711ep-3);
}

CG_INLINE double cg_asin_core_med(double a) {
  double zb = 0.5 - 0.5 * a, sq = sqrt(zb), z0 = a * a;
  double z = a > 0.5 ? zb : z0, s = a > 0.5 ? sq : a;
  return CG_FMA(cg_asinr_med(z), z * s, s);
}

CG_INLINE float cg_asin_f32(float x) {
  double a = cg_abs_f64((double)x), t = cg_asin_core_med(a), u = 0x1.921fb54442d18p0 - 2.0 * t;
  return cg_copysign_f32((float)(a > 0.5 ? u : t), x);
}

CG_INLINE float cg_acos_f32(float x) {
  double a = cg_abs_f64((double)x), t = cg_asin_core_med(a);
  double ts = cg_flipsign_f64(t, (double)x), small = 0x1.921fb54442d18p0 - ts;
  double pos = 2.0 * t, neg = 0x1.921fb54442d18p1 - pos, big = x < 0 ? neg : pos;
  return (float)(a > 0.5 ? big : small);
}

#endif
