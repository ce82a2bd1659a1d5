// Scans of the rows of columns, see fold.go. A state is {carry, local}.

#define CG_SCAN(name, T, A, step)                                              \
  static void name(const cg_call *c) {                                         \
    int64_t cols = c->aux, rows = c->n / cols;                                 \
    for (int64_t j = 0; j < cols; j += CG_COLUMNS) {                           \
      int64_t k = cols - j < CG_COLUMNS ? cols - j : CG_COLUMNS;               \
      const T *restrict x = (const T *)c->a + j;                               \
      T *restrict d = (T *)c->dst + j;                                         \
      char *s = (char *)c->b + 16 * j;                                         \
      A carry[CG_COLUMNS], local[CG_COLUMNS];                                  \
      for (int64_t i = 0; i < k; i++) {                                        \
        carry[i] = *(A *)(s + 16 * i);                                         \
        local[i] = *(A *)(s + 16 * i + 8);                                     \
      }                                                                        \
      if (k == 1) {                                                            \
        A from = carry[0], v = local[0];                                       \
        for (int64_t r = 0; r < rows; r++, x += cols, d += cols) {             \
          v = step(v, (A)*x);                                                  \
          *d = (T)(step(from, v));                                             \
        }                                                                      \
        local[0] = v;                                                          \
      } else {                                                                 \
        for (int64_t r = 0; r < rows; r++, x += cols, d += cols)               \
          for (int64_t i = 0; i < k; i++) {                                    \
            local[i] = step(local[i], (A)x[i]);                                \
            d[i] = (T)(step(carry[i], local[i]));                              \
          }                                                                    \
      }                                                                        \
      for (int64_t i = 0; i < k; i++)                                          \
        *(A *)(s + 16 * i + 8) = local[i];                                     \
    }                                                                          \
  }

#define CG_SCANS(t, T, A)                                                      \
  CG_SCAN(cumsum_##t, T, A, CG_PLUS)                                           \
  CG_SCAN(cumprod_##t, T, A, CG_TIMES)

// Signed integers wrap like unsigned ones: of their states the low bits alone
// count.
CG_SCANS(u8, uint8_t, uint64_t)
CG_SCANS(u16, uint16_t, uint64_t)
CG_SCANS(u32, uint32_t, uint64_t)
CG_SCANS(u64, uint64_t, uint64_t)
CG_SCANS(f32, float, double)
CG_SCANS(f64, double, double)

#define CG_SCAN_EXTREMES(t, T)                                                 \
  CG_SCAN(cummin_##t, T, T, CG_LOWER)                                          \
  CG_SCAN(cummax_##t, T, T, CG_UPPER)

CG_SCAN_EXTREMES(i8, int8_t)
CG_SCAN_EXTREMES(i16, int16_t)
CG_SCAN_EXTREMES(i32, int32_t)
CG_SCAN_EXTREMES(i64, int64_t)
CG_SCAN_EXTREMES(u8, uint8_t)
CG_SCAN_EXTREMES(u16, uint16_t)
CG_SCAN_EXTREMES(u32, uint32_t)
CG_SCAN_EXTREMES(u64, uint64_t)
CG_SCAN(cummin_f32, float, float, min_keep_f32)
CG_SCAN(cummax_f32, float, float, max_keep_f32)
CG_SCAN(cummin_f64, double, double, min_keep_f64)
CG_SCAN(cummax_f64, double, double, max_keep_f64)

// Complex states are {carry_re, carry_im, local_re, local_im}, 32 bytes.
#define CG_SCAN_COMPLEX(name, Z, R, step)                                      \
  static CG_SCALAR void name(const cg_call *c) {                               \
    int64_t cols = c->aux, rows = c->n / cols;                                 \
    for (int64_t j = 0; j < cols; j++) {                                       \
      const Z *restrict x = (const Z *)c->a + j;                               \
      Z *restrict d = (Z *)c->dst + j;                                         \
      cg_c128 *s = (cg_c128 *)c->b + 2 * j;                                    \
      cg_c128 from = s[0], v = s[1];                                           \
      for (int64_t r = 0; r < rows; r++) {                                     \
        v = step(v, (cg_c128){(double)x[r * cols].re, (double)x[r * cols].im});\
        cg_c128 y = step(from, v);                                             \
        d[r * cols] = (Z){(R)y.re, (R)y.im};                                   \
      }                                                                        \
      s[1] = v;                                                                \
    }                                                                          \
  }

CG_INLINE CG_SCALAR cg_c128 scan_plus(cg_c128 a, cg_c128 b) {
  return (cg_c128){a.re + b.re, a.im + b.im};
}

CG_INLINE CG_SCALAR cg_c128 scan_times(cg_c128 a, cg_c128 x) {
  return (cg_c128){a.re * x.re - a.im * x.im, a.im * x.re + a.re * x.im};
}

CG_SCAN_COMPLEX(cumsum_c64, cg_c64, float, scan_plus)
CG_SCAN_COMPLEX(cumsum_c128, cg_c128, double, scan_plus)
CG_SCAN_COMPLEX(cumprod_c64, cg_c64, float, scan_times)
CG_SCAN_COMPLEX(cumprod_c128, cg_c128, double, scan_times)

#undef CG_SCAN
#undef CG_SCANS
#undef CG_SCAN_EXTREMES
#undef CG_SCAN_COMPLEX
