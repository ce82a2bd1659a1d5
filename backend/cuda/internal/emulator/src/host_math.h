// CUDA C++ as host code: bits, conversions, loads and stores with cache hints,
// and the mathematical functions, with the host's in place of CUDA's.

static inline float __int_as_float(int i) { return cg_emu_value<float>((unsigned)i); }
static inline int __float_as_int(float x) { return (int)cg_emu_bits(x); }
static inline float __uint_as_float(unsigned i) { return cg_emu_value<float>(i); }
static inline unsigned __float_as_uint(float x) { return (unsigned)cg_emu_bits(x); }
static inline double __longlong_as_double(long long i) { return cg_emu_value<double>((unsigned long long)i); }
static inline long long __double_as_longlong(double x) { return (long long)cg_emu_bits(x); }
static inline double __hiloint2double(int hi, int lo) {
  return cg_emu_value<double>((unsigned long long)(unsigned)hi << 32 | (unsigned)lo);
}
static inline int __double2hiint(double x) { return (int)(cg_emu_bits(x) >> 32); }
static inline int __double2loint(double x) { return (int)cg_emu_bits(x); }

static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __ffsll(long long x) { return __builtin_ffsll(x); }
static inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
static inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
static inline unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) r |= (x >> i & 1u) << (31 - i);
  return r;
}
static inline unsigned long long __brevll(unsigned long long x) {
  return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long both = (unsigned long long)y << 32 | x;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) {
    unsigned pick = s >> (4 * i) & 15u, b = (unsigned)(both >> (8 * (pick & 7u))) & 255u;
    r |= (pick & 8u ? (b & 128u ? 255u : 0u) : b) << (8 * i);
  }
  return r;
}
static inline unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)((((unsigned long long)hi << 32 | lo) << (s & 31u)) >> 32);
}
static inline unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)(((unsigned long long)hi << 32 | lo) >> (s & 31u));
}
static inline int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
static inline long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}

template <class T> static inline T __ldg(const T *p) { return *p; }
template <class T> static inline T __ldcg(const T *p) { return *(const volatile T *)p; }
template <class T> static inline T __ldcs(const T *p) { return *p; }
template <class T> static inline T __ldca(const T *p) { return *p; }
template <class T> static inline void __stcg(T *p, T v) { *p = v; }
template <class T> static inline void __stcs(T *p, T v) { *p = v; }
template <class T> static inline void __stwb(T *p, T v) { *p = v; }

extern "C" int printf(const char *, ...);

#define CG_EMU_MATH1(name)                                                     \
  extern "C" double name(double) noexcept;                                     \
  extern "C" float name##f(float) noexcept;                                    \
  static inline float name(float x) { return name##f(x); }
#define CG_EMU_MATH2(name)                                                     \
  extern "C" double name(double, double) noexcept;                             \
  extern "C" float name##f(float, float) noexcept;                             \
  static inline float name(float x, float y) { return name##f(x, y); }

CG_EMU_MATH1(fabs) CG_EMU_MATH1(sqrt) CG_EMU_MATH1(cbrt) CG_EMU_MATH1(exp)
CG_EMU_MATH1(exp2) CG_EMU_MATH1(exp10) CG_EMU_MATH1(expm1) CG_EMU_MATH1(log)
CG_EMU_MATH1(log2) CG_EMU_MATH1(log10) CG_EMU_MATH1(log1p) CG_EMU_MATH1(logb)
CG_EMU_MATH1(sin) CG_EMU_MATH1(cos) CG_EMU_MATH1(tan) CG_EMU_MATH1(asin)
CG_EMU_MATH1(acos) CG_EMU_MATH1(atan) CG_EMU_MATH1(sinh) CG_EMU_MATH1(cosh)
CG_EMU_MATH1(tanh) CG_EMU_MATH1(asinh) CG_EMU_MATH1(acosh) CG_EMU_MATH1(atanh)
CG_EMU_MATH1(floor) CG_EMU_MATH1(ceil) CG_EMU_MATH1(trunc) CG_EMU_MATH1(round)
CG_EMU_MATH1(rint) CG_EMU_MATH1(nearbyint) CG_EMU_MATH1(erf) CG_EMU_MATH1(erfc)
CG_EMU_MATH1(tgamma) CG_EMU_MATH1(lgamma) CG_EMU_MATH1(j0) CG_EMU_MATH1(j1)
CG_EMU_MATH1(y0) CG_EMU_MATH1(y1)
CG_EMU_MATH2(hypot) CG_EMU_MATH2(pow) CG_EMU_MATH2(atan2) CG_EMU_MATH2(fmod)
CG_EMU_MATH2(remainder) CG_EMU_MATH2(copysign) CG_EMU_MATH2(nextafter)
CG_EMU_MATH2(fmax) CG_EMU_MATH2(fmin) CG_EMU_MATH2(fdim)

extern "C" {
double fma(double, double, double) noexcept;
float fmaf(float, float, float) noexcept;
int ilogb(double) noexcept;
int ilogbf(float) noexcept;
double scalbn(double, int) noexcept;
float scalbnf(float, int) noexcept;
double ldexp(double, int) noexcept;
float ldexpf(float, int) noexcept;
double frexp(double, int *) noexcept;
float frexpf(float, int *) noexcept;
double modf(double, double *) noexcept;
float modff(float, float *) noexcept;
void sincos(double, double *, double *) noexcept;
void sincosf(float, float *, float *) noexcept;
}
static inline float fma(float x, float y, float z) { return fmaf(x, y, z); }
static inline int ilogb(float x) { return ilogbf(x); }
static inline float scalbn(float x, int n) { return scalbnf(x, n); }
static inline float ldexp(float x, int n) { return ldexpf(x, n); }
static inline float frexp(float x, int *e) { return frexpf(x, e); }
static inline float modf(float x, float *i) { return modff(x, i); }
static inline void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
static inline float rsqrtf(float x) { return (float)(1 / sqrt((double)x)); }
static inline float rsqrt(float x) { return rsqrtf(x); }
static inline double rsqrt(double x) { return 1 / sqrt(x); }

#define CG_EMU_CLASS(T)                                                        \
  static inline bool isnan(T x) { return x != x; }                             \
  static inline bool isinf(T x) { return __builtin_isinf(x); }                 \
  static inline bool isfinite(T x) { return __builtin_isfinite(x); }           \
  static inline bool signbit(T x) { return __builtin_signbit(x); }
CG_EMU_CLASS(float)
CG_EMU_CLASS(double)

#define CG_EMU_ORDER(T)                                                        \
  static inline T min(T a, T b) { return b < a ? b : a; }                      \
  static inline T max(T a, T b) { return a < b ? b : a; }
CG_EMU_ORDER(int)
CG_EMU_ORDER(unsigned)
CG_EMU_ORDER(long)
CG_EMU_ORDER(unsigned long)
CG_EMU_ORDER(long long)
CG_EMU_ORDER(unsigned long long)
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline int abs(int x) { return x < 0 ? -x : x; }
static inline long abs(long x) { return x < 0 ? -x : x; }
static inline long long abs(long long x) { return x < 0 ? -x : x; }
static inline float abs(float x) { return fabsf(x); }
static inline double abs(double x) { return fabs(x); }

// Operations that round to nearest and are never contracted.
static inline float __fadd_rn(float x, float y) { return x + y; }
static inline float __fsub_rn(float x, float y) { return x - y; }
static inline float __fmul_rn(float x, float y) { return x * y; }
static inline float __fdiv_rn(float x, float y) { return x / y; }
static inline float __frcp_rn(float x) { return 1 / x; }
static inline float __fsqrt_rn(float x) { return sqrtf(x); }
static inline float __fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
static inline double __dadd_rn(double x, double y) { return x + y; }
static inline double __dsub_rn(double x, double y) { return x - y; }
static inline double __dmul_rn(double x, double y) { return x * y; }
static inline double __ddiv_rn(double x, double y) { return x / y; }
static inline double __drcp_rn(double x) { return 1 / x; }
static inline double __dsqrt_rn(double x) { return sqrt(x); }
static inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

// Conversions to integers saturate, and NaN gives 0 (of 32 bits; the smallest
// of 64 bits).
template <class T, class F> static inline T cg_emu_integer(F x, T lo, T hi, T nan) {
  if (x != x) return nan;
  if (x <= (F)lo) return lo;
  if (x >= (F)hi) return hi;
  return (T)x;
}
#define CG_EMU_CONVERT(name, F, T, lo, hi, nan)                                \
  static inline T __##name##_rn(F x) { return cg_emu_integer<T, F>(rint(x), lo, hi, nan); }  \
  static inline T __##name##_rz(F x) { return cg_emu_integer<T, F>(trunc(x), lo, hi, nan); } \
  static inline T __##name##_rd(F x) { return cg_emu_integer<T, F>(floor(x), lo, hi, nan); } \
  static inline T __##name##_ru(F x) { return cg_emu_integer<T, F>(ceil(x), lo, hi, nan); }
#define CG_EMU_CONVERTS(f, F)                                                  \
  CG_EMU_CONVERT(f##2int, F, int, -0x7fffffff - 1, 0x7fffffff, 0)              \
  CG_EMU_CONVERT(f##2uint, F, unsigned, 0u, 0xffffffffu, 0u)                   \
  CG_EMU_CONVERT(f##2ll, F, long long, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll, -0x7fffffffffffffffll - 1) \
  CG_EMU_CONVERT(f##2ull, F, unsigned long long, 0ull, ~0ull, 1ull << 63)
CG_EMU_CONVERTS(float, float)
CG_EMU_CONVERTS(double, double)
static inline float __int2float_rn(int x) { return (float)x; }
static inline float __uint2float_rn(unsigned x) { return (float)x; }
static inline float __ll2float_rn(long long x) { return (float)x; }
static inline float __ull2float_rn(unsigned long long x) { return (float)x; }
static inline double __int2double_rn(int x) { return x; }
static inline double __uint2double_rn(unsigned x) { return x; }
static inline double __ll2double_rn(long long x) { return (double)x; }
static inline double __ull2double_rn(unsigned long long x) { return (double)x; }
static inline float __double2float_rn(double x) { return (float)x; }
