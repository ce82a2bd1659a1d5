// Copying a matrix with its axes exchanged, in tiles that suit the caches and
// the address translation of both sides.

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define CG_SHUFFLE 1
#endif
#endif

#define CG_TILE 64

// CG_TRANSPOSE defines the copy d[r][c] = s[c][r] for one element size. The
// elements of a row of d, and those of a column of s, are contiguous; ds and
// ss are the distances of d's rows and s's columns in bytes. K×K elements are
// exchanged in registers by quad.
#define CG_TRANSPOSE(T, bits, K, quad)                                         \
  CG_INLINE void tile_##bits(char *restrict d, int64_t ds,                     \
                                    const char *restrict s, int64_t ss,        \
                                    int64_t rows, int64_t cols) {              \
    int64_t r = 0;                                                             \
    for (; r + K <= rows; r += K) {                                            \
      int64_t c = 0;                                                           \
      char *dr = d + r * ds;                                                   \
      const char *sr = s + r * (int64_t)sizeof(T);                             \
      for (; c + K <= cols; c += K)                                            \
        quad(dr + c * (int64_t)sizeof(T), ds, sr + c * ss, ss);                \
      for (; c < cols; c++)                                                    \
        for (int64_t k = 0; k < K; k++)                                        \
          ((T *)(dr + k * ds))[c] = ((const T *)(sr + c * ss))[k];             \
    }                                                                          \
    for (; r < rows; r++)                                                      \
      for (int64_t c = 0; c < cols; c++)                                       \
        ((T *)(d + r * ds))[c] = ((const T *)(s + c * ss))[r];                 \
  }                                                                            \
  CG_INLINE void matrix_##bits(char *d, int64_t ds, const char *s,                \
                                   int64_t ss, int64_t rows, int64_t cols) {   \
    for (int64_t r = 0; r < rows; r += CG_TILE)                                \
      for (int64_t c = 0; c < cols; c += CG_TILE)                              \
        tile_##bits                                                            \
        (d + r * ds + c * (int64_t)sizeof(T), ds,                              \
         s + c * ss + r * (int64_t)sizeof(T), ss,                              \
         rows - r < CG_TILE ? rows - r : CG_TILE,                              \
         cols - c < CG_TILE ? cols - c : CG_TILE);                             \
  }                                                                            \
  static void transpose_##bits(const cg_call *c) {                             \
    const cg_layout *l = c->b;                                                 \
    matrix_##bits(c->dst, l->strides[0], c->a, l->strides[1], l->shape[0],     \
                  l->shape[1]);                                                \
  }

#define CG_ONE(T, d, s) *(T *)(d) = *(const T *)(s);

#ifdef CG_SHUFFLE
typedef uint32_t v4 __attribute__((vector_size(16)));
typedef uint64_t v2 __attribute__((vector_size(16)));

CG_INLINE void quad_32(char *d, int64_t ds, const char *s, int64_t ss) {
  v4 a, b, c, e;
  memcpy(&a, s, 16);
  memcpy(&b, s + ss, 16);
  memcpy(&c, s + 2 * ss, 16);
  memcpy(&e, s + 3 * ss, 16);
  v4 p = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  v4 q = __builtin_shufflevector(c, e, 0, 4, 1, 5);
  v4 u = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  v4 v = __builtin_shufflevector(c, e, 2, 6, 3, 7);
  a = __builtin_shufflevector(p, q, 0, 1, 4, 5);
  b = __builtin_shufflevector(p, q, 2, 3, 6, 7);
  c = __builtin_shufflevector(u, v, 0, 1, 4, 5);
  e = __builtin_shufflevector(u, v, 2, 3, 6, 7);
  memcpy(d, &a, 16);
  memcpy(d + ds, &b, 16);
  memcpy(d + 2 * ds, &c, 16);
  memcpy(d + 3 * ds, &e, 16);
}

CG_INLINE void quad_64(char *d, int64_t ds, const char *s, int64_t ss) {
  v2 a, b;
  memcpy(&a, s, 16);
  memcpy(&b, s + ss, 16);
  v2 p = __builtin_shufflevector(a, b, 0, 2);
  v2 q = __builtin_shufflevector(a, b, 1, 3);
  memcpy(d, &p, 16);
  memcpy(d + ds, &q, 16);
}

#define CG_K32 4
#define CG_K64 2
#else
CG_INLINE void quad_32(char *d, int64_t ds, const char *s, int64_t ss) {
  CG_ONE(uint32_t, d, s)
}
CG_INLINE void quad_64(char *d, int64_t ds, const char *s, int64_t ss) {
  CG_ONE(uint64_t, d, s)
}
#define CG_K32 1
#define CG_K64 1
#endif

CG_INLINE void quad_8(char *d, int64_t ds, const char *s, int64_t ss) {
  CG_ONE(uint8_t, d, s)
}
CG_INLINE void quad_16(char *d, int64_t ds, const char *s, int64_t ss) {
  CG_ONE(uint16_t, d, s)
}
CG_INLINE void quad_128(char *d, int64_t ds, const char *s, int64_t ss) {
  CG_ONE(cg_u128, d, s)
}

CG_TRANSPOSE(uint8_t, 8, 1, quad_8)
CG_TRANSPOSE(uint16_t, 16, 1, quad_16)
CG_TRANSPOSE(uint32_t, 32, CG_K32, quad_32)
CG_TRANSPOSE(uint64_t, 64, CG_K64, quad_64)
CG_TRANSPOSE(cg_u128, 128, 1, quad_128)
