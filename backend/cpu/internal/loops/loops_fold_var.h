// Variances, in two passes over each unit, which the first-level cache holds.
// fold.go says how they add up, to the bit.

typedef struct {
  double n, mean, m2;
} cg_moments;

CG_INLINE void moments_merge(cg_moments *a, double n, double mean, double m2) {
  if (a->n == 0) {
    *a = (cg_moments){n, mean, m2};
    return;
  }
  double delta = mean - a->mean, total = a->n + n, f = n / total;
  a->mean = a->mean + delta * f;
  a->m2 = (a->m2 + m2) + delta * delta * a->n * f;
  a->n = total;
}

// CG_VAR defines var_tile: m ≤ CG_UNIT rows of cols columns, their elements rs
// apart, into the states s. Lane l of column j is at l·cols + j.
#define CG_VAR(t, T)                                                           \
  /* groups times 16 neighbours, g apart, less h, and their squares. */        \
  CG_INLINE void var_strip_##t(const T *x, int64_t g, int64_t groups,          \
                               const double *restrict h, double *restrict a,   \
                               double *restrict b) {                           \
    double p[16], q[16], c[16];                                                \
    for (int i = 0; i < 16; i++)                                               \
      p[i] = -0.0, q[i] = -0.0, c[i] = h[i];                                   \
    for (int64_t k = 0; k < groups; k++, x += g)                               \
      for (int i = 0; i < 16; i++) {                                           \
        double d = (double)x[i] - c[i];                                        \
        p[i] += d;                                                             \
        q[i] += d * d;                                                         \
      }                                                                        \
    for (int i = 0; i < 16; i++)                                               \
      a[i] = p[i], b[i] = q[i];                                                \
  }                                                                            \
  CG_INLINE void var_tile_##t(cg_moments *s, const T *x, int64_t rs,           \
                              int64_t m, int64_t cols) {                       \
    double h[16 * CG_COLUMNS], a[16 * CG_COLUMNS], b[16 * CG_COLUMNS];         \
    int64_t first = m < 16 ? m : 16, full = m / 16, lanes = cg_pow2(first);    \
    /* The first rows' mean, from which all are measured. */                   \
    for (int64_t l = 0; l < lanes; l++)                                        \
      for (int64_t j = 0; j < cols; j++)                                       \
        a[l * cols + j] = l < first ? (double)x[l * rs + j] : -0.0;            \
    add_halves(a, lanes / 2, cols);                                            \
    for (int64_t j = 0; j < cols; j++)                                         \
      h[j] = a[j] / (double)first;                                             \
    if (full == 0) {                                                           \
      for (int64_t i = 0, n = lanes * cols; i < n; i++)                        \
        a[i] = -0.0, b[i] = -0.0;                                              \
    } else if (rs == cols) {                                                   \
      for (int64_t i = cols; i < 16 * cols; i++)                               \
        h[i] = h[i - cols];                                                    \
      for (int64_t i = 0; i < 16 * cols; i += 16)                              \
        var_strip_##t(x + i, 16 * cols, full, h + i, a + i, b + i);            \
    } else {                                                                   \
      for (int64_t l = 0; l < 16; l++) {                                       \
        const T *p = x + l * rs;                                               \
        int64_t o = l * cols, j = 0;                                           \
        for (; j + 16 <= cols; j += 16)                                        \
          var_strip_##t(p + j, 16 * rs, full, h + j, a + o + j, b + o + j);    \
        for (; j < cols; j++) {                                                \
          a[o + j] = -0.0, b[o + j] = -0.0;                                    \
          for (int64_t k = 0; k < full; k++) {                                 \
            double d = (double)p[k * 16 * rs + j] - h[j];                      \
            a[o + j] += d;                                                     \
            b[o + j] += d * d;                                                 \
          }                                                                    \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    for (int64_t l = 0; l < m - 16 * full; l++)                                \
      for (int64_t j = 0; j < cols; j++) {                                     \
        double d = (double)x[(16 * full + l) * rs + j] - h[j];                 \
        a[l * cols + j] += d;                                                  \
        b[l * cols + j] += d * d;                                              \
      }                                                                        \
    add_halves(a, lanes / 2, cols);                                            \
    add_halves(b, lanes / 2, cols);                                            \
    for (int64_t j = 0; j < cols; j++) {                                       \
      double q = a[j] / (double)m, m2 = b[j] - a[j] * q;                       \
      moments_merge(&s[j], (double)m, h[j] + q, m2 < 0 ? 0 : m2);              \
    }                                                                          \
  }                                                                            \
  CG_FOLD_ROWS(var_##t, T, cg_moments, var_tile_##t, 1)

CG_VAR(f32, float)
CG_VAR(f64, double)

#undef CG_VAR
