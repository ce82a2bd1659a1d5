// Moving elements between memory laid out by strides and contiguous blocks.

// A cursor stands at an element of a row-major iteration space.
typedef struct {
  int64_t nd, off;   // off: bytes from the base to the current element
  int64_t left;      // elements left in the current row, this one included
  int64_t run, step; // length and stride of a row
  int64_t idx[CG_MAX_DIMS];
} cg_cursor;

CG_INLINE void cg_seek(cg_cursor *c, const cg_layout *l, int64_t pos) {
  int64_t nd = l->nd, off = 0;
  c->nd = nd;
  for (int64_t k = nd - 1; k > 0; k--) {
    int64_t d = l->shape[k], q = pos / d;
    c->idx[k] = pos - q * d;
    off += c->idx[k] * l->strides[k];
    pos = q;
  }
  c->idx[0] = pos;
  c->off = off + pos * l->strides[0];
  c->run = l->shape[nd - 1];
  c->step = l->strides[nd - 1];
  c->left = c->run - c->idx[nd - 1];
}

// cg_carry adds count to the index in dimension k, whose offset is already
// accounted for, and carries over full dimensions.
CG_INLINE void cg_carry(cg_cursor *c, const cg_layout *l, int64_t k,
                        int64_t count) {
  c->idx[k] += count;
  while (k > 0 && c->idx[k] == l->shape[k]) {
    c->off -= c->idx[k] * l->strides[k];
    c->idx[k--] = 0;
    c->off += l->strides[k];
    c->idx[k]++;
  }
}

// cg_advance moves on by m elements, which the current row has.
CG_INLINE void cg_advance(cg_cursor *c, const cg_layout *l, int64_t m) {
  c->off += m * c->step;
  c->left -= m;
  if (c->left == 0) {
    cg_carry(c, l, c->nd - 1, m);
    c->left = c->run;
  } else {
    c->idx[c->nd - 1] += m;
  }
}

// Rows at most this long are moved several at a time.
#define CG_SHORT_ROW 32

CG_INLINE int64_t cg_size(int64_t stride) {
  return stride < 0 ? -stride : stride;
}

// cg_rows returns how many whole rows, among the next n elements, are best
// moved together: short ones, and those that are closer to one another than
// their elements.
CG_INLINE int64_t cg_rows(const cg_cursor *c, const cg_layout *l, int64_t n) {
  int64_t k = c->nd - 2;
  if (k < 0 || c->left != c->run || n < c->run)
    return 0;
  int64_t rows = n / c->run, rest = l->shape[k] - c->idx[k];
  rows = rows < rest ? rows : rest;
  if (c->run <= CG_SHORT_ROW)
    return rows;
  return rows > 1 && cg_size(l->strides[k]) < cg_size(c->step) ? rows : 0;
}

#define CG_LOAD(T, p) (*(const T *)(p))

// cg_thirds takes every third element, as many as it can, and returns their
// number: one channel of interleaved pixels.
#define cg_thirds_16(d, s, n) 0
#define cg_thirds_32(d, s, n) 0
#define cg_thirds_64(d, s, n) 0
#define cg_thirds_128(d, s, n) 0
#if defined(CG_HAVE_FMA) && (defined(__clang__) || __GNUC__ >= 12)
typedef uint8_t cg_bytes16 __attribute__((vector_size(16)));
CG_INLINE int64_t cg_thirds_8(uint8_t *restrict d, const uint8_t *restrict s,
                              int64_t n) {
  int64_t i = 0;
  for (; i + 17 <= n; i += 16, s += 48) {
    cg_bytes16 a, b, c, ab, abc;
    memcpy(&a, s, 16), memcpy(&b, s + 16, 16), memcpy(&c, s + 32, 16);
    ab = __builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30,
                                 0, 0, 0, 0, 0);
    abc = __builtin_shufflevector(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17,
                                  20, 23, 26, 29);
    memcpy(d + i, &abc, 16);
  }
  return i;
}
#else
#define cg_thirds_8(d, s, n) 0
#endif

#define CG_STEPPED_IN(T, k)                                                    \
  case (k) * (int64_t)sizeof(T):                                               \
    for (int64_t i = 0; i < n; i++)                                            \
      d[i] = s[(k) * i];                                                       \
    return;
#define CG_SHORT_IN(T, L, ...)                                                 \
  case L:                                                                      \
    for (int64_t j = 0; j < rows; j++, p += outer, d += L) {                   \
      __VA_ARGS__                                                              \
    }                                                                          \
    break;

#define CG_MOVES(T, bits)                                                      \
  CG_INLINE void row_in_##bits(T *restrict d, const T *restrict s,             \
                                      int64_t step, int64_t n) {               \
    switch (step) {                                                            \
    case sizeof(T):                                                            \
      if (n <= 4)                                                              \
        break;                                                                 \
      memcpy(d, s, (size_t)n * sizeof(T));                                     \
      return;                                                                  \
    case 0: {                                                                  \
      T v = *s;                                                                \
      for (int64_t i = 0; i < n; i++)                                          \
        d[i] = v;                                                              \
      return;                                                                  \
    }                                                                          \
      CG_STEPPED_IN(T, 2)                                                      \
    case 3 * (int64_t)sizeof(T):                                               \
      for (int64_t i = cg_thirds_##bits(d, s, n); i < n; i++)                  \
        d[i] = s[3 * i];                                                       \
      return;                                                                  \
      CG_STEPPED_IN(T, 4)                                                      \
      CG_STEPPED_IN(T, -1)                                                     \
    }                                                                          \
    const char *p = (const char *)s;                                           \
    int64_t i = 0;                                                             \
    for (; i + 4 <= n; i += 4, p += 4 * step) {                                \
      T v0 = CG_LOAD(T, p), v1 = CG_LOAD(T, p + step),                         \
        v2 = CG_LOAD(T, p + 2 * step), v3 = CG_LOAD(T, p + 3 * step);          \
      d[i] = v0, d[i + 1] = v1, d[i + 2] = v2, d[i + 3] = v3;                  \
    }                                                                          \
    for (; i < n; i++, p += step)                                              \
      d[i] = CG_LOAD(T, p);                                                    \
  }                                                                            \
  /* rows rows of length len, each step bytes apart inside, outer outside. */  \
  CG_INLINE void rows_in_##bits(T *restrict d, const char *p,                  \
                                       int64_t len, int64_t step,              \
                                       int64_t outer, int64_t rows) {          \
    switch (len) {                                                             \
      CG_SHORT_IN(T, 1, d[0] = CG_LOAD(T, p);)                                 \
      CG_SHORT_IN(T, 2, T v0 = CG_LOAD(T, p), v1 = CG_LOAD(T, p + step);       \
                  d[0] = v0, d[1] = v1;)                                       \
      CG_SHORT_IN(T, 3, T v0 = CG_LOAD(T, p), v1 = CG_LOAD(T, p + step),       \
                        v2 = CG_LOAD(T, p + 2 * step);                         \
                  d[0] = v0, d[1] = v1, d[2] = v2;)                            \
      CG_SHORT_IN(T, 4, T v0 = CG_LOAD(T, p), v1 = CG_LOAD(T, p + step),       \
                        v2 = CG_LOAD(T, p + 2 * step),                         \
                        v3 = CG_LOAD(T, p + 3 * step);                         \
                  d[0] = v0, d[1] = v1, d[2] = v2, d[3] = v3;)                 \
    default:                                                                   \
      if (step == (int64_t)sizeof(T)) {                                        \
        for (int64_t j = 0; j < rows; j++, p += outer, d += len)               \
          memcpy(d, p, (size_t)len * sizeof(T));                               \
        return;                                                                \
      }                                                                        \
      for (int64_t j = 0; j < rows; j++, p += outer, d += len)                 \
        for (int64_t i = 0; i < len; i++)                                      \
          d[i] = CG_LOAD(T, p + i * step);                                     \
    }                                                                          \
  }                                                                            \
  /* Columns whose rows are closer to one another than their elements: down    \
     the columns, where several elements share a cache line. */                \
  CG_INLINE void plane_in_##bits(T *restrict d, const char *p, int64_t cols,   \
                                 int64_t step, int64_t outer, int64_t rows) {  \
    if (outer == (int64_t)sizeof(T)) {                                         \
      matrix_##bits((char *)d, cols * (int64_t)sizeof(T), p, step, rows, cols); \
      return;                                                                  \
    }                                                                          \
    for (int64_t j = 0; j < cols; j++, p += step)                              \
      for (int64_t i = 0; i < rows; i++)                                       \
        d[i * cols + j] = CG_LOAD(T, p + i * outer);                           \
  }                                                                            \
  static void gather_##bits(const cg_call *c) {                                \
    const cg_layout *l = c->b;                                                 \
    T *restrict d = c->dst;                                                    \
    const char *base = c->a;                                                   \
    int64_t n = c->n;                                                          \
    cg_cursor at;                                                              \
    cg_seek(&at, l, c->pos);                                                   \
    int64_t k = at.nd - 2;                                                     \
    while (n > 0) {                                                            \
      int64_t rows = cg_rows(&at, l, n);                                       \
      if (rows > 0) {                                                          \
        const char *p = base + at.off;                                         \
        if (cg_size(l->strides[k]) < cg_size(at.step))                         \
          plane_in_##bits(d, p, at.run, at.step, l->strides[k], rows);         \
        else                                                                   \
          rows_in_##bits(d, p, at.run, at.step, l->strides[k], rows);          \
        at.off += rows * l->strides[k];                                        \
        cg_carry(&at, l, k, rows);                                             \
        d += rows * at.run, n -= rows * at.run;                                \
        continue;                                                              \
      }                                                                        \
      int64_t m = n < at.left ? n : at.left;                                   \
      row_in_##bits(d, (const T *)(base + at.off), at.step, m);                \
      cg_advance(&at, l, m);                                                   \
      d += m, n -= m;                                                          \
    }                                                                          \
  }                                                                            \
  CG_INLINE void row_out_##bits(T *restrict d, const T *restrict s,            \
                                int64_t step, int64_t n) {                     \
    if (step == (int64_t)sizeof(T) && n > 4) {                                 \
      memcpy(d, s, (size_t)n * sizeof(T));                                     \
      return;                                                                  \
    }                                                                          \
    char *p = (char *)d;                                                       \
    int64_t i = 0;                                                             \
    for (; i + 4 <= n; i += 4, p += 4 * step) {                                \
      T v0 = s[i], v1 = s[i + 1], v2 = s[i + 2], v3 = s[i + 3];                \
      *(T *)p = v0, *(T *)(p + step) = v1;                                     \
      *(T *)(p + 2 * step) = v2, *(T *)(p + 3 * step) = v3;                    \
    }                                                                          \
    for (; i < n; i++, p += step)                                              \
      *(T *)p = s[i];                                                          \
  }                                                                            \
  static void scatter_##bits(const cg_call *c) {                               \
    const cg_layout *l = c->b;                                                 \
    const T *restrict s = c->a;                                                \
    char *base = c->dst;                                                       \
    int64_t n = c->n;                                                          \
    cg_cursor at;                                                              \
    cg_seek(&at, l, c->pos);                                                   \
    int64_t k = at.nd - 2;                                                     \
    while (n > 0) {                                                            \
      int64_t rows = cg_rows(&at, l, n);                                       \
      if (rows > 0) {                                                          \
        char *p = base + at.off;                                               \
        for (int64_t j = 0; j < rows; j++, p += l->strides[k])                 \
          for (int64_t i = 0; i < at.run; i++)                                 \
            *(T *)(p + i * at.step) = *s++;                                    \
        at.off += rows * l->strides[k];                                        \
        cg_carry(&at, l, k, rows);                                             \
        n -= rows * at.run;                                                    \
        continue;                                                              \
      }                                                                        \
      int64_t m = n < at.left ? n : at.left;                                   \
      row_out_##bits((T *)(base + at.off), s, at.step, m);                     \
      cg_advance(&at, l, m);                                                   \
      s += m, n -= m;                                                          \
    }                                                                          \
  }                                                                            \
  static void splat_##bits(const cg_call *c) {                                 \
    T *restrict d = c->dst;                                                    \
    T v = *(const T *)c->a;                                                    \
    for (int64_t i = 0, n = c->n; i < n; i++)                                  \
      d[i] = v;                                                                \
  }

CG_MOVES(uint8_t, 8)
CG_MOVES(uint16_t, 16)
CG_MOVES(uint32_t, 32)
CG_MOVES(uint64_t, 64)
CG_MOVES(cg_u128, 128)

// iota writes Σ index·stride + aux for each element.
static void iota(const cg_call *c) {
  const cg_layout *l = c->b;
  int64_t *restrict d = c->dst;
  int64_t n = c->n;
  cg_cursor at;
  cg_seek(&at, l, c->pos);
  while (n > 0) {
    int64_t m = n < at.left ? n : at.left, v = at.off + c->aux;
    for (int64_t i = 0; i < m; i++)
      d[i] = v + i * at.step;
    cg_advance(&at, l, m);
    d += m, n -= m;
  }
}

#undef CG_MOVES
#undef CG_STEPPED_IN
#undef CG_STEPPED_OUT
#undef CG_SHORT_IN
