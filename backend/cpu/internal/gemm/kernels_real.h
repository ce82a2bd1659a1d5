// Kernels of one real type R; FN gives them their names.

#define VL (int64_t)(sizeof(V) / sizeof(R))
#define NR (NV * VL)

// Vectors anywhere in memory.
typedef V FN(vec) __attribute__((aligned(sizeof(R)), may_alias));

// product sums k terms of an mr×NR tile. A row of B is contiguous.
GM_INLINE void FN(product)(int mr, int64_t k, const R *a, int64_t arow,
                           int64_t acol, const R *b, int64_t brow,
                           V acc[GM_MR][NV]) {
  GM_UNROLL
  for (int i = 0; i < mr; i++)
    GM_UNROLL
    for (int v = 0; v < NV; v++)
      acc[i][v] = SPLAT(0);
  for (int64_t p = 0; p < k; p++) {
    V bv[NV];
    GM_UNROLL
    for (int v = 0; v < NV; v++)
      bv[v] = *(const FN(vec) *)(b + v * VL);
    GM_UNROLL
    for (int i = 0; i < mr; i++) {
      V av = SPLAT(a[i * arow]);
      GM_UNROLL
      for (int v = 0; v < NV; v++)
        acc[i][v] = FMA(av, bv[v], acc[i][v]);
    }
    a += acol;
    b += brow;
  }
}

// store writes a full tile of C.
GM_INLINE void FN(store)(int mr, V acc[GM_MR][NV], R alpha, R beta, R *c,
                         int64_t ldc) {
  V va = SPLAT(alpha), vb = SPLAT(beta);
  if (beta == 0) {
    GM_UNROLL
    for (int i = 0; i < mr; i++)
      GM_UNROLL
      for (int v = 0; v < NV; v++)
        *(FN(vec) *)(c + i * ldc + v * VL) = va * acc[i][v];
    return;
  }
  GM_UNROLL
  for (int i = 0; i < mr; i++)
    GM_UNROLL
    for (int v = 0; v < NV; v++) {
      FN(vec) *p = (FN(vec) *)(c + i * ldc + v * VL);
      V old = *p;
      *p = FMA(vb, old, va * acc[i][v]);
    }
}

// finish writes rows×cols elements of a tile of mr rows. What does not fill the
// tile goes through a copy, so that nothing beside it is touched.
GM_INLINE void FN(finish)(int mr, int64_t rows, int64_t cols,
                          V acc[GM_MR][NV], R alpha, R beta, R *c,
                          int64_t ldc) {
  if (rows >= mr && cols >= NR) {
    FN(store)(mr, acc, alpha, beta, c, ldc);
    return;
  }
  R tile[GM_MR * NR];
  memset(tile, 0, sizeof tile);
  if (beta != 0)
    for (int64_t i = 0; i < rows; i++)
      memcpy(tile + i * NR, c + i * ldc, (size_t)cols * sizeof(R));
  FN(store)(mr, acc, alpha, beta, tile, NR);
  for (int64_t i = 0; i < rows; i++)
    memcpy(c + i * ldc, tile + i * NR, (size_t)cols * sizeof(R));
}

static void FN(pack_a)(int64_t m, int64_t k, const void *from, int64_t row,
                       int64_t col, int conj, void *to) {
  (void)conj;
  const R *a = from;
  R *out = to;
  for (int64_t i0 = 0; i0 < m; i0 += GM_MR, a += GM_MR * row) {
    if (m - i0 >= GM_MR) {
      for (int64_t p = 0; p < k; p++, out += GM_MR)
        GM_UNROLL
        for (int i = 0; i < GM_MR; i++)
          out[i] = a[i * row + p * col];
      continue;
    }
    for (int64_t p = 0; p < k; p++, out += GM_MR)
      for (int64_t i = 0; i < GM_MR; i++)
        out[i] = i < m - i0 ? a[i * row + p * col] : 0;
  }
}

static void FN(pack_b)(int64_t n, int64_t k, const void *from, int64_t row,
                       int64_t col, int conj, void *to) {
  (void)conj;
  const R *b = from;
  R *out = to;
  for (int64_t j0 = 0; j0 < n; j0 += NR, b += NR * col) {
    if (n - j0 < NR) {
      for (int64_t p = 0; p < k; p++, out += NR)
        for (int64_t j = 0; j < NR; j++)
          out[j] = j < n - j0 ? b[p * row + j * col] : 0;
    } else if (col == 1) {
      for (int64_t p = 0; p < k; p++, out += NR)
        memcpy(out, b + p * row, NR * sizeof(R));
    } else {
      for (int64_t p = 0; p < k; p++, out += NR)
        GM_UNROLL
        for (int j = 0; j < NR; j++)
          out[j] = b[p * row + j * col];
    }
  }
}

static void FN(block)(int64_t m, int64_t n, int64_t k, const double *alpha,
                      const void *apack, const void *bpack, const double *beta,
                      void *out, int64_t ldc) {
  const R *b = bpack;
  R *c = out;
  for (int64_t j = 0; j < n; j += NR, b += NR * k) {
    int64_t cols = n - j < NR ? n - j : NR;
    const R *a = apack;
    for (int64_t i = 0; i < m; i += GM_MR, a += GM_MR * k) {
      int64_t rows = m - i < GM_MR ? m - i : GM_MR;
      R *tile = c + i * ldc + j;
      for (int64_t r = 0; r < rows; r++) {
        __builtin_prefetch(tile + r * ldc, 1);
        __builtin_prefetch(tile + r * ldc + cols - 1, 1);
      }
      V acc[GM_MR][NV];
      FN(product)(GM_MR, k, a, 1, GM_MR, b, NR, acc);
      FN(finish)(GM_MR, rows, cols, acc, (R)alpha[0], (R)beta[0], tile, ldc);
    }
  }
}

// STRIP computes mr rows of a small product at a time, while there are as many.
#define STRIP(mr)                                                              \
  for (; m - i >= mr; i += mr) {                                               \
    V acc[GM_MR][NV];                                                          \
    FN(product)(mr, k, a + i * arow, arow, acol, panel, step, acc);            \
    FN(finish)(mr, mr, cols, acc, (R)alpha[0], (R)beta[0], c + i * ldc + j,    \
               ldc);                                                           \
  }

static void FN(small)(int64_t m, int64_t n, int64_t k, const double *alpha,
                      const void *afrom, int64_t arow, int64_t acol,
                      const void *bfrom, int64_t brow, int64_t bcol,
                      const double *beta, void *out, int64_t ldc) {
  const R *a = afrom, *b = bfrom;
  R *c = out;
  R packed[GM_DEPTH * NR];
  for (int64_t j = 0; j < n; j += NR) {
    int64_t cols = n - j < NR ? n - j : NR;
    const R *panel = b + j * bcol;
    int64_t step = brow;
    if (bcol != 1 || cols < NR) {
      FN(pack_b)(cols, k, panel, brow, bcol, 0, packed);
      panel = packed;
      step = NR;
    }
    int64_t i = 0;
    STRIP(GM_MR)
#if GM_MR > 8
    STRIP(8)
#endif
    STRIP(4)
    STRIP(2)
    STRIP(1)
  }
}

#undef STRIP
#undef NR
#undef VL
