// What reductions keep of the values that they have seen. A state starts clear;
// add takes a value in, merge what another state has seen; down is the state of
// the lane d further on, in groups of w lanes.

#define CG_MEMBER __device__ __forceinline__

template <class T> CG_FN T cg_shuffle_down(T x, int d, int w) { return T(__shfl_down_sync(0xffffffffu, x, d, w)); }

CG_FN cg_c128 cg_widest(cg_c64 z) { return cg_widen(z); }
CG_FN cg_c128 cg_widest(cg_c128 z) { return z; }

// Integers wrap.
template <class T> struct alignas(8) cg_int_sum {
  typedef typename cg_sized<sizeof(T)>::W W;
  W s;
  CG_MEMBER void clear() { s = 0; }
  CG_MEMBER void add(T x) { s += W(x); }
  CG_MEMBER void merge(const cg_int_sum &o) { s += o.s; }
  CG_MEMBER cg_int_sum down(int d, int w) const { return {cg_shuffle_down(s, d, w)}; }
  CG_MEMBER T value() const { return T(s); }
};
template <class T> struct alignas(8) cg_int_prod {
  typedef typename cg_sized<sizeof(T)>::W W;
  W p;
  CG_MEMBER void clear() { p = 1; }
  CG_MEMBER void add(T x) { p *= W(x); }
  CG_MEMBER void merge(const cg_int_prod &o) { p *= o.p; }
  CG_MEMBER cg_int_prod down(int d, int w) const { return {cg_shuffle_down(p, d, w)}; }
  CG_MEMBER T value() const { return T(p); }
};

// A sum in double precision, which is all that float32 values need.
struct cg_sum {
  double s;
  CG_MEMBER void clear() { s = 0; }
  CG_MEMBER void add(double x) { s += x; }
  CG_MEMBER void merge(const cg_sum &o) { s += o.s; }
  CG_MEMBER cg_sum down(int d, int w) const { return {cg_shuffle_down(s, d, w)}; }
  CG_MEMBER double value() const { return s; }
};

// A sum of doubles and of the rounding errors made in it (D. Knuth's two-sum).
// The errors mean nothing once the sum is not finite.
struct cg_twofold {
  double s, c;
  CG_MEMBER void clear() { s = c = 0; }
  CG_MEMBER void add(double x) {
    double t = s + x, z = t - s;
    c += (s - (t - z)) + (x - z);
    s = t;
  }
  CG_MEMBER void merge(const cg_twofold &o) {
    add(o.s);
    c += o.c;
  }
  CG_MEMBER cg_twofold down(int d, int w) const { return {cg_shuffle_down(s, d, w), cg_shuffle_down(c, d, w)}; }
  CG_MEMBER double value() const { return cg_finite(s) ? s + c : s; }
};

// Sums of complex values, S of each component.
template <class S> struct cg_complex_sum {
  S re, im;
  CG_MEMBER void clear() {
    re.clear();
    im.clear();
  }
  CG_MEMBER void add(cg_c128 z) {
    re.add(z.re);
    im.add(z.im);
  }
  CG_MEMBER void merge(const cg_complex_sum &o) {
    re.merge(o.re);
    im.merge(o.im);
  }
  CG_MEMBER cg_complex_sum down(int d, int w) const { return {re.down(d, w), im.down(d, w)}; }
  CG_MEMBER cg_c128 value() const { return {re.value(), im.value()}; }
};

struct cg_prod {
  double p;
  CG_MEMBER void clear() { p = 1; }
  CG_MEMBER void add(double x) { p *= x; }
  CG_MEMBER void merge(const cg_prod &o) { p *= o.p; }
  CG_MEMBER cg_prod down(int d, int w) const { return {cg_shuffle_down(p, d, w)}; }
  CG_MEMBER double value() const { return p; }
};
struct cg_complex_prod {
  double re, im;
  CG_MEMBER void clear() {
    re = 1;
    im = 0;
  }
  CG_MEMBER void add(cg_c128 z) {
    z = cg_mul(value(), z);
    re = z.re;
    im = z.im;
  }
  CG_MEMBER void merge(const cg_complex_prod &o) { add(o.value()); }
  CG_MEMBER cg_complex_prod down(int d, int w) const { return {cg_shuffle_down(re, d, w), cg_shuffle_down(im, d, w)}; }
  CG_MEMBER cg_c128 value() const { return {re, im}; }
};

// The least or largest value. A NaN stays, or gives way to all else.
#define CG_EXTREME(name, none, better)                                                         \
  template <class T> struct alignas(8) name {                                                  \
    T m;                                                                                       \
    CG_MEMBER void clear() { m = none; }                                                       \
    CG_MEMBER void add(T x) { m = better(m, x); }                                              \
    CG_MEMBER void merge(const name &o) { add(o.m); }                                          \
    CG_MEMBER name down(int d, int w) const { return {cg_shuffle_down(m, d, w)}; }             \
    CG_MEMBER T value() const { return m; }                                                    \
  };
CG_EXTREME(cg_min, cg_limits<T>::highest(), cg_minimum)
CG_EXTREME(cg_max, cg_limits<T>::lowest(), cg_maximum)
CG_EXTREME(cg_least_number, T(cg_nan_f64()), cg_fmin)
CG_EXTREME(cg_largest_number, T(cg_nan_f64()), cg_fmax)

// The position of the first least or largest value, or of the first NaN; -1
// before there is one. Values come in the order of their positions, states in
// any order.
#define CG_POSITION(name, before)                                                              \
  template <class T> struct name {                                                             \
    alignas(8) T m;                                                                            \
    cg_i64 i;                                                                                  \
    CG_MEMBER void clear() {                                                                   \
      m = 0;                                                                                   \
      i = -1;                                                                                  \
    }                                                                                          \
    CG_MEMBER void add(T x, cg_i64 at) {                                                       \
      if (i < 0 || (m == m && (x != x || x before m))) {                                       \
        m = x;                                                                                 \
        i = at;                                                                                \
      }                                                                                        \
    }                                                                                          \
    CG_MEMBER void merge(const name &o) {                                                      \
      if (o.i < 0) return;                                                                     \
      bool same = m == o.m || (m != m && o.m != o.m);                                          \
      if (same && i >= 0) i = i < o.i ? i : o.i;                                               \
      else add(o.m, o.i);                                                                      \
    }                                                                                          \
    CG_MEMBER name down(int d, int w) const { return {cg_shuffle_down(m, d, w), cg_shuffle_down(i, d, w)}; } \
    CG_MEMBER cg_i64 value() const { return i; }                                               \
  };
CG_POSITION(cg_first_min, <)
CG_POSITION(cg_first_max, >)

// Booleans are 0 or 1.
#define CG_TRUTH(name, start, take)                                                            \
  struct alignas(8) name {                                                                     \
    cg_u32 b;                                                                                  \
    CG_MEMBER void clear() { b = start; }                                                      \
    CG_MEMBER void add(cg_b8 x) { b take x; }                                                  \
    CG_MEMBER void merge(const name &o) { b take o.b; }                                        \
    CG_MEMBER name down(int d, int w) const { return {cg_shuffle_down(b, d, w)}; }             \
    CG_MEMBER cg_b8 value() const { return cg_b8(b); }                                         \
  };
CG_TRUTH(cg_any, 0, |=)
CG_TRUTH(cg_all, 1, &=)

// Sums of how far values are from one that is the same for a whole line, so
// that states are added up, and of the squares of that. The difference of squares
// and q may be smaller than q by the length of the line, if that one value lies
// far from all others: float32 values leave as many digits to spare.
struct cg_spread {
  double s, q;
  CG_MEMBER void clear() { s = q = 0; }
  CG_MEMBER void add(double d) {
    s += d;
    q += d * d;
  }
  CG_MEMBER void merge(const cg_spread &o) {
    s += o.s;
    q += o.q;
  }
  CG_MEMBER cg_spread down(int d, int w) const { return {cg_shuffle_down(s, d, w), cg_shuffle_down(q, d, w)}; }
  CG_MEMBER double squares(double n) const { return q - s * (s / n); }
};

// The same of doubles, twice as exact: the difference of the two sums may be
// smaller than they by the length of the line.
struct cg_twofold_spread {
  cg_twofold s, q;
  CG_MEMBER void clear() {
    s.clear();
    q.clear();
  }
  CG_MEMBER void add(double d) {
    s.add(d);
    double p = d * d;
    q.add(p);
    q.c += fma(d, d, -p);
  }
  CG_MEMBER void merge(const cg_twofold_spread &o) {
    s.merge(o.s);
    q.merge(o.q);
  }
  CG_MEMBER cg_twofold_spread down(int d, int w) const { return {s.down(d, w), q.down(d, w)}; }
  CG_MEMBER double squares(double n) const {
    if (!cg_finite(q.s)) return cg_finite(s.s) ? q.s : cg_nan_f64();
    double t = s.value(), m = t / n, p = t * m, low = fma(t, m, -p);
    low += t * (fma(-m, n, t) / n) + 2 * m * (s.s - t + s.c);
    return (q.s - p) + (q.c - low);
  }
};

template <class S> CG_FN double cg_variance(const S &spread, double n, double ddof) {
  double q = spread.squares(n), d = n - ddof;
  return (q < 0 ? 0 : q) / (d < 0 ? 0 : d);
}

// Squares of doubles in three ranges, so that none overflows or vanishes (J.
// Blue, "A Portable Fortran Program to Find the Euclidean Norm of a Vector",
// 1978).
struct cg_norm {
  cg_twofold mid;
  double big, small;
  CG_MEMBER void clear() {
    mid.clear();
    big = small = 0;
  }
  CG_MEMBER void add(double x) {
    double a = fabs(x);
    if (a > 0x1p486) {
      a *= 0x1p-600;
      big += a * a;
    } else if (a < 0x1p-500) {
      a *= 0x1p600;
      small += a * a;
    } else {
      mid.add(a * a);
    }
  }
  CG_MEMBER void merge(const cg_norm &o) {
    mid.merge(o.mid);
    big += o.big;
    small += o.small;
  }
  CG_MEMBER cg_norm down(int d, int w) const {
    return {mid.down(d, w), cg_shuffle_down(big, d, w), cg_shuffle_down(small, d, w)};
  }
  CG_MEMBER double value() const {
    double m = mid.value();
    if (m != m) return m;
    if (big > 0) return sqrt(big + m * 0x1p-600 * 0x1p-600) * 0x1p600;
    if (small == 0) return sqrt(m);
    if (m == 0) return sqrt(small) * 0x1p-600;
    return sqrt(m + small * 0x1p-600 * 0x1p-600);
  }
};

// A mean by the sum, or where that overflows by the sum of values times 2^-64.
CG_FN double cg_mean(double s, double scaled, double n) { return cg_finite(s) ? s / n : scaled / n * 0x1p64; }
CG_FN cg_c128 cg_mean(cg_c128 s, cg_c128 scaled, double n) {
  return {cg_mean(s.re, scaled.re, n), cg_mean(s.im, scaled.im, n)};
}

// Reports to all threads of a block whether it is the last of n that get here.
// It then sees what the others wrote before. The counter is left at zero.
CG_FN bool cg_last(cg_u32 *counter, cg_u32 n) {
  __shared__ bool last;
  __syncthreads();
  if (threadIdx.x == 0) {
    last = cg_ticket(counter) == n - 1;
    if (last) *counter = 0;
  }
  __syncthreads();
  return last;
}
