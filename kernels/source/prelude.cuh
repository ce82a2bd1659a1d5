// Element types, and the functions that generated kernels call.

#ifndef CG_PRELUDE
#define CG_PRELUDE

typedef unsigned char cg_b8;
typedef signed char cg_i8;
typedef short cg_i16;
typedef int cg_i32;
typedef long long cg_i64;
typedef unsigned char cg_u8;
typedef unsigned short cg_u16;
typedef unsigned int cg_u32;
typedef unsigned long long cg_u64;
typedef float cg_f32;
typedef double cg_f64;

template <class T> struct alignas(2 * sizeof(T)) cg_complex { T re, im; };
typedef cg_complex<float> cg_c64;
typedef cg_complex<double> cg_c128;

#define CG_FN static __device__ __forceinline__

// Special values. lowest and highest are infinite for floats.

CG_FN float cg_inf_f32() { return __int_as_float(0x7f800000); }
CG_FN double cg_inf_f64() { return __longlong_as_double(0x7ff0000000000000ll); }
CG_FN float cg_nan_f32() { return __int_as_float(0x7fc00000); }
CG_FN double cg_nan_f64() { return __longlong_as_double(0x7ff8000000000000ll); }

template <class T> struct cg_limits {
  static constexpr bool is_signed = T(-1) < T(0);
  static constexpr T top = T(T(1) << (sizeof(T) * 8 - 2)); // 2^(bits-2)
  CG_FN T highest() { return is_signed ? T(top - 1 + top) : T(~T(0)); }
  CG_FN T lowest() { return is_signed ? T(~T(top - 1 + top)) : T(0); }
};
template <> struct cg_limits<float> {
  CG_FN float highest() { return cg_inf_f32(); }
  CG_FN float lowest() { return -cg_inf_f32(); }
};
template <> struct cg_limits<double> {
  CG_FN double highest() { return cg_inf_f64(); }
  CG_FN double lowest() { return -cg_inf_f64(); }
};

// The unsigned type of T's width, and the one in which T's arithmetic wraps.
template <int size> struct cg_sized;
template <> struct cg_sized<1> { typedef cg_u8 U; typedef cg_u32 W; };
template <> struct cg_sized<2> { typedef cg_u16 U; typedef cg_u32 W; };
template <> struct cg_sized<4> { typedef cg_u32 U; typedef cg_u32 W; };
template <> struct cg_sized<8> { typedef cg_u64 U; typedef cg_u64 W; };

// Integers: x/0 and x%0 are 0, the smallest over -1 wraps, a shift by the
// width or more gives 0 or the sign.

template <class T> CG_FN T cg_abs(T a) {
  typedef typename cg_sized<sizeof(T)>::W W;
  return a < 0 ? T(0 - W(a)) : a;
}

template <class T> CG_FN T cg_div(T a, T b) {
  typedef typename cg_sized<sizeof(T)>::W W;
  if (b == 0) return 0;
  if (cg_limits<T>::is_signed && b == T(-1)) return T(0 - W(a));
  return T(a / b);
}

template <class T> CG_FN T cg_floordiv(T a, T b) {
  typedef typename cg_sized<sizeof(T)>::W W;
  T q = cg_div(a, b);
  T r = T(W(a) - W(q) * W(b));
  return b != 0 && r != 0 && (r < 0) != (b < 0) ? T(q - 1) : q;
}

template <class T> CG_FN T cg_mod(T a, T b) {
  typedef typename cg_sized<sizeof(T)>::W W;
  if (b == 0) return 0;
  T r = T(W(a) - W(cg_div(a, b)) * W(b));
  return r != 0 && (r < 0) != (b < 0) ? T(r + b) : r;
}

// A negative exponent gives 0; it is a fault by then.
template <class T> CG_FN T cg_pow(T a, T b) {
  typedef typename cg_sized<sizeof(T)>::W W;
  if (b < 0) return 0;
  W r = 1, x = W(a);
  for (; b != 0; b >>= 1) {
    if (b & 1) r *= x;
    x *= x;
  }
  return T(r);
}

template <class T> CG_FN T cg_shl(T a, T b) {
  typedef typename cg_sized<sizeof(T)>::U U;
  typedef typename cg_sized<sizeof(T)>::W W;
  return U(b) < sizeof(T) * 8 ? T(W(U(a)) << U(b)) : T(0);
}

template <class T> CG_FN T cg_shr(T a, T b) {
  typedef typename cg_sized<sizeof(T)>::U U;
  if (U(b) < sizeof(T) * 8) return T(a >> U(b));
  return a < 0 ? T(-1) : T(0);
}

// Integers and floats. Of equals the first.

template <class T> CG_FN T cg_sign(T x) { return x > 0 ? T(1) : x < 0 ? T(-1) : x; }
template <class T> CG_FN T cg_maximum(T x, T y) { return x >= y || x != x ? x : y; }
template <class T> CG_FN T cg_minimum(T x, T y) { return x <= y || x != x ? x : y; }
template <class T> CG_FN T cg_fmax(T x, T y) { return x >= y || y != y ? x : y; }
template <class T> CG_FN T cg_fmin(T x, T y) { return x <= y || y != y ? x : y; }
template <class T> CG_FN T cg_clip(T x, T lo, T hi) { return cg_minimum(cg_maximum(x, lo), hi); }

// Floats.

CG_FN cg_b8 cg_signbit(float x) { return __float_as_int(x) < 0; }
CG_FN cg_b8 cg_signbit(double x) { return __double_as_longlong(x) < 0; }

#define CG_FLOAT(T)                                                            \
  CG_FN bool cg_finite(T x) { return x - x == 0; }                             \
  CG_FN T cg_mod(T a, T b) {                                                   \
    T r = fmod(a, b);                                                          \
    if (r == 0) return copysign(T(0), b);                                      \
    return (r < 0) != (b < 0) ? r + b : r;                                     \
  }                                                                            \
  CG_FN T cg_floordiv(T a, T b) {                                              \
    if (b == 0) return a / b;                                                  \
    T r = fmod(a, b);                                                          \
    T q = rint((a - r) / b);                                                   \
    if (r != 0 && (r < 0) != (b < 0)) q -= 1;                                  \
    return q == 0 ? copysign(T(0), a / b) : q;                                 \
  }                                                                            \
  CG_FN T cg_logaddexp(T a, T b) {                                             \
    if (a == b) return a + T(0.693147180559945309417);                         \
    return cg_maximum(a, b) + log1p(exp(-fabs(a - b)));                        \
  }                                                                            \
  CG_FN T cg_sigmoid(T x) {                                                    \
    T e = exp(-fabs(x));                                                       \
    return (x < 0 ? e : T(1)) / (1 + e);                                       \
  }

CG_FLOAT(float)
CG_FLOAT(double)

// Complex numbers. What is more than a few products is done in double
// precision for both types, and by W. Kahan's formulas ("Branch Cuts for
// Complex Elementary Functions", 1987) where others would cancel.

template <class T> CG_FN cg_complex<T> cg_add(cg_complex<T> a, cg_complex<T> b) {
  return {a.re + b.re, a.im + b.im};
}

template <class T> CG_FN cg_complex<T> cg_sub(cg_complex<T> a, cg_complex<T> b) {
  return {a.re - b.re, a.im - b.im};
}

template <class T> CG_FN cg_complex<T> cg_mul(cg_complex<T> a, cg_complex<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

CG_FN cg_c128 cg_widen(cg_c64 z) { return {z.re, z.im}; }
CG_FN cg_c64 cg_narrow(cg_c128 z) { return {float(z.re), float(z.im)}; }

#define CG_WIDELY(name)                                                        \
  CG_FN cg_c64 name(cg_c64 z) { return cg_narrow(name(cg_widen(z))); }

// i·z, z/i and -z, by moving components.
CG_FN cg_c128 cg_times_i(cg_c128 z) { return {-z.im, z.re}; }
CG_FN cg_c128 cg_over_i(cg_c128 z) { return {z.im, -z.re}; }
CG_FN cg_c128 cg_neg(cg_c128 z) { return {-z.re, -z.im}; }
CG_FN bool cg_finite(cg_c128 z) { return cg_finite(z.re) && cg_finite(z.im); }
CG_FN double cg_size(cg_c128 z) { return fmax(fabs(z.re), fabs(z.im)); }

CG_FN double cg_abs(cg_c128 z) { return hypot(z.re, z.im); }
CG_FN float cg_abs(cg_c64 z) { return float(hypot(double(z.re), double(z.im))); }

// Both operands are brought near 1 first.
CG_FN cg_c128 cg_div(cg_c128 a, cg_c128 b) {
  double sa = cg_size(a), sb = cg_size(b);
  if (sb == 0) return {a.re / sb, a.im / sb};
  bool wide = !cg_finite(b.re), tall = !cg_finite(b.im);
  if (cg_finite(a) && b.re == b.re && b.im == b.im && wide != tall) return {0, 0};
  int ea = 0, eb = 0;
  if (sa > 0 && cg_finite(a)) ea = ilogb(sa);
  if (cg_finite(b)) eb = ilogb(sb);
  double x = scalbn(a.re, -ea), y = scalbn(a.im, -ea);
  double c = scalbn(b.re, -eb), d = scalbn(b.im, -eb);
  double n = c * c + d * d;
  return {scalbn((x * c + y * d) / n, ea - eb), scalbn((y * c - x * d) / n, ea - eb)};
}
CG_FN cg_c64 cg_div(cg_c64 a, cg_c64 b) { return cg_narrow(cg_div(cg_widen(a), cg_widen(b))); }

CG_FN cg_c128 cg_reciprocal(cg_c128 z) { return cg_div(cg_c128{1, 0}, z); }
CG_WIDELY(cg_reciprocal)

CG_FN cg_c128 cg_sign(cg_c128 z) {
  double s = cg_size(z);
  if (s == 0) return z;
  if (!cg_finite(s) && z.re == z.re && z.im == z.im) {
    if (cg_finite(z.re)) return {0, copysign(1.0, z.im)};
    if (cg_finite(z.im)) return {copysign(1.0, z.re), 0};
  }
  int e = cg_finite(s) ? -ilogb(s) : 0;
  cg_c128 w = {scalbn(z.re, e), scalbn(z.im, e)};
  double h = hypot(w.re, w.im);
  return {w.re / h, w.im / h};
}
CG_WIDELY(cg_sign)

CG_FN cg_c128 cg_sqrt(cg_c128 z) {
  double s = cg_size(z);
  if (z.re == 0 && z.im == 0) return {0, z.im};
  double x = fabs(z.re), y = fabs(z.im), back = 1;
  if (cg_finite(s) && s > 0x1p1000) x *= 0x1p-100, y *= 0x1p-100, back = 0x1p50;
  if (s < 0x1p-900) x *= 0x1p200, y *= 0x1p200, back = 0x1p-100;
  double big = sqrt((hypot(x, y) + x) / 2);
  double small = back * (y / (2 * big));
  big *= back;
  if (!cg_finite(s)) {
    if (y == cg_inf_f64()) small = y;
    else if (x == y || x == cg_inf_f64()) small = y == y ? 0 : y;
  }
  return {z.re < 0 ? small : big, copysign(z.re < 0 ? big : small, z.im)};
}
CG_WIDELY(cg_sqrt)

CG_FN cg_c128 cg_log(cg_c128 z) {
  double x = fabs(z.re), y = fabs(z.im), arg = atan2(z.im, z.re);
  if (x < y) { double t = x; x = y; y = t; }
  if (x > 0.5 && x < 2) return {log1p((x - 1) * (x + 1) + y * y) / 2, arg};
  if (x > 0x1p1000) return {log(hypot(x * 0x1p-100, y * 0x1p-100)) + 69.314718055994530942, arg};
  if (x < 0x1p-900 && x > 0) return {log(hypot(x * 0x1p200, y * 0x1p200)) - 138.62943611198906188, arg};
  return {log(hypot(x, y)), arg};
}
CG_WIDELY(cg_log)

CG_FN cg_c128 cg_log2(cg_c128 z) {
  cg_c128 w = cg_log(z);
  return {w.re / 0.69314718055994530942, w.im / 0.69314718055994530942};
}
CG_WIDELY(cg_log2)

CG_FN cg_c128 cg_log10(cg_c128 z) {
  cg_c128 w = cg_log(z);
  return {w.re / 2.3025850929940456840, w.im / 2.3025850929940456840};
}
CG_WIDELY(cg_log10)

// m·exp(x), m·cosh(x), m·sinh(x), without overflow in between.
CG_FN double cg_times_exp(double m, double x) {
  if (x < 700 || m == 0) return m == 0 ? m : m * exp(x);
  double h = exp(x / 2);
  return m * h * h;
}
CG_FN double cg_times_cosh(double m, double x) {
  if (fabs(x) < 700 || m == 0) return m == 0 ? m : m * cosh(x);
  double h = exp(fabs(x) / 2);
  return m * 0.5 * h * h;
}
CG_FN double cg_times_sinh(double m, double x) {
  if (fabs(x) < 700) return m * sinh(x);
  if (m == 0) return m * copysign(1.0, x);
  double h = exp(fabs(x) / 2);
  return m * copysign(0.5, x) * h * h;
}

CG_FN cg_c128 cg_exp(cg_c128 z) {
  if (z.re == -cg_inf_f64()) return {0, 0};
  return {cg_times_exp(cos(z.im), z.re), cg_times_exp(sin(z.im), z.re)};
}
CG_WIDELY(cg_exp)

// exp(b·log a) in polar form. 0 to the 0 is 1, 0 to what has a positive real
// part 0.
CG_FN cg_c128 cg_pow(cg_c128 a, cg_c128 b) {
  if (b.re == 0 && b.im == 0) return {1, 0};
  if (a.re == 0 && a.im == 0) {
    if (b.re > 0) return {0, 0};
    return {cg_inf_f64(), cg_nan_f64()};
  }
  cg_c128 l = cg_log(a);
  double angle = b.re * l.im + b.im * l.re;
  double size = b.re * l.re - b.im * l.im;
  double c = cos(angle), s = sin(angle);
  if (b.im == 0) {
    double r = pow(cg_abs(a), b.re);
    if (cg_finite(r) && r > 0x1p-1000) return {r * c, r * s};
  }
  return {cg_times_exp(c, size), cg_times_exp(s, size)};
}
CG_FN cg_c64 cg_pow(cg_c64 a, cg_c64 b) { return cg_narrow(cg_pow(cg_widen(a), cg_widen(b))); }

CG_FN cg_c128 cg_sinh(cg_c128 z) {
  return {cg_times_sinh(cos(z.im), z.re), cg_times_cosh(sin(z.im), z.re)};
}
CG_WIDELY(cg_sinh)

CG_FN cg_c128 cg_cosh(cg_c128 z) {
  return {cg_times_cosh(cos(z.im), z.re), cg_times_sinh(sin(z.im), z.re)};
}
CG_WIDELY(cg_cosh)

CG_FN cg_c128 cg_tanh(cg_c128 z) {
  if (fabs(z.re) == cg_inf_f64()) return {copysign(1.0, z.re), 0};
  if (fabs(z.re) > 22) {
    double e = exp(-fabs(z.re));
    return {copysign(1.0, z.re), 4 * sin(z.im) * cos(z.im) * e * e};
  }
  double t = tan(z.im), s = sinh(z.re);
  double beta = 1 + t * t, rho = sqrt(1 + s * s), d = 1 + beta * s * s;
  return {beta * rho * s / d, t / d};
}
CG_WIDELY(cg_tanh)

CG_FN cg_c128 cg_sin(cg_c128 z) { return cg_over_i(cg_sinh(cg_times_i(z))); }
CG_WIDELY(cg_sin)
CG_FN cg_c128 cg_cos(cg_c128 z) { return cg_cosh(cg_times_i(z)); }
CG_WIDELY(cg_cos)
CG_FN cg_c128 cg_tan(cg_c128 z) { return cg_over_i(cg_tanh(cg_times_i(z))); }
CG_WIDELY(cg_tan)

CG_FN cg_c128 cg_asin(cg_c128 z) {
  cg_c128 m = cg_sqrt(cg_c128{1 - z.re, -z.im}), p = cg_sqrt(cg_c128{1 + z.re, z.im});
  return {atan2(z.re, m.re * p.re - m.im * p.im), asinh(m.re * p.im - m.im * p.re)};
}
CG_WIDELY(cg_asin)

CG_FN cg_c128 cg_acos(cg_c128 z) {
  cg_c128 m = cg_sqrt(cg_c128{1 - z.re, -z.im}), p = cg_sqrt(cg_c128{1 + z.re, z.im});
  return {2 * atan2(m.re, p.re), asinh(p.re * m.im - p.im * m.re)};
}
CG_WIDELY(cg_acos)

CG_FN cg_c128 cg_acosh(cg_c128 z) {
  cg_c128 m = cg_sqrt(cg_c128{z.re - 1, z.im}), p = cg_sqrt(cg_c128{z.re + 1, z.im});
  return {asinh(m.re * p.re + m.im * p.im), 2 * atan2(m.im, p.re)};
}
CG_WIDELY(cg_acosh)

CG_FN cg_c128 cg_atanh(cg_c128 z) {
  bool left = cg_signbit(z.re);
  if (left) z = cg_neg(z);
  double x = z.re, y = z.im, y1 = fabs(y);
  cg_c128 w;
  if (y1 == cg_inf_f64()) {
    w = {0, copysign(1.5707963267948966192, y)};
  } else if (x > 0x1p500 || y1 > 0x1p500) {
    w = {cg_reciprocal(z).re, copysign(1.5707963267948966192, y)};
  } else if (x == 1) {
    w = {log(sqrt(sqrt(4 + y * y)) / sqrt(y1)), copysign(1.5707963267948966192 + atan(y1 / 2), y) / 2};
  } else {
    w = {log1p(4 * x / ((1 - x) * (1 - x) + y * y)) / 4, atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2};
  }
  return left ? cg_neg(w) : w;
}
CG_WIDELY(cg_atanh)

CG_FN cg_c128 cg_asinh(cg_c128 z) { return cg_over_i(cg_asin(cg_times_i(z))); }
CG_WIDELY(cg_asinh)
CG_FN cg_c128 cg_atan(cg_c128 z) { return cg_over_i(cg_atanh(cg_times_i(z))); }
CG_WIDELY(cg_atan)

// Casts between all pairs of types, cg_cast_<from>_<to>: integers wrap, floats
// to integers truncate and saturate with NaN giving 0, to bool is "not zero",
// complex to real takes the real part, the rest rounds to nearest.

template <class T, class F> CG_FN T cg_saturate(F x) {
  // 2^(bits-1) or 2^bits, which the largest integer may round up to.
  const F hi = F(cg_limits<T>::top) * (cg_limits<T>::is_signed ? 2 : 4);
  const F lo = cg_limits<T>::is_signed ? -hi : F(0);
  if (x >= hi) return cg_limits<T>::highest();
  if (x < lo) return cg_limits<T>::lowest();
  return x == x ? T(x) : T(0);
}

#define CG_CAST(f, F, t, T, value)                                             \
  CG_FN T cg_cast_##f##_##t(F x) { return value; }

#define CG_CAST_FIELD(f, F, re, im)                                            \
  CG_CAST(f, F, f32, float, float(re))                                         \
  CG_CAST(f, F, f64, double, double(re))                                       \
  CG_FN cg_c64 cg_cast_##f##_c64(F x) { return {float(re), float(im)}; }       \
  CG_FN cg_c128 cg_cast_##f##_c128(F x) { return {double(re), double(im)}; }

#define CG_CAST_INTEGER(f, F)                                                  \
  CG_CAST(f, F, b8, cg_b8, x != 0)                                             \
  CG_CAST(f, F, i8, cg_i8, cg_i8(x))                                           \
  CG_CAST(f, F, i16, cg_i16, cg_i16(x))                                        \
  CG_CAST(f, F, i32, cg_i32, cg_i32(x))                                        \
  CG_CAST(f, F, i64, cg_i64, cg_i64(x))                                        \
  CG_CAST(f, F, u8, cg_u8, cg_u8(x))                                           \
  CG_CAST(f, F, u16, cg_u16, cg_u16(x))                                        \
  CG_CAST(f, F, u32, cg_u32, cg_u32(x))                                        \
  CG_CAST(f, F, u64, cg_u64, cg_u64(x))                                        \
  CG_CAST_FIELD(f, F, x, 0)

#define CG_CAST_SATURATE(f, F, re)                                             \
  CG_CAST(f, F, i8, cg_i8, cg_saturate<cg_i8>(re))                             \
  CG_CAST(f, F, i16, cg_i16, cg_saturate<cg_i16>(re))                          \
  CG_CAST(f, F, i32, cg_i32, cg_saturate<cg_i32>(re))                          \
  CG_CAST(f, F, i64, cg_i64, cg_saturate<cg_i64>(re))                          \
  CG_CAST(f, F, u8, cg_u8, cg_saturate<cg_u8>(re))                             \
  CG_CAST(f, F, u16, cg_u16, cg_saturate<cg_u16>(re))                          \
  CG_CAST(f, F, u32, cg_u32, cg_saturate<cg_u32>(re))                          \
  CG_CAST(f, F, u64, cg_u64, cg_saturate<cg_u64>(re))

#define CG_CAST_FLOAT(f, F)                                                    \
  CG_CAST(f, F, b8, cg_b8, x != 0)                                             \
  CG_CAST_SATURATE(f, F, x)                                                    \
  CG_CAST_FIELD(f, F, x, 0)

#define CG_CAST_COMPLEX(f, F)                                                  \
  CG_CAST(f, F, b8, cg_b8, x.re != 0 || x.im != 0)                             \
  CG_CAST_SATURATE(f, F, x.re)                                                 \
  CG_CAST_FIELD(f, F, x.re, x.im)

CG_CAST_INTEGER(b8, cg_b8)
CG_CAST_INTEGER(i8, cg_i8)
CG_CAST_INTEGER(i16, cg_i16)
CG_CAST_INTEGER(i32, cg_i32)
CG_CAST_INTEGER(i64, cg_i64)
CG_CAST_INTEGER(u8, cg_u8)
CG_CAST_INTEGER(u16, cg_u16)
CG_CAST_INTEGER(u32, cg_u32)
CG_CAST_INTEGER(u64, cg_u64)
CG_CAST_FLOAT(f32, float)
CG_CAST_FLOAT(f64, double)
CG_CAST_COMPLEX(c64, cg_c64)
CG_CAST_COMPLEX(c128, cg_c128)

#undef CG_FLOAT
#undef CG_WIDELY
#undef CG_CAST
#undef CG_CAST_FIELD
#undef CG_CAST_INTEGER
#undef CG_CAST_SATURATE
#undef CG_CAST_FLOAT
#undef CG_CAST_COMPLEX

#endif
