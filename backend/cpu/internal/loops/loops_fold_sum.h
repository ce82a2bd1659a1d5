// Sums, products and norms. fold.go says how they add up, to the bit.
//
// A segment of n values is n rows of one column, and a complex column is two
// columns of its components, so one function, on rows × columns, does it all.
// It keeps lanes × columns accumulators, lane l of column j at l·columns + j,
// so that neighbours in memory are neighbours there and any width vectorises.

#define CG_UNIT 512
#define CG_COLUMNS 32 // columns taken at a time

typedef struct {
  double s, c; // sum and what it lacks
} cg_pair;

CG_INLINE void sum_into_f32(double *s, double u) { *s += u; }

CG_INLINE void sum_into_f64(cg_pair *s, double u) {
  double t = s->s + u, z = t - s->s;
  s->c += (s->s - (t - z)) + (u - z);
  s->s = t;
}

// cg_pow2 is the smallest power of two that is at least n.
CG_INLINE int64_t cg_pow2(int64_t n) {
  int64_t p = 1;
  while (p < n)
    p *= 2;
  return p;
}

// add_halves folds the lanes d[0], d[cols], … by halves, from 2·w lanes on.
CG_INLINE void add_halves(double *restrict d, int64_t w, int64_t cols) {
  for (; w >= 1; w /= 2) {
    int64_t n = w * cols;
    CG_IVDEP
    for (int64_t i = 0; i < n; i++)
      d[i] += d[i + n];
  }
}

// CG_SUM defines sum_tile: m ≤ CG_UNIT rows of cols columns, their elements rs
// apart, into the states s. L lanes; S is the state's type.
#define CG_SUM(t, z, T, S, L, TERMS)                                           \
  CG_INLINE void sum_lanes_##t(T *restrict lane, const T *restrict x,          \
                               int64_t rs, int64_t m, int64_t cols) {          \
    int64_t outer = rs == cols ? 1 : L, inner = rs == cols ? L * cols : cols;  \
    if (m == CG_UNIT) {                                                        \
      const int64_t g = L * rs;                                                \
      for (int64_t o = 0; o < outer; o++, x += rs, lane += inner) {            \
        if (outer > 1) /* the rows of a few turns on */                        \
          for (int64_t k = 0; k < CG_UNIT / L; k++)                            \
            cg_prefetch(x + 4 * rs + k * g, cols * (int64_t)sizeof(T));        \
        for (int64_t i = 0; i < inner; i++)                                    \
          lane[i] = TERMS;                                                     \
      }                                                                        \
      return;                                                                  \
    }                                                                          \
    int64_t first = m < L ? m : L, all = cg_pow2(first) * cols;                \
    if (outer == 1)                                                            \
      for (int64_t i = 0; i < first * cols; i++)                               \
        lane[i] = x[i];                                                        \
    else                                                                       \
      for (int64_t l = 0; l < first; l++)                                      \
        for (int64_t j = 0; j < cols; j++)                                     \
          lane[l * cols + j] = x[l * rs + j];                                  \
    for (int64_t i = first * cols; i < all; i++)                               \
      lane[i] = (T)-0.0;                                                       \
    for (int64_t r = L; r < m; r += L) {                                       \
      int64_t rows = m - r < L ? m - r : L;                                    \
      const T *p = x + r * rs;                                                 \
      if (outer == 1) {                                                        \
        for (int64_t i = 0, n = rows * cols; i < n; i++)                       \
          lane[i] += p[i];                                                     \
        continue;                                                              \
      }                                                                        \
      for (int64_t l = 0; l < rows; l++, p += rs)                              \
        for (int64_t j = 0; j < cols; j++)                                     \
          lane[l * cols + j] += p[j];                                          \
    }                                                                          \
  }                                                                            \
  CG_INLINE void sum_tile_##t(S *s, const T *x, int64_t rs, int64_t m,         \
                              int64_t cols) {                                  \
    if (cols == 1 && m <= 4) { /* by halves, written out */                    \
      double u = (double)x[0];                                                 \
      if (m > 2)                                                               \
        u += (double)x[2 * rs];                                                \
      if (m > 1)                                                               \
        u += m > 3 ? (double)x[rs] + (double)x[3 * rs] : (double)x[rs];        \
      sum_into_##t(s, u);                                                      \
      return;                                                                  \
    }                                                                          \
    T lane[L * CG_COLUMNS];                                                    \
    double d[L * CG_COLUMNS / 2];                                              \
    sum_lanes_##t(lane, x, rs, m, cols);                                       \
    int64_t w = cg_pow2(m < L ? m : L) / 2;                                    \
    if (w == 0)                                                                \
      for (int64_t j = 0; j < cols; j++)                                       \
        d[j] = (double)lane[j];                                                \
    for (int64_t i = 0, n = w * cols; i < n; i++)                              \
      d[i] = (double)lane[i] + (double)lane[i + w * cols];                     \
    add_halves(d, w / 2, cols);                                                \
    for (int64_t j = 0; j < cols; j++)                                         \
      sum_into_##t(&s[j], d[j]);                                               \
  }                                                                            \
  CG_FOLD_ROWS(sum_##t, T, S, sum_tile_##t, 1)                                 \
  CG_FOLD_ROWS(sum_##z, T, S, sum_tile_##t, 2)

// CG_FOLD_ROWS defines the fold and column fold name of elements that have
// parts components of type T, with a state S for each, by the function tile,
// of which there is a copy for whole units, one for parts of a unit over all
// columns taken at a time, and one for anything.
#define CG_FOLD_ROWS(name, T, S, tile, parts)                                  \
  static __attribute__((noinline)) void name##_any(                            \
      S *s, const T *x, int64_t rs, int64_t m, int64_t cols) {                 \
    tile(s, x, rs, m, cols);                                                   \
  }                                                                            \
  static __attribute__((noinline)) void name##_part(                           \
      S *s, const T *x, int64_t rs, int64_t m) {                               \
    tile(s, x, rs, m, CG_COLUMNS);                                             \
  }                                                                            \
  static void name(const cg_call *c) {                                         \
    const T *x = c->a;                                                         \
    S *s = c->dst;                                                             \
    int64_t len = c->n < c->aux ? c->n : c->aux;                               \
    for (int64_t done = 0; done < c->n; done += len, s += parts) {             \
      int64_t m = len;                                                         \
      for (; m >= CG_UNIT; m -= CG_UNIT, x += CG_UNIT * parts)                 \
        tile(s, x, parts, CG_UNIT, parts);                                     \
      if (m > 0)                                                               \
        name##_any(s, x, parts, m, parts);                                     \
      x += m * parts;                                                          \
    }                                                                          \
  }                                                                            \
  static void name##_cols(const cg_call *c) {                                  \
    int64_t cols = c->aux * parts, rows = c->n / c->aux;                       \
    int64_t rs = c->b ? *(const int64_t *)c->b / (int64_t)sizeof(T) : cols;    \
    const T *x = c->a;                                                         \
    for (int64_t r = 0; r < rows; r += CG_UNIT, x += CG_UNIT * rs) {           \
      int64_t m = rows - r < CG_UNIT ? rows - r : CG_UNIT, j = 0;              \
      S *s = c->dst;                                                           \
      for (; m == CG_UNIT && j + CG_COLUMNS <= cols; j += CG_COLUMNS)          \
        tile(s + j, x + j, rs, CG_UNIT, CG_COLUMNS);                           \
      for (; j + CG_COLUMNS <= cols; j += CG_COLUMNS)                          \
        name##_part(s + j, x + j, rs, m);                                      \
      if (j < cols)                                                            \
        name##_any(s + j, x + j, rs, m, cols - j);                             \
    }                                                                          \
  }

#define CG_AT(k) x[i + (k) * g]
#define CG_TERMS8(k)                                                           \
  CG_AT(k) + CG_AT(k + 1) + CG_AT(k + 2) + CG_AT(k + 3) + CG_AT(k + 4) +       \
      CG_AT(k + 5) + CG_AT(k + 6) + CG_AT(k + 7)

CG_SUM(f32, c64, float, double, 64, CG_TERMS8(0))
CG_SUM(f64, c128, double, cg_pair, 32,
       CG_TERMS8(0) + CG_AT(8) + CG_AT(9) + CG_AT(10) + CG_AT(11) +
           CG_AT(12) + CG_AT(13) + CG_AT(14) + CG_AT(15))

#undef CG_AT
#undef CG_TERMS8

// CG_LANES16 defines name_tile for what is accumulated in 16 lanes of double:
// op(a, v) adds v to a lane, each(x) is what enters.
#define CG_LANES16(name, T, identity, op, each)                                \
  CG_INLINE void name##_tile(double *s, const T *x, int64_t rs, int64_t m,     \
                             int64_t cols) {                                   \
    double d[16 * CG_COLUMNS];                                                 \
    int64_t flat = rs == cols, lanes = m < 16 ? cg_pow2(m) : 16;               \
    for (int64_t i = 0, n = lanes * cols; i < n; i++)                          \
      d[i] = identity;                                                         \
    for (int64_t r = 0; r < m; r += 16) {                                      \
      const T *p = x + r * rs;                                                 \
      int64_t rows = m - r < 16 ? m - r : 16;                                  \
      if (flat)                                                                \
        for (int64_t i = 0, n = rows * cols; i < n; i++)                       \
          d[i] = op(d[i], each((double)p[i]));                                 \
      else                                                                     \
        for (int64_t l = 0; l < rows; l++)                                     \
          for (int64_t j = 0; j < cols; j++)                                   \
            d[l * cols + j] = op(d[l * cols + j], each((double)p[l * rs + j])); \
    }                                                                          \
    for (int64_t w = lanes / 2; w >= 1; w /= 2) {                              \
      int64_t n = w * cols;                                                    \
      CG_IVDEP                                                                 \
      for (int64_t i = 0; i < n; i++)                                          \
        d[i] = op(d[i], d[i + n]);                                             \
    }                                                                          \
    for (int64_t j = 0; j < cols; j++)                                         \
      s[j] = op(s[j], d[j]);                                                   \
  }                                                                            \
  CG_FOLD_ROWS(name, T, double, name##_tile, 1)

#define CG_PLUS(a, b) ((a) + (b))
#define CG_TIMES(a, b) ((a) * (b))
#define CG_SELF(x) (x)
#define CG_SQUARE(x) ((x) * (x))

CG_LANES16(prod_f32, float, 1.0, CG_TIMES, CG_SELF)
CG_LANES16(prod_f64, double, 1.0, CG_TIMES, CG_SELF)
CG_LANES16(norm_f32, float, -0.0, CG_PLUS, CG_SQUARE)
CG_LANES16(norm_f64, double, -0.0, CG_PLUS, CG_SQUARE)

// Products of complex numbers, one after the other.
#define CG_PROD_COMPLEX(t, Z)                                                  \
  CG_INLINE CG_SCALAR void prod_into_##t(double *s, Z x) {                     \
    double re = s[0] * (double)x.re - s[1] * (double)x.im;                     \
    s[1] = s[1] * (double)x.re + s[0] * (double)x.im;                          \
    s[0] = re;                                                                 \
  }                                                                            \
  static CG_SCALAR void prod_##t(const cg_call *c) {                           \
    const Z *x = c->a;                                                         \
    double *s = c->dst;                                                        \
    int64_t len = c->n < c->aux ? c->n : c->aux;                               \
    for (int64_t done = 0; done < c->n; done += len, s += 2, x += len) {       \
      double p[2] = {s[0], s[1]};                                              \
      for (int64_t i = 0; i < len; i++)                                        \
        prod_into_##t(p, x[i]);                                                \
      s[0] = p[0], s[1] = p[1];                                                \
    }                                                                          \
  }                                                                            \
  static CG_SCALAR void prod_##t##_cols(const cg_call *c) {                    \
    int64_t cols = c->aux, rows = c->n / cols;                                 \
    int64_t rs = c->b ? *(const int64_t *)c->b : cols * (int64_t)sizeof(Z);    \
    double *s = c->dst;                                                        \
    for (int64_t r = 0; r < rows; r++) {                                       \
      const Z *x = (const Z *)((const char *)c->a + r * rs);                   \
      for (int64_t j = 0; j < cols; j++)                                       \
        prod_into_##t(s + 2 * j, x[j]);                                        \
    }                                                                          \
  }

CG_PROD_COMPLEX(c64, cg_c64)
CG_PROD_COMPLEX(c128, cg_c128)

// CG_FOLD_EASY defines the fold and column fold of values for which order and
// lanes don't matter. A state is a word whose first bytes hold an A;
// v = step(v, x) takes a value in, start is the neutral A.
#define CG_FOLD_EASY(name, T, A, start, step)                                  \
  static void name(const cg_call *c) {                                         \
    const T *restrict x = c->a;                                                \
    char *s = c->dst;                                                          \
    int64_t len = c->n < c->aux ? c->n : c->aux;                               \
    for (int64_t done = 0; done < c->n; done += len, s += 8, x += len) {       \
      A v = start;                                                             \
      for (int64_t i = 0; i < len; i++)                                        \
        v = step(v, x[i]);                                                     \
      *(A *)s = step(*(A *)s, v);                                              \
    }                                                                          \
  }                                                                            \
  static void name##_cols(const cg_call *c) {                                  \
    int64_t cols = c->aux, rows = c->n / cols;                                 \
    int64_t rs = c->b ? *(const int64_t *)c->b : cols * (int64_t)sizeof(T);    \
    for (int64_t j = 0; j < cols; j += 4 * CG_COLUMNS) {                       \
      A v[4 * CG_COLUMNS];                                                     \
      int64_t k = cols - j < 4 * CG_COLUMNS ? cols - j : 4 * CG_COLUMNS;       \
      char *s = (char *)c->dst + 8 * j;                                        \
      for (int64_t i = 0; i < k; i++)                                          \
        v[i] = *(A *)(s + 8 * i);                                              \
      for (int64_t r = 0; r < rows; r++) {                                     \
        const T *restrict x = (const T *)((const char *)c->a + r * rs) + j;    \
        for (int64_t i = 0; i < k; i++)                                        \
          v[i] = step(v[i], x[i]);                                             \
      }                                                                        \
      for (int64_t i = 0; i < k; i++)                                          \
        *(A *)(s + 8 * i) = v[i];                                              \
    }                                                                          \
  }

#define CG_WRAP_PLUS(a, b) (a) + (b)
#define CG_WRAP_TIMES(a, b) (uint64_t)(a) * (uint64_t)(b)

// Signed integers are summed and multiplied as unsigned ones.
CG_FOLD_EASY(sum_u8, uint8_t, uint8_t, 0, CG_WRAP_PLUS)
CG_FOLD_EASY(sum_u16, uint16_t, uint16_t, 0, CG_WRAP_PLUS)
CG_FOLD_EASY(sum_u32, uint32_t, uint32_t, 0, CG_WRAP_PLUS)
CG_FOLD_EASY(sum_u64, uint64_t, uint64_t, 0, CG_WRAP_PLUS)
CG_FOLD_EASY(prod_u8, uint8_t, uint8_t, 1, CG_WRAP_TIMES)
CG_FOLD_EASY(prod_u16, uint16_t, uint16_t, 1, CG_WRAP_TIMES)
CG_FOLD_EASY(prod_u32, uint32_t, uint32_t, 1, CG_WRAP_TIMES)
CG_FOLD_EASY(prod_u64, uint64_t, uint64_t, 1, CG_WRAP_TIMES)
