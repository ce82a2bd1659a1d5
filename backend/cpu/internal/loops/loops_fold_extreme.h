// Minima, maxima and their positions. fold.go says what they are.

// CG_FOLD_EXTREME defines min or max for integers: the compilers know it.
#define CG_LOWER(a, b) ((b) < (a) ? (b) : (a))
#define CG_UPPER(a, b) ((b) > (a) ? (b) : (a))

#define CG_EXTREMES_INT(t, T, lowest, highest)                                 \
  CG_FOLD_EASY(min_##t, T, T, highest, CG_LOWER)                               \
  CG_FOLD_EASY(max_##t, T, T, lowest, CG_UPPER)                                \
  CG_ARG_INT(argmin_##t, T, <, CG_LOWER)                                       \
  CG_ARG_INT(argmax_##t, T, >, CG_UPPER)

typedef struct {
  uint64_t word; // holds the value in its first bytes
  int64_t i;     // < 0: none yet
} cg_arg;

// Positions are looked for where a stretch of CG_UNIT values beats the state.
#define CG_ARG(name, T, M, best, takes)                                        \
  CG_INLINE void name##_stretch(cg_arg *s, const T *x, int64_t n, int64_t at) { \
    T m, v;                                                                    \
    memcpy(&m, &s->word, sizeof m);                                            \
    if (n < 32) {                                                              \
      for (int64_t k = 0; k < n; k++)                                          \
        if (s->i < 0 || (takes(x[k], m))) {                                    \
          m = x[k];                                                            \
          s->i = at + k;                                                       \
        }                                                                      \
      memcpy(&s->word, &m, sizeof m);                                          \
      return;                                                                  \
    }                                                                          \
    v = best(x, n);                                                            \
    if (s->i >= 0 && !(takes(v, m)))                                           \
      return;                                                                  \
    int64_t k = 0;                                                             \
    while (!(x[k] == v || (v != v && x[k] != x[k])))                           \
      k++;                                                                     \
    s->i = at + k;                                                             \
    memcpy(&s->word, &x[k], sizeof v);                                         \
  }                                                                            \
  static void name(const cg_call *c) {                                         \
    const T *x = c->a;                                                         \
    cg_arg *s = c->dst;                                                        \
    int64_t len = c->n < c->aux ? c->n : c->aux, at = c->pos % c->aux;         \
    for (int64_t done = 0; done < c->n; done += len, s++, x += len)            \
      for (int64_t k = 0; k < len; k += CG_UNIT)                               \
        name##_stretch(s, x + k, len - k < CG_UNIT ? len - k : CG_UNIT,        \
                       at + k);                                                \
  }                                                                            \
  static void name##_cols(const cg_call *c) {                                  \
    int64_t cols = c->aux, rows = c->n / cols, at = c->pos / cols;             \
    int64_t rs = c->b ? *(const int64_t *)c->b : cols * (int64_t)sizeof(T);    \
    for (int64_t j = 0; j < cols; j += 2 * CG_COLUMNS) {                       \
      T m[2 * CG_COLUMNS];                                                     \
      int64_t k = cols - j < 2 * CG_COLUMNS ? cols - j : 2 * CG_COLUMNS;       \
      cg_arg *s = (cg_arg *)c->dst + j;                                        \
      for (int64_t q = 0; q < k; q++)                                          \
        memcpy(&m[q], &s[q].word, sizeof(T));                                  \
      for (int64_t r = 0; r < rows; r++) {                                     \
        const T *x = (const T *)((const char *)c->a + r * rs) + j;             \
        M some = 0; /* takes: few rows do, so they are found first */          \
        for (int64_t q = 0; q < k; q++)                                        \
          some |= (takes(x[q], m[q])) ? (M)-1 : 0;                             \
        if (!some && r > 0)                                                    \
          continue;                                                            \
        for (int64_t q = 0; q < k; q++)                                        \
          if (s[q].i < 0 || (takes(x[q], m[q]))) {                             \
            m[q] = x[q];                                                       \
            s[q].i = at + r;                                                   \
          }                                                                    \
      }                                                                        \
      for (int64_t q = 0; q < k; q++)                                          \
        memcpy(&s[q].word, &m[q], sizeof(T));                                  \
    }                                                                          \
  }

#define CG_ARG_INT(name, T, less, step)                                        \
  CG_INLINE T name##_best(const T *x, int64_t n) {                             \
    T v = x[0];                                                                \
    for (int64_t i = 1; i < n; i++)                                            \
      v = step(v, x[i]);                                                       \
    return v;                                                                  \
  }                                                                            \
  CG_INLINE int name##_takes(T x, T m) { return x less m; }                    \
  CG_ARG(name, T, T, name##_best, name##_takes)

CG_EXTREMES_INT(i8, int8_t, INT8_MIN, INT8_MAX)
CG_EXTREMES_INT(i16, int16_t, INT16_MIN, INT16_MAX)
CG_EXTREMES_INT(i32, int32_t, INT32_MIN, INT32_MAX)
CG_EXTREMES_INT(i64, int64_t, INT64_MIN, INT64_MAX)
CG_EXTREMES_INT(u8, uint8_t, 0, UINT8_MAX)
CG_EXTREMES_INT(u16, uint16_t, 0, UINT16_MAX)
CG_EXTREMES_INT(u32, uint32_t, 0, UINT32_MAX)
CG_EXTREMES_INT(u64, uint64_t, 0, UINT64_MAX)

// Floats. A lane keeps the extreme of what is no NaN, which is what the
// vector instruction does, and whether it has seen a NaN, as a mask of type M.
// CG_STEPS values are spread over the lanes at once.
#define CG_STEPS (128 / (int)sizeof(float))

#define CG_EXTREME_FLOAT(op, t, T, M, less, none)                              \
  /* The extreme of the numbers, none if there is no number; *nan tells        \
     whether there is a NaN, *num whether there is a number. */                \
  CG_INLINE T op##_scan_##t(const T *x, int64_t n, M *nan, M *num) {           \
    T v[CG_STEPS];                                                             \
    M bad[CG_STEPS], good[CG_STEPS];                                           \
    int64_t k = 0;                                                             \
    for (int i = 0; i < CG_STEPS; i++)                                         \
      v[i] = none, bad[i] = 0, good[i] = 0;                                    \
    for (; k + CG_STEPS <= n; k += CG_STEPS)                                   \
      for (int i = 0; i < CG_STEPS; i++) {                                     \
        T y = x[k + i];                                                        \
        v[i] = y less v[i] ? y : v[i];                                         \
        bad[i] |= y == y ? 0 : -1;                                             \
        good[i] |= y == y ? -1 : 0;                                            \
      }                                                                        \
    for (int i = 0; k < n; k++, i++) {                                         \
      T y = x[k];                                                              \
      v[i] = y less v[i] ? y : v[i];                                           \
      bad[i] |= y == y ? 0 : -1;                                               \
      good[i] |= y == y ? -1 : 0;                                              \
    }                                                                          \
    *nan = 0, *num = 0;                                                        \
    T r = none;                                                                \
    for (int i = 0; i < CG_STEPS; i++) {                                       \
      r = v[i] less r ? v[i] : r;                                              \
      *nan |= bad[i];                                                          \
      *num |= good[i];                                                         \
    }                                                                          \
    return r;                                                                  \
  }                                                                            \
  CG_INLINE T op##_wins_##t(T m, T x) { /* NaN wins */                         \
    return ((x less m) | (x != x)) ? x : m;                                    \
  }                                                                            \
  CG_INLINE T op##_loses_##t(T m, T x) { /* NaN loses */                       \
    return ((x less m) | (m != m)) ? x : m;                                    \
  }                                                                            \
  CG_INLINE T op##_best_##t(const T *x, int64_t n) {                           \
    M nan, num;                                                                \
    T v = op##_scan_##t(x, n, &nan, &num);                                     \
    return nan ? (T)NAN : v;                                                   \
  }                                                                            \
  CG_INLINE T f##op##_best_##t(const T *x, int64_t n) {                        \
    M nan, num;                                                                \
    T v = op##_scan_##t(x, n, &nan, &num);                                     \
    return num ? v : (T)NAN;                                                   \
  }                                                                            \
  CG_INLINE int arg##op##_takes_##t(T x, T m) {                                \
    return (m == m) & ((x less m) | (x != x));                                 \
  }                                                                            \
  CG_FOLD_FLOAT(op##_##t, T, op##_best_##t, op##_keep_##t)                     \
  CG_FOLD_FLOAT(f##op##_##t, T, f##op##_best_##t, op##_loses_##t)              \
  CG_ARG(arg##op##_##t, T, M, op##_best_##t, arg##op##_takes_##t)

// NaN stays once it is there.
#define CG_KEEP(op, t, T, less)                                                \
  CG_INLINE T op##_keep_##t(T m, T x) {                                        \
    return ((m == m) & ((x less m) | (x != x))) ? x : m;                       \
  }

#define CG_FOLD_FLOAT(name, T, best, step)                                     \
  static void name(const cg_call *c) {                                         \
    const T *x = c->a;                                                         \
    char *s = c->dst;                                                          \
    int64_t len = c->n < c->aux ? c->n : c->aux;                               \
    for (int64_t done = 0; done < c->n; done += len, s += 8, x += len) {       \
      T m = *(T *)s;                                                           \
      if (len < CG_STEPS)                                                      \
        for (int64_t i = 0; i < len; i++)                                      \
          m = step(m, x[i]);                                                   \
      else                                                                     \
        m = step(m, best(x, len));                                             \
      *(T *)s = m;                                                             \
    }                                                                          \
  }                                                                            \
  static void name##_cols(const cg_call *c) {                                  \
    int64_t cols = c->aux, rows = c->n / cols;                                 \
    int64_t rs = c->b ? *(const int64_t *)c->b : cols * (int64_t)sizeof(T);    \
    for (int64_t j = 0; j < cols; j += 4 * CG_COLUMNS) {                       \
      T v[4 * CG_COLUMNS];                                                     \
      int64_t k = cols - j < 4 * CG_COLUMNS ? cols - j : 4 * CG_COLUMNS;       \
      char *s = (char *)c->dst + 8 * j;                                        \
      for (int64_t i = 0; i < k; i++)                                          \
        v[i] = *(T *)(s + 8 * i);                                              \
      for (int64_t r = 0; r < rows; r++) {                                     \
        const T *restrict x = (const T *)((const char *)c->a + r * rs) + j;    \
        for (int64_t i = 0; i < k; i++)                                        \
          v[i] = step(v[i], x[i]);                                             \
      }                                                                        \
      for (int64_t i = 0; i < k; i++)                                          \
        *(T *)(s + 8 * i) = v[i];                                              \
    }                                                                          \
  }

CG_KEEP(min, f32, float, <)
CG_KEEP(max, f32, float, >)
CG_KEEP(min, f64, double, <)
CG_KEEP(max, f64, double, >)
CG_EXTREME_FLOAT(min, f32, float, int32_t, <, INFINITY)
CG_EXTREME_FLOAT(max, f32, float, int32_t, >, -INFINITY)
CG_EXTREME_FLOAT(min, f64, double, int64_t, <, (double)INFINITY)
CG_EXTREME_FLOAT(max, f64, double, int64_t, >, -(double)INFINITY)

#undef CG_KEEP
#undef CG_FOLD_FLOAT
#undef CG_EXTREME_FLOAT
#undef CG_EXTREMES_INT
#undef CG_ARG_INT
#undef CG_ARG
